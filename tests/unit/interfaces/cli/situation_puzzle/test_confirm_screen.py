"""Confirming in the terminal: a key each, in bulk where nothing is in doubt; leave, be killed, come back."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.support import canary_puzzle, write_puzzle
from typer.testing import CliRunner

from echoes.core.log.entries import Entry
from echoes.games.author_forms import Decision, Gap
from echoes.games.situation_puzzle.authoring.gaps import puzzle_gaps
from echoes.games.situation_puzzle.game import SituationPuzzle
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.interfaces.cli.situation_puzzle.confirm import decisions_file
from echoes.interfaces.cli.situation_puzzle.confirm_screen import ConfirmScreen
from echoes.interfaces.cli.situation_puzzle.kept_decisions import KeptDecisions
from echoes.interfaces.cli.situation_puzzle.puzzles import app

ASKED = ["Was it late?", "Was it cold?", "Was it dark?", "Was it windy?"]


def waiting(text: str, *votes: str, **more: Any) -> dict[str, Any]:
    return {"texts": [text], "ruling": votes[0], "votes": [*votes], "unconfirmed": True, **more}


@pytest.fixture
def drafted(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A puzzle with a disagreement and three rulings that agree."""
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(own_folders / "data"))
    rulings = [waiting(ASKED[0], "YES", "NO"), *(waiting(text, "NO", "NO") for text in ASKED[1:])]
    puzzle = canary_puzzle(rulings=rulings)
    return write_puzzle(own_folders / "data" / "situation_puzzles", puzzle)


def run(*arguments: str, keys: str = "") -> str:
    done = CliRunner().invoke(app, [*arguments], input=keys)
    assert done.exit_code == 0, done.output
    return done.output


def kept_for(path: Path) -> KeptDecisions:
    """The decisions on the version that lies in a file."""
    puzzle = Puzzle.model_validate_json(path.read_text("utf-8"))
    return KeptDecisions(decisions_file("silent_bell", "en"), puzzle.content_hash)


def rulings(path: Path) -> dict[str, tuple[str, bool]]:
    stored = json.loads(path.read_text("utf-8"))["rulings"]
    return {one["texts"][0]: (one["ruling"], one.get("unconfirmed", False)) for one in stored}


def test_a_key_each_then_all_that_agree_and_what_is_left_waits(drafted: Path):
    listed = [json.loads(line) for line in run("confirm", "silent_bell", "--json").splitlines()]
    assert [row["text"] for row in listed] == ASKED
    shown = run("confirm", "silent_bell", keys="x\n2\ns\n\nu\n\nq\n")
    assert "a model ruled Yes, then No" in shown and "That is none of the keys." in shown
    assert "2 decisions saved, 2 left." in shown
    assert "2 decisions saved, 0 left." in run("confirm", "silent_bell", keys="a\n")
    assert not any(waits for _, waits in rulings(drafted).values())


def test_while_there_are_too_few_rulings_what_people_ask_of_every_puzzle_follows(drafted: Path):
    before = rulings(drafted)
    shown = run("confirm", "silent_bell", keys="s\n" * 6 + "2\nq\n")
    assert "Asked of every puzzle" in shown and "1 decision saved, 4 left." in shown
    assert {word for text, (word, _) in rulings(drafted).items() if text not in before} == {"NO"}


def test_what_was_decided_before_a_kill_is_there(drafted: Path):
    kept_for(drafted).add(Decision("question:Was it late?", "IRRELEVANT"))
    with decisions_file("silent_bell", "en").open("a", encoding="utf-8") as file:
        file.write('{"name": "question:Was it co')
    assert "1 decision saved, 3 left." in run("confirm", "silent_bell", keys="q\n")
    assert rulings(drafted)["Was it late?"] == ("IRRELEVANT", False)
    assert not decisions_file("silent_bell", "en").exists()


def test_what_was_decided_on_another_version_does_not_count(tmp_path: Path):
    path, decision = tmp_path / "decisions.jsonl", Decision("ruling:2", "YES")
    KeptDecisions(path, "old").add(decision)
    assert KeptDecisions(path, "new").read(["ruling:2"]) == []
    KeptDecisions(path, "new").add(decision)
    assert KeptDecisions(path, "new").read(["ruling:2"]) == [decision]


def test_sure_ones_are_confirmed_without_a_question(drafted: Path):
    row = json.loads(run("confirm", "silent_bell", "--sure", "--json"))
    assert (row["decided"], row["left"]) == (3, 1)
    assert rulings(drafted)["Was it late?"] == ("YES", True)


def test_sure_ones_join_what_was_decided_before_a_kill(drafted: Path):
    kept = kept_for(drafted)
    for name, choice in (("Was it late?", "IRRELEVANT"), ("Was it cold?", "YES"), ("Was it dark?", "same:9")):
        kept.add(Decision(f"question:{name}", choice))
    row = json.loads(run("confirm", "silent_bell", "--sure", "--json"))
    assert (row["decided"], row["left"]) == (4, 0)
    ruled = {text: word for text, (word, _) in rulings(drafted).items()}
    assert [ruled[text] for text in ASKED] == ["IRRELEVANT", "YES", "NO", "NO"]


def test_what_was_changed_meanwhile_stays_and_only_what_was_saved_is_counted(
    drafted: Path, monkeypatch: pytest.MonkeyPatch
):
    run_screen = ConfirmScreen.run

    def run_while_edited(self: ConfirmScreen) -> None:
        run_screen(self)
        data = json.loads(drafted.read_text("utf-8"))
        data["rulings"][0] = {"texts": [ASKED[0]], "ruling": "IRRELEVANT"}
        drafted.write_text(json.dumps(data), "utf-8")

    def gaps_of(self: SituationPuzzle, scenario: Puzzle, games: Sequence[Any], language: str) -> list[Gap]:
        words = Gap("Was it icy?", len(games), "", [("YES", "Yes"), ("same:1", scenario.rulings[0].ruling)])
        return [*puzzle_gaps(scenario, [], language), *([words] if games else [])]

    async def games(*_: object) -> list[list[Entry]]:
        return [[]]

    monkeypatch.setattr(ConfirmScreen, "run", run_while_edited)
    monkeypatch.setattr("echoes.interfaces.cli.situation_puzzle.confirm.games_of", games)
    monkeypatch.setattr(SituationPuzzle, "gaps", gaps_of)
    shown = run("confirm", "silent_bell", keys="1\n2\ns\ns\n1\n")
    assert "2 decisions saved, 2 left." in shown
    assert "1 decision no longer fit" in shown
    found = rulings(drafted)
    assert (found["Was it late?"], found["Was it icy?"]) == (("IRRELEVANT", False), ("YES", False))


def test_the_end_of_input_keeps_what_was_decided_wherever_it_comes(drafted: Path):
    assert "1 decision saved, 3 left." in run("confirm", "silent_bell", keys="2\nf\n")


def test_facts_of_a_yes_are_chosen_by_number_and_undo_comes_back():
    gap = Gap("Was it?", 0, "", [("YES", "Yes"), ("NO", "No")], [("f1", "one"), ("f2", "two")], "NO")
    keys, taken = iter(["2", "u", "f", "1"]), list[Decision | None]()
    said: list[str] = []
    other = Gap("And?", 0, "", [("YES", "Yes")])
    screen = ConfirmScreen(
        [gap, other], "zh", lambda: next(keys), lambda _: "2, 9", said.append, taken.append
    )
    with pytest.raises(StopIteration):
        screen.run()
    assert taken == [Decision("Was it?", "NO"), None, Decision("Was it?", "YES", ["f2"])]
    assert any("回车：按建议" in line for line in said)
    assert "  回答“是”就确认：two" in said, "what was chosen is shown before the ruling is given"
    assert sum("选“是”确认的事实" in line for line in said) == 2, "only where there are facts to choose"


def test_what_one_key_confirmed_one_key_undoes():
    gaps = [Gap(text, 0, "", [("NO", "No")], suggested="NO", group="Sure") for text in ASKED]
    keys, taken = iter(["a", "u", "q"]), list[Decision | None]()
    gaps = [*gaps, Gap("And?", 0, "", [("YES", "Yes")], group="Other")]
    ConfirmScreen(gaps, "en", lambda: next(keys), lambda _: "", print, taken.append).run()
    assert taken == [*(Decision(text, "NO") for text in ASKED), *[None] * len(ASKED)]
