"""Settings come from files and environment; what is unknown is an error that names the known."""

from pathlib import Path

import pytest

from echoes.app import open_engine
from echoes.config import load_config
from echoes.core.errors import BadSetting, UnknownName


def test_the_environment_comes_before_the_files(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ECHOES__PLAY__MAX_QUESTIONS", "7")
    assert load_config().play.max_questions == 7


def test_relative_paths_are_relative_to_the_folder_that_holds_config(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "game.yaml").write_text("paths: {data: puzzles}\n")
    monkeypatch.setenv("ECHOES_CONFIG_DIR", str(tmp_path / "config"))
    assert load_config().paths.data == tmp_path / "puzzles"


@pytest.mark.parametrize(
    ("variable", "said"),
    [
        (
            "ECHOES__NOPE__X",
            "Known sections: agents, limits, memory, models, paths, play, rag, storage, telemetry",
        ),
        ("ECHOES__PLAY__NOPE", "Known: default_puzzle"),
        ("ECHOES__PLAY__MAX_HINTS", "play.max_hints"),
    ],
)
def test_an_unknown_key_or_value_is_named(variable: str, said: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(variable, "many")
    with pytest.raises(BadSetting, match=said):
        load_config()


@pytest.mark.parametrize(
    ("variable", "said"),
    [
        ("ECHOES__RAG__PROVIDER", "unknown RAG provider 'x'. Known: chroma, lightrag, local"),
        ("ECHOES__MODELS__PROVIDER", "unknown model provider 'x'. Known: api, embedded, ollama"),
        ("ECHOES__PLAY__REFEREE", "unknown referee 'x'. Known: embedded"),
        ("ECHOES__STORAGE__BACKEND", "unknown storage back end 'x'. Known: memory, postgres, sqlite"),
    ],
)
def test_an_unknown_plug_in_lists_the_known_ones_and_names_the_variable(
    variable: str, said: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv(variable, "x")
    with pytest.raises(UnknownName, match=f"{said}.* Fix it in {variable}"):
        open_engine()


def test_an_empty_variable_names_no_folder(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ECHOES__PATHS__GAME_STORAGE", "")
    with pytest.raises(BadSetting, match="names no folder; leave it out for the usual one"):
        load_config()


def test_a_key_is_never_printed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ECHOES__MODELS__API_KEY", "sk-zzsecret")
    config = load_config()
    assert "zzsecret" not in repr(config)
    assert "zzsecret" not in config.model_dump_json()


def test_a_phrase_with_an_unknown_variable_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    from tests.support import ROOT

    (tmp_path / "config").mkdir()
    text = (ROOT / "config" / "agents.yaml").read_text("utf-8")
    (tmp_path / "config" / "agents.yaml").write_text(text.replace("has {length}", "has {lenght}"), "utf-8")
    monkeypatch.setenv("ECHOES_CONFIG_DIR", str(tmp_path / "config"))
    with pytest.raises(BadSetting, match="unknown variable 'lenght'"):
        open_engine()
