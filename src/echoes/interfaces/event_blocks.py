"""Blocks that an event is shown as: the game's own, or the platform's for what every game has."""

from collections.abc import Mapping, Sequence

from echoes.core.log.events import (
    ClarificationAsked,
    CommandResult,
    Event,
    Narrated,
    SessionEnded,
    TurnFailed,
)
from echoes.core.log.lineage import MainLineChosen
from echoes.core.seats.events import SeatLeft, SeatTaken
from echoes.core.views.blocks import Block, Choices, Ending, Line
from echoes.games.base import AnyGame

_WORDS = {
    "en": {
        "taken": "{by} takes the seat “{seat}”.",
        "left": "The seat “{seat}” is free again.",
        "main_line": "This is the main line now.",
        "COMPLETED": "The end",
        "ABORTED": "Given up",
    },
    "zh": {
        "taken": "{by} 坐上了“{seat}”的位置。",
        "left": "“{seat}”的位置空出来了。",
        "main_line": "这一局现在是主线。",
        "COMPLETED": "剧终",
        "ABORTED": "已放弃",
    },
}


def blocks_of(event: Event, games: Mapping[str, AnyGame], game_type: str, language: str) -> Sequence[Block]:
    """Return the blocks that an event is shown as.

    Args:
        event: that the viewer may see.
        games: the game types by name.
        game_type: of the session; of one that is not installed only the platform's events are shown.
        language: of the session.
    """
    game = games.get(game_type)
    own = game.blocks(event, language) if game else None
    return platform_blocks(event, language) if own is None else own


def platform_blocks(event: Event, language: str) -> Sequence[Block]:
    """Return the blocks that an event of the platform's own kinds is shown as."""
    words = _WORDS.get(language, _WORDS["en"])
    match event:
        case ClarificationAsked():
            return [Choices(event.prompt, event.options, event.text, many=event.many, decline=event.decline)]
        case Narrated():
            return [Line(event.text, "spoken", event.speaker)] if event.text else []
        case CommandResult():
            return [Line(event.text)]
        case TurnFailed():
            return [Line(event.error, "error")]
        case SeatTaken():
            return [Line(words["taken"].format(by=event.by, seat=event.seat), "quiet")]
        case SeatLeft():
            return [Line(words["left"].format(seat=event.seat), "quiet")]
        case MainLineChosen():
            return [Line(words["main_line"], "quiet")]
        case SessionEnded():
            return [Ending(words[event.status])]
        case _:
            return []
