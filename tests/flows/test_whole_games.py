"""Every bundled puzzle can be played to its end with no model, as a person would.

The transcripts are snapshots. After a change that is meant, write them anew with
`ECHO_UPDATE=1 make test` and read the difference.
"""

import os
from pathlib import Path
from typing import Any

import pytest
from tests.support import ROOT, say

from echoes.engine.engine import GameEngine

GAMES = sorted((ROOT / "tests" / "flows" / "games").glob("*.txt"))
TRANSCRIPTS = ROOT / "tests" / "flows" / "transcripts"


def line(event: Any) -> str:
    """One event as a line of a transcript: what a player sees of it."""
    match event.event:
        case "question_ruled":
            picked = f" ({event.text})" if event.asked else ""
            return f"{event.ruling}{picked} {event.remark} [{event.progress}]"
        case "hypothesis_judged":
            return f"{event.verdict} {event.remark} [{event.progress}]"
        case "clarification_asked":
            return event.prompt + "".join(f"\n    {option.n} {option.text}" for option in event.options)
        case "hint_given":
            return f"hint {event.level}, {event.remaining} left: {event.text}"
        case "solution_revealed":
            return event.answer
        case "session_ended":
            return f"{event.status} {event.score} {event.questions} {event.hints}"
        case "turns_undone":
            return f"undone: {event.turns}"
        case _:
            return f"{event.event}: {getattr(event, 'text', '')} {getattr(event, 'reason', '')}".rstrip()


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)
async def test_a_whole_game(engine: GameEngine, game: Path):
    puzzle_id, language = game.stem[:-3], game.stem[-2:]
    session = await engine.create_session(puzzle_id, lang=language)
    lines: list[str] = []
    events: list[Any] = []
    for message in game.read_text("utf-8").splitlines():
        found = await say(engine, session.session_id, message)
        lines += [f"› {message}", *(f"  {line(event)}" for event in found)]
        events += found
    assert events[-1].event == "session_ended"
    assert events[-1].status == "COMPLETED"
    transcript = TRANSCRIPTS / f"{game.stem}.txt"
    if os.environ.get("ECHO_UPDATE"):
        transcript.parent.mkdir(exist_ok=True)
        transcript.write_text("\n".join(lines) + "\n", "utf-8")
    assert "\n".join(lines) + "\n" == transcript.read_text("utf-8")


def test_every_puzzle_has_a_game_in_each_language():
    puzzles = {path.stem for path in (ROOT / "data" / "situation_puzzles").glob("*.json")}
    assert puzzles == {game.stem for game in GAMES}
