"""Recall: what a player has read already answers questions about names and things that no fact is about."""

import re
from collections.abc import Iterator
from functools import lru_cache

from echoes.games.heist.narration.phrases import phrases_in
from echoes.games.heist.narration.recap import clock_text
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.rules.clocks import shown_clocks
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.matching import bare_of, ideas_of
from echoes.games.heist.turn.options import obstacles_here
from echoes.language.readers import reader_for

_SENTENCES = re.compile(r"(?<=[.!?])[”\"]?\s+|(?<=[。！？])”?|\n+")
_LEAST = 2
"""Characters of a Chinese name or thing; one alone stands in too many words."""


def texts_read(score: Score, state: HeistState) -> Iterator[str]:
    """Yield what stands or stood on the screen: what is at hand first, the premise last."""
    if state["phase"] == "playing":
        for key, obstacle in obstacles_here(score, state):
            yield from (obstacle.text, obstacle.name)
            if f"opportunity:{key}:first" in state["told"]:
                yield obstacle.opportunity
    if state["scene"]:
        scene = score.scenes[state["scene"]]
        yield from (scene.text, score.locations[scene.location].text)
        yield from (clock_text(score, key, clock, state) for key, clock in shown_clocks(score, state))
    yield from (beat["text"] for beat in reversed(state["beats"]))
    yield from (summary["text"] for summary in reversed(state["summaries"]))
    yield from (score.goals[goal] for goal in state["goals"])
    yield from (score.threads[thread] for thread in state["threads"])
    yield from (score.rumours[rumour] for rumour in state["rumours"])
    yield from (score.statement, score.target)


def recalled(score: Score, state: HeistState, question: str) -> str:
    """Return the sentence that a player has read about what a question names; empty for none.

    Args:
        score: that is played.
        state: before the question.
        question: what was asked.
    """
    for text in texts_read(score, state):
        for sentence in _SENTENCES.split(text):
            if sentence and tells_of(score.language, sentence, question):
                return sentence.strip()
    return ""


def tells_of(language: str, text: str, question: str) -> bool:
    """Return whether a text has all the names and things of a question, and there are any."""
    named = _named(language, question)
    if language == "zh":
        return bool(named) and all(one in text for one in named)
    return bool(named) and named <= ideas_of(language, text)


@lru_cache(maxsize=64)
def _named(language: str, question: str) -> frozenset[str]:
    """Return the names and things of a question."""
    if language != "zh":
        return ideas_of(language, question) - reader_for(language).plain_ideas
    parts = _asking_words(language).split(re.sub(r"[^\w·]+", " ", bare_of(question)))
    return frozenset(part.strip() for part in parts if len(part.strip()) >= _LEAST)


@lru_cache(maxsize=2)
def _asking_words(language: str) -> re.Pattern[str]:
    words = sorted(phrases_in(language).lists["asking_words"], key=len, reverse=True)
    return re.compile("|".join(words) + r"|\s+")
