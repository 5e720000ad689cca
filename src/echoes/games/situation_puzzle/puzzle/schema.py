"""The puzzle: its schema, version 1."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, field_validator, model_validator

from echoes.core.files.json_values import as_array, as_object, is_array, is_object
from echoes.core.protocols import JsonObject
from echoes.core.text.bilingual import Language
from echoes.games.scenario import content_hash_of
from echoes.games.situation_puzzle.events import RulingWord
from echoes.games.situation_puzzle.puzzle.answer_sentences import answer_sentences
from echoes.games.situation_puzzle.puzzle.cloze import Cloze
from echoes.games.situation_puzzle.puzzle.part import CleanText, NonEmptyText, PuzzlePart

SCHEMA_VERSION = 1

MAX_STATEMENT, MAX_ANSWER = 20_000, 1_000_000
"""The most characters that players read at the start, and those of the truth, which may be a dossier."""
DOSSIER = 20_000
"""Characters from which on an answer is looked up, passage by passage, and not read sentence by sentence."""
MAX_RULINGS, MAX_FACTS, MAX_HINTS, MAX_PROPOSALS = 5_000, 5_000, 200, 5_000


class Fact(PuzzlePart):
    """One thing that is true. A core fact is needed for the solution.

    An unconfirmed one comes from somebody's clues or from a model, and nothing is judged by it.
    """

    id: NonEmptyText
    statement: NonEmptyText
    core: bool = False
    wordings: tuple[NonEmptyText, ...] = Field(default=(), description="The same fact in other words.")
    unconfirmed_wordings: tuple[NonEmptyText, ...] = ()
    unconfirmed: bool = False


class Hint(PuzzlePart):
    """One rung of the ladder, the gentlest first.

    `facts` are those that it states, and `steps` those that it leads to: a rung is withheld once a player has
    the core fact among them; where none is core, once the player has them all.
    """

    model_config = ConfigDict(json_schema_extra=lambda schema: _also(schema, {"type": "string"}))

    text: NonEmptyText
    facts: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    unconfirmed: bool = False

    @model_validator(mode="before")
    @classmethod
    def _bare_text(cls, data: object) -> object:
        return {"text": data} if isinstance(data, str) else data


class AuthoredRuling(PuzzlePart):
    """A question that the author has ruled on.

    `texts` are wordings of the same question, or claims. On a YES, `facts` are those that
    a player has got once it is answered, and `steps` those that it leads to, without being
    them. `open`: anyone would think of the question, and seeing it gives nothing away, so
    that it may be offered at any time. `about`: its place on the map of the question space
    (`question_map.py`). `unconfirmed`: the ruling is somebody's label, in the words of `label`,
    or a model's, and counts only where the operator allows it. `votes` are the rulings of a model that
    was asked more than once, `doubt` says from 0 to 1 how unsure it was. `from_solution`: the texts were
    written by a model that had seen the solution, and no player reads them until they are confirmed.
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
    votes: tuple[RulingWord, ...] = ()
    doubt: float = Field(default=0.0, ge=0, le=1)
    from_solution: bool = False

    @property
    def may_count(self) -> bool:
        """Return whether it counts where the operator allows what is unconfirmed: the votes agree."""
        return not self.unconfirmed or (
            not self.from_solution and len(self.votes) != 1 and len({*self.votes}) < 2
        )

    @model_validator(mode="before")
    @classmethod
    def _one_text(cls, data: object) -> object:
        if is_object(data) and "text" in data:
            rest = {**data}
            text = rest.pop("text")
            rest["texts"] = [text, *as_array(rest.get("texts", []))]
            return rest
        return data


class CastMember(PuzzlePart):
    """Somebody in the story, and the names and pronouns used for them."""

    name: NonEmptyText
    aliases: tuple[NonEmptyText, ...] = ()
    unconfirmed: bool = False


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
    unconfirmed: bool = False

    @model_validator(mode="before")
    @classmethod
    def _bare_list(cls, data: object) -> object:
        return {"words": data} if type(data) in (list, tuple) else data


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

    Unconfirmed rulings stand behind the others, those that never count last, so that the others keep their
    numbers without them. `proposals` are questions that nobody has ruled on, `notes` the author's own.

    >>> Puzzle(id="bell", title="Bell", language="en", statement="It is silent.", answer="Snow.").difficulty
    3
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
    cloze: Cloze | None = None
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
        return tuple(sorted(rulings, key=lambda one: (one.unconfirmed, not one.may_count)))

    @model_validator(mode="after")
    def _references(self) -> "Puzzle":
        known = Counter(fact.id for fact in self.facts)
        if repeated := [name for name, times in known.items() if times > 1]:
            raise ValueError(f"facts: id '{min(repeated)}' stands twice")
        judged = {*known, *(fact.id for fact in self.judged_facts)}
        gaps = self.cloze.gaps if self.cloze else ()
        for where, parts, ids in (
            ("hints", self.hints, known),
            ("cloze.gaps", gaps, judged),
            ("rulings", self.rulings, known),
        ):
            for number, part in enumerate(parts, 1):
                for key in ("facts", "steps"):
                    if missing := {*getattr(part, key, ())} - {*ids}:
                        raise ValueError(f"{where}[{number}].{key}: there is no fact '{min(missing)}'")
        return self

    @property
    def content_hash(self) -> str:
        """The hash of its content: 16 hexadecimal digits that change with any edit."""
        return self._content_hash

    @cached_property
    def _content_hash(self) -> str:
        return content_hash_of(self.to_json())

    @cached_property
    def judged_facts(self) -> tuple[Fact, ...]:
        """The facts that a solution is measured by: none that is unconfirmed.

        Where the author gave none, each sentence of the answer is one, unless it is a dossier.
        """
        if confirmed := tuple(fact for fact in self.facts if not fact.unconfirmed):
            return confirmed
        if len(self.answer) > DOSSIER:
            return ()
        return tuple(
            Fact(id=f"a{number}", statement=sentence, core=True)
            for number, sentence in enumerate(answer_sentences(self.answer, self.statement), 1)
        )

    @property
    def has_facts(self) -> bool:
        """Return whether there is something to judge by: facts, or an answer that is no dossier."""
        return len(self.answer) <= DOSSIER or any(not fact.unconfirmed for fact in self.facts)

    @cached_property
    def as_read(self) -> "Puzzle":
        """The puzzle as its sentences are read: that of a dossier has no answer."""
        fields: dict[str, object] = {
            **{name: getattr(self, name) for name in self.model_fields_set},
            "answer": "",
        }
        return Puzzle.model_construct(None, **fields) if len(self.answer) > DOSSIER else self

    @cached_property
    def core_facts(self) -> tuple[str, ...]:
        """The ids of the facts that must be found; all of them when none is marked."""
        judged = self.judged_facts
        return tuple(fact.id for fact in judged if fact.core) or tuple(fact.id for fact in judged)

    @cached_property
    def words(self) -> frozenset[str]:
        """Return all words of its texts, case-folded."""
        return frozenset(
            word for text in _texts(self.to_json()) for word in re.findall(r"[^\W\d_]+", text.casefold())
        )

    def to_json(self) -> JsonObject:
        """Return the canonical form."""
        body: JsonObject = self.model_dump(mode="json", exclude_defaults=True)
        return {"schema_version": SCHEMA_VERSION, **body}


def _texts(value: object) -> Iterator[str]:
    """Yield all strings of a JSON value, except keys."""
    if isinstance(value, str):
        yield value
    elif is_object(value):
        yield from _texts([*value.values()])
    elif is_array(value):
        for part in value:
            yield from _texts(part)


def _also(schema: JsonObject, other: JsonObject) -> None:
    whole = dict(schema)
    schema.clear()
    schema["anyOf"] = [whole, other]


def _one_text_form(schema: JsonObject) -> None:
    """Allow one `text` in place of `texts` in the schema of a ruling."""
    schema["properties"] = {"text": {"type": "string", "minLength": 1}, **as_object(schema["properties"])}
    schema["required"] = ["ruling"]
    schema["anyOf"] = [{"required": ["text"]}, {"required": ["texts"]}]
