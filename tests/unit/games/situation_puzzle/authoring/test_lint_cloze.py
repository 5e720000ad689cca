"""Lint of the cloze: nothing on a good one, and on one that is spoilt just what was spoilt."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support import BUNDLED, canary_puzzle
from tests.unit.games.situation_puzzle.table import CLOZE

from echoes.games.situation_puzzle.authoring.finding_texts import PuzzleFinding
from echoes.games.situation_puzzle.authoring.lint_cloze import lint_cloze
from echoes.games.situation_puzzle.puzzle.reader import reader_of
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.referees.rules.known_sentences import KnownSentences

LANGUAGES = ("en", "zh")
BY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
Spoil = Callable[[dict[str, Any]], object]


def umbrella(language: str) -> dict[str, Any]:
    """A bundled puzzle without its rulings: owner, found, hidden, how and before are its gaps."""
    bundled = json.loads((BUNDLED / f"wrong_umbrella_{language}.json").read_text("utf-8"))
    return {**bundled, "rulings": []}


PUZZLES = {language: umbrella(language) for language in LANGUAGES}


def found(puzzle: dict[str, Any]) -> list[PuzzleFinding]:
    made = Puzzle.model_validate(puzzle)
    return lint_cloze(KnownSentences(made, reader_of(made)))


def kinds(puzzle: dict[str, Any]) -> list[tuple[str, str]]:
    return [(one.kind, one.place) for one in found(puzzle)]


def spoilt(language: str, spoil: Spoil) -> list[tuple[str, str]]:
    puzzle = copy.deepcopy(PUZZLES[language])
    spoil(puzzle)
    return kinds(puzzle)


def gap(puzzle: dict[str, Any], name: str) -> dict[str, Any]:
    return next(one for one in puzzle["cloze"]["gaps"] if one["id"] == name)


def wrong(puzzle: dict[str, Any], name: str, text: str) -> None:
    """Put another text in the place of the first wrong choice."""
    choices = gap(puzzle, name)["choices"]
    choices[next(n for n, one in enumerate(choices) if isinstance(one, str))] = text


def right(puzzle: dict[str, Any], name: str, change: Callable[[str], str]) -> None:
    one = next(one for one in gap(puzzle, name)["choices"] if not isinstance(one, str))
    one["text"] = change(one["text"])


@BY_LANGUAGE
def test_a_good_cloze_has_no_finding(language: str):
    assert found(PUZZLES[language]) == []


def test_core_facts_without_a_cloze_are_noted_and_facts_that_wait_are_not():
    puzzle = Puzzle.model_validate(canary_puzzle())
    [note] = found(canary_puzzle())
    assert note.worded().severity == "note" and "write a cloze" in str(note.worded()).lower()
    waiting = [{**fact.model_dump(), "unconfirmed": True} for fact in puzzle.facts]
    assert found(canary_puzzle(facts=waiting)) == found(canary_puzzle(facts=[], hints=[], rulings=[])) == []


@BY_LANGUAGE
@pytest.mark.parametrize(("name", "fact"), [("owner", "f1"), ("found", "f3"), ("how", "f5")])
def test_a_core_fact_that_no_gap_tells(language: str, name: str, fact: str):
    puzzle = copy.deepcopy(PUZZLES[language])
    gap(puzzle, name)["facts"] = ["f2"]
    [only] = found(puzzle)
    assert (only.kind, only.told["fact"]) == ("cloze_fact_left", fact)


@settings(deadline=None, max_examples=12)
@given(language=st.sampled_from(LANGUAGES), number=st.integers(1, 5), kept=st.integers(1, 4))
def test_too_few_choices_are_named_with_their_gap_and_four_are_enough(language: str, number: int, kept: int):
    puzzle = copy.deepcopy(PUZZLES[language])
    choices = puzzle["cloze"]["gaps"][number - 1]["choices"]
    is_right = next(one for one in choices if not isinstance(one, str))
    puzzle["cloze"]["gaps"][number - 1]["choices"] = [
        is_right,
        *(one for one in choices if isinstance(one, str)),
    ][: kept + 1]
    sizes = [one for one in kinds(puzzle) if one[0] == "cloze_choices"]
    assert sizes == ([("cloze_choices", f"cloze.gaps[{number}]")] if kept + 1 < 4 else [])


@BY_LANGUAGE
def test_too_many_choices(language: str):
    more = {"en": "it lay at the bottom of a drawer", "zh": "它一直压在抽屉最底下"}[language]
    [only] = spoilt(language, lambda puzzle: gap(puzzle, "hidden")["choices"].append(more))
    assert only == ("cloze_choices", "cloze.gaps[3]")


@BY_LANGUAGE
def test_too_few_and_too_many_sentences(language: str):
    end, joint = {"en": (". ", "; "), "zh": ("。", "；")}[language]

    def joined(puzzle: dict[str, Any]) -> None:
        puzzle["cloze"]["text"] = puzzle["cloze"]["text"].replace(end, joint)

    def lengthened(puzzle: dict[str, Any]) -> None:
        more = {"en": " It rained. It rained.", "zh": "下着雨。下着雨。"}[language]
        puzzle["cloze"]["text"] += more

    assert spoilt(language, joined) == spoilt(language, lengthened) == [("cloze_sentences", "cloze.text")]


@BY_LANGUAGE
def test_too_few_combinations(language: str):
    def shortened(puzzle: dict[str, Any]) -> None:
        cloze, kept = puzzle["cloze"], ("owner", "found", "how")
        for one in cloze["gaps"]:
            if one["id"] not in kept:
                cloze["text"] = cloze["text"].replace(f"{{{one['id']}}}", "…")
        cloze["gaps"] = [one for one in cloze["gaps"] if one["id"] in kept]

    assert spoilt(language, shortened) == [("cloze_combinations", "cloze.gaps")]


@BY_LANGUAGE
@pytest.mark.parametrize("times", [1, 10])
def test_a_wrong_choice_of_another_length(language: str, times: int):
    text = {"en": "had hidden ", "zh": "藏着它"}[language] * times
    assert spoilt(language, lambda puzzle: wrong(puzzle, "before", text)) == [
        ("cloze_lengths", "cloze.gaps[5]")
    ]


@BY_LANGUAGE
def test_a_right_choice_that_is_told_by_its_length(language: str):
    more = {"en": " by the open window", "zh": "还得凑到窗前"}[language]
    assert spoilt(language, lambda puzzle: right(puzzle, "hidden", lambda text: text + more)) == [
        ("cloze_length_tells", "cloze.gaps[3]")
    ]


@pytest.mark.parametrize(
    ("language", "mark", "change"),
    [
        ("en", "quotes", lambda text: f"“{text}”"),
        ("en", "capital", str.capitalize),
        ("en", "reason", lambda text: text.replace("on purpose", "in order to flee")),
        ("en", "negation", lambda text: text.replace("had exchanged it for", "had never wanted")),
        ("zh", "quotes", lambda text: f"“{text}”"),
        ("zh", "reason", lambda text: f"为了脱身{text}"),
        ("zh", "negation", lambda text: text.replace("故意用它换走了", "没有还给女人")),
    ],
)
def test_a_right_choice_that_is_told_by_its_form(language: str, mark: str, change: Any):
    puzzle = copy.deepcopy(PUZZLES[language])
    right(puzzle, "how", change)
    [only] = found(puzzle)
    assert (only.kind, only.place, only.told["mark"]) == ("cloze_form", "cloze.gaps[4]", mark)
    for number in (0, 1):
        choices = [one for one in gap(puzzle, "how")["choices"] if isinstance(one, str)]
        wrong(puzzle, "how", change(choices[number]) if mark in ("quotes", "capital") else choices[number])
    if mark in ("quotes", "capital"):
        assert found(puzzle) == [], "where another has it too, it tells nothing"


@BY_LANGUAGE
def test_a_right_choice_that_alone_lacks_a_form(language: str):
    def quoted(puzzle: dict[str, Any]) -> None:
        choices = gap(puzzle, "how")["choices"]
        choices[:] = [f"“{one}”" if isinstance(one, str) else one for one in choices]

    assert spoilt(language, quoted) == [("cloze_form_without", "cloze.gaps[4]")]


@BY_LANGUAGE
@pytest.mark.parametrize("core", [0, 1, 2])
def test_a_text_that_gives_a_core_fact_away(language: str, core: int):
    puzzle = copy.deepcopy(PUZZLES[language])
    fact = [one for one in puzzle["facts"] if one.get("core")][core]
    text: str = puzzle["cloze"]["text"]
    puzzle["cloze"]["text"] = text[:-1] + {"en": ": ", "zh": "，"}[language] + fact["statement"]
    told = [one.told["fact"] for one in found(puzzle) if one.kind == "cloze_gives_away"]
    assert fact["id"] in told and len(told) == len(found(puzzle))


@pytest.mark.parametrize(
    ("language", "name", "text"),
    [
        ("en", "how", "the owner had swapped it for hers on purpose"),
        ("zh", "how", "主人有意用它换走了她的伞"),
    ],
)
def test_a_wrong_choice_that_says_what_the_right_one_says(language: str, name: str, text: str):
    assert spoilt(language, lambda puzzle: wrong(puzzle, name, text)) == [
        ("cloze_same_choice", "cloze.gaps[4]")
    ]


@pytest.mark.parametrize(
    ("language", "name", "text", "asked"),
    [
        ("en", "how", "a waiter had mixed up both by mistake", "Had a waiter mixed up both by mistake?"),
        ("en", "owner", "a witness whom gangsters wanted to kill", "The umbrella belonged to a witness whom gangsters wanted to kill."),
        ("zh", "how", "服务员弄混了那两把伞", "店员弄混了那两把伞吗？"),
        ("zh", "owner", "正遭两名歹徒敲诈的老板", "这把伞的主人是正遭两名歹徒敲诈的老板。"),
    ],
)  # fmt: skip
def test_a_wrong_choice_that_an_authored_yes_says(language: str, name: str, text: str, asked: str):
    def ruled(word: str) -> Spoil:
        def spoil(puzzle: dict[str, Any]) -> None:
            wrong(puzzle, name, text)
            puzzle["rulings"] = [{"text": asked, "ruling": word}]

        return spoil

    place = {"owner": "cloze.gaps[1]", "how": "cloze.gaps[4]"}[name]
    false = spoilt(language, ruled("NO"))
    assert "cloze_true_choice" not in dict(false) and spoilt(language, ruled("IRRELEVANT")) == false
    assert spoilt(language, ruled("YES")) == [*false, ("cloze_true_choice", place)]


def test_parts_in_another_language():
    assert spoilt("zh", lambda puzzle: wrong(puzzle, "before", "had sent off a letter")) == [
        ("language", "cloze.gaps[5]"),
    ]


def test_a_cloze_that_is_proposed_is_read_too_against_facts_that_wait():
    facts = [{**fact, "unconfirmed": True} for fact in canary_puzzle()["facts"]]
    proposed = {**CLOZE, "unconfirmed": True}
    named = {one.kind for one in found(canary_puzzle(facts=facts, cloze=proposed))}
    assert {"cloze_choices", "cloze_sentences", "cloze_combinations"} <= named
    assert "cloze_fact_left" not in named and "no_cloze" not in named
