"""`echoes ask`: rulings outside any session, for authors and tests."""

import asyncio
from pathlib import Path
from typing import Annotated, Any

import typer

from echoes.app import open_engine
from echoes.bench.runs.json_lines import read_json_lines
from echoes.interfaces.cli.options import JsonOption, LangOption
from echoes.interfaces.cli.output import json_line, notice


def ask(
    puzzle: Annotated[str, typer.Argument(help="The puzzle's id.")],
    text: Annotated[str | None, typer.Argument(help="A question or claim.")] = None,
    batch: Annotated[
        Path | None, typer.Option("--batch", help="JSON lines with `text`; `-` reads standard input.")
    ] = None,
    lang: LangOption = None,
    referee: Annotated[
        str | None, typer.Option("--referee", help="A referee to use instead of the configured one.")
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show what decided the ruling, secrets included.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Rule on a text. It shows secrets: it is a tool for authors, not for players."""
    if (text is None) == (batch is None):
        raise typer.BadParameter("give either a text or --batch FILE")
    if text is not None and not text.strip():
        raise typer.BadParameter("the text is empty")
    rows = _rows(batch) if batch else [{"text": text}]
    asyncio.run(_ask(puzzle, lang, referee, rows, explain, as_json or batch is not None))


def _rows(path: Path) -> list[dict[str, Any]]:
    return [row for _, row in read_json_lines(path, needed=("text",))]


async def _ask(
    puzzle: str,
    lang: str | None,
    referee: str | None,
    rows: list[dict[str, Any]],
    explain: bool,
    as_json: bool,
) -> None:
    async with open_engine(announce=notice) as engine:
        game = engine.games[engine.puzzles.get(puzzle, lang)[0]]
        context = await engine.game_context(puzzle, lang, referee)
        for row in rows:
            answer: dict[str, Any] = await game.try_out(context, str(row["text"]), explain)
            if as_json:
                json_line({**row, **answer})
            else:
                _print(answer)


def _print(answer: dict[str, Any]) -> None:
    if answer["ruling"]:
        facts = f"  ({', '.join(answer['facts'])})" if answer["facts"] else ""
        print(f"{answer['ruling']}{facts}")
    else:
        print("No ruling." + (" It would offer:" if answer["options"] else ""))
    for option in answer["options"]:
        print(f"  {option['n']}  {option['text']}  [{option['ruling']}]")
    if "why" in answer:
        print(answer["why"])
