"""Deeds that were said whole and are not simply done: to somebody, a second time, or for who isn't here."""

from echoes.games.story.pack.parts import PLAYER
from echoes.games.story.pack.schema import Act
from echoes.games.story.rules.acting import open_acts, ready_acts
from echoes.games.story.rules.effects import things_at_hand
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.rules.predicates import holds_in_story
from echoes.games.story.rules.surroundings import things_at
from echoes.games.story.turn.certainty import is_certain_move
from echoes.games.story.turn.intent import StoryIntent
from echoes.games.story.turn.matching import WordingMatcher
from echoes.games.story.turn.moves import places_to_go
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
        if one.kind == "do" and key not in opened and (one.at in (None, here) or _is_seen_there(play, one))
    ]
    found = matcher.match(plain, act.mentioned, closed)
    if not (found.is_whole and is_certain_move(play, matcher, act, plain, found.leading[0])):
        return None
    key = found.leading[0].partition(":")[2]
    one, who = acts[key], acts[key].target or ""
    if one.once and key in play.state["done"]:
        return StoryIntent("done")
    if one.at not in (None, here):
        return StoryIntent("elsewhere", moves=[f"go:{one.at}"], why="ask_elsewhere")
    if key in ready_acts(play):
        is_away = who in play.story.cast and who not in play.present() and who in play.state["heard"]
        return StoryIntent("absent", who) if is_away else None
    return _what_is_missing(play, one)


def _is_seen_there(play: StoryPlay, act: Act) -> bool:
    """Return whether a deed is about a thing that the player knows to be at another place in reach."""
    if act.at not in places_to_go(play) or act.target not in things_at(play.story, play.state, act.at):
        return False
    return act.target in play.story.knows or (act.at in play.state["visited"])


def _what_is_missing(play: StoryPlay, act: Act) -> StoryIntent | None:
    """Return the lack for which a deed can't be done; None where to say so would give something away."""
    when = act.when
    if when is None:
        return None
    parts = [
        one for one in (when.parts if when.op == "all" else (when,)) if not holds_in_story(one, play.state)
    ]
    atoms = [next(one.atoms()) for one in parts]
    denied = [one.op == "not" for one in parts]
    takes_time = {atom for atom, _ in atoms} <= {"beat", "turns"}
    if not (takes_time or act.target in things_at_hand(play)):
        return None
    for is_denied, (atom, value) in zip(denied, atoms, strict=True):
        name = str(value)
        if atom == "with" and is_denied:
            return StoryIntent("closed", name, why="closed_with")
        if atom == "has" and not is_denied and name in play.state["heard"]:
            return StoryIntent("closed", name, why="closed_has")
    if any(denied):
        return StoryIntent("closed", why="closed_late")
    return StoryIntent("closed", why="closed_yet" if takes_time else "closed_early")
