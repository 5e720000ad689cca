"""Visibility within a budget that holds."""

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import say

from echoes.core.errors import BadSetting
from echoes.core.seats.roles import Role
from echoes.engine.engine import GameEngine
from echoes.engine.sessions.queries import session_window
from echoes.games.context_window import Part, Section, beginning_of, build_window, estimate_tokens
from echoes.games.situation_puzzle.prompt_sections import VISIBILITY
from echoes.games.situation_puzzle.roles import HINT_MASTER

EVERYTHING = [Section(part, (f"text of {part}",)) for part in Part]
TABLE = {
    Role.REFEREE: {Part.SCENARIO, Part.SECRET, Part.EVIDENCE, Part.SUMMARY, Part.TURNS, Part.MESSAGE},
    HINT_MASTER: {Part.SCENARIO, Part.EVIDENCE, Part.PLAYER, Part.SUMMARY, Part.TURNS},
    Role.NARRATOR: {Part.SCENARIO, Part.PLAYER, Part.SUMMARY, Part.TURNS, Part.MESSAGE},
    Role.PLAYER: {Part.SCENARIO, Part.SUMMARY, Part.TURNS},
    Role.OBSERVER: {Part.SCENARIO, Part.SUMMARY, Part.TURNS},
}  # fmt: skip


@pytest.mark.parametrize(("role", "part"), list(product(Role, Part)))
def test_the_table_of_who_sees_what(role: Role, part: Part):
    window = build_window(role, None, EVERYTHING, VISIBILITY, 10_000)
    assert (window.text(part) != "") == (part in TABLE[role])


def test_notes_are_seen_by_their_owner_only():
    notes = [
        Section(Part.NOTES, ("I suspect Thorin",), "elara"),
        Section(Part.NOTES, ("I am hungry",), "thorin"),
    ]
    assert build_window(Role.PLAYER, "elara", notes, VISIBILITY, 100).text(Part.NOTES) == "I suspect Thorin"
    assert build_window(Role.PLAYER, None, notes, VISIBILITY, 100).text(Part.NOTES) == ""
    assert build_window(Role.NARRATOR, "elara", notes, VISIBILITY, 100).text(Part.NOTES) == ""


def test_a_role_that_the_table_does_not_name_sees_nothing():
    assert build_window(Role.REFEREE, None, EVERYTHING, {}, 100).sections == ()


ITEMS = st.lists(st.text(min_size=1, max_size=60), max_size=12).map(tuple)


@given(turns=ITEMS, evidence=ITEMS, summary=ITEMS, budget=st.integers(60, 400))
def test_the_budget_holds(
    turns: tuple[str, ...], evidence: tuple[str, ...], summary: tuple[str, ...], budget: int
):
    sections = [
        Section(Part.SECRET, ("the answer",)), Section(Part.MESSAGE, ("the question",)), Section(Part.TURNS, turns),
        Section(Part.EVIDENCE, evidence, gives_way="last"), Section(Part.SUMMARY, summary),
    ]  # fmt: skip
    window = build_window(Role.REFEREE, None, sections, VISIBILITY, budget)
    assert estimate_tokens("\n".join(window.text(part) for part in Part if window.text(part))) <= budget
    assert window.tokens <= budget
    assert (window.text(Part.SECRET), window.text(Part.MESSAGE)) == ("the answer", "the question")
    shown = dict.fromkeys(Part, 0) | {s.part: len(s.items) for s in window.sections}
    for part, items in ((Part.TURNS, turns), (Part.EVIDENCE, evidence), (Part.SUMMARY, summary)):
        assert shown[part] + window.left_out.get(part, 0) == len(items)


def test_the_order_in_which_things_give_way():
    sections = [
        Section(Part.SCENARIO, ("s" * 30,)),
        Section(Part.TURNS, tuple(f"turn {n} ......" for n in range(5))),
        Section(Part.EVIDENCE, tuple(f"passage {n} ..." for n in range(5)), gives_way="last"),
        Section(Part.SUMMARY, tuple(f"summary {n} ..." for n in range(3))),
        Section(Part.MESSAGE, ("m" * 30,)),
    ]
    whole = build_window(Role.REFEREE, None, sections, VISIBILITY, 10_000).tokens
    gave_way: list[Part] = []
    before: dict[Part, int] = {}
    for budget in range(whole, 25, -1):
        try:
            left_out = dict(build_window(Role.REFEREE, None, sections, VISIBILITY, budget).left_out)
        except BadSetting:
            break
        for part, count in left_out.items():
            gave_way += [part] * (count - before.get(part, 0))
        before = left_out
    assert gave_way == [
        *[Part.TURNS] * 2, *[Part.EVIDENCE] * 2, *[Part.SUMMARY] * 3, *[Part.TURNS] * 2, *[Part.EVIDENCE] * 3,
        Part.TURNS,
    ]  # fmt: skip


def test_the_oldest_turn_and_the_weakest_evidence_go_first():
    sections = [
        Section(Part.TURNS, ("oldest", "old", "new", "newer", "newest")),
        Section(Part.EVIDENCE, ("strongest", "strong", "weak", "weaker"), gives_way="last"),
    ]
    window = build_window(Role.REFEREE, None, sections, VISIBILITY, 18)
    assert window.text(Part.TURNS).endswith("newest")
    assert "oldest" not in window.text(Part.TURNS)
    assert "weaker" not in window.text(Part.EVIDENCE)


def test_what_can_not_be_left_out_and_does_not_fit_is_said():
    with pytest.raises(BadSetting, match=r"the referee needs .* tokens .* and has 10\. Raise its budget"):
        build_window(Role.REFEREE, None, [Section(Part.SECRET, ("x" * 100,))], VISIBILITY, 10)


@pytest.mark.parametrize(("text", "least"), [("hello there", 3), ("你好世界", 4), ("", 0)])
def test_tokens_are_not_underestimated(text: str, least: int):
    assert estimate_tokens(text) >= least


async def test_what_each_role_is_shown_of_a_session(own_engine: GameEngine, bell: Path):
    session = await own_engine.create_session("silent_bell", player_id="ann")
    await say(own_engine, session.session_id, "Was the bell broken?", "/hint", "Is the sexton old?", "/undo")
    referee = await session.window(Role.REFEREE, "Did the sexton fear the sound?")
    assert "zzanswer" in referee.text(Part.SECRET)
    assert referee.text(Part.MESSAGE) == "Did the sexton fear the sound?"
    assert "avalanche" in referee.text(Part.EVIDENCE)
    for role in (Role.NARRATOR, Role.PLAYER, Role.OBSERVER):
        window = await session.window(role, "Did the sexton fear the sound?")
        assert "zz" not in "\n".join(window.text(part) for part in Part).replace("zzhintone", "")
        assert window.text(Part.TURNS).splitlines() == [
            "Was the bell broken? — NO", "Think of the season zzhintone. — HINT"
        ]  # fmt: skip


async def test_a_player_is_shown_its_own_notes_and_no_other(own_engine: GameEngine, bell: Path):
    session = await own_engine.create_session("silent_bell", player_id="ann")
    memory = await own_engine.players.memory()
    await memory.append_session_event(session.session_id, Role.PLAYER, "I suspect the snow")
    await memory.append_session_event(session.session_id, Role.NARRATOR, "keep it short")
    assert (await session_window(own_engine, session.session_id, Role.PLAYER)).text(
        Part.NOTES
    ) == "I suspect the snow"
    assert (await session_window(own_engine, session.session_id, Role.NARRATOR)).text(Part.NOTES) == ""
    assert (await session_window(own_engine, session.session_id, Role.REFEREE)).text(Part.NOTES) == ""


@pytest.mark.parametrize("text", ["word, and on " * 40, "走了又走，" * 40, "123" * 100, "short", ""])
def test_a_text_is_cut_as_late_as_the_estimate_allows(text: str):
    cut = beginning_of(text, 30)
    assert text.startswith(cut)
    assert estimate_tokens(cut) <= 30
    assert cut == text or estimate_tokens(text[: len(cut) + 1]) > 30
