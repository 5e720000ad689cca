"""Campaigns: scenarios of any kind in an order, with conditions, points that are carried on, and an ending.

A campaign is a file `campaigns/ID.yaml` in a data folder. Nothing of it is stored: how far a player has come
follows from their games, of which the first that has ended counts for each chapter.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Literal, Self

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from echoes.core.errors import BadInput, EchoesError, UnknownName, UserError
from echoes.core.files.yaml_text import load_yaml
from echoes.core.log.records import Row
from echoes.core.text.bilingual import Language
from echoes.engine.engine import GameEngine
from echoes.engine.sessions.overview import SessionOverview
from echoes.engine.sessions.queries import session_rows

_COMPLETED = 100
"""The points of a chapter whose game was completed, and keeps no score of its own."""
_Line = Annotated[str, Field(min_length=1, max_length=4000)]
_Texts = Annotated[dict[Language, _Line], Field(min_length=1)]
"""A text by language."""
ChapterState = Literal["locked", "open", "playing", "solved", "given_up", "passed_over"]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Needs(_Part):
    """The condition of a chapter, in what was reached before it: without that, it is passed over."""

    solved: int = Field(default=0, ge=0)
    points: int = Field(default=0, ge=0)


class CampaignChapter(_Part):
    """One scenario of a campaign.

    Attributes:
        play: its id.
        before, solved, given_up: said before it, and after it by how it ended.
        needs: the condition on which it is played.
    """

    play: str
    before: _Texts | None = None
    solved: _Texts | None = None
    given_up: _Texts | None = None
    needs: Needs = Needs()


class CampaignEnding(_Part):
    """An ending, for whoever has reached so many points."""

    points: int = Field(ge=0)
    text: _Texts


class Campaign(_Part):
    """A campaign, as its author writes it.

    Attributes:
        title, opening: said of it.
        chapters: in their order.
        endings: the one for the most points first.
    """

    title: _Texts
    opening: _Texts
    chapters: Annotated[tuple[CampaignChapter, ...], Field(min_length=1, max_length=50)]
    endings: Annotated[tuple[CampaignEnding, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _fits(self) -> Self:
        played = [chapter.play for chapter in self.chapters]
        if twice := sorted({one for one in played if played.count(one) > 1}):
            raise ValueError(f"chapters: '{twice[0]}' is played twice")
        for number, chapter in enumerate(self.chapters):
            if chapter.needs.solved > number:
                raise ValueError(f"chapters.{number}.needs.solved: only {number} come before it")
        for where, texts in self._texts():
            if {*texts} != {*self.title}:
                raise ValueError(f"{where}: needs the languages of the title, {', '.join(self.title)}")
        bounds = [ending.points for ending in self.endings]
        if bounds[-1] or any(one <= other for one, other in pairwise(bounds)):
            raise ValueError("endings: the points must fall from one to the next, down to 0")
        return self

    def _texts(self) -> Iterator[tuple[str, _Texts]]:
        """Yield each text with its place."""
        yield "opening", self.opening
        for number, chapter in enumerate(self.chapters):
            parts = {"before": chapter.before, "solved": chapter.solved, "given_up": chapter.given_up}
            yield from ((f"chapters.{number}.{name}", texts) for name, texts in parts.items() if texts)
        yield from ((f"endings.{number}.text", ending.text) for number, ending in enumerate(self.endings))


class ChapterRow(Row, frozen=True):
    """A chapter as a player is shown it.

    Attributes:
        id: of the scenario; empty while it is locked.
        session_id: of the game that counts, or goes on; None for none.
        before, after: what is said by now.
    """

    id: str
    title: str
    state: ChapterState
    session_id: str | None = None
    points: int = 0
    before: str = ""
    after: str = ""


class CampaignRow(Row, frozen=True):
    """A campaign as a player is shown it.

    Attributes:
        points, solved: of all chapters so far.
        next: the number of the chapter that is to be played, from 1; None once it is over.
        ending: empty before.
    """

    id: str
    lang: str
    title: str
    opening: str
    chapters: tuple[ChapterRow, ...]
    points: int
    solved: int
    next: int | None
    ending: str


def campaign_ids(engine: GameEngine) -> list[str]:
    """Return the ids of all campaigns, those of the data folder and those that came with the program."""
    return sorted(_files(engine))


def _files(engine: GameEngine) -> Mapping[str, Path]:
    """Return the file of each campaign by its id; that of the data folder goes before a bundled one."""
    folders = reversed(engine.scenarios.folders)
    found = [path for folder in folders for path in folder.glob("campaigns/*.yaml") if path.is_file()]
    return {path.stem: path for path in found}


def read_campaign(path: Path) -> Campaign:
    """Read a campaign from its file.

    Raises:
        BadInput: it can't be read, or a field does not fit.
    """
    try:
        return Campaign.model_validate(load_yaml(path.read_text("utf-8"), aliases=False))
    except ValidationError as error:
        [first, *_] = error.errors()
        where = ".".join(map(str, first["loc"]))
        what = first["msg"].removeprefix("Value error, ")
        raise BadInput(f"{path}: {where and f'{where}: '}{what}", "Mend the field.") from None
    except (yaml.YAMLError, OSError, ValueError, RecursionError) as error:
        raise BadInput(f"{path} can't be read ({' '.join(str(error).split())})", "Mend the file.") from None


async def campaign_of(
    engine: GameEngine,
    campaign_id: str,
    player_id: str,
    language: str | None = None,
    rows: Sequence[SessionOverview] | None = None,
) -> CampaignRow:
    """Return a campaign as far as a player has come.

    Args:
        engine: that plays it.
        campaign_id: the name of its file.
        player_id: the player.
        language: of texts and games; None for English, or its only one.
        rows: the player's games, if they have been read.
    Raises:
        UnknownName: there is none, or none in this language.
        BadInput: its file does not fit, or names a scenario that is not there.
    """
    path = _files(engine).get(campaign_id)
    if path is None:
        known = ", ".join(campaign_ids(engine)) or "none"
        raise UnknownName(f"there is no campaign '{campaign_id}'", f"There are: {known}.")
    campaign = read_campaign(path)
    lang: Language | None = next((one for one in sorted(campaign.title) if language in (None, one)), None)
    if lang is None:
        raise UnknownName(f"'{campaign_id}' is not there in '{language}'", "Choose another --lang.")
    games = _games(await session_rows(engine, player_id) if rows is None else rows, lang)
    chapters = [*_chapters(engine, campaign, lang, games, path)]
    points = sum(one.points for one in chapters)
    to_play = (n for n, one in enumerate(chapters, 1) if one.state in ("open", "playing"))
    number = next(to_play, None)
    ending = next(one for one in campaign.endings if points >= one.points)
    return CampaignRow(
        id=campaign_id,
        lang=lang,
        title=_said(campaign.title, lang),
        opening=_said(campaign.opening, lang),
        chapters=tuple(chapters),
        points=points,
        solved=sum(one.state == "solved" for one in chapters),
        next=number,
        ending="" if number else _said(ending.text, lang),
    )


async def campaigns_of(engine: GameEngine, player_id: str, language: str) -> list[CampaignRow]:
    """Return the campaigns that are there in a language, as far as a player has come.

    One whose file does not fit is left out: `campaign_of` says what is amiss.
    """
    found: list[CampaignRow] = []
    rows = await session_rows(engine, player_id)
    for name in campaign_ids(engine):
        with suppress(UserError):
            found.append(await campaign_of(engine, name, player_id, language, rows))
    return found


def _games(rows: Sequence[SessionOverview], lang: Language) -> Mapping[str, SessionOverview]:
    """Return the game of each scenario that counts: the first of those that ended, else the last open one.

    The first is the one that was begun first: what is said in a game after its end changes nothing.
    """
    own = [row for row in rows if row.lang == lang and not row.forked_from]
    found = {row.puzzle_id: row for row in own if row.is_open}
    ended = [row for row in own if row.status != "PLAYING"]
    return found | {row.puzzle_id: row for row in sorted(ended, key=lambda row: row.started, reverse=True)}


def _chapters(
    engine: GameEngine, campaign: Campaign, lang: Language, games: Mapping[str, SessionOverview], path: Path
) -> Iterator[ChapterRow]:
    """Yield the chapters; one is open once all before it are over, and if what it needs was reached there."""
    is_due, points, solved = True, 0, 0
    for number, chapter in enumerate(campaign.chapters):
        try:
            _, scenario = engine.scenarios.get(chapter.play, lang)
        except EchoesError as error:
            raise BadInput(f"{path}: chapters.{number}.play: {error.problem}", "Name another.") from None
        game, needs = games.get(chapter.play), chapter.needs
        if not is_due:
            yield ChapterRow(id="", title="", state="locked")
        elif solved < needs.solved or points < needs.points:
            yield ChapterRow(id=scenario.id, title=scenario.title, state="passed_over")
        else:
            row = _chapter(chapter, scenario.id, scenario.title, lang, game)
            yield row
            is_due = row.state in ("solved", "given_up")
            points, solved = points + row.points, solved + (row.state == "solved")


def _chapter(
    chapter: CampaignChapter, scenario_id: str, title: str, lang: Language, game: SessionOverview | None
) -> ChapterRow:
    row = ChapterRow(id=scenario_id, title=title, state="open", before=_said(chapter.before, lang))
    if game is None:
        return row
    if game.status == "PLAYING":
        return row.model_copy(update={"state": "playing", "session_id": game.session_id})
    is_solved = game.status == "COMPLETED"
    score = game.counts.get("score")
    return row.model_copy(
        update={
            "state": "solved" if is_solved else "given_up",
            "session_id": game.session_id,
            "points": score if score is not None else _COMPLETED * is_solved,
            "after": _said(chapter.solved if is_solved else chapter.given_up, lang),
        }
    )


def _said(texts: _Texts | None, lang: Language) -> str:
    return texts[lang] if texts else ""
