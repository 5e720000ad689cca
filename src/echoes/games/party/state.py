"""The state of a table: plain data that follows from the entries alone."""

from typing import TypedDict

from echoes.games.party.leading import ModelLead, no_lead
from echoes.games.party.memory.party_memory import PartyMemory, no_memory
from echoes.games.party.pack.schema import MASTER, Module
from echoes.games.party.pack.sheet import CharacterSheet
from echoes.games.party.rules.abilities import Ability, Skill
from echoes.games.party.rules.fight_state import Fight
from echoes.games.party.rules.impairments import ConditionName, can_act
from echoes.games.party.rules.vitals import Vitals, in_full_health, is_down, is_dying


class Known(TypedDict):
    """The knowledge of one viewer, of the others and of the table.

    Attributes:
        hit_points: of each character, as last seen.
        where: the scene of each character, as last seen; empty for elsewhere.
        went: the title of the scene to which each was last seen leaving.
        quests: `open` or `done`.
        secrets: the seats that know each secret.
    """

    hit_points: dict[str, int]
    where: dict[str, str]
    went: dict[str, str]
    quests: dict[str, str]
    secrets: dict[str, list[str]]


class CastCharacter(TypedDict):
    """A character that was made (see `events.characters`)."""

    name: str
    people: str
    calling: str
    scores: dict[Ability, int]
    skills: list[Skill]
    trait: str
    want: str
    secret: str


class Making(TypedDict):
    """A character that is being made; `step`: what its seat was asked."""

    step: str
    draft: CastCharacter


class Kept(TypedDict):
    """A character of an earlier adventure, and what it remembers of that."""

    character: CastCharacter
    remembered: str


class Casting(TypedDict):
    """The cast of a table: who plays whom.

    Attributes:
        made: the characters that were made for seats; `making`: that are being made.
        kept: characters of earlier adventures, which the player to whom the table counts may take along.
        owner: that player, and the mark of it; `guests`: the seats that other people hold.
    """

    made: dict[str, CastCharacter]
    making: dict[str, Making]
    kept: list[Kept]
    owner: list[str]
    guests: list[str]


class PartyState(TypedDict):
    """All that counts.

    Attributes:
        at: the scene of each seat.
        been: the scenes in which each seat was.
        flags: what is so, each with the seats that know of it.
        attitudes: of people, from -2 to 2.
        clocks: filled segments; `full`: those that have come about.
        tried: features that were tried, by `scene.feature`: `done` or `failed`.
        told: keys of what was told: topics (`person.topic`), lines (`seat:situation:number`).
        seen: what each seat has witnessed of `tried`; `heard`: of `told`.
        knows: secrets by seat.
        pages, clues: of scripts, and that were found, by seat.
        votes: whom each seat accuses; `ballots`: how often all votes were counted.
        quests: `open` or `done`.
        acted: the seats that have acted in this round.
        asked: the moves behind the numbers that were shown to each seat last.
        fired: triggers that have happened.
        fight: the one that goes on, if any; `foes`: hit points of those who are fought.
        conditions: of characters and foes; `slots`: that are left to each seat, by level.
        master: whether a person sits in the master's seat.
        due: the seat whose turn it is, as the table was told.
        known: what each viewer has seen, by seat; `""` for viewers without one.
        made: the last move, as `stopped` names it.
        stopped: moves that somebody wanted to stop; `lines`: what the table leaves out; `veils`: what happens
            off-screen.
        suggestion: to the master, until its next turn.
        lead: the model that leads, if one does.
        memory: what each seat remembers, and what was named.
        casting: who plays whom, where characters were made.
        ended: the ending; `given_up` where it was given up.
    """

    seed: str
    at: dict[str, str]
    been: dict[str, list[str]]
    flags: dict[str, list[str]]
    items: dict[str, list[str]]
    coins: dict[str, int]
    vitals: dict[str, Vitals]
    attitudes: dict[str, int]
    clocks: dict[str, int]
    full: list[str]
    tried: dict[str, str]
    told: list[str]
    seen: dict[str, dict[str, str]]
    heard: dict[str, list[str]]
    knows: dict[str, list[str]]
    pages: dict[str, list[str]]
    clues: dict[str, list[str]]
    votes: dict[str, str]
    ballots: int
    quests: dict[str, str]
    round: int
    turns: int
    acted: list[str]
    asked: dict[str, list[str]]
    fired: list[str]
    fight: Fight | None
    foes: dict[str, int]
    conditions: dict[str, list[ConditionName]]
    slots: dict[str, dict[str, int]]
    master: bool
    due: str
    known: dict[str, Known]
    made: str
    stopped: list[str]
    lines: list[str]
    veils: list[str]
    suggestion: str
    lead: ModelLead
    memory: PartyMemory
    casting: Casting
    ended: str


def new_table(module: Module) -> PartyState:
    """Return the state before anything has happened."""
    return {
        "seed": "",
        "at": {seat: module.start.get(seat, module.first) for seat in module.party},
        "been": {seat: [module.start.get(seat, module.first)] for seat in module.party},
        "flags": {},
        "items": {seat: [] for seat in module.party},
        "coins": {seat: sheet.coins for seat, sheet in module.party.items()},
        "vitals": {seat: in_full_health(sheet.hit_points) for seat, sheet in module.party.items()},
        "attitudes": {who: person.attitude for who, person in module.people.items()},
        "clocks": dict.fromkeys(module.clocks, 0),
        "full": [],
        "tried": {},
        "told": [],
        "seen": {seat: {} for seat in module.party},
        "heard": {seat: [] for seat in module.party},
        "knows": {seat: _first_secrets(module, seat) for seat in module.party},
        "pages": {seat: _first_pages(module, seat) for seat in module.party},
        "clues": {seat: [] for seat in module.party},
        "votes": {},
        "ballots": 0,
        "quests": {key: "open" for key, quest in module.quests.items() if quest.open},
        "round": 1,
        "turns": 0,
        "acted": [],
        "asked": {},
        "fired": [],
        "fight": None,
        "foes": {},
        "conditions": {},
        "slots": {seat: _slots(sheet) for seat, sheet in module.party.items() if sheet.slots},
        "master": False,
        "due": "",
        "known": {viewer: _at_first(module) for viewer in ("", MASTER, *module.party)},
        "made": "",
        "stopped": [],
        "lines": [],
        "veils": [],
        "suggestion": "",
        "lead": no_lead(),
        "memory": no_memory({seat: sheet.name for seat, sheet in module.party.items()}),
        "casting": {"made": {}, "making": {}, "kept": [], "owner": [], "guests": []},
        "ended": "",
    }


def _first_secrets(module: Module, seat: str) -> list[str]:
    """Return the secrets that a seat knows from the beginning."""
    return [key for key, secret in module.secrets.items() if seat in secret.knows]


def _first_pages(module: Module, seat: str) -> list[str]:
    """Return the pages that a seat has from the beginning."""
    script = module.scripts.get(seat)
    return [key for key, page in script.pages.items() if page.when is None] if script else []


def _at_first(module: Module) -> Known:
    """Return the public knowledge at the beginning."""
    return {
        "hit_points": {seat: sheet.hit_points for seat, sheet in module.party.items()},
        "where": {seat: module.start.get(seat, module.first) for seat in module.party},
        "went": {},
        "quests": {key: "open" for key, quest in module.quests.items() if quest.open},
        "secrets": {key: [*secret.knows] for key, secret in module.secrets.items()},
    }


def _slots(sheet: CharacterSheet) -> dict[str, int]:
    """Return spell slots by level as plain data."""
    return {str(level): count for level, count in sheet.slots.items()}


def order_of_turns(module: Module, state: PartyState) -> list[str]:
    """Return the actors of a round, in order: the master, if a person leads, those in a fight, the others.

    Foes are among them in a fight, and characters who are dying, for whom code rolls.
    """
    fight, vitals = state["fight"], state["vitals"]
    fighting = [
        name
        for name in (fight["order"] if fight else ())
        if not (fight and fight["fighters"][name]["out"]) or (name in vitals and is_dying(vitals[name]))
    ]
    away = [seat for seat in module.party if seat not in fighting and not is_down(vitals[seat])]
    return [*([MASTER] if state["master"] else []), *fighting, *away]


def is_led(state: PartyState) -> bool:
    """Return whether anybody leads the table: a person, or a model each turn."""
    return state["master"] or state["lead"]["every"] > 0


def next_to_act(module: Module, state: PartyState) -> str:
    """Return the first of those who have not acted in this round, perhaps a foe; empty at its end."""
    waiting = (one for one in order_of_turns(module, state) if one not in state["acted"])
    return "" if state["ended"] else next(waiting, "")


def seat_to_act(module: Module, state: PartyState) -> list[str]:
    """Return the seat whose turn it is; none at the end of a round, or where it is nobody's who can act."""
    actor = next_to_act(module, state)
    plays = actor in module.party and not is_down(state["vitals"][actor])
    return [actor] if actor == MASTER or (plays and can_act(state["conditions"].get(actor, ()))) else []
