"""Measurements: a value is held against its bound from the right side, and what can't be measured breaks none."""

from typing import Any

import pytest

from echoes.bench.performance import measure as measuring
from echoes.bench.performance.command_specs import OverheadOptions
from echoes.bench.performance.measure import Measurement, measure
from echoes.bench.performance.profile import Profile
from echoes.core.errors import BadInput

row = measuring._row  # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize(
    ("value", "bound", "at_least", "ok"),
    [
        (1.0, 2.0, False, True),
        (2.0, 2.0, False, True),
        (2.1, 2.0, False, False),
        (2.1, 2.0, True, True),
        (1.9, 2.0, True, False),
        (9.9, None, False, True),
        (None, 2.0, False, True),
    ],
)
def test_a_bound_is_kept_from_its_side(value: float | None, bound: float | None, at_least: bool, ok: bool):
    assert row("x", value, bound, "ms", at_least).ok is ok


def test_a_value_just_beyond_its_bound_is_not_rounded_into_it():
    found = row("x", 2.0001, 2.0, "x")
    assert (found.value, found.ok) == (2.0, False)


def test_the_share_of_our_own_code_says_what_would_be_left_without_it():
    profile = Profile(turn_ms=10.0, call=0.4, graph=0.2, storage=0.1, rest=0.1, own=0.2)
    *_, without = measuring._shares("many", profile, 0.4)  # pyright: ignore[reportPrivateUsage]
    assert without.value == 0.5


async def test_only_the_parts_that_are_named_are_measured_all_in_one_folder(monkeypatch: pytest.MonkeyPatch):
    folders: list[Any] = []

    async def part(load: OverheadOptions, rag: Any, folder: Any) -> list[Measurement]:
        folders.append(rag)
        return [row("x", 1.0, None, "")]

    monkeypatch.setattr(measuring, "PARTS", {"one": part, "two": part})
    load: Any = None
    assert len(await measure(load)) == 2 and len({*folders}) == 1
    assert len(await measure(load, ["two"])) == 1
    with pytest.raises(BadInput, match="no part 'three'"):
        await measure(load, ["two", "three"])
    assert not folders[0].parent.exists(), "nothing is left behind"
