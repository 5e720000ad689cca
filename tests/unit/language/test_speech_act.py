"""Names in a message: whole words where a language has spaces, the longest first, whoever else is named."""

import re

import pytest

from echoes.language.speech_act import ActPatterns, plain_message, read_act

NEVER = re.compile(r"(?!)")


def read(text: str, names: dict[str, tuple[str, ...]], joined: bool = False) -> tuple[tuple[str, ...], str]:
    """The addressees, and what remains, of a language in which `to NAME: WORDS` is all there is."""
    acts = [("tell", re.compile(r"^to (?P<who>@\d+@(?: and @\d+@)*): (?P<rest>.*)$"))]
    patterns = ActPatterns(NEVER, acts, NEVER, NEVER, NEVER, NEVER, (), joined)  # type: ignore[arg-type]
    found = read_act(text, names, patterns)
    return tuple(found.addressees), found.rest


def test_quotes_widths_and_spaces_are_one():
    assert plain_message("  Ｔｅｌｌ\nher: “It’s OK”… ") == 'tell her: "it\'s ok"'


@pytest.mark.parametrize(
    ("text", "addressees"),
    [
        ("To Ann: hello", ("ann",)),
        ("to the old Ann: hello", ("ann",)),
        ("to Ann Marie: hello", ("marie",)),  # the longer name
        ("to Anna: hello", ()),  # no name within a word
        ("to Ann and Ann Marie: hello", ("ann", "marie")),
        ("to Ann and ANN: hello", ("ann",)),
    ],
)
def test_a_name_is_found_as_people_write_it(text: str, addressees: tuple[str, ...]):
    assert read(text, {"ann": ("Ann",), "marie": ("Ann Marie",)})[0] == addressees


def test_without_spaces_a_name_stands_within_words():
    names = {"li": ("李",)}
    assert read("to 老李: 你好", names, joined=True) == ((), "to 老 : 你好")
    assert read("to 李: 你好", names, joined=True) == (("li",), "你好")


def test_a_name_that_looks_like_a_pattern_is_a_name():
    assert read("to a.b: hello", {"x": ("a.b",)})[0] == ("x",)
    assert read("to aXb: hello", {"x": ("a.b",)})[0] == ()


def test_what_no_pattern_fits_remains_as_it_was_said():
    assert read("Ann sings, does she?", {"ann": ("Ann",)}) == ((), "sings, does she")
