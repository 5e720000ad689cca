"""Walks note what they reach, say where one breaks, and come to endings that are easily missed."""

from random import Random

from echoes.games.world.walk import walk_often


def climb(seed: str, reached: set[str], is_shy: bool) -> str:
    """Climb ten rungs; whoever steps off the ladder has lost, whoever comes to the top has won."""
    chance, rung = Random(seed), 0
    for _ in range(200):
        ending = "ending lost" if chance.random() < 0.75 else "ending won" if rung == 9 else ""
        if is_shy and ending in reached:
            continue
        if ending:
            reached.add(ending)
            return ""
        rung += 1
        reached.add(f"rung {rung}")
    return "it did not end"


WANTED = ["rung 1", "ending lost", "ending won", "rung 99"]


def test_an_ending_that_is_easily_missed_is_looked_for_and_the_rest_is_said():
    reached: set[str] = set()
    assert not any(climb(f"1/{n}", reached, False) for n in range(90)) and "ending won" not in reached
    assert walk_often(climb, WANTED, 1, 90) == ["never reached: rung 99"]


def test_only_an_ending_that_is_missing_is_looked_for():
    seeds: list[str] = []

    def walk(seed: str, reached: set[str], is_shy: bool) -> str:
        seeds.append(seed)
        reached.add("ending lost")
        return ""

    assert walk_often(walk, ["ending lost", "rung 1"], 4, 3) == ["never reached: rung 1"]
    assert seeds == ["4/0", "4/1", "4/2"]


def test_a_walk_that_breaks_is_named_and_five_are_enough():
    found = walk_often(lambda seed, reached, is_shy: f"{seed} breaks", [], 1, 9)
    assert found == [f"walk {n}: 1/{n} breaks" for n in range(5)]
