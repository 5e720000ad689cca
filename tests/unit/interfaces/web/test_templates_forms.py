"""What a browser remembers of forms goes by places; no field of a page is left to that."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from echoes.interfaces import web

TEMPLATES = sorted((Path(web.__file__).parent / "templates").rglob("*.html"))
JINJA = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", re.S)
NAMED = 'name="x" autocomplete="off"'
"""What `named` of `desk/field.html` comes to; that is checked by itself."""


class Controls(HTMLParser):
    """The fields of a page that take text or a choice, each with whether anything says who fills it in."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, bool, bool]] = []
        self._said_by_form = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self._said_by_form = "autocomplete" in given or given.get("method") == "dialog"
        elif tag in ("input", "textarea", "select") and given.get("type") != "hidden":
            is_named = bool({"name", "id", "data-filter"} & given.keys())
            self.found.append((str(attrs), is_named, "autocomplete" in given or self._said_by_form))

    def handle_endtag(self, tag: str) -> None:
        self._said_by_form = self._said_by_form and tag != "form"


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.stem)
def test_each_field_of_a_page_has_a_name_and_says_who_fills_it_in(path: Path):
    text = path.read_text("utf-8").replace("{{ named }}", NAMED)
    controls = Controls()
    controls.feed(JINJA.sub("", text))
    assert [what for what, is_named, _ in controls.found if not is_named] == []
    assert [what for what, _, is_said in controls.found if not is_said] == []
