"""The key comes from the settings or a file; OpenAI's own variable is for OpenAI alone."""

from pathlib import Path

import pytest
from pydantic import SecretStr

from echoes.core.errors import BadSetting
from echoes.models.providers.api import resolve_api_key
from echoes.models.settings import ModelSettings


def key(**settings: object) -> str | None:
    found = resolve_api_key(ModelSettings(provider="api", **settings))  # type: ignore[arg-type]
    return found.get_secret_value() if found else None


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "from-environment")


def test_settings_come_before_the_file_and_the_file_before_the_environment(tmp_path: Path):
    path = tmp_path / "key"
    path.write_text(" from-file\n")
    assert key(api_key=SecretStr(" own \n"), api_key_file=str(path)) == "own"
    assert key(api_key=SecretStr(""), api_key_file=str(path)) == "from-file"
    assert key() == "from-environment"


def test_the_environment_s_key_goes_to_no_other_server():
    assert key(base_url="http://127.0.0.1:8000/v1") is None


@pytest.mark.parametrize("content", [None, b"\xff\xfe"])
def test_a_file_that_can_t_be_read_is_a_bad_setting(content: bytes | None, tmp_path: Path):
    path = tmp_path / "key"
    if content:
        path.write_bytes(content)
    with pytest.raises(BadSetting, match="api_key_file"):
        key(api_key_file=str(path))


@pytest.mark.parametrize("hidden", ["\u200b", "\ufeff", "\u00a0", "\u2011", "\u202e", "\n"])
@pytest.mark.parametrize("source", ["api_key", "api_key_file", "OPENAI_API_KEY"])
def test_a_hidden_character_in_a_key_is_told_with_its_place_and_without_the_key(
    source: str, hidden: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    pasted, path = f"sk-abc{hidden}def", tmp_path / "key"
    path.write_text(pasted, "utf-8")
    monkeypatch.setenv("OPENAI_API_KEY", pasted)
    given = {"api_key": {"api_key": SecretStr(pasted)}, "api_key_file": {"api_key_file": str(path)}}
    with pytest.raises(BadSetting) as failed:
        key(**given.get(source, {}))
    said = str(failed.value)
    assert source in said and f"U+{ord(hidden):04X}, the 7. of 10" in said and "type the key anew" in said
    assert "\n" not in said and "abc" not in said
