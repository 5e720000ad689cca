"""The last parts of prompts stay within their bounds."""

import pytest
from tests.unit.games.story.playing import story_in

from echoes.games.context_window import estimate_tokens
from echoes.games.story.agents.messages import check_prompt, read_prompt, speak_message
from echoes.games.story.opening import begun_story
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.state import RecentLine, RecentTurn
from echoes.games.story.turn.moves import all_moves

ENDLESS = {"en": "on and on ", "zh": "走了又走，"}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_long_turn_is_shortened_to_its_newest_words(language: str):
    story = story_in(language)
    said = [RecentLine(speaker="tove", text=f"{ENDLESS[language] * 2000}zznewest", heard=[])]
    prompt = speak_message(story, ENDLESS[language] * 2000, said, "zzline", False, "", "zzwords", False, 400)
    assert estimate_tokens(prompt) < 500
    assert all(word in prompt for word in ("zznewest", "zzline", "zzwords"))
    turn = RecentTurn(to="", by_model=True, lines=said)
    for tokens in (500, 2000):
        prompt = check_prompt(story, {**begun_story(story)}, turn, tokens)
        assert estimate_tokens(prompt) <= tokens
        assert "zznewest" in prompt


@pytest.mark.parametrize("language", ["en", "zh"])
def test_topics_give_way_before_places_and_people(language: str):
    story = story_in(language)
    state = begun_story(story)
    play = StoryPlay(story, {**state, "heard": [*state["heard"], *story.cast, *story.things]})
    whole, tight = (read_prompt(play, [*all_moves(play)], "zzwords", tokens) for tokens in (5000, 180))
    assert estimate_tokens(tight) <= 180 < estimate_tokens(whole)
    assert "zzwords" in tight
    place = next(key for key in all_moves(play) if key.startswith("go:")).partition(":")[2]
    assert f"{place} = " in tight
