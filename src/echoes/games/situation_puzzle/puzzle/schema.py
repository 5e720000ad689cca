"""The puzzle: its schema, version 1."""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Collection, Iterator
from functools import cached_property
from typing import Annotated, Any, Literal, TypeVar, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator, model_validator

from echoes.core.plain_text import clean
from echoes.core.protocols import JsonObject
from echoes.games.situation_puzzle.events import RulingWord

SCHEMA_VERSION = 1

Language = Literal["en", "zh"]
CleanText = Annotated[str, BeforeValidator(lambda value: clean(value) if isinstance(value, str) else value)]
NonEmptyText = Annotated[CleanText, Field(min_length=1)]

MAX_STATEMENT, MAX_ANSWER = 20_000, 1_000_000
"""The most characters that players read at the start, and those of the truth, which may be a dossier."""
MAX_RULINGS, MAX_FACTS, MAX_HINTS, MAX_PROPOSALS = 5_000, 5_000, 200, 5_000


class PuzzlePart(BaseModel):
    """A part of a puzzle; unknown keys were reported and dropped before it is made."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Fact(PuzzlePart):
    """One thing that is true. A core fact is needed for the solution.

    An unconfirmed one comes from somebody's clues, and nothing is judged by it.
    """

    id: NonEmptyText
    statement: NonEmptyText
    core: bool = False
    wordings: tuple[NonEmptyText, ...] = Field(default=(), description="The same fact in other words.")
    unconfirmed: bool = False


class Hint(PuzzlePart):
    """One rung of the ladder, the gentlest first; `facts` are those that it states."""

    model_config = ConfigDict(json_schema_extra=lambda schema: _also(schema, {"type": "string"}))

    text: NonEmptyText
    facts: tuple[str, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _bare_text(cls, data: Any) -> Any:
        return {"text": data} if isinstance(data, str) else data


class AuthoredRuling(PuzzlePart):
    """A question that the author has ruled on.

    `texts` are wordings of the same question, or claims. On a YES, `facts` are those that
    a player has got once it is answered, and `steps` those that it leads to, without being
    them. `open`: anyone would think of the question, and seeing it gives nothing away, so
    that it may be offered at any time. `about`: its place on the map of the question space
    (`question_map.py`). `unconfirmed`: the ruling is somebody's label, in the words of `label`,
    and counts only where the operator allows it.
    """

    model_config = ConfigDict(json_schema_extra=lambda schema: _one_text_form(schema))

    texts: tuple[NonEmptyText, ...] = Field(min_length=1)
    ruling: RulingWord
    facts: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    open: bool = False
    about: CleanText = ""
    remark: CleanText = Field(
        default="", description="Words shown with the ruling; they must give nothing away."
    )
    unconfirmed: bool = False
    label: CleanText = ""

    @model_validator(mode="before")
    @classmethod
    def _one_text(cls, data: Any) -> Any:
        if isinstance(data, dict) and "text" in data:
            rest: dict[str, Any] = {**data}  # pyright: ignore[reportUnknownArgumentType]
            text = rest.pop("text")
            rest["texts"] = [text, *rest.get("texts", ())]
            return rest
        return data  # pyright: ignore[reportUnknownVariableType]


class CastMember(PuzzlePart):
    """Somebody in the story, and the names and pronouns used for them."""

    name: NonEmptyText
    aliases: tuple[NonEmptyText, ...] = ()


class Synonyms(PuzzlePart):
    """Words that mean the same in this story, and broader words for them.

    In a story of one ship "boat" may stand for "ship"; whoever says "vessel" has brought
    it up. Written as a bare list, all are `words`.
    """

    model_config = ConfigDict(
        json_schema_extra=lambda schema: _also(schema, {"type": "array", "items": {"type": "string"}})
    )

    words: tuple[NonEmptyText, ...] = Field(min_length=1)
    broader: tuple[NonEmptyText, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _bare_list(cls, data: Any) -> Any:
        return {"words": cast("list[Any]", data)} if isinstance(data, list | tuple) else data


class Constraints(PuzzlePart):
    """Bounds that the author sets; None means no bound."""

    max_questions: int | None = Field(default=None, ge=1)
    max_hints: int | None = Field(default=None, ge=0)


class Provenance(PuzzlePart):
    """The origin of the puzzle; what is not known stays unknown."""

    model_config = ConfigDict(
        json_schema_extra={"description": "Where the puzzle comes from; what is not known stays unknown."}
    )

    author: CleanText = "unknown"
    source: CleanText = "unknown"
    licence: CleanText = "unknown"
    url: CleanText = "unknown"
    collection: CleanText = Field(default="", description="The collection with which it was taken in.")


class Puzzle(PuzzlePart):
    """A situation puzzle in one language.

    Unconfirmed rulings stand behind the others, so that these keep their numbers without them. `proposals`
    are questions that nobody has ruled on, `notes` the author's own.
    """

    schema_version: Literal[1] = SCHEMA_VERSION
    id: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$")
    title: NonEmptyText
    language: Language
    difficulty: int = Field(default=3, ge=1, le=5)
    statement: Annotated[NonEmptyText, Field(max_length=MAX_STATEMENT)]
    answer: Annotated[NonEmptyText, Field(max_length=MAX_ANSWER)]
    facts: tuple[Fact, ...] = Field(default=(), max_length=MAX_FACTS)
    hints: tuple[Hint, ...] = Field(default=(), max_length=MAX_HINTS)
    rulings: tuple[AuthoredRuling, ...] = Field(default=(), max_length=MAX_RULINGS)
    cast: tuple[CastMember, ...] = ()
    synonyms: tuple[Synonyms, ...] = ()
    public_facts: tuple[NonEmptyText, ...] = ()
    constraints: Constraints = Constraints()
    tags: tuple[NonEmptyText, ...] = ()
    content_warnings: tuple[NonEmptyText, ...] = ()
    provenance: Provenance = Provenance()
    proposals: tuple[NonEmptyText, ...] = Field(default=(), max_length=MAX_PROPOSALS)
    notes: CleanText = ""

    @field_validator("rulings")
    @classmethod
    def _confirmed_first(cls, rulings: tuple[AuthoredRuling, ...]) -> tuple[AuthoredRuling, ...]:
        return tuple(sorted(rulings, key=lambda ruling: ruling.unconfirmed))

    @model_validator(mode="after")
    def _references(self) -> "Puzzle":
        known = Counter(fact.id for fact in self.facts)
        if repeated := [name for name, times in known.items() if times > 1]:
            raise ValueError(f"facts: id '{min(repeated)}' stands twice")
        for where, parts in (("hints", self.hints), ("rulings", self.rulings)):
            for number, part in enumerate(parts, 1):
                for key in ("facts", "steps"):
                    if missing := {*getattr(part, key, ())} - known.keys():
                        raise ValueError(f"{where}[{number}].{key}: there is no fact '{min(missing)}'")
        return self

    @property
    def content_hash(self) -> str:
        """The hash of its content: 16 hexadecimal digits that change with any edit."""
        return self._content_hash

    @cached_property
    def _content_hash(self) -> str:
        body = json.dumps(self.to_json(), sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(body.encode()).hexdigest()[:16]

    @cached_property
    def judged_facts(self) -> tuple[Fact, ...]:
        """The facts that a solution is measured by: none that is unconfirmed.

        Where the author gave none, each sentence of the answer is one.
        """
        if confirmed := tuple(fact for fact in self.facts if not fact.unconfirmed):
            return confirmed
        sentences = [part.strip() for part in re.split(r"(?<=[.!?])\s+|(?<=[。！？])", self.answer)]
        return tuple(
            Fact(id=f"a{number}", statement=sentence, core=True)
            for number, sentence in enumerate(filter(None, sentences), 1)
        )

    @cached_property
    def core_facts(self) -> tuple[str, ...]:
        """The ids of the facts that must be found; all of them when none is marked."""
        core = tuple(fact.id for fact in self.judged_facts if fact.core)
        return core or tuple(fact.id for fact in self.judged_facts)

    @cached_property
    def words(self) -> frozenset[str]:
        """Return all words of its texts, case-folded."""
        return frozenset(
            word for text in _texts(self.to_json()) for word in re.findall(r"[^\W\d_]+", text.casefold())
        )

    def in_play(self, unconfirmed: str | None = None) -> "Puzzle":
        """Return the puzzle as it is played: without notes, proposals and what is unconfirmed.

        Args:
            unconfirmed: the remark of unconfirmed rulings, where they count; None where they do not.
        """
        dropped = any(part.unconfirmed for part in (*self.rulings, *self.facts))
        if not (dropped or self.proposals or self.notes):
            return self
        facts = {fact.id for fact in self.facts if not fact.unconfirmed}
        body = {name: getattr(self, name) for name in self.model_fields_set - {"notes", "proposals"}}
        rulings = [
            ruling.model_copy(update={"remark": ruling.remark or unconfirmed} if ruling.unconfirmed else {})
            for ruling in self.rulings
            if not ruling.unconfirmed or unconfirmed
        ]
        body["facts"] = [fact for fact in self.facts if not fact.unconfirmed]
        body["rulings"] = [_only(ruling, facts) for ruling in rulings]
        body["hints"] = [_only(hint, facts) for hint in self.hints]
        return Puzzle(**body)

    def to_json(self) -> JsonObject:
        """Return the canonical form."""
        body: JsonObject = self.model_dump(mode="json", exclude_defaults=True)
        return {"schema_version": SCHEMA_VERSION, **body}


_PartT = TypeVar("_PartT", Hint, AuthoredRuling)


def _only(part: _PartT, facts: Collection[str]) -> _PartT:
    """Return a part that names no other facts than these."""
    return part.model_copy(
        update={
            name: tuple(fact for fact in getattr(part, name) if fact in facts)
            for name in {"facts", "steps"} & part.model_fields_set
        }
    )


def _texts(value: object) -> Iterator[str]:
    """Yield all strings of a JSON value, except keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _texts([*cast("dict[str, object]", value).values()])
    elif isinstance(value, list):
        for part in cast("list[object]", value):
            yield from _texts(part)


def _also(schema: dict[str, Any], other: dict[str, Any]) -> None:
    whole = dict(schema)
    schema.clear()
    schema["anyOf"] = [whole, other]


def _one_text_form(schema: dict[str, Any]) -> None:
    """Allow one `text` in place of `texts` in the schema of a ruling."""
    schema["properties"] = {"text": {"type": "string", "minLength": 1}, **schema["properties"]}
    schema["required"] = ["ruling"]
    schema["anyOf"] = [{"required": ["text"]}, {"required": ["texts"]}]
