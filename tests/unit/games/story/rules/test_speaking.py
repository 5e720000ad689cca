"""The choice of words: what is open, what is most specific, who reacts, and what a model may put in."""

from tests.unit.games.story.playing import story_in

from echoes.games.conditions import Condition
from echoes.games.story.events import CharacterSpoke, MoodSet, SceneTold
from echoes.games.story.opening import begun_story
from echoes.games.story.pack.parts import SpokenLine, StoryEffects
from echoes.games.story.pack.schema import StoryPack
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.rules.script import TurnScript, Written
from echoes.games.story.rules.speaking import (
    answer,
    deflect,
    find_line,
    improvise,
    line_key,
    open_lines,
    react,
    speak,
    take_initiative,
    tell,
    tell_narration,
)
from echoes.games.story.state import StoryState

STORY = story_in("en")
START = begun_story(STORY)
WORDS = Written("As a model says it.", "a model")


def with_lines(who: str, **lines: SpokenLine) -> StoryPack:
    """Return the story in which somebody has these lines and no others."""
    member = STORY.cast[who].model_copy(update={"lines": lines})
    return STORY.model_copy(update={"cast": {**STORY.cast, who: member}})


def spoken(play: StoryPlay) -> list[tuple[str, str]]:
    return [(one.character, one.text) for one in play.events() if isinstance(one, CharacterSpoke)]


def test_a_line_about_the_topic_comes_before_one_about_anything():
    story = with_lines(
        "doctor", anything=SpokenLine(text="Hm.", acts=("tell",)),
        bag=SpokenLine(text="The bag!", acts=("tell",), about=("mail_bag",)),
    )  # fmt: skip
    play = StoryPlay(story, START)
    assert open_lines(play, "doctor", "tell", "mail_bag") == ["anything", "bag"]
    assert find_line(play, "doctor", "tell", "mail_bag") == "bag"
    assert find_line(play, "doctor", "tell", "knot") == "anything"


def test_a_question_about_something_is_not_answered_by_a_line_about_nothing():
    story = with_lines("doctor", anything=SpokenLine(text="Hm."))
    assert find_line(StoryPlay(story, START), "doctor", "ask", "mail_bag") == ""
    assert find_line(StoryPlay(story, START), "doctor", "ask") == "anything"


def test_of_equally_specific_lines_the_authors_first_is_said_and_none_twice():
    story = with_lines("doctor", first=SpokenLine(text="One."), second=SpokenLine(text="Two."))
    play = StoryPlay(story, START)
    for _ in range(3):
        answer(play, "doctor", "ask", "")
    member = story.cast["doctor"]
    assert spoken(play) == [("doctor", text) for text in ("One.", "Two.", member.deflections[0])]


def test_a_secret_that_may_not_be_told_now_closes_the_line_that_tells_it():
    report = SpokenLine(text="He has written it all down.", effects=StoryEffects(learn=("board_report",)))
    story = with_lines("sunniva", report=report)
    assert open_lines(StoryPlay(story, START), "sunniva", "ask") == [], "the doctor sits there"
    alone: StoryState = {**START, "at": {**START["at"], "doctor": "loft"}}
    assert open_lines(StoryPlay(story, alone), "sunniva", "ask") == ["report"]


def test_a_reaction_follows_only_whose_words_it_is_meant_for_and_no_more_react_than_the_pace_allows():
    line = SpokenLine(text="Ha!", acts=("react",), about=("bag",), to="doctor")
    story = with_lines("sunniva", ha=line)
    for to, heard in (("doctor", 1), ("eskil", 0)):
        play = StoryPlay(story, START)
        react(play, "bag", to)
        assert len(spoken(play)) == heard
    none = story.model_copy(update={"pace": story.pace.model_copy(update={"reactions": 0})})
    play = StoryPlay(none, START)
    react(play, "bag", "doctor")
    assert spoken(play) == []


def test_who_is_muted_does_not_react_and_takes_no_initiative():
    story = with_lines("sunniva", ha=SpokenLine(text="Ha!", acts=("react", "initiative")))
    play = StoryPlay(story, {**START, "muted": ["sunniva", "doctor", "eskil", "tove"]})
    react(play, "bag")
    take_initiative(play)
    assert spoken(play) == []


def test_who_takes_the_initiative_from_elsewhere_comes_first_and_then_speaks():
    story = with_lines("tove", comes=SpokenLine(text="There you are.", acts=("initiative",)))
    play = StoryPlay(story, {**START, "muted": ["sunniva", "doctor", "eskil"]})
    play.add(SceneTold(text="It is late."))
    take_initiative(play)
    assert [event.event for event in play.events()[1:]] == ["character_came", "character_spoke"]
    hidden = StoryPlay(story, {**play.state, "at": {**START["at"], "tove": "under_the_ice"}, "told": []})
    take_initiative(hidden)
    assert spoken(hidden) == [], "no way leads from there"


def test_who_comes_says_nothing_that_is_true_only_where_they_were():
    here, there = (
        Condition.model_validate({"at": "tove.parlour"}),
        Condition.model_validate({"at": "tove.kitchen"}),
    )
    story = with_lines(
        "tove",
        drops=SpokenLine(text="The cup!", acts=("initiative",), when=there),
        warms=SpokenLine(text="It is warm here.", acts=("initiative",), when=here),
    )
    play = StoryPlay(story, {**START, "muted": ["sunniva", "doctor", "eskil"]})
    play.add(SceneTold(text="It is late."))
    take_initiative(play)
    assert spoken(play) == [("tove", "It is warm here.")]


def test_in_the_last_chapter_nobody_leaves_the_scene():
    story = with_lines("tove", comes=SpokenLine(text="There you are.", acts=("initiative",)))
    at = {**START["at"], "player": "sorting_room"}
    play = StoryPlay(story, {**START, "at": at, "chapter": "morning"})
    play.add(SceneTold(text="It is late."))
    take_initiative(play)
    assert not spoken(play)


def test_a_line_sets_the_mood_once():
    story = with_lines(
        "doctor", one=SpokenLine(text="!", mood="tense"), two=SpokenLine(text="?", mood="tense")
    )
    play = StoryPlay(story, START)
    speak(play, "doctor", "one")
    speak(play, "doctor", "two")
    assert [event.mood for event in play.events() if isinstance(event, MoodSet)] == ["tense"]


def test_the_words_of_a_model_stand_for_the_authors_and_the_line_counts_as_said():
    key = line_key("doctor", "bag")
    play = StoryPlay(STORY, START, TurnScript(words={key: WORDS}))
    speak(play, "doctor", "bag")
    [event] = [one for one in play.events() if isinstance(one, CharacterSpoke)]
    assert (event.text, event.source) == (WORDS.text, WORDS.source)
    assert key in play.state["told"]


def test_a_model_may_choose_among_open_lines_only():
    for chosen, said in (
        ("knife", "knife"),
        ("told_cut", find_line(StoryPlay(STORY, START), "doctor", "ask", "knife")),
    ):
        play = StoryPlay(STORY, START, TurnScript(chosen={"doctor": chosen}))
        answer(play, "doctor", "ask", "knife")
        assert spoken(play)[0] == ("doctor", STORY.cast["doctor"].lines[said].text)


def test_whoever_has_no_words_in_a_script_says_nothing_and_nothing_follows_from_it():
    play = StoryPlay(STORY, START, TurnScript(silent=frozenset({"doctor"})))
    speak(play, "doctor", "bag")
    deflect(play, "doctor")
    assert (play.events(), play.state["told"], play.fresh) == ([], [], False)


def test_only_who_is_there_improvises_those_before_the_lines_first():
    script = TurnScript(first=(("doctor", WORDS), ("eskil", WORDS)), then=(("sunniva", WORDS),))
    play = StoryPlay(STORY, START, script)
    improvise(play, first=True)
    improvise(play)
    assert spoken(play) == [("doctor", WORDS.text), ("sunniva", WORDS.text)], "Eskil is on the landing"


def test_a_narration_is_told_once_in_place_of_the_first_outcome():
    play = StoryPlay(STORY, START, TurnScript(narration=WORDS, mood="tense"))
    tell(play, "The author's words.")
    tell(play, "More of them.")
    tell_narration(play)
    assert [one.text for one in play.events() if isinstance(one, SceneTold)] == [WORDS.text, "More of them."]
    assert play.state["mood"] == "tense"
