"""`echoes ask`: rulings outside any session, for authors and tests."""

from pathlib import Path
from typing import Annotated

import typer

from echoes.bench.runs.json_lines import JsonRow, read_json_lines
from echoes.core.errors import BadInput
from echoes.core.seats.roles import Role
from echoes.engine.engine import GameEngine
from echoes.engine.sessions.queries import game_context
from echoes.games.situation_puzzle.authoring.rule_once import TriedRuling, rule_once
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.turn.context import PuzzleContext
from echoes.interfaces.cli.options import JsonOption, LangOption
from echoes.interfaces.cli.output import json_line, notice
from echoes.interfaces.cli.with_engine import with_engine


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
    rows = read_json_lines(batch, needed=("text",)) if batch else [JsonRow(1, {"text": text})]

    async def work(engine: GameEngine) -> None:
        context = await _context(engine, puzzle, lang, referee)
        for row in rows:
            tried = await rule_once(context.referee, row.text("text"), explain)
            if as_json or batch is not None:
                json_line({**row.fields, **tried.to_json()})
            else:
                _print(tried)

    with_engine(work, notice)


async def _context(engine: GameEngine, puzzle: str, lang: str | None, referee: str | None) -> PuzzleContext:
    kind, scenario = engine.scenarios.get(puzzle, lang)
    if not isinstance(scenario, Puzzle):
        raise BadInput(f"'{kind}' has nothing to ask outside a session", f"Play it: echoes play {puzzle}.")
    agents: dict[str, str] = {Role.REFEREE: referee} if referee else {}
    return await game_context(engine, puzzle, lang, agents)


def _print(tried: TriedRuling) -> None:
    if tried.ruling:
        facts = f"  ({', '.join(tried.facts)})" if tried.facts else ""
        print(f"{tried.ruling}{facts}")
    else:
        print("No ruling." + (" It would offer:" if tried.options else ""))
    for option in tried.options:
        print(f"  {option.n}  {option.text}  [{option.ruling}]")
    if tried.why is not None:
        print(tried.why)
