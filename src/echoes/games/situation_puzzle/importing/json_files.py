"""JSON, and JSON lines."""

import json
import math
import re
from collections.abc import Iterator
from itertools import repeat

from pydantic import JsonValue

from echoes.games.situation_puzzle.importing.sources import Unreadable
from echoes.games.situation_puzzle.importing.values import NoValue, object_of

_MOST_DIGITS = 300
_NO_VALUE = re.compile(r"\s*(?://|#|$)")
"""A line that is empty or a comment."""
_TOKENS = re.compile(r'"(?:\\.|[^"\\\n])*+"?|[{}\n]')
_EXTRAS = re.compile(
    r'("(?:\\.|[^"\\\n])*+"?)|//[^\n]*|/\*.*?(?:\*/|\Z)|^[^\S\n]*#[^\n]*|,(?=\s*[}\]])',
    re.DOTALL | re.MULTILINE,
)


def read_json(text: str, is_plain: bool = False) -> JsonValue:
    """Return the value of a JSON file; several values in a row come as a list.

    Args:
        text: of the file; comments in it, and a comma behind the last value, are passed over.
        is_plain: whether these were taken out.
    Raises:
        Unreadable: it is not JSON.
    """
    try:
        return _decoder(_lines_of_objects(text)).decode(text)
    except json.JSONDecodeError as error:
        if not is_plain and (plain := _without_comments(text)) != text:
            return read_json(plain, is_plain=True)
        # JSON lines by another name
        if error.msg == "Extra data" and len(found := parse_json_lines(text)) > 1 and _mostly_objects(found):
            return found
        where = f"line {error.lineno}, column {error.colno}: {_reason(error)}"
        zh = f"第 {error.lineno} 行第 {error.colno} 列：{_reason(error)}"
        raise Unreadable(
            f"is not JSON ({where}); mend that place", f"不是 JSON（{zh}），请改好这里"
        ) from None
    except RecursionError:
        raise Unreadable("is nested too deep to be a puzzle", "嵌套太深，不像谜题") from None


def parse_json_lines(text: str) -> list[JsonValue]:
    """Return the values of JSON lines, one a line; a line that is none comes as `NoValue`."""
    lines = enumerate(text.split("\n"), 1)
    return [_line(line, number) for number, line in lines if not _NO_VALUE.match(line)]


def _without_comments(text: str) -> str:
    """Return JSON without comments and without commas before a closing bracket, line for line."""
    return _EXTRAS.sub(lambda found: found[1] or "\n" * found[0].count("\n"), text)


def _line(line: str, number: int) -> JsonValue:
    try:
        return _decoder(repeat(number)).decode(line.strip())
    except json.JSONDecodeError as error:
        return NoValue(f"line {number}, which is not JSON (column {error.colno}: {_reason(error)})")
    except RecursionError:
        return NoValue(f"line {number}, which is nested too deep to be a puzzle")


def _reason(error: json.JSONDecodeError) -> str:
    return error.msg.removesuffix(" starting at")


def _mostly_objects(values: list[JsonValue]) -> bool:
    return sum(isinstance(value, dict) for value in values) * 2 > len(values)


def _number(text: str) -> JsonValue:
    """Return a number; one that the machine can't hold comes as `NoValue`."""
    value = float(text)
    return value if math.isfinite(value) else NoValue(f"{text[:20]}, which is too large a number")


def _whole(text: str) -> JsonValue:
    return int(text) if len(text) <= _MOST_DIGITS else NoValue("a number of too many digits")


def _constant(name: str) -> JsonValue:
    return NoValue(f"{name}, which is no value of JSON")


def _lines_of_objects(text: str) -> Iterator[int]:
    """Yield the line on which each object of a JSON text begins, in the order in which they end."""
    line, begun = 1, list[int]()
    for found in _TOKENS.finditer(text):
        match found[0]:
            case "\n":
                line += 1
            case "{":
                begun.append(line)
            case "}" if begun:
                yield begun.pop()
            case _:
                pass


def _decoder(lines: Iterator[int]) -> json.JSONDecoder:
    """Return a decoder that notes on each object the next of some lines."""
    return json.JSONDecoder(
        object_pairs_hook=lambda pairs: object_of(pairs, next(lines, 0)),
        parse_float=_number,
        parse_int=_whole,
        parse_constant=_constant,
    )
