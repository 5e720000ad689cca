"""The commands of `echoes puzzles` that change what lies in the user's folders: prepare, remove."""

from typing import Annotated

import typer

from echoes.app import game_types, open_puzzles
from echoes.config import load_config
from echoes.core.errors import BadInput
from echoes.core.plain_text import pluralize
from echoes.engine.engine import GameEngine
from echoes.interfaces.cli.options import JsonOption, LangOption
from echoes.interfaces.cli.output import json_line, notice
from echoes.interfaces.cli.with_engine import with_engine

app = typer.Typer(rich_markup_mode=None)


@app.command("prepare")
def prepare(as_json: JsonOption = False) -> None:
    """Build what is not built yet, so that no game has to wait for it."""

    async def work(engine: GameEngine) -> list[tuple[str, str]]:
        found = engine.puzzles.scenarios()
        return [(one.id, one.language) for game, one in found if await engine.ensure_knowledge(game, one)]

    built = with_engine(work, announce=notice)
    for puzzle, lang in built if as_json else ():
        json_line({"id": puzzle, "language": lang, "status": "built"})
    if not as_json:
        print(f"{pluralize(len(built), 'knowledge base')} built.")


@app.command("remove")
def remove(
    puzzle: Annotated[str, typer.Argument(help="The puzzle's id.")],
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """Remove a puzzle that was taken in; a bundled one of the same id is there again."""
    config = load_config()
    puzzles = open_puzzles(config, game_types(config))
    if config.paths.of_a_checkout:
        files = " and ".join(map(str, puzzles.files(puzzle, lang)))
        raise BadInput("a checkout's data folder holds what came with it too", f"Delete {files} yourself.")
    for path in puzzles.remove(puzzle, lang):
        if as_json:
            json_line({"id": puzzle, "language": path.stem[-2:], "status": "removed"})
        else:
            print(f"removed   {puzzle} ({path.stem[-2:]})  {path}")
