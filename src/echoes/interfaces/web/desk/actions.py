"""Actions of an author: each takes plain data, and gives plain data back."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlencode

from echoes.core.errors import ModelFailed
from echoes.engine.scenarios.drafting import DraftLimits, DraftRun, is_drafted_now, steps_folder
from echoes.engine.scenarios.publishing import Publication, publish_or_keep, republish, versions_of, withdraw
from echoes.engine.sessions.queries import draft_context
from echoes.games.author_forms import Decision
from echoes.games.draft_steps import stop_steps
from echoes.games.drafts import DraftOptions
from echoes.interfaces.web import visitors
from echoes.interfaces.web.desk import pages
from echoes.interfaces.web.desk.form_actions import drop_form_draft, keep_form_draft, save_scenario
from echoes.interfaces.web.desk.forms import written_form, written_scenario
from echoes.interfaces.web.desk.import_actions import go_on_importing, publish_kept, read_files, take_in
from echoes.interfaces.web.desk.request import DeskAnswer, DeskRequest, desk_address
from echoes.interfaces.web.i18n import texts_in
from echoes.interfaces.web.templating import render_template

_LONGEST = 500
_MOMENT_S = 0.8
_FEWEST, _MOST = 20, 3000
"""The rulings of a draft."""


async def withdraw_scenario(request: DeskRequest) -> DeskAnswer:
    """Take a scenario from players."""
    found = request.publication()
    engine = request.desk.web_app.engine
    await asyncio.to_thread(withdraw, engine, found.scenario.id, found.scenario.language)
    return {"go": desk_address("list", said="withdrawn")}


async def publish_again(request: DeskRequest) -> DeskAnswer:
    """Make an earlier version, or the latest, the current one."""
    found, number = request.publication(), request.text("version")
    wanted = int(number) if number.isdecimal() and len(number) < 9 else None
    engine = request.desk.web_app.engine
    await asyncio.to_thread(republish, engine, found.scenario.id, found.scenario.language, wanted)
    return {"go": desk_address("puzzle", found.scenario, said="published")}


async def try_scenario(request: DeskRequest) -> DeskAnswer:
    """Begin a private game of a version, or of what is kept of a form, and say where it is."""
    engine, number = request.desk.web_app.engine, request.text("version")
    form = await asyncio.to_thread(written_form, request)
    if request.data.get("written") is True:
        scenario = written_scenario(request, form)
    else:
        found = request.publication()
        scenario = found.scenario
        if number:
            versions = await asyncio.to_thread(versions_of, engine, scenario.id, scenario.language)
            scenario = next((one.scenario for one in versions if str(one.number) == number), scenario)
    await request.desk.web_app.limits.count("game", request.visitor)
    tried = (form.draft.game, scenario)
    session = await engine.create_session(
        scenario.id, request.visitor.player_id, scenario.language, remembered=False, draft=tried
    )
    return {"go": "../?" + urlencode({"game": session.session_id, "draft": form.draft.key})}


async def ask_scenario(request: DeskRequest) -> DeskAnswer:
    """Rule on a question, with what decided."""
    engine, found = request.desk.web_app.engine, request.publication()
    context = await draft_context(engine, found.game, found.scenario)
    asked = request.text("text", _LONGEST)
    blocks = await engine.games[found.game].try_out(context, asked)
    return {"html": render_template("desk/ruling", request.lang, blocks=blocks)}


async def review_scenario(request: DeskRequest) -> DeskAnswer:
    """Return the lint findings of a scenario."""
    found = request.publication()
    findings = await asyncio.to_thread(request.game(found.game).review, found.scenario, request.lang)
    return {"html": render_template("desk/findings", request.lang, findings=findings)}


async def decide_gap(request: DeskRequest) -> DeskAnswer:
    """Save the author's decision on one gap as a new version."""
    links = [str(link) for link in request.listed("links")]
    gap, choice, place = request.text("gap", 4 * _LONGEST), request.text("choice"), request.text("place")
    return await _decided(request, [Decision(gap, choice, links, place)])


async def confirm_gaps(request: DeskRequest) -> DeskAnswer:
    """Save what is proposed for all gaps of a group that are not in doubt, as a new version."""
    found = request.publication()
    gaps = [*await pages.gaps_of(request, found), *await pages.guide_of(request, found)]
    sure = [gap for gap in gaps if gap.group == request.text("group") and gap.is_sure]
    return await _decided(request, [Decision(gap.name, gap.suggested, gap.linked or None) for gap in sure])


async def _decided(request: DeskRequest, decisions: list[Decision]) -> DeskAnswer:
    engine, found = request.desk.web_app.engine, request.publication()
    scenario = request.game(found.game).decide(found.scenario, decisions)
    await asyncio.to_thread(publish_or_keep, engine, found, scenario)
    edited = request.publication()
    return {
        "html": await pages.gaps_html(request, edited),
        "guide": await pages.guide_html(request, edited),
        "said": texts_in(request.lang)["desk_saved_as"].format(number=edited.versions),
    }


async def estimate_draft(request: DeskRequest) -> DeskAnswer:
    """Tell what a draft would cost; nothing is asked of a model."""
    run = await _draft_run(request)
    return {"html": pages.draft_html(request, request.publication(), run)}


async def begin_draft(request: DeskRequest) -> DeskAnswer:
    """Start drafting what a scenario lacks, as a new version that waits for its author."""
    run = await _draft_run(request)
    run.check_models()
    run.check_can_be_published()
    request.desk.drafts.begin(run)
    return await follow_draft(request)


async def follow_draft(request: DeskRequest) -> DeskAnswer:
    """Tell how far a draft is, after a moment."""
    found = request.publication()
    draft = request.desk.drafts.get(found.scenario.id, found.scenario.language)
    if draft:
        await asyncio.wait([draft.task], timeout=_MOMENT_S)
        if draft.is_saved:
            return {"go": desk_address("questions", found.scenario, said="drafted")}
        return {"html": pages.draft_html(request, found), "running": not draft.is_over}
    if not await asyncio.to_thread(is_drafted_now, _steps_of(request, found)):
        return {"go": desk_address("questions", found.scenario)}
    await asyncio.sleep(_MOMENT_S)  # another worker is at it
    return {"html": pages.draft_html(request, found, elsewhere=True), "running": True}


async def stop_draft(request: DeskRequest) -> DeskAnswer:
    """Stop a draft; what is done is kept."""
    found = request.publication()
    if draft := request.desk.drafts.get(found.scenario.id, found.scenario.language):
        await draft.stop()
    else:
        await asyncio.to_thread(stop_steps, _steps_of(request, found))
    return await follow_draft(request)


async def _draft_run(request: DeskRequest) -> DraftRun:
    web_app, found, size = request.desk.web_app, request.publication(), request.text("size")
    options = DraftOptions(
        min(max(int(size), _FEWEST), _MOST) if size.isdecimal() and len(size) < 9 else DraftOptions.size,
        request.data.get("other_language") is not False,
    )
    limits = DraftLimits(_budget(request, found), retry=True)
    return await DraftRun.begin(
        web_app.engine, found.game, found.scenario, options, limits, _drafts_folder(request)
    )


def _drafts_folder(request: DeskRequest) -> Path:
    return request.desk.web_app.config.paths.game_storage / "drafts"


def _steps_of(request: DeskRequest, found: Publication) -> Path:
    return steps_folder(_drafts_folder(request), found.scenario)


def _budget(request: DeskRequest, found: Publication) -> int | None:
    """Return the tokens of a draft: twice as many where they did not last; None for the usual."""
    before = request.desk.drafts.get(found.scenario.id, found.scenario.language)
    is_spent = before and isinstance(before.error, ModelFailed) and before.error.kind == "budget"
    return 2 * before.run.budget if before and is_spent else None


async def choose_desk_language(request: DeskRequest) -> DeskAnswer:
    """Switch the desk to another language."""
    visitors.set_language(request.http, request.text("lang"))
    return {"go": ""}


DESK_ACTIONS: dict[str, Callable[[DeskRequest], Awaitable[DeskAnswer]]] = {
    action.__name__: cast("Any", action)
    for action in (
        keep_form_draft,
        drop_form_draft,
        save_scenario,
        withdraw_scenario,
        publish_again,
        try_scenario,
        ask_scenario,
        review_scenario,
        decide_gap,
        confirm_gaps,
        estimate_draft,
        begin_draft,
        follow_draft,
        stop_draft,
        read_files,
        take_in,
        go_on_importing,
        publish_kept,
        choose_desk_language,
    )
}
