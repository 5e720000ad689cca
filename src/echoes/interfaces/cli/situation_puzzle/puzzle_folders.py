"""The commands of `echoes puzzles` on what lies in the user's folders: prepare, remove, and versions."""

from typing import Annotated

import typer

from echoes.app import game_types, open_scenarios
from echoes.config import load_config
from echoes.core.errors import BadInput, EchoesError, OperatorError
from echoes.core.text.plain_text import pluralize
from echoes.engine.engine import GameEngine
from echoes.engine.operation.maintenance import drop_stale_knowledge
from echoes.engine.scenarios.publishing import published_language, republish, versions_of, withdraw
from echoes.engine.scenarios.versions import Version
from echoes.interfaces.cli.options import JsonOption, LangOption
from echoes.interfaces.cli.output import json_line, notice
from echoes.interfaces.cli.with_engine import with_engine

app = typer.Typer(rich_markup_mode=None)
PuzzleName = Annotated[str, typer.Argument(help="The puzzle's id.")]


@app.command("prepare")
def prepare(as_json: JsonOption = False) -> None:
    """Build what is not built yet, so that no game has to wait for it."""
    failed: list[OperatorError] = []

    async def work(engine: GameEngine) -> list[tuple[str, str]]:
        built: list[tuple[str, str]] = []
        for game, one in engine.scenarios.list_all():
            try:
                built += [(one.id, one.language)] if await engine.ensure_knowledge(game, one) else []
            except OperatorError as error:  # the others can be built nevertheless
                failed.append(error)
        return built

    built = with_engine(work, announce=notice)
    for puzzle, lang in built if as_json else ():
        json_line({"id": puzzle, "language": lang, "status": "built"})
    if not as_json:
        print(f"{pluralize(len(built), 'knowledge base')} built.")
    for line in dict.fromkeys(map(str, failed)):
        notice(f"echoes: {line}")
    if failed:
        raise typer.Exit(1)


@app.command("remove")
def remove(
    puzzle: PuzzleName,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """Remove a puzzle that was taken in, with all its versions; a bundled one is there again."""
    config = load_config()
    repository = open_scenarios(config, game_types(config))
    if config.paths.of_a_checkout:
        files = " and ".join(map(str, repository.files(puzzle, lang)))
        raise BadInput("a checkout's data folder holds what came with it too", f"Delete {files} yourself.")
    for path in repository.remove(puzzle, lang):
        if as_json:
            json_line({"id": puzzle, "language": path.stem[-2:], "status": "removed"})
        else:
            print(f"removed   {puzzle} ({path.stem[-2:]})  {path}", flush=True)
    try:
        with_engine(lambda engine: drop_stale_knowledge(engine, puzzle))
    except (EchoesError, OSError) as error:  # the puzzle is gone nevertheless
        cause = str(error).rstrip(".")
        notice(f"echoes: its knowledge base may still be there ({cause}). `echoes maintenance` removes it.")


@app.command("versions")
def versions(puzzle: PuzzleName, lang: LangOption = None, as_json: JsonOption = False) -> None:
    """List the versions of a puzzle that was taken in."""

    async def work(engine: GameEngine) -> list[Version]:
        return versions_of(engine, puzzle, lang or published_language(engine, puzzle))

    found = with_engine(work)
    for one in found:
        title = one.scenario.title
        if as_json:
            json_line({"version": one.number, "saved": one.saved, "title": title, "current": one.current})
        else:
            print(f"{one.number:4}  {one.saved}  {title}{'  (current)' if one.current else ''}")
    if found and not as_json and not any(one.current for one in found):
        print("Withdrawn: players do not see it. `echoes puzzles republish` brings it back.")


@app.command("withdraw")
def withdraw_puzzle(puzzle: PuzzleName, lang: LangOption = None, as_json: JsonOption = False) -> None:
    """Take a puzzle from players; its versions are kept, and games in play go on."""

    async def work(engine: GameEngine) -> str:
        language = lang or published_language(engine, puzzle)
        withdraw(engine, puzzle, language)
        return language

    _changed(puzzle, with_engine(work), "withdrawn", as_json)


@app.command("republish")
def republish_puzzle(
    puzzle: PuzzleName,
    lang: LangOption = None,
    version: Annotated[
        int | None, typer.Option("--version", help="Its number; the latest without it.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Make an earlier version of a puzzle the current one."""

    async def work(engine: GameEngine) -> str:
        language = lang or published_language(engine, puzzle)
        republish(engine, puzzle, language, version)
        return language

    _changed(puzzle, with_engine(work), "published", as_json)


def _changed(puzzle: str, lang: str, status: str, as_json: bool) -> None:
    if as_json:
        json_line({"id": puzzle, "language": lang, "status": status})
    else:
        print(f"{status:9} {puzzle} ({lang})")
