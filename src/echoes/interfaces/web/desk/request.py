"""Requests of the desk's pages."""

from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import urlencode

from echoes.core.errors import BadInput
from echoes.engine.scenarios.form_drafts import FormDrafts
from echoes.engine.scenarios.publishing import Publication, publication_of
from echoes.games.base import AnyGame
from echoes.games.scenario import Scenario
from echoes.interfaces.web.app import WebApp
from echoes.interfaces.web.desk.drafts import DeskDrafts
from echoes.interfaces.web.desk.imports import DeskImports
from echoes.interfaces.web.desk.uploads import Uploads
from echoes.interfaces.web.visitors import Visitor

DeskAnswer = dict[str, Any]
"""As JSON: `go` is an address, `said` a message, `html` is put in its place, `error` is for the author."""


def desk_address(page: str, scenario: Scenario | None = None, /, **more: object) -> str:
    """Return the address of a page of the desk, on a scenario where one is named."""
    meant = {"id": scenario.id, "in": scenario.language} if scenario else {}
    return "?" + urlencode({"page": page, **meant, **more})


@dataclass(frozen=True)
class Desk:
    """The parts that all requests of the desk share.

    Attributes:
        uploads: the files that were sent.
        imports: those under way.
        drafts: those that were begun here.
    """

    web_app: WebApp
    uploads: Uploads
    imports: DeskImports
    drafts: DeskDrafts


@dataclass(frozen=True)
class DeskRequest:
    """A request of an author, who has given the operator's password.

    Attributes:
        data: sent by the page; nothing in it is trusted.
        http: the request.
    """

    desk: Desk
    visitor: Visitor
    data: dict[str, Any]
    http: Any = None

    @property
    def lang(self) -> str:
        """The language of the page."""
        return self.visitor.lang

    def text(self, key: str, longest: int = 200) -> str:
        """Return a text of the data; empty where there is none."""
        value = self.data.get(key, "")
        return value[:longest].encode(errors="ignore").decode() if isinstance(value, str) else ""

    def fields(self, key: str) -> dict[str, Any]:
        """Return an object of the data; empty where there is none."""
        value = self.data.get(key)
        return cast("dict[str, Any]", value) if isinstance(value, dict) else {}

    def listed(self, key: str) -> list[Any]:
        """Return a list of the data; empty where there is none."""
        value = self.data.get(key)
        return cast("list[Any]", value) if isinstance(value, list) else []

    @property
    def forms(self) -> FormDrafts:
        """The drafts of forms."""
        return FormDrafts(self.desk.web_app.config.paths.game_storage / "drafts" / "forms")

    def publication(self) -> Publication:
        """Return the scenario that is meant.

        Raises:
            UnknownName: there is none.
        """
        return publication_of(self.desk.web_app.engine, self.text("id"), self.text("in"))

    def game(self, name: str) -> AnyGame:
        """Return a kind of game.

        Raises:
            BadInput: there is none.
        """
        games = self.desk.web_app.engine.games
        if name not in games:
            raise BadInput(
                "there is no such kind of game", f"Known: {', '.join(games)}.", zh="没有这种游戏。"
            )
        return games[name]
