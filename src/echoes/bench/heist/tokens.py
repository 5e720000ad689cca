"""Growth of a long heist in tokens, through a session and a model server; a part of `echoes bench overhead`.

The server counts the tokens of what it is asked, and the session keeps them as the usage of each message.
"""

import json
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from echoes.app import open_engine
from echoes.bench.performance.models import stubbed
from echoes.bench.performance.stub_server import stub_model_server
from echoes.config import Config
from echoes.core.log.entries import Entry
from echoes.core.log.queries import usage_of
from echoes.core.operation.usage import Usage
from echoes.engine.engine import GameEngine
from echoes.engine.sessions.queries import read_entries
from echoes.games.heist.events import HeistOption, OptionsOffered, SceneCompressed
from echoes.games.heist.game import Heist
from echoes.models.completion import Completion, Reply, Request
from echoes.models.wrappers.base import CompletionWrapper

_SCORE = "tidewater_ledger"
_TO_BEGIN = ("1", "1", "1")
_EARLY, _AROUND = 20, 10
"""The turn with which the last is compared, and how many around it, since messages differ in length."""
_ACTION = 4
"""One message in so many frames an action; the next thinks better of it."""


@dataclass(frozen=True)
class HeistTokens:
    """The cost of a long game with a model.

    Attributes:
        early, late: prompt tokens a call, around turn 20 and in the last turns, means.
        calls: of the model in one message at most, but for those that sum up a scene.
        summaries: of scenes, in the model's words.
        summing_up: calls that sum up a scene, in one message at most.
        beside_ms: milliseconds of processor time a message beside the calls, median.
    """

    early: float
    late: float
    calls: int
    summaries: int
    summing_up: int
    beside_ms: float

    @property
    def growth(self) -> float:
        """The late tokens over the early ones."""
        return self.late / self.early


@dataclass(frozen=True)
class _Told:
    """The outcome of one message."""

    usage: Usage
    summaries: int
    beside_ms: float


class _TimedCalls(CompletionWrapper):
    """Adds up the processor time of all calls."""

    def __init__(self, inner: Completion, spent: list[float]) -> None:
        super().__init__(inner)
        self._spent = spent

    async def complete(self, request: Request) -> Reply:
        """Ask, and keep how long it took."""
        began = time.process_time()
        try:
            return await self.inner.complete(request)
        finally:
            self._spent.append(time.process_time() - began)


async def measure_heist_tokens(turns: int, rag: Path) -> HeistTokens:
    """Play on and on, with a server that words and sums up whatever it is asked.

    Args:
        turns: the number of messages.
        rag: where knowledge bases are kept; a heist has none.
    """
    with tempfile.TemporaryDirectory(prefix="echoes-bench-") as folder:
        async with await stub_model_server(_leads) as server:
            url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
            told = await _play(stubbed(Path(folder), rag, url), turns)
    around = slice(_EARLY - _AROUND, _EARLY + _AROUND)
    return HeistTokens(
        early=_tokens_a_call(told[around]),
        late=_tokens_a_call(told[-_AROUND:]),
        calls=max(one.usage.model_calls - one.summaries for one in told),
        summaries=sum(one.summaries for one in told),
        summing_up=max(one.summaries for one in told),
        beside_ms=statistics.median(one.beside_ms for one in told if one.usage.model_calls),
    )


def _leads(asked: dict[str, Any]) -> str:
    """Reply with a narration, outcomes that open with the words of their tiers, or a summary."""
    prompt = str(asked["messages"][-1]["content"])
    if "`pick`" in prompt:
        return json.dumps({"pick": 0, "narration": "A gull, a rope, a step; nothing has changed."})
    numbered = [line.split(" ", 1) for line in prompt.splitlines() if line[:1].isdigit()]
    outcomes = [{"n": int(n), "text": f"{word}: it is."} for n, word in numbered]
    return json.dumps({"outcomes": outcomes} if outcomes else {"summary": "It went on for a while."})


def _tokens_a_call(told: Sequence[_Told]) -> float:
    calls = sum(one.usage.model_calls for one in told)
    return sum(one.usage.prompt_tokens for one in told) / calls


async def _play(config: Config, turns: int) -> list[_Told]:
    config.agents = {**config.agents, Heist.name: {**config.agents.get(Heist.name, {}), "seed": "tokens"}}
    calling: list[float] = []
    async with open_engine(config, watch=lambda role, inner: _TimedCalls(inner, calling)) as engine:
        game = _LongGame(engine, (await engine.create_session(_SCORE, lang="en")).session_id, calling)
        for message in (*_TO_BEGIN, "zzyx"):  # how the server wants to be asked is found out once
            await game.say(message)
        begun = len(game.sent)
        for number in range(turns):
            await game.say(game.message(number))
        return game.told()[begun:]


class _LongGame:
    """A heist that stays in its first scene.

    Args:
        engine: with the session.
        session_id: of the game.
        calling: the processor time of each call so far, in seconds.
    """

    def __init__(self, engine: GameEngine, session_id: str, calling: Sequence[float]) -> None:
        self._engine, self._session_id, self._calling = engine, session_id, calling
        self._options: Sequence[HeistOption] = ()
        self._begun = len(read_entries(engine, session_id))
        self.sent: list[tuple[int, float]] = []
        """The number of events of each message, and its milliseconds beside the calls."""

    def message(self, number: int) -> str:
        """Return words that mean nothing, an action, or that it is thought better of."""
        keys = [option.key for option in self._options]
        if "drop" in keys:
            return str(keys.index("drop") + 1)
        wanted = next((n for n, key in enumerate(keys, 1) if key.startswith("approach:")), 0)
        return str(wanted) if wanted and number % _ACTION == 0 else f"zzyx {number:04}"

    async def say(self, message: str) -> None:
        """Send a message."""
        called, began = len(self._calling), time.process_time()
        events = [event async for event in self._engine.handle_message(self._session_id, message)]
        beside = time.process_time() - began - sum(self._calling[called:])
        offered = [event for event in events if isinstance(event, OptionsOffered)]
        self._options = offered[-1].options if offered else self._options
        self.sent.append((len(events), beside * 1000))

    def told(self) -> list[_Told]:
        """Return the events that each message led to, as the log has it."""
        entries = iter(read_entries(self._engine, self._session_id)[self._begun :])
        return [_told([*islice(entries, count)], beside) for count, beside in self.sent]


def _told(entries: Sequence[Entry], beside_ms: float) -> _Told:
    events = [entry.event for entry in entries]
    summaries = sum(isinstance(event, SceneCompressed) and bool(event.source) for event in events)
    return _Told(sum(map(usage_of, entries), Usage()), summaries, beside_ms)
