"""A wording is shown only if it gives nothing away that has not come up."""

import pytest
from tests.unit.games.situation_puzzle.referees.rules.story import index_of

from echoes.games.situation_puzzle.referees.rules.known_sentences import Wording

INDEX = index_of()
POLICY = INDEX.disclosure
WORDINGS = {wording.text: wording for wording in INDEX.sentences.wordings}
GUARDED = WORDINGS["Was a map inside the bread?"]


def known(*words: str) -> frozenset[str]:
    return frozenset(INDEX.reader.ideas(" ".join(words)))


@pytest.mark.parametrize(
    ("text", "brought_up", "shown"),
    [
        ("Is the baker old?", "", True),  # its author opened it
        ("Was the bread poisoned?", "", False),
        ("Was the bread poisoned?", "poison", True),
        ("Was a map inside the bread?", "bread", False),
        ("Was a map inside the bread?", "map inside bread", True),
    ],
)
def test_each_idea_has_come_up_or_the_author_opened_it(text: str, brought_up: str, shown: bool):
    assert POLICY.may_show(WORDINGS[text], known(brought_up)) is shown


def test_what_the_question_at_hand_says_counts_as_come_up():
    assert not POLICY.may_show(GUARDED, known())
    assert POLICY.may_show(GUARDED, known(), known("a map inside the bread"))


def test_a_word_that_is_only_near_in_meaning_brings_nothing_up():
    texts = ["Was the oven wet?", "Was there an automobile?"]
    index = index_of(rulings=[{"text": text, "ruling": "NO"} for text in texts])
    wet, automobile = index.sentences.wordings
    assert not index.disclosure.may_show(wet, frozenset(), index.reader.ideas("dry"))
    assert not index.disclosure.may_show(automobile, frozenset(), index.reader.ideas("car"))


def test_a_contrast_of_which_only_one_side_is_the_players_is_not_shown():
    [contrast] = index_of(
        rulings=[{"text": "Was the oven hot instead of cold?", "ruling": "NO"}]
    ).sentences.wordings
    policy = index_of(rulings=[{"text": contrast.text, "ruling": "NO"}]).disclosure
    known = frozenset(("oven", "hot", "cold", "instead"))
    assert policy.may_show(contrast, known, frozenset(("hot", "cold")))
    assert not policy.may_show(contrast, known, frozenset(("hot",)))


def test_a_claim_is_not_offered_where_a_question_says_the_same():
    ideas = known("sold flour")
    assert not POLICY.may_show(WORDINGS["He sold flour."], ideas)
    assert POLICY.may_show(WORDINGS["Did he sell flour?"], ideas)


def test_title_and_statement_are_known_to_all():
    assert {"baker", "bread", "town", "oven"} <= POLICY.public_ideas
    assert POLICY.missing(known("bread map"), frozenset()) == known("map")


def test_a_narrower_word_brings_up_the_broader_and_not_the_other_way_round():
    army, crowd = known("army"), known("crowd")
    assert not POLICY.missing(crowd, army)
    policy = index_of(statement="A tale.", title="T").disclosure
    assert policy.missing(army, crowd) == army


def test_a_guarded_wording_needs_half_of_its_ideas_from_the_player():
    """Nothing in it is hidden by itself; but together they are a question that the player never thought of."""
    assert GUARDED.ideas
    foreign = Wording(GUARDED.number, 0, GUARDED.text, frozenset(), GUARDED.clause, True)
    assert not POLICY.may_show(foreign, known())


def test_whom_the_story_is_about_is_no_idea_of_the_players():
    text = "Did the town help the baker?"
    index = index_of(rulings=[{"text": text, "ruling": "YES", "facts": ["army"]}])
    [wording] = index.sentences.wordings
    assert not index.disclosure.may_show(wording, known("baker"))
    assert index.disclosure.may_show(wording, known("baker help"))


def test_public_facts_are_public():
    assert "bridge" not in POLICY.public_ideas
    assert "bridge" in index_of(public_facts=["There is a bridge."]).disclosure.public_ideas
