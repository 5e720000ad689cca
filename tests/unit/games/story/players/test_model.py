"""The AI player that is a model picks an option or says something, and always sends something that can be sent."""

import pytest
from tests.unit.games.story.agents.test_windows import FOLDER

from echoes.games.player import PlayerSeat
from echoes.games.story.opening import story_opening
from echoes.games.story.pack.schema import STORY_FILES
from echoes.games.story.players.registry import STORY_PLAYERS
from echoes.models.providers.scripted import ScriptedClient


@pytest.mark.parametrize(
    ("reply", "sent"),
    [
        ({"number": 2}, "2"),
        ({"number": 0, "words": " /giveup now "}, "giveup now"),
        ({"number": 99, "words": "ask Tove about the bag"}, "ask Tove about the bag"),
        ({"number": 99}, "1"),
        ({}, "1"),
    ],
)
async def test_what_a_model_says_can_be_sent(reply: dict[str, object], sent: str):
    story = next(one.scenario for one in STORY_FILES.read(FOLDER))
    started, _ = story_opening(story, "story")  # type: ignore[arg-type]
    llm = ScriptedClient([reply])
    seat = PlayerSeat(started=started, look=None, llm=llm)  # type: ignore[arg-type]
    move = await STORY_PLAYERS.open("model", seat).move([started], 10)
    assert move is not None
    assert move.text == sent
    assert started.options[0].text in llm.asked[0][1]
