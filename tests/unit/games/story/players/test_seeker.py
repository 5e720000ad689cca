"""The player that heads for endings: it reads what a person reads, and other seeds decide otherwise."""

import pytest
from tests.unit.games.story.playing import story_in, story_intent

from echoes.core.log.entries import Entry
from echoes.games.player import PlayerSeat
from echoes.games.story.events import StoryEnded
from echoes.games.story.opening import story_opening
from echoes.games.story.players.seeker import EndingSeeker
from echoes.games.story.reducer import story_after
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.state import new_story
from echoes.games.story.turn.respond import respond_to


async def nothing_to_look_at():
    """Return no window; the strategy asks for none."""
    raise AssertionError


async def ending_of(name: str, language: str, seed: int) -> tuple[str, set[str]]:
    """Return how a game of the seeker ends, and what its messages were read as."""
    story = story_in(language, name)
    started, trace = story_opening(story, "story")
    state, events, read = story_after(new_story(), Entry(started, trace)), [started], set[str]()
    player = EndingSeeker(PlayerSeat(started=started, look=nothing_to_look_at, seed=seed))
    for left in range(150, 0, -1):
        move = await player.move(events, left)
        assert move is not None
        play = StoryPlay(story, state)
        reading = story_intent(play, move.text)
        respond_to(play, reading, move.text)
        read.add(reading.name.partition(":")[0] or reading.kind)
        state, events = play.state, [*play.events()]
        if isinstance(events[-1], StoryEnded):
            return events[-1].details.ending, read
    raise AssertionError("it came to no ending")


@pytest.mark.parametrize(("name", "language"), [("last_ferry", "en"), ("missing_lead", "zh")])
async def test_it_comes_to_one_ending_or_another_and_says_all_kinds_of_things(name: str, language: str):
    games = [await ending_of(name, language, seed) for seed in range(2)]
    assert len({ending for ending, _ in games}) > 1
    for _, read in games:
        assert {"do", "ask", "tell", "go", "look"} <= read
