"""Actions in the tutorial: a visitor tries it in words of their own, and has done it."""

from echoes.core.errors import BadInput
from echoes.games.guide import tutorial_guide
from echoes.interfaces.web import visitors
from echoes.interfaces.web.action_request import ActionRequest, Answer
from echoes.interfaces.web.i18n import texts_in

LONGEST_TRY = 200
"""Characters of what is said in a turn of the tutorial."""


async def try_tutorial(request: ActionRequest) -> Answer:
    """Return the number of the outcome that a visitor's own words are near to, or else a friendly word."""
    lang, turn = request.visitor.lang, request.number("turn")
    guide = tutorial_guide(request.web_app.engine.games, lang)
    steps = guide.tutorial.steps if guide and guide.tutorial else ()
    if not 0 <= turn < len(steps):
        raise BadInput(f"the tutorial has no turn {turn}")
    found = steps[turn].nearest(request.text("text", LONGEST_TRY), lang)
    return {"said": texts_in(lang)["tutorial_unknown"]} if found is None else {"outcome": found}


async def finish_tutorial(request: ActionRequest) -> Answer:
    """Keep that a visitor has done the tutorial."""
    visitors.change(request.http, taught=True)
    return {}
