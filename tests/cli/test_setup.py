"""`echoes setup` in a real terminal and through a pipe, and its offer at the first start."""

import json
import os
from pathlib import Path

import pytest
from tests.cli.test_memory_and_time import Terminal
from tests.warm import WARM

from echoes.core.files.config_files import setup_file
from echoes.testing import Asked, ModelServer, Say, serving

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("ready")]
KEY = "sk-zzkey"


@pytest.fixture(autouse=True)
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "etc"))


def rules(asked: Asked) -> Say | str:
    if asked.headers.get("authorization") not in (None, "Bearer none", f"Bearer {KEY}"):
        return Say("no such key", status=401)
    return json.dumps({"ruling": "NO", "facts": [], "confidence": 0.9})


def wants_key(server: ModelServer) -> None:
    server.everything = Say(raw=b'{"error": "Incorrect API key"}', kind="application/json", status=401)


def test_a_key_is_typed_unseen():
    with serving(rules) as server:
        wants_key(server)
        person = Terminal("setup", "--base-url", server.url)
        person.expect("goes on without it")
        server.everything = None
        person.type(KEY, "Enter for the first")
        seen = person.seen
        person.type("stub-2", "Use it from now on?")
        seen += person.seen
        person.type("", "file.")
        assert "delete that file." in " ".join(person.seen.split()), "whatever the width of a line"
        assert person.ends() == 0
    assert KEY not in seen + person.seen and "Thinking" in seen
    assert setup_file().with_name("model_key").read_text() == KEY


def test_a_slow_model_is_stopped_and_not_used():
    with serving(lambda asked: Say(wait_s=600)) as server:
        person = Terminal("setup", "--base-url", server.url, "--lang", "zh")
        person.expect("q 退出")
        person.type("1", "她是在出租车上捡到这把伞的吗？")
        person.expect("Ctrl-C 停止")
        person.interrupt("还是要用它吗？")
        person.type("", "")
        assert person.ends() == 1
    assert not setup_file().exists()


def test_a_first_start_offers_what_runs_here_and_the_game_is_played_with_it(monkeypatch: pytest.MonkeyPatch):
    with serving(rules) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        person = Terminal("play", "wrong_umbrella")
        person.expect("One of its models can be the referee")
        person.type("", "Enter for the first")
        person.type("", "Use it from now on?")
        person.type("", "Referee: stub-1")
        person.type("Did a dog carry the umbrella to the woman?", "NO")
        person.type("/quit", "Go on with")
        assert person.ends() == 0
        setup_file().unlink()
        again = Terminal("play", "wrong_umbrella")
        again.expect("Referee: embedded")
        again.type("/quit", "Go on with")
        assert again.ends() == 0 and "can be the referee" not in again.seen, "once"


def test_neither_a_pipe_nor_a_program_is_asked_anything():
    with serving(rules) as server:
        piped = WARM.run("play", "wrong_umbrella", text=b"Was it night?\n", OLLAMA_HOST=server.url)
        assert piped.returncode == 0 and b"can be the referee" not in piped.stdout + piped.stderr
        listed = WARM.run("setup", "--base-url", server.url)
        assert listed.returncode == 0 and b"--yes" in listed.stdout
        assert server.asked == []
        done = WARM.run("setup", "--yes", "--json", "--base-url", server.url, "--model", "stub-2")
        assert [*map(json.loads, done.stdout.splitlines())][-1]["written"] == str(setup_file())
        doctor = WARM.run("doctor", "--json", PATH=os.environ["PATH"])
        rows = {row["check"]: row["detail"] for row in map(json.loads, doctor.stdout.splitlines())}
        assert str(setup_file()) in rows["configuration"] and "stub-2" in rows["models"]
    failed = WARM.run("setup", "--yes", "--base-url", "http://127.0.0.1:1")
    assert failed.returncode == 1 and failed.stderr.count(b"\n") == 1


def test_doctor_lists_the_models_where_none_is_named():
    with serving(rules) as server:
        done = WARM.run("doctor", ECHOES__MODELS__PROVIDER="api", ECHOES__MODELS__BASE_URL=f"{server.url}/v1")
    assert done.returncode == 1
    assert b"has: stub-1, stub-2" in done.stdout and b"ok    storage" in done.stdout
