"""What happens in a message is folded at once, and what is not shown stands in the trace of what was."""

from pydantic import Field

from echoes.core.log.entries import Entry
from echoes.core.log.events import Event, Trace
from echoes.core.operation.usage import Usage
from echoes.games.world.play import Play

Names = tuple[str, ...]


class Noted(Trace, frozen=True):
    """Names that were noted, and amounts by name."""

    names: Names = ()
    lists: dict[str, list[str]] = Field(default_factory=dict)
    word: str = ""


def playing() -> Play[Names, Noted]:
    def after(state: Names, entry: Entry) -> Names:
        return (*state, entry.event.event, *entry.traced(Noted).names)

    return Play((), after, Noted)


def test_each_event_and_each_note_is_folded_at_once():
    play = playing()
    play.add(Event(event="a"), Noted(names=("b",)))
    assert play.state == ("a", "b")
    play.note(Noted(names=("c",)))
    assert play.state == ("a", "b", "noted", "c")


def test_notes_join_the_trace_of_the_latest_event():
    play = playing()
    play.add(Event(event="a"))
    play.add(Event(event="b"), Noted(names=("x",), lists={"p": ["1"]}, word="old"))
    play.note(Noted(names=("y",), lists={"p": ["2"], "q": ["3"]}, word="new"))
    play.note(Noted(word=""))
    first, second = play.entries()
    assert first.trace is None
    assert second.trace == Noted(names=("x", "y"), lists={"p": ["1", "2"], "q": ["3"]}, word="new")


def test_what_is_noted_before_anything_happened_stands_beside_the_first_event():
    play = playing()
    assert play.entries() == []
    play.note(Noted(names=("early",)))
    play.note_first(Noted(usage=Usage(model_calls=1)))
    play.add(Event(event="a"), Noted(word="own"))
    play.add(Event(event="b"))
    play.note_first(Noted(usage=Usage(model_calls=2)))
    first, second = play.entries()
    assert first.trace == Noted(names=("early",), usage=Usage(model_calls=3), word="own")
    assert second.trace is None
    assert play.state == ("noted", "early", "a", "b"), "costs change no state"


def test_another_entry_in_the_place_of_one_is_folded_with_all_the_others():
    play = playing()
    for kind in "abc":
        play.add(Event(event=kind))
    play.replace(1, Entry(Event(event="B"), Noted(names=("x",))))
    assert play.state == ("a", "B", "x", "c")
    assert [event.event for event in play.events()] == ["a", "B", "c"]
