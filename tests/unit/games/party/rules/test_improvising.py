"""Acts in a player's own words: code rolls, a failure costs what was decided, and nobody falls by it."""

from typing import Any

from tests.unit.games.party.table import MODULES, Table

from echoes.games.party import events as happened
from echoes.games.party.agents.forms import ActDecision
from echoes.games.party.rules.improvising import improvise_act
from echoes.games.party.rules.play import PartyPlay


def acted(seed: str = "seed", state: Any = None, **decision: Any) -> tuple[PartyPlay, bool]:
    play = PartyPlay(MODULES["en"], {**Table(seed=seed).state, **(state or {})}, "ilse")
    form = ActDecision.model_validate(
        {"move": 0, "skill": "none", "difficulty": "easy", "cost": "nothing", **decision}
    )
    return play, improvise_act(play, "I climb the bell rope", form)


def failed(**decision: Any) -> PartyPlay:
    """Return the play of the first seed by which it fails."""
    for number in range(40):
        play, works = acted(f"seed {number}", skill="athletics", difficulty="hard", **decision)
        if not works:
            return play
    raise AssertionError("forty seeds alike")


def test_what_needs_no_skill_works_and_takes_a_turn():
    play, works = acted()
    assert works
    kinds = [type(entry.event) for entry in play.entries()]
    assert kinds == [happened.TurnTaken, happened.CharacterActed]
    assert play.state["acted"] == ["ilse"]


def test_a_harder_act_works_less_often_by_the_same_dice():
    def works(difficulty: str) -> int:
        return sum(acted(f"seed {n}", skill="athletics", difficulty=difficulty)[1] for n in range(40))

    assert works("easy") > works("medium") > works("hard")


def test_a_failure_costs_time_where_time_is_seen_to_pass():
    before = Table().state["clocks"]
    assert failed(cost="time").state["clocks"] == {**before, "midnight": before["midnight"] + 1}
    assert failed(cost="nothing").state["clocks"] == before


def test_a_failure_may_hurt_and_never_fells():
    play = failed(cost="harm")
    assert play.state["vitals"]["ilse"]["hit_points"] < MODULES["en"].party["ilse"].hit_points
    weak = {**Table().state["vitals"], "ilse": {**Table().state["vitals"]["ilse"], "hit_points": 1}}
    for number in range(20):
        play, _ = acted(f"seed {number}", {"vitals": weak}, skill="athletics", difficulty="hard", cost="harm")
        assert play.state["vitals"]["ilse"]["hit_points"] == 1


def test_what_works_costs_nothing():
    for number in range(40):
        play, works = acted(f"seed {number}", skill="athletics", cost="harm")
        if works:
            assert play.state["vitals"] == Table().state["vitals"]
            return
    raise AssertionError("forty seeds alike")
