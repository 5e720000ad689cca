"""`echoes players`: list, show and forget players."""

import shlex
import sys
from dataclasses import asdict, dataclass
from typing import Annotated

import typer

from echoes.core.text.plain_text import pluralize
from echoes.engine.engine import GameEngine
from echoes.engine.players.forgetting import forget_player
from echoes.engine.players.players import PlayerDetails
from echoes.interfaces.cli.options import JsonOption
from echoes.interfaces.cli.output import json_line
from echoes.interfaces.cli.with_engine import with_engine
from echoes.memory.manager import RecalledMemory

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="List, show and forget what is remembered of players.",
)

PlayerId = Annotated[str, typer.Argument(help="The player's id.")]


@app.command("list")
def list_players(as_json: JsonOption = False) -> None:
    """List the players."""
    rows = with_engine(lambda engine: engine.players.overviews())
    if not rows and not as_json:
        print("No players yet.")
    for row in rows:
        if as_json:
            json_line(row.to_json())
        else:
            rate = f"{row.solve_rate:.0%} solved" if row.solve_rate is not None else ""
            games = pluralize(row.games, "game")
            print(f"{row.player_id:24} {games:>9} {row.open:>3} open  {rate}".rstrip())


@dataclass(frozen=True)
class MemoryEffect:
    """Something that memory changes in the game.

    Attributes:
        effect: the name of its switch.
        on: whether it is switched on.
        text: what it does.
        switch: the key of its setting.
    """

    effect: str
    on: bool
    text: str
    switch: str


@app.command("show")
def show(
    player: PlayerId,
    about: Annotated[
        str | None, typer.Option("--about", help="Show only the memories nearest in meaning to this.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show all that is remembered of a player, and what it changes."""
    if about is None:
        _show_player(player, as_json)
    else:
        _show_memories(player, about, as_json)


def _show_player(player: str, as_json: bool) -> None:
    async def work(engine: GameEngine) -> tuple[PlayerDetails, list[MemoryEffect]]:
        return await engine.players.show(player), await _effects(engine, player)

    shown, effects = with_engine(work)
    if as_json:
        json_line({**shown.to_json(), "effects": [asdict(effect) for effect in effects]})
    else:
        _print(shown, effects)


def _show_memories(player: str, about: str, as_json: bool) -> None:
    async def work(engine: GameEngine) -> list[RecalledMemory]:
        await engine.players.show(player)
        return await (await engine.players.memory()).recall(player, about)

    for memory in with_engine(work):
        if as_json:
            json_line(memory.to_json())
        else:
            print(memory.content)


async def _effects(engine: GameEngine, player: str) -> list[MemoryEffect]:
    """Return the effects of memory for this player, each with its switch."""
    settings = engine.players.settings
    proposals = await engine.players.propose(player)
    level = proposals[0].level if proposals else None
    by_record = (
        f"Puzzles are proposed by your record; difficulty {level} suits you now."
        if level
        else "Puzzles are proposed by your record once there is one."
    )
    hints = (
        "From two finished puzzles on, your record decides how early a hint is offered and whether "
        "the vaguest comes last. A hint that was given at least five times and helped in less than a fifth "
        "of them comes after the others."
    )
    difficulty = "When a game begins, its difficulty is compared with your own record."
    return [
        MemoryEffect("remember", settings.remember, "Finished games are counted.", "memory.remember"),
        MemoryEffect("propose", settings.propose, by_record, "memory.propose"),
        MemoryEffect("hints", settings.hints, hints, "memory.hints"),
        MemoryEffect("difficulty", settings.difficulty, difficulty, "memory.difficulty"),
    ]


def _print(shown: PlayerDetails, effects: list[MemoryEffect]) -> None:
    counts, observed = shown.profile.counts, shown.profile.observations
    print(f"{shown.player_id}: {counts.content or 'no finished game yet.'}")
    for level, group in counts.levels.items():
        mean = (
            f", in about {pluralize(group.questions_to_solve, 'question')}"
            if group.questions_to_solve is not None
            else ""
        )
        print(f"  difficulty {level}: solved {group.solved} of {group.games}{mean}")
    if observed and observed.asks:
        print(f"  asks {observed.asks}")
    if shown.games:
        print("Games:")
    for game in shown.games:
        print(f"  {game.ended[:10]}  {game.content}")
    for session in shown.open:
        print(f"Open: {session}")
    print("What it changes (set in config/game.yaml, or by ECHOES__MEMORY__NAME=false):")
    for effect in effects:
        print(f"  {effect.switch:18} {'on ' if effect.on else 'off'}  {effect.text}")
    print(f"Forget everything: echoes players forget {_quoted(shown.player_id)}")


def _quoted(name: str) -> str:
    return shlex.quote(name)


@app.command("forget")
def forget(
    player: PlayerId,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Remove a player for good: sessions, profile, and everything else that is stored of them."""
    if not yes and sys.stdin and sys.stdin.isatty():
        typer.confirm(f"Delete all sessions and memories of '{player}' for good?", abort=True)

    report = with_engine(lambda engine: forget_player(engine, player))
    print(f"Forgot {player}: {pluralize(report.sessions, 'session')} deleted.")
    for session_id in report.unreadable:
        print(f"Session '{session_id}' can't be read, so nobody knows whose it is; it was not deleted.")
