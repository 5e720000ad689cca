"""Giving up, which ends a game of any kind: how it is said, and what a person is asked before it."""

GIVE_UP_WORDS = ("giveup", "放弃", "认输")
"""The command in all its words."""

_QUESTIONS = {
    "en": "Give up? The game ends here, and nobody can go on with it.",
    "zh": "要放弃吗？这局到此结束，不能再接着玩。",
}


def question_before(language: str) -> str:
    """Return the question that is asked before giving up; in English where the language is unknown."""
    return _QUESTIONS.get(language, _QUESTIONS["en"])
