"""The sentences in which facts may be told."""

from tests.unit.games.situation_puzzle.referees.rules.story import index_of

from echoes.games.situation_puzzle.referees.rules.fact_phrasings import FactPhrasings


def phrasings(**changes: object) -> FactPhrasings:
    index = index_of(**changes)
    return FactPhrasings(index.puzzle, index)


USUAL = phrasings()


def texts(runs: list[list[object]]) -> list[list[str]]:
    return [[clause.text for clause in run] for run in runs]  # type: ignore[attr-defined]


def test_a_fact_is_told_by_its_own_words_by_its_sentence_of_the_answer_or_by_all_of_it():
    assert texts(USUAL.own["army"]) == [["The army escaped over the bridge."], ["The soldiers got away."]]  # type: ignore[arg-type]
    whole = ["The baker hid a map in the bread.", "The army escaped over the bridge."]
    assert texts(USUAL.runs["army"])[2:] == [[whole[1]], whole]  # type: ignore[arg-type]


def test_several_sentences_stand_for_a_fact_that_none_of_them_holds():
    fact = [{"id": "f", "statement": "The baker, deaf and old, hid a map.", "core": True}]
    told = phrasings(
        answer="The baker was deaf. He was old and hid a map. Rain fell.", facts=fact, rulings=[]
    )
    assert texts(told.runs["f"])[1:-1] == [["The baker was deaf.", "He was old and hid a map."]]  # type: ignore[arg-type]


def test_questions_are_no_claims():
    assert [one.text for one in USUAL.claims("He hid a map. Did he run? Cats sing.")] == [
        "He hid a map.",
        "Cats sing.",
    ]
    assert USUAL.sentences("He hid a map. Did he run?") == ["He hid a map.", "Did he run?"]
