"""The end of a game: what was found, the way there, and how others did."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from echoes.core.entries import Entry
from echoes.core.history import active, progress_of
from echoes.core.protocols import JsonObject
from echoes.engine.engine import GameEngine
from echoes.engine.turns import fold
from echoes.games.scenario import Scenario
from echoes.games.situation_puzzle.events import (
    HintGiven,
    HypothesisJudged,
    PuzzleEnded,
    PuzzleStarted,
    QuestionRuled,
    SolutionRevealed,
)
from echoes.games.situation_puzzle.rulings import standing
from echoes.games.situation_puzzle.view import ICONS, label, tally
from echoes.interfaces.web.rendering import render
from echoes.interfaces.web.words import words_in

_SQUARES = {
    "YES": "🟩",
    "NO": "🟥",
    "YES AND NO": "🟨",
    "IRRELEVANT": "🟦",
    "hint": "💡",
    "answer": "💬",
    "SOLVED": "🏁",
}
_WIDTH, _HEIGHT, _EDGE = 640, 180, 22
_FEW = 5
"""So many others have to have finished before anybody is told which share they beat."""


@dataclass(frozen=True)
class Mark:
    """A turn in the picture of the path, in its coordinates."""

    x: float
    y: float
    kind: str
    icon: str
    text: str


async def ending_html(engine: GameEngine, session_id: str, scenario: Scenario) -> str:
    """The end screen of a game that is over.

    Args:
        engine: that played it.
        session_id: of the game.
        scenario: that was played.
    """
    entries = engine.storage.event_log.read_intact(session_id)
    events: list[Any] = [entry.event for entry in active(entries)]
    started = next(event for event in events if isinstance(event, PuzzleStarted))
    ended = next(event for event in events if isinstance(event, PuzzleEnded))
    revealed = next((event for event in events if isinstance(event, SolutionRevealed)), None)
    game = engine.games[started.game_type]
    state = fold(game, scenario, entries).get("game", {})
    memory = await engine.players.memory()
    tries = await memory.ledger.first_tries_of(started.puzzle_id, started.puzzle_hash)
    others = [record for record in tries if record["player_id"] != started.player_id]
    ratings = await memory.ratings(started.puzzle_id)
    marks = path_of(entries, started.lang)
    return render(
        "ending",
        started.lang,
        ended=ended,
        answer=revealed.answer if revealed else "",
        said=tally(ended.questions, ended.hints, started.lang),
        findings=game.findings(scenario, state),
        marks=marks,
        points=" ".join(f"{mark.x},{mark.y}" for mark in marks),
        size=(_WIDTH, _HEIGHT, _EDGE),
        comparison=compared(ended, others, started.lang),
        share=share_text(started, ended, marks),
        rating=ratings.get(started.puzzle_id, {}).get(started.player_id, 0),
    )


def path_of(entries: Sequence[Entry], lang: str) -> list[Mark]:
    """Each turn that counts: from left to right in order, from bottom to top by progress."""
    counted = [entry for entry in active(entries) if entry.event.makes_turn]
    rulings = standing(active(entries))
    marks: list[Mark] = []
    progress, step = 0.0, (_WIDTH - 2 * _EDGE) / max(1, len(counted) - 1)
    for number, entry in enumerate(counted):
        event: Any = entry.event
        progress = progress_of([entry], progress)
        y = round(_HEIGHT - _EDGE - progress * (_HEIGHT - 2 * _EDGE), 1)
        kind, icon, text = _mark(event, rulings, lang)
        marks.append(Mark(round(_EDGE + number * step, 1), y, kind, icon, text))
    return marks


def _mark(event: Any, rulings: Mapping[int, str], lang: str) -> tuple[str, str, str]:
    match event:
        case QuestionRuled():
            word = rulings.get(event.turn, event.ruling)
            return word, ICONS[word], f"{event.asked or event.text} {label(word, lang)}"
        case HypothesisJudged():
            return event.verdict, ICONS[event.verdict], f"{event.text} {label(event.verdict, lang)}"
        case HintGiven():
            return "hint", "?", words_in(lang)["hint_n"].format(level=event.level)
        case _:
            return "other", "·", ""


def compared(ended: PuzzleEnded, others: Sequence[JsonObject], lang: str) -> str:
    """How a game compares with the first tries of others at the same puzzle, in words."""
    words = words_in(lang)
    if not others:
        return words["compare_first"]
    if len(others) >= _FEW:
        beaten = sum(int(str(record["score"])) < ended.score for record in others)
        return words["compare_better"].format(percent=round(100 * beaten / len(others)), count=len(others))
    solved = [int(str(record["questions"])) for record in others if record["solved"]]
    if not solved:
        return words["compare_none_solved"].format(count=len(others))
    mean = round(sum(solved) / len(solved))
    return words["compare_few"].format(count=len(others), solved=len(solved), questions=mean)


def share_text(started: PuzzleStarted, ended: PuzzleEnded, marks: Sequence[Mark]) -> str:
    """A few lines to be proud of; title, counts and colours only."""
    words = words_in(started.lang)
    how = "share_solved" if ended.status == "COMPLETED" else "share_given_up"
    said = words[how].format(tally=tally(ended.questions, ended.hints, started.lang))
    row = "".join(_SQUARES.get(mark.kind, _SQUARES["answer"]) for mark in marks)
    score = f" · {ended.score}/100" if ended.status == "COMPLETED" else ""
    return f"🐢 {words['app']} · {started.title}\n{said}{score}\n{row}"
