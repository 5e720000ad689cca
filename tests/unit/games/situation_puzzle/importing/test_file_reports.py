"""What keeps a record out is said in one line: file, line, field, reason and remedy."""

from pathlib import Path

import pytest
from tests.unit.games.situation_puzzle.importing.library import opened, written

from echoes.games.situation_puzzle.importing.file_reports import file_reports


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.md", "# A\n\nStory: a.\n", "a.md: line 3: field 'answer': is missing; write it behind `Answer:`"),
        ("a.html", "<p>Answer: b.</p>", "a.html: line 1: field 'statement': is missing; write it behind `Story:`"),
        ("b.md", "| story | fin |\n|---|---|\n| a. | b. |\n", "b.md: line 3: field 'answer': is missing; write it, or name its column (--map answer=COLUMN)"),
        ("a.csv", "story,answer\na.,b.\nc.,\n", "a.csv [2]: line 3: field 'answer': is missing; write it, or name its column (--map answer=COLUMN)"),
        ("a.json", '{"answer": "b."}', "a.json: line 1: field 'statement': is missing; write it, or name its column (--map statement=COLUMN)"),
    ],
)  # fmt: skip
def test_a_refusal_names_place_field_reason_and_remedy(tmp_path: Path, name: str, content: str, said: str):
    path = written(tmp_path, name, content)
    for reports in ([*opened(path).reports], file_reports(path)):
        assert [str(one.error) for one in reports if one.error] == [said]
