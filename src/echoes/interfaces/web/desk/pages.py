"""Pages of the desk."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from markupsafe import Markup

from echoes.core.errors import EchoesError, ModelFailed
from echoes.core.text.bilingual import in_language
from echoes.engine.scenarios.drafting import DraftRun
from echoes.engine.scenarios.form_drafts import FormDraft
from echoes.engine.scenarios.publishing import Publication, publications, versions_of
from echoes.engine.sessions.queries import games_of
from echoes.engine.views.dashboard import scenario_figures
from echoes.games.author_forms import Gap
from echoes.games.drafts import DraftOptions
from echoes.games.lint_findings import Playability
from echoes.games.scenario import Scenario
from echoes.interfaces.web.desk.drafts import DeskDraft
from echoes.interfaces.web.desk.forms import written_form
from echoes.interfaces.web.desk.request import DeskRequest
from echoes.interfaces.web.i18n import LANGUAGES, texts_in
from echoes.interfaces.web.templating import render_template, without_commands

MOST_GAPS = 200
FEW_AT_ONCE = 6
"""Questions of the guide that are laid out; the others are folded away."""
WISHES = ("join", "skip_similar", "keep_duplicates", "replace")
"""The options of an import that an author may tick."""
_SAID = ("saved", "kept", "unchanged", "withdrawn", "published", "drafted", "dropped")


async def desk_html(request: DeskRequest) -> str:
    """Return the page that an address names; the list where it names none."""
    name = request.text("page")
    name = name if name in _PAGES else "list"
    said, wrong = request.text("said"), ""
    try:
        body = await _PAGES[name](request)
    except EchoesError as error:
        body, wrong = Markup(""), without_commands(str(error))
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
        (
            one,
            engine.games[one.game],
            engine.games[one.game].playability(one.scenario, lang),
            needs_model(request, one.game, one.scenario),
        )
        for one in found
    ]
    drafts = await asyncio.to_thread(request.forms.unpublished)
    return _rendered(
        request,
        "list",
        drafts=[draft for draft in drafts if not draft.scenario_id],
        edited={draft.key for draft in drafts if draft.scenario_id},
        own=[row for row in rows if row[0].status != "bundled"],
        bundled=[row for row in rows if row[0].status == "bundled"],
        kinds=len({one.game for one in found}) > 1,
        languages=LANGUAGES,
    )


async def _puzzle(request: DeskRequest) -> Markup:
    engine, found = request.desk.web_app.engine, request.publication()
    game = engine.games[found.game]
    form = await asyncio.to_thread(written_form, request)
    versions = await asyncio.to_thread(versions_of, engine, found.scenario.id, found.scenario.language)
    return _rendered(
        request,
        "puzzle",
        found=found,
        form=form.fields,
        draft=form.draft,
        alone=game.playability(found.scenario, request.lang),
        versions=[(one, needs_model(request, found.game, one.scenario)) for one in versions[::-1]],
        lacks=needs_model(request, found.game, found.scenario),
        languages=LANGUAGES,
    )


def needs_model(request: DeskRequest, name: str, scenario: Scenario) -> Playability | None:
    """Return the reason that a scenario can't be played here, such as a missing model; None where it can."""
    game, models = request.game(name), request.desk.web_app.engine.models
    alone = None if game.uses_model(models) else game.playability(scenario, request.lang)
    return alone if alone and alone.level == "not" else None


async def _new(request: DeskRequest) -> Markup:
    games = request.desk.web_app.engine.games
    writable = {
        name: game.introduction(request.lang)[0]
        for name, game in games.items()
        if game.form(None, request.lang)
    }
    if not (request.forms.find(request.text("key")) or request.text("game") in writable):
        request = replace(request, data={**request.data, "game": next(iter(writable), "")})
    form = await asyncio.to_thread(written_form, request)
    others = [one for one in await _new_drafts(request) if one.key != form.draft.key]
    return _rendered(request, "new", kinds=writable, form=form.fields, draft=form.draft, others=others)


async def _new_drafts(request: DeskRequest) -> list[FormDraft]:
    """Return the drafts of new scenarios."""
    drafts = await asyncio.to_thread(request.forms.unpublished)
    return [draft for draft in drafts if not draft.scenario_id]


async def _questions(request: DeskRequest) -> Markup:
    found = request.publication()
    begun = request.desk.drafts.get(found.scenario.id, found.scenario.language)
    return _rendered(
        request,
        "questions",
        found=found,
        games=len(await games_of(request.desk.web_app.engine, found.scenario)),
        gaps=await gaps_html(request, found),
        guide=await guide_html(request, found),
        draft=draft_html(request, found),
        drafting=bool(begun and (not begun.is_over or begun.untranslated)),
    )


def draft_html(
    request: DeskRequest, found: Publication, estimated: DraftRun | None = None, elsewhere: bool = False
) -> Markup:
    """Return the progress of a scenario's draft, or the offer of one; empty where this game has none.

    Args:
        request: of the author.
        found: the scenario.
        estimated: a draft whose cost is to be told.
        elsewhere: whether another worker drafts it.
    """
    engine, config = request.desk.web_app.engine, request.desk.web_app.config
    if not engine.games[found.game].is_drafted:
        return Markup("")
    draft = request.desk.drafts.get(found.scenario.id, found.scenario.language)
    prices = {name: (one.prompt, one.completion) for name, one in config.models.prices.items()}
    html = render_template(
        "desk/draft",
        request.lang,
        running=draft.run if draft and not draft.is_over else None,
        wrong=_what_went_wrong(draft, request.lang) if draft and not estimated else "",
        elsewhere=elsewhere,
        estimated=estimated,
        price=estimated.price(prices) if estimated else None,
        size=DraftOptions.size,
    )
    return Markup(html)


def _what_went_wrong(draft: DeskDraft, language: str) -> str:
    words, error = texts_in(language), draft.error
    if isinstance(error, ModelFailed) and error.kind == "budget":
        return words["desk_draft_spent"]
    if isinstance(error, EchoesError):
        return error.message(language)
    if error:
        return words["desk_draft_failed"]
    missing = in_language(draft.untranslated, language)
    return words["desk_draft_untranslated"].format(part=missing) if missing else ""


async def gaps_of(request: DeskRequest, found: Publication) -> Sequence[Gap]:
    """Return the parts that wait for a scenario's author, in the language of the page."""
    engine = request.desk.web_app.engine
    logs = await games_of(engine, found.scenario)
    return await asyncio.to_thread(engine.games[found.game].gaps, found.scenario, logs, request.lang)


async def gaps_html(request: DeskRequest, found: Publication) -> Markup:
    """Return the parts that wait for a scenario's author, in groups; what is most in doubt first."""
    gaps = await gaps_of(request, found)
    left = max(0, len(gaps) - MOST_GAPS)
    html = render_template(
        "desk/gaps", request.lang, groups=_in_groups(gaps), left=left, told=found.scenario.language
    )
    return Markup(html)


def _in_groups(gaps: Sequence[Gap]) -> list[tuple[str, list[Gap], int]]:
    """Return gaps by their headings, each with the number of those that may be confirmed at once."""
    sure = Counter(gap.group for gap in gaps if gap.is_sure)
    groups = groupby(gaps[:MOST_GAPS], key=lambda gap: gap.group)
    return [(heading, list(waiting), sure[heading]) for heading, waiting in groups]


async def guide_of(request: DeskRequest, found: Publication) -> Sequence[Gap]:
    """Return the questions that bring a scenario to where it plays, in the language of the page."""
    game = request.game(found.game)
    return await asyncio.to_thread(game.guiding_questions, found.scenario, request.lang)


async def guide_html(request: DeskRequest, found: Publication) -> Markup:
    """Return the steps to where a scenario plays, and the questions that lead there; a few are unfolded."""
    gaps = await guide_of(request, found)
    alone = request.game(found.game).playability(found.scenario, request.lang)
    html = render_template(
        "desk/guide",
        request.lang,
        groups=_in_groups(gaps),
        alone=alone,
        told=found.scenario.language,
        found=found,
        own=request.game(found.game).own_question(found.scenario, request.lang),
        few=FEW_AT_ONCE,
    )
    return Markup(html)


async def _import(request: DeskRequest) -> Markup:
    games = request.desk.web_app.engine.games
    kinds = {name: game.introduction(request.lang)[0] for name, game in games.items()}
    bound = request.desk.web_app.config.web.max_upload_kb
    return _rendered(request, "import", kinds=kinds, chosen="situation_puzzle", bound=bound, wishes=WISHES)


async def _figures(request: DeskRequest) -> Markup:
    rows: list[dict[str, Any]] = [
        {**row.to_json()} for row in await scenario_figures(request.desk.web_app.engine)
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
