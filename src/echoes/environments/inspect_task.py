"""An Inspect task, `echoes/situation_puzzles`: a model plays our puzzles.

An agent of one's own plays with the tool `tell_referee`: `--solver` takes it in place of the conversation.
"""

from dataclasses import asdict
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.model import ChatMessageUser
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import Tool, tool
from inspect_ai.util import store

from echoes.app import open_engine
from echoes.bench.runs.variants import sandboxed
from echoes.config import load_config
from echoes.core.errors import BadInput
from echoes.environments.game import PuzzleFigures, PuzzleGame, must_be_positive, opening_of, puzzle_keys

_games: dict[str, PuzzleGame] = {}
"""The games in play, by the sample that each belongs to; a sample's own store takes plain data only."""
_SAMPLE, _FIGURES = "echoes:sample", "echoes:figures"


@task
def situation_puzzles(puzzles: str | list[str] = "", lang: str = "", messages: int = 40) -> Task:
    """Situation puzzles: the model asks until it knows what lies behind the story.

    Args:
        puzzles: ids, in a list or parted by commas; empty for all.
        lang: en or zh; empty for both.
        messages: the most messages that the referee answers, from 1.
    """
    must_be_positive(messages)
    engine = open_engine(sandboxed(load_config()))
    samples = [
        Sample(
            id=f"{name}_{language}",
            input=opening_of(engine, name, language, messages),
            metadata={"puzzle": name, "lang": language, "messages": messages},
        )
        for name, language in puzzle_keys(engine, puzzles, lang)
    ]
    return Task(
        dataset=samples,
        setup=sample_game(),
        solver=conversation(),
        scorer=outcome(),
        cleanup=_end_game,
        version=1,
    )


@solver
def sample_game() -> Solver:
    """The game of a sample, which is begun."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        about = state.metadata
        game = PuzzleGame(about["puzzle"], about["lang"], about["messages"])
        _games[state.uuid] = await game.__aenter__()  # the task's cleanup ends it
        state.store.set(_SAMPLE, state.uuid)
        state.store.set(_FIGURES, asdict(game.figures))
        return state

    return solve


async def _end_game(state: TaskState) -> None:
    if state.uuid in _games:
        await _games.pop(state.uuid).aclose()


@solver
def conversation() -> Solver:
    """Play by plain messages: what the model says goes to the referee, and the reply goes to the model."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        game = _games[state.uuid]
        while not game.is_over and not state.completed:
            state = await generate(state)
            reply = await _say(state.output.completion)
            state.messages.append(ChatMessageUser(content=reply))
        return state

    return solve


@tool
def tell_referee() -> Tool:
    """The referee as a tool, for agents."""

    async def tell(message: str) -> str:
        """Send a message to the referee of the puzzle, and return the reply.

        Args:
            message: A question that yes or no can answer, the number of an option, /hint, or /answer and the
                whole solution.
        """
        return await _say(message)

    return tell


async def _say(text: str) -> str:
    kept = store()
    if kept.get(_SAMPLE) not in _games:
        raise BadInput("no game is being played here", "Play the task echoes/situation_puzzles.")
    game = _games[kept.get(_SAMPLE)]
    reply = await game.say(text)
    kept.set(_FIGURES, asdict(game.figures))
    return reply


@scorer(metrics={"*": [mean(), stderr()]})
def outcome() -> Scorer:
    """The share of solved puzzles, the points (0 to 1), and what they took."""

    async def score(state: TaskState, target: Target) -> Score:
        found: dict[str, Any] = state.store.get(_FIGURES) or asdict(PuzzleFigures())
        value = {"solved": float(found["solved"]), "score": found["score"] / 100}
        value |= {name: float(found[name]) for name in ("questions", "hints", "messages")}
        return Score(value=value, explanation=f"{state.metadata['puzzle']}: {found}")

    return score
