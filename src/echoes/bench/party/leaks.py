"""The leak test of tables, a part of `echoes bench leaks`: attacks from every seat, searched for marks.

Each seat's sheet, secrets, script, clues, whispers and summary carry marks. Attacks are sent from every seat,
between moves of the table. After each, all that every other seat and those who look on can see is searched:
entries, replies and errors, panels, and the contexts of AI players. A turn is undone and the game forked.
Where no model is configured, one that says all it was shown leads and plays, and the prompts of what it says
are searched, too.
"""

import json
import random
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

from echoes.app import open_engine
from echoes.bench.leaks.calls import ModelCall
from echoes.bench.leaks.command_specs import LeaksOptions
from echoes.bench.leaks.whole_games import ScenarioLeaks, attack_messages, leaks_outcome, recorded_engine
from echoes.bench.party.secrecy import (
    canaries_hidden_from,
    leaks_among,
    strings_of,
    summary_mark,
    whisper_mark,
    write_marked,
)
from echoes.bench.runs.benchmark import BenchmarkOutcome, OnProgress
from echoes.bench.runs.scripted_models import with_a_model
from echoes.config import Config
from echoes.core.operation.usage import Usage
from echoes.core.seats.roles import Role
from echoes.core.seats.visibility import PUBLIC, seen_by
from echoes.core.views.panels import panel_text
from echoes.engine.ai_players.table_runner import TableRunner
from echoes.engine.engine import GameEngine
from echoes.engine.sessions.queries import read_entries, session_window
from echoes.games.party.agents.windows import TELLER
from echoes.games.party.game import Party
from echoes.games.party.pack.schema import MASTER, Module
from echoes.models.completion import Reply, Request

_SHOWN = 8
"""Lines of what it was shown that it says in one reply, another part each time."""

KINDS = ("sheet", "script", "secret", "clue", "whisper", "summary")
_OWN_ASKS = ("/sheet", "/script", "/clues", "/recap", "/look", "/status", "/memory")
_FREE_WORDS = "I hum a tune that my grandmother knew"
_VOICE = re.compile(r"You are the voice of|的声音；")
_UNDO_EVERY, _FORK_EVERY = 9, 14
_NEWEST = 60
"""Entries that are searched after a message, which makes fewer; all of them are after a fork."""


class EchoingModel:
    """Replies with its prompt: in a form beside the keys that fit, else as prose, a part in each reply."""

    id = "echo"

    def __init__(self) -> None:
        self._calls = 0

    async def complete(self, request: Request) -> Reply:
        """Reply with what it was shown."""
        self._calls += 1
        usage = Usage(model_calls=1, prompt_tokens=len(request.prompt) // 4, completion_tokens=20)
        if request.mode is not None:
            form = {"move": self._calls % 5, "number": 1 + self._calls % 3, "speaks": True, "tone": "plain"}
            ruling = {"skill": "insight", "difficulty": "easy", "cost": "time", "words": request.prompt}
            text = json.dumps({**form, **ruling})
        else:
            lines = [line for line in request.prompt.splitlines() if line.strip()]
            at = self._calls * _SHOWN % max(1, len(lines))
            text = " ".join([*lines, *lines][at : at + _SHOWN])
        if request.on_chunk:
            request.on_chunk(text)
        return Reply(text, usage=usage)


async def attack_tables(options: LeaksOptions, on_progress: OnProgress) -> BenchmarkOutcome:
    """Attack all modules; the exit status is 1 where something leaked."""
    found = await measure_table_leaks(*attack_messages(options))
    return leaks_outcome(found, Party.name, "module", KINDS)


async def measure_table_leaks(config: Config, attacks: Sequence[str], seed: int = 0) -> list[ScenarioLeaks]:
    """Attack each module in each language.

    Args:
        config: its storage is not touched.
        attacks: the messages; between two of them a move is made at random.
        seed: of those moves.
    """
    with tempfile.TemporaryDirectory(prefix="echoes-bench-") as folder:
        marked = config.model_copy(deep=True)
        write_marked(config.paths.material(Party.folder), Path(folder) / "data" / Party.folder)
        marked.paths.data, marked.paths.bundled = Path(folder) / "data", None
        async with open_engine(marked) as configured:
            has_model = configured.models.llm(TELLER) is not None
        stand_in = None if has_model else EchoingModel()
        async with recorded_engine(with_a_model(marked) if stand_in else marked, stand_in) as (engine, calls):
            modules = [one for _, one in engine.scenarios.list_all() if isinstance(one, Module)]
            return [await _Attack(engine, module, seed, calls).run(attacks) for module in modules]


class _Attack:
    """The attack on one module.

    Args:
        engine: that plays it.
        module: with marks.
        seed: of the moves.
        calls: of the models, to which each message adds.
    """

    def __init__(self, engine: GameEngine, module: Module, seed: int, calls: Sequence[ModelCall]) -> None:
        self._engine, self._marked, self._calls = engine, module, calls
        self._chance = random.Random(seed)
        self._found = ScenarioLeaks(module.id, module.language)
        self._session_id = ""
        self._hidden: dict[str, dict[str, str]] = {}
        self._runners: dict[str, TableRunner] = {}

    async def run(self, attacks: Sequence[str]) -> ScenarioLeaks:
        """Send each attack from a seat in turn, each followed by what a seat may ask for and by a move."""
        seats = [*self._marked.party, MASTER]
        for number, attack in enumerate(attacks):
            if not self._session_id:
                await self._begin()
            seat, other = seats[number % len(seats)], seats[(number + 1) % len(seats)]
            await self._send(attack, seat)
            await self._send(f"/sheet {self._name(other)}", seat)
            await self._send(f"/whisper {self._name(other)} {whisper_mark(seat, other)}", seat)
            await self._send(_OWN_ASKS[number % len(_OWN_ASKS)], seat)
            if number % _UNDO_EVERY == _UNDO_EVERY - 1:
                await self._send("/undo", seat)
            if number % _FORK_EVERY == _FORK_EVERY - 1:
                await self._fork()
            await self._move()
        return self._found

    def _name(self, seat: str) -> str:
        return self._marked.party[seat].name if seat in self._marked.party else MASTER

    async def _begin(self) -> None:
        begun = await self._engine.create_session(self._marked.id, "leak-test", self._marked.language)
        self._session_id, self._hidden = begun.session_id, {}
        self._found.games += 1
        for seat in self._marked.party:
            await self._send(f"/memory I remember it all: {summary_mark(seat)}", seat)
        await self._search("(opening)")

    async def _fork(self) -> None:
        """Go on in a fork of the game; everything in it is searched anew."""
        self._session_id = await self._engine.fork(self._session_id)
        self._found.games += 1
        await self._search("(fork)")

    async def _move(self) -> None:
        """Move for the seat whose turn it is: at random, in words of its own, or by its companion."""
        if not self._session_id:
            return
        seat, kind = await self._engine.next_seat(self._session_id), self._chance.randrange(3)
        state = await (await self._engine.open_session(self._session_id)).state()
        count = len(state["asked"].get(seat, ())) or 1
        if kind == 1:
            await self._let_play()
        else:
            await self._send(_FREE_WORDS if kind else str(self._chance.randint(1, count)), seat)

    async def _let_play(self) -> None:
        """Make the turn of the seat's companion."""
        asked = len(self._calls)
        self._runners.setdefault(self._session_id, TableRunner(self._engine, self._session_id))
        steps = await self._runners[self._session_id].step(ordered=True)
        self._found.messages += len(steps)
        await self._search_calls(asked)
        await self._search("(companion)")

    async def _send(self, message: str, seat: str) -> None:
        if not self._session_id:
            return
        asked = len(self._calls)
        events = [event async for event in self._engine.handle_message(self._session_id, message, seat=seat)]
        await self._engine.settled(self._session_id)
        self._found.messages += 1
        await self._search_calls(asked)
        replied = [strings_of(event.model_dump()) for event in events]
        await self._search(message, {seat: replied})

    async def _search_calls(self, asked: int) -> None:
        """Search the prompts of what is heard for marks that no group which is together may all see."""
        state = await (await self._engine.open_session(self._session_id)).state()
        at, seats = state["at"], self._marked.party
        hidden = {seat: canaries_hidden_from(self._marked, state, seat) for seat in seats}
        groups = [[seat for seat in seats if at[seat] == scene] for scene in {*at.values()}]
        marks = {mark: kind for one in hidden.values() for mark, kind in one.items()}
        secret = {
            mark: kind
            for mark, kind in marks.items()
            if all(any(mark in hidden[seat] for seat in group) for group in groups)
        }
        for call in self._calls[asked:]:
            self._found.calls += 1
            if call.role == TELLER or _VOICE.search(call.prompt):
                self._found.prompts.update(leaks_among([call.prompt], secret))

    async def _search(self, message: str, replied: dict[str, list[str]] | None = None) -> None:
        """Search all that anybody can see for marks that they must not: after a message, what is new."""
        newest = _NEWEST if replied else 0
        session = await self._engine.open_session(self._session_id)
        state, entries = await session.read(), read_entries(self._engine, self._session_id)
        game, table = self._engine.games[Party.name], await session.state()
        for viewer in (PUBLIC, *self._marked.party):
            seen = [strings_of(one.event.model_dump()) for one in seen_by(entries, viewer)[-newest:]]
            panels = game.panels(self._marked, state, self._marked.language, viewer)
            texts = [*seen, *map(panel_text, panels), *(replied or {}).get(viewer, ())]
            if viewer and not table["ended"]:
                window = await session_window(self._engine, self._session_id, Role.PLAYER, seat=viewer)
                texts += [item for section in window.sections for item in section.items]
            hidden = canaries_hidden_from(self._marked, table, viewer)
            # What was rightly shown stands in the log, also where the turn was undone since.
            self._hidden[viewer] = {
                mark: hidden[mark] for mark in self._hidden.get(viewer, hidden) if mark in hidden
            }
            leaks = leaks_among(texts, self._hidden[viewer])
            self._found.add_shown(leaks, message)
        if table["ended"]:
            self._session_id = ""
