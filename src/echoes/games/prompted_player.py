"""AI players that are language models: they read what a person reads, and pick one of the options."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Generic, Protocol

from echoes.core.log.events import Event, Option, SessionStarted
from echoes.core.operation.usage import Usage
from echoes.core.protocols import LLMClient, ModelT
from echoes.core.views.blocks import Block
from echoes.games.player import Move, PlayerSeat

_LINES = 24
"""The latest lines of the conversation that the model is shown."""


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


class PromptedPlayer(Generic[ModelT]):
    """A player that asks its model once a move, in a game that offers numbered options.

    Args:
        seat: with the model.
    """

    name = "model"
    asks_a_model = True
    systems: ClassVar[Mapping[str, str]]
    """The system prompts by language."""
    longest_line: ClassVar[int] = 400
    """The number of characters after which a line of the conversation is cut."""
    reply_form: type[ModelT]
    """The form of the model's replies."""

    def __init__(self, seat: PlayerSeat) -> None:
        assert seat.llm is not None  # checked by `PlayerRegistry.open`
        self._llm: LLMClient = seat.llm
        self.language = seat.started.lang if seat.started.lang in self.systems else "en"
        self._lines: list[str] = []
        self._offer: Offer | None = None

    @abstractmethod
    def offer_in(self, event: Event) -> Offer | None:
        """Return an event that offers options; None for any other."""

    @abstractmethod
    def blocks_of(self, event: Event) -> Sequence[Block] | None:
        """Return the blocks that show an event."""

    @abstractmethod
    def message(self, reply: ModelT) -> str:
        """Return the model's reply as a message that can be sent."""

    async def move(self, events: Sequence[Event], turns_left: int) -> Move | None:
        """Return the next message; None where nothing was ever offered."""
        for event in events:
            self._follow(event)
        if self._offer is None:
            return None
        numbered = (f"{option.n} {option.text}" for option in self._offer.options)
        prompt = "\n".join([*self._lines, "", self._offer.prompt, *numbered])
        reply, usage = await self._llm.generate_structured(
            self.systems[self.language], prompt, self.reply_form
        )
        return Move(self.message(reply), usage or Usage())

    def is_offered(self, number: int) -> bool:
        """Return whether an option has this number."""
        return self._offer is not None and 1 <= number <= len(self._offer.options)

    def _follow(self, event: Event) -> None:
        """Take note of an event as a person sees it."""
        offer = self.offer_in(event)
        self._offer = offer or self._offer
        if offer is None or isinstance(event, SessionStarted):
            shown = [block.plain()[: self.longest_line] for block in self.blocks_of(event) or ()]
            self._lines = [*self._lines, *shown][-_LINES:]
