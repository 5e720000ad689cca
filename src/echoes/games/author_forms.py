"""Forms that a game type lays out for its authors, as plain data that an interface draws."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

FieldKind = Literal["line", "text", "choice", "check", "hidden", "rows"]
FormValues = Mapping[str, Any]
"""What an author filled in, by the names of the fields: a text, a boolean, or a list of values for rows."""


@dataclass(frozen=True)
class FormField:
    """A field of a form.

    Attributes:
        label: for people.
        kind: `line` and `text` are of one and of several lines, `rows` a list of entries with `fields` each.
        value: a text, a boolean for `check`, a list of values by name for `rows`.
        help: a sentence below it.
        required: whether it must be filled in.
        choices: of a `choice`, each with its label.
        fields: those of one row.
        add: the words for one more row.
        longest: characters.
    """

    name: str
    label: str
    kind: FieldKind = "line"
    value: Any = ""
    help: str = ""
    required: bool = False
    choices: Sequence[tuple[str, str]] = ()
    fields: Sequence["FormField"] = ()
    add: str = ""
    longest: int = 20_000


@dataclass(frozen=True)
class Gap:
    """Something that players say and that a scenario does not answer yet, for its author to decide.

    Attributes:
        text: the players' words.
        times: how often it was said.
        note: where it comes from.
        choices: the decisions, each with its label.
        links: what a decision may establish, such as facts, each with its label.
        suggested: the decision that somebody else proposes; empty for none.
    """

    text: str
    times: int
    note: str
    choices: Sequence[tuple[str, str]]
    links: Sequence[tuple[str, str]] = ()
    suggested: str = ""
