"""AI players of any game that offers numbered options: they see what a person sees."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, runtime_checkable

from pydantic import BaseModel, Field

from echoes.core.log.events import Event, Option, SessionStarted
from echoes.core.operation.usage import Usage
from echoes.core.protocols import LLMClient
from echoes.core.views.blocks import Block
from echoes.games.player import Move, PlayerSeat
from echoes.games.typed_commands import without_marks
from echoes.games.world.events import MoveOption

_LINES, _LONGEST_WORDS = 24, 300
"""The latest lines that a model is shown, and how many characters of its words are sent."""


@runtime_checkable
class Offer(Protocol):
    """An event that ends a message by offering options."""

    @property
    def prompt(self) -> str:
        """The words before the options."""
        ...

    @property
    def options(self) -> Sequence[Option]:
        """The options, numbered from 1."""
        ...


class RandomPlayer:
    """Takes any of what is at hand, with equal chance.

    Args:
        seat: with the seed.
    """

    name = "random"
    asks_a_model = False

    def __init__(self, seat: PlayerSeat) -> None:
        self._chance = random.Random(f"{seat.seed}/{seat.seat}" if seat.seat else seat.seed)
        self._options: Sequence[Option] = ()

    async def move(self, events: Sequence[Event], turns_left: int) -> Move | None:
        """Return the number of an option; None where nothing is offered."""
        for event in events:
            if isinstance(event, Offer):
                self._options = event.options
        return Move(str(self.choose(self._options).n)) if self._options else None

    def choose(self, options: Sequence[Option]) -> Option:
        """Return one of the options."""
        return self._chance.choice(options)


class CuriousPlayer(RandomPlayer):
    """Wants to know: asks and looks before it acts, and does the same thing twice only where it must."""

    name = "curious"

    def __init__(self, seat: PlayerSeat) -> None:
        super().__init__(seat)
        self._done: list[str] = []

    def choose(self, options: Sequence[Option]) -> Option:
        """Return the moves not made yet, questions first; now and then anything."""
        keyed = [option for option in options if isinstance(option, MoveOption)]
        fresh = [option for option in keyed if option.key not in self._done]
        asking = [option for option in fresh if option.key.startswith(("ask:", "look:"))]
        chosen = self._chance.choice(asking or fresh or options)
        if isinstance(chosen, MoveOption) and not chosen.key.startswith("go:"):
            self._done.append(chosen.key)
        return chosen


class SaidOrPicked(BaseModel):
    """The number of an option, or 0 and words."""

    number: int = Field(default=0, ge=0)
    words: str = ""


class PromptedPlayer:
    """Asks its model once a move: it picks an option or says something.

    Where it says nothing that can be sent, the first option is picked.

    Args:
        seat: with the model.
        blocks: returns the blocks that show an event, in a language.
        systems: the system prompts by language.
        longest_line: the number of characters after which a line of the conversation is cut.
    """

    name = "model"
    asks_a_model = True

    def __init__(
        self,
        seat: PlayerSeat,
        blocks: Callable[[Event, str], Sequence[Block] | None],
        systems: Mapping[str, str],
        longest_line: int = 400,
    ) -> None:
        assert seat.llm is not None  # checked by `PlayerRegistry.open`
        self._llm: LLMClient = seat.llm
        self._language = seat.started.lang if seat.started.lang in systems else "en"
        self._system, self._blocks, self._longest_line = systems[self._language], blocks, longest_line
        self._lines: list[str] = []
        self._offer: Offer | None = None

    async def move(self, events: Sequence[Event], turns_left: int) -> Move | None:
        """Return the next message; None where nothing was ever offered, and nothing is said."""
        for event in events:
            self._follow(event)
        if self._offer is None:
            return None
        numbered = (f"{option.n} {option.text}" for option in self._offer.options)
        prompt = "\n".join([*self._lines, "", self._offer.prompt, *numbered])
        reply, usage = await self._llm.generate_structured(self._system, prompt, SaidOrPicked)
        said = self._message(reply, self._offer)
        return Move(said, usage or Usage()) if said else None

    def _message(self, reply: SaidOrPicked, offer: Offer) -> str:
        """Return the number of an option, or words; empty where there is neither."""
        is_offered = 1 <= reply.number <= len(offer.options)
        words = without_marks(reply.words.strip())[:_LONGEST_WORDS]
        if words and not is_offered:
            return words
        return str(reply.number if is_offered else 1) if offer.options else ""

    def _follow(self, event: Event) -> None:
        """Take note of an event as a person sees it."""
        offer = event if isinstance(event, Offer) else None
        self._offer = offer or self._offer
        if offer is None or isinstance(event, SessionStarted):
            shown = [
                block.plain()[: self._longest_line] for block in self._blocks(event, self._language) or ()
            ]
            self._lines = [*self._lines, *shown][-_LINES:]
