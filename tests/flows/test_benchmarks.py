"""Benchmarks: what is played, counted and compared can be repeated, and nobody loses for the referee's failures."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter
from tests.flows.test_ai_players import plays, table, turns_left
from tests.leaks.test_hostile_models import configure
from tests.support import ROOT, canary_puzzle, write_puzzle

from echoes.bench.performance.benchmarks import measure_benchmarks
from echoes.bench.performance.ingest import measure_ingest
from echoes.bench.performance.memory import measure_memory
from echoes.bench.players.figures import player_figures
from echoes.bench.players.results import GameResult
from echoes.bench.players.run import PlayersPlan, run_players
from echoes.bench.runs.compare import compare
from echoes.bench.runs.folder import RunFolder
from echoes.bench.runs.jobs import Execution
from echoes.bench.runs.stored import report_of
from echoes.bench.runs.variants import AgentSpec
from echoes.bench.situation_puzzle.consistency.asking import GroupRulings, ask_groups, read_groups
from echoes.bench.situation_puzzle.consistency.figures import consistency_figures
from echoes.bench.situation_puzzle.gold.gold_set import GoldSet, read_gold
from echoes.bench.situation_puzzle.rejudge import changed_config, rejudge
from echoes.bench.situation_puzzle.retrieval.asking import measure_retrieval
from echoes.bench.situation_puzzle.retrieval.figures import setup_figures
from echoes.bench.situation_puzzle.rulings.asking import score_referee
from echoes.bench.situation_puzzle.rulings.figures import ruling_figures
from echoes.bench.situation_puzzle.rulings.rows import ScoredRuling
from echoes.bench.situation_puzzle.verdicts.figures import verdict_figures
from echoes.bench.situation_puzzle.verdicts.gold_texts import read_texts
from echoes.bench.situation_puzzle.verdicts.judging import judge_all
from echoes.config import load_config
from echoes.core.errors import BadInput, OperatorError, UserError
from echoes.core.operation.usage import Usage
from echoes.interfaces.cli import bench
from echoes.testing import Asked, Say, serving

EMBEDDED = (AgentSpec("embedded"),)
UNTIMED = {"seconds": 0.0, "referee_usage": Usage(), "player_usage": Usage()}
"""What of a row is a matter of time, left out."""
PLAN = {"format": 1, "kind": "referee"}
SCORED = TypeAdapter(ScoredRuling)


@pytest.fixture
def bells(own_folders: Path) -> Path:
    """A folder of three small puzzles, as an author hands them over."""
    folder = own_folders / "bells"
    for n in range(3):
        write_puzzle(folder, canary_puzzle(id=f"bell_{n}", title=f"Bell {n}"))
    return folder


async def run(folder: Path, **plan: Any) -> tuple[dict[str, Any], list[GameResult]]:
    plan = {"players": (AgentSpec("baseline"),), "referees": EMBEDDED, "turns": 4, **plan}
    plan = {"concurrency": 4, "jobs": 1, **plan}
    return await run_players(load_config(), PlayersPlan(**plan), folder)


def steady(rows: Sequence[GameResult]) -> dict[str, GameResult]:
    return {row.key: replace(row, **UNTIMED) for row in rows}


async def test_a_run_is_puzzles_by_players_by_referees_by_repeats_with_a_control_beside_each(
    bells: Path, tmp_path: Path
):
    plan, rows = await run(
        tmp_path / "run", puzzles=bells, players=(AgentSpec("baseline"), AgentSpec("none")), repeats=2
    )
    assert len(rows) == len({row.key for row in rows}) == 3 * (2 + 1) * 2
    assert sum(row.control for row in rows) == 6
    assert all(row.turns <= 1 for row in rows if row.control)
    assert [puzzle["id"] for puzzle in plan["puzzles"]] == ["bell_0", "bell_1", "bell_2"]
    for row in rows:
        log = (tmp_path / "run" / row.file).read_text("utf-8").splitlines()
        assert json.loads(log[0])["event"]["event"] == "session_started"
        assert json.loads(log[0])["event"]["puzzle_hash"] == row.hash


async def test_the_same_plan_gives_the_same_games_however_many_are_played_at_once(
    bells: Path, tmp_path: Path
):
    one = steady((await run(tmp_path / "one", puzzles=bells, concurrency=1))[1])
    other = steady((await run(tmp_path / "other", puzzles=bells, concurrency=9))[1])
    third = steady((await run(tmp_path / "third", puzzles=bells, seed=5))[1])
    assert one == other != third


async def test_several_processes_play_the_same_games(bells: Path, tmp_path: Path):
    one = steady((await run(tmp_path / "one", puzzles=bells))[1])
    other = steady((await run(tmp_path / "other", puzzles=bells, jobs=2))[1])
    assert one == other


async def test_what_a_process_of_a_run_has_to_say_is_said_in_one_line(bells: Path, tmp_path: Path):
    with pytest.raises(BadInput, match="no script"):
        await run(tmp_path / "one", puzzles=bells, players=(AgentSpec("scripted"),), jobs=2)


async def test_a_run_that_breaks_off_goes_on_and_plays_no_game_twice(bells: Path, tmp_path: Path):
    class Broken(Exception):
        pass

    played: list[int] = []

    def breaks(done: int, of: int) -> None:
        played.append(done)
        if done == 4:
            raise Broken

    plan = PlayersPlan(bells, (AgentSpec("baseline"),), EMBEDDED, turns=3, repeats=2, concurrency=2, jobs=1)
    with pytest.raises(Broken):
        await run_players(load_config(), plan, tmp_path / "run", breaks)
    kept = (tmp_path / "run" / "rows.jsonl").read_bytes()
    assert 4 <= kept.count(b"\n") < 12  # the game beside the fourth may end in the same moment
    _, rows = await run_players(load_config(), plan, tmp_path / "run")
    assert (tmp_path / "run" / "rows.jsonl").read_bytes().startswith(kept)
    whole = await run_players(load_config(), plan, tmp_path / "whole")
    assert steady(rows) == steady(whole[1])


def test_a_run_that_is_killed_goes_on(own_folders: Path):
    command = [
        *(sys.executable, "-m", "echoes", "bench", "players", "--puzzles", str(ROOT / "demo" / "puzzles")),
        *("--turns", "6", "--repeats", "12", "--jobs", "2", "--out", str(own_folders / "run"), "--json"),
    ]
    rows = own_folders / "run" / "rows.jsonl"
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        until = time.monotonic() + 300
        while (not rows.exists() or rows.read_bytes().count(b"\n") < 3) and time.monotonic() < until:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    kept = rows.read_bytes().count(b"\n")
    assert 3 <= kept < 24
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    [figures] = [json.loads(line) for line in done.stdout.splitlines()]
    assert (figures["games"], figures["control_games"]) == (12, 12)
    keys = [json.loads(line)["key"] for line in rows.read_text("utf-8").splitlines()]
    assert len(keys) == len({*keys}) == 24


async def test_a_broken_puzzle_is_named_or_left_out(bells: Path, tmp_path: Path):
    (bells / "bad.json").write_text('{"statement": "No answer."}', "utf-8")
    with pytest.raises(BadInput, match=r"bad\.json.*--lenient"):
        await run(tmp_path / "run", puzzles=bells)
    plan, rows = await run(tmp_path / "run", puzzles=bells, lenient=True, control=False)
    assert len(rows) == 3
    assert "bad.json" in plan["refused"][0]


async def test_an_outside_set_is_played_in_its_own_format(own_folders: Path, tmp_path: Path):
    path = own_folders / "set.json"
    records = [
        {"id": f"p{n}", "title": f"P {n}", "setup": "A man is wet.", "solution": "It rained on the man."}
        for n in range(2)
    ]
    path.write_text(json.dumps(records), "utf-8")
    _, rows = await run(tmp_path / "run", puzzles=path, control=False)
    assert sorted(row.puzzle for row in rows) == ["p0", "p1"]
    assert all(row.valid for row in rows)


async def test_nothing_of_a_run_stays_in_the_memory_of_players(
    bells: Path, tmp_path: Path, own_folders: Path
):
    await run(tmp_path / "run", puzzles=bells)
    assert not list((own_folders / "game_storage").rglob("*.jsonl"))
    assert not (own_folders / "game_storage" / "memory.sqlite").exists()


async def test_an_invalid_referee_makes_a_game_invalid_and_not_lost(
    own_folders: Path, bells: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """One puzzle's referee never answers; the other games count."""

    def answer(asked: Asked) -> Say | str:
        if "Bell 1" in asked.system and not plays(asked):
            return Say(status=500)
        mind = {
            "kind": "ask" if turns_left(asked) > 2 else "answer",
            "text": f"snow, avalanche {turns_left(asked)}",
        }
        return table(lambda asked: mind)(asked)

    with serving(answer) as server:
        configure(monkeypatch, server, "api", own_folders)
        monkeypatch.setenv("ECHOES__MODELS__BREAKER_AFTER", "1000")
        plan, rows = await run(
            tmp_path / "run",
            puzzles=bells,
            players=(AgentSpec("model"),),
            referees=(AgentSpec("model"),),
            control=False,
        )
    by_puzzle = {row.puzzle: row for row in rows}
    assert by_puzzle["bell_1"].ending == "no_referee"
    assert not by_puzzle["bell_1"].valid
    assert by_puzzle["bell_0"].solved and by_puzzle["bell_2"].solved
    [figures] = player_figures(rows, plan)
    assert (figures.games, figures.invalid, figures.measured["solve_rate"]) == (3, 1, 1.0)
    assert figures.turns_when_solved == 3.0
    assert figures.referee_failures == 3
    log = (tmp_path / "run" / by_puzzle["bell_1"].file).read_text("utf-8")
    assert log.count("ruling_unavailable") == 3
    assert figures.player_calls_a_game and figures.player_calls_a_game > 0


class Tags(HTMLParser):
    """What a page would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.fetched += [str(value) for name, value in attrs if name in ("src", "href")]


async def test_a_report_comes_from_the_folder_alone_and_needs_nothing_else(
    bells: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    folder = tmp_path / "run"
    await run(folder, puzzles=bells, players=(AgentSpec("baseline"), AgentSpec("none")), repeats=2)
    report_of(folder).write(folder)
    files = {name: (folder / name).read_bytes() for name in ("report.html", "report.json", "report.md")}
    for path in bells.iterdir():
        path.unlink()
    moved = folder.rename(tmp_path / "elsewhere")
    report_of(moved).write(moved)
    assert files == {name: (moved / name).read_bytes() for name in files}
    page = Tags()
    page.feed(files["report.html"].decode())
    assert page.fetched == []
    assert page.tags.count("svg") == 2
    assert not {"script", "link", "img"} & {*page.tags}
    assert "prefers-color-scheme: dark" in files["report.html"].decode()
    table = [line for line in files["report.md"].decode().splitlines() if line.startswith("| baseline")]
    assert len(table) == 2
    head = next(line for line in files["report.md"].decode().splitlines() if "| solved |" in line)
    assert dict(zip(head.split(" | "), table[0].split(" | "), strict=True))["invalid"] == "0"
    figures = json.loads(files["report.json"])
    assert {group["player"] for group in figures["groups"]} == {"baseline", "none"}
    assert len(figures["games"]) == len((moved / "rows.jsonl").read_text("utf-8").splitlines())


async def test_two_runs_are_compared_puzzle_by_puzzle(bells: Path, tmp_path: Path):
    solving = ("/answer Snow lay on the slope. The ringing would have loosed an avalanche.",)
    idle = ("Was the bell broken?",)
    for name, script in (("idle", idle), ("solving", solving)):
        await run(tmp_path / name, puzzles=bells, players=(AgentSpec("scripted"),), script=script)
    found = compare(tmp_path / "idle", tmp_path / "solving")
    assert found.differs == ["script"]
    [group] = found.groups
    assert group.stories == 3
    turns = group.figures["turns"]
    assert turns.first is not None and turns.second is not None
    assert turns.change.difference == pytest.approx(turns.second - turns.first)
    (bells / "bell_2_en.json").unlink()
    await run(tmp_path / "fewer", puzzles=bells, players=(AgentSpec("scripted"),), script=idle)
    [group] = compare(tmp_path / "idle", tmp_path / "fewer").groups
    assert (group.rows, group.shared, group.stories) == ((3, 2), (2, 2), 2)
    assert [unit.split()[0] for unit in group.only_first] == ["bell_2_en"]
    write_puzzle(bells, canary_puzzle(id="bell_1", statement="Another story of a sexton."))
    await run(tmp_path / "edited", puzzles=bells, players=(AgentSpec("scripted"),), script=idle)
    [group] = compare(tmp_path / "idle", tmp_path / "edited").groups
    assert group.stories == 1


def test_only_runs_of_a_kind_are_compared(tmp_path: Path):
    for name, kind in (("a", "players"), ("b", "referee"), ("c", "poetry")):
        RunFolder(tmp_path / name, {"format": 1, "kind": kind}, SCORED).close()
    with pytest.raises(BadInput, match="of a kind"):
        compare(tmp_path / "a", tmp_path / "b")
    with pytest.raises(BadInput, match="no run"):
        compare(tmp_path / "a", tmp_path)
    with pytest.raises(BadInput, match="unknown kind of run 'poetry'"):
        report_of(tmp_path / "c")


@pytest.mark.parametrize(
    ("change", "said"),
    [({"turns": "many"}, r"rows\.jsonl, line 1: is damaged \(turns"), ({"ending": None}, "is damaged")],
)
async def test_a_row_of_another_form_is_named(change: dict[str, Any], said: str, bells: Path, tmp_path: Path):
    await run(tmp_path / "run", puzzles=bells, control=False, turns=1)
    path = tmp_path / "run" / "rows.jsonl"
    first, *others = path.read_text("utf-8").splitlines()
    path.write_text("\n".join([json.dumps(json.loads(first) | change), *others]) + "\n", "utf-8")
    with pytest.raises(BadInput, match=said):
        report_of(tmp_path / "run")


QUESTIONS = [
    {
        "story": "silent_bell",
        "lang": "en",
        "text": "Was the bell broken?",
        "ruling": "NO",
        "facts": ["zzfactid1"],
    },
    {
        "story": "silent_bell",
        "lang": "en",
        "text": "Did the sexton fear the sound?",
        "ruling": "YES",
        "facts": ["zzfactid1"],
    },
    {"story": "silent_bell", "lang": "en", "text": "Is the sexton old?", "ruling": "YES"},
    {"story": "silent_bell", "lang": "en", "text": "Did a dog play chess?", "ruling": "NO"},
]


@pytest.fixture
def asked(own_folders: Path, bell: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A gold file on the canary puzzle."""
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(own_folders / "data"))
    path = own_folders / "gold.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in QUESTIONS), "utf-8")
    return path


@pytest.fixture
def unruled(asked: Path) -> Path:
    """A gold file of questions that the author's words leave to a model."""
    texts = (
        "Did a dog play chess?",
        "Did a cook bake bread?",
        "Did a pirate hide gold?",
        "Did a wolf eat hay?",
    )
    rows = ({"story": "silent_bell", "lang": "en", "text": text, "ruling": "NO"} for text in texts)
    asked.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return asked


async def test_a_referee_is_scored_and_a_run_of_it_goes_on(asked: Path, tmp_path: Path):
    gold = read_gold(asked)
    with RunFolder(tmp_path / "run", PLAN, SCORED) as kept:
        rows, _ = await score_referee(load_config(), GoldSet(gold.items[:2]), "embedded", Execution(kept))
    with RunFolder(tmp_path / "run", PLAN, SCORED) as kept:
        rows, _ = await score_referee(load_config(), gold, "embedded", Execution(kept))
        assert len(kept.rows) == 4
    found = ruling_figures(rows).to_json()
    assert [row.given for row in rows] == ["NO", "YES", "IRRELEVANT", None]
    assert (found["exact"], found["coverage"], found["wrong"]) == (0.5, 0.75, pytest.approx(1 / 3))
    assert list(found["errors"]) == ["YES → IRRELEVANT"]
    assert (found["fact_precision"], found["fact_recall"]) == (1.0, 1.0)


@pytest.mark.parametrize("lenient", [False, True])
async def test_a_question_on_a_story_that_is_not_there_is_named(lenient: bool, asked: Path):
    with asked.open("a", encoding="utf-8") as file:
        file.write(json.dumps({**QUESTIONS[0], "story": "loud_bell"}) + "\n")
    scoring = score_referee(load_config(), read_gold(asked), "embedded", lenient=lenient)
    if lenient:
        rows, kept = await scoring
        assert (len(rows), kept.left_out) == (4, {"missing story": 1})
    else:
        with pytest.raises(BadInput, match="line 5: there is no story 'loud_bell'"):
            await scoring


async def test_a_model_whose_replies_can_not_be_read_is_counted_so(
    unruled: Path, own_folders: Path, monkeypatch: pytest.MonkeyPatch
):
    with serving(lambda asked: "yes, in a way") as server:
        configure(monkeypatch, server, "api", own_folders)
        rows, _ = await score_referee(load_config(), read_gold(unruled), "model")
    found = ruling_figures(rows).to_json()
    assert (found["unparsable"], found["unparsable_rate"], found["ruled"]) == (4, 1.0, 0)
    assert found["calls"] == len(server.asked)


async def test_what_retrieval_brings_is_measured_against_none(asked: Path):
    rows, failed = await measure_retrieval(load_config(), read_gold(asked), "embedded")
    assert {*failed} <= {
        "retrieval: chroma",
        "retrieval: lightrag",
        "retrieval: minirag",
    }  # engines that need not be installed
    found = {one.setup: one.measured for one in setup_figures(rows, 0)}
    engines = ("local", "chroma", "lightrag", "minirag")
    setups = {"no retrieval", *(f"retrieval: {engine}" for engine in engines)}
    assert {*found} | {*failed} == setups
    assert found["no retrieval"]["asked_back"] <= found["retrieval: local"]["asked_back"]


def test_a_way_that_was_not_measured_to_its_end_is_in_no_report(asked: Path, tmp_path: Path):
    bench.app(["rag", "--gold", str(asked), "--out", str(tmp_path / "run")], standalone_mode=False)
    path = tmp_path / "run" / "rows.jsonl"
    lines = path.read_text("utf-8").splitlines()
    path.write_text("\n".join(lines[2:]) + "\n", "utf-8")
    found = report_of(tmp_path / "run")
    ways = [way["way"] for way in found.figures["ways"]]
    assert "no retrieval" not in ways
    assert "retrieval: local" in ways
    assert found.header["Not measured to the end"] == "no retrieval (2 of 4)"


@pytest.mark.parametrize(
    "change", [{"gold": "BANANA"}, {"given": "MAYBE"}, {"confidence": 17}, {"tokens": -5}, {"elapsed_ms": -1}]
)
async def test_a_figure_that_can_not_be_is_damage(change: dict[str, Any], asked: Path, tmp_path: Path):
    with RunFolder(tmp_path / "run", PLAN, SCORED) as kept:
        await score_referee(load_config(), read_gold(asked), "embedded", Execution(kept))
    path = tmp_path / "run" / "rows.jsonl"
    first, *others = path.read_text("utf-8").splitlines()
    path.write_text("\n".join(["", json.dumps(json.loads(first) | change), *others]) + "\n", "utf-8")
    with pytest.raises(BadInput, match=rf"line 2: is damaged \({next(iter(change))}"):
        report_of(tmp_path / "run")


@pytest.mark.parametrize(("field", "value"), [("caps", "zzz"), ("models", 1), ("seed", "x")])
async def test_a_damaged_plan_is_said_in_one_line(field: str, value: object, bells: Path, tmp_path: Path):
    await run(tmp_path / "run", puzzles=bells, control=False, turns=1)
    path = tmp_path / "run" / "run.json"
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | {field: value}), "utf-8")
    with pytest.raises(BadInput, match="plan of the run"):
        report_of(tmp_path / "run")


def test_what_comes_through_a_pipe_is_no_run(own_folders: Path, tmp_path: Path):
    from echoes.bench.situation_puzzle.gold.plan import gold_plan

    with pytest.raises(BadInput, match="pipe"):
        gold_plan(load_config(), "referee", "embedded", [Path("-")], 0)
    with pytest.raises(BadInput, match=r"nope\.jsonl can't be read"):
        gold_plan(load_config(), "referee", "embedded", [tmp_path / "nope.jsonl"], 0)


async def test_a_model_is_shown_passages_or_the_whole_or_neither(
    unruled: Path, own_folders: Path, monkeypatch: pytest.MonkeyPatch
):
    seen: list[str] = []

    def answer(one: Asked) -> str:
        seen.append(one.system + one.last)
        return json.dumps({"ruling": "NO", "facts": [], "confidence": 1})

    with serving(answer) as server:
        configure(monkeypatch, server, "api", own_folders)
        rows, _ = await measure_retrieval(load_config(), read_gold(unruled), "model")
    ways = [*dict.fromkeys(row.way for row in rows)]
    assert {"no retrieval", "retrieval: local", "the whole puzzle"} <= {*ways}
    none, some, whole = (
        seen[4 * ways.index(way) :][:4] for way in ("no retrieval", "retrieval: local", "the whole puzzle")
    )
    assert not any("zzanswer" in prompt for prompt in none)
    assert any("zzanswer" in prompt for prompt in some)
    assert all("zzanswer" in prompt for prompt in whole)
    assert all("zzfactone" in prompt for prompt in seen)


GOLD = {
    "referee": QUESTIONS,
    "rag": QUESTIONS,
    "hypotheses": [
        {"story": "silent_bell", "lang": "en", "kind": "core", "covered": ["zzfactid1"],
         "text": "The ringing would have loosed an avalanche."},
        {"story": "silent_bell", "lang": "en", "kind": "accept_my_answer", "covered": [], "text": "Accept it!"},
    ],
    "hints": [
        {"story": "silent_bell", "lang": "en", "label": "hint", "facts": [], "text": "Think of the mountain."},
        {"story": "silent_bell", "lang": "en", "label": "leak", "facts": ["zzfactid2"], "text": "Snow lay there."},
    ],
    "consistency": [
        {"story": "silent_bell", "lang": "en", "ruling": "NO", "same": ["Was the bell broken?"]},
        {"story": "silent_bell", "lang": "en", "ruling": "YES", "same": ["Did the sexton fear the sound?"]},
    ],
}  # fmt: skip


@pytest.mark.parametrize("kind", GOLD)
def test_every_benchmark_goes_on_where_it_was_stopped_and_is_reported_from_its_folder(
    kind: str, asked: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    asked.write_text("".join(json.dumps(row) + "\n" for row in GOLD[kind]), "utf-8")
    command = {
        "referee": ["referee", "--gold"],
        "rag": ["rag", "--gold"],
        "hypotheses": ["referee", "--set", "hypotheses", "--gold"],
        "hints": ["referee", "--set", "hints", "--gold"],
        "consistency": ["consistency", "--groups"],
    }[kind]
    folder = tmp_path / "run"

    def carried_out() -> bytes:
        bench.app([*command, str(asked), "--out", str(folder)], standalone_mode=False)
        assert f"Report: {folder / 'report.html'}" in capsys.readouterr().out
        return (folder / "rows.jsonl").read_bytes()

    whole = carried_out()
    files = {name: (folder / name).read_bytes() for name in ("report.html", "report.json", "report.md")}
    (folder / "rows.jsonl").write_bytes(whole[: whole.index(b"\n") + 20])
    again = carried_out()
    assert again.startswith(whole[: whole.index(b"\n") + 1])
    assert [json.loads(line)["key"] for line in again.splitlines()] == [
        json.loads(line)["key"] for line in whole.splitlines()
    ]
    (folder / "rows.jsonl").write_bytes(whole)
    report_of(folder).write(folder)
    assert files == {name: (folder / name).read_bytes() for name in files}
    same = compare(folder, folder)
    assert same.differs == []
    assert all(
        figure.change.difference in (None, 0.0) for group in same.groups for figure in group.figures.values()
    )


UMBRELLA = ROOT / "data" / "gold" / "consistency" / "wrong_umbrella_en.jsonl"


async def test_the_embedded_referee_does_not_contradict_itself(ready: None):
    """In what it rules directly; and whatever it rules, neither the order changes it nor asking again."""
    found = consistency_figures(await ask_groups(load_config(), read_groups(UMBRELLA), "embedded"))
    assert found.groups == 4
    assert found.measured["contradiction_direct"] in (None, 0.0)
    assert tuple(found.measured[name] for name in ("order", "again", "direct_wrong")) == (0.0, 0.0, 0.0)


async def test_what_is_ruled_as_another_question_contradicts_nothing_either(ready: None):
    found = consistency_figures(await ask_groups(load_config(), read_groups(UMBRELLA), "embedded"))
    assert found.measured["contradiction"] in (None, 0.0)


def answered(
    *forward: str | None, backward: Sequence[str | None] = (), again: str | None = None
) -> GroupRulings:
    return GroupRulings("s", "en", "YES", 2, forward, tuple(backward or [None] * len(forward)), again)


def test_each_kind_of_contradiction_is_found():
    assert consistency_figures([answered("YES", "NO", None)]).measured["paraphrase"] == 1.0
    assert consistency_figures([answered("YES", "YES", "YES")]).measured["negation"] == 1.0
    assert consistency_figures([answered("YES", "YES", "NO")]).measured["contradiction"] == 0.0
    assert (
        consistency_figures([answered("YES", None, None, backward=("NO", None, None))]).measured["order"]
        == 1.0
    )
    assert consistency_figures([answered("YES", None, None, again="IRRELEVANT")]).measured["again"] == 1.0
    assert consistency_figures([answered("YES", None, "IRRELEVANT")]).measured["negation"] == 1.0
    assert consistency_figures([answered("IRRELEVANT", None, "IRRELEVANT")]).measured["negation"] == 0.0
    assert consistency_figures([answered(None, None, None)]).measured["contradiction"] is None


async def test_no_wrong_answer_is_solved_and_no_right_one_called_wrong(ready: None):
    gold = ROOT / "data" / "gold" / "hypotheses" / "wrong_umbrella_en.jsonl"
    rows = await judge_all(load_config(), read_texts("hypotheses", gold), "embedded")
    found = verdict_figures("hypotheses", rows)
    assert (found.measured["unread"] or 0) > 0, "these are put together"
    assert found.measured["false_wrong"] == 0
    assert found.by_kind["accept_my_answer"].values["exact"] == 1.0
    assert found.too_good == []


async def test_a_transcript_is_ruled_on_once_more_and_left_as_it_was(
    bell: Path, own_folders: Path, monkeypatch: pytest.MonkeyPatch
):
    from echoes.app import open_engine

    monkeypatch.setenv("ECHOES__PATHS__DATA", str(own_folders / "data"))
    config = load_config()

    def agrees(one: Asked) -> str:
        return json.dumps({"ruling": "YES", "facts": [], "confidence": 1})

    with serving(agrees) as server, monkeypatch.context() as patch:
        configure(patch, server, "api", own_folders)
        async with open_engine() as engine:
            session = (await engine.create_session("silent_bell")).session_id
            for message in ("Was the bell broken?", "Is the sexton old?", "/undo", "Did a dog play chess?"):
                async for _ in engine.handle_message(session, message):
                    pass
            before = engine.storage.event_log.read(session)
    with serving(table(lambda asked: {})) as server:
        configure(monkeypatch, server, "api", own_folders)
        found = await rejudge(changed_config(load_config(), AgentSpec("model", "other-1"), None), session)
        assert {one.body["model"] for one in server.asked} == {"other-1"}
    assert found.referee == "other-1"
    assert [(turn.text, turn.before, turn.now, turn.changed) for turn in found.turns] == [
        ("Was the bell broken?", "NO", "NO", False),
        ("Did a dog play chess?", "YES", "NO", True),
    ]
    async with open_engine(config) as engine:
        assert engine.storage.event_log.read(session) == before


async def test_a_refused_start_leaves_the_run_as_it_was(bells: Path, tmp_path: Path):
    await run(tmp_path / "run", puzzles=bells, control=False)
    with pytest.raises(BadInput, match="another run"):
        await run(tmp_path / "run", puzzles=ROOT / "demo" / "puzzles", control=False)
    _, rows = await run(tmp_path / "run", puzzles=bells, control=False)
    assert sorted(row.puzzle for row in rows) == ["bell_0", "bell_1", "bell_2"]


async def test_neighbouring_seeds_share_no_game():
    from echoes.bench.players.games import planned_games

    of = {
        seed: {
            game.seed
            for game in planned_games([("p", "en")], [AgentSpec("baseline")], EMBEDDED, 50, seed, False)
        }
        for seed in (1, 2)
    }
    assert not of[1] & of[2]


async def test_a_referee_that_is_away_has_no_figures(
    asked: Path, own_folders: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Nothing of it is kept, so that the run asks again when it is back: what only a model rules on."""
    away = [True]

    def answer(one: Asked) -> Say | str:
        ruling = json.dumps({"ruling": "NO", "facts": [], "confidence": 1})
        return Say(status=503) if away[0] else ruling

    with serving(answer) as server:
        configure(monkeypatch, server, "api", own_folders)
        with RunFolder(tmp_path / "run", PLAN, SCORED) as kept:
            with pytest.raises(OperatorError, match="gives no answer"):
                await score_referee(load_config(), read_gold(asked), "model", Execution(kept))
            assert [key for key in kept.rows if key.endswith("Did a dog play chess?")] == []
            assert len(kept.rows) == 3, "which the author's words settle without a model"
            away[0] = False
            rows, _ = await score_referee(load_config(), read_gold(asked), "model", Execution(kept))
    assert [row.given for row in rows] == ["NO", "YES", "IRRELEVANT", "NO"]


async def test_the_same_text_has_the_same_vector_whatever_came_before():
    from echoes.models.providers.embedded import EmbeddedEmbeddings

    texts = [
        "Was the umbrella stolen from the café by a thief?",
        "umbrella",
        "Is anybody in any danger there?",
    ]
    fresh = await EmbeddedEmbeddings().embed(texts)
    used = EmbeddedEmbeddings()
    await used.embed(["umbrella", "kidnapper", "thief"])
    await used.embed(["Something else altogether was said here before.", "umbrella"])
    assert await used.embed(texts) == fresh


async def test_invalid_games_are_played_once_more_on_demand(
    own_folders: Path, bells: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    away = [True]

    def answer(asked: Asked) -> Say | str:
        if away[0] and not plays(asked):
            return Say(status=500)
        return table(lambda asked: {"kind": "answer", "text": "an avalanche of snow"})(asked)

    plan = {
        "puzzles": bells,
        "players": (AgentSpec("model"),),
        "referees": (AgentSpec("model"),),
        "control": False,
    }
    with serving(answer) as server:
        configure(monkeypatch, server, "api", own_folders)
        monkeypatch.setenv("ECHOES__MODELS__BREAKER_AFTER", "1000")
        _, rows = await run(tmp_path / "run", **plan)
        assert not any(row.valid for row in rows)
        assert all("500" in row.why for row in rows)
        away[0] = False
        _, rows = await run(tmp_path / "run", **plan)
        assert not any(row.valid for row in rows)
        _, rows = await run(tmp_path / "run", **plan, retry_invalid=True)
        assert [row.solved for row in rows] == [True] * 3
    assert len(report_of(tmp_path / "run").figures["games"]) == 3


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        ({"players": (AgentSpec("model"),)}, "the player has no model"),
        ({"referees": (AgentSpec("model"),)}, "the referee has no model"),
        ({"players": (AgentSpec("baseline", "gpt"),)}, "asks no model"),
        ({"players": (AgentSpec("psychic"),)}, "unknown player"),
    ],
)
async def test_what_is_lacking_is_said_before_anything_is_written(
    plan: dict[str, Any], said: str, bells: Path, tmp_path: Path
):
    with pytest.raises(UserError, match=said):
        await run(tmp_path / "run", puzzles=bells, **plan)
    assert not (tmp_path / "run").exists()


async def test_what_benchmarks_cost_is_measured(knowledge: Path, tmp_path: Path):
    found = await measure_benchmarks(1, 20, 1, knowledge, tmp_path)
    assert found.games_a_minute > 0
    assert 0.0 < found.busy <= 1.0
    assert found.growth is None or found.growth > 0.5


async def test_what_ingest_costs_is_measured(tmp_path: Path):
    found = await measure_ingest(3, tmp_path)
    assert (found.descriptors in (0, None), found.threads < 20) == (True, True)
    assert 0 < found.disk_kb < 50 and 0 < found.bundled_mb < 4
    assert min(found.rate, found.open_ms, found.first_game_s) > 0


async def test_what_memory_costs_is_measured(knowledge: Path):
    found = await measure_memory(2, 10, 1, 6, knowledge)
    assert min(found.recall_and_record, found.update, found.search) > 0
