"""Deeds that were said whole and are not simply done: to somebody, a second time, or for who isn't here."""

from echoes.games.story.pack.parts import PLAYER
from echoes.games.story.rules.acting import open_acts, ready_acts
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.turn.certainty import is_certain_move
from echoes.games.story.turn.intent import StoryIntent
from echoes.games.story.turn.matching import WordingMatcher
from echoes.language.speech_act import SpeechAct


def deeds_offered(play: StoryPlay, matcher: WordingMatcher, act: SpeechAct) -> list[str]:
    """Return the deeds that somebody is told of, such as "I'll dry the pots, Ada"."""
    deeds = [f"do:{key}" for key in open_acts(play)]
    found = matcher.match(act.rest, (*act.addressees, *act.mentioned), deeds)
    return [*found.leading] if found.is_whole else []


def why_closed(play: StoryPlay, matcher: WordingMatcher, act: SpeechAct, plain: str) -> StoryIntent | None:
    """Return the reason that a deed that was said whole can't be done here; None where it was none.

    Args:
        play: before the message.
        matcher: of the story.
        act: the message as a speech act.
        plain: the message in one case and width.
    """
    acts, here, opened = play.story.acts, play.state["at"][PLAYER], open_acts(play)
    closed = [
        f"do:{key}"
        for key, one in acts.items()
        if one.kind == "do" and one.at in (None, here) and key not in opened
    ]
    found = matcher.match(plain, act.mentioned, closed)
    if not (found.is_whole and is_certain_move(play, matcher, act, plain, found.leading[0])):
        return None
    key = found.leading[0].partition(":")[2]
    if acts[key].once and key in play.state["done"]:
        return StoryIntent("done")
    who = acts[key].target or ""
    is_away = who in play.story.cast and who not in play.present() and who in play.state["heard"]
    return StoryIntent("absent", who) if is_away and key in ready_acts(play) else None
