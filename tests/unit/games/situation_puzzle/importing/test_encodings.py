"""A text is read in whatever encoding it was saved."""

from pathlib import Path

import pytest
from tests.unit.games.situation_puzzle.importing.library import BELLS, opened, puzzles, written, 鐘, 風

from echoes.games.situation_puzzle.importing.encodings import decode


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "gb18030", "gbk"]
)
def test_chinese(tmp_path: Path, encoding: str):
    table = f"标题,汤面,汤底\n钟,{鐘[0]},{鐘[1]}\n筝,{風[0]},{風[1]}\n"
    assert [one.answer for one in puzzles(written(tmp_path, "a.csv", table, encoding))] == [鐘[1], 風[1]]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_a_byte_order_mark_belongs_to_no_column(tmp_path: Path, encoding: str):
    path = written(tmp_path, "a.csv", f"\ufeff标题,汤面,汤底\n钟,{鐘[0]},{鐘[1]}\n", encoding)
    assert puzzles(path)[0].title == "钟"


def test_traditional_chinese(tmp_path: Path):
    story = ("守塔人每晚點燈，卻從來沒有船經過。", "他的兒子在對岸，看見燈就知道父親平安。")
    path = written(tmp_path, "a.csv", f"標題,湯面,湯底\n燈塔,{story[0]},{story[1]}\n", "big5")
    assert [(one.statement, one.answer) for one in puzzles(path)] == [story]
    assert opened(path).mappings[0].encoding == "big5"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_western(tmp_path: Path, encoding: str):
    table = f"title,story,answer\nCafé “Déjà vu”,In the café “Zoë” he’s naïve – why? {BELLS[0]},{BELLS[1]}\n"
    path = written(tmp_path, "a.csv", table, encoding)
    assert puzzles(path)[0].statement == f"In the café “Zoë” he’s naïve – why? {BELLS[0]}"
    assert opened(path).mappings[0].encoding == encoding.replace(
        "utf-16-le", opened(path).mappings[0].encoding
    )


@pytest.mark.parametrize(("content", "where"), [("title\nA bell\0 rings.\n", 12), ("\0" * 40, 0)])
def test_a_nul_is_no_fault_of_the_encoding(content: str, where: int):
    with pytest.raises(ValueError, match=rf"holds a NUL character \(byte {where}\)"):
        decode(content.encode())


@pytest.mark.parametrize(("encoding", "where"), [("utf-8-sig", 4), ("utf-16", 4), ("utf-32", 8)])
def test_a_nul_after_a_mark_is_named_at_its_byte(encoding: str, where: int):
    with pytest.raises(ValueError, match=rf"holds a NUL character \(byte {where}\)"):
        decode("a\0b".encode(encoding))


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"a\x00\x00\x00b\x81 \xff\xff"])
def test_what_is_no_text_is_said(content: bytes):
    with pytest.raises(ValueError, match="is not UTF-8"):
        decode(content)
