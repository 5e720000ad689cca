"""Names that people take for one another have one form, and what shows nothing is in no name."""

import pytest

from echoes.core.text.look_alikes import name_skeleton, without_invisible


@pytest.mark.parametrize(
    ("name", "imitated"),
    [
        ("Ana", "\N{CYRILLIC CAPITAL LETTER A}n\N{CYRILLIC SMALL LETTER A}"),
        ("Otto", "\N{GREEK CAPITAL LETTER OMICRON}tt\N{GREEK SMALL LETTER OMICRON}"),
        ("Ana", "\N{FULLWIDTH LATIN CAPITAL LETTER A}na"),
        ("Ana", "\N{MATHEMATICAL BOLD SCRIPT CAPITAL A}na"),
        ("Ana", "\N{NEGATIVE SQUARED LATIN CAPITAL LETTER A}na"),
        ("Ana", "A\N{LATIN LETTER SMALL CAPITAL N}a"),
        ("Bill Bo", "B1Il B0"),
        ("Tom", "Torn"),
        ("Ana", "ana."),
        ("Ana", "A na"),
        ("Ana", "A\N{COMBINING RING ABOVE}na\N{COMBINING CEDILLA}"),
        ("Soren", "S\N{LATIN SMALL LETTER O WITH STROKE}ren"),
        ("小口", "小\N{KATAKANA LETTER RO}"),
        ("工人", "\N{KATAKANA LETTER E}人"),
        *[
            ("Ana", f"A{unseen}na")
            for unseen in (
                *("\N{ZERO WIDTH SPACE}", "\N{SOFT HYPHEN}", "\N{VARIATION SELECTOR-16}", "\N{WORD JOINER}"),
                *("\N{RIGHT-TO-LEFT OVERRIDE}", "\N{HANGUL FILLER}", "\N{HALFWIDTH HANGUL FILLER}"),
                *(
                    "\N{TAG LATIN SMALL LETTER A}",
                    "\N{BRAILLE PATTERN BLANK}",
                    "\N{COMBINING GRAPHEME JOINER}",
                ),
            )
        ],
    ],
)
def test_what_is_taken_for_a_name_is_compared_as_that_name(name: str, imitated: str):
    assert name != imitated and name_skeleton(name) == name_skeleton(imitated)


@pytest.mark.parametrize(
    ("one", "other"), [("Ana", "Ina"), ("Guest 101", "Guest 110"), ("小红", "小明"), ("🐱", "🐶")]
)
def test_names_that_look_unlike_stay_apart(one: str, other: str):
    assert name_skeleton(one) != name_skeleton(other)


def test_a_name_shows_all_that_it_is_made_of():
    hidden = (
        "\N{HANGUL FILLER}A\N{VARIATION SELECTOR-16}n\N{RIGHT-TO-LEFT OVERRIDE}a\N{TAG LATIN SMALL LETTER A}"
    )
    assert without_invisible(f" {hidden}\n  Bo ") == "Ana Bo"
    assert without_invisible("\N{HANGUL FILLER}\N{BRAILLE PATTERN BLANK}") == ""


def test_marks_do_not_cover_the_lines_around_a_name():
    assert (
        without_invisible("e" + "\N{COMBINING ACUTE ACCENT}" * 40) == "é" + "\N{COMBINING ACUTE ACCENT}" * 2
    )
    assert without_invisible("สวัสดีที่") == "สวัสดีที่"
