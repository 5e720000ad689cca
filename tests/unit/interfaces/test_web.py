"""What the web app makes of a log, without a browser."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import event, say

from echoes.config import WebSettings, load_config
from echoes.core.entries import Cause, Entry
from echoes.core.errors import BadInput
from echoes.core.events import SessionEnded, SessionStarted
from echoes.engine.dashboard import puzzle_figures
from echoes.engine.engine import GameEngine
from echoes.interfaces.web import words
from echoes.interfaces.web.access import Links, check_access, kept_secret
from echoes.interfaces.web.actions import complaint
from echoes.interfaces.web.ending import compared, path_of, share_text
from echoes.interfaces.web.house import House, TooMany
from echoes.interfaces.web.live import LiveSessions
from echoes.interfaces.web.turns import board_of, finds_of, turn_html
from echoes.interfaces.web.visitors import Visitor
from echoes.interfaces.web.words import all_words

ANN = Visitor("web-ann", "Ann", "en")


def happened(*events: dict[str, Any], by: str = "", message: str | None = None) -> list[Entry]:
    """A log of these events, each a write of its own, of what was sent."""
    made: list[Entry] = []
    for number, one in enumerate(events):
        made.append(Entry(event(event_id=f"s-{number}", **one), cause=Cause(by=by, message=message)))
    return made


def ruled(turn: int, text: str, ruling: str, progress: float = 0.0) -> dict[str, Any]:
    return {
        "event": "question_ruled",
        "turn": turn,
        "text": text,
        "ruling": ruling,
        "source": "embedded",
        "progress": progress,
    }


STARTED = {
    "event": "session_started",
    "puzzle_id": "p",
    "title": "T",
    "statement": "S",
    "lang": "en",
    "player_id": "web-ann",
    "puzzle_hash": "h",
    "referee": "embedded",
    "lineage": "s",
}


def ended(score: int, status: str = "COMPLETED") -> SessionEnded:
    event = {"event": "session_ended", "status": status, "score": score, "questions": 3, "hints": 1}
    [entry] = happened(event)
    assert isinstance(entry.event, SessionEnded)
    return entry.event


def test_the_two_languages_say_the_same_things_with_the_same_variables():
    def variables(text: str) -> set[str]:
        return {part.split("}")[0] for part in text.split("{")[1:]}

    english, chinese = all_words()["en"], all_words()["zh"]
    assert english.keys() == chinese.keys()
    assert [key for key, text in english.items() if variables(text) != variables(chinese[key])] == []


def test_every_word_is_said_somewhere():
    room = Path(words.__file__).parent
    pages = [path.read_text("utf-8") for path in (*room.rglob("*.html"), *room.rglob("*.py"))]
    said = "\n".join(pages)
    made = ("board_", "state_", "status_", "ending_", "strategy_", "ai_", "compare_", "share_")  # with a name
    unused = [
        key for key in all_words()["en"] if not key.startswith(made) and not re.search(rf"\b{key}\b", said)
    ]
    assert unused == []


async def test_a_reader_that_does_not_read_is_sent_the_whole_once_it_does(own_engine: GameEngine, bell: Path):
    session = await own_engine.create_session("silent_bell", "ann")
    live = await LiveSessions(own_engine).open(session.session_id)
    stream = live.stream("Ann", 0)
    first = await anext(stream)
    assert '"set"' in first and first.startswith("id: 1\n")
    for _ in range(2000):
        live.piece("word ")
    await say(own_engine, session.session_id, "Was the bell broken?")
    live.catch_up()
    sent = ""
    for _ in range(1000):  # far less than there were
        sent = await anext(stream)
        if "Was the bell broken?" in sent:
            break
    assert "Was the bell broken?" in sent
    await stream.aclose()
    assert len(live.readers) == 0


@given(st.text())
def test_whatever_a_player_writes_shows_as_text(text: str):
    html = turn_html(happened(ruled(1, f"<b>{text}</b>", "YES"))[0], "en")
    assert "<b>" not in html and "&lt;b&gt;" in html


def test_the_board_keeps_each_question_once_with_the_ruling_that_stands():
    log = happened(ruled(1, "a?", "YES"), ruled(2, "b?", "NO"), ruled(3, "a?", "IRRELEVANT"))
    corrected = {"event": "ruling_corrected", "turn": 2, "text": "b?", "ruling": "NO", "new_ruling": "YES"}
    log += happened({**corrected, "by": "author", "remark": "", "progress": 0.0})
    assert [(item.text, item.ruling) for item in board_of(log)] == [("a?", "IRRELEVANT"), ("b?", "YES")]
    assert log[-1].event.revises_past and not log[0].event.revises_past


def test_what_was_found_keeps_its_number_whatever_is_ruled_later():
    log = happened(ruled(1, "a?", "NO"), ruled(2, "b?", "YES"), ruled(3, "a?", "YES"), ruled(4, "c?", "NO"))
    assert finds_of(log) == ["b?", "a?"]
    assert [(item.text, item.number) for item in board_of(log)] == [("a?", 2), ("b?", 1), ("c?", 0)]


@pytest.mark.parametrize("own", [["(the thief)"], []])
def test_only_the_players_own_words_are_marked_in_an_answer_from_the_board(own: list[str]):
    told = {"event": "hypothesis_judged", "turn": 3, "verdict": "PARTIAL", "progress": 0.0, "source": "board"}
    text = "Did he (the thief) run? (the thief) Was it (the lamp) lit?"
    asides = [[text.rindex(word), text.rindex(word) + len(word)] for word in own]
    [entry] = happened({**told, "text": text, "asides": asides}, message="/answer #1 the thief #2")
    page = turn_html(entry, "en")
    assert re.findall(r'<i class="own">(.*?)</i>', page) == own
    assert "run? <i" in page or not own, "what stands in brackets in a question is no aside"
    assert re.sub("<.*?>", "", page).count(text) == 1, "nothing of it is lost"
    free = happened({**told, "text": text, "source": "embedded"}, message=f"/answer {text}")[0]
    assert 'class="own"' not in turn_html(free, "en"), "an answer in free words is all the player's own"


def test_names_are_shown_where_several_play():
    assert "Bo" in turn_html(happened(ruled(1, "a?", "YES"), by="Bo")[0], "en")


def test_the_path_goes_from_left_to_right_and_up_with_progress():
    marks = path_of(
        happened(ruled(1, "a?", "NO"), ruled(2, "b?", "YES", 0.5), ruled(3, "c?", "YES", 1.0)), "en"
    )
    assert [mark.x for mark in marks] == sorted(mark.x for mark in marks)
    assert [mark.y for mark in marks] == sorted((mark.y for mark in marks), reverse=True)


def test_what_is_shared_holds_no_question():
    log = happened(STARTED, ruled(1, "was it the gardener?", "YES", 1.0))
    assert isinstance(log[0].event, SessionStarted)
    shared = share_text(log[0].event, ended(92), path_of(log, "en"))
    assert "gardener" not in shared and "92/100" in shared and "🟩" in shared


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ([], "first"),
        ([(90, True), (0, False)], "solved by 1, with 12 questions"),
        ([(0, False)], "nobody else"),
        ([(10, True), (20, True), (95, True), (0, False)], "by 4 more"),
        ([(10, True)] * 4 + [(95, True)], "80 %"),
    ],
)
def test_a_result_is_held_against_the_first_tries_of_others(scores: Sequence[tuple[int, bool]], said: str):
    others: list[Any] = [{"score": score, "solved": solved, "questions": 12} for score, solved in scores]
    assert said in compared(ended(90), others, "en")


def test_a_session_is_for_its_player_and_for_whoever_has_its_link():
    links, other = Links("one"), Links("another")
    check_access(ANN, "s", "web-ann", "", links)
    check_access(ANN, "s", "web-bo", links.token("s"), links)
    check_access(Visitor("web-ann", "Ann", "en", rooms=("s",)), "s", "web-bo", "", links)
    for token in ("", "x", links.token("s")[:-1], links.token("t"), other.token("s")):
        with pytest.raises(BadInput):
            check_access(ANN, "s", "web-bo", token, links)


async def test_new_games_of_one_address_have_a_bound_of_their_own(own_engine: GameEngine):
    """A cookie that was thrown away is no new allowance; how many requests may come has no say in it."""
    bounds = WebSettings(games_per_hour=2, address_games_per_hour=3, requests_per_minute=1)
    house = House(load_config().model_copy(update={"web": bounds}), own_engine, "a secret of sixteen")
    ann, bo = replace(ANN, address="192.0.2.1"), Visitor("web-bo", "Bo", "en", address="192.0.2.1")
    for visitor in (ann, ann, bo):
        house.count("game", visitor)
    with pytest.raises(TooMany, match=r"Wait, or raise web\.address_games_per_hour\.") as refused:
        house.count("game", bo)
    assert complaint(refused.value, "en") == all_words()["en"]["too_many_games"]
    house.count("game", replace(bo, address="192.0.2.2"))
    with pytest.raises(TooMany, match=r"raise web\.games_per_hour\."):
        house.count("game", replace(ann, address="192.0.2.3"))


def test_the_secret_is_made_once_and_is_for_nobody_else(tmp_path: Path):
    path = tmp_path / "game_storage" / "web_secret"
    secret = kept_secret(path)
    assert kept_secret(path) == secret and len(secret) > 40
    assert path.stat().st_mode & 0o077 == 0
    assert [file.name for file in path.parent.iterdir()] == ["web_secret"]


@pytest.mark.usefixtures("bell")
async def test_the_dashboard_counts_games_by_how_they_ended(own_engine: GameEngine):
    for player in ("ann", "bo", "cy"):
        session = await own_engine.create_session("silent_bell", player)
        await say(own_engine, session.session_id, "Was the bell broken?", "/hint")
        if player == "ann":
            await say(own_engine, session.session_id, "/giveup")
    ai = await own_engine.create_session("silent_bell", "ai-baseline", remembered=False)
    await say(own_engine, ai.session_id, "Was the bell broken?")
    [today] = await puzzle_figures(own_engine)
    assert (today["games"], today["given_up"], today["abandoned"], today["solve_rate"]) == (3, 1, 0, 0.0)
    [later] = await puzzle_figures(own_engine, datetime.now(UTC) + timedelta(days=2))
    assert (later["abandoned"], later["hints"], later["questions_to_solve"]) == (2, 1.0, None)


@pytest.mark.usefixtures("bell")
async def test_who_asked_is_kept_beside_the_event_and_not_in_it(own_engine: GameEngine):
    session = await own_engine.create_session("silent_bell", "ann")
    [event] = [
        e async for e in own_engine.handle_message(session.session_id, "Was the bell broken?", by="Bo")
    ]
    entries = own_engine.storage.event_log.read(session.session_id)
    assert entries[-1].cause is not None and entries[-1].cause.by == "Bo"
    assert "Bo" not in event.model_dump_json()


async def test_ratings_are_kept_by_player_and_forgotten_with_them(own_engine: GameEngine):
    memory = await own_engine.players.memory()
    await memory.rate("ann", "p", 2)
    await memory.rate("ann", "p", 5)
    await memory.rate("bo", "p", 3)
    assert await memory.ratings() == {"p": {"ann": 5, "bo": 3}}
    await memory.ledger.forget_player("ann")
    assert await memory.ratings() == {"p": {"bo": 3}}
