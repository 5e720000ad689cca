"""`echoes campaign`: several games in an order, with points that are carried on, and an ending."""

import sys
from typing import Annotated

import typer
from rich.console import Console

from echoes.core.errors import UnknownName
from echoes.core.text.plain_text import clean
from echoes.core.text.punctuation import in_brackets, with_colon
from echoes.engine.engine import GameEngine
from echoes.engine.scenarios.campaigns import CampaignRow, campaign_ids, campaign_of
from echoes.interfaces.cli.options import JsonOption, LangOption
from echoes.interfaces.cli.output import json_line
from echoes.interfaces.cli.play import run_game
from echoes.interfaces.cli.terminal_game import DEFAULT_PLAYER
from echoes.interfaces.cli.with_engine import with_engine

_STATES = {
    "en": {
        "locked": "…", "open": "next", "playing": "in play", "solved": "finished", "given_up": "given up",
        "passed_over": "passed over",
    },
    "zh": {
        "locked": "…", "open": "下一章", "playing": "进行中", "solved": "已完成", "given_up": "已放弃",
        "passed_over": "已跳过",
    },
}  # fmt: skip
_POINTS = {"en": "{points} points", "zh": "{points} 分"}
_COMMA = {"en": ", ", "zh": "，"}
_GO_ON = {"en": "The next chapter: echoes campaign {id}", "zh": "下一章：echoes campaign {id} --lang zh"}


def campaign(
    campaign_id: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="The campaign; not needed where there is only one.")
    ] = None,
    player: Annotated[
        str, typer.Option("--player", help="Your player id; “player” without it.")
    ] = DEFAULT_PLAYER,
    lang: LangOption = None,
    show: Annotated[bool, typer.Option("--show", help="Only say how far you have come.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Play the next chapter of a campaign, or go on with it."""
    found = with_engine(lambda engine: _look(engine, campaign_id, player, lang))
    played = found.chapters[found.next - 1] if found.next and not show else None
    if played:
        if not as_json:
            _tell([found.title, found.opening if found.next == 1 else "", played.before])
        puzzle = None if played.session_id else played.id
        run_game(as_json, puzzle, player, played.session_id, found.lang, once=True)
        found = with_engine(lambda engine: _look(engine, found.id, player, found.lang))
    if as_json:
        json_line({"event": "campaign", **found.to_json()})
        return
    after = [one.after for one in found.chapters if played and one.id == played.id]
    go_on = _GO_ON[found.lang].format(id=found.id) if found.next else ""
    _tell([*after, "\n".join(_lines(found)), found.ending or go_on])


async def _look(engine: GameEngine, campaign_id: str | None, player: str, lang: str | None) -> CampaignRow:
    """Return a campaign as far as a player has come.

    Raises:
        UnknownName: there is no such campaign, or none was named and there is not one alone.
    """
    if campaign_id is None:
        known = campaign_ids(engine)
        if len(known) != 1:
            names = ", ".join(known) or "none"
            raise UnknownName("it takes the name of a campaign", f"There are: {names}.")
        [campaign_id] = known
    return await campaign_of(engine, campaign_id, player, lang)


def _lines(found: CampaignRow) -> list[str]:
    """Return a line for each chapter below that of the campaign."""
    words, points = _STATES[found.lang], _POINTS[found.lang]
    lines = [with_colon(found.title, points.format(points=found.points))]
    for number, one in enumerate(found.chapters, 1):
        is_over = one.state in ("solved", "given_up")
        scored = f"{_COMMA[found.lang]}{points.format(points=one.points)}" if is_over else ""
        state = in_brackets(words[one.state] + scored, found.title) if one.title else words[one.state]
        lines.append(f"{number}  {one.title}{state}")
    return lines


def _tell(texts: list[str]) -> None:
    """Print paragraphs, in lines that fit a terminal."""
    console = Console(soft_wrap=not sys.stdout.isatty(), highlight=False)
    for text in filter(None, texts):
        console.print(f"\n{clean(text)}", markup=False)
