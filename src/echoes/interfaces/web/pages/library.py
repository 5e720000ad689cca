"""Library page: the stories, and the games that a visitor has played."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from urllib.parse import quote

from markupsafe import Markup

from echoes.core.errors import UnknownName
from echoes.engine.engine import GameEngine
from echoes.engine.players.proposals import Proposal
from echoes.engine.scenarios.campaigns import campaigns_of
from echoes.engine.scenarios.drawings import drawing_of
from echoes.engine.scenarios.of_the_day import scenario_of_day
from echoes.engine.scenarios.publishing import newly_published
from echoes.engine.sessions.overview import SessionOverview
from echoes.engine.sessions.queries import session_rows
from echoes.games.guide import tutorial_guide
from echoes.interfaces.proposal_reasons import reason_text
from echoes.interfaces.web.i18n import LANGUAGES
from echoes.interfaces.web.open_paths import DRAWING
from echoes.interfaces.web.templating import render_template
from echoes.interfaces.web.tutorial_actions import LONGEST_TRY
from echoes.interfaces.web.visitors import Visitor, session_of
from echoes.memory.manager import MemoryManager
from echoes.memory.records import GameRecord

_LINE = 180


@dataclass(frozen=True)
class Card:
    """A story in one language, as a visitor is shown it.

    Attributes:
        kind: of game, as its title.
        line: how it begins.
        state: `new`, `open`, `solved`, `given_up`, or `left`: it goes on in a room that the visitor has left.
        questions: that were needed, where it was solved.
        session_id: of the game that is open.
        without_model: how far it can be played without a model, where there is none; else empty.
        stars, rated: mean of the ratings, and how many there are.
        tries, solved: how many players have finished their first try at it, and how many of them solved it.
        is_new: whether it came a short time ago.
        drawing, drawn: the address of its drawing, and what is to be seen there; empty for none.
        others: the other languages in which it is there.
        strategies: the AI players that may be watched at it.
    """

    id: str
    lang: str
    title: str
    kind: str
    line: str
    difficulty: int
    tags: tuple[str, ...]
    warnings: tuple[str, ...]
    state: str
    questions: int
    session_id: str | None
    stars: float
    rated: int
    tries: int
    solved: int
    is_new: bool
    without_model: str
    why: str
    drawing: str = ""
    drawn: str = ""
    others: tuple[str, ...] = ()
    strategies: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Told:
    """Facts of all stories, whoever asks: ratings, first tries, how many were solved, which are new."""

    ratings: Mapping[str, Mapping[str, int]]
    tries: Mapping[str, int]
    solved: Mapping[str, int]
    new: Collection[tuple[str, str]]


@dataclass(frozen=True)
class KindHeading:
    """A kind of game, in the visitor's language.

    Attributes:
        is_taught: whether it is the kind that the tutorial teaches.
    """

    title: str
    description: str
    is_taught: bool


async def library_html(engine: GameEngine, visitor: Visitor, strategies: Sequence[str]) -> Markup:
    """Return the page of all stories, in the visitor's language first.

    Args:
        engine: whose puzzles they are.
        visitor: whose record decides on the order.
        strategies: AI players that may be watched.
    """
    others = [code for code in LANGUAGES if code != visitor.lang]
    cards: list[Card] = []
    going_on: Proposal | None = None
    memory = await engine.players.memory()
    games, told = await memory.ledger.games_of(visitor.player_id), await _told(engine, memory)
    sessions = {row.session_id: row for row in await session_rows(engine)}
    joined = _by_story(await _joined(engine, visitor, sessions))
    met = _by_story([sessions[session_id] for session_id in visitor.met if session_id in sessions])
    played = {scenario.id: name for name, scenario in engine.scenarios.list_all()}
    kinds = _headings(engine, {*played.values()}, visitor.lang)
    watched = {name: tuple(one for one in strategies if one in engine.games[name].players) for name in kinds}
    for lang in [visitor.lang, *others]:
        proposals = await engine.players.propose(visitor.player_id, lang)
        shown = [one for one in proposals if one.scenario.language == lang]
        going_on = going_on or next((one for one in shown if one.session_id), None)
        for one in shown:
            game = engine.games[played[one.scenario.id]]
            alone = "" if game.uses_model(engine.models) else one.info.without_model or ""
            card = _card(one, kinds[game.name].title, games, told, alone)
            card = _with_room(card, joined.get(story := (card.id, card.lang)), met.get(story))
            card = replace(card, line=_shortened(game.teaser(one.scenario)), strategies=watched[game.name])
            cards.append(_with_drawing(engine, game.name, card))
    cards = _by_kind(cards, [heading.title for heading in kinds.values()])
    return Markup(
        render_template(
            "library",
            visitor.lang,
            cards=cards,
            tags={code: _tags(cards, code) for code in [visitor.lang, *others]},
            going_on=going_on,
            today=_of_today(engine, cards, visitor.lang),
            campaigns=await campaigns_of(engine, visitor.player_id, visitor.lang),
            languages=LANGUAGES,
            strategies=strategies,
            kinds={one.title: one for one in kinds.values()},
            guide=None if visitor.taught else tutorial_guide(engine.games, visitor.lang),
            newcomer=not (games or joined or going_on),
        )
    )


async def _told(engine: GameEngine, memory: MemoryManager) -> _Told:
    tries, solved = Counter[str](), Counter[str]()
    for one in await memory.ledger.statistics():
        tries[one.puzzle_id] += one.first_tries
        solved[one.puzzle_id] += one.solved
    return _Told(await memory.ratings(), tries, solved, newly_published(engine))


def _with_drawing(engine: GameEngine, game: str, card: Card) -> Card:
    """Return a card with the address of its story's drawing, if there is one."""
    if (drawing := drawing_of(engine, game, card.id)) is None:
        return card
    address = f"{DRAWING[1:]}{quote(game)}/{quote(card.id)}?v={drawing.version}"
    return replace(card, drawing=address, drawn=drawing.titles.get(card.lang, drawing.titles.get("", "")))


def _of_today(engine: GameEngine, cards: Sequence[Card], lang: str) -> Card | None:
    """Return the card of the puzzle of the day; None where it is not there in the visitor's language."""
    with suppress(UnknownName):
        due = scenario_of_day(engine, datetime.now(UTC).date())
        return next((card for card in cards if (card.id, card.lang) == (due, lang)), None)
    return None


def _tags(cards: Sequence[Card], lang: str) -> list[str]:
    return sorted({tag for card in cards if card.lang == lang for tag in card.tags})


def _headings(engine: GameEngine, kinds: Collection[str], lang: str) -> dict[str, KindHeading]:
    """Return the kinds of game that are there, in their order."""
    guide = tutorial_guide(engine.games, lang)
    return {
        name: KindHeading(*game.introduction(lang), is_taught=game.guide(lang) == guide)
        for name, game in engine.games.items()
        if name in kinds
    }


def _by_kind(cards: Sequence[Card], kinds: Sequence[str]) -> list[Card]:
    """Return the cards kind by kind, new ones after those begun, and with the languages in which each is."""
    spoken = {card.id: [one.lang for one in cards if one.id == card.id] for card in cards}
    named = [
        replace(card, others=tuple(one for one in spoken[card.id] if one != card.lang)) for card in cards
    ]
    langs = list(dict.fromkeys(card.lang for card in cards))

    def place(card: Card) -> tuple[int, int, bool, bool]:
        is_late = not (card.is_new and card.state == "new")
        return kinds.index(card.kind), langs.index(card.lang), card.state != "open", is_late

    return sorted(named, key=place)


def tutorial_html(engine: GameEngine, visitor: Visitor) -> Markup | None:
    """Return the rules and a tiny game to try them; None where no game has a guide."""
    guide = tutorial_guide(engine.games, visitor.lang)
    page = render_template("tutorial", visitor.lang, guide=guide, longest=LONGEST_TRY) if guide else None
    return Markup(page) if page else None


def _card(
    proposal: Proposal, kind: str, games: Sequence[GameRecord], told: _Told, without_model: str
) -> Card:
    scenario = proposal.scenario
    stars = told.ratings.get(scenario.id, {})
    own = [game for game in games if game.puzzle_id == scenario.id]
    is_solved = any(game.solved for game in own)
    asked = [game.facts.questions for game in own if game.solved]
    solved = [count for count in asked if count is not None]
    state = "open" if proposal.session_id else "solved" if is_solved else "given_up" if own else "new"
    return Card(
        id=scenario.id,
        lang=scenario.language,
        title=scenario.title,
        kind=kind,
        line="",
        difficulty=proposal.difficulty,
        tags=proposal.info.tags,
        warnings=proposal.info.content_warnings,
        state=state,
        questions=min(solved, default=0),
        session_id=proposal.session_id,
        stars=round(sum(stars.values()) / len(stars), 1) if stars else 0.0,
        rated=len(stars),
        tries=told.tries.get(scenario.id, 0),
        solved=told.solved.get(scenario.id, 0),
        is_new=(scenario.id, scenario.language) in told.new,
        without_model=without_model,
        why=reason_text(proposal, scenario.language) if proposal.reason in ("step_up", "fitting") else "",
    )


def _shortened(text: str) -> str:
    return text if len(text) <= _LINE else text[:_LINE].rsplit(" ", 1)[0] + " …"


def _by_story(games: Sequence[SessionOverview]) -> dict[tuple[str, str], SessionOverview]:
    return {(game.puzzle_id, game.lang): game for game in games}


_STATES = {"PLAYING": "left", "COMPLETED": "solved", "ABORTED": "given_up"}


def _with_room(card: Card, joined: SessionOverview | None, met: SessionOverview | None) -> Card:
    """Return the card of a story that the visitor may know from somebody else's room.

    Args:
        card: as it is by their own games.
        joined: the room that they are in.
        met: the room that they came into last, be it that they have left it.
    """
    if card.state == "open":
        return card
    if joined and joined.is_open:
        return replace(card, state="open", session_id=joined.session_id)
    room = joined or met
    return replace(card, state=_STATES[room.status]) if room and card.state == "new" else card


async def games_html(engine: GameEngine, visitor: Visitor) -> Markup:
    """Return the page of the games that a visitor plays or has played, the latest first.

    Forks stand below the main line of their lineage.
    """
    sessions = {row.session_id: row for row in await session_rows(engine)}
    own = [row for row in sessions.values() if row.player_id == visitor.player_id]
    shared = await _joined(engine, visitor, sessions)
    lines = Counter(row.lineage for row in own)
    latest = {row.lineage: row.updated for row in sorted([*own, *shared], key=lambda row: row.updated)}
    rows = [{**row.to_json(), "others": False, "forked": lines[row.lineage] > 1} for row in own]
    rows += [{**row.to_json(), "others": True, "forked": False} for row in shared]
    rows.sort(
        key=lambda row: (latest[str(row["lineage"])], row["lineage"], row["main_line"], row["updated"]),
        reverse=True,
    )
    return Markup(render_template("games", visitor.lang, rows=rows))


async def _joined(
    engine: GameEngine, visitor: Visitor, sessions: Mapping[str, SessionOverview]
) -> list[SessionOverview]:
    """Return the games of others that a visitor has come into, and may still see."""
    rooms = (await engine.players.memory()).rooms
    entered = [(key, session_of(key)) for key in visitor.rooms]
    return [
        sessions[session_id]
        for key, session_id in entered
        if session_id in sessions and (await rooms.get(session_id)).key(session_id) == key
    ]
