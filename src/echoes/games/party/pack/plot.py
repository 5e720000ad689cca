"""The plot of a module: secrets, things, quests, clocks, an accusation, endings."""

from typing import Annotated, Literal

from pydantic import Field

from echoes.games.conditions import Condition
from echoes.games.packs.parts import Id, PackPart, Text
from echoes.games.packs.references import EndingId, PersonId, Ref, SecretId
from echoes.games.party.pack.parts import Cues, ModuleConsequence, QuestId, Short

SeatId = Annotated[Id, Ref("seat")]


class ModuleSecret(PackPart):
    """Something that not everybody knows.

    Attributes:
        knows: the characters who know it from the beginning; the first is its owner.
        title: by which it is listed for whoever knows it.
        text: to those who know it from the beginning; `told`: to whoever learns it later.
        told_when: from when a companion without a player tells it; never by itself if empty.
        revealed_when: from when everybody knows it.
    """

    title: Short
    text: Text
    told: str = Field(default="", max_length=2000)
    knows: tuple[SeatId, ...] = ()
    told_when: Condition | None = None
    revealed_when: Condition | None = None


class ModuleItem(PackPart):
    """Something that can be had; `use`: what comes of using it."""

    label: Short
    text: Text
    cues: Cues = ()
    use: ModuleConsequence | None = None
    when: Condition | None = None
    used_up: bool = True


class Quest(PackPart):
    """Something to be done."""

    title: Short
    text: Text
    open: bool = True


class ModuleClock(PackPart):
    """A clock.

    Attributes:
        name: shown, unless it is hidden.
        segments: until it is full.
        each_round: segments that fill by themselves in each round of the table; `runs_while`: only then.
        marks: texts that are told as segments fill, by their number.
    """

    name: Short
    segments: Annotated[int, Field(ge=2, le=12)]
    hidden: bool = False
    each_round: Annotated[int, Field(ge=0, le=3)] = 0
    runs_while: Condition | None = None
    marks: Annotated[dict[Annotated[int, Field(ge=1, le=12)], Text], Field(default_factory=dict)]
    full: ModuleConsequence


class Trigger(PackPart):
    """Something that happens by itself as soon as a condition holds.

    Attributes:
        heard_by: a secret; only those who know it hear the text. Everybody does where it is empty.
        here: whether only those hear it who are where it happens.
    """

    when: Condition
    heard_by: SecretId | None = None
    here: bool = False
    happens: ModuleConsequence


ThreadKind = Literal["person", "item", "place", "quest", "organization", "event", "promise", "threat"]


class ModuleThread(PackPart):
    """Something beyond people, things and places that a story may come back to.

    Attributes:
        name: by which it is found in what is said, whole.
        use: a hint for whoever leads, how to take it up again.
        over_when: from when it is over, for whom that holds, such as a promise that was kept.
    """

    kind: ThreadKind
    name: Short
    use: str = Field(default="", max_length=400)
    over_when: Condition | None = None


class OracleTable(PackPart):
    """Answers of chance to a question, for whoever leads the table."""

    question: Short
    answers: Annotated[tuple[Text, ...], Field(min_length=2, max_length=20)]


class Suspect(PackPart):
    """Somebody who may be accused; `right`: whether rightly, `says`: the answer."""

    right: bool = False
    says: Text


class NoAccusation(PackPart):
    """The choice to name nobody, with its ending; `when`: from when it is open."""

    label: Short
    says: Text
    ending: EndingId
    when: Condition | None = None


class Accusation(PackPart):
    """The end of a mystery: one accusation, with what speaks for it.

    Attributes:
        label: as it is offered.
        when: from when it can be made.
        suspects: by person or character.
        nobody: the choice to name nobody; None where there is none.
        vote: whether all characters vote; otherwise the first to accuse decides.
        evidence: clues, of which `enough` carry a right accusation.
        proven, unproven, wrong: the endings.
    """

    label: Short
    when: Condition | None = None
    suspects: Annotated[dict[PersonId, Suspect], Field(min_length=2, max_length=8)]
    nobody: NoAccusation | None = None
    vote: bool = False
    evidence: Annotated[tuple[Annotated[Id, Ref("clue")], ...], Field(min_length=1, max_length=12)]
    enough: Annotated[int, Field(ge=1, le=12)]
    proven: EndingId
    unproven: EndingId
    wrong: EndingId


class ModuleEnding(PackPart):
    """An ending; the first whose condition holds follows by itself, others by effects.

    Attributes:
        done: quests that it fulfils.
    """

    title: Short
    text: Text
    success: bool = True
    score: Annotated[int, Field(ge=0, le=100)] = 50
    done: tuple[QuestId, ...] = ()
    when: Condition | None = None
