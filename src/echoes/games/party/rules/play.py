"""One message's play: the entries so far, and the state after them. Each is folded at once."""

from collections.abc import Generator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager

from echoes.core.chance import roll as roll_faces
from echoes.core.entries import Entry
from echoes.core.events import Event
from echoes.core.usage import Usage
from echoes.games.party import events as happened
from echoes.games.party.events import PartyNote, PartyTrace
from echoes.games.party.memory.threads import finder_of
from echoes.games.party.memory.witnessing import line_of_event
from echoes.games.party.pack.schema import MASTER, Module
from echoes.games.party.phrases import table_phrase
from echoes.games.party.reducer import table_after
from echoes.games.party.rules.dice import Roll, Sum, roll_dice
from echoes.games.party.state import PartyState


class PartyPlay:
    """The outcome of one message.

    Args:
        module: that is played.
        state: before the message.
        seat: of whoever acts.

    Attributes:
        state: after all entries so far.
        ending: the id of the ending that is due; empty for none.
        fight: the encounter that begins now; empty for none.
    """

    def __init__(self, module: Module, state: PartyState, seat: str) -> None:
        self.module, self.state, self.seat = module, state, seat
        self.ending, self.fight = "", ""
        self._entries: list[tuple[Event, PartyTrace]] = []

    def add(self, event: Event, asked: str = "", keys: tuple[str, ...] = ()) -> None:
        """Record something that happens.

        Args:
            event: what is shown.
            asked: the seat that is asked back by it; empty for none.
            keys: the moves behind the numbers then.
        """
        trace = PartyTrace(asked=asked, keys=keys)
        if (line := line_of_event(event)) and (named := finder_of(self.module).named_in(line)):
            trace = trace.model_copy(update={"named": named})
        self._entries.append((event, trace))
        self.state = table_after(self.state, Entry(event, trace))

    def note(self, note: PartyNote) -> None:
        """Record something that is not shown; it stands in the trace of the latest entry."""
        event, trace = self._entries[-1]
        self._entries[-1] = event, trace.model_copy(update={"notes": (*trace.notes, note)})
        self.state = table_after(self.state, Entry(Event(event="noted"), PartyTrace(notes=(note,))))

    def note_costs(self, usage: Usage, failures: Mapping[str, str]) -> None:
        """Note beside the first entry what models cost, and why some gave no reply."""
        if self._entries and (usage != Usage() or failures):
            event, trace = self._entries[0]
            costs = {"usage": usage, "failures": {**failures}}
            self._entries[0] = event, trace.model_copy(update=costs)

    def entries(self) -> list[Entry]:
        """Return the entries so far, each with its private part."""
        empty = PartyTrace()
        return [Entry(event, None if trace == empty else trace) for event, trace in self._entries]

    @property
    def scene(self) -> str:
        """The scene of whoever acts."""
        return self.state["at"][self.seat]

    def name(self, seat: str) -> str:
        """Return the name of a character, or that of whoever leads the table."""
        sheet = self.module.party.get(seat)
        return sheet.name if sheet else table_phrase(self.module.language, "master")

    def together(self, seat: str = "") -> list[str]:
        """Return the seats that are in the same scene as a seat, itself among them, in the party's order."""
        here = self.state["at"][seat or self.seat]
        return [one for one in self.module.party if self.state["at"][one] == here]

    def heard_by(self, seats: Sequence[str]) -> tuple[str, ...]:
        """Return the audience of what only these characters witness: the master hears it too.

        Where that is everybody, it is public, so that those who look on see it.
        """
        return () if {*seats} >= {*self.module.party} else (MASTER, *seats)

    @property
    def acts(self) -> bool:
        """Return whether a character acts: not the master, and not nobody."""
        return self.seat in self.module.party

    def as_nobody(self) -> AbstractContextManager[None]:
        """Attribute what follows to nobody: it happens by itself."""
        return self.acting("")

    @contextmanager
    def acting(self, actor: str) -> Generator[None]:
        """Attribute what follows to another seat."""
        seat, self.seat = self.seat, actor
        try:
            yield
        finally:
            self.seat = seat

    def witnesses(self, audience: Sequence[str]) -> list[str]:
        """Return the seats that witness what happens: those with the actor, or those to whom it is told."""
        if self.acts:
            return self.together()
        return [seat for seat in self.module.party if not audience or seat in audience]

    @property
    def around(self) -> tuple[str, ...]:
        """The audience of what happens where the actor is."""
        return self.heard_by(self.together())

    @property
    def alone(self) -> tuple[str, ...]:
        """The audience of what only the actor and the master see."""
        return (MASTER, self.seat)

    def tell(
        self,
        text: str,
        audience: tuple[str, ...],
        by: str = "",
        name: str = "",
        source: str = "",
        drawn: Sequence[str] = (),
    ) -> None:
        """Record a line of the master, a person or a character; `source`: the model; `drawn`: a map."""
        if text:
            told = happened.Said(by=by, name=name, text=text, source=source, map=[*drawn], audience=audience)
            self.add(told)

    def answer(self, who: str, text: str, audience: tuple[str, ...]) -> None:
        """Record words of one of the people."""
        self.tell(text, audience, who, self.speaker(who, text))

    def speaker(self, who: str, text: str) -> str:
        """Return the name that stands before words of one of the people; none where they say who speaks."""
        name = self.module.people[who].name
        called = [name, *(part for part in name.split() if part[:1].isupper())]
        says_who = not text.startswith(("“", "「", '"')) or any(part in text for part in called)
        return "" if says_who else name

    def roll(self, purpose: str, formula: Sum) -> Roll:
        """Roll; the dice follow from the seed and the purpose, which must be another for each roll."""
        seed, drawn = self.state["seed"], iter(range(100))
        return roll_dice(
            formula, lambda count, sides: roll_faces(seed, f"{purpose}/{next(drawn)}", count, sides)
        )
