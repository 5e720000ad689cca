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
KEPT = "kept."
"""The key where somebody says that a promise of theirs is kept, or takes it back."""
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
_KEPT = re.compile(
    r"\b(?:i|we)(?:'ve|’ve| have)? (?:kept|keep|fulfilled) (?:my|our) (?:promise|word|vow)\b"
    r"|\bas (?:i|we) promised\b"
    r"|\b(?:i|we) take (?:that|it|my promise|my word) back\b"
    r"|(?:答应|保证|承诺)(?:过)?(?:你们?|大家)?的(?:事|话)?.{0,4}(?:办到|做到|办成|兑现)了|(?:我|我们)收回.{0,3}(?:话|承诺|保证)",
    re.IGNORECASE,
)


class StoryThread(TypedDict):
    """Something that was named.

    Attributes:
        heard: the turns in which each viewer heard it named first and last.
        resolved: whether it is over.
        recalled: how often it was named after it had lain idle.
        text: the words of a promise; empty for what the module names.
        by: who made it; empty for nobody in the party.
    """

    heard: dict[str, list[int]]
    resolved: bool
    recalled: int
    text: str
    by: str


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
        word = KEPT if _KEPT.search(text) else PROMISE if _PROMISE.search(text) else ""
        return tuple(dict.fromkeys([*whole, *([word] if word else [])]))


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
    by: str = "",
) -> dict[str, StoryThread]:
    """Return the threads after some were named.

    Args:
        threads: before.
        named: their keys.
        turn: in which.
        viewers: who heard it.
        text: the words, of which a promise is kept; without them it is none.
        by: the seat that said them.
    """
    after = {**threads}
    for key in named:
        if key == PROMISE:
            after = _promised(after, turn, viewers, text, by) if text else after
            continue
        if key == KEPT:
            after = settled_for(after, _newest_promise(after, viewers, by), viewers) if text else after
            continue
        known = threads.get(key)
        heard = known["heard"] if known else {}
        idle = bool(heard) and turn - max(last for _, last in heard.values()) >= DORMANT_AFTER
        after[key] = StoryThread(
            heard={**heard, **{one: [heard[one][0] if one in heard else turn, turn] for one in viewers}},
            resolved=known["resolved"] if known else False,
            recalled=(known["recalled"] if known else 0) + idle,
            text="",
            by="",
        )
    return after


def settled_for(
    threads: Mapping[str, StoryThread], keys: Iterable[str], viewers: Iterable[str]
) -> dict[str, StoryThread]:
    """Return the threads after viewers learnt that some are over; for those who did not, they go on.

    Args:
        threads: before.
        keys: of what is over; those that nobody named are passed over.
        viewers: who learnt so.
    """
    after, gone = {**threads}, {*viewers}
    for key in keys:
        if key in after:
            heard = {one: turns for one, turns in after[key]["heard"].items() if one not in gone}
            after[key] = {**after[key], "heard": heard, "resolved": not heard}
    return after


def _newest_promise(threads: Mapping[str, StoryThread], viewers: Sequence[str], by: str) -> list[str]:
    """Return the key of the newest promise of somebody that any of the viewers still waits for."""
    own = [key for key, one in threads.items() if one["text"] and by and one["by"] == by]
    return [key for key in own if not {*viewers}.isdisjoint(threads[key]["heard"])][-1:]


def _promised(
    threads: Mapping[str, StoryThread], turn: int, viewers: Sequence[str], text: str, by: str
) -> dict[str, StoryThread]:
    """Return the threads with one more promise.

    The oldest is forgotten by those who heard it, too, so that nobody can tell what others promise unheard.
    """
    start = f"{PROMISE}{turn}."
    numbers = [int(key.removeprefix(start)) for key in threads if key.startswith(start)]
    heard = {one: [turn, turn] for one in viewers}
    made = StoryThread(heard=heard, resolved=False, recalled=0, text=text[:_LONGEST_PROMISE], by=by)
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
