"""Actions of an author who brings files: they are read, taken in, and published where they wait."""

import asyncio

from echoes.engine.scenarios.ingest import Withheld
from echoes.engine.scenarios.publishing import republish
from echoes.games.scenario import ImportOptions, Scenario
from echoes.interfaces.web.desk import pages
from echoes.interfaces.web.desk.request import DeskAnswer, DeskRequest, desk_address
from echoes.interfaces.web.i18n import texts_in
from echoes.interfaces.web.templating import render_template


async def read_files(request: DeskRequest) -> DeskAnswer:
    """Read files that were sent, and say how; nothing is taken in."""
    paths = [request.desk.uploads.path_of(token) for token in request.listed("files")[:100]]
    columns = {str(field): str(column)[:200] for field, column in request.fields("columns").items()}
    omitted = tuple(str(column)[:200] for column in request.listed("omitted")[:100])
    wishes = {name: request.data.get(name) is True for name in pages.WISHES}
    name = request.text("game")
    fields = request.game(name).import_fields(request.lang)
    options = ImportOptions(columns=columns, omitted=omitted, **wishes)
    token, begun = await request.desk.imports.begin(
        name, paths, options, dry_run=True, withheld=_withheld(request, name)
    )
    html = render_template(
        "desk/mapping",
        request.lang,
        mappings=begun.mappings,
        fields=fields,
        columns=columns,
        omitted=omitted,
        count=begun.count,
    )
    return {"html": html, "import": token, "of": begun.count}


async def take_in(request: DeskRequest) -> DeskAnswer:
    """Begin to take in what was read."""
    read = request.desk.imports.get(request.text("import"))
    token, begun = await request.desk.imports.begin(
        read.game, read.paths, read.options, dry_run=False, withheld=_withheld(request, read.game)
    )
    return {"import": token, "of": begun.count}


def _withheld(request: DeskRequest, name: str) -> Withheld:
    """Return the reason, in the author's language, that nobody could play a scenario that comes in."""

    def reason(scenario: Scenario) -> str:
        lacks = pages.needs_model(request, name, scenario)
        said = texts_in(request.lang)["desk_kept"]
        return said.format(reason=lacks.reason, step=lacks.next_step) if lacks else ""

    return reason


async def publish_kept(request: DeskRequest) -> DeskAnswer:
    """Publish what an import kept as drafts, now that its author knows what they lack."""
    engine, begun = request.desk.web_app.engine, request.desk.imports.get(request.text("import"))
    async with begun.lock:  # whoever clicks twice passes none over
        while begun.kept:
            await asyncio.to_thread(republish, engine, *begun.kept[-1])
            begun.kept.pop()
    return {"go": desk_address("list", said="published")}


async def go_on_importing(request: DeskRequest) -> DeskAnswer:
    """Handle the next records of an import."""
    begun = request.desk.imports.get(request.text("import"))
    results = await begun.go_on()
    done = begun.statuses.total()
    over = not results or done >= begun.count
    html = render_template("desk/results", request.lang, results=results)
    told = render_template(
        "desk/counts",
        request.lang,
        name=request.text("import"),
        statuses=begun.statuses,
        over=over,
        dry_run=begun.dry_run,
    )
    return {"html": html, "told": told, "done": done, "of": begun.count, "over": over}
