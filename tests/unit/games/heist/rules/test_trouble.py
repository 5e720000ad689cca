"""Trouble: an empty pool, full stress and full heat; each comes when nothing else is asked, and has ways out."""

import pytest
from tests.unit.games.heist.playing import Game, in_play

from echoes.games.heist.events import EntanglementBegan, HeistEnded
from echoes.games.heist.pack.random_walk import PlainDice
from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.rules.tables import MOST_HARM, MOST_HEAT, MOST_STRESS, MOST_WANTED
from echoes.games.heist.rules.trouble import BARGAINS, begin_entanglement, nearest_threat, trouble_due


def pool_of(game: Game, *dice: int) -> Game:
    game.state = {**game.state, "pool": [*dice]}
    return game


def due(**changes: object) -> HeistPlay:
    """Return a play in a scene, after what is due has come."""
    play = HeistPlay(in_play().score, {**in_play().state, **changes}, PlainDice())  # type: ignore[typeddict-item]
    trouble_due(play)
    return play


def test_without_trouble_nothing_comes():
    assert due().entries() == []


def test_who_is_wanted_most_and_whose_heat_is_full_is_caught():
    assert due(wanted=MOST_WANTED, heat=MOST_HEAT).ending == "caught"
    assert due(wanted=MOST_WANTED - 1, heat=MOST_HEAT).ending == ""


def test_who_is_hurt_most_is_carried_out_of_the_scene_with_a_wound_less():
    play = due(harm=MOST_HARM)
    assert (play.state["harm"], play.state["phase"]) == (MOST_HARM - 1, "between_scenes")
    assert "quay" not in play.state["done"]


def test_what_an_action_has_brought_is_settled_before_anybody_comes():
    assert due(heat=MOST_HEAT, mood="aftermath").state["interrupt"] is None
    assert due(heat=MOST_HEAT).state["interrupt"] is not None


def test_no_bargain_is_offered_while_somebody_is_at_the_door():
    play = due(heat=MOST_HEAT, pool=[])
    assert (play.state["mood"], play.state["choices"]) == ("scene", [])


@pytest.mark.parametrize(
    ("changes", "refused"), [({"traumas": ["cold", "soft"]}, "trauma"), ({"coin": -5}, "debt")]
)
def test_a_bargain_that_would_end_a_career_or_cannot_be_paid_is_not_offered(
    changes: dict[str, object], refused: str
):
    offered = {one for number in range(20) for one in due(pool=[], thrown=number, **changes).state["choices"]}
    assert f"bargain:{refused}" not in offered
    assert offered == {f"bargain:{name}" for name in BARGAINS if name != refused}


def test_the_nearest_threat_is_of_an_obstacle_that_stands_and_is_not_full_yet():
    def nearest(*full: str) -> str:
        return nearest_threat(HeistPlay(in_play().score, {**in_play().state, "full": [*full]}, PlainDice()))

    patrol, grate = (in_play().score.obstacle(f"quay.{name}").threat for name in ("patrol", "grate"))
    assert nearest() == patrol != grate
    assert nearest("quay.patrol") == nearest(patrol) == grate
    assert nearest(patrol, grate) == patrol


@pytest.mark.parametrize("name", [*BARGAINS])
def test_an_empty_pool_brings_bargains_and_each_brings_its_dice(name: str):
    for number in range(60):
        game = pool_of(in_play(f"bargain/{number}"), 6)
        game.first("approach:")
        game.make("die:1")
        assert game.state["mood"] == "bargain"
        assert game.state["pool"] == []
        if f"bargain:{name}" in {move.key for move in game.moves}:
            game.make(f"bargain:{name}")
            assert len(game.state["pool"]) == BARGAINS[name]
            assert game.state["mood"] == "scene"
            return
    raise AssertionError(f"{name} was never offered")


def test_an_empty_pool_may_be_slept_off_or_left():
    game = pool_of(in_play("sleep"), 6)
    game.first("approach:")
    game.make("die:1")
    stress = game.state["stress"]
    at = game.state
    game.make("collapse")
    assert (len(game.state["pool"]), game.state["stress"] - stress) == (2, 2)
    game.state = at
    game.make("retreat")
    assert (len(game.state["pool"]), game.state["phase"]) == (3, "between_scenes")


def test_full_stress_is_trauma_and_the_fourth_ends_a_career():
    game = in_play("trauma")
    game.state = {**game.state, "stress": 8}
    game.first("approach:")
    game.make("push")
    assert game.state["mood"] == "trauma"
    game.first("trauma:")
    assert (game.state["stress"], len(game.state["traumas"]), game.state["mood"]) == (0, 1, "scene")
    game.state = {**game.state, "stress": 8, "traumas": ["cold", "soft", "vicious"]}
    game.first("approach:")
    [ended] = [event for event in game.first("push", "assist") if isinstance(event, HeistEnded)]
    assert (ended.details.ending, ended.details.success, ended.details.scoundrel) == ("broken", False, None)


def test_nobody_comes_twice_before_all_have_come():
    game = in_play("visits")
    came: list[str] = []
    for _ in range(5):
        game.state = {**game.state, "heat": MOST_HEAT, "stress": 0}
        play = HeistPlay(game.score, game.state, PlainDice())
        begin_entanglement(play)
        came += [entry.event.text for entry in play.entries() if isinstance(entry.event, EntanglementBegan)]
        game.state = play.state
        game.make("way:run")
    assert len({*came}) == 5


def test_full_heat_brings_somebody_and_there_are_three_ways_out():
    for way, changed in (("pay", "coin"), ("run", "stress"), ("stand", "wanted")):
        game = pool_of(in_play("heat"), 3, 6)
        game.state = {**game.state, "heat": 9, "stress": 0, "coin": 2}
        game.first("approach:")
        brought = game.make("die:1")
        assert game.state["pending"]
        assert not any(isinstance(event, EntanglementBegan) for event in brought), "one thing after the other"
        game.make("accept")
        assert {move.key for move in game.moves} == {"way:pay", "way:run", "way:stand"}
        before = game.state
        game.make(f"way:{way}")
        assert game.state[changed] != before[changed]
        assert game.state["heat"] < before["heat"]
        assert game.state["interrupt"] is None


def test_who_has_no_coin_can_not_pay_and_who_owes_is_asked_after():
    game = in_play("owing")
    game.state = {**game.state, "coin": -1, "interrupt": {"obstacle": "", "entanglement": "raid"}}
    assert {move.key for move in game.moves} == {"way:run", "way:stand"}
    game.state = {**game.state, "interrupt": None}
    heat = game.state["heat"]
    game.make("retreat")
    assert game.state["heat"] == heat + 2


def test_who_is_about_to_break_can_not_resist_and_the_consequence_comes_about():
    game = in_play()
    game.make("approach:quay.grate:bars")
    game.state = {**game.state, "stress": MOST_STRESS}
    worst = min(range(len(game.state["pool"])), key=lambda place: game.state["pool"][place])
    [bought] = [one for one in game.make(f"die:{worst + 1}") if one.event == "die_spent"]
    assert bought.ticks and game.state["clocks"]["bell"] >= bought.ticks
    assert (game.state["mood"], game.state["pending"]) == ("trauma", None)
