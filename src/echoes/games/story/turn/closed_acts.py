"""Acts that can't be done now, and why: too early, too late, elsewhere."""

from collections.abc import Sequence

from echoes.games.conditions import Condition
from echoes.games.story.pack.parts import PLAYER
from echoes.games.story.pack.schema import Act
from echoes.games.story.rules.acting import open_acts, ready_acts
from echoes.games.story.rules.effects import things_at_hand
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.rules.predicates import holds_in_story, owner_and_value
from echoes.games.story.rules.surroundings import things_at
from echoes.games.story.turn.intent import StoryIntent
from echoes.games.story.turn.moves import places_to_go

_TIME = ("beat", "turns")


def closed_acts(play: StoryPlay) -> dict[str, StoryIntent]:
    """Return the acts that can't be done now, each with the reason, where to tell it gives nothing away."""
    here, opened = play.state["at"][PLAYER], open_acts(play)
    closed = {
        key: _why_closed(play, key, one)
        for key, one in play.story.acts.items()
        if one.kind == "do" and key not in opened and (one.at in (None, here) or _is_seen_there(play, one))
    }
    return {key: why for key, why in closed.items() if why}


def _why_closed(play: StoryPlay, key: str, act: Act) -> StoryIntent | None:
    """Return the reason that an act can't be done here; None where to tell it would give something away."""
    who, unmet = act.target or "", _unmet(play, act)
    if act.once and key in play.state["done"]:
        return StoryIntent("done")
    if _names_unheard(play, unmet):
        return None
    if act.at not in (None, play.state["at"][PLAYER]):
        return StoryIntent("elsewhere", moves=[f"go:{act.at}"], why="ask_elsewhere")
    if key in ready_acts(play):
        is_away = who in play.story.cast and who not in play.present() and who in play.state["heard"]
        return StoryIntent("absent", who) if is_away else None
    return _what_is_missing(play, act, unmet)


def _is_seen_there(play: StoryPlay, act: Act) -> bool:
    """Return whether a deed is about a thing that the player knows to be at another place in reach."""
    if act.at not in places_to_go(play) or act.target not in things_at(play.story, play.state, act.at):
        return False
    return act.target in play.story.knows or (act.at in play.state["visited"])


def _unmet(play: StoryPlay, act: Act) -> list[Condition]:
    """Return the parts of a deed's condition that don't hold."""
    parts = () if act.when is None else act.when.parts if act.when.op == "all" else (act.when,)
    return [one for one in parts if not holds_in_story(one, play.state)]


def _names_unheard(play: StoryPlay, unmet: Sequence[Condition]) -> bool:
    """Return whether a thing is needed that is unheard of, or a chapter that has not begun."""
    state = play.state
    begun = (*(one["chapter"] for one in state["chapters"]), state["chapter"])
    beats = {beat for chapter in begun for beat in play.story.chapters[chapter].beats}
    atoms = [atom for one in unmet for atom in one.atoms()]
    return any(
        (name == "has" and owner_and_value(value)[1] not in state["heard"])
        or (name == "beat" and value not in beats)
        for name, value in atoms
    )


def _what_is_missing(play: StoryPlay, act: Act, unmet: Sequence[Condition]) -> StoryIntent | None:
    """Return the lack for which a deed can't be done; None where to say so would give something away."""
    takes_time = {name for one in unmet for name, _ in one.atoms()} <= {*_TIME}
    if not (takes_time or act.target in things_at_hand(play)):
        return None
    if any(_is_over(one) for one in unmet):
        return StoryIntent("closed", why="closed_late")
    if any(_awaits(one, "knows") for one in unmet):
        return StoryIntent("closed", why="closed_early")
    if needed := [str(one.value) for one in unmet if one.op == "has" and str(one.value) in play.story.things]:
        return StoryIntent("closed", needed[0], why="closed_has")
    first = unmet[0]
    if len(unmet) == 1 and first.op == "not" and first.parts[0].op == "with":
        return StoryIntent("closed", str(first.parts[0].value), why="closed_with")
    return StoryIntent("closed", why="closed_yet") if all(_awaits(one, *_TIME) for one in unmet) else None


def _is_over(unmet: Condition) -> bool:
    """Return whether a part of a condition can hold no more: a beat is not taken back, nor what was done."""
    return unmet.op == "once" or (unmet.op == "not" and unmet.parts[0].op == "beat")


def _awaits(unmet: Condition, *atoms: str) -> bool:
    """Return whether a part of a condition waits for nothing but such atoms to come true."""
    if unmet.op in ("all", "any"):
        return all(_awaits(one, *atoms) for one in unmet.parts)
    return unmet.op in atoms
