"""The question whether a game that was begun is gone on with: another terminal may be playing it."""

from collections.abc import Awaitable, Callable
from datetime import datetime

from echoes.engine.session_overview import SessionOverview
from echoes.interfaces.cli.answers import wants

_QUESTION = {
    "en": "You have begun this one (turns: {turns}, last played {when}). "
    "Go on with it? Enter for yes, n for a new game › ",
    "zh": "这个你已经开始了（{turns} 步，上次是 {when}）。接着玩吗？回车继续，n 另开一局 › ",
}


async def wants_to_resume(game: SessionOverview, language: str, ask: Callable[[str], Awaitable[str]]) -> bool:
    """Return whether a person wants to go on with a game, and not begin another.

    Args:
        game: that was begun.
        language: of the question.
        ask: returns the answer to a question.
    Raises:
        EOFError: the person leaves.
    """
    when = datetime.fromisoformat(game.updated).astimezone().strftime("%Y-%m-%d %H:%M")
    question = _QUESTION.get(language, _QUESTION["en"]).format(turns=game.turns, when=when)
    return await wants(question, ask, language)
