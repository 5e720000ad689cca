"""Remarks on rulings and verdicts: templates, filled from what is public anyway."""

from dataclasses import replace
from typing import Any

import pytest
from langgraph.runtime import Runtime
from tests.support import entry
from tests.unit.games.situation_puzzle.table import FEARED, SNOW, Table, agents, judged, only, ruled

from echoes.core.log.entries import Entry
from echoes.games.situation_puzzle.narration.remarks import narrate

DETAIL = "zzfactid9"
"""A fact that is not core, so that progress stays as it is."""
PHRASES = agents().phrases_in("en")


async def remark(about: Entry, *log: Entry, **more: Any) -> str:
    event: Any = only(await Table(*log, **more).after(narrate, outbox=[about])).event
    return event.remark


def led(*steps: str, turn: int = 1) -> Entry:
    trace = {"steps": list(steps)}
    return entry(trace, event="question_ruled", text="?", ruling="YES", source="x", turn=turn)


@pytest.mark.parametrize(
    ("about", "log", "said"),
    [
        (ruled("?", "YES", SNOW), [], PHRASES.progress_remark),
        (ruled("?", "YES", SNOW, turn=2), [ruled("?", "YES", SNOW)], ""),
        (led(SNOW), [], PHRASES.step_remark),
        (ruled("?", "YES", DETAIL), [], PHRASES.detail_remark),
        (led(DETAIL), [], PHRASES.detail_remark),
        (ruled("?", "NO"), [], ""),
        (ruled("?", "YES", SNOW, turn=2), [ruled("?", "YES", FEARED)], PHRASES.complete_remark),
    ],
)
async def test_a_ruling_is_remarked_on_by_what_it_gains(about: Entry, log: list[Entry], said: str):
    assert await remark(about, *log) == said


async def test_getting_warmer_is_said_only_where_progress_moves():
    known = [ruled("?", "YES", SNOW)]
    nearer = led(SNOW, DETAIL, turn=2)
    assert await remark(nearer, *known) == PHRASES.detail_remark


async def test_the_authors_own_words_stay():
    own = ruled("?", "YES", SNOW, remark="Well seen.")
    assert await remark(own) == "Well seen."


async def test_a_brief_game_has_no_remarks():
    assert await remark(ruled("?", "YES", SNOW), verbosity="brief") == ""


@pytest.mark.parametrize(("asked", "aside"), [(0, "Cold."), (1, "Colder."), (2, "Cold.")])
async def test_a_full_game_has_an_aside_where_nothing_is_gained_in_rotation(asked: int, aside: str):
    table = Table(*(ruled(f"{n}?", "NO", turn=n) for n in range(asked)), verbosity="full")
    phrases = PHRASES.model_copy(update={"asides": {"NO": ["Cold.", "Colder."]}})
    turn = table.turn(outbox=[ruled("?", "NO", turn=9)])
    told = await narrate(turn, Runtime(context=replace(table.context, phrases=phrases)))
    assert only(told).event.remark == aside  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("about", "said"),
    [
        (judged("x", "SOLVED"), PHRASES.solved),
        (judged("x", "WRONG"), PHRASES.wrong),
        (judged("x", "CLOSE", "cloze"), PHRASES.cloze_close),
        (judged("x", "PARTIAL", "cloze"), PHRASES.cloze_partial),
        (judged("x", "WRONG", "cloze"), PHRASES.cloze_wrong),
        (judged("x", "SOLVED", "cloze"), PHRASES.solved),
        (judged("x", "CLOSE", untold=True), PHRASES.close_untold),
        (judged("x", "PARTIAL", missing=[SNOW]), PHRASES.partial),
        (judged("x", "PARTIAL", untold=True), PHRASES.partial_untold),
        (
            judged("x", "PARTIAL", contradicted=[SNOW], missing=[FEARED]),
            f"{PHRASES.partial} {PHRASES.contradicted}",
        ),
        (judged("x", "PARTIAL", contradicted=[SNOW]), f"{PHRASES.partial_untold} {PHRASES.contradicted}"),
        (judged("x", "WRONG", contradicted=[SNOW]), PHRASES.wrong),
    ],
)
async def test_a_verdict_says_what_kind_of_thing_is_amiss(about: Entry, said: str):
    assert await remark(about) == said


async def test_close_names_places_of_the_map_and_no_fact():
    about = [{"text": "Did it snow?", "ruling": "YES", "facts": [SNOW], "about": "where"}]
    told = await remark(judged("x", "CLOSE", missing=[SNOW]), rulings=about)
    assert told == PHRASES.format("close_about", places=PHRASES.places["where"])


@pytest.mark.parametrize(
    ("earlier", "hints", "offered"), [(1, 0, True), (0, 0, False), (2, 0, False), (3, 0, True), (1, 2, False)]
)
async def test_a_hint_is_offered_each_time_that_nothing_moved_for_so_long(
    earlier: int, hints: int, offered: bool
):
    given = [entry(event="hint_given", level=n, turn=n, text="x", remaining=0) for n in range(hints)]
    log = [*given, *(ruled("?", "NO", turn=n) for n in range(earlier))]
    told = await remark(ruled("?", "NO", turn=9), *log, bounds={"offer_hint_after": 2})
    assert told == (PHRASES.format("offer_hint", count=earlier + 1) if offered else "")


async def test_no_hint_is_offered_where_none_tells_anything_new():
    known = [ruled("Why?", "YES", SNOW, FEARED), ruled("?", "NO", turn=2)]
    assert await remark(ruled("?", "NO", turn=9), *known, bounds={"offer_hint_after": 2}) == ""
