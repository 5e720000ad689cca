"""Events of a fight in natural sentences."""

import pytest

from echoes.core.log.events import Event
from echoes.games.party.events import Attacked, ConditionChanged, FighterLeft, LifeChanged
from echoes.games.party.view.blocks import blocks_of_table

LIFE = LifeChanged(
    seat="neve", name="Neve", by=-9, hit_points=0, most=9, temporary=0, successes=0, failures=0,
    stable=False, dead=False,
)  # fmt: skip
BLOW = Attacked(
    by="r", name="the runner", target="neve", target_name="Neve", weapon="oar", formula="1d20",
    faces=[20], counts=[True], total=20, hits=True, critical=True, damage=3,
)  # fmt: skip
FALLEN = FighterLeft(fighter="runner 2", name="the salt-runner 2", fled=False)


def plain(event: Event, language: str) -> str:
    return "\n".join(block.plain() for block in blocks_of_table(event, language) or ())


@pytest.mark.parametrize(
    ("event", "language", "said"),
    [
        (FALLEN, "en", "The salt-runner 2 goes down."),
        (ConditionChanged(who="m", name="马嫂", condition="prone", gained=False), "zh", "马嫂站了起来。"),
        (ConditionChanged(who="m", name="马嫂", condition="frightened", gained=True), "zh", "马嫂被吓住了。"),
        (ConditionChanged(who="m", name="Mags", condition="grappled", gained=False), "en", "Mags gets free."),
        (LIFE, "en", "Neve: -9 hit points, 0 of 9"),
        (
            LIFE.model_copy(update={"in_fight": True}),
            "en",
            "Neve is dying: 0 of 3 saves, 0 of 3 failures.",
        ),
        (LIFE.model_copy(update={"dead": True}), "en", "Neve is dead."),
    ],
)
def test_what_happens_is_a_whole_sentence(event: Event, language: str, said: str):
    assert plain(event, language) == said


def test_a_blow_has_the_marks_of_its_language():
    assert "20，重击" in plain(BLOW, "zh") and "20, a critical hit" in plain(BLOW, "en")
    assert "The runner: oar" in plain(BLOW, "en")
