"""What belongs together is joined, and nothing else."""

import json
from pathlib import Path
from typing import Any, cast

import pytest
from tests.unit.games.situation_puzzle.importing.library import (
    BELLS,
    KITE,
    Library,
    opened,
    puzzles,
    written,
    zipped,
    鐘,
    風,
)

from echoes.games.situation_puzzle.importing.cases import Case
from echoes.games.situation_puzzle.importing.containers import Record
from echoes.games.situation_puzzle.importing.joining import made_now, put_to_stories, stored_drafts
from echoes.games.situation_puzzle.importing.sources import SourceFile
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

STORIES = [
    {"title": "Bell", "surface": BELLS[0], "bottom": BELLS[1]},
    {"title": "Kite", "surface": KITE[0], "bottom": KITE[1]},
]
CASES = [
    ("Is he deaf?", "Bell", "T"),
    ("Is he poor?", "Bell", "N"),
    ("Is the string cut?", "kite ", "T"),
    ("Did she fall?", "Kite", "F"),
]


def rulings(puzzle: Any) -> list[tuple[str, str, str]]:
    assert all(ruling.unconfirmed for ruling in puzzle.rulings)
    return [(ruling.texts[0], ruling.ruling, ruling.label) for ruling in puzzle.rulings]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("cases.tsv", "\n".join("\t".join(case) for case in CASES)),
        ("cases.list", "\n".join("\t|\t".join(case) for case in CASES)),
        ("cases.csv", "guess,story,label\n" + "\n".join(",".join(case) for case in CASES)),
        ("cases.jsonl", "\n".join(json.dumps({"story": story, "text": text, "gold": label, "reply": "Correct"}) for text, story, label in CASES)),
        ("cases.json", {"questions": [{"story": story, "question": text, "answer": label} for text, story, label in CASES]}),
    ],
)  # fmt: skip
def test_labelled_cases_go_to_their_stories_as_unconfirmed_rulings(tmp_path: Path, name: str, content: Any):
    stories, cases = written(tmp_path, "stories.json", STORIES), written(tmp_path, name, content)
    bell, kite = puzzles(cases, stories)
    assert rulings(bell) == [("Is he deaf?", "YES", "T")] and bell.proposals == ("Is he poor?",)
    assert rulings(kite) == [("Is the string cut?", "YES", "T"), ("Did she fall?", "NO", "F")]
    mapping = next(one for one in opened(cases, stories).mappings if one.source == name)
    assert mapping.cases == 4 and mapping.notes == ["4 of 4 cases joined with their stories"]


def test_a_question_bank_goes_to_its_stories_by_id(tmp_path: Path):
    stories = written(
        tmp_path, "a.json", {"Stories": [{"storyId": "s-7", **STORIES[0]}, {"storyId": "s-8", **STORIES[1]}]}
    )
    bank = written(
        tmp_path,
        "b.json",
        {
            "questions": [
                {"storyId": "s-8", "question": "Did she fall?", "answer": "no"},
                {"storyId": "s-8", "question": "Was it red?"},
            ]
        },
    )
    bell, kite = puzzles(stories, bank)
    assert rulings(kite) == [("Did she fall?", "NO", "no")] and kite.proposals == ("Was it red?",)
    assert bell.rulings == ()


def test_cases_that_come_later_go_to_the_stories_that_are_there(tmp_path: Path):
    library = Library()
    library.take(written(tmp_path / "stories", "stories.json", STORIES))
    cases = written(tmp_path / "cases", "cases.tsv", "\n".join("\t".join(case) for case in CASES))
    assert [report.source for report in library.take(cases)] == ["cases.tsv [1]", "cases.tsv [3]"]
    bell, kite = library.scenarios()
    assert rulings(bell) == [("Is he deaf?", "YES", "T")] and bell.proposals == ("Is he poor?",)
    assert rulings(kite) == [("Is the string cut?", "YES", "T"), ("Did she fall?", "NO", "F")]
    library.take(cases)
    assert library.scenarios() == [bell, kite], "the same cases again change nothing"


def test_cases_of_a_story_that_is_there_by_another_name_go_to_the_one_that_is_there(tmp_path: Path):
    library = Library()
    library.take(written(tmp_path / "a", "first.json", STORIES))
    stories = written(tmp_path / "b", "second.json", STORIES)
    cases = written(tmp_path / "b", "cases.tsv", "\n".join("\t".join(case) for case in CASES))
    library.take(stories, cases)
    bell, kite = library.scenarios()
    assert (len(bell.rulings), len(kite.rulings)) == (1, 2)
    again = library.take(stories, cases)
    assert library.scenarios() == [bell, kite] and all(one.duplicate and not one.wanted for one in again)


def test_cases_of_a_title_that_two_stories_have_go_to_neither(tmp_path: Path):
    library = Library()
    for folder, story in (("a", BELLS), ("b", KITE)):
        record = {"title": "Bell", "surface": story[0], "bottom": story[1]}
        library.take(written(tmp_path / folder, f"{folder}.json", [record, {}]))
    assert library.take(written(tmp_path, "cases.tsv", "Is he deaf?\tBell\tT\nIs he old?\tBell\tT\n")) == []


def test_cases_of_a_story_in_two_languages_go_to_the_one_of_their_own(tmp_path: Path):
    texts = {
        "en": ("The lamp", "A lamp burns by day.", "It is a sign.", "Is it a sign?"),
        "zh": ("那盏灯", "白天也亮着一盏灯。", "那是信号。", "是信号吗？"),
    }
    stored = [
        Puzzle.model_validate(
            {"id": "lamp", "language": lang, "title": title, "statement": told, "answer": end}
        )
        for lang, (title, told, end, _) in texts.items()
    ]
    made = stored_drafts(stored)
    cases = [
        (Case("lamp", asked, "yes", {}), Record({}, SourceFile("", tmp_path))) for *_, asked in texts.values()
    ]
    assert put_to_stories(cases, made) == []
    assert [[case.text for case in draft.cases] for draft, _ in made] == [["Is it a sign?"], ["是信号吗？"]]


def test_cases_are_added_to_what_is_stored_when_they_are_saved(tmp_path: Path):
    puzzle = {
        "id": "lamp",
        "language": "en",
        "title": "Lamp",
        "statement": "A lamp burns.",
        "answer": "A sign.",
    }
    [(draft, _)] = stored_drafts([Puzzle.model_validate(puzzle)])
    edited = Puzzle.model_validate({**puzzle, "hints": [{"text": "Think of the sea."}]})

    class Edited:
        def stored(self, scenario_id: str, language: str) -> Puzzle:
            return edited

    made = made_now(draft, cast("Any", Edited()))
    assert made and made.fields["hints"] == edited.to_json()["hints"]


def test_cases_of_no_story_are_named(tmp_path: Path):
    cases = written(tmp_path, "cases.tsv", "Is he deaf?\tBell\tT\nIs it red?\tNobody's\tF\n")
    [mapping] = opened(cases).mappings
    assert mapping.notes[0] == "0 of 2 cases joined with their stories"
    assert any(note.startswith("1 case of “Nobody's”, a story that no file tells") for note in mapping.notes)


def test_one_case_is_told_of_as_one(tmp_path: Path):
    stories = written(tmp_path, "stories.json", STORIES[:1])
    batch = opened(stories, written(tmp_path, "cases.tsv", "Is he deaf?\tBell\tT\n"))
    assert batch.mappings[1].notes == ["1 of 1 case joined with its story"]
    assert "1 case: 1 taken in as unconfirmed" in next(batch.reports).notes


def test_labels_that_disagree_are_left_out_and_counted(tmp_path: Path):
    stories = written(tmp_path, "stories.json", STORIES[:1])
    cases = written(tmp_path, "cases.tsv", "Is he deaf?\tBell\tT\nis he deaf\tBell\tF\nIs he old?\tBell\tT\n")
    [report] = opened(stories, cases).reports
    assert rulings(report.scenario) == [("Is he old?", "YES", "T")]
    assert "3 cases: 2 left out for labels that disagree" in report.notes


def test_a_case_that_stands_twice_is_counted_as_such(tmp_path: Path):
    stories = written(tmp_path, "stories.json", STORIES[:1])
    cases = written(tmp_path, "cases.tsv", "Is he deaf?\tBell\tT\nis he deaf\tBell\tT\n")
    [report] = opened(stories, cases).reports
    assert {"2 cases: 1 taken in as unconfirmed", "2 cases: 1 the same as another"} <= {*report.notes}


def test_a_label_never_stands_for_what_it_only_holds(tmp_path: Path):
    stories = written(tmp_path, "stories.json", STORIES[:1])
    labels = ["不是", "unknown", "incorrect", "是也不是", "関係ありません", "很接近了", "perhaps not"]
    lines = [f"Question {n}?\tBell\t{label}" for n, label in enumerate(labels)]
    [bell] = puzzles(stories, written(tmp_path, "cases.csv", "guess\ttitle\tlabel\n" + "\n".join(lines)))
    assert [ruling.ruling for ruling in bell.rulings] == ["NO", "NO", "YES AND NO", "IRRELEVANT"]
    assert bell.proposals == ("Question 1?", "Question 5?", "Question 6?")


ZH = [{"title": "钟", "surface": 鐘[0], "bottom": 鐘[1]}, {"title": "筝", "surface": 風[0], "bottom": 風[1]}]


@pytest.mark.parametrize(
    ("files", "options", "together"),
    [
        ({"soup_en.json": [{**STORIES[0], "id": 1}], "soup_zh.json": [{**ZH[0], "id": 1}]}, {}, True),
        ({"soup.json": {"en": [{**STORIES[0], "id": 1}], "zh": [{**ZH[0], "id": 1}]}}, {}, True),
        ({"soup.json": [{**STORIES[0], "id": 1, "language": "en"}, {**ZH[0], "id": 1, "language": "zh"}]}, {}, True),
        ({"a.json": [{**STORIES[0], "chinese_title": "钟"}], "b.json": [ZH[0], ZH[1]]}, {}, True),
        ({"soup.json": [{**STORIES[0], "id": 1}, {**ZH[0], "id": 1}]}, {}, False),
        ({"one.json": [{**STORIES[0], "id": 1}], "two.json": [{**ZH[0], "id": 1}]}, {}, False),
        ({"one.json": [{**STORIES[0], "id": 1}], "two.json": [{**ZH[0], "id": 1}]}, {"join": True}, True),
    ],
)  # fmt: skip
def test_two_languages_are_one_puzzle_only_where_the_source_or_the_author_says_so(
    tmp_path: Path, files: dict[str, Any], options: dict[str, Any], together: bool
):
    found = puzzles(*(written(tmp_path, name, content) for name, content in files.items()), **options)
    bells = {one.id for one in found if one.title in ("Bell", "钟")}
    assert (len(bells) == 1) is together


def test_files_of_an_archive_are_joined_too(tmp_path: Path):
    files = {
        "x/stories.json": json.dumps(STORIES),
        "x/cases.tsv": "\n".join("\t".join(case) for case in CASES),
    }
    assert [len(one.rulings) for one in puzzles(written(tmp_path, "soup.zip", zipped(files)))] == [1, 2]


def test_every_case_is_joined_or_told_and_none_goes_with_a_story_that_is_refused(tmp_path: Path):
    stories = written(
        tmp_path,
        "s.json",
        [
            {"id": n, "surface": f"It rang {n} times.", "bottom": "" if n == 2 else f"Deaf {n}."}
            for n in range(4)
        ],
    )
    rows = [f"{n % 8},Is it {n}?,{'yes' if n % 2 else 'no'}" for n in range(40)]
    cases = written(tmp_path, "c.csv", "story_id,question,期望\n" + "\n".join(rows))
    batch = opened(stories, cases)
    reports = [*batch.reports]
    taken = sum(len(one.scenario.rulings) for one in reports if isinstance(one.scenario, Puzzle))
    told = next(one.notes for one in batch.mappings if one.source == "c.csv")
    assert taken == 15 and told[0] == "15 of 40 cases joined with their stories"
    left = sum(int(note.split()[0]) for note in told[1:] if note.split()[1] == "cases")
    assert taken + left == 40
