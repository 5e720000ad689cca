"""Situations of stories."""

from collections.abc import Sequence
from functools import partial, reduce

from echoes.bench.wordings.situations import WordingSituation, WordsRead
from echoes.games.reading.reader import WordReader
from echoes.games.story.opening import begun_story
from echoes.games.story.pack.schema import StoryPack
from echoes.games.story.rules.acting import perform
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.state import StoryState
from echoes.games.story.turn.reading import open_in_story, read_in_story


def situation_of_story(story: StoryPack, moves: Sequence[str]) -> WordingSituation:
    """Return the situation of a story after some moves, by key and in order."""
    play = StoryPlay(story, reduce(partial(_moved, story), moves, begun_story(story)))
    return WordingSituation(open_in_story(play), partial(_read, play))


def _moved(story: StoryPack, state: StoryState, key: str) -> StoryState:
    play = StoryPlay(story, state)
    perform(play, key, key)
    return play.state


async def _read(play: StoryPlay, message: str, reader: WordReader) -> WordsRead:
    reading = await read_in_story(reader, play, message)
    match reading.kind:
        case "move":
            return WordsRead(taken=reading.name)
        case "command":
            return WordsRead(command=reading.name)
        case _:
            return WordsRead(offered=(*reading.moves, *reading.nearest))
