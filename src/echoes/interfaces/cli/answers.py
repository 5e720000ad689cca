"""Answers of a person to yes-or-no questions at the terminal."""

_LEAVE = ("q", "quit", "exit", "/quit", "/exit", "退出", "/退出")
_NO = ("n", "no", "否", "不", "另开")
_YES = ("y", "yes", "是", "好", "确定")


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
