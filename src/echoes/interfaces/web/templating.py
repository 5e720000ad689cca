"""Templates: all text that goes into a page is escaped here, whoever wrote it."""

import re
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from echoes.core.text.bilingual import in_language
from echoes.core.views.panels import panel_text
from echoes.games.author_forms import filled_in
from echoes.interfaces.web.i18n import LANGUAGES, texts_in

_COMMANDS = re.compile(
    r"\s*[（(](?:/|--|echoes )[^()（）]*[)）]"
    r"|(?:^|(?<=[.。]))\s*`echoes [^`]*`[^.。]*[.。]"
    r"|(?<=[.。])[^.。:：]*[:：]\s*echoes play(?: --session \S+)?(?: --seat \S+)?"
)
"""Commands as they are named for whoever types: in brackets, as a sentence, or as what comes next."""


@cache
def _environment() -> Environment:
    loader = PackageLoader("echoes.interfaces.web", "templates")
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    shared: dict[str, Any] = {
        "form": form_of,
        "panel_text": panel_text,
        "texts_in": texts_in,
        "languages": LANGUAGES,
        "filled_in": filled_in,
        "in_language": in_language,
    }
    environment.globals.update(shared)
    environment.filters["without_commands"] = without_commands
    return environment


def form_of(shown: object) -> str:
    """Return the form of a block or panel, such as `Outcome` or `Board`."""
    return type(shown).__name__


def without_commands(text: str) -> str:
    """Return the game's text without the commands in brackets: a page has buttons for them."""
    return _COMMANDS.sub("", text)


def render_template(template: str, lang: str, **values: Any) -> str:
    """Return a template filled in.

    Args:
        template: its name without the ending.
        lang: the language of its words `w`.
        values: what it shows; strings are escaped.
    """
    return _environment().get_template(f"{template}.html").render(w=texts_in(lang), lang=lang, **values)
