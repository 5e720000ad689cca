"""Another try at the last turn: what it was, who spoke in it, and what was said to it."""

import pytest
from tests.unit.games.story.playing import story_in

from echoes.core.log.entries import Entry
from echoes.core.log.events import Event
from echoes.games.story.agents.regeneration import author_text, last_turn_of, speaker_named, spoken_in
from echoes.games.story.events import AddresseeChosen, CharacterMuted, CharacterSpoke, PlayerActed, StoryTrace
from echoes.games.story.rules.script import Written


def acted(turn: int, act: str, character: str = "", topic: str = "", text: str = "…") -> Event:
    return PlayerActed(turn=turn, act=act, character=character, topic=topic, text=text)


def spoke(turn: int, who: str, text: str, source: str = "") -> Event:
    return CharacterSpoke(turn=turn, character=who, name=who, text=text, source=source)


def turn_of(*entries: Entry):
    found = last_turn_of([*entries])
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("event", "key"),
    [
        (acted(1, "ask", "tove", "knife"), "ask:tove:knife"),
        (acted(1, "greet", "tove"), "greet:tove"),
        (acted(1, "go", topic="loft"), "go:loft"),
        (acted(1, "wait"), "wait:"),
    ],
)
def test_the_move_is_known_again_from_the_deed(event: Event, key: str):
    assert turn_of(Entry(event)).key == key


@pytest.mark.parametrize(
    ("sent", "words"),
    [("what of the knife", "what of the knife"), ("2", "Ask."), ("/wait", "Ask."), ("", "Ask.")],
)
def test_words_are_the_players_own_unless_they_picked_or_commanded(sent: str, words: str):
    assert turn_of(Entry(acted(1, "ask", "tove", "knife", "Ask."), StoryTrace(words=sent))).words == words


def test_before_the_first_turn_there_is_nothing_to_try_again():
    assert last_turn_of([]) is None


def test_only_the_last_turn_is_tried_again():
    turn = turn_of(
        Entry(acted(1, "wait")), Entry(acted(2, "go", topic="loft")), Entry(spoke(2, "tove", "Up?"))
    )
    assert turn.key == "go:loft" and [entry.event.turn for entry in turn.entries] == [2, 2]
    assert turn.before["turns"] == 1


def test_settings_after_the_deed_are_kept_without_their_place_in_the_log():
    muted = CharacterMuted(turn=1, character="tove", name="Tove", muted=True, text="-")
    chosen = AddresseeChosen(turn=1, character="tove", name="Tove", text="-")
    kept = turn_of(
        Entry(acted(1, "wait")), Entry(muted), Entry(spoke(1, "tove", "No.")), Entry(chosen)
    ).settings
    assert [type(one) for one in kept] == [CharacterMuted, AddresseeChosen]
    assert all(one.turn == 0 for one in kept)


def test_replies_of_models_are_told_from_the_authors_lines():
    turn = turn_of(
        Entry(acted(1, "wait")),
        Entry(spoke(1, "tove", "By hand."), StoryTrace(line="tove.knife")),
        Entry(spoke(1, "eskil", "I see.", "small"), StoryTrace(line="eskil.knife")),
        Entry(spoke(1, "tove", "Hm.", "small")),
    )
    assert spoken_in(turn) == [
        ("eskil", "eskil.knife", Written("I see.", "small")),
        ("tove", "", Written("Hm.", "small")),
    ]


@pytest.mark.parametrize(("name", "who"), [("Tove", "tove"), ("TOVE", "tove"), ("tov", ""), ("nobody", "")])
def test_a_speaker_is_named_by_the_whole_name(name: str, who: str):
    assert speaker_named(story_in("en"), name) == who


def test_the_authors_words_are_found_by_their_key():
    story = story_in("en")
    member = story.cast["tove"]
    line = next(iter(member.lines))
    assert author_text(story, f"tove.{line}") == member.lines[line].text
    assert author_text(story, "tove.deflection:1") == member.deflections[1]
