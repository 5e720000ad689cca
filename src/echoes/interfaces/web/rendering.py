"""Templates: all text that goes into a page is escaped here, whoever wrote it."""

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from echoes.games.situation_puzzle.view import ICONS, label
from echoes.interfaces.web.words import words_in


@cache
def _environment() -> Environment:
    loader = PackageLoader("echoes.interfaces.web", "templates")
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    shared: dict[str, Any] = {"ICONS": ICONS, "label": label, "slug": slug}
    environment.globals.update(shared)
    return environment


def slug(word: str) -> str:
    """A ruling or verdict as a name of a style class, such as `yes-and-no`."""
    return word.lower().replace(" ", "-")


def render(template: str, lang: str, **values: Any) -> str:
    """A template filled in.

    Args:
        template: its name without the ending.
        lang: the language of its words `w`.
        values: what it shows; strings are escaped.
    """
    return _environment().get_template(f"{template}.html").render(w=words_in(lang), lang=lang, **values)
