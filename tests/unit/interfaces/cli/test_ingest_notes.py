"""Notes on many records are counted by kind: what differs in them is left out, and nothing else."""

from collections.abc import Sequence

import pytest

from echoes.engine.scenarios.ingest import Ingested
from echoes.interfaces.cli.ingest import _Report  # pyright: ignore[reportPrivateUsage]


def counted(notes: Sequence[str], capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return the lines on the notes of an import with one note a record."""
    report = _Report(as_json=False, dry_run=True, count=len(notes))
    for number, note in enumerate(notes):
        report.say(Ingested(f"a.json:{number}", "valid", notes=[note]))
    report.close(())
    return [line.strip() for line in capsys.readouterr().out.splitlines() if " × " in line]


def test_an_apostrophe_begins_no_title(capsys: pytest.CaptureFixture[str]):
    notes = [
        f"it can't be joined with '{n}', which isn't told, and the author's '{n}' stays" for n in range(12)
    ]
    assert counted(notes, capsys) == [
        "12 × it can't be joined with …, which isn't told, and the author's … stays"
    ]


def test_a_title_may_hold_an_apostrophe(capsys: pytest.CaptureFixture[str]):
    notes = [f"title taken as 'The sexton's bell {n}'" for n in range(12)]
    assert counted(notes, capsys) == ["12 × title taken as …"]


def test_notes_that_differ_between_two_apostrophes_are_of_two_kinds(capsys: pytest.CaptureFixture[str]):
    notes = [f"the statement can't {what}, and isn't changed" for what in ["be read", "be split"] * 6]
    assert counted(notes, capsys) == [
        "6 × the statement can't be read, and isn't changed",
        "6 × the statement can't be split, and isn't changed",
    ]
