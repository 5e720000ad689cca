"""Decoding of text files whose encoding nobody names."""

import codecs
import re

from echoes.games.situation_puzzle.importing.sources import Unreadable

_MARK = "\ufeff"
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
    (_MARK.encode("gb18030"), "gb18030"),
)
_SAMPLE = 100_000
_HIGH_RUN = re.compile(rb"[\x80-\xff]+")
_COMMON = frozenset(
    "的一是了我不在人有他上到大地子中你生年就那和要她出也得以家可下天去能小多心，。？"
    "这们来时为说国着里后会过对没么这个這們來時為說國著裡後會過對沒麼個"
)
"""The commonest characters of Chinese texts, simplified and traditional."""
_FEW, _MOST = 0.2, 0.9
_ENOUGH_COMMON = 0.1


def decode(content: bytes) -> tuple[str, str]:
    """Return a text and the name of its encoding.

    A byte order mark decides. Else it is UTF-8 where it can be, UTF-16 where that reads as text, and
    then cp1252, or GB18030 or Big5 where it reads as Chinese.

    Raises:
        Unreadable: it is none of them, or no text.
    """
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return _decoded(content, encoding, [encoding])
    try:
        text = content.decode("utf-8")
        if "\0" not in text[:_SAMPLE]:
            return text, "utf-8"
    except UnicodeDecodeError:
        pass
    if guess := _utf_16(content[:_SAMPLE]):
        return _decoded(content, guess, [guess])
    sample = content[:_SAMPLE]
    shares = {encoding: _common_share(sample, encoding) for encoding in ("gb18030", "big5")}
    chinese = sorted(shares, key=lambda encoding: -shares[encoding])
    # The second byte of a character in Big5 may be ASCII, so that pairs alone do not show it.
    is_chinese = _in_pairs(sample) or shares["big5"] >= _ENOUGH_COMMON
    encodings = [*chinese, "cp1252"] if is_chinese else ["cp1252", *chinese]
    return _decoded(content, "utf-8", encodings)


def _decoded(content: bytes, expected: str, encodings: list[str]) -> tuple[str, str]:
    for encoding in encodings:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text.removeprefix(_MARK), encoding
        if encoding == expected:  # it is sure, unlike a guess among several
            raise _nul(len(text[: text.index("\0")].encode(encoding)))
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        where = error.start
    else:
        raise _nul(content.find(b"\0"))
    also = "UTF-16, GB18030, Big5 or cp1252" if expected == "utf-8" else f"the {expected} that it begins as"
    said = f"is not UTF-8 (byte {where}), nor {also}; save it as UTF-8"
    raise Unreadable(said, f"不是 UTF-8（第 {where} 个字节），也不是 {also}，请另存为 UTF-8")


def _nul(where: int) -> Unreadable:
    """Return the error for a text with a NUL at a byte."""
    said = f"holds a NUL character (byte {where}), which no text has; remove it"
    return Unreadable(said, f"含有 NUL 字符（第 {where} 个字节），正常的文本里没有它，请删掉")


def _utf_16(sample: bytes) -> str:
    """Return the byte order of UTF-16 without a mark: the one in which it reads as text."""
    if b"\0" not in sample:
        return ""  # line ends, spaces and commas have a zero
    shares = {encoding: _readable(sample, encoding) for encoding in ("utf-16-le", "utf-16-be")}
    best = max(shares, key=lambda encoding: shares[encoding])
    return best if shares[best] >= _MOST else ""


def _readable(sample: bytes, encoding: str) -> float:
    """Return the share of a text's characters that are ASCII, Western or Chinese, in an encoding."""
    text = sample.decode(encoding, "replace")
    common = sum(
        " " <= c <= "ɏ" or c in "\n\r\t" or "‐" <= c <= "…" or "\u3000" <= c <= "鿿" or "！" <= c <= "｝"
        for c in text
    )
    return common / len(text) if text else 0


def _common_share(sample: bytes, encoding: str) -> float:
    """Return the share of a text's characters outside ASCII that are common in Chinese, in an encoding."""
    others = [c for c in sample.decode(encoding, "replace") if not c.isascii()]
    return sum(c in _COMMON for c in others) / len(others) if others else 0.0


def _in_pairs(sample: bytes) -> bool:
    """Return whether most bytes outside ASCII stand beside another one, as those of Chinese characters do."""
    runs = [len(found) for found in _HIGH_RUN.findall(sample)]
    alone = sum(1 for run in runs if run == 1)
    return bool(runs) and alone <= _FEW * len(runs)
