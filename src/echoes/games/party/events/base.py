"""The private part of events, and the ground that those of a table stand on."""

from pydantic import BaseModel, Field

from echoes.core.log.events import Event, Trace


class PartyNote(BaseModel, frozen=True):
    """Something that changed and is not shown.

    Attributes:
        seats: who witnesses what is noted; for `tried` and `told`, empty means everybody.
        flags, ended: what is so from now on, or no longer; `quiet`: whether it came about in secret.
        attitudes: steps by which people like the party better.
        clocks: segments of hidden clocks.
        tried: what was tried, by its key, with `done` or `failed`.
        told: keys of topics and lines that were told.
        settled: threads that are over for `seats`, viewers without a seat among them.
        played: of each seat that moved, whether by itself.
        made: the last move that was made, as `stopped` names it.
        stopped: moves that are not offered any more, such as `try:ford.rope`.
        lines: what is left out; `veils`: what happens off-screen.
        foes: hit points of those who are fought.
        acted: who of those whom nobody plays has acted in this round.
        fired, full: triggers that have happened, and clocks that have come about.
        summaries: of what seats have witnessed; `corrected`: those that a seat put right itself.
    """

    seats: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    quiet: bool = False
    ended: tuple[str, ...] = ()
    attitudes: dict[str, int] = Field(default_factory=dict[str, int])
    clocks: dict[str, int] = Field(default_factory=dict[str, int])
    tried: dict[str, str] = Field(default_factory=dict[str, str])
    told: tuple[str, ...] = ()
    settled: tuple[str, ...] = ()
    played: dict[str, bool] = Field(default_factory=dict[str, bool])
    made: str = ""
    stopped: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    veils: tuple[str, ...] = ()
    foes: dict[str, int] = Field(default_factory=dict[str, int])
    acted: tuple[str, ...] = ()
    fired: tuple[str, ...] = ()
    full: tuple[str, ...] = ()
    summaries: dict[str, str] = Field(default_factory=dict[str, str])
    corrected: dict[str, str] = Field(default_factory=dict[str, str])


class PartyTrace(Trace, frozen=True):
    """The private part of an event.

    Attributes:
        notes: what changed beside it, in order.
        asked: the seat that was asked back; keys: the moves behind the numbers.
        failures: why models gave no reply, by what they were asked for.
        named: the threads that its words name (see `memory.threads`).
    """

    notes: tuple[PartyNote, ...] = ()
    asked: str = ""
    keys: tuple[str, ...] = ()
    failures: dict[str, str] = Field(default_factory=dict[str, str])
    named: tuple[str, ...] = ()


class PartyEvent(Event, frozen=True):
    """An event of a table."""

    trace_type = PartyTrace
