"""The index of authored rulings: by their words, by their meaning, and by what they establish."""

from tests.unit.games.situation_puzzle.referees.rules.story import index_of

INDEX = index_of()


def test_a_ruling_is_found_by_its_words_whatever_their_case_and_marks():
    assert INDEX.exact_matches("was the bread POISONED") == {0}
    assert INDEX.exact_matches("was the water poisoned") == set()


def test_two_wordings_of_one_ruling_lead_to_it():
    assert INDEX.exact_matches("He sold flour.") == INDEX.exact_matches("Did he sell flour?") == {4}


def test_the_same_meaning_in_another_form_is_the_same_ruling():
    [clause] = INDEX.reader.clauses("Did the spy steal the bread?")
    assert INDEX.equivalent_rulings(clause) == {3}
    [other] = INDEX.reader.clauses("Did the baker steal the bread?")
    assert INDEX.equivalent_rulings(other) == set(), "another did it"


def test_rulings_that_do_not_agree_have_no_ruling_in_common():
    agreed = INDEX.unanimous({0, 3})
    assert agreed is not None and agreed.ruling == "NO"
    assert INDEX.unanimous({0, 1}) is None
    assert INDEX.unanimous(set()) is None


def test_a_choice_has_the_words_and_the_ruling_of_its_author():
    wording = next(one for one in INDEX.wordings.values() if one.number == 1)
    choice = INDEX.choice(wording, 0.5)
    assert (choice.authored, choice.text, choice.ruling, choice.facts) == (1, wording.text, "YES", ("map",))


def test_rulings_that_wait_are_known_to_be_there():
    waiting = {"text": "Is it late?", "ruling": "NO", "unconfirmed": True}
    assert not INDEX.has_unconfirmed
    assert index_of(rulings=[waiting]).has_unconfirmed
