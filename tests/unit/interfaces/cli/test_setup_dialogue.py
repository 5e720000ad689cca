"""The set-up's dialogue: by a person's answers or by none, with keys, and with servers that are no use."""

import json
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from echoes.config import load_config
from echoes.core.errors import BadInput
from echoes.core.files.config_files import setup_file
from echoes.interfaces.cli import setup_dialogue
from echoes.interfaces.cli.setup import offer_setup
from echoes.interfaces.cli.setup_dialogue import SetupDialogue
from echoes.testing import Asked, ModelServer, Say, serving

pytestmark = pytest.mark.usefixtures("ready")
KEY = "sk-zzkey"
NO_KEY = Say(raw=b'{"error": "Incorrect API key"}', kind="application/json", status=401)


def rules(asked: Asked) -> Say | str:
    return json.dumps({"ruling": "NO", "facts": [], "confidence": 0.9})


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "etc"))
    # Whatever else runs here.
    monkeypatch.setattr("echoes.models.usual_servers._PORTS", ())
    with serving(rules) as running:
        yield running


class Person:
    """Somebody who gives these answers, in order, and was asked these questions."""

    def __init__(self, *answers: str) -> None:
        self.answers, self.asked = [*answers], list[str]()

    async def __call__(self, question: str) -> str:
        self.asked.append(question)
        if not self.answers:
            raise EOFError
        return self.answers.pop(0)


def written() -> dict[str, str]:
    return yaml.safe_load(setup_file().read_text("utf-8"))["models"]


async def test_a_person_chooses_a_model_which_is_tried_and_used(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("OLLAMA_HOST", server.url)
    person = Person("stub-2", "")
    assert await SetupDialogue("en", person).run(None, None, tries=False)
    said = capsys.readouterr().out
    assert f"Ollama, {server.url}" in said and "rulings not known" in said
    assert "✘ NO" in said and "and is right" in said and str(setup_file()) in said.replace("\n", "")
    assert [asked.body["model"] for asked in server.asked] == ["stub-2"]
    found = load_config().models
    assert (found.provider, found.base_url, found.llm_model_name) == ("ollama", server.url, "stub-2")
    assert stat.S_IMODE(setup_file().stat().st_mode) == 0o600


async def test_nothing_is_tried_or_written_unasked(server: ModelServer, capsys: pytest.CaptureFixture[str]):
    assert await SetupDialogue("zh", None).run(f"{server.url}/v1", None, tries=False)
    assert await SetupDialogue("en", Person("1", "n")).run(f"{server.url}/v1", None, tries=False) is False
    assert len(server.asked) == 1, "by whoever chose it"
    assert not setup_file().exists()
    assert "--yes" in capsys.readouterr().out


async def test_a_program_is_answered_in_json(server: ModelServer, capsys: pytest.CaptureFixture[str]):
    assert await SetupDialogue("en", None, as_json=True).run(server.url, "stub-2:latest", tries=True)
    listed, tried, done = map(json.loads, capsys.readouterr().out.splitlines())
    assert [one["name"] for one in listed["models"]] == ["stub-1", "stub-2"] and listed["problem"] == ""
    assert (tried["tried"], tried["is_right"]) == ("stub-2", True)
    assert done == {"written": str(setup_file()), "overridden_by": {}}


async def test_a_key_is_asked_for_until_it_is_right_and_kept_from_others(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    keys = ["sk-wrong", KEY]

    def asks(prompt: str) -> str:
        assert server.url in prompt
        key = keys.pop(0)
        server.everything = None if key == KEY else NO_KEY
        return f" {key}\n"

    server.everything = NO_KEY
    monkeypatch.setattr("getpass.getpass", asks)
    assert await SetupDialogue("en", Person("", "")).run(f"{server.url}/v1", None, tries=False)
    assert "the server refuses the key" in capsys.readouterr().out
    kept = Path(written()["api_key_file"])
    assert kept.read_text() == KEY and stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert KEY not in setup_file().read_text()
    assert server.asked[-1].headers["authorization"] == f"Bearer {KEY}"


async def test_a_key_of_the_environment_stays_there(server: ModelServer, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ECHOES__MODELS__API_KEY", KEY)
    assert await SetupDialogue("en", None).run(f"{server.url}/v1", None, tries=True)
    assert written()["api_key_file"] is None and KEY not in setup_file().read_text()
    assert server.asked[-1].headers["authorization"] == f"Bearer {KEY}"


async def test_what_belongs_to_another_server_does_not_stay(
    server: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "named").mkdir()
    monkeypatch.setenv("ECHOES_CONFIG_DIR", str(tmp_path / "named"))
    other = (
        "models: {provider: api, api_key: sk-other, embedding_model_name: e, llm_model_name: m, retries: 1}"
    )
    (tmp_path / "named" / "models.yaml").write_text(other)
    assert await SetupDialogue("en", None).run(f"{server.url}/v1", None, tries=True)
    found = load_config().models
    assert (found.api_key, found.embedding_model_name, found.retries) == (None, None, 1)
    assert server.asked[-1].headers["authorization"] == "Bearer none"
    monkeypatch.setenv("ECHOES__MODELS__LLM_MODEL_NAME", "m")
    assert await SetupDialogue("en", None).run(f"{server.url}/v1", None, tries=True)
    assert "ECHOES__MODELS__LLM_MODEL_NAME overrides it" in capsys.readouterr().out


async def test_a_model_that_gives_no_answer_is_used_only_if_somebody_insists(
    server: ModelServer, capsys: pytest.CaptureFixture[str]
):
    server.answer = lambda asked: Say("out of memory", status=500)
    address = f"{server.url}/v1"
    assert not await SetupDialogue("en", None).run(address, None, tries=True)
    assert not await SetupDialogue("en", Person("", "")).run(address, None, tries=False)
    assert not setup_file().exists()
    assert "out of memory" in capsys.readouterr().out
    assert await SetupDialogue("en", Person("", "y")).run(address, None, tries=False)
    assert written()["llm_model_name"] == "stub-1"


@pytest.mark.parametrize(
    ("everything", "models", "said"),
    [
        (None, [], "lists no model that can play"),
        (Say(raw=b"<!doctype html>", kind="text/html"), ["m"], "there is no model API at this address"),
        (Say(raw=b"{}", status=500), ["m"], "the server failed"),
        (NO_KEY, ["m"], "the server refuses the key"),
    ],
)
async def test_a_server_that_is_no_use_is_told_and_no_model_found(
    server: ModelServer,
    everything: Say | None,
    models: list[str],
    said: str,
    capsys: pytest.CaptureFixture[str],
):
    server.everything, server.models = everything, models
    with pytest.raises(BadInput, match="no model was found"):
        await SetupDialogue("en", None).run(server.url, None, tries=True)
    assert said in " ".join(capsys.readouterr().out.split())


async def test_where_nothing_is_found_a_person_is_asked_for_an_address(
    server: ModelServer, capsys: pytest.CaptureFixture[str]
):
    person = Person("no address", "127.0.0.1:1", f"{server.url}/v1", "1", "")
    assert await SetupDialogue("en", person).run(None, None, tries=False)
    said = " ".join(capsys.readouterr().out.split())
    assert "No model server answers here" in said
    assert "no address of a server" in said and "the server can't be reached" in said
    with pytest.raises(EOFError):
        await SetupDialogue("en", Person("")).run(None, None, tries=False)


async def test_a_name_that_no_server_lists_is_tried_only_where_it_is_plain_whom_to_ask(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
):
    assert await SetupDialogue("en", None).run(f"{server.url}/v1", "unlisted", tries=True)
    assert written()["llm_model_name"] == "unlisted"
    with pytest.raises(BadInput, match="no server here lists 'unlisted'"):
        await SetupDialogue("en", None).run(None, "unlisted", tries=True)


async def test_it_is_offered_once_before_the_first_game(server: ModelServer, monkeypatch: pytest.MonkeyPatch):
    assert not await offer_setup(load_config(), "en", Person()), "nothing answers"
    monkeypatch.setenv("OLLAMA_HOST", server.url)
    declines = Person("n")
    assert await offer_setup(load_config(), "zh", declines)
    assert "Ollama" in declines.asked[0] and not setup_file().exists()
    server.models = []
    assert not await offer_setup(load_config(), "en", Person()), "it has no model"
    server.models = ["m"]
    assert await offer_setup(load_config(), "en", Person("", "", ""))
    assert written()["llm_model_name"] == "m"
    assert not await offer_setup(load_config(), "en", Person()), "a model is there"


async def test_an_offer_that_comes_to_nothing_stops_no_game(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("OLLAMA_HOST", server.url)
    monkeypatch.setattr(setup_dialogue, "setup_file", lambda: Path("nowhere"))
    assert await offer_setup(load_config(), "en", Person("", "", ""))
    assert "no home folder is known" in capsys.readouterr().out
