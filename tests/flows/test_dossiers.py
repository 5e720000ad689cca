"""A long dossier is ruled on from what was looked up for the question, within the budget, and by a model only."""

import json
from pathlib import Path

import pytest
from tests.leaks.test_hostile_models import configure
from tests.support import say, write_puzzle

from echoes.app import open_engine
from echoes.engine.engine import GameEngine
from echoes.games.context_window import estimate_tokens
from echoes.games.situation_puzzle.traces import RulingTrace
from echoes.testing import Asked, serving

DAYS = [f"On day {n} the keeper oiled hinge number {n} of the gate." for n in range(500)]
CASE = {
    "id": "long_case", "title": "The Long Case", "language": "en", "statement": "A gate is silent.",
    "answer": " ".join([*DAYS[:400], "At midnight Edith Crane buried the zzgong under the pear tree.", *DAYS[400:]]),
}  # fmt: skip


def ruled(asked: Asked) -> str:
    return json.dumps({"ruling": "YES" if "zzgong" in asked.last else "NO", "facts": [], "confidence": 0.9})


async def test_a_model_rules_from_the_passages_that_are_found(
    own_folders: Path, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    write_puzzle(bell.parent, CASE)
    with serving(ruled) as server:
        configure(monkeypatch, server, "api", own_folders)
        async with open_engine() as engine:
            session = (await engine.create_session("long_case")).session_id
            question, answer = await say(
                engine, session, "Was anything buried under the pear tree?", "/answer Edith buried the gong."
            )
            assert (question.ruling, answer.event) == ("YES", "ruling_unavailable")
            assert "which facts make up the solution" in answer.reason
            entry = next(
                e for e in engine.storage.event_log.read(session) if e.event.event == "question_ruled"
            )
            assert isinstance(entry.trace, RulingTrace)
            passages = {one.id: one.text for one in engine.games["situation_puzzle"].documents(
                engine.scenarios.get("long_case", "en")[1]
            )}  # fmt: skip
            shown = [passages[identity] for identity in entry.trace.evidence]
            assert shown and any("pear tree" in text for text in shown[:3])
            assert not any(identity in question.model_dump_json() for identity in entry.trace.evidence)
    [asked] = server.asked
    assert estimate_tokens(asked.system + asked.last) < 6000
    assert all(text in asked.last for text in shown)


async def test_without_a_model_it_is_said_and_nothing_is_called_wrong(own_engine: GameEngine, bell: Path):
    write_puzzle(bell.parent, CASE)
    session = (await own_engine.create_session("long_case")).session_id
    events = await say(own_engine, session, "Was it day 3?", "/answer Edith Crane buried it.", "/giveup")
    assert [one.event for one in events[:3]] == [
        "ruling_unavailable",
        "ruling_unavailable",
        "solution_revealed",
    ]
    assert events[2].facts == []
