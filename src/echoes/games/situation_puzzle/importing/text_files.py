"""Markdown, MDX, HTML and text blocks, read line by line into records.

A page is cut into sections, each under its label, with its number in a list, or folded away, and sections are
put together to records. What fits together in two ways is refused with its line, never guessed.
"""

import re
from collections.abc import Sequence

from echoes.core.json_values import is_object
from echoes.games.situation_puzzle.importing.page_records import PageRecords
from echoes.games.situation_puzzle.importing.page_sections import PageSections
from echoes.games.situation_puzzle.importing.pages import page_lines
from echoes.games.situation_puzzle.importing.sources import Unreadable
from echoes.games.situation_puzzle.importing.values import RefusedRecord
from echoes.games.situation_puzzle.importing.yaml_files import read_yaml
from echoes.games.situation_puzzle.puzzle.field_names import Fields, field_named

_FRONT = re.compile(r"\A(?>\s*<!--.*?-->)*\s*---\s*\n(.*?)\n---\s*(?:\n|\Z)", re.DOTALL)


def read_text(text: str) -> Sequence[Fields | RefusedRecord]:
    """Return the records of a page that tells puzzles under headings, labels or folded-away parts."""
    shared, body, first = _front(text)
    sections = PageSections()
    for line in page_lines(body, first):
        sections.read(line)
    records = PageRecords(sections.all()).all()
    told = {field_named(key) for key in shared} & {"answer", "statement"}
    plain = [one for one in records if not isinstance(one, RefusedRecord)]
    if told and all(told & record.keys() for record in plain):
        return [shared, *records]  # rules stand before and between the puzzles
    common = {key: value for key, value in shared.items() if field_named(key) not in ("id", "title")}
    for record in plain:
        before = shared if len(records) == 1 else common
        record |= {key: value for key, value in before.items() if key not in record}
    return records


def _front(text: str) -> tuple[Fields, str, int]:
    """Return the fields at the front of a page, the page without them, and the number of its first line."""
    if front := _FRONT.match(text):
        try:
            found = read_yaml(front[1])
        except Unreadable:
            return {}, text, 1
        if is_object(found):
            return found, text[front.end() :], text[: front.end()].count("\n") + 1
    return {}, text, 1
