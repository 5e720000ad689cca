"""Actions of an author who writes: what they type is kept as a draft, and published from there."""

import asyncio

from echoes.engine.scenarios.form_drafts import ChangedElsewhere
from echoes.engine.scenarios.publishing import publish, publish_or_keep
from echoes.interfaces.web.desk import pages
from echoes.interfaces.web.desk.forms import written_form, written_scenario
from echoes.interfaces.web.desk.request import DeskAnswer, DeskRequest, desk_address


async def keep_form_draft(request: DeskRequest) -> DeskAnswer:
    """Keep what an author has typed."""
    form = await asyncio.to_thread(written_form, request)
    draft = form.draft.model_copy(update={"writer": request.text("writer")})
    arguments = (draft, form.published, request.fields("values"), request.text("revision"))
    try:
        kept = await asyncio.to_thread(request.forms.keep, *arguments, request.data.get("anyway") is True)
    except ChangedElsewhere:
        return {"stale": True}
    return {"revision": kept.revision}


async def drop_form_draft(request: DeskRequest) -> DeskAnswer:
    """Discard what an author has typed and not published."""
    form = await asyncio.to_thread(written_form, request)
    await asyncio.to_thread(request.forms.drop, form.draft.key)
    where = desk_address("puzzle", form.edited.scenario) if form.edited else desk_address("list")
    return {"go": f"{where}&said=dropped"}


async def save_scenario(request: DeskRequest) -> DeskAnswer:
    """Publish what is kept of a form as a new version."""
    engine = request.desk.web_app.engine
    form = await asyncio.to_thread(written_form, request)
    edited, name = form.edited, form.draft.game
    scenario = written_scenario(request, form)
    if edited and scenario.content_hash == edited.scenario.content_hash and edited.status == "published":
        await asyncio.to_thread(request.forms.close, form.draft, scenario)
        return {"go": desk_address("puzzle", scenario, said="unchanged")}
    # What nobody can play yet waits for its author; what is published already was so on purpose.
    is_new = edited is None or edited.status == "withdrawn"
    withheld = is_new and pages.needs_model(request, name, scenario) is not None
    if withheld and edited:
        await asyncio.to_thread(publish_or_keep, engine, edited, scenario)
    else:
        base = edited.scenario.content_hash if edited else ""
        await asyncio.to_thread(publish, engine, name, scenario, base, withheld)
    await asyncio.to_thread(request.forms.close, form.draft, scenario)
    return {"go": desk_address("puzzle", scenario, said="kept" if withheld else "saved")}
