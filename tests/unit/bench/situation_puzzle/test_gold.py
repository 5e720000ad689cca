"""A gold file is sound, or it is said what is wrong with it."""

import json
import unicodedata
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.support import ROOT

from echoes.bench.runs.environment import short_hash
from echoes.bench.situation_puzzle.gold.gold_set import read_gold
from echoes.core.errors import BadInput

GOLD = ROOT / "data" / "gold"
PUZZLES = ROOT / "data" / "situation_puzzles"
BLIND = "blind 2026-11"
GOOD = [
    {"story": "s", "text": "Was it cold?", "ruling": "yes"},
    {"story": "s", "text": "Was it warm?", "ruling": "no"},
    {"story": "s", "text": "Was it Monday?", "ruling": "irrelevant"},
    {"story": "汤", "text": "他冷吗？", "ruling": "是"},
]
FLAWS = [
    ({"story": "s", "text": "Was it wet?", "ruling": "perhaps"}, "unknown label", "unknown label 'perhaps'"),
    ({"story": "s", "text": "Was it wet?", "ruling": "unclear no"}, "unknown label", "unknown label"),
    ({"story": "s", "text": "Was it cold?", "ruling": "yes"}, "duplicate", "line 1 already"),
    ({"story": "s", "text": "Was it cold?", "ruling": "no"}, "contradiction", "YES in line 1"),
    ({"story": "s", "text": "天冷吗？", "ruling": "no"}, "mixed languages", "written in 'zh'"),
    ({"story": "s", "lang": "zh", "text": "Was it?", "ruling": "no"}, "mixed languages", "written in 'en'"),
]


def file_of(folder: Path, *rows: dict[str, Any]) -> Path:
    path = folder / "gold.jsonl"
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    return path


@pytest.mark.parametrize(("row", "kind", "said"), FLAWS)
def test_a_flaw_is_named_with_its_line_or_counted_apart(
    row: dict[str, Any], kind: str, said: str, tmp_path: Path
):
    path = file_of(tmp_path, *GOOD, row)
    with pytest.raises(BadInput, match="line 5") as refused:
        read_gold(path)
    assert said in str(refused.value)
    assert "--lenient" in str(refused.value)
    found = read_gold(path, lenient=True)
    assert len(found.items) == len(GOOD)
    assert found.left_out == {kind: 1}
    assert found.notes[0].startswith("line 5:")


def test_a_sound_file_is_read_whole(tmp_path: Path):
    found = read_gold(file_of(tmp_path, *GOOD))
    assert ([item.ruling for item in found.items], found.left_out) == (["YES", "NO", "IRRELEVANT", "YES"], {})


def rows_of(folder: str) -> list[dict[str, Any]]:
    paths = sorted((GOLD / folder).glob("*_??.jsonl"))
    return [json.loads(line) for path in paths for line in path.read_text("utf-8").splitlines()]


def test_the_suite_is_as_large_as_its_card_says():
    questions, hypotheses, hints = rows_of("."), rows_of("hypotheses"), rows_of("hints")
    for lang in ("en", "zh"):
        count = Counter(row["ruling"] for row in questions if row["lang"] == lang)
        assert count.total() >= 700
        assert count["YES AND NO"] >= 120
        assert min(count.values()) >= 120
        assert len([row for row in hypotheses if row["lang"] == lang]) >= 200
        assert len([row for row in hints if row["lang"] == lang]) >= 150
    for lang in ("en", "zh"):
        blind = [row["kind"] for row in hypotheses if row["lang"] == lang and row.get("set") == BLIND]
        assert Counter(blind) == {"full": 32, "core": 32, "half": 32, "false": 96}
        assert len([row for row in questions if row["lang"] == lang and row.get("set") == BLIND]) >= 200
    assert {row.get("set") for row in (*questions, *hypotheses)} == {None, BLIND}
    assert {*Counter(row["kind"] for row in hypotheses)} == {
        "full",
        "core",
        "half",
        "false",
        "plausible_wrong",
        "keyword_stuffed",
        "accept_my_answer",
    }
    assert {*Counter(row["label"] for row in hints)} == {"hint", "leak", "empty"}
    assert all((row["label"] == "leak") == bool(row["facts"]) for row in hints)


def test_the_suite_is_frozen():
    """Whoever changes it gives it a new version, and its hashes with it."""
    manifest = json.loads((GOLD / "manifest.json").read_text("utf-8"))
    files = {
        str(path.relative_to(GOLD)): short_hash(path)
        for path in GOLD.rglob("*.jsonl")
        if "dev" not in path.parts
    }
    assert manifest["files"] == dict(sorted(files.items()))


def test_both_passes_label_the_same_and_every_disagreement_is_kept():
    second = {(r["set"], r["story"], r["lang"], r["text"]): r for r in rows_of("labels/second_pass")}
    kept = (GOLD / "labels" / "disagreements.jsonl").read_text("utf-8").splitlines()
    differ = {(r["set"], r["story"], r["lang"], r["text"]): r for r in map(json.loads, kept)}
    questions = rows_of(".")
    for row in questions:
        key = ("questions", row["story"], row["lang"], row["text"])
        if second[key]["ruling"] != row["ruling"]:
            assert differ[key]["final"] == row["ruling"]
    # Of the blind answers it was their writers who said whether they are right; their facts have one label.
    hypotheses = [row for row in rows_of("hypotheses") if row.get("set") != BLIND]
    assert len(second) == len(questions) + len(hypotheses) + len(rows_of("hints"))


def test_a_blind_answer_is_what_its_writer_says():
    for row in rows_of("hypotheses"):
        if row.get("set") == BLIND:
            puzzle = json.loads((PUZZLES / f"{row['story']}_{row['lang']}.json").read_text("utf-8"))
            core = {fact["id"] for fact in puzzle["facts"] if fact["core"]}
            assert not {*row["covered"]} & {*row["contradicted"]}
            if row["kind"] != "false":
                assert not row["contradicted"]
                assert (core <= {*row["covered"]}) == (row["kind"] != "half")


def plain(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKC", text).casefold() if c.isalnum())


def test_no_question_is_an_authored_wording_or_one_that_the_referee_was_tuned_on():
    for path in sorted(GOLD.glob("*_??.jsonl")):
        puzzle = json.loads((PUZZLES / path.name).with_suffix(".json").read_text("utf-8"))
        known = {plain(text) for ruling in puzzle["rulings"] for text in ruling["texts"]}
        dev = (GOLD / "dev" / path.name).read_text("utf-8").splitlines()
        known |= {plain(json.loads(line)["text"]) for line in dev}
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        assert [row["text"] for row in rows if plain(row["text"]) in known] == []
