"""`echoes today`: the puzzle of the day, the same for everybody."""

from datetime import date
from typing import Annotated

import typer

from echoes.engine.scenarios.of_the_day import PlayersDay, players_day
from echoes.interfaces.cli.options import JsonOption, LangOption
from echoes.interfaces.cli.output import json_line
from echoes.interfaces.cli.play import run_game
from echoes.interfaces.cli.terminal_game import DEFAULT_PLAYER
from echoes.interfaces.cli.with_engine import with_engine

_LINES = {
    "en": "Puzzle of the day, {date}: {title}",
    "zh": "今日谜题，{date}：{title}",
}


def today(
    player: Annotated[
        str, typer.Option("--player", help="Your player id; “player” without it.")
    ] = DEFAULT_PLAYER,
    lang: LangOption = None,
    show: Annotated[
        bool, typer.Option("--show", help="Only say which it is, with your card if you have finished it.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Play the puzzle of the day, or go on with it; at the end there is a card to share."""
    day = _look(player, lang)
    line = _LINES.get(lang or "en", _LINES["en"]).format(date=day.date, title=day.title)
    if not show and not day.card:
        if not as_json:
            print(line)
        run_game(as_json, None if day.session_id else day.id, player, day.session_id, lang)
        day = _look(player, lang, date.fromisoformat(day.date))  # it may be tomorrow by now
        if not day.card:
            return
    if as_json:
        json_line({"event": "scenario_of_day", **day.model_dump(mode="json")})
    else:
        print(day.card or line)


def _look(player: str, lang: str | None, day: date | None = None) -> PlayersDay:
    return with_engine(lambda engine: players_day(engine, player, lang, day))
