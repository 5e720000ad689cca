"""The state is the fold of the events, and bounded."""

from hypothesis import given
from hypothesis import strategies as st
from tests.support import entry

from echoes.core.log.entries import Entry
from echoes.games.situation_puzzle.reducer import evolve, evolve_all
from echoes.games.situation_puzzle.referees.types import KEPT_RULINGS
from echoes.games.situation_puzzle.state import initial_state, progress

STARTED = {
    "event": "session_started",
    "puzzle_id": "bell",
    "title": "Bell",
    "statement": "It rang.",
    "lang": "en",
    "puzzle_hash": "0",
    "referee": "embedded",
}


def ruled(
    ruling: str = "YES",
    facts: tuple[str, ...] = (),
    ideas: tuple[str, ...] = (),
    turn: int = 1,
    steps: tuple[str, ...] = (),
):
    trace = {"facts": list(facts), "steps": list(steps), "authored": 1, "ideas": list(ideas)}
    return entry(trace, event="question_ruled", text="?", ruling=ruling, source="x", turn=turn)


def after(*entries: Entry, limit: int | None = None):
    state = evolve(initial_state(), entry({"max_questions": limit, "max_hints": 2}, **STARTED))
    return evolve_all(state, entries)


def test_only_a_yes_establishes_a_fact():
    assert after(ruled("NO", ("zzfactid1",)))["facts"] == {}
    assert after(ruled("YES AND NO", ("zzfactid1",)))["facts"] == {}
    assert after(ruled("YES", ("zzfactid1",)))["facts"] == {"zzfactid1": [1]}


def test_a_withdrawn_ruling_takes_its_facts_and_its_charge_back():
    challenged = entry(event="ruling_challenged", outcome="withdrawn", ruling="YES", text="?", remark="")
    state = after(ruled("YES", ("zzfactid1",)), challenged)
    assert (state["facts"], state["questions"], state["last"]) == ({}, 0, None)


def corrected(turn: int, ruling: str, facts: tuple[str, ...] = (), by: str = "author"):
    said = {"turn": turn, "text": "?", "ruling": "YES", "new_ruling": ruling, "by": by, "remark": ""}
    return entry({"facts": list(facts)}, event="ruling_corrected", **said)


def test_a_corrected_ruling_keeps_what_another_turn_has_established_too():
    twice = (ruled(facts=("a", "b"), turn=1), ruled(facts=("a",), turn=2))
    assert after(*twice, corrected(1, "NO"))["facts"] == {"a": [2]}
    assert after(*twice, corrected(2, "NO"))["facts"] == {"a": [1], "b": [1]}
    assert after(*twice, corrected(1, "YES", ("c",)))["facts"] == {"a": [2], "c": [1]}


def test_what_the_author_corrected_is_settled():
    state = after(ruled(turn=1), corrected(1, "NO"))
    assert [(one["ruling"], one["settled"]) for one in state["ruled"]] == [("NO", True)]
    assert (state["last"]["ruling"], state["last"]["settled"], state["last"]["authored"]) == (
        "NO",
        True,
        None,
    )
    assert state["questions"] == 1


def test_to_establish_what_was_only_led_to_is_a_step_forward():
    led_to, found, again = (
        ruled(steps=("a",), turn=1),
        ruled(facts=("a",), turn=2),
        ruled(facts=("a",), turn=3),
    )
    assert [after(*entries)["stall"] for entries in ([led_to], [led_to, found], [led_to, found, again])] == [
        0,
        0,
        1,
    ]


def test_the_last_question_leads_to_the_final_answer():
    assert after(ruled(), limit=2)["phase"] == "PLAYING"
    assert after(ruled(), ruled(), limit=2)["phase"] == "AWAITING_FINAL"


def test_the_end_is_the_end():
    tally = {"score": 90, "questions": 1, "hints": 0}
    ended = after(ruled(), entry(event="session_ended", status="COMPLETED", **tally))
    assert ended["phase"] == "COMPLETED"
    assert evolve(ended, entry(event="command_result", command="help", text="Help."))["phase"] == "COMPLETED"


@given(st.lists(st.sampled_from(["YES", "NO"]), max_size=200))
def test_the_state_does_not_grow_with_the_game(rulings: list[str]):
    state = after(*(ruled(word, ("zzfactid1",), ("snow",)) for word in rulings))
    assert len(state["facts"].get("zzfactid1", [])) <= KEPT_RULINGS
    assert len(state["ruled"]) <= KEPT_RULINGS
    assert state["ideas"] in ([], ["snow"])


def test_progress_is_the_share_of_the_core_facts():
    assert progress(after(), ("a", "b")) == 0
    assert progress(after(ruled(facts=("a", "x"))), ("a", "b")) == 0.5


def test_what_leads_to_a_core_fact_counts_a_quarter_once_and_until_it_is_found():
    led = ruled(steps=("a",), turn=1)
    assert progress(after(led), ("a", "b")) == 0.125
    assert progress(after(led, ruled(steps=("a",), turn=2)), ("a", "b")) == 0.125
    assert progress(after(led, ruled(facts=("a",), turn=2)), ("a", "b")) == 0.5
    assert progress(after(ruled("NO", steps=("a",))), ("a", "b")) == 0


def test_what_leads_somewhere_is_a_step_forward():
    nothing = [ruled(turn=turn) for turn in (1, 2)]
    assert after(*nothing)["stall"] == 2
    assert after(*nothing, ruled(steps=("a",), turn=3))["stall"] == 0
    assert after(*nothing, ruled(steps=("a",), turn=3), ruled(steps=("a",), turn=4))["stall"] == 1


def test_a_hint_that_was_read_stays_given_and_charged_when_its_turn_is_undone():
    before = after(entry(event="hint_given", level=2, turn=1, text="Look down.", remaining=0))
    kept = {"hints": before["hints"], "given": [2]}
    undone = entry(kept, event="turns_undone", turns=[1], progress=0.0)
    state = after(undone)
    assert (state["hints"], state["given"]) == (1, [2])


def test_a_hint_that_was_skipped_stays_mentioned_when_the_turn_is_undone():
    before = after(entry({"skipped": [1]}, event="hint_given", level=2, turn=1, text="Look.", remaining=0))
    assert before["skipped"] == [1]
    undone = entry({"skipped": before["skipped"]}, event="turns_undone", turns=[1], progress=0.0)
    assert after(undone)["skipped"] == [1]
