"""`echoes players`: what is remembered of players, and how it is forgotten."""

import asyncio
import sys
from typing import Annotated, Any, cast

import typer

from echoes.interfaces.cli.play import JsonOption

app = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, help="List, show and forget what is remembered of players."
)

PlayerId = Annotated[str, typer.Argument(help="The player's id.")]


@app.command("list")
def list_players(as_json: JsonOption = False) -> None:
    """List the players."""
    from echoes.core.plain_text import many
    from echoes.interfaces.cli.output import json_line

    async def run() -> list[Any]:
        from echoes.app import open_engine

        async with open_engine() as engine:
            return await engine.players.all()

    rows = asyncio.run(run())
    if not rows and not as_json:
        print("No players yet.")
    for row in rows:
        if as_json:
            json_line(row)
        else:
            rate = f"{row['solve_rate']:.0%} solved" if row["solve_rate"] is not None else ""
            games = many(row["games"], "game")
            print(f"{row['player_id']:24} {games:>9} {row['open']:>3} open  {rate}".rstrip())


@app.command("show")
def show(
    player: PlayerId,
    about: Annotated[
        str | None, typer.Option("--about", help="Only the memories that come nearest to this.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show all that is remembered of a player, and what it changes."""
    from echoes.interfaces.cli.output import json_line

    async def run() -> tuple[Any, Any]:
        from echoes.app import open_engine

        async with open_engine() as engine:
            shown = await engine.players.show(player)
            if about is not None:
                return [], await (await engine.players.memory()).recall(player, about)
            effects = await _effects(engine, player)
            return {**shown, "effects": effects}, None

    shown, recalled = asyncio.run(run())
    if recalled is not None:
        for memory in recalled:
            if as_json:
                json_line(memory)
            else:
                print(memory["content"])
        return
    if as_json:
        json_line(shown)
    else:
        _print(shown)


async def _effects(engine: Any, player: str) -> list[dict[str, Any]]:
    """What memory changes for this player, each with its switch."""
    settings = engine.players.settings
    proposals = await engine.players.propose(player)
    level = proposals[0].level if proposals else None
    texts: dict[str, str] = {
        "remember": "Finished games are counted.",
        "propose": f"Puzzles are proposed by your record; difficulty {level} suits you now."
        if level
        else "Puzzles are proposed by your record once there is one.",
        "hints": "From two finished puzzles on, your record decides how early a hint is offered and whether "
        "the vaguest comes last. A hint that was given five times and helped in less than a fifth of them "
        "comes after the others.",
        "difficulty": "When a game begins, its difficulty is held against your own record.",
    }
    return [
        {"effect": name, "on": getattr(settings, name), "text": text, "switch": f"memory.{name}"}
        for name, text in texts.items()
    ]


def _print(shown: dict[str, Any]) -> None:
    profile = cast("dict[str, Any]", shown["profile"])
    print(f"{shown['player_id']}: {profile.get('content') or 'no finished game yet.'}")
    for level, group in profile.get("levels", {}).items():
        mean = f", in about {group['questions_to_solve']:g} questions" if group["solved"] else ""
        print(f"  difficulty {level}: solved {group['solved']} of {group['games']}{mean}")
    if profile.get("asks"):
        print(f"  asks {profile['asks']}")
    if shown["games"]:
        print("Games:")
    for game in shown["games"]:
        print(f"  {game['ended'][:10]}  {game['content']}")
    for session in shown["open"]:
        print(f"Open: {session}")
    print("What it changes (config/game.yaml, or ECHOES__MEMORY__NAME=false):")
    for effect in shown["effects"]:
        print(f"  {effect['switch']:18} {'on ' if effect['on'] else 'off'}  {effect['text']}")
    print(f"Forget everything: echoes players forget {_quoted(shown['player_id'])}")


def _quoted(name: str) -> str:
    import shlex

    return shlex.quote(name)


@app.command("forget")
def forget(
    player: PlayerId,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Remove a player for good: sessions, profile, and what lies below them."""
    if not yes and sys.stdin and sys.stdin.isatty():
        typer.confirm(f"Delete all sessions and memories of '{player}' for good?", abort=True)

    async def run() -> Any:
        from echoes.app import open_engine
        from echoes.engine.forgetting import forget_player

        async with open_engine() as engine:
            return await forget_player(engine, player)

    forgotten = asyncio.run(run())
    print(f"Forgot {player}: {forgotten.sessions} session(s) deleted.")
    for session_id in forgotten.unreadable:
        print(f"Session '{session_id}' can't be read, so it is not known whose it is; it was left.")
