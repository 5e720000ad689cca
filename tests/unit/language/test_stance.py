"""The stance of a speaker to a deed: denied, mused on, left to others, quoted; and what only sounds like it."""

import pytest

from echoes.language.speech_act import plain_message
from echoes.language.stance import denies_something, read_stance


@pytest.mark.parametrize(
    ("language", "text", "is_denied"),
    [
        ("en", "I won't light the lamp", True),
        ("en", "Don't look at the book, that's hers", True),
        ("en", "I would rather not go down", True),
        ("en", "isn't it late?", False),
        ("en", "Didn't he light the lamp?", False),
        ("en", "why not light the lamp", False),
        ("en", "light the lamp or not", False),
        ("zh", "我不点灯", True),
        ("zh", "别动那本书", True),
        ("zh", "这本子我可不敢动", True),
        ("zh", "他是不是点了灯", False),
        ("zh", "有没有灯", False),
        ("zh", "不如去点灯", False),
        ("zh", "看看别的东西", False),
    ],
)
def test_what_is_denied(language: str, text: str, is_denied: bool):
    assert denies_something(language, plain_message(text)) == is_denied


@pytest.mark.parametrize(
    ("language", "text", "stance"),
    [
        ("en", "should I light the lamp?", "muses"),
        ("en", "what if I cut the rope", "muses"),
        ("en", "you could light the lamp", "of_others"),
        ("en", "she lights the lamp", "of_others"),
        ("en", 'I say "light the lamp" to them', "quotes"),
        ("zh", "要不要点灯呢", "muses"),
        ("zh", "假如我割断缆绳", "muses"),
        ("zh", "你去点灯", "of_others"),
        ("zh", "让他点灯", "of_others"),
        ("zh", "我说“把灯点上”", "quotes"),
    ],
)
def test_how_a_speaker_stands_to_a_deed(language: str, text: str, stance: str):
    read = read_stance(language, plain_message(text))
    assert [name for name in ("denies", "muses", "of_others", "quotes") if getattr(read, name)] == [stance]


def test_a_mark_that_is_never_closed_quotes_nothing():
    assert not read_stance("en", plain_message('he said "' + "on and " * 300)).quotes


@pytest.mark.parametrize(
    ("language", "text"), [("en", "I light the 'lamp'"), ("zh", "我点上“灯”"), ("zh", "去拿他的灯")]
)
def test_a_plain_deed_is_none_of_these(language: str, text: str):
    read = read_stance(language, plain_message(text))
    assert not (read.denies or read.muses or read.of_others or read.quotes)
