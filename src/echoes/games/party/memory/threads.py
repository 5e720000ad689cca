"""Threads of a table: who and what was named, when, and whether it lies idle; found by name, without a model.

A name counts where it stands as whole words, in either language, so that no part of another word is one.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypedDict

from echoes.games.party.pack.schema import MASTER, Module
from echoes.games.version_cache import VersionCache

PROMISE = "promise."
"""The key of a promise that somebody made; the turn follows it, and a number, as each has one of its own."""
DORMANT_AFTER = 20
"""Turns after which a thread that nobody named lies idle."""
MOST_OFFERED_THREADS = 5
_MOST_MODULES = 16
_MOST_PROMISES, _LONGEST_PROMISE = 8, 160
_HAN = re.compile(r"[\u3400-\u9fff]")
_ARTICLE = re.compile(r"^(?:the|an?|old)\s+", re.IGNORECASE)
_PROMISE = re.compile(
    r"\b(?:i|we) (?:promise|swear|vow)\b|\byou have my word\b|我(?:们)?(?:保证|答应|发誓|向你保证)"
    r"|说话算(?:话|数)",
    re.IGNORECASE,
)


class StoryThread(TypedDict):
    """Something that was named.

    Attributes:
        heard: the turns in which each viewer heard it named first and last.
        resolved: whether it is over.
        recalled: how often it was named after it had lain idle.
        text: the words of a promise; empty for what the module names.
    """

    heard: dict[str, list[int]]
    resolved: bool
    recalled: int
    text: str


class ThreadFinder:
    """Finds what a module names in a text.

    Args:
        module: with the names.
    """

    def __init__(self, module: Module) -> None:
        self.names: dict[str, tuple[str, ...]] = dict(_names(module))
        self._patterns = {
            key: re.compile("|".join(patterns))
            for key, each in self.names.items()
            if (patterns := [*filter(None, map(_whole, each))])
        }

    def named_in(self, text: str) -> tuple[str, ...]:
        """Return the keys of what a text names, such as `person.dace`; a name within another is none."""
        plain = text.casefold()
        spans = [
            (*found.span(), key)
            for key, pattern in self._patterns.items()
            for found in pattern.finditer(plain)
        ]
        whole = [
            key
            for start, end, key in spans
            if not any(a <= start and end <= b and b - a > end - start for a, b, _ in spans)
        ]
        return tuple(dict.fromkeys([*whole, *([PROMISE] if _PROMISE.search(text) else [])]))


_FINDERS = VersionCache(ThreadFinder, _MOST_MODULES)


def finder_of(module: Module) -> ThreadFinder:
    """Return the finder of a module, made once for each version and language."""
    return _FINDERS.of(module)


def threads_after(
    threads: Mapping[str, StoryThread],
    named: Iterable[str],
    turn: int,
    viewers: Sequence[str],
    text: str = "",
) -> dict[str, StoryThread]:
    """Return the threads after some were named.

    Args:
        threads: before.
        named: their keys.
        turn: in which.
        viewers: who heard it.
        text: the words, of which a promise is kept; without them it is none.
    """
    after = {**threads}
    for key in named:
        if key == PROMISE:
            after = _promised(after, turn, viewers, text) if text else after
            continue
        known = threads.get(key)
        heard = known["heard"] if known else {}
        idle = bool(heard) and turn - max(last for _, last in heard.values()) >= DORMANT_AFTER
        after[key] = StoryThread(
            heard={**heard, **{one: [heard[one][0] if one in heard else turn, turn] for one in viewers}},
            resolved=known["resolved"] if known else False,
            recalled=(known["recalled"] if known else 0) + idle,
            text="",
        )
    return after


def _promised(
    threads: Mapping[str, StoryThread], turn: int, viewers: Sequence[str], text: str
) -> dict[str, StoryThread]:
    """Return the threads with one more promise.

    The oldest is forgotten by those who heard it, too, so that nobody can tell what others promise unheard.
    """
    start = f"{PROMISE}{turn}."
    numbers = [int(key.removeprefix(start)) for key in threads if key.startswith(start)]
    heard = {one: [turn, turn] for one in viewers}
    made = StoryThread(heard=heard, resolved=False, recalled=0, text=text[:_LONGEST_PROMISE])
    after = {**threads, f"{start}{max(numbers, default=0) + 1:03}": made}
    alike = [key for key, one in after.items() if one["text"] and {*one["heard"]} == {*viewers}]
    return {key: one for key, one in after.items() if key not in alike[:-_MOST_PROMISES]}


def idle_threads(threads: Mapping[str, StoryThread], turn: int, viewer: str) -> list[str]:
    """Return the keys of threads of which a viewer has not heard for long, the longest first.

    Args:
        threads: of the table.
        turn: now.
        viewer: a seat, whoever leads, or empty for those who look on.
    """
    last = {key: one["heard"][viewer][1] for key, one in threads.items() if viewer in one["heard"]}
    idle = [key for key in last if not threads[key]["resolved"] and turn - last[key] >= DORMANT_AFTER]
    return sorted(idle, key=lambda key: (last[key], threads[key]["heard"][viewer][0], key))


def thread_name(module: Module, key: str, thread: StoryThread) -> str:
    """Return a thread in words: its name, or the words of a promise."""
    return thread["text"] or next(iter(finder_of(module).names.get(key, ())), "")


def offered_threads(module: Module, threads: Mapping[str, StoryThread], turn: int) -> list[str]:
    """Return the threads that whoever leads may take up again, the longest idle first, each in a line."""
    lines: list[str] = []
    for key in idle_threads(threads, turn, MASTER)[:MOST_OFFERED_THREADS]:
        kind, _, name = key.partition(".")
        use = module.threads[name].use if name in module.threads else ""
        thread = threads[key]
        first, last = thread["heard"][MASTER]
        said = f"{thread_name(module, key, thread)} ({kind}, {first}–{last})"
        lines.append(f"{said} {use}".strip())
    return lines


def _names(module: Module) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the key of each thread of a module, with the names by which it goes."""
    for key, person in module.people.items():
        parts = [cue for cue in person.cues if cue.casefold() in person.name.casefold()]
        yield f"person.{key}", (person.name, *parts)
    for key, item in module.items.items():
        yield f"item.{key}", (item.label,)
    for key, scene in module.scenes.items():
        yield f"place.{key}", (scene.title,)
    for key, quest in module.quests.items():
        yield f"quest.{key}", (quest.title,)
    for key, clock in module.clocks.items():
        if not clock.hidden:
            yield f"event.{key}", (clock.name,)
    for key, thread in module.threads.items():
        yield f"{thread.kind}.{key}", (thread.name,)


def _whole(name: str) -> str:
    """Return a pattern of a name that stands as whole words, empty for none.

    Chinese has no spaces between words, so that a single character may be part of any.
    """
    plain = _ARTICLE.sub("", name.strip()).casefold()
    escaped = re.escape(plain)
    if _HAN.search(plain):
        return escaped if len(plain) > 1 else ""
    return rf"(?<![^\W\u3400-\u9fff]){escaped}(?:['’]s)?(?![^\W\u3400-\u9fff])"
