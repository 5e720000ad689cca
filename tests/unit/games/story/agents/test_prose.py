"""Of a narration only the prose is heard; its header says who answers."""

import re

import pytest

from echoes.games.context_window import estimate_tokens
from echoes.games.story.agents.prose import Header, ProseReader, read_header

NAMES = {"tove": ("Tove", "the girl"), "doctor": ("Doctor Rask", "Dr Rask")}


@pytest.mark.parametrize(
    ("line", "header"),
    [
        ("tove, doctor | tense", Header(("tove", "doctor"), "tense")),
        ("Dr Rask, TOVE | calm", Header(("doctor", "tove"), "calm")),
        ("**[tove] | urgent**", Header(("tove",), "urgent")),
        ("- | calm", Header((), "calm")),
        ("tove, nobody at all | furious", Header(("tove",), "")),
        ("director | tense", Header((), "tense")),
        ("tove, director | tense", Header(("tove",), "tense")),
        ("托薇 | 紧张", None),
        ("The stove ticks | and so on", None),
        ('{"responding": ["tove"]}', None),
        ("The stove ticks.", None),
    ],
)
def test_headers_are_read_as_they_were_meant(line: str, header: Header | None):
    assert read_header(line, NAMES) == header


@pytest.mark.parametrize(
    ("reply", "heard"),
    [
        ("tove | tense\n\nSteam. And bread.", "Steam. And bread."),
        ("director | tense\n\nSteam. And bread.", "Steam. And bread."),
        ("Steam. And bread.", "Steam. And bread."),
        ('tove | tense\n\n{"narration": "x"}', ""),
        ('{"narration": "x"}', ""),
    ],
)
@pytest.mark.parametrize("size", [1, 7, 1000])
def test_only_prose_is_heard_however_it_comes(reply: str, heard: str, size: int):
    pieces: list[str] = []
    reader = ProseReader(pieces.append, 2000, NAMES)
    for piece in re.findall(rf"(?s).{{1,{size}}}", reply):
        reader.hear(piece)
    reader.finish()
    assert "".join(pieces) == heard


def test_a_label_is_left_out_and_an_endless_reply_stopped():
    pieces: list[str] = []
    reader = ProseReader(pieces.append, 50, label="Tove")
    assert not reader.hear("Tove: “Well.”")
    assert reader.hear(" and on" * 40)
    assert reader.parts("Tove: “Well.”")[1] == "“Well.”"
    assert "".join(pieces).startswith("“Well.” and on")


@pytest.mark.parametrize("endless", ["on and on ", "走了又走，"])
@pytest.mark.parametrize("size", [1, 200])
def test_a_reply_is_bounded_in_tokens_in_every_language(endless: str, size: int):
    reader, reply = ProseReader(lambda _: None, 100), ""
    for piece in re.findall(rf"(?s).{{1,{size}}}", endless * 400):
        reply += piece
        if reader.hear(piece):
            break
    assert len(reply) < len(endless * 400)
    assert 90 <= estimate_tokens(reader.parts(reply)[1]) <= 100
