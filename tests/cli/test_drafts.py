"""`echoes puzzles draft` against a server: whole, stopped, out of budget, left alone in the middle."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support import BUNDLED, CANARY, canary_puzzle, write_puzzle
from tests.unit.games.situation_puzzle.drafting.model import text_reply
from tests.unit.games.situation_puzzle.drafting.recorded import FIXTURES
from typer.testing import CliRunner, Result

from echoes.core.errors import ModelFailed
from echoes.games.situation_puzzle.authoring.model_lint import model_requests
from echoes.games.situation_puzzle.puzzle.in_play import without_unconfirmed
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.interfaces.cli.situation_puzzle.puzzles import app
from echoes.testing import Asked, ModelServer, Say, serving

SMALL = ("silent_bell", "--rulings", "20")


def answer(asked: Asked) -> str:
    return text_reply(asked.system, asked.last)


@pytest.fixture
def server(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    """A model that drafts, and the puzzle as a spreadsheet may have it: statement and answer."""
    bell = canary_puzzle()
    kept = {key: bell[key] for key in ("id", "language", "title", "statement", "answer")}
    write_puzzle(own_folders / "data" / "situation_puzzles", kept)
    with serving(answer) as running:
        models = {"PROVIDER": "api", "BASE_URL": f"{running.url}/v1", "API_KEY": "k", "LLM_MODEL_NAME": "stub-1",
                  "RETRIES": "0", "PRICES": '{"stub-1": {"prompt": 1, "completion": 2}}'}  # fmt: skip
        monkeypatch.setenv("ECHOES__PATHS__DATA", str(own_folders / "data"))
        for name, value in models.items():
            monkeypatch.setenv(f"ECHOES__MODELS__{name}", value)
        yield running


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["draft", *SMALL, *arguments])


def rows(done: Result) -> list[dict[str, Any]]:
    assert done.exit_code == 0, (done.output, done.exception)
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_cost_is_told_first_and_nothing_is_asked_without_consent(server: ModelServer):
    done = run("--dry-run")
    assert "requests" in done.stdout and "at most" in done.stdout
    assert "no price" not in done.stdout
    assert run().exit_code == 1
    assert server.asked == []


def test_the_cost_is_told_where_no_model_is_configured(server: ModelServer, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ECHOES__MODELS__PROVIDER", "embedded")
    assert rows(run("--dry-run", "--json"))[0]["calls"] > 0
    refused = run("--yes")
    assert refused.exit_code == 1 and "no language model" in str(refused.exception)


def test_each_role_is_priced_by_its_own_model(server: ModelServer, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ECHOES__MODELS__ROLES", '{"author": {"llm_model_name": "stub-2"}}')
    assert rows(run("--dry-run", "--json"))[0]["price"] is None, "where one has no price, the sum has none"
    prices = {"stub-1": {"prompt": 0, "completion": 0}, "stub-2": {"prompt": 1, "completion": 2}}
    monkeypatch.setenv("ECHOES__MODELS__PRICES", json.dumps(prices))
    assert rows(run("--dry-run", "--json"))[0]["price"] > 0


def test_a_draft_becomes_a_version_that_waits_and_is_confirmed(server: ModelServer, own_folders: Path):
    estimate, drafted, translated = rows(run("--yes", "--json"))
    assert estimate["status"] == "estimate" and estimate["price"] > 0
    assert drafted["rulings"] == drafted["agreed"] + drafted["disagreed"] > 10
    assert (drafted["left"], translated["status"]) == ([], "withdrawn")
    assert drafted["usage"]["model_calls"] == len(server.asked)
    questioners = [one for one in server.asked if one.system.startswith("You are good at situation puzzles")]
    assert questioners and not any(CANARY.search(one.system + one.last) for one in questioners)
    again = rows(run("--yes", "--json"))
    assert (again[1]["facts"], again[1]["hints"], len(again)) == (0, 0, 2), (
        "run again, it asks for more questions"
    )
    sure = CliRunner().invoke(app, ["confirm", "silent_bell", "--sure", "--json", "--lang", "zh"])
    assert json.loads(sure.stdout)["decided"] > 5
    assert not list((own_folders / "data" / "situation_puzzles").glob("*_zh.json")), "no player sees it yet"


def test_a_bundled_puzzle_is_drafted_anew_from_a_recorded_model(
    own_folders: Path, monkeypatch: pytest.MonkeyPatch
):
    bundled = json.loads((BUNDLED / "lift_out_of_order_en.json").read_text("utf-8"))
    kept = {key: bundled[key] for key in ("language", "title", "statement", "answer")}
    stripped = write_puzzle(own_folders, {"id": "lift_anew", **kept})
    models = {"PROVIDER": "api", "BASE_URL": "http://127.0.0.1:9/v1", "LLM_MODEL_NAME": "written-by-hand",
              "REPLAY": str(FIXTURES / "lift_out_of_order_en.recording.jsonl")}  # fmt: skip
    for name, value in models.items():
        monkeypatch.setenv(f"ECHOES__MODELS__{name}", value)
    out = own_folders / "out"
    done = CliRunner().invoke(
        app, ["draft", str(stripped), "--rulings", "100", "--yes", "--out", str(out), "--json"]
    )
    _, drafted, translated = rows(done)
    assert (drafted["left"], drafted["untranslated"], translated["status"]) == ([], "", "written")
    assert (drafted["facts"], drafted["rulings"], drafted["disagreed"]) == (9, 109, 16)
    made, other = (
        Puzzle.model_validate_json((out / f"lift_anew_{language}.json").read_text("utf-8"))
        for language in ("en", "zh")
    )
    assert Counter(one.ruling for one in other.rulings) == Counter(one.ruling for one in made.rulings)
    assert len(other.facts) == len(made.facts) and all(fact.wordings for fact in other.facts)
    assert made.cloze and other.cloze
    assert [gap.id for gap in made.cloze.gaps] == [gap.id for gap in other.cloze.gaps]
    assert without_unconfirmed(made).cloze is without_unconfirmed(other).cloze is None
    assert without_unconfirmed(made).rulings == without_unconfirmed(other).rulings == ()


def test_lint_asks_a_model_and_names_it_with_what_it_finds(server: ModelServer, own_folders: Path):
    path = write_puzzle(own_folders / "in", canary_puzzle())
    why = "Nobody says so."
    server.answer = lambda asked: json.dumps(
        {"unsupported": [{"id": "zzfactid2", "why": why}], "contradicted": []}
        if "Compare each fact" in asked.last
        else {"wrong": [{"n": 1, "why": why}]}
    )
    done = CliRunner().invoke(app, ["lint", str(path), "--model", "--json"])
    [row] = [json.loads(line) for line in done.stdout.splitlines()]
    models = {one["rule"]: one["place"] for one in row["details"] if one["by"] == "stub-1"}
    assert {"model-unsupported": "facts.zzfactid2", "model-ruling": "rulings[1]"}.items() <= models.items()
    assert len(server.asked) == model_requests(Puzzle.model_validate(canary_puzzle()))
    told = CliRunner().invoke(app, ["lint", str(path), "--model"]).stdout
    assert f"stub-1 says: fact zzfactid2 does not follow from the answer: {why} Tell it" in told
    server.answer = lambda asked: Say(status=503)
    away = CliRunner().invoke(app, ["lint", str(path), "--model"])
    assert away.exit_code == 1 and isinstance(away.exception, ModelFailed)


def test_a_server_that_goes_away_or_a_spent_budget_leaves_what_is_done(server: ModelServer):
    server.answer = lambda asked: Say(status=503) if len(server.asked) > 15 else answer(asked)
    done = run("--yes", "--parallel", "1")
    assert done.exit_code == 1 and isinstance(done.exception, ModelFailed)
    assert re.search(r"kept \d+ steps; the same command goes on", done.stderr)
    server.answer = answer
    poor = run("--yes", "--budget", "1")
    assert "budget of 1 tokens is spent" in str(poor.exception)
    before = len(server.asked)
    so_far = run("--so-far", "--json")
    assert (rows(so_far)[1]["facts"], len(server.asked)) == (3, before)


@pytest.mark.slow
def test_one_interrupt_ends_it_at_once_and_the_same_command_goes_on(server: ModelServer):
    server.answer = lambda asked: Say(answer(asked), wait_s=0 if len(server.asked) < 12 else 60)
    command = [sys.executable, "-m", "echoes", "puzzles", "draft", *SMALL, "--yes"]
    process = subprocess.Popen(
        command, env={**os.environ}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    while len(server.asked) < 14:
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert (process.returncode, "goes on from here" in said) == (130, True)
    server.answer, kept = answer, len(server.asked)
    assert rows(run("--yes", "--json"))[0]["done"] >= 10
    asked = [one.last for one in server.asked if one.body]  # one may have been cut short
    assert len({*asked[:10]} & {*asked[kept:]}) == 0, "nothing that was answered is asked again"
