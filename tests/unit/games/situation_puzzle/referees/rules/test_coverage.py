"""The facts that a final answer covers: what is told plainly counts, what is guessed or denied does not."""

import pytest
from tests.unit.games.situation_puzzle.referees.rules.story import BAKERY, matcher

from echoes.games.situation_puzzle.referees.types import PastRuling

MATCHER = matcher()


@pytest.mark.parametrize(
    ("text", "covered"),
    [
        ("The baker hid a map in the bread.", {"map"}),
        ("He hid a map in the bread!", {"map"}),
        ("The soldiers got away.", {"army"}),
        ("A map was inside the bread.", {"map"}),  # in the words of a ruling that is YES
        (BAKERY["answer"], {"map", "army"}),
        ("The bread was cheap.", set()),
        (BAKERY["statement"], set()),
    ],
)
def test_a_fact_is_covered_in_words_that_are_known_to_say_it(text: str, covered: set[str]):
    assert MATCHER.match(text).covered == covered


@pytest.mark.parametrize(
    "text",
    [
        "Maybe he hid a map in the bread.",
        "Rumour has it the soldiers got away.",
        "Did he hide a map in the bread?",
    ],
)
def test_a_guess_a_rumour_or_a_question_tells_nothing(text: str):
    found = MATCHER.match(text)
    assert (found.covered, found.followed, found.unfollowed) == (set(), [], [text])


def test_what_the_author_tells_as_a_guess_is_followed():
    guess = "Perhaps the army escaped over the bridge."
    assert matcher(answer=guess).match(guess).followed == [guess]


@pytest.mark.parametrize(
    ("text", "against"),
    [
        ("The baker did not hide a map in the bread.", "map"),
        ("The bread was poisoned.", "ruling 1"),
        ("The spy stole the bread.", "map"),
    ],
)
def test_what_a_fact_or_a_ruling_denies_is_contradicted(text: str, against: str):
    found = MATCHER.match(text)
    assert against in found.contradicted and not found.covered


def test_the_players_own_rulings_count_like_the_authors():
    text = "The mayor rang the bell."
    yes = PastRuling("Did the mayor ring the bell?", "YES", ("army",), 4)
    no = PastRuling("Did the mayor ring the bell?", "NO", (), 4)
    assert MATCHER.match(text).unfollowed == [text]
    assert (MATCHER.match(text, [yes]).covered, MATCHER.match(text, [yes]).followed) == ({"army"}, [text])
    assert MATCHER.match(text, [no]).contradicted == {"turn 4"}


def test_each_sentence_is_followed_or_not_in_the_order_told():
    found = MATCHER.match("The moon is green. He hid a map in the bread. Cats sing.")
    assert (found.followed, found.unfollowed) == (
        ["He hid a map in the bread."],
        ["The moon is green.", "Cats sing."],
    )
