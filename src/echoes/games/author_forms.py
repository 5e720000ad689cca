"""Forms that a game type lays out for its authors, as plain data that an interface draws."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from echoes.core.files.json_values import objects_of

FieldKind = Literal["line", "text", "choice", "check", "hidden", "rows"]
FieldValue = str | bool | Sequence[Mapping[str, str | bool]]
FormValues = Mapping[str, object]
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
    value: FieldValue = ""
    help: str = ""
    required: bool = False
    choices: Sequence[tuple[str, str]] = ()
    fields: Sequence["FormField"] = ()
    add: str = ""
    longest: int = 20_000


@dataclass(frozen=True)
class Gap:
    """Something that waits for a scenario's author: words of players, or a part that nobody has confirmed.

    Attributes:
        text: the players' words, or the part.
        times: how often it was said.
        note: where it comes from.
        choices: the decisions, each with its label.
        links: what a decision may establish, such as facts, each with its label.
        suggested: the decision that somebody else proposes; empty for none.
        key: names it within its scenario; empty where its text does.
        group: the heading above it.
        details: more of it, such as other wordings, a line each.
        linked: the links that are proposed.
        doubt: 0 to 1, how unsure whoever proposes it is.
        places: where it may belong among the others, each with its label; none where that is known.
    """

    text: str
    times: int
    note: str
    choices: Sequence[tuple[str, str]]
    links: Sequence[tuple[str, str]] = ()
    suggested: str = ""
    key: str = ""
    group: str = ""
    details: Sequence[str] = ()
    linked: Sequence[str] = ()
    doubt: float = 0.0
    places: Sequence[tuple[str, str]] = ()

    @property
    def name(self) -> str:
        """Return its name within its scenario."""
        return self.key or self.text

    @property
    def is_sure(self) -> bool:
        """Return whether it may be confirmed with others: a decision is proposed without much doubt."""
        return bool(self.suggested) and self.doubt < SURE_BELOW


SURE_BELOW = 0.5
"""The doubt from which on an author has to look at each."""


@dataclass(frozen=True)
class Decision:
    """An author's decision on a gap.

    Attributes:
        name: of the gap.
        choice: one of its choices.
        links: what it establishes; None for what is proposed.
        place: one of the gap's places; empty for none.
    """

    name: str
    choice: str
    links: Sequence[str] | None = None
    place: str = ""


def own_values(fields: Sequence[FormField], values: FormValues) -> dict[str, FieldValue]:
    """Return the values of a form's own fields, by name; what is of no field or of another kind is left out.

    Args:
        fields: of the form.
        values: what was sent for them; nothing in it is trusted.
    """
    found = {field.name: _own_value(field, values[field.name]) for field in fields if field.name in values}
    return {name: value for name, value in found.items() if value is not None}


def shown_values(fields: Sequence[FormField]) -> dict[str, FieldValue]:
    """Return the values that a form shows, by the names of its fields."""
    return own_values(fields, {field.name: field.value for field in fields})


def filled_in(fields: Sequence[FormField], values: FormValues) -> list[FormField]:
    """Return a form with values in place of what it shows; a field that has none stays."""
    own = own_values(fields, values)
    return [replace(field, value=own.get(field.name, field.value)) for field in fields]


def _own_value(field: FormField, value: object) -> FieldValue | None:
    """Return a value as a field has it, cut to its length, without empty rows; None for what is of no use."""
    if field.kind == "check":
        return value is True
    if field.kind == "rows":
        rows = [{**shown_values(field.fields), **own_values(field.fields, row)} for row in objects_of(value)]
        return [_plain(row) for row in rows if any(row.values())]
    if not isinstance(value, str) or (field.kind == "choice" and value not in dict(field.choices)):
        return None
    return value.replace("\r\n", "\n")[: field.longest]


def _plain(row: Mapping[str, FieldValue]) -> dict[str, str | bool]:
    return {name: value for name, value in row.items() if isinstance(value, str | bool)}
