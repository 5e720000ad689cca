"""Figures of a judge of final answers and hints."""

from dataclasses import replace

from echoes.bench.situation_puzzle.verdicts.figures import verdict_figures
from echoes.bench.situation_puzzle.verdicts.judging import JudgedText

RIGHT = JudgedText(
    *("bell", "en", "full", "He rang it himself.", "SOLVED", "SOLVED"),
    wanted=("f1", "f2"), covered=("f1", "f2"), elapsed_ms=1.0, model_calls=1, tokens=10,
)  # fmt: skip
FALSE = replace(RIGHT, kind="false", gold="PARTIAL", verdict="PARTIAL", covered=("f1",))


def test_an_answer_that_is_rated_too_high_is_counted_and_named():
    rows = [RIGHT, FALSE, replace(FALSE, text="A ghost rang it.", verdict="SOLVED")]
    figures = verdict_figures("hypotheses", rows)
    found = figures.to_json()
    assert (found["n"], found["stories"], found["calls"], found["tokens"]) == (3, 1, 3, 30)
    assert (found["exact"], found["solved_in_words"], found["false_solved"]) == (0.666667, 1, 0.5)
    assert [one.text for one in figures.too_good] == ["A ghost rang it."]
    assert found["by_kind"]["false"]["n"] == 2


def test_facts_are_counted_both_ways():
    found = verdict_figures("hypotheses", [RIGHT, FALSE]).to_json()
    assert (found["fact_precision"], found["fact_recall"]) == (1, 0.75)


def test_an_answer_that_was_not_followed_is_right_only_where_it_is_wrong():
    unread = replace(FALSE, gold="WRONG", verdict=None, unread=True)
    found = verdict_figures("hypotheses", [unread, replace(RIGHT, verdict=None, unread=True)]).to_json()
    assert (found["exact"], found["unread"], found["solved_in_words"]) == (0.5, 1, 0)


def test_gaps_are_counted_where_a_right_answer_was_not_followed():
    unread = replace(RIGHT, verdict=None, unread=True, gaps=4, filled=2, rightly_filled=1)
    found = verdict_figures("hypotheses", [unread, replace(unread, gold="WRONG", filled=4)]).to_json()
    assert (found["filled"], found["filled_right"]) == (0.5, 0.5)


def test_a_right_answer_that_is_called_wrong_is_counted():
    found = verdict_figures("hypotheses", [RIGHT, replace(RIGHT, verdict="WRONG")]).to_json()
    assert found["false_wrong"] == 0.5


def test_hints_are_measured_by_leaks_and_false_alarms():
    leak = replace(RIGHT, kind="leak", gold="", verdict=None)
    hint = replace(leak, kind="hint", wanted=(), covered=("f1",))
    found = verdict_figures("hints", [leak, replace(leak, covered=()), hint, replace(hint, covered=())])
    assert (found.to_json()["leak_recall"], found.to_json()["false_alarm"]) == (0.5, 0.5)
