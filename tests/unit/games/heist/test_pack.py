"""Packs: what ships is whole in both languages, and what is broken is refused with file, field and reason."""

import shutil
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from tests.unit.games.heist.playing import PACKS, score_in

from echoes.games.heist.narration.phrases import phrases_in
from echoes.games.heist.pack.lint import score_findings
from echoes.games.heist.pack.random_walk import walk_score
from echoes.games.heist.pack.schema import SCORE_FILES, Score

NAMES = sorted(path.parent.name for path in SCORE_FILES.find(PACKS))


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", NAMES)
def test_a_bundled_score_is_whole(name: str, language: str):
    score = score_in(language, name)
    assert score_findings(score) == []
    assert not [finding for finding in walk_score(score, 1, walks=12) if not finding.startswith("never")]
    assert Score.model_validate(score.to_json()).content_hash == score.content_hash
    jsonschema.validate(score.to_json(), Score.model_json_schema())


@pytest.mark.parametrize("name", NAMES)
def test_three_cards_bring_two_threats_and_one_goal(name: str):
    score = score_in("en", name)

    def moved(card: Any, kind: str) -> set[str]:
        return {one for one in card.effects.ticks if score.clocks[one].kind == kind}

    for suit in score.cards.past:
        assert moved(score.cards.past[suit], "threat")
        assert moved(score.cards.present[suit], "threat")
        assert moved(score.cards.future[suit], "goal") == {*score.cards.future[suit].effects.goals}


def test_an_ending_that_nothing_names_is_found_and_so_is_what_no_walk_reached():
    score = score_in("en")
    lost = score.endings["walked"].model_copy(update={"title": "Lost"})
    changed = score.model_copy(update={"endings": {**score.endings, "lost": lost}})
    assert score_findings(changed) == [
        "ending 'lost' can't be reached: it has no condition, and nothing names it"
    ]
    assert "never reached: ending lost" in walk_score(changed, 1, walks=1)


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_have_the_same_rules_and_as_many_words(name: str):
    def shape(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: shape(one) for key, one in value.items() if key not in ("cues", "language")}
        return [*map(shape, value)] if isinstance(value, list) else isinstance(value, str) or value

    english, chinese = (score_in(language, name).to_json() for language in ("en", "zh"))
    assert shape(english) == shape(chinese)


def test_phrases_are_there_in_both_languages():
    def keys(value: Any, place: str = "") -> set[str]:
        inner = [keys(one, f"{place}.{key}") for key, one in value.items()] if isinstance(value, dict) else []
        assert isinstance(value, dict | list | str), place
        return {place}.union(*inner)

    def all_in(language: str) -> dict[str, Any]:
        found = phrases_in(language)
        return {**found.texts, **found.names, **found.lists, **found.list_groups, **found.rows}

    assert keys(all_in("en")) == keys(all_in("zh"))


def pack(folder: Path) -> Path:
    return Path(shutil.copytree(PACKS / "tidewater_ledger", folder / "pack"))


def edited(path: Path, *keys: str, value: Any = None) -> None:
    data = inner = yaml.safe_load(path.read_text("utf-8"))
    for key in keys[:-1]:
        inner = inner[key]
    inner[keys[-1]] = value
    if value is None:
        del inner[keys[-1]]
    path.write_text(yaml.safe_dump(data, allow_unicode=True), "utf-8")


@pytest.mark.parametrize(
    ("file", "keys", "value", "reason"),
    [
        ("score.yaml", ("first",), "attic", "field 'first': there is no scene 'attic'"),
        ("score.yaml", ("luck",), 3, "field 'luck': is no known key"),
        ("score.yaml", ("scenes", "quay", "exits", "down", "to"), "attic", "there is no scene 'attic'"),
        ("score.yaml", ("clocks", "bell", "after"), "breath", "clocks wait for each other in a circle"),
        ("score.yaml", ("clocks", "bell", "segments"), 5, "field 'clocks.bell.segments'"),
        ("score.yaml", ("scenes", "quay", "obstacles", "grate", "threat"), "marrow", "'marrow' is hidden"),
        ("score.yaml", ("endings", "sold", "when"), {"luck": 1}, "'luck' is no condition"),
        ("score.yaml", ("endings", "sold", "when"), {"flag": "a", "done": "b"}, "a condition is one of"),
        ("en/premise.yaml", ("title",), None, "field 'title': is missing"),
        ("zh/premise.yaml", ("clocks", "bell", "name"), None, "field 'clocks.bell.name': is missing"),
        ("en/premise.yaml", ("voices",), {"choir": ["La."]}, "field 'voices.choir'"),
        ("en/premise.yaml", ("tier",), 3, "field 'tier': stands in en/premise.yaml and in pack/score.yaml"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(tmp_path: Path, file: str, keys: tuple[str, ...], value: Any, reason: str):
    folder = pack(tmp_path)
    edited(folder / file, *keys, value=value)
    errors = [one.error or "" for one in SCORE_FILES.read(folder)]
    within = f"pack/{file[:2]}: " if "/" in file else "pack/"
    assert any(reason in error and error.startswith(within) for error in errors), errors


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a: &x [1]\nb: *x\n", "alias"),
        ("a: " + "[" * 5000, "pack/en: score.yaml is nested too deep"),
        ("- 1\n", "holds no keys"),
        ("title: !!python/object:os.system {}\n", "is not YAML"),
        ("x" * 600_000, "larger than"),
        ("a: {b: [unclosed\n", "is not YAML (line"),
    ],
)  # fmt: skip
def test_hostile_files_are_refused_in_a_line(tmp_path: Path, text: str, reason: str):
    folder = pack(tmp_path)
    (folder / "score.yaml").write_text(text, "utf-8")
    [report] = SCORE_FILES.read(folder)
    assert report.error
    assert reason in report.error
    assert "\n" not in report.error


def test_a_pack_without_one_translation_still_plays_in_the_other(tmp_path: Path):
    folder = pack(tmp_path)
    shutil.rmtree(folder / "zh")
    assert [one.scenario.language for one in SCORE_FILES.read(folder) if one.scenario] == ["en"]


def test_a_pack_of_too_many_files_is_refused(tmp_path: Path):
    folder = pack(tmp_path)
    for number in range(20):
        (folder / "en" / f"more_{number}.yaml").write_text("{}\n", "utf-8")
    assert [one.error for one in SCORE_FILES.read(folder) if one.error] == ["pack/en: has more than 16 files"]
