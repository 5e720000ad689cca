"""Scripts of scripted players: one message a line."""

from pathlib import Path

from echoes.core.errors import BadInput


def read_script(path: Path | None) -> list[str]:
    """Read the messages of a script; none without one.

    Raises:
        BadInput: it can't be read.
    """
    if path is None:
        return []
    try:
        return [line for line in path.read_text("utf-8-sig").splitlines() if line.strip()]
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} can't be read ({error})", "Name a text file, one message a line.") from None
