"""Forms of scenarios: as they are published, and as their authors left them."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from echoes.core.errors import BadInput
from echoes.engine.scenarios.form_drafts import ChangedElsewhere, FormDraft
from echoes.engine.scenarios.publishing import Publication
from echoes.games.author_forms import FormField, filled_in
from echoes.games.scenario import Scenario
from echoes.interfaces.web.desk.request import DeskRequest, desk_address
from echoes.interfaces.web.i18n import LANGUAGES, texts_in


@dataclass(frozen=True)
class WrittenForm:
    """A form, and what its author has typed in it since it was published.

    Attributes:
        draft: names it; without a revision where nothing was typed.
        edited: the scenario that it edits; None for a new one.
        published: the form of what is published; of a new scenario, an empty one.
    """

    draft: FormDraft
    edited: Publication | None
    published: Sequence[FormField]

    @property
    def fields(self) -> list[FormField]:
        """Return the form as its author left it."""
        return filled_in(self.published, self.draft.values)


def written_form(request: DeskRequest) -> WrittenForm:
    """Return the form that a request names: of a scenario, or of a new one by the key of its draft.

    Raises:
        UnknownName: there is no such scenario.
        BadInput: there is no such kind of game.
    """
    edited = request.publication() if request.text("id") else None
    key = draft_key(edited.scenario) if edited else request.text("key")
    found = request.forms.find(key)
    name = edited.game if edited else found.game if found else request.text("game")
    form = request.game(name).form(edited.scenario if edited else None, request.lang)
    of = edited.scenario if edited else None
    begun = FormDraft(key=key, game=name, scenario_id=of.id if of else "", language=of.language if of else "")
    return WrittenForm(found or begun, edited, form)


def draft_key(scenario: Scenario) -> str:
    """Return the key of the draft of a scenario's edit."""
    return f"{scenario.id}_{scenario.language}"


def written_scenario(request: DeskRequest, form: WrittenForm) -> Scenario:
    """Return the scenario of a form as its author left it.

    Raises:
        BadInput: a field is missing or does not fit, or was changed by somebody else as well.
    """
    if request.text("revision") != form.draft.revision:
        raise ChangedElsewhere
    if not form.edited and not form.draft.revision:
        raise BadInput("nothing is written yet", "Write it first.", zh=texts_in("zh")["desk_nothing"])
    edited = form.edited.scenario if form.edited else None
    return request.game(form.draft.game).from_form(form.draft.whole_values(form.published), edited)


def moved(request: DeskRequest) -> str:
    """Return the address of the page that is meant where the address of a request does not name it whole.

    A new scenario has a draft of its own from the beginning; the address of a draft leads to its form, and
    to the scenario that has become of it.
    """
    page, key = request.text("page"), request.text("key")
    if page == "new" and not key:
        chosen = {"game": request.text("game")} if request.text("game") else {}
        return desk_address("new", **chosen, key=secrets.token_hex(8))
    found = request.forms.find(key) if page in ("", "new") else None
    if found and found.is_published:
        return desk_address("puzzle", **{"id": found.scenario_id, "in": found.language})
    if page or not key:
        return ""
    scenario_id, _, language = key.rpartition("_")
    if scenario_id and language in LANGUAGES:
        return desk_address("puzzle", **{"id": scenario_id, "in": language})
    return desk_address("new", key=key)
