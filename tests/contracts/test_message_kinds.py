"""Each message goes where it belongs, also with a model that says of each that it is something else."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from echoes.app import open_engine
from echoes.core.log.entries import Entry
from echoes.testing.model_server import Asked, serving

FOLDER = Path(__file__).parents[1] / "fixtures" / "messages"
SERVED_AS = {
    "hint": {"hint", "hint_given", "help"},
    "help": {"help", "hint", "status", "giveup", "ruling_unavailable"},
    "restart": {"restart"},
    "talk": {"talk", "hint", "help", "quit"},
    "question": {"question_ruled"},
    "answer": {"route", "hypothesis_judged"},
}
"""How each kind of message is served, by event, command, or what is asked back; none of it costs a question
but a ruling on one."""


def messages(language: str) -> list[tuple[str, str]]:
    """Messages with their kinds."""
    found: list[tuple[str, str]] = []
    kind = ""
    for line in (FOLDER / f"{language}.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            kind = line.strip("[]")
        elif not line.startswith("#"):
            found.append((kind, line))
    return found


def served(events: list[Any], entries: list[Entry]) -> str:
    """How a message was served."""
    event = events[0]
    if event.event == "command_result":
        return event.command
    if event.event != "clarification_asked":
        return event.event
    pending: Any = entries[-1].trace
    return pending.pending["command"] or pending.pending["kind"]


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_a_question_is_ruled_and_an_answer_asked_back_whatever_a_model_calls_them(
    language: str, knowledge: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ECHOES__PATHS__RAG_STORAGE", str(knowledge))
    called = "talk"

    def mislabelling(asked: Asked) -> str:
        if "covered" in json.dumps(asked.body.get("response_format")):
            return json.dumps({"covered": [], "contradicted": []})
        return json.dumps({"kind": called, "ruling": "NO", "facts": [], "confidence": 0.9, "against": []})

    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    with serving(mislabelling) as server:
        for name, value in {"PROVIDER": "api", "BASE_URL": server.url, "LLM_MODEL_NAME": "stub-1"}.items():
            monkeypatch.setenv(f"ECHOES__MODELS__{name}", value)
        async with open_engine() as engine:
            for kind, text in messages(language):
                called = "talk" if kind in ("question", "answer") else "question"
                session = (await engine.create_session("wrong_umbrella", "p", language)).session_id
                events = [event async for event in engine.handle_message(session, text)]
                right[kind] += served(events, engine.storage.event_log.read(session)) in SERVED_AS[kind]
                total[kind] += 1
    shares = {kind: right[kind] / total[kind] for kind in total}
    assert shares["question"] >= 0.98 and shares["answer"] == 1.0, shares
    # What only a model could tell apart is its own to tell: here it says that each of these is a question.
    assert all(shares[kind] >= 0.75 for kind in ("hint", "help", "restart")), shares
