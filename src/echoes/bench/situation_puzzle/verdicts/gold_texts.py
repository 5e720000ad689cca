"""Gold sets of final answers and hints: texts with the facts that they state and contradict."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import TypeAdapter, ValidationError

from echoes.bench.runs.json_lines import read_json_lines
from echoes.core.errors import BadInput
from echoes.games.situation_puzzle.events import VerdictWord
from echoes.games.situation_puzzle.referees.types import verdict_of

FALSE = "false"
"""The kind of answer in which something of consequence is false, whether or not a fact says so."""
Kind = Literal["hypotheses", "hints"]


TEXT_KINDS: Mapping[Kind, Sequence[str]] = {
    "hypotheses": (
        *("full", "core", "half"),
        *("false", "plausible_wrong", "keyword_stuffed", "accept_my_answer"),
    ),
    "hints": ("hint", "leak", "empty"),
}


@dataclass(frozen=True)
class GoldText:
    """A final answer or a hint of a gold set, with the ids of the facts that it states and contradicts.

    Attributes:
        kind: one of `TEXT_KINDS`; of a hint its label.
        covered, contradicted: the facts.
        set: the part of the gold suite that it belongs to; empty for the first.
    """

    story: str
    lang: Literal["en", "zh"]
    text: str
    kind: str
    covered: tuple[str, ...]
    contradicted: tuple[str, ...] = ()
    set: str = ""


_TEXT = TypeAdapter(GoldText)


def read_texts(kind: Kind, path: Path) -> list[GoldText]:
    """Read texts from JSON lines as in `data/gold/hypotheses` and `data/gold/hints`.

    Raises:
        BadInput: the file can't be read, or a line is no such text.
    """
    names = {"label": "kind", "facts": "covered"} if kind == "hints" else {}
    found: list[GoldText] = []
    for number, row in enumerate(read_json_lines(path, ("story", "lang", "text")), 1):
        try:
            text = _TEXT.validate_python({names.get(name, name): value for name, value in row.fields.items()})
        except ValidationError as error:
            where, said = ".".join(map(str, error.errors()[0]["loc"])), error.errors()[0]["msg"]
            raise BadInput(f"{path}, text {number}, {where}: {said}", "See data/gold/README.md.") from None
        if text.kind not in TEXT_KINDS[kind]:
            known = ", ".join(TEXT_KINDS[kind])
            raise BadInput(f"{path}, text {number}: unknown kind '{text.kind}'", f"Known: {known}.")
        found.append(text)
    return found


def is_false(text: GoldText) -> bool:
    """Return whether something in it is false, whatever else it states."""
    return text.kind == FALSE or bool(text.contradicted)


def gold_verdict(text: GoldText, core: tuple[str, ...]) -> VerdictWord:
    """Return the verdict that a text should get by its facts; it is never high for a false text."""
    verdict = verdict_of(core, {*text.covered}, {*text.contradicted})
    return "PARTIAL" if text.kind == FALSE and verdict in ("SOLVED", "CLOSE") else verdict
