"""`echoes bench players`: AI players at the same engine as people, so that figures can be repeated."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from echoes.app import game_types, open_engine
from echoes.bench.players.games import Game, Who, games_of, play
from echoes.bench.players.puzzle_sets import PuzzleSet, choose
from echoes.bench.runs.folder import RunFolder, versions
from echoes.bench.runs.pool import at_most
from echoes.bench.variants import isolated, named_referee, with_model
from echoes.config import Config
from echoes.core.roles import Role
from echoes.games.player import Caps
from echoes.games.situation_puzzle.player import PLAYERS
from echoes.games.situation_puzzle.referees.base import REFEREES
from echoes.models.provider_registry import Watch

OnGame = Callable[[int, int], None]
"""Is told how many games are done, and of how many."""


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


async def run_players(
    config: Config,
    plan: Plan,
    folder: Path,
    concurrency: int = 8,
    on_game: OnGame = lambda done, of: None,
    watch: Watch | None = None,
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Play all games of a plan that the folder does not hold yet.

    Args:
        config: the models; its game storage is left alone.
        plan: what is to be played.
        folder: the run's own.
        concurrency: games at once.
        on_game: is told of each finished game.
        watch: looks over the models' shoulders.
    Returns:
        The plan as it is kept, and a row for each game.
    Raises:
        BadInput: puzzles can't be read, a player lacks what it needs, or the folder holds another run.
    """
    for who in plan.players:
        PLAYERS.load(who.name)
    referees = tuple(Who(named_referee(config, who.name), who.model) for who in plan.referees)
    for who in referees:
        REFEREES.load(who.name)
    folder.mkdir(parents=True, exist_ok=True)
    chosen = choose(config, plan.puzzles, plan.lang, folder / "set", plan.lenient)
    caps = _caps(config, plan)
    with RunFolder(folder, _kept(config, plan, chosen, referees, caps)) as run:
        pairs = [(puzzle.id, puzzle.lang) for puzzle in chosen.puzzles]
        games = games_of(pairs, plan.players, referees, plan.repeats, plan.seed, plan.control)
        todo = [game for game in games if game.key not in run.done]
        done = len(games) - len(todo)
        on_game(done, len(games))
        for (player, referee), group in _by_engine(todo):
            async with open_engine(_engine_config(chosen.config, player, referee), watch=watch) as engine:

                async def one(game: Game) -> None:
                    nonlocal done
                    row, events = await play(engine, game, caps, plan.script)
                    run.write(game.file, events)
                    run.add(row)
                    done += 1
                    on_game(done, len(games))

                await at_most(concurrency, group, one)
        return run.plan, run.rows


def _by_engine(games: Sequence[Game]) -> Iterator[tuple[tuple[Who, Who], list[Game]]]:
    """Games that share the models can share an engine."""

    def key(game: Game) -> tuple[str, str]:
        return str(game.player.model or ""), str(game.referee)

    for _, group in groupby(sorted(games, key=key), key=key):
        found = list(group)
        yield (found[0].player, found[0].referee), found


def _engine_config(config: Config, player: Who, referee: Who) -> Config:
    own = with_model(isolated(config, referee.name), Role.REFEREE, referee.model)
    return with_model(own, Role.PLAYER, player.model)


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
        **versions(config),
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
