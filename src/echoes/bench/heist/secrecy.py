"""Secrets of a heist, and whether an event shows one before its time."""

from collections.abc import Iterator

from echoes.core.events import Event, event_to_json
from echoes.games.heist.events import HeistEnded
from echoes.games.heist.pack.schema import Score


def secrets_of(score: Score, seed: str) -> dict[str, str]:
    """Return the texts that must not be shown before their time, each with the kind of secret."""
    found = {seed: "seed"}
    for clock in score.clocks.values():
        if clock.visibility == "hidden":
            found |= {clock.name: "hidden clock", clock.full.text: "hidden clock"}
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
    shown = [text for name in ("text", "name") if isinstance(text := getattr(event, name, ""), str)]
    rightly = {"die_spent": "unspent outcome", "scene_entered": "later scene", "clock_filled": "hidden clock"}
    for text in shown:
        if secrets.get(text) == rightly.get(event.event, "-"):
            del secrets[text]
    told = "\n".join(_texts(event_to_json(event)))
    return [kind for secret, kind in secrets.items() if secret in told]


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():  # pyright: ignore[reportUnknownVariableType]
            yield from _texts(one)  # pyright: ignore[reportUnknownArgumentType]
    elif isinstance(value, list):
        for one in value:  # pyright: ignore[reportUnknownVariableType]
            yield from _texts(one)  # pyright: ignore[reportUnknownArgumentType]
