"""The trial: the model rules on it, not the author's words, and nothing of it is kept."""

import json
from pathlib import Path

import pytest

from echoes.config import Config, load_config
from echoes.engine.sessions.queries import session_ids
from echoes.interfaces.cli.setup_trial import ModelTrial, try_model
from echoes.interfaces.cli.with_engine import open_engine
from echoes.models.settings import ModelSettings
from echoes.testing import Asked, ModelServer, Say, serving

pytestmark = pytest.mark.usefixtures("ready")


def ruling(word: str) -> str:
    return json.dumps({"ruling": word, "facts": [], "confidence": 0.9})


async def tried(server: ModelServer, lang: str = "en", config: Config | None = None) -> ModelTrial:
    models = ModelSettings(provider="api", base_url=f"{server.url}/v1", llm_model_name="stub-1", retries=0)
    return await try_model(config or load_config(), models, lang, lambda title, question: None)


@pytest.mark.parametrize(("lang", "said"), [("en", "NO"), ("zh", "不是")])
async def test_the_model_is_asked_and_its_answer_shown(lang: str, said: str):
    with serving(lambda asked: ruling("NO")) as server:
        found = await tried(server, lang)
    assert any(found.question in asked.last for asked in server.asked), "its author has not ruled on it"
    assert (found.answered, found.is_right, found.problem) == (True, True, "")
    assert said in found.said[0]


async def test_a_wrong_answer_is_one_and_a_failure_is_told_with_its_reason():
    def fails(asked: Asked) -> Say:
        return Say("out of memory", status=500)

    with serving(lambda asked: ruling("YES")) as server:
        wrong = await tried(server)
        server.answer = fails
        failed = await tried(server)
    assert (wrong.answered, wrong.is_right) == (True, False)
    assert (failed.answered, failed.is_right) == (False, False)
    assert "out of memory" in failed.problem and failed.said


async def test_no_game_is_kept_and_the_puzzle_need_not_be_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(tmp_path / "data"))
    with serving(lambda asked: ruling("NO")) as server:
        assert (await tried(server)).is_right
    async with open_engine() as engine:
        assert session_ids(engine) == []
