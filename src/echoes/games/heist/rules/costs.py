"""Costs of actions: their names in the log, and how they come back in a later scene."""

from collections.abc import Iterator

from echoes.games.heist import events as happened
from echoes.games.heist.rules.play import HeistPlay

_OF = {"en": ": ", "zh": "："}
"""Between a place and its cost in what a log names it; no phrase, since logs outlive phrases."""


def cost_id(language: str, place: str, what: str) -> str:
    """Return the name of a cost in the log."""
    return f"{place}{_OF[language]}{what}"


def echo_costs(play: HeistPlay, returns: bool) -> None:
    """Bring back the latest cost, or what threatens, when a scene begins.

    Args:
        play: of the message.
        returns: whether the scene was entered before.
    """
    state = play.state
    if not (state["done"] or returns):
        return
    for line, text in _echoes(play):
        if _tell(play, line, text):
            return


def _echoes(play: HeistPlay) -> Iterator[tuple[str, str]]:
    """Yield what may come back, the latest first: all that a place has cost comes back once."""
    state = play.state
    for cost in reversed(state["costs"]):
        yield f"echo:{cost['id'].partition(_OF[play.language])[0]}", cost["text"]
    for clock in reversed(state["threats"]):
        yield f"echo:{clock}", play.say("echo_threat", clock=clock)


def _tell(play: HeistPlay, line: str, text: str) -> bool:
    if line in play.state["told"]:
        return False
    play.add(happened.Told(by="echo", text=text, line=line))
    return True
