"""Tables with every delimiter, with and without a header, and with quotation marks that are none."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from echoes.games.situation_puzzle.importing.limits import MAX_COLUMNS
from echoes.games.situation_puzzle.importing.sources import Unreadable
from echoes.games.situation_puzzle.importing.tables import read_spreadsheet, read_table

CELL = st.text(alphabet="ab 蛇'.!", min_size=1, max_size=8).map(str.strip).filter(bool)


@given(st.sampled_from(",;\t|"), st.lists(st.tuples(CELL, CELL), min_size=1, max_size=3))
def test_the_delimiter_is_the_one_of_the_header(delimiter: str, rows: list[tuple[str, str]]):
    text = "\n".join(delimiter.join(row) for row in [("story", "answer"), *rows])
    assert read_table(text) == [{"story": story, "answer": answer} for story, answer in rows]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("story,answer,no\na,b,c", [{"story": "a", "answer": "b", "no": "c"}]),  # a header after all
        ("story,answer\n\n,\na,\n", [{"story": "a"}]),  # empty rows, empty cells
        ('story,answer\n"a, b","c\nd"\n', [{"story": "a, b", "answer": "c\nd"}]),
        ('story,answer\n"a" is said,b\nc,"d"\n', [
            {"story": "a is said", "answer": "b"}, {"story": "c", "answer": "d"},
        ]),
        ("story\t|\tanswer\na | b\t|\tc", [{"story": "a | b", "answer": "c"}]),
        ('story\tanswer\n"a" is said\tb', [{"story": '"a" is said', "answer": "b"}]),
        ("story,,x\n1,2,3", [{"story": "1", "column 2": "2", "x": "3"}]),
        ("My puzzles,,\n,,\ntitle,story,answer\na,b,c", [{"title": "a", "story": "b", "answer": "c"}]),
        ("Did he die?,Bell,yes\nWas it old?,Bell,no", [
            {"guess": "Did he die?", "title": "Bell", "label": "yes"},
            {"guess": "Was it old?", "title": "Bell", "label": "no"},
        ]),
        ("", []),
    ],
)  # fmt: skip
def test_rows_come_under_the_names_of_their_columns(text: str, rows: list[dict[str, str]]):
    assert read_table(text) == rows


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('story,answer\na,b\nc,"d\ne,f\n', 3),
        ('story,answer\n"a\nb",c\n\nd "e" f,"g\nh,i', 5),
        ('"story,answer\na,b', 1),
        ('story,answer\na,"b" is\nc,"d\ne,f\ng,"h\ni,j\n', 3),
        ('story,answer\na,"b', 2),
    ],
)
def test_a_stray_quotation_mark_swallows_no_rows(text: str, line: int):
    with pytest.raises(Unreadable, match=f"row of line {line} that opens or closes nothing"):
        read_table(text)


def test_there_is_an_end_to_columns():
    many = ",".join(f"c{n}" for n in range(MAX_COLUMNS + 5))
    assert len(read_table(f"{many}\n{many}")[0]) == MAX_COLUMNS


def test_a_sheet_gives_numbers_as_numbers_and_each_sheet_has_its_own_header():
    import openpyxl  # loaded where a spreadsheet is

    book = openpyxl.Workbook()
    book.active.append(["title", "difficulty"])
    book.active.append(["Bell", 3.0])
    second = book.create_sheet()
    second.append(["story"])
    second.append([2.5])
    content = io.BytesIO()
    book.save(content)
    assert read_spreadsheet(content.getvalue()) == [{"title": "Bell", "difficulty": 3}, {"story": 2.5}]


def test_what_is_no_spreadsheet_says_what_to_save_it_as():
    with pytest.raises(Unreadable, match="save it as XLSX or CSV"):
        read_spreadsheet(b"no spreadsheet")
