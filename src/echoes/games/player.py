"""AI players: they read the events of a session and send messages, as a person does.

It is handed what a person would see and nothing else: no scenario with its secrets, but the
public opening, windows and tools that are bound to the player's role.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from pydantic import JsonValue

from echoes.core.log.events import Event, SessionStarted
from echoes.core.operation.usage import Usage
from echoes.core.protocols import LLMClient
from echoes.core.seats.visibility import PUBLIC
from echoes.games.context_window import Window


@dataclass(frozen=True)
class PlayerLimits:
    """The hard bounds of an AI player's game.

    Attributes:
        turns: messages that are ruled, judged or given a hint; the final answer is one of them.
        calls, tokens: of the player's own model; None for no bound.
    """

    turns: int = 30
    calls: int | None = None
    tokens: int | None = None


class PlayerTool(Protocol):
    """The part of a LangChain tool that a player uses."""

    name: str
    description: str

    @property
    def args(self) -> Mapping[str, Mapping[str, JsonValue]]:
        """The schema of each argument, by name."""
        ...

    @property
    def tool_call_schema(self) -> Any:
        """The model of all arguments, of either version of pydantic."""
        ...

    async def ainvoke(self, input: dict[str, JsonValue], /) -> object:
        """Use the tool."""
        ...


@dataclass(frozen=True)
class PlayerSeat:
    """All that a player is given; nothing in it is secret.

    Attributes:
        started: the opening of the session, with its statement.
        look: lays out what the player's role may be shown, within its budget.
        longest: characters of a message.
        tools: the LangChain tools of the player's role, by name.
        llm: the model of the player's role; None where there is none.
        seed: decides all that is left to chance.
        script: what to say, for a player that follows one.
        seat: the seat that it plays; empty where all share one.
    """

    started: SessionStarted
    look: Callable[[], Awaitable[Window]]
    longest: int = 2000
    tools: Mapping[str, PlayerTool] = field(default_factory=dict[str, PlayerTool])
    llm: LLMClient | None = None
    seed: int = 0
    script: Sequence[str] = ()
    seat: str = PUBLIC


@dataclass(frozen=True)
class Move:
    """The next message of a player.

    Attributes:
        text: the message.
        usage: what it has cost to find it.
        repeated: how often the player was about to repeat itself.
        looked_up: what it searched for before.

    >>> class Asker:
    ...     name, asks_a_model = "asker", False
    ...     async def move(self, events, turns_left):
    ...         return Move("Was it night?") if turns_left > 1 else None
    >>> asyncio.run(Asker().move([], 5)).text
    'Was it night?'
    """

    text: str
    usage: Usage = field(default_factory=Usage)
    repeated: int = 0
    looked_up: tuple[str, ...] = ()


class Player(Protocol):
    """Plays one session.

    Attributes:
        name: of the strategy.
        asks_a_model: whether it may ask the model of its seat.
    """

    name: str
    asks_a_model: bool

    async def move(self, events: Sequence[Event], turns_left: int) -> Move | None:
        """The next message.

        Args:
            events: what the last message led to; the opening at first.
            turns_left: how many turns there are yet, this one among them; with the last one only an answer
                can help.
        Returns:
            None when it has nothing more to say.
        Raises:
            ModelFailed: its model did not answer.
        """
        ...
