"""A wording that is built otherwise is found, unless something turns its meaning round."""

import pytest

from echoes.games.situation_puzzle.puzzle.reader import reader_of
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.referees.rules.known_sentences import KnownSentences
from echoes.games.situation_puzzle.referees.rules.similarity import SimilarRulings, in_another_order
from echoes.language.keyword_form import KeywordForm


def similar_rulings(language: str, *rulings: tuple[str, str]) -> tuple[SimilarRulings, object]:
    cast = {
        "en": [
            {"name": "the baker", "aliases": ["he", "him"]},
            {"name": "the brother"},
            {"name": "the enemy"},
        ],
        "zh": [{"name": "面包师", "aliases": ["他"]}, {"name": "弟弟"}, {"name": "敌人"}],
    }[language]
    puzzle = Puzzle.model_validate(
        {
            "id": "p", "title": "t", "language": language, "statement": "s", "answer": "a", "cast": cast,
            "rulings": [{"text": text, "ruling": ruling} for text, ruling in rulings],
        }
    )  # fmt: skip
    reader = reader_of(puzzle)
    return SimilarRulings(KnownSentences(puzzle, reader).premises), reader


def found(language: str, question: str, *rulings: tuple[str, str]) -> list[str]:
    alike, reader = similar_rulings(language, *rulings)
    [clause] = reader.clauses(question)  # type: ignore[attr-defined]
    return [one.premise.ruling for one in alike.of(clause)]


OTHERS = (
    ("Was the bread poisoned?", "NO"),
    ("Is the river deep?", "IRRELEVANT"),
    ("Was there a spy?", "YES"),
)


@pytest.mark.parametrize(
    ("question", "ruling"),
    [
        ("Did he hide a secret note in the loaf?", ("Did the baker hide a note in the loaf?", "NO")),
        ("had he hidden a note in the loaf", ("Did the baker hide notes in the loaves?", "YES")),
        ("Was the bread of the siege poisoned with arsenic?", ("Was the bread of the siege poisoned?", "NO")),
    ],
)
def test_a_wording_built_otherwise_is_found(question: str, ruling: tuple[str, str]):
    assert found("en", question, ruling, *OTHERS) == [ruling[1]]


@pytest.mark.parametrize(
    ("question", "wording"),
    [
        ("Did the enemy hide notes in the loaves?", "Did the baker hide notes in the loaves?"),
        ("Did the baker help the brother?", "Did the brother help the baker?"),
        ("Did the baker not hide the note?", "Did the baker hide the note?"),
        ("Did he find two notes?", "Did he find three notes?"),
        ("Did all neighbours hate the siege?", "Did some neighbours hate the siege?"),
        ("Did he throw the loaf before the siege?", "Did he throw the loaf after the siege?"),
        ("Did the baker want to hide the note?", "Did the baker hide the note?"),
        ("Did the baker see the note?", "Did the baker hear the note?"),
        ("Could the baker hide the note?", "Did the baker hide the note?"),
        ("Does it matter that he hid the note?", "Did he hide the note?"),
        ("Did the loaf come from the town?", "Did the loaf come to the town?"),
        ("Is the baker the spy?", "Is the baker a spy?"),
        ("Did he read the note in the kitchen?", "Did he write the note in the kitchen?"),
        ("Did he leave through the front door?", "Did he leave through the back door?"),
        ("Did the dog bite the baker?", "Did the baker bite the dog?"),
        ("Was the dog bitten by the cat?", "Did the dog bite the cat?"),
        ("Did he sleep before he ate?", "Did he eat before he slept?"),
        ("Did he write a letter about the army?", "Did he write a letter to the army?"),
        ("Did he steal the car?", "Did he steal the car keys?"),
        ("Did he carry a gun?", "Did he carry a toy gun?"),
        ("Is the baker in danger still?", "Was the baker in danger when the letter came?"),
        ("Did he drown himself in the river?", "Did he drown in the river?"),
    ],
)
def test_what_turns_a_meaning_round_vetoes(question: str, wording: str):
    assert found("en", question, (wording, "YES"), *OTHERS) == []


@pytest.mark.parametrize(
    ("question", "wording"),
    [
        ("敌人把纸条藏在面包里了吗？", "面包师把纸条藏在面包里了吗？"),
        ("他没有藏纸条吗？", "他藏纸条了吗？"),
        ("他找到两张纸条了吗？", "他找到三张纸条了吗？"),
        ("他只藏了纸条吗？", "他藏了纸条吗？"),
        ("他想藏纸条吗？", "他藏纸条了吗？"),
        ("他又藏了纸条吗？", "他藏了纸条吗？"),
        ("面包师咬了狗吗？", "狗咬了面包师吗？"),
        ("狗被面包师咬了吗？", "狗咬了面包师吗？"),
        ("他打开了前门吗？", "他打开了后门吗？"),
        ("他住过新房子吗？", "他住过旧房子吗？"),
        ("他写了十二封信吗？", "他写了二十封信吗？"),
        ("他偷了车吗？", "他偷了车钥匙吗？"),
        ("八年之内有人来过吗？", "八天之内有人来过吗？"),
        ("围城以前他藏了纸条吗？", "围城以后他藏了纸条吗？"),
    ],
)
def test_what_turns_a_meaning_round_vetoes_in_chinese(question: str, wording: str):
    others = (("面包有毒吗？", "NO"), ("河很深吗？", "IRRELEVANT"))
    assert found("zh", question, (wording, "YES"), *others) == []


@pytest.mark.parametrize(
    ("question", "wording"),
    [
        ("Was the baker's brother arrested?", "Was the baker arrested?"),
        ("Is there blood on the umbrella stand?", "Is there blood on the umbrella?"),
    ],
)
def test_a_no_does_not_reach_another_thing(question: str, wording: str):
    assert found("en", question, (wording, "NO"), *OTHERS) == []


def test_a_yes_to_less_than_was_asked_proves_nothing():
    rulings = (("Is the painter a man?", "YES"), *OTHERS)
    assert found("en", "Is the painter a young bearded man?", *rulings) == []


def test_the_order_of_words_in_a_set_changes_no_score():
    """Sums are over sets, which have no order: they must come out the same in every process."""
    alike, reader = similar_rulings(
        "en", ("Did the baker hide notes in the loaves for the army?", "YES"), *OTHERS
    )
    [clause] = reader.clauses("Did the baker hide a note in a loaf for an army of friends?")  # type: ignore[attr-defined]
    assert [one.score for one in alike.of(clause)] == [one.score for one in alike.of(clause)]


@pytest.mark.parametrize(
    ("said", "other", "differs"),
    [
        ("dog man", "man dog", True),
        ("dog man", "dog", False),
        ("lamp lamp", "lamp", False),
        ("lamp", "lamp lamp", True),
        ("lamp", "tower", False),
    ],
)
def test_a_thing_that_is_said_to_be_itself_comes_in_no_other_order(said: str, other: str, differs: bool):
    one, two = (KeywordForm((), (), frozenset(), tuple(words.split())) for words in (said, other))
    assert in_another_order(one, two) == differs


def test_who_does_it_counts_behind_by_too():
    passive = ("Was the bread stolen by the enemy?", "YES")
    assert found("en", "Did the bread steal the enemy?", passive) == []
    assert found("en", "Was the bread stolen by the enemy?", passive) == ["YES"]


def test_what_would_be_so_need_not_have_come_about():
    assert found("zh", "敌人偷了面包吗？", ("敌人会偷面包吗？", "YES")) == []
    assert found("zh", "敌人偷了面包吗？", ("敌人会偷面包吗？", "NO")) == ["NO"]
