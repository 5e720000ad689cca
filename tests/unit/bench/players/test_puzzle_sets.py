"""The puzzles that a benchmark plays: an outside set is read as it is, and nothing is written."""

from pathlib import Path

import pytest
from tests.support import canary_puzzle, write_puzzle

from echoes.bench.players.puzzle_sets import choose
from echoes.config import load_config
from echoes.core.errors import BadInput


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """Two puzzles in another folder."""
    folder = tmp_path / "outside"
    for name in ("b", "a"):
        write_puzzle(folder, canary_puzzle(id=name, title=name.upper()))
    return folder


def test_puzzles_come_in_one_order_by_their_content(outside: Path):
    found = choose(load_config(), outside, None)
    assert [(one.id, one.title) for one in found.puzzles] == [("a", "A"), ("b", "B")]
    assert len({one.hash for one in found.puzzles}) == 2
    assert {path.name for path in outside.iterdir()} == {"a_en.json", "b_en.json"}


def test_one_file_is_a_set(outside: Path):
    assert [one.id for one in choose(load_config(), outside / "a_en.json", "en").puzzles] == ["a"]


@pytest.mark.parametrize(
    ("name", "lang", "said"), [("none", None, "holds no puzzle file"), (".", "zh", "holds no puzzle in 'zh'")]
)
def test_a_set_without_a_puzzle_is_refused(outside: Path, name: str, lang: str | None, said: str):
    with pytest.raises(BadInput, match=said):
        choose(load_config(), outside / name, lang)


def test_what_can_not_be_read_stops_it_unless_it_may_be_left_out(outside: Path):
    write_puzzle(outside, canary_puzzle(id="a", title="Again"), "second.json")
    (outside / "bad.json").write_text("{")
    with pytest.raises(BadInput):
        choose(load_config(), outside, None)
    found = choose(load_config(), outside, None, lenient=True)
    assert [one.id for one in found.puzzles] == ["a", "b"]
    assert len(found.refused) == 2 and any("has the id and language of" in line for line in found.refused)
