"""Every agent sees what is its own and nothing else, within a hard budget."""

from pathlib import Path

import pytest
from tests.support import ROOT

from echoes.core.errors import BadSetting
from echoes.games.context_window import estimate_tokens
from echoes.games.story.agents.prompts import PROMPTS, agent_system
from echoes.games.story.agents.windows import (
    JUDGEMENT,
    NARRATOR,
    VOICE,
    newest,
    present_in,
    private_text,
    prompt_text,
    window_of,
)
from echoes.games.story.opening import begun_story
from echoes.games.story.pack.schema import STORY_FILES, StoryPack
from echoes.games.story.recent import with_newest
from echoes.games.story.state import RecentLine, RecentTurn, StoryState

FOLDER: Path = ROOT / "data" / "stories" / "last_ferry"


@pytest.fixture(scope="module")
def story() -> StoryPack:
    found = next(one.scenario for one in STORY_FILES.read(FOLDER) if one.scenario.language == "en")
    assert isinstance(found, StoryPack)
    return found


def turn(*lines: tuple[str, str, list[str]]) -> RecentTurn:
    said = [RecentLine(speaker=who, text=text, heard=heard) for who, text, heard in lines]
    return RecentTurn(to="", by_model=True, lines=said)


@pytest.fixture
def state(story: StoryPack) -> StoryState:
    """A state with a canary in everybody's memory, and turns that only some witnessed."""
    begun = begun_story(story)
    memories = {who: {"summary": f"zzmemory_{who}", "facts": []} for who in story.cast}
    turns = [turn(("player", f"zzturn_{n}", ["tove"] if n % 2 else ["doctor"])) for n in range(8)]
    return {**begun, "memories": memories, "recent": turns, "summary": "zzsummary"}


def shown(role: str, who: str, story: StoryPack, state: StoryState, budget: int = 5000) -> str:
    return prompt_text(window_of(role, who, story, state, "zzmessage", budget), "en")


@pytest.mark.parametrize("who", ["tove", "doctor", "eskil", "sunniva"])
def test_a_character_sees_what_is_its_own(story: StoryPack, state: StoryState, who: str):
    voice, judgement = shown(VOICE, who, story, state), shown(JUDGEMENT, who, story, state)
    for other in story.cast:
        own = other == who
        assert (f"zzmemory_{other}" in voice) is own
        assert (private_text(story, state, other) in judgement) is own
        assert private_text(story, state, other) not in voice
        assert story.cast[other].private.wants not in voice
    witnessed = {n for n in range(8) if f"zzturn_{n}" in voice}
    assert witnessed == {"tove": {3, 5, 7}, "doctor": {2, 4, 6}}.get(who, set())
    assert "zzsummary" not in voice + judgement


def test_who_was_long_away_is_shown_three_turns_that_it_witnessed(story: StoryPack, state: StoryState):
    """However many others there were since, and whether they were summed up."""
    since = [turn(("player", f"zzsince_{n}", ["doctor"])) for n in range(30)]
    later = with_newest({**state, "recent": [*state["recent"], *since]}, 4)
    voice = shown(VOICE, "tove", story, later)
    assert {n for n in range(8) if f"zzturn_{n}" in voice} == {3, 5, 7}
    assert "zzsince" not in voice
    assert "zzturn" not in shown(VOICE, "eskil", story, later) + shown(NARRATOR, NARRATOR, story, later)


def test_the_narrator_sees_no_secret_and_of_later_chapters_the_titles(story: StoryPack, state: StoryState):
    told = shown(NARRATOR, NARRATOR, story, state)
    assert "zzsummary" in told
    assert "zzturn_7" in told
    assert "zzmemory" not in told
    assert story.chapters["night"].title in told
    for hidden in (
        *(story.chapters[key].text for key in ("night", "morning")),
        *(beat.text for beat in story.chapters["evening"].beats.values()),
        *(chapter.completion for chapter in story.chapters.values()),
        *(one.text for one in story.secrets.values()),
        *(one.private.wants for one in story.cast.values()),
    ):
        assert hidden not in told


def test_the_oldest_turns_give_way_then_all_and_the_budget_is_hard(story: StoryPack, state: StoryState):
    whole = estimate_tokens(shown(NARRATOR, NARRATOR, story, state))
    tight = shown(NARRATOR, NARRATOR, story, {**state, "recent": [*state["recent"][:4]]}, whole - 60)
    assert "zzmessage" in tight
    assert "zzturn_0" not in tight
    with pytest.raises(BadSetting, match=r"context_tokens\.narrator"):
        shown(NARRATOR, NARRATOR, story, state, 100)


def test_chapters_that_are_over_give_way_and_no_summary_stops_a_story(story: StoryPack, state: StoryState):
    over = [
        {"chapter": key, "title": key, "summary": f"zzover_{key} " + "on " * 4000} for key in story.chapters
    ]
    told = shown(NARRATOR, NARRATOR, story, {**state, "chapters": over}, 2000)
    assert "zzmessage" in told
    assert "zzover_" not in told
    brief = [{**one, "summary": f"zzover_{one['chapter']}"} for one in over]
    told = shown(NARRATOR, NARRATOR, story, {**state, "chapters": brief})
    assert all(f"zzover_{key}" in told for key in story.chapters)


def test_later_chapters_are_named_in_the_order_in_which_they_follow(story: StoryPack, state: StoryState):
    chapters = dict(reversed(story.chapters.items()))
    turned = story.model_copy(update={"chapters": chapters})
    told = shown(NARRATOR, NARRATOR, turned, state)
    assert told.index(story.chapters["night"].title) < told.index(story.chapters["morning"].title)


def test_whoever_keeps_out_of_it_is_marked(story: StoryPack, state: StoryState):
    present = present_in(story, state)
    told = shown(NARRATOR, NARRATOR, story, {**state, "muted": present[:1]})
    assert next(line for line in told.splitlines() if line.startswith(f"{present[0]} = ")).endswith(
        "(keeps out of it, and does not answer)"
    )
    assert told.count("keeps out of it") == 1


@pytest.mark.parametrize("language", ["en", "zh"])
def test_prompts_stay_under_500_tokens_before_the_context(story: StoryPack, language: str):
    for task in PROMPTS.of_language(language).names["system"]:
        public = story.cast["tove"].public.model_dump()
        values = {"name": "Tove", **public} if task in ("speak", "decide", "memory") else {}
        assert estimate_tokens(agent_system(language, task, **values)) < 500, task


def test_both_languages_have_the_same_prompts():
    keys = [
        {part: {*texts} for part, texts in each.names.items()}
        for each in map(PROMPTS.of_language, ("en", "zh"))
    ]
    assert keys[0] == keys[1]


def test_the_newest_part_of_a_text_is_kept():
    text = "\n".join(f"line {n}" for n in range(500))
    assert newest(text, 50).endswith("line 499")
    assert estimate_tokens(newest("word " * 5000, 50)) <= 50
