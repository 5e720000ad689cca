"""A die is spent by its name only where nothing else is said; of dice alike, the cheaper one."""

from typing import Any, cast

import pytest

from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.named_die import free_dice, named_die, nearly_named_die

POOL = [4, 1, 4, 6]
PRICES = [(2, 1), (3, 2), (1, 1), (1, 2)]


def number(said: str, **changes: Any) -> int | str:
    return named_die(offered(**changes), said)


def offered(**changes: Any) -> HeistState:
    outcomes = [{"stress": stress, "heat": heat} for stress, heat in PRICES]
    return cast("HeistState", {"framing": {"outcomes": outcomes}, "pool": POOL, "dice": "pool", **changes})


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("the four", 3),
        ("spend 4", 3),
        ("i'll use the six, please", 4),
        ("use my one", 2),
        ("spend the one", 2),
        ("the best one", 4),
        ("the worst of my dice", 2),
        ("the cheapest", 3),
        ("whichever is cheapest", 3),
        ("use the four die to open the lock", 3),
        ("the five", "5"),
        ("用四点的骰子吧", 3),
        ("六点", 4),
        ("最好的骰子", 4),
        ("最便宜的", 3),
        ("五点", "5"),
    ],
)
def test_a_die_is_named_by_its_pips_or_its_worth(said: str, expected: int | str):
    assert number(said) == expected


@pytest.mark.parametrize(
    "said",
    [
        "use my best lockpick",
        "four guards are coming",
        "we need the best plan",
        "一点办法也没有",
        "最好的办法",
        "",
    ],
)
def test_a_message_that_says_more_spends_nothing(said: str):
    assert number(said) == 0


@pytest.mark.parametrize(
    "said", ["the four that is free", "the free six die", "use the four that costs nothing", "不花代价的四点"]
)
def test_a_die_that_costs_something_is_not_sold_as_free(said: str):
    assert number(said) == 0
    die, is_sure = nearly_named_die(offered(), said)
    assert die and not is_sure, "it is asked back"
    framing = {"outcomes": [{"stress": 0, "heat": 0}] * len(POOL)}
    assert number(said, framing=framing), "it is, where it costs nothing"


@pytest.mark.parametrize("changes", [{"framing": None}, {"dice": "roll"}, {"pool": []}])
def test_no_die_is_named_where_none_is_on_offer(changes: dict[str, Any]):
    assert number("the four", **changes) == 0


def test_a_long_message_names_none():
    assert number("use the four die to " + "open the lock " * 5) == 0


@pytest.mark.parametrize(
    "said", ["the free one", "use a free die", "a die that costs nothing", "花一颗不花代价的"]
)
@pytest.mark.parametrize(
    ("free", "expected"),
    [((), []), ((3,), [4]), ((0, 2), [3]), ((2, 3), [4, 3])],
    ids=["none is free", "one is", "two of the same pips are one", "of two, it is asked which"],
)
def test_a_die_that_costs_nothing(said: str, free: tuple[int, ...], expected: list[int]):
    prices = [(0, 0) if n in free else price for n, price in enumerate(PRICES)]
    outcomes = [{"stress": stress, "heat": heat} for stress, heat in prices]
    assert free_dice(offered(framing={"outcomes": outcomes}), said) == expected


@pytest.mark.parametrize("said", ["the free four", "be free", "不花代价的四点", "不花代价的办法"])
def test_what_else_is_called_free_is_none_of_them(said: str):
    assert free_dice(offered(), said) is None
