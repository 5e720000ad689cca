"""`echoes ingest`: take puzzle files in."""

import dataclasses
from pathlib import Path
from typing import Annotated

import typer

from echoes.interfaces.cli.play import JsonOption
from echoes.interfaces.cli.scenarios import DEFAULT_KIND, GameOption, find_game_type


def ingest(
    paths: Annotated[list[Path], typer.Argument(help="Puzzle files, or folders of them.")],
    game: GameOption = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Read and check only.")] = False,
    replace: Annotated[
        bool, typer.Option("--replace", help="Overwrite bundled puzzles of the same id and language.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Read puzzle files, check them, and build their knowledge bases."""
    import asyncio

    failed = asyncio.run(_ingest(paths, game or DEFAULT_KIND, dry_run, replace, as_json))
    if failed:
        raise typer.Exit(1)


async def _ingest(paths: list[Path], game: str, dry_run: bool, replace: bool, as_json: bool) -> bool:
    from echoes.app import open_engine
    from echoes.engine.ingest import ingest as ingest_files
    from echoes.interfaces.cli.output import json_line, notice

    async with open_engine(announce=notice) as engine:
        find_game_type(engine.games, game)
        results = await ingest_files(engine, paths, game, dry_run=dry_run, replace=replace)
    for result in results:
        if as_json:
            json_line(dataclasses.asdict(result))
            continue
        if result.error is None:
            print(f"{result.status:9} {result.puzzle_id} ({result.language})  {result.source}")
        for note in result.notes:
            print(f"          {note}")
    errors = [result.error for result in results if result.error]
    for error in errors:
        notice(f"echoes: {error}")
    return bool(errors)
