"""A run of AI players: plan the games, play those that are missing, keep each."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import cast

from pydantic import TypeAdapter

from echoes.app import game_types
from echoes.bench.players.games import planned_games
from echoes.bench.players.plan import PlannedPuzzle, PlayersRunPlan
from echoes.bench.players.processes import GameBatch, cores, play_games, play_in_processes
from echoes.bench.players.puzzle_sets import PuzzleSet, choose
from echoes.bench.players.results import GameResult
from echoes.bench.runs.benchmark import OnProgress, ignore_progress
from echoes.bench.runs.environment import run_environment
from echoes.bench.runs.folder import RunFolder, require_free
from echoes.bench.runs.variants import AgentSpec, with_model
from echoes.bench.situation_puzzle.referees import named_referee, prompt_versions
from echoes.config import Config
from echoes.core.errors import BadInput
from echoes.core.seats.roles import Role
from echoes.games.player import PlayerLimits
from echoes.games.situation_puzzle.game import SituationPuzzle
from echoes.games.situation_puzzle.players.prompts import VERSION as PROMPT_VERSION
from echoes.games.situation_puzzle.players.registry import PLAYERS
from echoes.models.provider_registry import Interceptor, ModelProviderRegistry

_FORM = TypeAdapter(GameResult)
_WORTH_WHILE = 24
"""Games for which several processes are started; a process takes seconds to start."""
_MOST_PROCESSES = 8


@dataclass(frozen=True)
class PlayersPlan:
    """A plan of games.

    Attributes:
        puzzles: a file or folder; None for the bundled ones.
        players, referees: who plays, and who rules.
        lang: of the puzzles; None for all.
        repeats: games of each.
        turns, calls, tokens: caps of a game; None as they are configured.
        seed: of all that is left to chance.
        control: play each game without questions too.
        lenient: leave out puzzles that can't be read.
        script: the messages of a scripted player.
        retry_invalid: play the invalid games of an earlier start once more.
        concurrency: games at a time.
        jobs: processes; None for one a core, where that is worth while and the models' settings allow it.
    """

    puzzles: Path | None
    players: tuple[AgentSpec, ...]
    referees: tuple[AgentSpec, ...]
    lang: str | None = None
    repeats: int = 1
    turns: int | None = None
    calls: int | None = None
    tokens: int | None = None
    seed: int = 0
    control: bool = True
    lenient: bool = False
    script: tuple[str, ...] = ()
    retry_invalid: bool = False
    concurrency: int = 8
    jobs: int | None = None


async def run_players(
    config: Config,
    plan: PlayersPlan,
    folder: Path,
    on_progress: OnProgress = ignore_progress,
    watch: Interceptor | None = None,
) -> tuple[PlayersRunPlan, list[GameResult]]:
    """Play all games of a plan that the folder does not hold yet.

    Args:
        config: the models; its game storage is not touched.
        plan: the games.
        folder: of the run.
        on_progress: is called after each game.
        watch: wraps the models; all games are played in this process then.
    Returns:
        The plan as it is kept, and the result of each game.
    Raises:
        BadInput: puzzles can't be read, a player lacks what it needs, or the folder holds another run.
    """
    for player in plan.players:
        _check(config, player, plan.script)
    referees = tuple(
        AgentSpec(named_referee(with_model(config, Role.REFEREE, one.model), one.name), one.model)
        for one in plan.referees
    )
    require_free(folder)
    chosen = choose(config, plan.puzzles, plan.lang, plan.lenient)
    caps = _caps(config, plan)
    with RunFolder(folder, _plan_to_json(config, plan, chosen, referees, caps), _FORM) as run:
        pairs = [(puzzle.id, puzzle.lang) for puzzle in chosen.puzzles]
        games = planned_games(pairs, plan.players, referees, plan.repeats, plan.seed, plan.control)
        again = {key for key, row in run.rows.items() if plan.retry_invalid and not row.valid}
        todo = tuple(game for game in games if game.key not in run.rows or game.key in again)
        batch = GameBatch(chosen.lay_out(config, folder / "set"), todo, caps, plan.script, plan.concurrency)
        keep = _Keeper(run, len(games), len(games) - len(todo), on_progress)
        count = 1 if watch else (plan.jobs or _processes(config, len(todo)))
        if count > 1:
            await play_in_processes(batch, count, keep)
        else:
            await play_games(batch, keep, watch)
        return cast("PlayersRunPlan", run.plan), [*run.rows.values()]


class _Keeper:
    """Keeps each finished game in its run, and reports progress."""

    def __init__(self, run: RunFolder[GameResult], of: int, done: int, on_progress: OnProgress) -> None:
        self._run, self._of, self._done, self._on_progress = run, of, done, on_progress
        on_progress(done, of)

    def __call__(self, row: GameResult, events: str) -> None:
        self._run.write(row.file, events)
        self._run.add(row.key, row)
        self._done += 1
        self._on_progress(self._done, self._of)


def _check(config: Config, player: AgentSpec, script: Sequence[str]) -> None:
    """Check that a player has what it needs, before anything is written."""
    if player.model and not PLAYERS.load(player.name).asks_a_model:
        raise BadInput(f"the player '{player.name}' asks no model", f"Leave out @{player.model}.")
    models = ModelProviderRegistry(with_model(config, Role.PLAYER, player.model).models)
    PLAYERS.check(player.name, models.llm(Role.PLAYER), script)


def _processes(config: Config, games: int) -> int:
    """Return one process a core, or a single one for few games or settings that count within a process."""
    models = config.models
    if models.requests_per_minute or models.record or models.replay or games < _WORTH_WHILE:
        return 1
    return max(1, min(cores(), _MOST_PROCESSES))


def _caps(config: Config, plan: PlayersPlan) -> PlayerLimits:
    usual = game_types(config)[SituationPuzzle.name].caps()
    return PlayerLimits(plan.turns or usual.turns, plan.calls or usual.calls, plan.tokens or usual.tokens)


def _plan_to_json(
    config: Config, plan: PlayersPlan, chosen: PuzzleSet, referees: Sequence[AgentSpec], caps: PlayerLimits
) -> PlayersRunPlan:
    """Return the plan as `run.json` keeps it."""
    return {
        "kind": "players",
        **run_environment(config),
        "referee_prompts": prompt_versions([one.name for one in referees]),
        "player_prompts": PROMPT_VERSION,
        "puzzles": [PlannedPuzzle(**asdict(puzzle)) for puzzle in chosen.puzzles],
        "refused": [*chosen.refused],
        "players": [str(one) for one in plan.players],
        "referees": [str(one) for one in referees],
        "repeats": plan.repeats,
        "caps": {"turns": caps.turns, "calls": caps.calls, "tokens": caps.tokens},
        "seed": plan.seed,
        "control": plan.control,
        "script": [*plan.script],
        "prices": {
            name: {"prompt": price.prompt, "completion": price.completion}
            for name, price in sorted(config.models.prices.items())
        },
    }
