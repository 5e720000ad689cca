"""The state is the fold of the events, and bounded."""

from hypothesis import given
from hypothesis import strategies as st

from echoes.games.situation_puzzle.scoring import score
from echoes.games.situation_puzzle.state import evolve, initial_state, progress


def ruled(ruling: str = "YES", facts: tuple[str, ...] = (), ideas: tuple[str, ...] = ()):
    trace = {"facts": list(facts), "authored": 1, "ideas": list(ideas)}
    return {"event": "question_ruled", "text": "?", "ruling": ruling, "charged": True, "trace": trace}


def after(*drafts, limit=None):
    bounds = {"max_questions": limit, "max_hints": 2}
    state = evolve(initial_state(), {"event": "session_started", "trace": bounds})
    for draft in drafts:
        state = evolve(state, draft)
    return state


def test_only_a_yes_establishes_a_fact():
    assert after(ruled("NO", ("zzfactid1",)))["facts"] == []
    assert after(ruled("YES AND NO", ("zzfactid1",)))["facts"] == []
    assert after(ruled("YES", ("zzfactid1",)))["facts"] == ["zzfactid1"]


def test_a_withdrawn_ruling_takes_its_facts_and_its_charge_back():
    challenged = {"event": "ruling_challenged", "outcome": "withdrawn", "ruling": "YES", "text": "?"}
    state = after(ruled("YES", ("zzfactid1",)), challenged)
    assert (state["facts"], state["questions"], state["last"]) == ([], 0, None)


def test_the_last_question_leads_to_the_final_answer():
    assert after(ruled(), limit=2)["phase"] == "PLAYING"
    assert after(ruled(), ruled(), limit=2)["phase"] == "AWAITING_FINAL"


def test_the_end_is_the_end():
    ended = after(ruled(), {"event": "session_ended", "status": "COMPLETED"})
    assert ended["phase"] == "COMPLETED"
    assert evolve(ended, {"event": "command_result"})["phase"] == "COMPLETED"


@given(st.lists(st.sampled_from(["YES", "NO"]), max_size=200))
def test_the_state_does_not_grow_with_the_game(rulings: list[str]):
    state = after(*(ruled(word, ("zzfactid1",), ("snow",)) for word in rulings))
    assert state["facts"] in ([], ["zzfactid1"])
    assert state["ideas"] in ([], ["snow"])


def test_progress_counts_core_facts():
    assert progress([], ("a", "b")) == 0
    assert progress(["a", "x"], ("a", "b")) == 0.5


@given(st.integers(0, 500), st.integers(0, 50), st.integers(1, 50))
def test_scores_stay_within_bounds(questions: int, hints: int, answers: int):
    assert 10 <= score("COMPLETED", questions, hints, answers) <= 100
    assert score("ABORTED", questions, hints, answers) == 0


def test_score_formula():
    assert score("COMPLETED", 10, 0, 1) == 100
    assert score("COMPLETED", 15, 2, 2) == 100 - 5 - 16 - 5
