"""Actions of an author: each takes plain data, and gives plain data back."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, cast
from urllib.parse import urlencode

from echoes.engine.publishing import publish, republish, versions_of, withdraw
from echoes.engine.reading import draft_context, games_of
from echoes.games.scenario import ImportOptions, Scenario
from echoes.interfaces.web import visitors
from echoes.interfaces.web.desk import pages
from echoes.interfaces.web.desk.request import DeskRequest
from echoes.interfaces.web.i18n import texts_in
from echoes.interfaces.web.templating import render_template

_LONGEST = 500

DeskAnswer = dict[str, Any]
"""As JSON: `go` is an address, `said` a message, `html` is put in its place, `error` is for the author."""


def _address(page: str, scenario: Scenario | None = None, **more: object) -> str:
    meant = {"id": scenario.id, "in": scenario.language} if scenario else {}
    return "?" + urlencode({"page": page, **meant, **more})


async def save_scenario(request: DeskRequest) -> DeskAnswer:
    """Save what was written in the form as a new version."""
    engine, base = request.desk.web_app.engine, request.text("base")
    edited = request.publication() if base else None
    name = edited.game if edited else request.text("game")
    scenario = request.game(name).from_form(request.fields("values"), edited.scenario if edited else None)
    if edited and scenario.content_hash == edited.scenario.content_hash and edited.status == "published":
        return {"go": _address("puzzle", scenario, said="unchanged")}
    await asyncio.to_thread(publish, engine, name, scenario, base)
    return {"go": _address("puzzle", scenario, said="saved")}


async def withdraw_scenario(request: DeskRequest) -> DeskAnswer:
    """Take a scenario from players."""
    found = request.publication()
    engine = request.desk.web_app.engine
    await asyncio.to_thread(withdraw, engine, found.scenario.id, found.scenario.language)
    return {"go": _address("list", said="withdrawn")}


async def publish_again(request: DeskRequest) -> DeskAnswer:
    """Make an earlier version, or the latest, the current one."""
    found, number = request.publication(), request.text("version")
    wanted = int(number) if number.isdecimal() and len(number) < 9 else None
    engine = request.desk.web_app.engine
    await asyncio.to_thread(republish, engine, found.scenario.id, found.scenario.language, wanted)
    return {"go": _address("puzzle", found.scenario, said="published")}


async def try_scenario(request: DeskRequest) -> DeskAnswer:
    """Begin a private game of a version, or of what stands in the form, and say where it is."""
    engine = request.desk.web_app.engine
    values, number = request.fields("values"), request.text("version")
    found = request.publication() if request.text("id") else None
    name = found.game if found else request.text("game")
    scenario = found.scenario if found else None
    if values:
        scenario = request.game(name).from_form(values, scenario)
    elif scenario and number:
        versions = await asyncio.to_thread(versions_of, engine, scenario.id, scenario.language)
        scenario = next((one.scenario for one in versions if str(one.number) == number), scenario)
    if scenario is None:
        return {"error": texts_in(request.lang)["desk_nothing"]}
    request.desk.web_app.limits.count("game", request.visitor)
    session = await engine.create_session(
        scenario.id, request.visitor.player_id, scenario.language, remembered=False, draft=(name, scenario)
    )
    root = request.http.scope.get("root_path", "")
    return {"go": f"{root}/?" + urlencode({"game": session.session_id})}


async def ask_scenario(request: DeskRequest) -> DeskAnswer:
    """Rule on a question, with what decided."""
    engine, found = request.desk.web_app.engine, request.publication()
    context = await draft_context(engine, found.game, found.scenario)
    asked = request.text("text", _LONGEST)
    blocks = await engine.games[found.game].try_out(context, asked)
    return {"html": render_template("desk/ruling", request.lang, blocks=blocks)}


async def review_scenario(request: DeskRequest) -> DeskAnswer:
    """Return what lint says of a scenario."""
    found = request.publication()
    findings = await asyncio.to_thread(request.game(found.game).review, found.scenario)
    return {"html": render_template("desk/findings", request.lang, findings=findings)}


async def decide_gap(request: DeskRequest) -> DeskAnswer:
    """Save the author's decision on what players said as a new version."""
    engine, found = request.desk.web_app.engine, request.publication()
    links = [str(link) for link in request.listed("links")]
    game = request.game(found.game)
    scenario = game.fill_gap(found.scenario, request.text("text", _LONGEST), request.text("choice"), links)
    await asyncio.to_thread(publish, engine, found.game, scenario, found.scenario.content_hash)
    gaps = await asyncio.to_thread(game.gaps, scenario, await games_of(engine, scenario), request.lang)
    number = request.publication().versions
    return {
        "html": render_template("desk/gaps", request.lang, gaps=gaps[: pages.MOST_GAPS], more=len(gaps)),
        "said": texts_in(request.lang)["desk_saved_as"].format(number=number),
    }


async def read_files(request: DeskRequest) -> DeskAnswer:
    """Read files that were sent, and say how; nothing is taken in."""
    paths = [request.desk.uploads.path_of(token) for token in request.listed("files")[:100]]
    columns = {str(field): str(column)[:200] for field, column in request.fields("columns").items()}
    wishes = {name: request.data.get(name) is True for name in ("join", "replace", "keep_duplicates")}
    name = request.text("game")
    fields = request.game(name).import_fields(request.lang)
    options = ImportOptions(columns=columns, **wishes)
    token, begun = await request.desk.imports.begin(name, paths, options, dry_run=True)
    html = render_template(
        "desk/mapping",
        request.lang,
        mappings=begun.mappings,
        fields=fields,
        columns=columns,
        count=begun.count,
    )
    return {"html": html, "import": token, "of": begun.count}


async def take_in(request: DeskRequest) -> DeskAnswer:
    """Begin to take in what was read."""
    read = request.desk.imports.get(request.text("import"))
    token, begun = await request.desk.imports.begin(read.game, read.paths, read.options, dry_run=False)
    return {"import": token, "of": begun.count}


async def go_on_importing(request: DeskRequest) -> DeskAnswer:
    """Handle the next records of an import."""
    begun = request.desk.imports.get(request.text("import"))
    results = await begun.go_on()
    done = begun.statuses.total()
    over = not results or done >= begun.count
    html = render_template("desk/results", request.lang, results=results)
    told = render_template(
        "desk/counts", request.lang, statuses=begun.statuses, over=over, dry_run=begun.dry_run
    )
    return {"html": html, "told": told, "done": done, "of": begun.count, "over": over}


async def choose_desk_language(request: DeskRequest) -> DeskAnswer:
    """Have the desk in another language."""
    visitors.set_language(request.http, request.text("lang"))
    return {"go": ""}


DESK_ACTIONS: dict[str, Callable[[DeskRequest], Awaitable[DeskAnswer]]] = {
    action.__name__: cast("Any", action)
    for action in (
        save_scenario,
        withdraw_scenario,
        publish_again,
        try_scenario,
        ask_scenario,
        review_scenario,
        decide_gap,
        read_files,
        take_in,
        go_on_importing,
        choose_desk_language,
    )
}
