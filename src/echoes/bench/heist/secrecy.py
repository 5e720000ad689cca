"""Secrets of a heist, and whether an event shows one before its time."""

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache

from echoes.core.log.events import Event
from echoes.games.heist.events import HeistEnded
from echoes.games.heist.pack.schema import Score

_RIGHTLY = {"die_spent": "unspent outcome", "scene_entered": "later scene", "clock_filled": "hidden clock"}
"""The kind of secret that an event of each kind may show."""
_ID = "id of clock "
"""Before the id of a hidden clock, which stands in no text."""


def secrets_of(score: Score, seed: str) -> dict[str, str]:
    """Return the texts that must not be shown before their time, each with the kind of secret."""
    found = {seed: "seed"}
    for key, clock in score.clocks.items():
        if clock.visibility == "hidden":
            names = (clock.name, clock.full.text, f"{_ID}{key}.")
            found |= dict.fromkeys(names, "hidden clock")
    found |= {scene.text: "later scene" for scene in score.scenes.values()}
    found |= dict.fromkeys(_lines(score), "unspent outcome")
    return found


def _lines(score: Score) -> Iterator[str]:
    groups = [score.lines]
    for scene in score.scenes.values():
        for obstacle in scene.obstacles.values():
            groups += [obstacle.lines, *(one.lines for one in obstacle.approaches.values())]
    yield from (line for group in groups for lines in group.values() for line in lines)


def leaks_of(event: Event, secrets: dict[str, str]) -> list[str]:
    """Return the kinds of secrets that an event shows; what it may show is no secret from then on."""
    if isinstance(event, HeistEnded):
        return []
    fields = vars(event)
    clocks = _clocks_named(fields)
    if rightly := _RIGHTLY.get(event.event):
        for shown in (fields.get("text"), fields.get("name"), *clocks):
            if secrets.get(str(shown)) == rightly:
                del secrets[str(shown)]
    told = event.model_dump_json()
    named = [secrets[clock] for clock in clocks if clock in secrets]
    return named + [kind for secret, kind in secrets.items() if _in_json(secret) in told]


def leaks_in(text: str, secrets: dict[str, str]) -> list[str]:
    """Return the kinds of secrets that stand in a text."""
    return [kind for secret, kind in secrets.items() if secret in text]


def _clocks_named(fields: Mapping[str, object]) -> list[str]:
    """Return possible ids of clocks in the fields of an event that name things."""
    named = (str(fields[name]) for name in ("clock", "line") if fields.get(name))
    return [f"{_ID}{part}." for field in named for part in field.split(":")]


@lru_cache(maxsize=8192)
def _in_json(text: str) -> str:
    """Return a text as it stands in JSON."""
    return json.dumps(text, ensure_ascii=False)[1:-1]
