"""Blocks of each event of a game of moves, in the forms of `core.views.blocks`."""

from collections.abc import Sequence

from echoes.core.log.events import Event
from echoes.core.views.blocks import Block, Choices, Ending, Line, Sheet
from echoes.games.world import events as happened
from echoes.games.world.phrases import world_phrase


def blocks_of_world(event: Event, language: str) -> Sequence[Block] | None:
    """Return the blocks that show an event; None for one that the platform shows, or nobody."""
    match event:
        case happened.WorldStarted():
            return [Line(event.statement)]
        case happened.WorldMoved():
            return [Line(event.text, "quiet", event.name)]
        case happened.WorldTold():
            return [Line(event.text)]
        case happened.Spoke():
            return [Line(event.text, "spoken", event.name)]
        case happened.Arrived():
            around = surroundings(event, language)
            return [Sheet(event.name, event.text), *([Line(around, "quiet")] if around else [])]
        case happened.Learned():
            return [Line(world_phrase(language, "learned", text=event.text), "notice")]
        case happened.WorldOffered():
            return [Choices(event.prompt, event.options, free=True)] if event.options else []
        case happened.WorldEnded():
            details = event.details
            tally = world_phrase(
                language, "tally", **details.model_dump(include={"turns", "learned", "secrets"})
            )
            told: list[Block] = [Sheet(details.title, details.text)] if details.text else []
            return [*told, Ending(details.title, "", tally)]
        case _:
            return [] if isinstance(event, happened.WorldEvent) else None


def surroundings(event: happened.Arrived, language: str) -> str:
    """Return the people at a place, and the ways from it, in a line; empty for neither."""
    groups = (("here", "people", event.people), ("exits", "places", event.exits))
    comma = world_phrase(language, "comma")
    said = [
        world_phrase(language, key, **{name: comma.join(found.values())})
        for key, name, found in groups
        if found
    ]
    return ("" if language == "zh" else " ").join(said)
