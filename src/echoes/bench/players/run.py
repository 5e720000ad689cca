"""`echoes bench players`: AI players at the same engine as people, so that figures can be repeated."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from echoes.app import game_types
from echoes.bench.players.games import games_of
from echoes.bench.players.puzzle_sets import PuzzleSet, choose
from echoes.bench.players.rows import Played
from echoes.bench.players.work import Work, cores, play_games, play_in_processes
from echoes.bench.runs.folder import RunFolder, must_be_free, versions
from echoes.bench.runs.pool import OnItem
from echoes.bench.variants import Who, named_referee, with_model
from echoes.config import Config
from echoes.core.errors import BadInput
from echoes.core.roles import Role
from echoes.games.player import Caps
from echoes.games.situation_puzzle.player import PLAYERS, check_player
from echoes.models.provider_registry import ModelProviderRegistry, Watch

_FORM = TypeAdapter(Played)
_WORTH_WHILE = 24
"""Games; a process takes seconds to start."""
_MOST_PROCESSES = 8


@dataclass(frozen=True)
class Plan:
    """What is to be played.

    Attributes:
        puzzles: a file or folder; None for the bundled ones.
        lang: only puzzles in this language; None for all.
        turns, calls, tokens: caps of a game; None as they are configured.
        control: play each game without questions beside it.
        lenient: leave out puzzles that can't be read.
        script: what a scripted player says.
        retry_invalid: play invalid games of before once more.
    """

    puzzles: Path | None
    players: tuple[Who, ...]
    referees: tuple[Who, ...]
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


async def run_players(
    config: Config,
    plan: Plan,
    folder: Path,
    concurrency: int = 8,
    on_game: OnItem = lambda done, of: None,
    watch: Watch | None = None,
    jobs: int | None = None,
) -> tuple[dict[str, Any], list[Played]]:
    """Play all games of a plan that the folder does not hold yet.

    Args:
        config: the models; its game storage is left alone.
        plan: what is to be played.
        folder: the run's own.
        concurrency: games at once.
        on_game: is told of each finished game.
        watch: looks over the models' shoulders; only in this process.
        jobs: processes; None for one a core, where that is worth while and the models' settings allow it.
    Returns:
        The plan as it is kept, and a row for each game.
    Raises:
        BadInput: puzzles can't be read, a player lacks what it needs, or the folder holds another run.
    """
    for who in plan.players:
        _check(config, who, plan.script)
    referees = tuple(
        Who(named_referee(with_model(config, Role.REFEREE, who.model), who.name), who.model)
        for who in plan.referees
    )
    must_be_free(folder)
    chosen = choose(config, plan.puzzles, plan.lang, plan.lenient)
    caps = _caps(config, plan)
    with RunFolder(folder, _kept(config, plan, chosen, referees, caps), _FORM) as run:
        pairs = [(puzzle.id, puzzle.lang) for puzzle in chosen.puzzles]
        games = games_of(pairs, plan.players, referees, plan.repeats, plan.seed, plan.control)
        again = {key for key, row in run.rows.items() if plan.retry_invalid and not row.valid}
        todo = [game for game in games if game.key not in run.rows or game.key in again]
        done = len(games) - len(todo)
        on_game(done, len(games))

        def on_row(row: Played, events: str) -> None:
            nonlocal done
            run.write(row.file, events)
            run.add(row.key, row)
            done += 1
            on_game(done, len(games))

        count = 1 if watch else (jobs or _processes(config, len(todo)))
        work = Work(chosen.lay_out(config, folder / "set"), tuple(todo), caps, plan.script, concurrency)
        if count > 1:
            await play_in_processes(work, count, on_row)
        else:
            await play_games(work, on_row, watch)
        return run.plan, [*run.rows.values()]


def _check(config: Config, who: Who, script: Sequence[str]) -> None:
    """See that a player has what it needs, before anything is written."""
    if who.model and not PLAYERS.load(who.name).asks_a_model:
        raise BadInput(f"the player '{who.name}' asks no model", f"Leave out @{who.model}.")
    models = ModelProviderRegistry(with_model(config, Role.PLAYER, who.model).models)
    check_player(who.name, models.llm(Role.PLAYER), script)


def _processes(config: Config, games: int) -> int:
    """One a core, unless there is little to play, or the models' settings count within one process."""
    models = config.models
    if models.requests_per_minute or models.record or models.replay or games < _WORTH_WHILE:
        return 1
    return max(1, min(cores(), _MOST_PROCESSES))


def _caps(config: Config, plan: Plan) -> Caps:
    from echoes.games.situation_puzzle.game import SituationPuzzle

    usual = game_types(config)[SituationPuzzle.name].caps()
    return Caps(plan.turns or usual.turns, plan.calls or usual.calls, plan.tokens or usual.tokens)


def _kept(
    config: Config, plan: Plan, chosen: PuzzleSet, referees: Sequence[Who], caps: Caps
) -> dict[str, Any]:
    """The plan as `run.json` keeps it."""
    from echoes.games.situation_puzzle.players.prompts import VERSION

    return {
        "kind": "players",
        **versions(config, [who.name for who in referees]),
        "player_prompts": VERSION,
        "puzzles": [asdict(puzzle) for puzzle in chosen.puzzles],
        "refused": [*chosen.refused],
        "players": [str(who) for who in plan.players],
        "referees": [str(who) for who in referees],
        "repeats": plan.repeats,
        "caps": asdict(caps),
        "seed": plan.seed,
        "control": plan.control,
        "script": [*plan.script],
        "prices": {name: price.model_dump() for name, price in sorted(config.models.prices.items())},
    }
