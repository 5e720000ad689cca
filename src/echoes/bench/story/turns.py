"""The cost of turns of a story: without a model, and with a scripted one over a long game."""

import random
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from echoes.app import open_engine
from echoes.bench.runs.scripted_models import with_a_model
from echoes.bench.story.scripted import AgentCall, ScriptedAgents, endless
from echoes.config import Config, load_config
from echoes.engine.engine import GameEngine
from echoes.engine.sessions.session import GameSession
from echoes.games.story.events import StoryEnded, StoryStarted, SuggestionsOffered
from echoes.games.story.game import StoryGame
from echoes.games.story.pack.schema import StoryPack

_STORY = "last_ferry"
_SETTLED, _EARLY, _AROUND = 5, 20, 4
OPENINGS = 25
"""How often each session is opened."""
LATENCY_MS = 40
_MESSAGES = ("hello Sunniva", "doctor, what about the mail bag?", "wait", "Sunniva, what about the boat?")
_SUMMED = frozenset({"summarizer"})
_AFTER = frozenset({"memory", "check"})


@dataclass(frozen=True)
class StoryTurnFigures:
    """The cost of turns of stories.

    Attributes:
        ratio: a turn without a model over a ruling of a puzzle, both in the same run, medians.
        opening_ms: processor time of opening a long session beyond an empty one, the least of `OPENINGS`.
        before, behind: calls before the player reads on beyond the number of those who speak, and behind the
            reader's back beyond the number of those who remember, at most; summaries apart.
        growth: what an agent is shown at the end over turn 20, at most.
        parallel: what settles at once over its slowest call, median.
        beside: processor time beside the calls, the last tenth of the turns over the first of a new session.
    """

    ratio: float
    opening_ms: float
    before: int
    behind: int
    growth: float
    parallel: float
    beside: float


async def measure_story_turns(
    long: int, turns: int, puzzle: str, questions: Sequence[str], rag: Path
) -> StoryTurnFigures:
    """Measure turns of stories.

    Args:
        long: turns of the long session without a model.
        turns: of the game with a scripted model.
        puzzle: the id of the puzzle that is compared.
        questions: that are asked about it.
        rag: where the knowledge base is, or is built.
    """
    config = load_config()
    with tempfile.TemporaryDirectory(prefix="echoes-bench-") as folder:
        config.paths.rag_storage, config.paths.game_storage = rag, Path(folder) / "game_storage"
        config.models.provider = "embedded"
        async with open_engine(config) as engine:
            ratio = await _compare(engine, max(2 * _SETTLED, min(long, 200)), puzzle, questions)
        opening_ms = await _opening_ms(config, long)
        return await _play_on(with_a_model(config), turns, ratio, opening_ms)


async def _compare(engine: GameEngine, count: int, puzzle: str, questions: Sequence[str]) -> float:
    """Return the processor time of a turn over that of a ruling: both are timed in turn."""
    asked, moved, chance = list[float](), list[float](), random.Random(0)
    session = (await engine.create_session(puzzle, lang="en")).session_id
    story: GameSession | None = None
    options = 0
    for number in range(count):
        began = time.process_time()
        events = [e async for e in engine.handle_message(session, questions[number % len(questions)])]
        if events[-1].event == "question_ruled":
            asked.append(time.process_time() - began)
        if story is None:
            story = await engine.create_session(_STORY, lang="en")
            assert isinstance(story.started, StoryStarted)
            options = len(story.started.options)
        message, began = str(chance.randint(1, options)), time.process_time()
        events = [e async for e in engine.handle_message(story.session_id, message)]
        moved.append(time.process_time() - began)
        options = next((len(e.options) for e in events if isinstance(e, SuggestionsOffered)), options)
        story = None if any(isinstance(event, StoryEnded) for event in events) else story
    return statistics.median(moved[_SETTLED:]) / statistics.median(asked[_SETTLED:])


def _endless_story(engine: GameEngine) -> tuple[str, StoryPack]:
    _, story = engine.scenarios.get(_STORY, "en")
    assert isinstance(story, StoryPack)
    return StoryGame.name, endless(story)


async def _opening_ms(config: Config, turns: int) -> float:
    """Return the milliseconds that opening a long session takes beyond an empty one.

    The least of many openings counts, as in `timeit`: what is more, the machine's other work adds.
    """
    async with open_engine(config) as engine:
        draft = _endless_story(engine)
        ids = [(await engine.create_session("long", draft=draft)).session_id for _ in range(2)]
        for number in range(turns):
            async for _ in engine.handle_message(ids[1], _MESSAGES[number % len(_MESSAGES)]):
                pass
    spent: list[list[float]] = [[], []]
    for _ in range(OPENINGS):
        for at, session in enumerate(ids):
            async with open_engine(config) as engine:
                began = time.process_time()
                await (await engine.open_session(session)).state()
                spent[at].append((time.process_time() - began) * 1000)
    return min(spent[1]) - min(spent[0])


async def _play_on(config: Config, turns: int, ratio: float, opening_ms: float) -> StoryTurnFigures:
    """Play on and on with a scripted model; beside the last tenth, the first turns of a new session."""
    agents, tenth = ScriptedAgents(LATENCY_MS / 1000), max(1, turns // 10)
    said, after = list[list[AgentCall]](), list[list[AgentCall]]()
    late, early = list[float](), list[float]()
    async with open_engine(config, watch=agents.watch) as engine:
        draft = _endless_story(engine)
        long, new = [(await engine.create_session("long", draft=draft)).session_id for _ in range(2)]
        for number in range(turns):
            spent, calls, settled = await _turn(engine, agents, long, number)
            said.append([call for call in calls if call.role not in _AFTER])
            after.append([*(call for call in calls if call.role in _AFTER), *settled])
            if number >= turns - tenth:  # in turn, since a machine is not as fast now as it was then
                late.append(spent)
                early.append((await _turn(engine, agents, new, number - turns + tenth))[0])
    return StoryTurnFigures(
        ratio=ratio,
        opening_ms=opening_ms,
        before=max(len(one) - _count(one, "character") for one in said),
        behind=max(len([c for c in one if c.role not in _SUMMED]) - _count(one, "memory") for one in after),
        growth=_growth([[*one, *two] for one, two in zip(said, after, strict=True)]),
        parallel=statistics.median(map(_parallel, after)),
        beside=statistics.median(late) / statistics.median(early),
    )


async def _turn(
    engine: GameEngine, agents: ScriptedAgents, session: str, number: int
) -> tuple[float, list[AgentCall], list[AgentCall]]:
    """Play a turn; return its processor time in seconds, the calls before it is read, and those after."""
    began = time.process_time()
    async for _ in engine.handle_message(session, _MESSAGES[number % len(_MESSAGES)]):
        pass
    calls = agents.take()
    await engine.settled(session)
    return time.process_time() - began, calls, agents.take()


def _count(calls: Sequence[AgentCall], role: str) -> int:
    return sum(call.role == role for call in calls)


def _growth(turns: Sequence[Sequence[AgentCall]]) -> float:
    """Return the growth of an agent's prompt from around turn 20 to the end, the worst of them."""

    def most(part: Sequence[Sequence[AgentCall]], role: str) -> int:
        return max((call.shown for one in part for call in one if call.role == role), default=0)

    early, late = turns[max(0, _EARLY - _AROUND) : _EARLY + _AROUND], turns[-2 * _AROUND :]
    roles = {call.role for one in early for call in one} - _SUMMED
    return max(most(late, role) / most(early, role) for role in roles)


def _parallel(calls: Sequence[AgentCall]) -> float:
    """Return the seconds that memories and checks took at once, over the slowest of them."""
    settled = [call for call in calls if call.role not in _SUMMED]
    slowest = max(call.ended - call.began for call in settled)
    return (max(call.ended for call in settled) - min(call.began for call in settled)) / slowest
