"""Story packs: what ships is whole in both languages, and what is broken is refused with file, field and reason."""

import shutil
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from tests.unit.games.story.playing import STORIES, story_in

from echoes.games.story.pack.lint import story_findings
from echoes.games.story.pack.random_walk import walk_story
from echoes.games.story.pack.schema import STORY_FILES, StoryPack
from echoes.games.story.phrases import STORY_PHRASES

NAMES = sorted(path.parent.name for path in STORY_FILES.find(STORIES))
OWN = ("wordings", "language")


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", NAMES)
def test_a_bundled_story_is_whole(name: str, language: str):
    story = story_in(language, name)
    assert story_findings(story) == []
    assert not [one for one in walk_story(story, 1, walks=6) if not one.startswith("never")]
    assert StoryPack.model_validate(story.to_json()).content_hash == story.content_hash
    jsonschema.validate(story.to_json(), StoryPack.model_json_schema())
    assert sum(len(one.lines) + len(one.deflections) for one in story.cast.values()) >= 150
    assert len(story.secrets) >= 12
    assert len(story.endings) >= 5


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_have_the_same_rules_and_as_many_words(name: str):
    def shape(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: shape(one) for key, one in value.items() if key not in OWN}
        return [*map(shape, value)] if isinstance(value, list) else isinstance(value, str) or value

    english, chinese = (story_in(language, name).to_json() for language in ("en", "zh"))
    assert shape(english) == shape(chinese)


def test_phrases_are_there_in_both_languages():
    english, chinese = map(STORY_PHRASES.of_language, ("en", "zh"))
    assert english.texts.keys() == chinese.texts.keys()
    assert english.names.keys() == chinese.names.keys()
    assert english.names["moods"].keys() == chinese.names["moods"].keys()


def pack(folder: Path) -> Path:
    return Path(shutil.copytree(STORIES / "last_ferry", folder / "pack"))


def edited(path: Path, *keys: str, value: Any = None) -> None:
    data = inner = yaml.safe_load(path.read_text("utf-8"))
    for key in keys[:-1]:
        inner = inner[key]
    inner[keys[-1]] = value
    if value is None:
        del inner[keys[-1]]
    path.write_text(yaml.safe_dump(data, allow_unicode=True, sort_keys=False), "utf-8")


@pytest.mark.parametrize(
    ("file", "keys", "value", "reason"),
    [
        ("story.yaml", ("start",), "attic", "field 'start': there is no place 'attic'"),
        ("story.yaml", ("luck",), 3, "field 'luck': is no known key"),
        ("places.yaml", ("loft", "exits"), ["attic"], "field 'places.loft.exits': there is no place 'attic'"),
        ("secrets.yaml", ("seal_cut", "known_by"), ["cat"], "there is no character 'cat'"),
        ("cast/tove.yaml", ("at",), "attic", "field 'cast.tove.at': there is no place 'attic'"),
        ("cast/tove.yaml", ("lines", "self", "about"), ["cat"], "field 'cast.tove.lines.self.about'"),
        ("cast/tove.yaml", ("lines", "self", "when"), {"trust": "tove"}, "`trust`: is written as who.number"),
        ("acts.yaml", ("unload", "when"), {"luck": 1}, "'luck' is no condition"),
        ("acts.yaml", ("unload", "effects"), {"end": "moon"}, "there is no ending 'moon'"),
        ("chapters/night.yaml", ("next",), [{"to": "noon"}], "there is no chapter 'noon'"),
        ("en/story.yaml", ("title",), None, "field 'title': is missing"),
        ("zh/cast_tove.yaml", ("cast", "tove", "name"), None, "field 'cast.tove.name': is missing"),
        (
            "en/story.yaml",
            ("start",),
            "loft",
            "field 'start': stands in en/story.yaml and in pack/story.yaml",
        ),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, file: str, keys: tuple[str, ...], value: Any, reason: str):
    folder = pack(tmp_path)
    edited(folder / file, *keys, value=value)
    errors = [one.error or "" for one in STORY_FILES.read(folder)]
    within = f"pack/{file[:2]}: " if file[2] == "/" else "pack/"
    assert any(reason in error and error.startswith(within) for error in errors), errors


@pytest.mark.parametrize(
    ("file", "keys", "value", "finding"),
    [
        ("chapters/night.yaml", ("next",), [{"to": "evening"}], "chapters go in a circle"),
        ("chapters/night.yaml", ("next",), [], "chapter 'morning' can't be reached"),
        ("chapters/morning.yaml", ("opening", "beat"), [], "beats.ice_seen: nothing reaches it"),
        ("endings.yaml", ("five",), {}, "endings.doctor_stays: 'five' stands before it and always fits"),
        ("cast/tove.yaml", ("lines", "boat", "acts"), ["show"], "cast.tove: no line about boat"),
        ("acts.yaml", ("count_letters", "effects"), {}, "secret 'missing_letter' can't be learned"),
    ],
)
def test_lint_finds_what_an_author_forgot(
    tmp_path: Path, file: str, keys: tuple[str, ...], value: Any, finding: str
):
    folder = pack(tmp_path)
    edited(folder / file, *keys, value=value)
    report = STORY_FILES.read(folder)[0]
    assert isinstance(report.scenario, StoryPack)
    assert any(finding in one for one in story_findings(report.scenario))


def test_files_that_a_story_is_read_from_are_all_its_parts():
    files = STORY_FILES.files_of(STORIES / "last_ferry" / "story.yaml")
    names = {str(path.relative_to(STORIES / "last_ferry")) for path in files}
    assert {"story.yaml", "cast/tove.yaml", "chapters/night.yaml", "acts.yaml", "zh/cast_tove.yaml"} <= names
