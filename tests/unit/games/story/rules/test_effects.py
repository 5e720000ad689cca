"""Effects: each does one thing, is shown only where the player could see it, and never twice."""

from tests.unit.games.story.playing import story_in

from echoes.games.story.events import CharacterCame, SceneTold, SecretLearned, ThingMoved
from echoes.games.story.opening import begun_story
from echoes.games.story.pack.parts import NOBODY, PLAYER, StoryEffects
from echoes.games.story.rules.effects import apply_effects, hand_over, move, reach_beat, things_at_hand
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.state import StoryState

STORY = story_in("en")


def playing(state: StoryState | None = None) -> StoryPlay:
    """Return a play that has its first entry, to which what is hidden can be noted."""
    play = StoryPlay(STORY, state or begun_story(STORY))
    play.add(SceneTold(text="It goes on."))
    return play


def shown(play: StoryPlay) -> list[str]:
    return [event.event for event in play.events()[1:]]


def test_a_secret_that_is_told_out_of_sight_is_known_and_not_shown():
    play = playing()
    apply_effects(play, StoryEffects(tell=("doctor.last_run",)))
    assert "last_run" in play.state["knows"]["doctor"]
    assert shown(play) == []


def test_trust_stays_within_its_bounds_and_what_is_noted_adds_up():
    play = playing()
    for _ in range(3):
        apply_effects(play, StoryEffects(trust={"tove": 2}))
    assert play.state["trust"]["tove"] == 3
    [entry] = play.entries()
    assert entry.trace and entry.trace.model_dump()["trust"] == {"tove": 3}, "and not 6"


def test_who_comes_is_shown_with_their_role_the_first_time_only():
    play = playing()
    for place in ("parlour", "kitchen", "parlour"):
        move(play, "tove", place)
    first, left, again = [event for event in play.events() if isinstance(event, CharacterCame)]
    assert (first.came, left.came, again.came) == (True, False, True)
    role = STORY.cast["tove"].public.role
    assert role in first.text and role not in again.text
    assert STORY.places["kitchen"].name in left.text


def test_who_moves_where_the_player_is_not_is_not_shown():
    play = playing()
    move(play, "tove", "landing")
    assert play.state["at"]["tove"] == "landing"
    assert shown(play) == []


def test_who_is_there_already_does_not_come_again():
    play = playing()
    move(play, "doctor", "parlour")
    assert shown(play) == []


def test_a_place_is_new_once_and_is_described_in_fewer_words_after_it():
    play = playing()
    move(play, PLAYER, "loft")
    assert play.fresh and play.events()[-1].text == STORY.places["loft"].text
    play = playing(play.state)
    move(play, PLAYER, "loft")
    assert not play.fresh and play.events()[-1].text == STORY.places["loft"].again


def test_a_thing_is_shown_where_the_player_gets_or_loses_it_and_nowhere_else():
    play = playing()
    hand_over(play, "letter", "tove")
    assert shown(play) == []
    hand_over(play, "letter", PLAYER)
    hand_over(play, "letter", PLAYER)
    assert "letter" in things_at_hand(play)
    hand_over(play, "letter", NOBODY)
    assert [event.got for event in play.events() if isinstance(event, ThingMoved)] == [True, False]
    assert "letter" not in things_at_hand(play)


def test_a_beat_of_another_chapter_is_not_reached():
    play = playing()
    reach_beat(play, "ice_seen")
    assert play.state["beats"] == []


def test_a_secret_is_public_after_its_beat_to_the_player_and_to_everybody():
    play = playing({**begun_story(STORY), "chapter": "morning"})
    reach_beat(play, "ice_seen")
    assert all("last_run" in play.state["knows"][who] for who in (PLAYER, *STORY.cast))
    learned = [event for event in play.events() if isinstance(event, SecretLearned)]
    assert [event.secret for event in learned].count("last_run") == 1
    reach_beat(play, "ice_seen")
    assert play.state["beats"].count("ice_seen") == 1


def test_an_end_and_a_chapter_that_are_due_stay_so_until_they_come():
    play = playing()
    apply_effects(play, StoryEffects(goto="night", end="auto"))
    apply_effects(play, StoryEffects())
    assert (play.next_chapter, play.ending) == ("night", "auto")
