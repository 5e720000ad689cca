"""The state of a heist: plain data that follows from the entries alone."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypedDict, TypeVar

from echoes.games.heist.rules.phases import HeistMood, HeistPhase
from echoes.games.heist.rules.tables import ACTIONS, Action, Effect, Entanglement, OutcomeTier, Position

ItemT = TypeVar("ItemT")


class Scoundrel(TypedDict):
    """The sheet.

    Attributes:
        ratings: 0 to 4 by action.
        load: how many items may be declared in a score.
        bonds: by person.
    """

    name: str
    pronouns: str
    archetype: str
    background: str
    ratings: dict[str, int]
    vice: str
    load: int
    experience: int
    bonds: dict[str, int]


class Veteran(Scoundrel):
    """The sheet with which a heist ended, by which the next one may be played."""

    traumas: list[str]


class KeptOutcome(TypedDict):
    """An outcome that a die buys; `events.base.CommittedOutcome` as plain data."""

    die: int
    tier: OutcomeTier
    stress: int
    heat: int
    line: str
    words: str


class Framing(TypedDict):
    """An action before its die is spent; `outcomes`: what each die of the pool buys."""

    obstacle: str
    approach: str
    action: Action
    position: Position
    effect: Effect
    used: list[str]
    outcomes: list[KeptOutcome]


class PendingConsequence(TypedDict):
    """A consequence that may still be resisted."""

    clock: str
    ticks: int
    harm: int
    attribute: str


class Interrupt(TypedDict):
    """Something that must be dealt with first: an obstacle of this scene, or an entanglement."""

    obstacle: str
    entanglement: Entanglement | Literal[""]


BeatKind = Literal["action", "narration", "speech", "roll", "tick"]


class Beat(TypedDict):
    """One thing that happened in a scene: what the player did, what was told or said, a roll, a tick."""

    kind: BeatKind
    text: str


class PastScene(TypedDict):
    """A scene that is over, in a few sentences; `seeds`: what it leaves for later ones."""

    scene: str
    text: str
    seeds: list[str]


class Cost(TypedDict):
    """The cost of an outcome: its name in the log, and its words."""

    id: str
    text: str


ListName = Literal["flags", "threads", "rumours", "goals", "items"]
LISTS: Final[Mapping[str, ListName]] = {
    "flag": "flags",
    "thread": "threads",
    "rumour": "rumours",
    "goal": "goals",
    "item": "items",
}
"""The lists of things of the world that are there or not."""


class HeistState(TypedDict):
    """All that counts.

    Attributes:
        veteran: the scoundrel of an earlier score, who may be played again.
        made: the parts of the sheet that were filled in, in order.
        thrown: how often the pool has got dice; by it throws are keyed.
        visits: how often each scene was entered; `done`: the scenes that are over.
        shift: steps by which positions are worse in this scene.
        clocks: filled segments, of obstacles too (`scene.obstacle`); `full`: those that have come about.
        worse: steps by which each obstacle's position is worse; `tries`: dice spent on each.
        told: keys of lines that were told; asked: the moves behind the numbers of a question back.
        costs, threats, summaries: the last few, for later scenes.
        said: the oracle's answers by question; `seen`: facts that were told.
        beats: what happened since the last summary.
        style: what the scene's style has become, over the score's tone.
        renewed: how often other dice were asked for.
        free: activities left between two scenes.
        declared: items of the load; `counted`: dice spent in all; `rewound`: whether one was taken back.
    """

    seed: str
    dice: str
    veteran: Veteran | None
    phase: HeistPhase
    mood: HeistMood
    variant: str
    scoundrel: Scoundrel
    made: list[str]
    cards: dict[str, str]
    plan: str
    detail: str
    stress: int
    heat: int
    wanted: int
    coin: int
    harm: int
    traumas: list[str]
    pool: list[int]
    thrown: int
    scene: str
    to: str
    visits: dict[str, int]
    done: list[str]
    shift: int
    clocks: dict[str, int]
    full: list[str]
    worse: dict[str, int]
    tries: dict[str, int]
    flags: list[str]
    goals: list[str]
    threads: list[str]
    rumours: list[str]
    factions: dict[str, int]
    declared: list[str]
    items: list[str]
    style: dict[str, str]
    framing: Framing | None
    pending: PendingConsequence | None
    interrupt: Interrupt | None
    choices: list[str]
    asked: list[str]
    told: list[str]
    costs: list[Cost]
    threats: list[str]
    summaries: list[PastScene]
    beats: list[Beat]
    said: dict[str, str]
    seen: list[str]
    free: int
    counted: int
    rewound: bool
    renewed: int
    ended: bool


def new_scoundrel() -> Scoundrel:
    """Return an empty sheet."""
    return Scoundrel(
        name="",
        pronouns="",
        archetype="",
        background="",
        ratings=dict.fromkeys(ACTIONS, 0),
        vice="",
        load=5,
        experience=0,
        bonds={},
    )


def new_heist() -> HeistState:
    """Return the state before anything has happened."""
    return HeistState(
        seed="", dice="pool", veteran=None, phase="creation", mood="", variant="",
        scoundrel=new_scoundrel(), made=[],
        cards={}, plan="", detail="", stress=0, heat=0, wanted=0, coin=0, harm=0, traumas=[], pool=[],
        thrown=0, scene="", to="", visits={}, done=[], shift=0, clocks={}, full=[], worse={}, tries={},
        flags=[], goals=[], threads=[], rumours=[], factions={}, declared=[], items=[], style={},
        framing=None, pending=None, interrupt=None, choices=[], asked=[], told=[], costs=[], threats=[],
        summaries=[], beats=[], said={}, seen=[], free=0, counted=0, rewound=False,
        renewed=0, ended=False,
    )  # fmt: skip


def dice_seed(state: HeistState) -> str:
    """Return the seed that dice follow from: the session's, or one from it where others were asked for."""
    return f"{state['seed']}/{state['renewed']}" if state["renewed"] else state["seed"]


def appended(items: Sequence[ItemT], item: ItemT, most: int = 0) -> list[ItemT]:
    """Return a list with one more item at its end, the oldest left out beyond `most` (0: no bound)."""
    return [*items, item][-most:]


def without(items: Sequence[ItemT], item: ItemT) -> list[ItemT]:
    """Return a list without an item."""
    return [one for one in items if one != item]
