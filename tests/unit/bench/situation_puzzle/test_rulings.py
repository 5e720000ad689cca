"""Figures are exact, and labels are matched exactly."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import ROOT

from echoes.bench.situation_puzzle.gold.gold_set import gold_label, read_gold
from echoes.bench.situation_puzzle.rulings.asking import score_replies
from echoes.bench.situation_puzzle.rulings.figures import grouped_ruling_figures, ruling_figures
from echoes.bench.situation_puzzle.rulings.rows import LABELS, ScoredRuling
from echoes.core.errors import BadInput

OUTSIDE = ROOT.parent / "shared" / "data" / "turtlebench"


def test_the_figures_of_a_small_set():
    rows = [
        ScoredRuling("a", "YES", "YES"),
        ScoredRuling("a", "NO", "YES"),
        ScoredRuling("b", "YES", "NO"),
        ScoredRuling("b", "IRRELEVANT", None, offered=("NO",)),
        ScoredRuling("b", "YES AND NO", None),
    ]
    figures = ruling_figures(rows).to_json()
    assert (figures["n"], figures["ruled"], figures["stories"]) == (5, 3, 2)
    assert figures["exact"] == 0.2
    assert figures["binary"] == 0.2
    assert figures["coverage"] == 0.6
    assert (figures["wrong"], figures["false_yes"], figures["false_no"]) == (0.666667, 0.333333, 0.333333)
    assert (figures["asked_back"], figures["silent"]) == (0.2, 0.2)
    assert figures["confusion"]["YES"] == {"YES": 1, "NO": 1, "YES AND NO": 0, "IRRELEVANT": 0, "none": 0}


def test_what_was_ruled_as_another_question_is_counted_apart():
    other = "Was he poor?"
    rows = [
        ScoredRuling("a", "YES", "YES", settled=False),  # directly, and right
        ScoredRuling("a", "NO", "YES", settled=False),  # directly, and wrong
        ScoredRuling("a", "YES", "YES", ("NO",), True, ruled_as=other, misread=False),
        ScoredRuling("b", "YES", "YES", ("NO",), False, ruled_as=other, misread=True),  # right by chance
        ScoredRuling(
            "b", "YES", "NO", ("YES", "NO"), True, ruled_as=other, misread=True
        ),  # an alternative settles it
        ScoredRuling("b", "NO", "NO", settled=False, ruled_as=f"{other} {other}"),  # a compound as several
        ScoredRuling("b", "YES", None, ("YES",), True),
        ScoredRuling("b", "YES", None, ("NO",), False),
        ScoredRuling("b", "YES", None, settled=False),
    ]
    figures = ruling_figures(rows).to_json()
    assert (figures["n"], figures["ruled"]) == (9, 6)
    assert figures["coverage"] == round(6 / 9, 6)
    assert (figures["direct"], figures["direct_wrong"]) == (round(2 / 9, 6), 0.5)
    assert (figures["ruled_as"], figures["ruled_as_wrong"]) == (round(4 / 9, 6), 0.25)
    assert figures["misread"] == round(2 / 3, 6)
    assert (figures["asked_back"], figures["silent"]) == (round(2 / 9, 6), round(1 / 9, 6))
    assert figures["reach"] == round(5 / 9, 6)
    answerable = [replace(row, answerable=bool(row.settled)) for row in rows]
    assert ruling_figures(answerable).measured["reach_answerable"] == 1.0
    assert figures["reach_answerable"] is None  # nobody has said which of them are
    assert figures["coverage"] == pytest.approx(figures["direct"] + figures["ruled_as"], abs=2e-6)
    assert figures["exact"] == pytest.approx(figures["coverage"] * figures["accuracy_ruled"], abs=1e-6)
    assert {"direct", "ruled_as", "misread", "reach"} <= {*figures["intervals"]}


def test_where_nothing_was_ruled_as_another_question_directly_is_what_it_was_before():
    figures = ruling_figures(
        [ScoredRuling("a", "YES", "YES"), ScoredRuling("b", "NO", "YES"), ScoredRuling("b", "NO", None)]
    ).to_json()
    assert (figures["direct"], figures["direct_wrong"]) == (figures["coverage"], figures["wrong"])
    assert (figures["ruled_as"], figures["ruled_as_wrong"], figures["misread"]) == (0.0, None, None)


def test_the_parts_of_the_gold_suite_are_reported_apart():
    rows = [
        ScoredRuling("a", "YES", "YES", lang="en"),
        ScoredRuling("a", "YES", "YES", lang="zh"),
        ScoredRuling("a", "YES", None, lang="en", set="blind"),
    ]
    found = grouped_ruling_figures(rows, 0)
    parts = {name: own.whole.measured["coverage"] for name, own in found.parts.items()}
    assert parts == {"first": 1.0, "blind": 0.0}
    assert [*found.groups()] == ["all", "en", "zh", "first, en", "first, zh", "blind, en"]
    assert {*found.to_json()["sets"]} == {"first", "blind"}
    assert "sets" not in grouped_ruling_figures(rows[:2], 0).to_json()


@given(
    st.lists(
        st.tuples(st.sampled_from("abc"), st.sampled_from(LABELS), st.sampled_from([*LABELS, None])),
        min_size=1,
        max_size=30,
    )
)
def test_shares_lie_between_0_and_1_and_intervals_hold_order(rows: list[tuple[str, str, str | None]]):
    figures = ruling_figures([ScoredRuling(*row) for row in rows]).to_json()
    for name, (low, high) in figures["intervals"].items():
        assert 0 <= low <= high <= 1
        assert figures[name] is None or 0 <= figures[name] <= 1


def test_where_nothing_was_ruled_there_is_no_accuracy():
    figures = ruling_figures([ScoredRuling("a", "YES", None), ScoredRuling("b", "NO", None)]).to_json()
    assert (figures["coverage"], figures["accuracy_ruled"], figures["wrong"]) == (0, None, None)


def test_intervals_are_the_same_each_time():
    rows = [ScoredRuling(str(n % 5), "YES", "YES" if n % 3 else "NO") for n in range(50)]
    assert ruling_figures(rows, seed=3) == ruling_figures(rows, seed=3)


def test_a_label_is_never_read_from_a_part_of_a_word():
    assert gold_label("unknown") == "IRRELEVANT"
    assert gold_label("incorrect") == "NO"
    assert gold_label("不是") == "NO"
    assert gold_label("I think yes") is None


def test_a_gold_file_with_an_unknown_label_is_refused(tmp_path: Path):
    path = tmp_path / "gold.jsonl"
    path.write_text('{"story": "a", "text": "?", "ruling": "perhaps"}\n')
    with pytest.raises(BadInput, match=r"gold.jsonl, line 1: unknown label 'perhaps'"):
        read_gold(path)


@pytest.mark.skipif(not OUTSIDE.is_dir(), reason="the outside data set is not here")
@pytest.mark.parametrize(
    ("replies", "binary", "exact", "unparsable"),
    [
        ("gpt_4o_zh_shot0", 0.861814, 0.663502, 0),
        ("claude_3_5_sonnet_zh_shot2", 0.876582, 0.690928, 0),
        ("llama_3_1_405b_en_shot0", 0.858650, 0.767932, 2),
    ],
)
def test_archived_replies_give_the_known_figures(replies: str, binary: float, exact: float, unparsable: int):
    figures = ruling_figures(
        score_replies(read_gold(OUTSIDE / f"replies.{replies}.jsonl", archived=True).items)
    ).to_json()
    assert (figures["n"], figures["binary"], figures["exact"], figures["unparsable"]) == (
        948,
        binary,
        exact,
        unparsable,
    )
