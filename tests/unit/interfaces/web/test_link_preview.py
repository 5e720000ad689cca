"""Previews of links speak of the game, never of Gradio."""

import pytest

from echoes.interfaces.web.link_preview import LinkPreview, first_sentence

PAGE = b"""<html
\tlang="en"
><head><meta property="og:title" content="Gradio" />
<meta
  name="twitter:image"
  content="https://gradio.example/x.jpg"
/>
<meta charset="utf-8" /><script>1</script></head>"""


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("He walked 3.5 miles. Then he wept.", "He walked 3.5 miles."),
        ("“Why?” she asks. Nobody knows.", "“Why?” she asks."),
        ("“请给我一杯水。”他说。后来他走了。", "“请给我一杯水。”"),
        ("雨下了一整夜。她没有回去。", "雨下了一整夜。"),
        ("No end", "No end"),
        ("", ""),
    ],
)
def test_no_more_than_the_first_sentence_is_told(text: str, first: str):
    assert first_sentence(text) == first


def test_a_sentence_without_end_is_cut():
    assert len(first_sentence("word " * 200)) <= 200


def test_a_page_is_called_what_it_shows_and_all_of_it_is_text():
    preview = LinkPreview("zh", '伞"><script>alert(1)</script>', "雨。", "https://play.example/")
    page = preview.put_into(PAGE).decode()
    assert "radio" not in page and 'lang="zh-Hans"' in page and '<meta charset="utf-8" />' in page
    assert page.count("<script") == 1
    assert 'property="og:description" content="雨。"' in page
    assert 'content="https://play.example/web/preview.png"' in page
