"""One message's play in a world: going, speaking, learning and ending, each seen by those who are there."""

from collections.abc import Callable
from typing import Generic

from echoes.core.log.entries import Entry
from echoes.core.text.plain_text import capitalized
from echoes.games.conditions import Condition
from echoes.games.reading.move import WordedMove
from echoes.games.world import events as happened
from echoes.games.world.events import WorldTrace
from echoes.games.world.pack import WorldT
from echoes.games.world.phrases import world_phrase
from echoes.games.world.play import Play
from echoes.games.world.state import WorldStateT, holds_in_world


class WorldPlay(Play[WorldStateT, WorldTrace], Generic[WorldT, WorldStateT]):
    """The outcome of one message.

    Args:
        scenario: that is played.
        state: before the message.
        after: the reducer of the game.
        seat: from which it was sent; empty where all share one.
        seats: the name of each seat for people; none where all share one.

    Attributes:
        language: of the session.
    """

    def __init__(
        self,
        scenario: WorldT,
        state: WorldStateT,
        after: Callable[[WorldStateT, Entry], WorldStateT],
        seat: str,
        seats: dict[str, str],
    ) -> None:
        super().__init__(state, after, WorldTrace)
        self.scenario, self.seat, self.seats = scenario, seat, seats
        self.language = scenario.language

    def say(self, key: str, **values: object) -> str:
        """Return a phrase that all games share, in the language of the session."""
        return world_phrase(self.language, key, **values)

    @property
    def place(self) -> str:
        """The place of the seat."""
        return self.state["at"][self.seat]

    def people(self) -> list[str]:
        """Return the people where the seat is."""
        return [who for who in self.scenario.people if self.state["at"].get(who) == self.place]

    def around(self, place: str = "") -> tuple[str, ...]:
        """Return the seats at a place, the seat's own if empty; none where all share one seat."""
        return tuple(seat for seat in self.seats if self.state["at"][seat] == (place or self.place))

    def holds(self, condition: Condition | None) -> bool:
        """Return whether a condition holds for the seat; none always does."""
        return holds_in_world(condition, self.state, self.seat)

    def knows(self, secret: str) -> bool:
        """Return whether the seat has learned a secret."""
        return secret in self.state["knows"][self.seat]

    def own(self) -> tuple[str, ...]:
        """Return the audience of what the seat alone sees."""
        return (self.seat,) if self.seat else ()

    def begin(self, move: WordedMove) -> None:
        """Begin a turn with a move of the seat."""
        self.add(happened.SeatMoved(seat=self.seat))
        name, around = self.seats.get(self.seat, ""), self.around()
        self.add(
            happened.WorldMoved(seat=self.seat, name=name, key=move.key, text=move.text, audience=around)
        )

    def tell(self, text: str) -> None:
        """Tell something to all who are there."""
        self.add(happened.WorldTold(text=text, audience=self.around()))

    def speak(self, who: str, text: str) -> None:
        """Speak as somebody of the scenario, to all who are there."""
        name = self.scenario.people[who].name
        self.add(happened.Spoke(person=who, name=name, text=text, audience=self.around()))

    def learn(self, secret: str) -> None:
        """Teach all who are there a secret; who knows it is told nothing."""
        new = [seat for seat in self.around() or (self.seat,) if secret not in self.state["knows"][seat]]
        if new:
            spec = self.scenario.secrets[secret]
            audience = tuple(new) if self.seats else ()
            self.add(
                happened.Learned(
                    seats=new, secret=secret, title=spec.title, text=spec.text, audience=audience
                )
            )

    def set_flag(self, flag: str) -> None:
        """Make something so from now on."""
        self.note(WorldTrace(flags=(flag,)))

    def go(self, place: str) -> None:
        """Go to a place; those who are left see it, and those who are met there."""
        left = tuple(seat for seat in self.around() if seat != self.seat)
        name, there = self.scenario.places[place].name, self.around(place)
        who = self.seats.get(self.seat, "")
        if left:
            self.add(
                happened.WorldTold(text=capitalized(self.say("left", name=who, place=name)), audience=left)
            )
        self.add(self.arrival(place))
        if there:
            self.add(happened.WorldTold(text=capitalized(self.say("came", name=who)), audience=there))

    def arrival(self, place: str) -> happened.Arrived:
        """Return the event that shows a place to the seat."""
        spec, at = self.scenario.places[place], self.state["at"]
        people = {key: one.name for key, one in self.scenario.people.items() if at.get(key) == place}
        others = {key: name for key, name in self.seats.items() if key != self.seat and at[key] == place}
        return happened.Arrived(
            seat=self.seat,
            place=place,
            name=capitalized(spec.name),
            text=spec.text,
            people=people | others,
            exits={one: self.scenario.places[one].name for one in spec.exits},
            audience=self.own(),
        )

    def end(self, ending: str = "") -> None:
        """End the game; an empty ending gives it up."""
        spec = self.scenario.endings[ending] if ending else None
        known = {secret for learned in self.state["knows"].values() for secret in learned}
        details = happened.WorldDetails(
            ending=ending,
            title=spec.title if spec else self.say("given_up"),
            text=spec.text if spec else "",
            turns=self.state["turns"],
            learned=len(known),
            secrets=len(self.scenario.secrets),
        )
        self.add(happened.WorldEnded(status="COMPLETED" if ending else "ABORTED", details=details))

    def reply(self, command: str, text: str) -> None:
        """Reply to a command, or to words that lead to nothing; only the seat sees it."""
        self.add(happened.MoveReplied(command=command, text=text, audience=self.own()))
