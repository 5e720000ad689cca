"""The same games go the same way, byte for byte, whatever processor they are played on.

Debian's `qemu-user` stands in for other processors. A whole game takes it minutes, so the suite plays small
ones with it, and whole ones with libraries that are told to do without this processor's newer instructions.
`make processors` emulates whole games.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from tests.machines.play import hash_of
from tests.support import ROOT, canary_puzzle, write_puzzle

from echoes.models.providers.embedded import EmbeddedEmbeddings

QEMU = shutil.which("qemu-x86_64") or shutil.which("qemu-x86_64-static")
PLAY = Path(__file__).with_name("play.py")
TEXTS = [
    "Was the bell broken?",
    "钟是坏的吗？",
    "Did he ask Anna, in vain, for 3 of the 12 café umbrellas?",
    "他在2019年用 GPS 找到了山坡上的积雪吗？",
    "Somebody climbs the tower and does not ring the bell. " * 20,
    "敲钟人爬上钟楼，却没有敲钟。" * 20,
    "?",
    "",
]
DIGEST = "4f34bb431a5eb6abd6feb26b284e8e1fbf4c01d19341cb500e2c5e3d2b81844d"
"""Of their vectors. It may change only together with `VERSION` in `echoes.models.minilm.encoder`."""

FEW_TEXTS = ["Was it red?", "钟是坏的吗？"]
"""Haswell's fused operations are emulated so slowly that a word takes seconds."""


def small_puzzle(language: str, **texts: Any) -> dict[str, Any]:
    """A puzzle of few words, each of which takes its time."""
    return {**canary_puzzle(id="small", language=language, title="Small", cast=[]), **texts}


SMALL_PUZZLES = [
    small_puzzle(
        "en",
        statement="A man did not ring the bell.",
        answer="Snow lay there. He feared an avalanche.",
        facts=[
            {"id": "f1", "statement": "He feared an avalanche.", "core": True},
            {"id": "f2", "statement": "Snow lay there.", "core": True},
        ],
        hints=[{"text": "Think of snow."}],
        rulings=[
            {"texts": ["Was the bell broken?"], "ruling": "NO", "open": True},
            {"text": "Was he afraid?", "ruling": "YES", "open": True, "facts": ["f1"]},
        ],
    ),
    small_puzzle(
        "zh",
        statement="敲钟人没有敲钟。",
        answer="那里有雪。他怕雪崩。",
        facts=[
            {"id": "f1", "statement": "他怕雪崩。", "core": True},
            {"id": "f2", "statement": "那里有雪。", "core": True},
        ],
        hints=[{"text": "想想雪。"}],
        rulings=[
            {"texts": ["钟是坏的吗？"], "ruling": "NO", "open": True},
            {"text": "敲钟人害怕吗？", "ruling": "YES", "open": True, "facts": ["f1"]},
        ],
    ),
]
# None comes to its end: what is remembered of a whole game is a long text to embed.
SMALL_GAMES = [
    (
        "small",
        "en",
        [
            *("Was the bell broken?", "a broken thing?", "1", "was the man scared of it?", "1", "/hint"),
            *("/undo", "Was the bell broken and was he afraid?", "/answer He feared an avalanche."),
        ],
    ),
    (
        "small",
        "zh",
        [
            *("钟是坏的吗？", "坏东西？", "1", "这个人害怕它吗？", "1", "/提示"),
            *("/撤销", "钟是坏的而且敲钟人害怕吗？", "/答案 他怕雪崩。"),
        ],
    ),
]
WHOLE_GAMES = [
    (
        "wrong_umbrella",
        "en",
        [
            *("Was the umbrella stolen?", "so was it a rainy day, right?", "Was there writing inside it?"),
            *("Did she know the man and did she take the wrong umbrella?", "1", "/hint", "umbrella message?"),
            *("/undo", "Was he on his own in the café?", "1", "Had he switched the umbrellas deliberately?"),
            *(
                "/recap",
                "/answer He was a prisoner, and he swapped their umbrellas.",
                "1",
                "/answer",
                "2 1 1 1 1",
            ),
        ],
    ),
    (
        "wrong_umbrella",
        "zh",
        [
            *("伞是被偷的吗？", "我猜她认识那个男人，对吧？", "她报警了吗", "伞里面写着什么吗？"),
            *("他是囚犯而且他故意换了伞吗？", "1", "/提示", "/撤销", "雨天跟这事有关系？"),
            *("他也在那家咖啡馆里吗？", "/回顾", "/答案 他被坏人关着，就换了伞。", "1", "/答案", "2 1 1 1 1"),
        ],
    ),
]


@dataclass(frozen=True)
class Processor:
    """A kind of processor, or what stands in for it.

    Attributes:
        before: stands before the command.
        variables: of the environment.
    """

    name: str
    before: tuple[str, ...] = ()
    variables: Mapping[str, str] = field(default_factory=dict[str, str])

    def play(self, home: Path, games: Sequence[Any], texts: Sequence[str] = ()) -> list[dict[str, Any]]:
        """Play games with new folders below `home`; what `play.py` prints."""
        env = {name: value for name, value in os.environ.items() if not name.startswith("ECHOES")}
        for name in ("RAG_STORAGE", "GAME_STORAGE"):
            env[f"ECHOES__PATHS__{name}"] = str(home / self.name / name.lower())
        data = home / "data"
        env |= {"ECHOES__PATHS__DATA": str(data if data.is_dir() else ROOT / "data"), **self.variables}
        done = subprocess.run(
            [*self.before, sys.executable, str(PLAY)],
            input=json.dumps({"games": games, "texts": texts}).encode(),
            env=env,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode(errors="replace")
        return [json.loads(line) for line in done.stdout.splitlines()]


def emulated(name: str) -> Processor:
    """A processor that qemu plays."""
    return Processor(name, (str(QEMU), "-cpu", name))


def restricted(name: str) -> Processor:
    """This processor, with libraries that do as on an older one: NumPy, OpenBLAS and the C library."""
    from numpy._core._multiarray_umath import __cpu_dispatch__

    newer = [one for one in __cpu_dispatch__ if name != "Haswell" or one.startswith(("AVX512", "X86_V4"))]
    tunables = "-AVX512F,-AVX512VL" if name == "Haswell" else "-AVX512F,-AVX512VL,-AVX2,-AVX,-FMA,-FMA4"
    variables = {
        "OPENBLAS_CORETYPE": name,
        "NPY_DISABLE_CPU_FEATURES": " ".join(newer),
        "GLIBC_TUNABLES": f"glibc.cpu.hwcaps={tunables}",
        "PYTHONWARNINGS": "ignore",
        "PYTHONHASHSEED": str(len(newer)),
        "OPENBLAS_NUM_THREADS": "2",
    }
    return Processor(name, variables=variables)


x86_only = pytest.mark.skipif(
    platform.machine().lower() not in ("x86_64", "amd64"), reason="the stand-ins are for x86-64 processors"
)


@pytest.fixture
def qemu() -> None:
    """It must be there in CI."""
    if QEMU is None:
        assert os.environ.get("CI") != "true", "the emulated processors need qemu-user"
        pytest.skip("qemu-user is not installed")


async def test_vectors_are_the_same_on_every_machine():
    """On whatever machine this runs."""
    assert hash_of(await EmbeddedEmbeddings().embed(TEXTS)) == DIGEST
    alone = [vector for text in TEXTS for vector in await EmbeddedEmbeddings().embed([text])]
    assert hash_of(alone) == DIGEST


@x86_only
@pytest.mark.slow
@pytest.mark.usefixtures("qemu")
def test_vectors_are_the_same_on_an_emulated_processor(tmp_path: Path):
    assert_same(emulated("Haswell"), tmp_path, [], FEW_TEXTS)


@x86_only
@pytest.mark.slow
@pytest.mark.usefixtures("qemu")
def test_small_games_go_the_same_way_on_an_emulated_processor(tmp_path: Path):
    for puzzle in SMALL_PUZZLES:
        write_puzzle(tmp_path / "data" / "situation_puzzles", puzzle)
    rows = assert_same(emulated("Nehalem"), tmp_path, SMALL_GAMES, FEW_TEXTS)
    assert rows[-7]["event"] == "hypothesis_judged"
    assert len([row for row in rows if any(key.endswith(".npz") for key in row)]) == 6


@pytest.fixture(scope="module")
def played_here(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """The whole games on this processor, with which all others are compared."""
    return Processor("here").play(tmp_path_factory.mktemp("here"), WHOLE_GAMES, TEXTS)


@x86_only
@pytest.mark.slow
@pytest.mark.parametrize("name", ["Haswell", "Nehalem"])
def test_whole_games_go_the_same_way_without_newer_instructions(
    name: str, played_here: list[dict[str, Any]], tmp_path: Path
):
    compare(played_here, restricted(name).play(tmp_path, WHOLE_GAMES, TEXTS))
    complete(played_here)


@x86_only
@pytest.mark.emulated
@pytest.mark.usefixtures("qemu")
@pytest.mark.parametrize("name", ["Nehalem", "Haswell"])
@pytest.mark.parametrize("game", WHOLE_GAMES, ids=lambda game: game[1])
def test_whole_games_go_the_same_way_on_an_emulated_processor(name: str, game: Any, tmp_path: Path):
    assert_same(emulated(name), tmp_path, [game], FEW_TEXTS)


def assert_same(
    other: Processor, home: Path, games: Sequence[Any], texts: Sequence[str]
) -> list[dict[str, Any]]:
    """Play on this processor and on another; what came of it here."""
    here, there = (one.play(home, games, texts) for one in (Processor("here"), other))
    compare(here, there)
    return here


def compare(here: Sequence[dict[str, Any]], there: Sequence[dict[str, Any]]) -> None:
    """Two processors have played the same."""
    differences = [pair for pair in zip(here, there, strict=False) if pair[0] != pair[1]]
    assert not differences, f"the first of {len(differences)}: {differences[0]}"
    assert len(here) == len(there)


def complete(rows: Sequence[dict[str, Any]]) -> None:
    """The games hold all that can happen to a message; else their messages are to be replaced."""
    starts = [number for number, row in enumerate(rows) if row.get("event") == "session_started"]
    for start, end in zip(starts, [*starts[1:], len(rows)], strict=True):
        events = [row for row in rows[start:end] if "event" in row]
        kinds = {row["event"] for row in events}
        kinds |= {row["source"] for row in events if row.get("source")}
        kinds |= {"ruled as" for row in events if row.get("ruled_as")}
        kinds |= {"ruled directly" for row in events if row.get("ruling") and row["asked"] is None}
        missing = {
            *("clarification_asked", "hint_given", "turns_undone", "hypothesis_judged"),
            *("ruled as", "ruled directly"),
        } - kinds
        assert not missing, f"the {rows[start]['lang']} game has no {missing}"
