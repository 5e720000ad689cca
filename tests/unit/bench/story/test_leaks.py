"""The leak test of stories knows what is hidden from whoever looks."""

from tests.leaks.test_stories import canary_story

from echoes.bench.story.leaks import hidden_texts
from echoes.games.story.opening import begun_story


def test_what_is_hidden_depends_on_who_looks():
    story = canary_story()
    state = begun_story(story)
    player, tove = hidden_texts(story, state), hidden_texts(story, state, "tove")
    assert story.secrets["tove_cut"].text in player
    assert story.secrets["tove_cut"].text not in tove
    assert story.cast["tove"].private.wants in player
    assert story.cast["tove"].private.wants not in tove
    assert story.cast["doctor"].private.wants in tove
    chapter = story.chapters[state["chapter"]]
    assert player[chapter.completion] == player[next(iter(chapter.beats.values())).text] == "condition"
    assert {*player.values()} == {"secret", "private side", "condition", "later chapter", "ending"}
