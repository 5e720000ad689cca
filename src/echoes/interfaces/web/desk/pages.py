"""Pages of the desk."""

import asyncio
from typing import Any

from markupsafe import Markup

from echoes.core.errors import EchoesError
from echoes.engine.dashboard import puzzle_figures
from echoes.engine.publishing import publications, versions_of
from echoes.engine.reading import games_of
from echoes.interfaces.web.desk.request import DeskRequest
from echoes.interfaces.web.i18n import LANGUAGES, texts_in
from echoes.interfaces.web.templating import render_template

MOST_GAPS = 200
_SAID = ("saved", "unchanged", "withdrawn", "published")


async def desk_html(request: DeskRequest) -> str:
    """Return the page that an address names; the list where it names none."""
    name = request.text("page")
    name = name if name in _PAGES else "list"
    said, wrong = request.text("said"), ""
    try:
        body = await _PAGES[name](request)
    except EchoesError as error:
        body, wrong = Markup(""), str(error)
    words = texts_in(request.lang)
    return render_template(
        "desk/shell",
        request.lang,
        page=name,
        body=body,
        said=words[f"desk_said_{said}"] if said in _SAID else "",
        wrong=wrong,
        root=request.http.scope.get("root_path", ""),
        languages=LANGUAGES,
    )


async def _list(request: DeskRequest) -> Markup:
    engine, lang = request.desk.web_app.engine, request.lang
    found = await asyncio.to_thread(publications, engine)
    rows = [
        (one, engine.games[one.game], engine.games[one.game].playability(one.scenario, lang)) for one in found
    ]
    return _rendered(
        request,
        "list",
        own=[row for row in rows if row[0].status != "bundled"],
        bundled=[row for row in rows if row[0].status == "bundled"],
        kinds=len({one.game for one in found}) > 1,
        languages=LANGUAGES,
    )


async def _puzzle(request: DeskRequest) -> Markup:
    engine, found = request.desk.web_app.engine, request.publication()
    game = engine.games[found.game]
    versions = await asyncio.to_thread(versions_of, engine, found.scenario.id, found.scenario.language)
    return _rendered(
        request,
        "puzzle",
        found=found,
        form=game.form(found.scenario, request.lang),
        alone=game.playability(found.scenario, request.lang),
        versions=versions[::-1],
        languages=LANGUAGES,
    )


async def _new(request: DeskRequest) -> Markup:
    games = request.desk.web_app.engine.games
    forms = {name: game.form(None, request.lang) for name, game in games.items()}
    writable = {name: games[name].introduction(request.lang)[0] for name, form in forms.items() if form}
    chosen = request.text("game") if request.text("game") in writable else next(iter(writable), "")
    return _rendered(request, "new", kinds=writable, game=chosen, form=forms.get(chosen, []))


async def _questions(request: DeskRequest) -> Markup:
    engine, found = request.desk.web_app.engine, request.publication()
    logs = await games_of(engine, found.scenario)
    gaps = await asyncio.to_thread(engine.games[found.game].gaps, found.scenario, logs, request.lang)
    return _rendered(
        request, "questions", found=found, games=len(logs), gaps=gaps[:MOST_GAPS], more=len(gaps)
    )


async def _import(request: DeskRequest) -> Markup:
    games = request.desk.web_app.engine.games
    kinds = {name: game.introduction(request.lang)[0] for name, game in games.items()}
    bound = request.desk.web_app.config.web.max_upload_kb
    return _rendered(request, "import", kinds=kinds, chosen="situation_puzzle", bound=bound)


async def _figures(request: DeskRequest) -> Markup:
    rows: list[dict[str, Any]] = [
        {**row.to_json()} for row in await puzzle_figures(request.desk.web_app.engine)
    ]
    most = {
        key: max((row[key] or 0 for row in rows), default=0) or 1
        for key in ("games", "questions_to_solve", "hints")
    }
    return _rendered(request, "figures", rows=rows, most=most, languages=LANGUAGES)


def _rendered(request: DeskRequest, template: str, **values: Any) -> Markup:
    return Markup(render_template(f"desk/{template}", request.lang, **values))


_PAGES = {
    "list": _list,
    "puzzle": _puzzle,
    "new": _new,
    "questions": _questions,
    "import": _import,
    "figures": _figures,
}
