"""Growth of a long heist: what a scripted model is shown, the state, and the time beside the model."""

import json
import time
from dataclasses import dataclass
from statistics import median
from typing import Any, cast

from echoes.core.log.reply_journal import ReplyJournal
from echoes.core.operation.usage import Usage
from echoes.core.protocols import LLMClient
from echoes.games.heist.narration.phrases import name_of
from echoes.games.heist.pack.random_walk import begun_heist
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.reducer import heist_after
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.context import HeistContext
from echoes.games.heist.turn.options import open_moves
from echoes.games.heist.turn.respond import respond
from echoes.games.resources import Limits

_BEGINNING = ("1", "1", "1")
_EARLY, _AROUND, _WINDOW = 20, 10, 25
MOST_GROWTH = 1.1


@dataclass(frozen=True)
class GrowthFigures:
    """Figures of one long game.

    Attributes:
        prompt_growth: characters shown to the model a turn, the last ten turns over those around turn 20.
        state_growth: the state at the end over the state in the middle, at most, in bytes of JSON.
        ms: milliseconds a turn beside the model, median; told, and no bound, as machines differ.
        calls: of the model at most in one turn.
    """

    turns: int
    prompt_growth: float
    state_growth: float
    ms: float
    calls: int

    @property
    def ok(self) -> bool:
        """Return whether the game stays as it is."""
        return max(self.prompt_growth, self.state_growth) <= MOST_GROWTH and self.calls <= 2


class _Voice:
    """A model that always answers for the place, and words every outcome; it counts what it is shown."""

    id = "scripted"

    def __init__(self, language: str) -> None:
        self._language, self.shown, self.calls = language, 0, 0

    async def generate_structured(self, system: str, prompt: str, schema: type[Any]) -> tuple[Any, Usage]:
        """Return a reply that fits the form."""
        self.shown += len(system) + len(prompt)
        self.calls += 1
        if "pick" in schema.model_fields:
            return schema(pick=0, narration="A gull, a rope, a step; nothing has changed."), Usage()
        if "summary" in schema.model_fields:
            return schema(summary="It went on for a while."), Usage()
        word = name_of(self._language, "tiers", "success")
        return schema(outcomes=[{"n": 1, "text": f"{word}: it is."}]), Usage()


async def measure_growth(score: Score, turns: int) -> GrowthFigures:
    """Play on and on: words that mean nothing, a look, an action that is thought better of.

    Args:
        score: that is played.
        turns: how many messages.
    """
    voice = _Voice(score.language)
    context = HeistContext(
        "growth", score, ReplyJournal(), cast("Any", None), Limits(), cast("LLMClient", voice)
    )
    state = begun_heist(score, "growth")
    for message in _BEGINNING:
        state = await _after(context, state, message)
    shown: list[int] = []
    sizes: list[int] = []
    spent: list[float] = []
    calls = 0
    for number in range(turns):
        before, asked, began = voice.shown, voice.calls, time.perf_counter()
        state = await _after(context, state, _message(score, state, number))
        spent.append((time.perf_counter() - began) * 1000)
        calls = max(calls, voice.calls - asked)
        if voice.calls > asked:
            shown.append(voice.shown - before)
        sizes.append(len(json.dumps(state)))
    early = slice(_EARLY - _AROUND, _EARLY + _AROUND)
    return GrowthFigures(
        turns=turns,
        prompt_growth=round(max(shown[-_AROUND:]) / max(shown[early]), 3),
        state_growth=round(max(sizes[-_WINDOW:]) / max(sizes[turns // 2 :][:_WINDOW]), 3),
        ms=round(median(spent), 2),
        calls=calls,
    )


def _message(score: Score, state: HeistState, number: int) -> str:
    """Return words that keep the game where it is; they alternate with a frame that is dropped."""
    keys = [move.key for move in open_moves(score, state)]
    if "drop" in keys:
        return str(keys.index("drop") + 1)
    approaches = [n for n, key in enumerate(keys, 1) if key.startswith("approach:")]
    return str(approaches[0]) if approaches and number % 4 == 0 else f"zzyx {number:04}"


async def _after(context: HeistContext, state: HeistState, message: str) -> HeistState:
    turn = await respond(context, {"message": message}, state, message)
    for entry in turn.get("outbox", []):
        state = heist_after(state, entry)
    return state
