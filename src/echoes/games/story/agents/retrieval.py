"""Retrievers by character: each searches an index of one audience, made of nothing else.

The judgement of a character, which replies in a closed form, looks up what the character keeps to itself,
what it was told, and what it witnessed. Its voice, whose words the player reads, looks up what it witnessed.
"""

from collections.abc import Callable, Mapping, Sequence

from echoes.core.documents import Document
from echoes.core.protocols import Retriever
from echoes.games.context_window import estimate_tokens
from echoes.games.story.agents.windows import JUDGEMENT, VOICE, character_text, turn_text
from echoes.games.story.pack.schema import StoryPack
from echoes.games.story.recent import scenes_of
from echoes.games.story.state import StoryState, does_know
from echoes.language.text_retriever import TextRetriever

_MOST_RECALLED, _RECALLED_TOKENS = 2, 120
"""The most passages that a prompt is given, and the size of all of them."""


def audience_of(role: str, who: str) -> str:
    """Return the id of an audience, such as `judgement:tove`."""
    return f"{role}:{who}"


def documents_for(story: StoryPack, state: StoryState, audience: str) -> list[Document] | None:
    """Return all that an audience may look up; None for whoever is no character of the story."""
    role, _, who = audience.partition(":")
    if who not in story.cast or role not in _SOURCES:
        return None
    return [
        Document(f"{kind}:{number}", text, audience, kind)
        for kind, source in _SOURCES[role].items()
        for number, text in enumerate(source(story, state, who))
    ]


def retriever_for(story: StoryPack, state: StoryState, role: str, who: str) -> Retriever:
    """Return a search of the index of one audience, and has no argument by which to search another's.

    Args:
        story: that is played.
        state: as it is now; what is undone is in no later index.
        role: `judgement` or `character`, the voice.
        who: the character.
    """
    return TextRetriever(lambda: documents_for(story, state, audience_of(role, who)) or [])


async def recall_scenes(retriever: Retriever, query: str, shown: str) -> tuple[str, ...]:
    """Return the passages nearest to a message that are not shown anyway, best first, within a bound.

    Args:
        retriever: of the audience that is shown them.
        query: the player's words.
        shown: what it is shown without them.
    """
    found: list[str] = []
    room = _RECALLED_TOKENS
    for passage in await retriever.search(query, limit=8, kind="scene"):
        cost = estimate_tokens(passage.text)
        if passage.text not in shown and cost <= room and len(found) < _MOST_RECALLED:
            found.append(passage.text)
            room -= cost
    return tuple(found)


def _scenes(story: StoryPack, state: StoryState, who: str) -> Sequence[str]:
    return [turn_text(story, turn["lines"]) for turn in scenes_of(who, state)]


def _memories(story: StoryPack, state: StoryState, who: str) -> Sequence[str]:
    memory = state["memories"].get(who)
    return [text for text in (memory["summary"], *memory["facts"]) if text] if memory else []


def _told(story: StoryPack, state: StoryState, who: str) -> Sequence[str]:
    return [one.text for key, one in story.secrets.items() if does_know(state, who, key)]


def _private(story: StoryPack, state: StoryState, who: str) -> Sequence[str]:
    return [character_text(story, who)]


_Source = Callable[[StoryPack, StoryState, str], Sequence[str]]
_SEEN: Mapping[str, _Source] = {"scene": _scenes, "memory": _memories}
_SOURCES: Mapping[str, Mapping[str, _Source]] = {
    VOICE: _SEEN,
    JUDGEMENT: {"private": _private, "told": _told, **_SEEN},
}
"""The sources of each audience's index."""
