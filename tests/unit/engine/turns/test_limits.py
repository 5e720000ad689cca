"""Limits of turns and hints: what is refused is not charged, and the player is told which limit it was."""

from typing import Any

import pytest
from tests.support import event

from echoes.core.errors import LimitReached
from echoes.core.log.entries import Entry
from echoes.core.operation.counters import InMemoryCounters
from echoes.core.operation.spending import SPENDER, Bound, LimitSettings, Spender, Spending
from echoes.engine.turns.limits import PlayLimits, limit_reached

RULED = Entry(event(event="question_ruled", text="?", ruling="NO", source="x", turn=1))
HINT = Entry(event(event="hint_given", level=1, text="x", remaining=0, turn=2))
HELP = Entry(event(event="command_result", command="help", text="x"))


@pytest.fixture
def limits() -> PlayLimits:
    """Two turns and one hint a session, for the running test."""
    SPENDER.set(Spender("s", "ann"))
    settings = LimitSettings.model_validate({"session": {"turns": 2, "hints": 1}})
    return PlayLimits(Spending(settings, InMemoryCounters()))


async def test_turns_and_hints_are_counted_and_commands_are_free(limits: PlayLimits):
    assert await limits.claim([HELP], "en") == {}
    assert await limits.claim([RULED, HELP], "en") == {"turns": 1, "hints": 0}
    assert await limits.claim([HINT], "en") == {"turns": 1, "hints": 1}
    assert (await limits.turns_used_up()) is not None


async def test_what_is_refused_is_not_spent(limits: PlayLimits):
    await limits.claim([HINT], "en")
    with pytest.raises(LimitReached, match="1 hint"):
        await limits.claim([HINT], "en")
    assert await limits.claim([RULED], "en"), "its turn is still there"


async def test_what_was_not_recorded_is_given_back(limits: PlayLimits):
    for _ in range(5):
        await limits.give_back(await limits.claim([HINT], "en"))
    assert await limits.turns_used_up() is None


async def test_without_limits_nothing_is_counted():
    free = PlayLimits(Spending(LimitSettings(), InMemoryCounters()))
    assert (await free.claim([RULED], "en"), await free.turns_used_up()) == ({}, None)


@pytest.mark.parametrize("what", ["turns", "hints"])
@pytest.mark.parametrize("scope", ["session", "player", "day"])
def test_each_limit_says_how_many_and_that_nothing_was_charged(what: Any, scope: Any):
    bound = Bound(what=what, scope=scope, limit=3, **_rest())
    english, chinese = str(limit_reached(bound, "en")), str(limit_reached(bound, "zh"))
    assert f"3 {what}" in english and "Nothing was charged" in english
    assert "3" in chinese and "不计数" in chinese
    assert ("midnight UTC" in english) is (scope != "session") is ("UTC" in chinese)


def _rest() -> dict[str, Any]:
    return {name: "" for name in Bound.__dataclass_fields__ if name not in ("what", "scope", "limit")}
