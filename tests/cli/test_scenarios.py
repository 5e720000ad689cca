"""`echoes games` and `echoes scenarios` serve all kinds of game; `echoes puzzles` is the same for one."""

import json
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from tests.support import ROOT, write_puzzle
from tests.warm import echoes

PIG = str(Path(__file__).parents[1] / "plugins")


@pytest.fixture(autouse=True)
def own_games(own_folders: Path, bell: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle, and a dice game of another package."""
    monkeypatch.setenv("PYTHONPATH", PIG)
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(bell.parents[1]))
    write_puzzle(bell.parents[1] / "pig", {"id": "fifty", "language": "en", "goal": 50})


def rows(*arguments: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in echoes(*arguments, "--json").stdout.splitlines()]


def rows_in(folder: Path, *arguments: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in echoes(*arguments, "--json", cwd=folder).stdout.splitlines()]


def test_the_kinds_of_game_are_listed_with_what_there_is_to_play():
    found = {row["game"]: row["scenarios"] for row in rows("games")}
    assert found == {"situation_puzzle": 1, "heist": 0, "story": 0, "party": 0, "pig": 1}


def test_scenarios_of_all_kinds_are_listed_and_puzzles_only_where_puzzles_are_asked_for():
    assert [(row["game"], row["id"]) for row in rows("scenarios", "list")] == [
        ("pig", "fifty"),
        ("situation_puzzle", "silent_bell"),
    ]
    assert [row["id"] for row in rows("scenarios", "list", "--game", "pig")] == ["fifty"]
    assert [row["id"] for row in rows("puzzles", "list")] == ["silent_bell"]
    assert list(rows("puzzles", "list")[0]) == [
        *("id", "title", "languages", "difficulty", "tags", "content_warnings", "without_model")
    ]


def test_a_scenario_is_shown_without_its_secrets():
    [shown] = rows("scenarios", "show", "silent_bell")
    assert "statement" in shown
    assert not {"answer", "facts", "rulings", "hints"} & {*shown}
    [secret] = rows("scenarios", "show", "silent_bell", "--secret")
    assert secret["answer"]
    [pig] = rows("scenarios", "show", "fifty")
    assert (pig["id"], pig["title"]) == ("fifty", "Pig")


def test_a_file_is_tested_as_it_stands_without_being_taken_in(tmp_path: Path):
    puzzle = {
        "id": "new_one", "title": "New", "language": "en", "statement": "A man left his umbrella at home.",
        "answer": "The sky was clear that morning.", "facts": [{"id": "f1", "statement": "The sky was clear.", "core": True}],
        "rulings": [{"text": "Was the sky clear?", "ruling": "YES", "facts": ["f1"]}],
    }  # fmt: skip
    path = tmp_path / "new.json"
    path.write_text(json.dumps(puzzle), "utf-8")
    [tested] = rows("scenarios", "test", str(path))
    assert (tested["id"], any("ruling 1" in one for one in tested["findings"])) == ("new_one", False)
    assert [row["id"] for row in rows("puzzles", "list")] == ["silent_bell"]


def test_a_pack_is_checked_in_each_language_by_its_folder_before_it_is_taken_in():
    """Its main file says which kind of game it is."""
    folder = str(ROOT / "data" / "stories" / "last_ferry")
    for named in ((), ("--game", "story")):
        found = rows("scenarios", "lint", folder, *named)
        assert [(row["id"], row["language"], row["findings"]) for row in found] == [
            ("last_ferry", "en", []),
            ("last_ferry", "zh", []),
        ]
    [chinese] = rows("scenarios", "lint", folder, "--lang", "zh")
    assert chinese["language"] == "zh"
    assert echoes("scenarios", "lint", str(ROOT / "data" / "stories")).returncode == 1


@pytest.mark.parametrize(("kind", "file"), [("story", "story"), ("heist", "score"), ("party", "module")])
def test_a_new_pack_is_written_checked_tested_taken_in_and_shown(kind: str, file: str, tmp_path: Path):
    folder = tmp_path / "packs" / "first"
    written = echoes("scenarios", "new", kind, str(folder), "--lang", "zh")
    assert written.stdout.strip() == str(folder / f"{file}.yaml") and str(folder) in written.stderr
    for check in ("lint", "test"):
        [row] = rows("scenarios", check, str(folder))
        assert (row["id"], row["language"], row["findings"]) == ("first", "zh", [])
    assert [row["status"] for row in rows("ingest", str(folder))] == ["ingested"]
    assert [row["id"] for row in rows("scenarios", "list", "--game", kind)] == ["first"]


def test_the_folder_of_a_pack_comes_before_what_was_taken_in_under_its_name(tmp_path: Path):
    """Its author has edited it since; any other folder may be called like an id."""
    echoes("scenarios", "new", "heist", "first", cwd=tmp_path)
    assert [row["status"] for row in rows_in(tmp_path, "ingest", "first")] == ["ingested"]
    path = tmp_path / "first" / "score.yaml"
    path.write_text(path.read_text("utf-8").replace("cues: [out, leave, home]", "to: nowhere"), "utf-8")
    assert "there is no scene 'nowhere'" in echoes("scenarios", "lint", "first", cwd=tmp_path).stderr
    (tmp_path / "silent_bell").mkdir()
    [puzzle] = rows_in(tmp_path, "scenarios", "lint", "silent_bell")
    assert "without_model" in puzzle


def test_all_that_is_wrong_in_a_pack_is_said_at_once(tmp_path: Path):
    folder = tmp_path / "first"
    echoes("scenarios", "new", "story", str(folder))
    path = folder / "story.yaml"
    text = path.read_text("utf-8").replace("exits: [yard]", "exits: [yrad]").replace("goal:", "gaol:")
    path.write_text(text + "luck: 3\n", "utf-8")
    done = echoes("scenarios", "lint", str(folder))
    said = done.stderr.splitlines()
    assert done.returncode == 1 and len(said) == 3
    assert all("first: story.yaml, line " in line for line in said)
    assert "there is no place 'yrad'; the nearest is 'yard'" in done.stderr
    assert "is no known key; the nearest is 'goal'" in done.stderr
    taken = rows("ingest", str(folder))
    assert [row["status"] for row in taken] == ["failed"] * 3


def test_an_id_stands_for_all_its_languages(bell: Path):
    write_puzzle(bell.parent, {**json.loads(bell.read_text("utf-8")), "language": "zh"})
    assert [row["language"] for row in rows("scenarios", "lint", "silent_bell")] == ["en", "zh"]
    assert [row["language"] for row in rows("scenarios", "lint", "silent_bell", "--lang", "zh")] == ["zh"]


def test_several_puzzles_are_checked_at_once_and_each_is_named(bell: Path):
    write_puzzle(bell.parent, {**json.loads(bell.read_text("utf-8")), "id": "second_bell"})
    found = rows("puzzles", "lint", "second_bell", "silent_bell", "second_bell")
    assert [row["id"] for row in found] == ["second_bell", "silent_bell"]


def test_a_long_id_moves_no_column(bell: Path):
    write_puzzle(
        bell.parent, {**json.loads(bell.read_text("utf-8")), "id": "b" * 64, "title": "寂静的钟" * 9}
    )
    lines = echoes("puzzles", "list").stdout.splitlines()
    assert len({cell_len(line[: line.index("★")]) for line in lines}) == 1 and len(lines) == 2


@pytest.mark.parametrize(
    "arguments",
    [("puzzles", "list"), ("puzzles", "lint"), ("scenarios", "list"), ("play",), ("play", "silent_bell")],
)
def test_a_folder_without_anything_to_play_is_named(
    arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(Path("/nowhere")))
    [said] = echoes(*arguments).stderr.strip().splitlines()
    assert f"in {Path('/nowhere')}. " in said and "ECHOES__PATHS__DATA" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("scenarios", "list", "--game", "chess"), "unknown kind of game 'chess'"),
        (("scenarios", "show", "fifty", "--game", "situation_puzzle"), "of the kind 'pig'"),
        (("scenarios", "show", "nothing"), "unknown puzzle 'nothing'"),
        (("puzzles", "show", ""), "unknown puzzle ''"),
        (("puzzles", "lint", ""), "unknown puzzle ''"),
        (("puzzles", "lint", "silent_bell", "nothing"), "unknown puzzle 'nothing'"),
        (("puzzles", "show", "silent_bel"), "Did you mean silent_bell?"),
        (("puzzles", "list", "--lang", "xx"), "there is nothing to play in 'xx'. Known: "),
        (("bench", "report", "nowhere"), "holds no run that can be read (No such file or directory)"),
        (("scenarios", "schema", "--game", "pig"), "'pig' has no schema"),
        (("scenarios", "test", "fifty"), "'pig' has no test"),
        (("scenarios", "new", "pig", "first"), "'pig' has no scenario to begin with"),
        (("scenarios", "new", "chess", "first"), "unknown kind of game 'chess'"),
        (("scenarios", "new", "story", "My Story"), "'My Story' is no id"),
        (
            ("scenarios", "new", "story", "first", "--lang", "fr"),
            "no scenario is written in 'fr'. Known: en, zh.",
        ),
        (("scenarios", "new", "story", str(ROOT / "data")), "is there already. Name a new folder."),
        (("puzzles", "show", "fifty"), "of the kind 'pig'"),
    ],
)
def test_a_mistake_is_one_line_and_status_1(arguments: tuple[str, ...], said: str):
    done = echoes(*arguments)
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert said in done.stderr.strip().splitlines()[-1]


def test_an_empty_text_is_wrong_usage():
    assert echoes("ask", "silent_bell", " ").returncode == 2


def test_secrets_are_shown_as_text_and_not_as_program_code():
    shown = echoes("puzzles", "show", "silent_bell", "--secret").stdout
    assert "\n- id: " in shown and "{'" not in shown


def test_the_schema_of_a_puzzle_is_the_same_by_both_ways():
    assert (
        echoes("scenarios", "schema", "--game", "situation_puzzle").stdout
        == echoes("puzzles", "schema").stdout
    )


def test_a_removed_puzzle_is_told_though_its_knowledge_base_can_not_be_reached(
    own_folders: Path, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    in_the_way = own_folders / "file"
    in_the_way.touch()
    monkeypatch.setenv("ECHOES__PATHS__GAME_STORAGE", str(in_the_way))
    done = echoes("puzzles", "remove", "silent_bell")
    assert done.returncode == 0 and f"removed   silent_bell (en)  {bell}" in done.stdout
    assert not bell.exists()
    [note] = done.stderr.splitlines()
    assert str(in_the_way) in note and "`echoes maintenance`" in note
