"""What follows from a move: initiative after a lull, events, and talk that nobody sees."""

from typing import Any

import pytest
from tests.unit.games.story.playing import after, story_in

from echoes.core.log.events import Event
from echoes.games.story.events import PlayerActed
from echoes.games.story.pack.parts import PLAYER
from echoes.games.story.rules.aftermath import follow_up
from echoes.games.story.rules.play import StoryPlay

STORY = story_in("en")
STATE = after(STORY)


def followed(waited: bool = False, acts: Any = None, **changes: Any) -> tuple[StoryPlay, list[Event]]:
    story = STORY if acts is None else STORY.model_copy(update={"acts": acts})
    play = StoryPlay(story, {**STATE, **changes})  # type: ignore[typeddict-item]
    play.add(PlayerActed(act="wait", text="…"))
    follow_up(play, waited)
    return play, [entry.event for entry in play.entries()][1:]


def test_turns_in_which_nothing_happens_are_counted_until_somebody_acts():
    quiet, _ = followed(idle=0)
    assert quiet.state["idle"] == 1
    lively, events = followed(idle=STORY.pace.idle)
    assert lively.state["idle"] == 0 and events


def test_who_waits_is_not_kept_waiting():
    play, events = followed(waited=True)
    assert play.state["idle"] == 0 and events


@pytest.mark.parametrize(
    ("place", "done", "comes"), [("kitchen", [], True), ("loft", [], False), ("kitchen", ["supper"], False)]
)
def test_an_event_comes_once_and_where_the_player_is(place: str, done: list[str], comes: bool):
    supper = STORY.acts["supper"].model_copy(update={"when": None})
    play, events = followed(acts={"supper": supper}, at={**STATE["at"], PLAYER: place}, done=done)
    assert (supper.text in str(events)) is comes
    assert ("supper" in play.state["done"]) is (comes or bool(done))


@pytest.mark.parametrize(("apart", "seen"), [(False, False), (True, False), (False, True)])
def test_talk_behind_the_players_back_is_never_shown(apart: bool, seen: bool):
    talk = STORY.acts["doctor_informs"].model_copy(update={"when": None, "at": None})
    first, second = talk.who
    at = {
        **STATE["at"],
        first: "loft",
        second: "kitchen" if apart else "loft",
        PLAYER: "loft" if seen else "landing",
    }
    play, events = followed(acts={"talk": talk}, at=at)
    assert ("talk" in play.state["done"]) is not (apart or seen)
    assert not talk.text or talk.text not in str(events)
