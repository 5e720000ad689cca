"""Secrets that are made once and kept in a file."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

from echoes.core.errors import StorageFailed
from echoes.core.files.writing import close_to_others, private_folder


def kept_secret(path: Path, first: str | None = None) -> str:
    """Return the secret that a file keeps, made at the first call.

    Args:
        path: the file that keeps it, readable by nobody else.
        first: the secret if there is none yet; None draws one.
    Raises:
        StorageFailed: it can't be read or written.
    """
    try:
        if not path.exists():
            private_folder(path.parent)
            draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(first or secrets.token_urlsafe(48))
                file.flush()
                os.fsync(file.fileno())
            with suppress(FileExistsError):  # another process was first
                _put(draft, path)
            draft.unlink(missing_ok=True)
        close_to_others(path)
        return path.read_text("utf-8").strip()
    except OSError as error:
        raise StorageFailed(
            f"{path} can't be used ({error.strerror})",
            "Make the folder writable, name another with ECHOES__PATHS__GAME_STORAGE, or set web.secret.",
        ) from None


def _put(draft: Path, path: Path) -> None:
    """Give a file its name, unless another has it; some file systems have no links, and may let two do it."""
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        raise
    except (OSError, NotImplementedError):
        draft.rename(path)
