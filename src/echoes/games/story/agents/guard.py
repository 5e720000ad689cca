"""Replies that can't be used: no prose, or prose that speaks or decides for the player."""

from echoes.games.prose import acts_for_player, is_no_prose


def problem_with(text: str, language: str) -> str:
    """Return the reason that a reply can't be used; empty where it can.

    Args:
        text: the prose of the reply.
        language: of the story.
    """
    if is_no_prose(text):
        return {"en": "it is no prose", "zh": "不是正文"}[language]
    if acts_for_player(text, language):
        return {"en": "it speaks or decides for the player", "zh": "替玩家说了话或做了决定"}[language]
    return ""
