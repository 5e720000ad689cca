"""Words of strangers that say less, or other, than a move: they are asked back, never taken."""

import json

import pytest
from tests.support import ROOT

from echoes.bench.wordings.measure import count_readings
from echoes.bench.wordings.suites import Suite
from echoes.games.story.opening import begun_story
from echoes.games.story.pack.schema import StoryPack
from echoes.games.story.pack.story_files import STORY_FILES
from echoes.games.story.rules.acting import perform
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.turn.interpret import story_intent

SUITES = ROOT / "data" / "wordings"
SUITE = SUITES / "blind_2026_11"


def packs(story: str) -> dict[str, StoryPack]:
    found = [one.scenario for one in STORY_FILES.read(ROOT / "data" / "stories" / story)]
    return {one.language: one for one in found if isinstance(one, StoryPack)}


PACKS = {name: packs(name) for name in ("last_ferry", "missing_lead")}
MOVES = json.loads((SUITE / "situations.json").read_text("utf-8"))


@pytest.mark.parametrize(
    ("story", "language", "at", "message"),
    [
        ("missing_lead", "en", "nine", "you should play the king"),
        ("missing_lead", "zh", "nine", "你来演国王得了"),
        ("last_ferry", "en", "morning", "stay here and listen to them"),
        ("last_ferry", "zh", "night", "告诉她埃斯克没睡在船上"),
        ("missing_lead", "en", "booth", "give the crown back to robin"),
        ("missing_lead", "en", "stage", "look in my box"),
        ("missing_lead", "en", "booth", "look down at the stage"),
        ("missing_lead", "en", "wardrobe", "who made the crown"),
        ("missing_lead", "en", "wardrobe", "tell her about peg's tapes"),
        ("last_ferry", "en", "night", "why didn't you go after him"),
        ("last_ferry", "en", "night", "ask mr crane about the letter"),
        ("last_ferry", "en", "landing", "search the room"),
        ("last_ferry", "en", "kitchen", "sleep"),
        ("missing_lead", "zh", "stage", "他为什么走了"),
        ("missing_lead", "en", "stage", "I jump down from my box"),
        ("missing_lead", "en", "stage", "I climb out of the box and bow"),
        ("missing_lead", "en", "wardrobe", "can she read"),
        ("last_ferry", "en", "kitchen", 'I look at the stove and say "somebody burned paper here"'),
    ],
)
def test_it_is_asked_back(story: str, language: str, at: str, message: str):
    pack = PACKS[story][language]
    state = begun_story(pack)
    for move in MOVES[story][at]:
        play = StoryPlay(pack, state)
        perform(play, move, move)
        state = play.state
    assert story_intent(StoryPlay(pack, state), message).kind != "move"


@pytest.mark.parametrize("suite", ["blind_2026_11_b", "blind_2026_11_c", "blind_2026_11_d"])
@pytest.mark.parametrize("half", ["development", "untouched"])
async def test_nothing_that_strangers_said_is_taken_wrongly(suite: str, half: str):
    for languages in PACKS.values():
        for pack in languages.values():
            counted, wrong = await count_readings(Suite(SUITES / suite, "story", pack), half)
            assert counted["wrong"] == 0, wrong
