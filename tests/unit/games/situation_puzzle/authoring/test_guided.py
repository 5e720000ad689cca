"""An author of two fields is asked what people ask of every puzzle, until the puzzle plays."""

from collections import Counter

import pytest

from echoes.games.author_forms import Decision
from echoes.games.situation_puzzle.authoring.common_questions import common_questions
from echoes.games.situation_puzzle.authoring.decisions import WRITTEN, decide
from echoes.games.situation_puzzle.authoring.guided import guiding_questions, own_question
from echoes.games.situation_puzzle.authoring.lint import lint
from echoes.games.situation_puzzle.authoring.playability import ENOUGH_WORDINGS, playability
from echoes.games.situation_puzzle.players.openings import OPENINGS
from echoes.games.situation_puzzle.puzzle.question_map import ENOUGH_IN_A_PLACE, ENOUGH_IN_ALL, QUESTION_MAP
from echoes.games.situation_puzzle.puzzle.reader import reader_of
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

STORY = {
    "en": ("A man rings a bell that nobody hears.", "He calls his deaf dog, who feels it in the ground."),
    "zh": ("有个人每天敲一口没人听得见的钟。", "他的狗聋了，靠地面的震动知道主人在叫它。"),
}
HOLES = {"no_rulings", "few_rulings", "no_places", "holes"}


def two_fields(lang: str, **more: object) -> Puzzle:
    statement, answer = STORY[lang]
    story = {"id": "bell", "language": lang, "title": statement, "statement": statement, "answer": answer}
    return Puzzle.model_validate({**story, **more})


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_one_click_each_brings_two_fields_to_a_puzzle_that_plays(lang: str):
    fact = {"id": "f1", "statement": STORY[lang][1], "core": True, "wordings": [f"{STORY[lang][1]} {lang}"]}
    puzzle = two_fields(lang, facts=[fact], hints=[STORY[lang][0]])
    asked: list[str] = []
    while gaps := guiding_questions(puzzle, lang)[:20]:
        asked += [gap.text for gap in gaps]
        rulings = [one.suggested or ("NO", "YES", "IRRELEVANT")[n % 3] for n, one in enumerate(gaps)]
        told = [Decision(gap.name, word, gap.linked) for gap, word in zip(gaps, rulings, strict=True)]
        puzzle = decide(puzzle, told)
        assert len(asked) < 200, "an hour has an end"
    assert asked[0] == STORY[lang][1], "whoever claims a core fact has found it"
    places = Counter(ruling.about for ruling in puzzle.rulings)
    assert all(places[place] >= ENOUGH_IN_A_PLACE for place in QUESTION_MAP)
    assert len(puzzle.rulings) >= ENOUGH_IN_ALL
    assert playability(puzzle, puzzle, lang).level == "well"
    assert not HOLES & {found.kind for found in lint(puzzle)}
    steps = playability(puzzle, puzzle, lang).steps
    assert all(step.done == step.of for step in steps)


def test_the_emptiest_place_is_asked_about_first_and_what_is_ruled_on_never():
    crimes = [
        {"texts": [one.texts[-1]], "ruling": "NO", "about": "crime"}
        for one in common_questions("en")
        if one.about == "crime"
    ][:3]
    gaps = guiding_questions(two_fields("en", rulings=crimes), "en")
    about = {text: one.about for one in common_questions("en") for text in one.texts}
    places = [about[gap.text] for gap in gaps]
    assert set(places[: 3 * (len(QUESTION_MAP) - 1)]) == {*QUESTION_MAP} - {"crime"}
    ruled = {text for one in crimes for text in one["texts"]}
    assert not ruled & {text for gap in gaps for text in (gap.text, *gap.details)}


def test_a_ruling_takes_the_other_wordings_and_the_place_of_a_question_that_all_ask():
    [made] = decide(two_fields("en"), [Decision("question:did anybody die", "NO")]).rulings
    assert made.texts[0] == "did anybody die" and "Is somebody dead?" in made.texts
    assert (made.about, made.open, made.ruling) == ("alive_or_dead", True, "NO")


def test_a_question_of_ones_own_has_the_place_that_its_author_chooses():
    puzzle = two_fields("zh")
    assert [place for place, _ in own_question(puzzle, "zh").places] == [*QUESTION_MAP]
    asked = [Decision(f"{WRITTEN}狗聋吗？", "YES", [], place) for place in ("objects", "", "nowhere")]
    assert [decide(puzzle, [one]).rulings[0].about for one in asked] == ["objects", "", ""]


def test_an_author_rules_on_a_question_of_their_own_in_several_wordings():
    lines = f"{WRITTEN}Is the dog deaf?\n\n Can the dog not hear?\nIs the dog deaf?"
    [made] = decide(two_fields("en"), [Decision(lines, "YES", [])]).rulings
    assert (made.texts, made.ruling) == (("Is the dog deaf?", "Can the dog not hear?"), "YES")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_each_common_question_has_wordings_of_its_own_and_a_place(lang: str):
    questions = common_questions(lang)
    texts = [reader_of(two_fields(lang)).normalize(text) for one in questions for text in one.texts]
    assert [text for text, times in Counter(texts).items() if times > 1] == []
    assert {one.about for one in questions} == {*QUESTION_MAP}
    assert all(len(one.texts) >= ENOUGH_WORDINGS for one in questions)
    assert {*OPENINGS[lang]} <= {text for one in questions for text in one.texts}


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("even", ["YES", "NO"])
def test_no_common_question_is_taken_for_another(lang: str, even: str):
    odd = {"YES": "NO", "NO": "YES"}[even]
    rulings = [
        {"texts": one.texts, "ruling": (even, odd)[number % 2], "about": one.about}
        for number, one in enumerate(common_questions(lang))
    ]
    found = [one for one in lint(two_fields(lang, rulings=rulings)) if "differently" in one.kind]
    assert [one.worded().message for one in found] == []
