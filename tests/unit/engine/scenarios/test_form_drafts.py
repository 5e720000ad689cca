"""What an author types is kept on the server, field by field, until it is published or discarded."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.support import canary_puzzle

from echoes.core.errors import BadInput
from echoes.engine.scenarios.form_drafts import ChangedElsewhere, FormDraft, FormDrafts
from echoes.games.author_forms import FormField, filled_in, shown_values
from echoes.games.situation_puzzle.authoring.form import puzzle_form, puzzle_from_form
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

KIND = "situation_puzzle"
HERE = FormDraft(key="a1b2", game=KIND, writer="here")
THERE = HERE.model_copy(update={"writer": "there"})
BELL = Puzzle.model_validate(canary_puzzle())
EDIT = FormDraft(key="silent_bell_en", game=KIND, scenario_id="silent_bell", language="en", writer="here")


@pytest.fixture
def drafts(tmp_path: Path) -> FormDrafts:
    return FormDrafts(tmp_path / "forms")


def blank() -> list[FormField]:
    return puzzle_form(None, "en")


def left(drafts: FormDrafts, key: str, form: list[FormField]) -> dict[str, Any]:
    """What the form shows whoever opens it next."""
    found = drafts.find(key)
    return dict(shown_values(filled_in(form, found.values if found else {})))


def test_what_is_typed_is_there_for_whoever_opens_the_form_next(drafts: FormDrafts):
    facts = [{"id": "", "statement": "He is deaf.", "core": True, "wordings": ""}]
    drafts.keep(HERE, blank(), {**shown_values(blank()), "title": "The Bell", "language": "zh"})
    drafts.keep(HERE, blank(), {"facts": facts, "hints": [{"text": "Listen."}, {"text": ""}]})
    shown = left(drafts, HERE.key, blank())
    assert (shown["title"], shown["facts"], shown["hints"]) == ("The Bell", facts, [{"text": "Listen."}])
    assert left(drafts, HERE.key, puzzle_form(None, "en"))["language"] == "zh", "chosen once for all pages"
    assert [one.title for one in drafts.unpublished()] == ["The Bell"]
    drafts.drop(HERE.key)
    assert left(drafts, HERE.key, blank()) == shown_values(blank()) and drafts.unpublished() == []


def test_a_form_as_it_was_is_no_draft(drafts: FormDrafts):
    form = puzzle_form(BELL, "en")
    assert drafts.keep(EDIT, form, shown_values(form)).revision == ""
    changed = drafts.keep(EDIT, form, {"title": "Another"})
    assert set(changed.values) == {"title"}, "what is not changed follows what is published"
    again = drafts.keep(changed, form, {"title": BELL.title}, changed.revision)
    assert (again.revision, again.values, drafts.unpublished()) == ("", {}, [])
    assert drafts.keep(again, form, {"title": "A third"}, again.revision).title == "A third"
    drafts.drop(EDIT.key)
    assert drafts.keep(HERE, blank(), shown_values(blank())).revision == ""


def test_two_devices_never_write_over_each_other_unasked(drafts: FormDrafts):
    first = drafts.keep(HERE, blank(), {"title": "Here"})
    second = drafts.keep(THERE, blank(), {"statement": "There."}, first.revision)
    assert (second.values["title"], second.values["statement"]) == ("Here", "There.")
    with pytest.raises(ChangedElsewhere):
        drafts.keep(HERE, blank(), {"title": "Here again"}, first.revision)
    assert drafts.keep(HERE, blank(), {"title": "Here"}, first.revision) == second, "it is there already"
    third = drafts.keep(HERE, blank(), {"title": "Here again"}, first.revision, anyway=True)
    assert (third.values["title"], third.values["statement"]) == ("Here again", "There.")
    drafts.drop(HERE.key)
    with pytest.raises(ChangedElsewhere):
        drafts.keep(HERE, blank(), {"title": "Once more"}, third.revision)


def test_words_that_come_late_from_the_same_page_are_kept(drafts: FormDrafts):
    drafts.keep(HERE, blank(), {"title": "A"})
    assert drafts.keep(HERE, blank(), {"title": "A b"}, revision="").values["title"] == "A b"


def test_an_edit_goes_with_what_is_published_meanwhile_unless_both_changed_a_field(drafts: FormDrafts):
    edit = drafts.keep(EDIT, puzzle_form(BELL, "en"), {"title": "My title"})
    ruled = BELL.model_copy(update={"difficulty": 5, "notes": "theirs"})
    values = edit.whole_values(puzzle_form(ruled, "en"))
    both = puzzle_from_form(values, ruled)
    assert (both.title, both.difficulty, both.notes) == ("My title", 5, "theirs")
    with pytest.raises(ChangedElsewhere, match="changed meanwhile"):
        edit.whole_values(puzzle_form(BELL.model_copy(update={"title": "Their title"}), "en"))


def test_a_draft_that_was_published_leads_to_its_scenario_and_takes_no_more(drafts: FormDrafts):
    kept = drafts.keep(HERE, blank(), {"title": "The Bell"})
    drafts.close(kept, BELL)
    assert drafts.unpublished() == []
    found = drafts.find(HERE.key)
    assert found and (found.is_published, found.scenario_id, found.values) == (True, "silent_bell", {})
    with pytest.raises(ChangedElsewhere):
        drafts.keep(HERE, blank(), {"title": "More"}, kept.revision, anyway=True)
    drafts.close(drafts.keep(EDIT, puzzle_form(BELL, "en"), {"title": "Another"}), BELL)
    assert drafts.find(EDIT.key) is None, "a new version is where it was"


@pytest.mark.parametrize("key", ["", "../x", "a/b", "x" * 90, ".lock", "a\0"])
def test_a_key_is_no_path(drafts: FormDrafts, tmp_path: Path, key: str):
    assert drafts.find(key) is None
    with pytest.raises(BadInput):
        drafts.keep(HERE.model_copy(update={"key": key}), blank(), {"title": "x"})
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("sent", [5, None, ["x"], {"a": 1}, [[]], [{"statement": 5}], [5], "x" * 300_000])
def test_no_value_of_another_kind_gets_in(drafts: FormDrafts, sent: Any):
    form = blank()
    drafts.keep(HERE, form, {field.name: sent for field in form} | {"nothing": "x", "": sent})
    shown = left(drafts, HERE.key, form)
    for field in form:
        value = shown[field.name]
        assert isinstance(value, list if field.kind == "rows" else str)
        assert field.kind == "rows" or len(value) <= field.longest
        assert field.kind != "choice" or value in dict(field.choices)
    assert set(shown) == {field.name for field in form}


def test_a_row_keeps_what_it_has_beside_what_is_typed(drafts: FormDrafts):
    """Also rows of any other kind of part, such as sentences with gaps."""
    inner = [
        FormField("sentence", "", "text"),
        FormField("choices", "", "text"),
        FormField("id", "", "hidden"),
    ]
    form = [FormField("cloze", "", "rows", (), fields=inner)]
    row = {"sentence": "He rang for ___.", "choices": "his dog\nhelp", "id": "c1"}
    drafts.keep(HERE, form, {"cloze": [row, {"sentence": "", "choices": ""}]})
    assert left(drafts, HERE.key, form) == {"cloze": [row]}
    assert filled_in([replace(form[0], value=[row])], {}) == [replace(form[0], value=[row])]
