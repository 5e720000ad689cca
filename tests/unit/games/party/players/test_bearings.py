"""The bearings of a companion: it goes where its errand is, by ways that it knows, and there does it."""

from echoes.games.party.events import PartyArrived, QuestMoved
from echoes.games.party.players.bearings import Bearings
from echoes.games.world.events import MoveOption


def way(key: str, text: str) -> MoveOption:
    return MoveOption(n=1, key=f"go:{key}", text=text)


def arrived(scene: str, title: str, seat: str = "pip") -> PartyArrived:
    return PartyArrived(scene=scene, seats=[seat], names=["Pip"], title=title, text="")


def errand(text: str, done: bool = False) -> QuestMoved:
    return QuestMoved(quest="bell", title="Wake them", text=text, done=done)


def walked() -> Bearings:
    """Return bearings after a walk from the ford over the mill to the shrine, with a wish to be at the ford."""
    bearings = Bearings("pip")
    bearings.note(arrived("ford", "The ford"))
    for key, title in (
        ("mill", "The mill"),
        ("shrine", "The shrine"),
        ("mill", "The mill"),
        ("ford", "The ford"),
    ):
        bearings.set_out(way(key, f"To {title}"))
        bearings.note(arrived(key, title))
    for key, title in (("mill", "The mill"), ("shrine", "The shrine")):
        bearings.set_out(way(key, f"To {title}"))
        bearings.note(arrived(key, title))
    return bearings


def test_it_goes_by_ways_that_it_knows():
    bearings, back = walked(), [way("cave", "Down"), way("mill", "Out")]
    assert bearings.way_to_errand(back) is None
    bearings.note(errand("The rope hangs at the ford."))
    assert bearings.way_to_errand(back) == back[1]
    bearings.note(errand("The rope hangs at the ford.", done=True))
    assert bearings.way_to_errand(back) is None


def test_a_way_that_it_has_not_gone_is_read_by_its_words():
    bearings = Bearings("pip")
    bearings.note(errand("白鹭店有口水钟。"))
    ways = [way("weir", "上水闸"), way("heron", "去白鹭店")]
    assert bearings.way_to_errand(ways) == ways[1]


def test_what_others_do_elsewhere_moves_it_nowhere():
    bearings = walked()
    bearings.note(arrived("ford", "The ford", seat="ilse"))
    bearings.note(errand("The rope hangs at the ford."))
    assert bearings.way_to_errand([way("mill", "Out")]) is not None


def test_at_the_place_it_does_what_is_asked_for():
    bearings = walked()
    bearings.note(errand("Ring the bell at the shrine, and everybody comes."))
    assert bearings.way_to_errand([way("mill", "Out")]) is None
    assert bearings.serves_errand(MoveOption(n=1, key="talk:a.b", text="Ring the bell for everybody"))
    assert not bearings.serves_errand(MoveOption(n=1, key="talk:a.c", text="Ask about the night"))
