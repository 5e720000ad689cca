"""The consequences of a move: initiative, events, beats, talk off-stage, a turn of the page."""

from echoes.games.story import events as happened
from echoes.games.story.events import StoryTrace
from echoes.games.story.pack.parts import PLAYER
from echoes.games.story.rules.chapters import reach_open_beats, turn_pages
from echoes.games.story.rules.effects import apply_effects
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.rules.predicates import holds_in_story
from echoes.games.story.rules.speaking import react, set_mood, take_initiative


def follow_up(play: StoryPlay, waited: bool = False) -> None:
    """Apply the consequences of a move.

    Args:
        play: of the message, the move made.
        waited: whether the player only waited, so that somebody acts at once.
    """
    idle = 0 if play.fresh else play.state["idle"] + 1
    if waited or idle >= play.story.pace.idle:
        take_initiative(play)
        idle = 0
    play.note(StoryTrace(idle=idle))
    _happen(play)
    reach_open_beats(play)
    _talk_offstage(play)
    turn_pages(play)


def _happen(play: StoryPlay) -> None:
    """Trigger one event, if its time has come."""
    here = play.state["at"].get(PLAYER)
    for key, act in play.story.acts.items():
        if act.kind != "event" or (act.once and key in play.state["done"]):
            continue
        if (act.at is None or act.at == here) and holds_in_story(act.when, play.state):
            play.add(happened.SceneTold(text=act.text), StoryTrace(done=(key,)))
            if act.mood:
                set_mood(play, act.mood)
            apply_effects(play, act.effects)
            react(play, key)
            return


def _talk_offstage(play: StoryPlay) -> None:
    """Play a talk of characters who are together without the player; nothing of it is shown."""
    here = play.state["at"].get(PLAYER)
    for key, act in play.story.acts.items():
        if act.kind != "offstage" or (act.once and key in play.state["done"]):
            continue
        places = {play.state["at"].get(who) for who in act.who}
        unseen = len(places) == 1 and here not in places and (act.at is None or act.at in places)
        if unseen and holds_in_story(act.when, play.state):
            play.note(StoryTrace(done=(key,)))
            apply_effects(play, act.effects)
            return
