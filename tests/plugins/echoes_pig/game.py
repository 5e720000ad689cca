"""The rules of Pig: roll as long as you dare, bank before a 1 falls, be first at the goal."""

import asyncio
import hashlib
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal, TypedDict

from pydantic import BaseModel, TypeAdapter

from echoes.core.chance import hash_of, new_seed
from echoes.core.documents import Document
from echoes.core.errors import ModelFailed
from echoes.core.log.entries import Entry
from echoes.core.log.events import CommandResult, Event
from echoes.core.log.reply_journal import ReplyJournal
from echoes.core.seats.roles import AccessPolicy
from echoes.core.views.blocks import Block, Dice, Ending, Line
from echoes.core.views.panels import Clock, Meter, Panel
from echoes.games.base import GameType
from echoes.games.player import PlayerLimits
from echoes.games.player_registry import PlayerRegistry
from echoes.games.resources import GameResources
from echoes.games.scenario import FileReport
from echoes.games.turn_state import TurnState
from echoes_pig.events import (
    PIG_EVENTS,
    Banked,
    CrowdMurmured,
    DieRolled,
    PigDetails,
    PigEnded,
    PigStarted,
    PointsGranted,
    SeedTrace,
    WagerMade,
)

ROUNDS = 8
"""Segments of the clock; when it is full, the night is over and whoever leads has won."""


@dataclass(frozen=True)
class Goal:
    """How many points win; the seed of the dice is new for each session where none is given."""

    id: str
    goal: int
    title: str = "Pig"
    language: str = "en"
    seed: str = ""

    @property
    def content_hash(self) -> str:
        return hashlib.sha256(str(self.goal).encode()).hexdigest()[:16]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class PigTable:
    """The goal, and the journal that keeps dice and what the crowd says."""

    goal: Goal
    journal: ReplyJournal


async def shout(seat: str) -> str:
    """What the crowd says of a seat."""
    return f"Bravo, {seat}!"


class PigState(TypedDict):
    """`banked`: by seat; `gathered` and `rolls`: of this round; `over`: whether somebody has won.

    `silence`: whether the crowd has yet to murmur about the last turn.
    """

    seed: str
    seat: str
    banked: dict[str, int]
    gathered: int
    rolls: int
    rounds: int
    over: bool
    silence: bool


class Grant(BaseModel, frozen=True):
    """Points that the house gives to a seat."""

    seat: Literal["red", "blue"]
    points: int


class Pig(GameType[Goal, PigState, PigTable]):
    """Two seats, one die, secret wagers."""

    name = "pig"
    folder = "pig"
    tiers = ("public", "seat:red", "seat:blue")
    access: ClassVar[AccessPolicy] = {
        "seat:red": frozenset({"public", "seat:red"}),
        "seat:blue": frozenset({"public", "seat:blue"}),
    }
    roles = ("seat:red", "seat:blue")
    events = PIG_EVENTS
    players = PlayerRegistry("echoes.pig_players", {"cautious": "echoes_pig.player:Cautious"})
    operations: ClassVar[Mapping[str, type[BaseModel]]] = {"grant": Grant}
    crowd: ClassVar[Callable[[str], Awaitable[str]]] = staticmethod(shout)

    def read_file(self, path: Path) -> list[FileReport]:
        return [FileReport(str(path), self.load(json.loads(path.read_text("utf-8"))))]

    def load(self, data: dict[str, Any]) -> Goal:
        return Goal(str(data["id"]), int(data["goal"]), seed=str(data.get("seed", "")))

    def documents(self, scenario: Goal) -> list[Document]:
        return [
            Document("rule", "Roll, or bank before a 1 falls.", "public", "rule"),
            Document("red", "zzred: bank early.", "seat:red", "advice"),
            Document("blue", "zzblue: be bold.", "seat:blue", "advice"),
        ]

    def opening(self, scenario: Goal, recalled: Any, models: Any) -> tuple[PigStarted, SeedTrace]:
        seed = scenario.seed or new_seed()
        started = PigStarted(
            puzzle_id=scenario.id, title=scenario.title, lang="en", puzzle_hash=scenario.content_hash,
            game_type=self.name, goal=scenario.goal, seed_hash=hash_of(seed),
        )  # fmt: skip
        return started, SeedTrace(seed=seed)

    def seats(self, scenario: Goal) -> Sequence[str]:
        return ("red", "blue")

    def may_act(self, scenario: Goal, state: PigState) -> Sequence[str]:
        return (state["seat"],)

    def initial_state(self, scenario: Goal) -> PigState:
        return PigState(
            seed="",
            seat="red",
            banked={"red": 0, "blue": 0},
            gathered=0,
            rolls=0,
            rounds=0,
            over=False,
            silence=False,
        )

    def evolve(self, state: PigState, entry: Entry) -> PigState:
        other = "blue" if state["seat"] == "red" else "red"
        match entry.event:
            case PigStarted():
                return {**state, "seed": entry.traced(SeedTrace).seed}
            case DieRolled(fell=1):
                return {**state, "gathered": 0, "rolls": 0, "seat": other, "rounds": state["rounds"] + 1}
            case DieRolled() as rolled:
                return {**state, "gathered": rolled.gathered, "rolls": state["rolls"] + 1}
            case Banked() as banked:
                totals = {**state["banked"], banked.seat: banked.total}
                passed: PigState = {**state, "banked": totals, "gathered": 0, "rolls": 0}
                return {**passed, "seat": other, "rounds": state["rounds"] + 1, "silence": True}
            case PointsGranted() as granted:
                return {**state, "banked": {**state["banked"], granted.seat: granted.total}}
            case CrowdMurmured():
                return {**state, "silence": False}
            case PigEnded():
                return {**state, "over": True}
            case _:
                return state

    def progress(self, scenario: Goal, state: PigState) -> float:
        return round(min(1.0, max(state["banked"].values()) / scenario.goal), 4)

    def blocks(self, event: Event, language: str) -> Sequence[Block] | None:
        match event:
            case PigStarted():
                return [
                    Line(f"First to {event.goal} points. Say roll, or bank."),
                    Line("/wager SEAT", "quiet"),
                ]
            case DieRolled():
                lost = " All is lost!" if event.fell == 1 else ""
                return [
                    Dice(f"{event.seat} rolls", (event.fell,), 6, event.fell),
                    *([Line(lost)] if lost else []),
                ]
            case Banked():
                return [Line(f"{event.seat} banks {event.points} and has {event.total}.")]
            case PointsGranted():
                return [Line(f"The house gives {event.seat} {event.points}, who has {event.total} now.")]
            case CrowdMurmured():
                return [Line(line, "quiet") for line in event.lines]
            case WagerMade():
                return [Line(f"You wager on {event.on}; nobody else knows.", "quiet")]
            case PigEnded():
                return [Ending("The winner is", event.details.winner or "nobody")]
            case _:
                return None

    def panels(self, scenario: Goal, state: TurnState[PigState], language: str, seat: str) -> Sequence[Panel]:
        game = state.get("game") or self.initial_state(scenario)
        meters = [Meter(seat, min(1.0, points / scenario.goal)) for seat, points in game["banked"].items()]
        return [Clock("The night", ROUNDS, min(ROUNDS, game["rounds"])), *meters]

    def add_nodes(self, graph: Any, end: str) -> None:
        from langgraph.graph import START

        graph.add_node("play", self._play)
        graph.add_edge(START, "play")
        graph.add_edge("play", end)

    def context(self, resources: GameResources[Goal]) -> PigTable:
        return PigTable(resources.scenario, resources.journal)

    def still_fits(self, message: str, seat: str, before: PigState, now: PigState) -> bool:
        return message.startswith("/wager")

    def unsettled(self, state: PigState) -> bool:
        return state["silence"]

    async def settle(self, context: PigTable, state: TurnState[PigState]) -> Sequence[Entry]:
        asked = [self._heard(context.journal, seat) for seat in ("red", "blue")]
        lines = [line for line in await asyncio.gather(*asked) if line]
        return [Entry(CrowdMurmured(lines=lines))]

    async def _heard(self, journal: ReplyJournal, seat: str) -> str:
        try:
            return await journal.reply(f"crowd:{seat}", lambda: type(self).crowd(seat), TypeAdapter(str))
        except ModelFailed:
            return ""

    async def operate(self, context: PigTable, state: PigState, operation: BaseModel) -> Entry:
        assert isinstance(operation, Grant)
        total = state["banked"][operation.seat] + operation.points
        return Entry(PointsGranted(seat=operation.seat, points=operation.points, total=total))

    def caps(self) -> PlayerLimits:
        return PlayerLimits(turns=60)

    async def _play(self, state: TurnState[PigState], runtime: Any) -> TurnState[PigState]:
        table: PigTable = runtime.context
        game, seat = state["game"], state.get("seat", "")
        word, _, rest = state["message"].strip().lower().partition(" ")
        if word == "/undo":
            return {"outbox": [_say("undo", "The last turn is taken back.")], "undo": 1}
        if word == "/giveup":
            return {
                "outbox": [
                    Entry(PigEnded(status="ABORTED", details=PigDetails(winner="", seed=game["seed"])))
                ]
            }
        if word == "/wager" and rest in game["banked"]:
            return {"outbox": [Entry(WagerMade(seat=seat, on=rest, audience=(seat,)))]}
        if game["over"] or word not in ("roll", "bank") or seat != game["seat"]:
            said = "The game is over." if game["over"] else f"It is {game['seat']}'s turn: roll or bank."
            return {"outbox": [_say("help", said)]}
        return {"outbox": self._moved(table.goal, game, Entry(_move(table.journal, word, game)))}

    def _moved(self, goal: Goal, game: PigState, move: Entry) -> list[Entry]:
        after = self.evolve(game, move)
        move = move.changed(progress=self.progress(goal, after))
        best = max(after["banked"], key=lambda seat: after["banked"][seat])
        if after["banked"][best] < goal.goal and after["rounds"] < ROUNDS:
            return [move]
        return [move, Entry(PigEnded(status="COMPLETED", details=PigDetails(winner=best, seed=game["seed"])))]


def _move(journal: ReplyJournal, word: str, game: PigState) -> Event:
    seat = game["seat"]
    if word == "bank":
        return Banked(seat=seat, points=game["gathered"], total=game["banked"][seat] + game["gathered"])
    [fell] = journal.roll(game["seed"], f"round {game['rounds']}/roll {game['rolls']}", 1, 6)
    return DieRolled(seat=seat, fell=fell, gathered=0 if fell == 1 else game["gathered"] + fell)


def _say(command: str, text: str) -> Entry:
    return Entry(CommandResult(command=command, text=text))
