"""Traces: the time that each step of a turn takes, as a tree of spans.

A span names a step of the program, such as a node or a call of a model. It never holds words: nothing that a
player, an author or a model wrote, and no key.
"""

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from time import perf_counter, time_ns
from typing import NamedTuple

SpanAttribute = str | int | float
_MOST_ROWS = 200


@dataclass
class Span:
    """A step, and the steps within it.

    Attributes:
        name: of the step, from the code.
        attributes: kinds, models, counts and classes of errors.
        parent: the step that it is part of; None for the outermost.
        began: the moment of its start, in seconds of `perf_counter`.
        seconds: its length; None while it goes on.
        children: the steps within it, in order.
        began_ns: the time of its start, in nanoseconds since the epoch; 0 unless it is the outermost.
    """

    name: str
    attributes: dict[str, SpanAttribute]
    parent: "Span | None" = None
    began: float = field(default_factory=perf_counter)
    seconds: float | None = None
    children: list["Span"] = field(default_factory=list["Span"])
    began_ns: int = 0

    @property
    def outermost(self) -> "Span":
        """The span that this one is, at last, a part of."""
        return self if self.parent is None else self.parent.outermost


class SpanRow(NamedTuple):
    """A span as the log keeps it.

    Attributes:
        depth: the number of spans around it.
        name: of the step.
        at_ms, ms: its start and its length, in milliseconds.
        attributes: those of the span.
    """

    depth: int
    name: str
    at_ms: float
    ms: float
    attributes: dict[str, SpanAttribute]


_CURRENT: ContextVar[Span | None] = ContextVar("span", default=None)
_OBSERVERS: list[Callable[[Span], None]] = []


@contextmanager
def span(name: str, **attributes: SpanAttribute) -> Generator[Span]:
    """Time a step of the running task.

    Args:
        name: a word or two of the code's own.
        attributes: kinds and counts, no words of anybody.
    Yields:
        The span, whose attributes may be added to.
    """
    around = _CURRENT.get()
    # Work that was begun by a step may outlast it, and is a trace of its own then.
    own = Span(name, dict(attributes), around if around and around.seconds is None else None)
    if own.parent:
        own.parent.children.append(own)
    else:
        own.began_ns = time_ns()
    running = _CURRENT.set(own)
    try:
        yield own
    except BaseException as error:
        own.attributes["error"] = type(error).__name__
        raise
    finally:
        own.seconds = perf_counter() - own.began
        _CURRENT.reset(running)
        if own.parent is None:
            for observe in _OBSERVERS:
                observe(own)


def observe_traces(observer: Callable[[Span], None]) -> Callable[[], None]:
    """Hand on each outermost span when it has ended; return a function that stops it."""
    _OBSERVERS.append(observer)
    return lambda: _OBSERVERS.remove(observer)


def rows_so_far() -> list[SpanRow]:
    """Return the spans of the running task's trace; those that go on are as long as they are by now."""
    current = _CURRENT.get()
    if current is None:
        return []
    now, outermost = perf_counter(), current.outermost

    def rows(one: Span, depth: int) -> Iterator[SpanRow]:
        length = now - one.began if one.seconds is None else one.seconds
        at = one.began - outermost.began
        yield SpanRow(depth, one.name, round(at * 1000, 1), round(length * 1000, 1), dict(one.attributes))
        for child in one.children:
            yield from rows(child, depth + 1)

    return [*rows(outermost, 0)][:_MOST_ROWS]
