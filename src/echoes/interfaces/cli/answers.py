"""Answers of a person to yes-or-no questions at the terminal, such as whether to go on with a game."""

from collections.abc import Awaitable, Callable
from datetime import datetime

from echoes.engine.sessions.overview import SessionOverview

_LEAVE = ("q", "quit", "exit", "/quit", "/exit", "退出", "/退出")
_NO = ("n", "no", "否", "不", "另开")
_YES = ("y", "yes", "是", "好", "确定")
_NEITHER = {"en": "“{answer}” is neither yes nor no. ", "zh": "没看懂“{answer}”。"}

_QUESTION = {
    "en": "You have begun this one (turns: {turns}, last played {when}). "
    "Go on with it? Enter for yes, n for a new game › ",
    "zh": "这个你已经开始了（{turns} 步，上次是 {when}）。接着玩吗？回车继续，n 另开一局 › ",
}


def leaves(answer: str) -> bool:
    """Return whether an answer is a wish to leave."""
    return answer.strip().casefold() in _LEAVE


def declines(answer: str) -> bool:
    """Return whether an answer is a plain no."""
    return answer.strip().casefold() in _NO


def agrees(answer: str, by_default: bool = False) -> bool:
    """Return whether an answer is a plain yes; anything doubtful is none.

    Args:
        answer: what was typed.
        by_default: whether a bare Enter agrees.
    """
    said = answer.strip().lower()
    return said in _YES or (by_default and not said)


async def wants(question: str, ask: Callable[[str], Awaitable[str]], language: str) -> bool:
    """Return whether a person wants something; anything but a plain yes or no is asked about again.

    Args:
        question: to which a bare Enter says yes; it says what it takes.
        ask: returns the answer to a question.
        language: of the question.
    Raises:
        EOFError: the person leaves.
    """
    prompt, neither = question, _NEITHER.get(language, _NEITHER["en"])
    while not agrees(answer := await ask(prompt), by_default=True):
        if leaves(answer):
            raise EOFError
        if declines(answer):
            return False
        prompt = neither.format(answer=answer.strip()) + question
    return True


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
