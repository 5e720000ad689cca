"""JSON lines are read with file and line in every message."""

from pathlib import Path

import pytest

from echoes.bench.runs.json_lines import JsonRow, read_json_lines
from echoes.core.errors import BadInput


def test_objects_come_with_the_numbers_of_their_lines(tmp_path: Path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"text": "a"}\n\n  \n{"text": "b", "more": 1}\r\n')
    assert read_json_lines(path, ["text"]) == [
        JsonRow(1, {"text": "a"}),
        JsonRow(4, {"text": "b", "more": 1}),
    ]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'{"text": 1}\n{oops', "line 2: is not JSON"),
        (b"[1]\n", "line 1: 'text' is missing"),
        (b'{"other": 1}\n', "line 1: 'text' is missing"),
        (b"[" * 100_000, "line 1: is not JSON"),
        (b'{"text": "\xff"}', "is not UTF-8 (byte 10)"),
    ],
)
def test_what_is_no_such_object_is_named_with_its_line(tmp_path: Path, content: bytes, said: str):
    path = tmp_path / "a.jsonl"
    path.write_bytes(content)
    with pytest.raises(BadInput) as raised:
        read_json_lines(path, ["text"])
    assert said in str(raised.value) and "a.jsonl" in str(raised.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path):
    with pytest.raises(BadInput, match=r"none\.jsonl can't be read"):
        read_json_lines(tmp_path / "none.jsonl", [])
