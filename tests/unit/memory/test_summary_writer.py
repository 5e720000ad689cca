"""A game that has ended is summed up: by rules, or by a model that is shown what was said."""

from pathlib import Path

import pytest
from tests.support import CANARY, say

from echoes.core.errors import ModelFailed
from echoes.core.log.entries import Operation
from echoes.engine.engine import GameEngine
from echoes.models.providers.scripted import ScriptedClient, ScriptedReply

SOLVE = "/answer The ringing would have loosed an avalanche zzfactone. Snow lay on the slope zzfacttwo."


async def summed_up(
    engine: GameEngine, line: ScriptedReply, monkeypatch: pytest.MonkeyPatch
) -> tuple[str, str, str]:
    """What is kept of a finished game, by rules and in words, and what the model was shown."""
    writer = ScriptedClient(lambda system, prompt: line)
    monkeypatch.setattr(engine.players.settings, "summaries", "model")
    monkeypatch.setattr(engine.models, "llm", lambda role: writer if role == "summaries" else None)
    session = (await engine.create_session("silent_bell", player_id="ann")).session_id
    memory = await engine.players.memory()
    await say(engine, session, "Is the sexton old?", "Was the bell broken?")
    await engine.operate(session, Operation(name="correct", arguments={"turn": 1, "ruling": "YES"}))
    by_rules = await memory.summarize_session(session)
    await say(engine, session, SOLVE)
    return by_rules, await memory.summarize_session(session), "\n".join(map(str, writer.asked))


async def test_a_model_s_words_are_kept(own_engine: GameEngine, bell: Path, monkeypatch: pytest.MonkeyPatch):
    by_rules, kept, shown = await summed_up(own_engine, "She asked about the bell.\x1b", monkeypatch)
    assert "Not finished" in by_rules
    assert kept == "She asked about the bell."
    assert "Is the sexton old? — YES" in shown
    assert "Was the bell broken? — NO" in shown
    assert not CANARY.search(shown)


@pytest.mark.parametrize("line", ["", ModelFailed("timeout", "too slow")])
async def test_where_the_model_fails_rules_do(
    line: ScriptedReply, own_engine: GameEngine, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    _, kept, _ = await summed_up(own_engine, line, monkeypatch)
    assert "ann played “The Silent Bell”. Questions: 2 (1 NO, 1 YES)." in kept
    assert (await own_engine.players.show("ann")).games
