"""Lint tells an author what to look at."""

from typing import Any

from tests.support import canary_puzzle

from echoes.games.situation_puzzle.authoring.lint import lint
from echoes.games.situation_puzzle.authoring.lint_rulings import lint_offers
from echoes.games.situation_puzzle.puzzle.schema import Puzzle


def findings(**changes: Any) -> str:
    found = lint(Puzzle.model_validate(canary_puzzle(**changes)))
    return "\n".join(one.worded().message for one in found)


def test_a_small_good_puzzle_lacks_rulings_and_a_cloze_only():
    few, kinds, places, cloze = findings().splitlines()
    assert "4 rulings" in few
    assert "few of a kind" in kinds
    assert "no ruling names its place on the map" in places
    assert "no cloze" in cloze


def test_the_holes_on_the_map_are_named():
    rulings = [
        {"text": "Was he old?", "ruling": "YES", "about": "who"},
        {"text": "Did it rain?", "ruling": "NO", "about": "rain"},
    ]
    said = findings(rulings=rulings)
    assert "not on the map: about 'rain'" in said
    assert "who (1), how_many (0)" in said


def test_a_ruling_that_follows_from_another_and_differs():
    rulings = [
        {"text": "Did anybody die?", "ruling": "NO"},
        {"text": "Did the sexton die in the tower?", "ruling": "YES"},
    ]
    assert "rulings 1 and 2 contradict each other" in findings(rulings=rulings)


def test_a_ruling_that_contradicts_a_fact():
    facts = [{"id": "f1", "statement": "The sexton feared an avalanche.", "core": True}]
    rulings = [{"text": "Did the sexton fear an avalanche?", "ruling": "NO"}]
    assert "ruling 1 (NO) “Did the sexton fear an avalanche?” contradicts" in findings(
        facts=facts, rulings=rulings, hints=[]
    )


def test_what_could_be_offered_from_the_statement_alone():
    offers = "\n".join(lint_offers(Puzzle.model_validate(canary_puzzle())))
    assert "zzguarded" not in offers
    assert "ruling" in offers


def test_missing_parts_are_named():
    said = findings(facts=[], hints=[], rulings=[])
    assert all(part in said for part in ("no facts", "no hints", "no authored rulings"))


def test_facts_and_hints_that_nobody_has_confirmed_count_as_missing():
    facts = [{"id": "f", "statement": "It snowed.", "core": True, "unconfirmed": True}]
    said = findings(facts=facts, hints=[{"text": "Look up.", "unconfirmed": True}], rulings=[])
    assert "no facts" in said and "no hints" in said


def test_no_core_fact():
    assert "no core fact" in findings(facts=[{"id": "f", "statement": "It snowed."}], rulings=[])


def test_contradicting_rulings():
    rulings = [{"text": "Was he old?", "ruling": "YES"}, {"text": "The sexton was old.", "ruling": "NO"}]
    assert "rulings 1 and 2" in findings(rulings=rulings)


def test_a_language_that_differs():
    assert "hints[1] is not written in 'en'" in findings(hints=["看看山坡上的雪。"])


def test_tags_and_warnings_in_another_language():
    said = findings(tags=["crime", "雪", "DNA"], content_warnings=["死亡", "雪崩"])
    assert "tags not in 'en': 雪;" in said
    assert "content_warnings not in 'en': 死亡, 雪崩;" in said


def test_english_tags_of_a_chinese_puzzle():
    story = {"statement": "教堂司事上了钟楼，却没有敲钟。", "answer": "他怕钟声引来雪崩。"}
    written = {"language": "zh", "tags": ["snow", "犯罪", "DNA"], "facts": [], "hints": [], "rulings": []}
    found = lint(Puzzle.model_validate(canary_puzzle(**story, **written)))
    said = next(one.worded("zh").message for one in found if one.kind == "foreign_labels")
    assert said.startswith("tags 里有不是中文的：snow；")


def test_a_statement_that_gives_the_answer_away():
    run = "A sexton climbs the tower and does not ring the bell because of all the deep snow."
    assert "shares a long run" in findings(statement=run, answer=run + " That is why.")


def test_equal_words_that_are_ruled_differently_are_found_though_nothing_reads_them():
    rulings = [
        {"text": "Why not then?", "ruling": "NO"},
        {"text": "why not then", "ruling": "YES"},
    ]
    assert "rulings 1 and 2 say the same and are ruled differently" in findings(rulings=rulings)


def test_a_word_in_two_groups_of_synonyms_is_named_in_any_of_its_forms():
    synonyms = [{"words": ["steal", "swipe"]}, {"words": ["theft", "stealing"]}, {"words": ["loot", "theft"]}]
    said = findings(synonyms=synonyms)
    assert "“stealing” is the word “steal”, and is in two groups of synonyms, 1 and 2" in said
    assert "“theft” is in two groups of synonyms, 2 and 3" in said
    assert said.count("synonyms") == 2
