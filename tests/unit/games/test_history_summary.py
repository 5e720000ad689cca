"""The state keeps a bounded history, whatever is played; what matters least gives way first."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.support import entry

from echoes.config import load_config
from echoes.core.log.entries import Entry
from echoes.games.history_summary import KEPT, SUMMARY_CHARS, TAIL_CHARS, History, empty_history, remember
from echoes.games.resources import Limits
from echoes.games.situation_puzzle.game import SituationPuzzle

KINDS = ("YES", "NO", "YES AND NO", "IRRELEVANT")


RULES = SituationPuzzle(Limits(), load_config().agents["situation_puzzle"])
TRIM_ORDER = RULES.trim_order


def ruled(turn: int, ruling: str, text: str) -> Entry:
    return entry(event="question_ruled", turn=turn, ruling=ruling, text=text, source="embedded")


def play(*entries: Entry) -> History:
    return remember(empty_history(), entries, RULES)


def size(lines: Any) -> int:
    return sum(len(line["text"]) for line in lines)


EVENTS = st.lists(st.tuples(st.sampled_from(KINDS), st.text(min_size=1, max_size=200)), max_size=120)


@given(EVENTS)
def test_it_never_grows_beyond_its_bounds_and_forgets_nothing_unsaid(events: list[tuple[str, str]]):
    entries = [ruled(turn, ruling, f"{turn} {text}") for turn, (ruling, text) in enumerate(events, 1)]
    history = play(*entries)
    assert size(history["lines"]) <= SUMMARY_CHARS
    assert size(history["tail"]) <= TAIL_CHARS or len(history["tail"]) <= KEPT
    known = len(history["lines"]) + len(history["tail"]) + sum(history["dropped"].values())
    assert known == len(events)
    newest = [line["turn"] for line in history["tail"]]
    assert newest == [*range(len(events) - len(newest) + 1, len(events) + 1)]


@given(EVENTS)
def test_step_by_step_is_the_same_however_often_it_is_interrupted(events: list[tuple[str, str]]):
    entries = [ruled(turn, ruling, text) for turn, (ruling, text) in enumerate(events, 1)]
    once = play(*entries)
    again = play(*entries[: len(entries) // 2])
    for one in entries[len(entries) // 2 :]:
        again = remember(again, [one], RULES)
    assert again == once


def test_a_kind_gives_way_only_after_all_that_matter_less():
    history, gave_way = empty_history(), set[str]()
    for number in range(1, 300):
        after = remember(history, [ruled(number, KINDS[number % 4], f"{number:03} " + "x" * 60)], RULES)
        for kind in TRIM_ORDER:
            if after["dropped"].get(kind, 0) > history["dropped"].get(kind, 0):
                gave_way.add(kind)
                lesser = TRIM_ORDER[: TRIM_ORDER.index(kind)]
                assert not any(line["kind"] in lesser for line in after["lines"])
        history = after
    assert gave_way == set(KINDS)
    assert "YES" in {line["kind"] for line in history["lines"]}


def test_the_same_ruling_stands_once():
    history = play(*(ruled(n, "NO", "Was it stolen? " + "x" * 300) for n in range(1, 30)))
    assert len(history["lines"]) == 1


def test_a_withdrawn_ruling_is_gone():
    history = play(ruled(1, "YES", "Is he old?"), ruled(2, "NO", "Is he young?"))
    withdrawn, upheld = (
        entry(event="ruling_challenged", turn=1, outcome=outcome, ruling="YES", text="Is he old?", remark="")
        for outcome in ("withdrawn", "upheld")
    )
    assert [line["turn"] for line in remember(history, [withdrawn], RULES)["tail"]] == [2]
    assert remember(history, [upheld], RULES) == history


def test_what_establishes_nothing_is_left_out():
    said = [
        entry(event="command_result", turn=1, command="help", text="help"),
        entry(event="ruling_unavailable", turn=1, text="qwerty", reason="?"),
        entry(event="clarification_asked", turn=1, text="hm", prompt="?", options=[]),
    ]
    assert play(*said) == empty_history()
