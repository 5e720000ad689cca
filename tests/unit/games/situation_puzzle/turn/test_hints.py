"""Hints: the author's ladder first, none twice, and none by a model that gives anything away."""

from typing import Any

import pytest
from langgraph.runtime import Runtime
from tests.support import canary_puzzle, entry
from tests.unit.games.situation_puzzle.table import (
    FEARED,
    SNOW,
    SaysReferee,
    Table,
    only,
    ruled,
    said,
    verdict,
)

from echoes.core.log.entries import Entry
from echoes.games.situation_puzzle.events import HintGiven
from echoes.games.situation_puzzle.turn.hints import (
    check_hint_budget,
    choose_hint,
    route_by_budget,
    write_hint,
)

LADDER = [{"text": "vague"}, {"text": "of the snow", "facts": [SNOW]}, {"text": "plain"}]
MORE = {"max_hints": 2, "further_hints": 2}
HARMLESS = "Consider the weather outdoors."
NOTHING_KNOWN = verdict("WRONG")


def given(*levels: int) -> list[Entry]:
    return [
        entry(event="hint_given", level=level, turn=n, text="x", remaining=0)
        for n, level in enumerate(levels)
    ]


def used_up(*replies: Any, written: tuple[str, ...] = (HARMLESS,)) -> Table:
    """A table whose ladder is used up, where a model may write two more."""
    referee = SaysReferee(*(replies or (NOTHING_KNOWN,)))
    return Table(*given(1, 2), referee=referee, written=written, bounds={"further_hints": 2})


async def test_it_is_said_why_there_is_no_hint():
    bounded = Table(*given(1), bounds={"max_hints": 1})
    assert said(await bounded.after(check_hint_budget)) == bounded.phrases.format("hint_limit", limit=1)
    assert said(await Table(*given(1, 2)).after(check_hint_budget)) == Table().phrases.no_hints
    without = Table(hints=[], bounds={"max_hints": 0})
    assert said(await without.after(check_hint_budget)) == without.phrases.without_hints


async def route(table: Table) -> str:
    """The node that answers a call for a hint."""
    return route_by_budget(table.turn(**await table.after(check_hint_budget)), Runtime(context=table.context))


async def test_the_ladder_comes_before_hints_of_a_model():
    assert await route(Table()) == "choose_hint"
    assert await route(used_up()) == "write_hint"
    assert await route(Table(*given(1, 2))) == "narrate"


@pytest.mark.parametrize(
    ("log", "bounds", "level"),
    [
        ([], {}, 1),
        (given(1), {}, 2),
        (given(2), {}, 1),
        ([], {"hint_order": [3, 1, 2], "leading": "direct"}, 3),
        ([ruled("Snow?", "YES", SNOW), *given(1)], {}, 3),  # what its hint says is known
    ],
)
async def test_the_next_rung_is_the_first_that_says_something_new(
    log: list[Entry], bounds: dict[str, Any], level: int
):
    table = Table(*log, bounds={"max_hints": 3, **bounds}, hints=LADDER)
    assert only(await table.after(choose_hint)).event.level == level  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("found", "level"), [([], 1), ([SNOW], 1), ([SNOW, FEARED], 2)], ids=["nothing", "half", "all"]
)
async def test_a_rung_that_leads_to_what_is_known_comes_after_the_others(found: list[str], level: int):
    ladder = [{"text": "Why so quiet?", "steps": [SNOW, FEARED]}, "What lies above the village?"]
    facts = [*canary_puzzle()["facts"], {"id": "third", "statement": "It was spring.", "core": True}]
    table = Table(ruled("Why?", "YES", *found), bounds={"max_hints": 2}, hints=ladder, facts=facts)
    assert only(await table.after(choose_hint)).event.level == level  # type: ignore[attr-defined]


async def test_a_hint_whose_core_fact_is_known_is_not_sold_though_a_detail_is_missing():
    facts = [*canary_puzzle()["facts"], {"id": "spring", "statement": "It was spring."}]
    ladder = [{"text": "Why so quiet?", "steps": [SNOW, "spring"]}, {"text": "Of fear.", "steps": [FEARED]}]
    table = Table(ruled("Snow?", "YES", SNOW), hints=ladder, facts=facts)
    assert only(await table.after(choose_hint)).event.level == 2  # type: ignore[attr-defined]


KNOWN = [{"text": "Why so quiet?", "steps": [SNOW]}, {"text": "Snow.", "facts": [SNOW]}]
SNOWED = ruled("Snow?", "YES", SNOW)


async def test_hints_that_tell_only_what_is_known_are_withheld_free_of_charge():
    table = Table(SNOWED, hints=KNOWN)
    assert said(await table.after(check_hint_budget)) == table.phrases.hints_known


async def test_a_withheld_hint_is_given_once_what_it_leads_to_is_unknown_again():
    withdrawn = entry(
        event="ruling_challenged", turn=1, text="Snow?", ruling="YES", outcome="withdrawn", remark=""
    )
    table = Table(SNOWED, withdrawn, hints=KNOWN)
    assert await route(table) == "choose_hint"
    assert only(await table.after(choose_hint)).event.level == 1  # type: ignore[attr-defined]


@pytest.mark.parametrize("further", [0, 2], ids=["no model", "a model writes hints"])
@pytest.mark.parametrize(
    "hints",
    [[], KNOWN, ["It names no fact."], [{"text": "Beside the point.", "steps": ["spring"]}]],
    ids=["none", "known", "names no fact", "beside the point"],
)
async def test_who_has_found_everything_needs_no_hint(hints: list[Any], further: int):
    table = Table(
        ruled("Why?", "YES", SNOW, FEARED),
        facts=[*canary_puzzle()["facts"], {"id": "spring", "statement": "It was spring."}],
        hints=hints,
        bounds={"max_hints": len(hints), "further_hints": further},
    )
    assert said(await table.after(check_hint_budget)) == table.phrases.hints_complete


async def test_a_model_writes_where_the_authors_hints_that_are_left_are_known():
    table = Table(
        SNOWED, referee=SaysReferee(*[NOTHING_KNOWN] * 3), written=(HARMLESS,), hints=KNOWN, bounds=MORE
    )
    assert await route(table) == "write_hint"
    assert only(await table.after(write_hint)).event.level == 3  # type: ignore[attr-defined]
    assert await route(Table(SNOWED, *given(3), hints=KNOWN, bounds=MORE)) == "write_hint"
    assert await route(Table(SNOWED, *given(3, 4), hints=KNOWN, bounds=MORE)) == "narrate"
    assert await route(Table(*given(3, 4), hints=KNOWN, bounds=MORE)) == "choose_hint"


async def test_each_skipped_hint_is_mentioned_once():
    ladder = [*KNOWN, "vague", "vaguer"]
    first = Table(SNOWED, hints=ladder, bounds={"max_hints": 4})
    told = only(await first.after(choose_hint))
    assert isinstance(told.event, HintGiven)
    assert (told.event.level, told.event.why) == (3, first.phrases.format("hint_why_known_many", count=2))
    second = Table(SNOWED, told, hints=ladder, bounds={"max_hints": 4})
    assert only(await second.after(choose_hint)).event.why == ""  # type: ignore[attr-defined]


async def test_a_hint_says_why_it_is_not_the_lowest_that_is_left():
    known = Table(ruled("Snow?", "YES", SNOW), *given(1), bounds={"max_hints": 3}, hints=LADDER)
    told = only(await known.after(choose_hint)).event
    assert isinstance(told, HintGiven)
    assert (told.why, told.remaining) == (known.phrases.hint_why_known, 1)
    direct = Table(bounds={"max_hints": 3, "hint_order": [3, 1, 2], "leading": "direct"}, hints=LADDER)
    assert only(await direct.after(choose_hint)).event.why == direct.phrases.hint_why_direct  # type: ignore[attr-defined]
    assert only(await Table().after(choose_hint)).event.why == ""  # type: ignore[attr-defined]


async def test_a_hint_of_a_model_is_shown_where_it_tells_nothing_hidden():
    written = only(await used_up().after(write_hint))
    assert isinstance(written.event, HintGiven)
    assert (written.event.text, written.event.level, written.event.remaining) == (HARMLESS, 3, 1)


@pytest.mark.parametrize(
    ("written", "replies"),
    [
        ("Snow zzfacttwo lay on the slope.", ()),  # in the words of a hidden fact
        (HARMLESS, (verdict("PARTIAL", FEARED),)),  # in others, by which the referee knows it
        (HARMLESS, (verdict("WRONG", unavailable="model_away"),)),  # which nobody can check
    ],
)
async def test_a_hint_that_may_tell_a_hidden_fact_is_never_shown(written: str, replies: tuple[Any, ...]):
    table = used_up(*replies, NOTHING_KNOWN, written=(written, "Who profits from silence?"))
    assert only(await table.after(write_hint)).event.text == "Who profits from silence?"  # type: ignore[attr-defined]


async def test_a_second_failure_leaves_no_hint():
    table = used_up(written=("{markup}", "```"))
    assert said(await table.after(write_hint)) == table.phrases.no_hints
    assert table.referee.asked == []


async def test_a_hint_that_was_given_is_not_given_again():
    table = used_up(NOTHING_KNOWN, NOTHING_KNOWN, written=(HARMLESS, "Who profits from silence?"))
    history = {"lines": [{"text": HARMLESS, "kind": "HINT"}], "tail": []}
    given_now = only(await table.after(write_hint, history=history)).event
    assert given_now.text == "Who profits from silence?"  # type: ignore[attr-defined]


async def test_what_is_established_is_no_secret_any_more():
    found = [ruled("Snow?", "YES", SNOW), ruled("Fear?", "YES", FEARED, turn=2)]
    referee = SaysReferee(verdict("CLOSE", SNOW))
    text = "Snow lay there zzfacttwo: so what?"
    table = Table(*found, *given(1, 2), referee=referee, written=(text,), bounds={"further_hints": 1})
    assert only(await table.after(write_hint)).event.text == text  # type: ignore[attr-defined]
