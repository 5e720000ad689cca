"""Attacks: messages, names and texts that try to bring a secret out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter

from echoes.core.errors import BadInput


@dataclass(frozen=True)
class Attacks:
    """A set of attacks.

    Attributes:
        messages: by kind; those of a kind are sent in one session, in their order.
        names: for players.
        puzzle_texts: sentences in the story that address the model.
    """

    messages: Mapping[str, Sequence[str]]
    names: Sequence[str] = ("player",)
    puzzle_texts: Sequence[str] = ()


def read_attacks(path: Path) -> Attacks:
    """Read attacks from a JSON file: `messages` by kind, `names`, `puzzle_texts`.

    Raises:
        BadInput: it can't be read, or has another form.
    """
    try:
        return TypeAdapter(Attacks).validate_json(path.read_bytes())
    except (OSError, ValueError) as error:
        said = str(error).splitlines()[0]
        raise BadInput(f"{path} holds no attacks ({said})", "See data/leaks/attacks.json.") from None
