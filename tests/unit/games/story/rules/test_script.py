"""Words of a model take the place of the author's; what happens stays up to the rules."""

from tests.unit.games.story.playing import after, story_in

from echoes.core.operation.usage import Usage
from echoes.games.story.events import CharacterSpoke, PlayerActed, SceneTold, StoryTrace
from echoes.games.story.rules.acting import perform
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.rules.script import TurnScript, Written

ASKED = "ask:sunniva:knot"


def played(script: TurnScript | None, key: str = ASKED) -> StoryPlay:
    story = story_in("en")
    play = StoryPlay(story, after(story, "go:parlour"), script)
    perform(play, key, key)
    return play


def spoken(play: StoryPlay) -> list[CharacterSpoke]:
    return [event for event in play.events() if isinstance(event, CharacterSpoke)]


def test_an_empty_script_leaves_all_words_to_the_author():
    assert [one.text for one in spoken(played(TurnScript()))] == [one.text for one in spoken(played(None))]


def test_words_stand_in_for_a_line_and_its_effects_stay():
    plain = played(TurnScript())
    [line] = [entry.traced(StoryTrace).line for entry in plain.entries() if entry.traced(StoryTrace).line][:1]
    worded = played(TurnScript(words={line: Written("A clove hitch.", "small", Usage(model_calls=1))}))
    first, usual = spoken(worded)[0], spoken(plain)[0]
    assert (first.text, first.source, first.usage.model_calls) == ("A clove hitch.", "small", 1)
    assert (usual.source, usual.character) == ("", first.character)
    assert {**worded.state, "recent": []} == {**plain.state, "recent": []}


def test_whoever_is_silent_says_nothing_and_nothing_follows_from_it():
    play = played(TurnScript(silent=frozenset({"sunniva"})))
    assert "sunniva" not in [one.character for one in spoken(play)]
    assert play.state["trust"] == after(story_in("en"), "go:parlour")["trust"]


def test_a_chosen_line_that_does_not_fit_is_left_out():
    fits, not_fitting = played(TurnScript()), played(TurnScript(chosen={"sunniva": "no_such_line"}))
    assert [one.text for one in spoken(not_fitting)] == [one.text for one in spoken(fits)]


def test_free_words_come_before_or_after_those_who_have_something_to_say():
    words = Written("Hm.", "small")
    who = next(one for one in played(TurnScript()).present() if one != "sunniva")
    first, then = played(TurnScript(first=[(who, words)])), played(TurnScript(then=[(who, words)]))
    assert spoken(first)[0].text == spoken(then)[-1].text == "Hm."


def test_whoever_is_not_there_does_not_speak_freely():
    play = played(TurnScript(then=[("tove", Written("From afar.", "small"))]))
    assert "tove" not in play.present() and "From afar." not in [one.text for one in spoken(play)]


def test_the_narration_is_told_once():
    play = played(TurnScript(narration=Written("Rain.", "small")), key="wait:")
    told = [event for event in play.events() if isinstance(event, SceneTold) and event.source]
    assert [one.text for one in told] == ["Rain."]


def test_what_a_turn_cost_and_what_failed_stands_beside_the_deed():
    script = TurnScript(usage=Usage(model_calls=2), failures={"decide": "no reply"})
    entry = next(one for one in played(script).entries() if isinstance(one.event, PlayerActed))
    noted = entry.traced(StoryTrace)
    assert noted.by_model and noted.usage == Usage(model_calls=2) and noted.failures == {"decide": "no reply"}
