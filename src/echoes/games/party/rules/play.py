"""One message's play at a table."""

from collections.abc import Generator, Sequence
from contextlib import AbstractContextManager, contextmanager

from echoes.core.chance import roll as roll_faces
from echoes.core.log.events import Event
from echoes.games.party import events as happened
from echoes.games.party.events import PartyNote, PartyTrace
from echoes.games.party.memory.threads import finder_of
from echoes.games.party.memory.witnessing import line_of_event
from echoes.games.party.pack.schema import MASTER, Module
from echoes.games.party.phrases import table_phrase
from echoes.games.party.reducer import table_after
from echoes.games.party.rules.dice import Roll, Sum, roll_dice
from echoes.games.party.state import PartyState
from echoes.games.world.play import Play


class PartyPlay(Play[PartyState, PartyTrace]):
    """The outcome of one message to a table.

    Args:
        module: that is played.
        state: before the message.
        seat: of whoever acts.

    Attributes:
        ending: the id of the ending that is due; empty for none.
        fight: the encounter that begins now; empty for none.
        gathers: the scene to which all are called out of a fight; empty for none.
        voiced: seats that have said an authored line.
    """

    def __init__(self, module: Module, state: PartyState, seat: str) -> None:
        super().__init__(state, table_after, PartyTrace)
        self.module, self.seat = module, seat
        self.ending, self.fight, self.gathers = "", "", ""
        self.voiced: set[str] = set()

    def add(self, event: Event, noted: PartyTrace | None = None) -> None:
        """Record something that happens, with the threads that its words name."""
        trace = noted or PartyTrace()
        if (line := line_of_event(event)) and (named := finder_of(self.module).named_in(line)):
            trace = trace.model_copy(update={"named": named})
        super().add(event, trace)

    def note_of(self, note: PartyNote) -> None:
        """Record something that is not shown."""
        self.note(PartyTrace(notes=(note,)))

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
        """Return the seats that witness what happens: those to whom it is told, and nobody else."""
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
        """Return the name that stands before words of somebody; none where they say who speaks."""
        name = self.name(who) if who in self.module.party else self.module.people[who].name
        called = [name, *(part for part in name.split() if part[:1].isupper())]
        says_who = not text.startswith(("“", "「", '"')) or any(part in text for part in called)
        return "" if says_who else name

    def roll(self, purpose: str, formula: Sum) -> Roll:
        """Roll; the dice follow from the seed and the purpose, which must be another for each roll."""
        seed, drawn = self.state["seed"], iter(range(100))
        return roll_dice(
            formula, lambda count, sides: roll_faces(seed, f"{purpose}/{next(drawn)}", count, sides)
        )
