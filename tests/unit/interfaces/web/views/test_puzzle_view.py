"""The look of a situation puzzle on its page."""

import re
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import canary_puzzle, event

from echoes.core.log.authorship import message_words
from echoes.core.log.entries import Cause, Entry
from echoes.core.log.records import GameFacts
from echoes.core.seats.projection import SeatProjection
from echoes.core.seats.visibility import PUBLIC
from echoes.engine.views.seat_presentation import SeatPresentation
from echoes.games.situation_puzzle.events import PuzzleEnded
from echoes.games.situation_puzzle.guide import guide_in, question_before_giving_up
from echoes.games.situation_puzzle.panels import view_model_of
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.state import initial_state
from echoes.games.situation_puzzle.view import blocks
from echoes.interfaces.web.views.puzzle_view import PuzzleView, compared
from echoes.memory.records import GameRecord

GAME = SimpleNamespace(
    blocks=blocks, guide=guide_in, giving_up=question_before_giving_up,
    view_model=lambda puzzle, state, language, seat: view_model_of(puzzle, state, language),
)  # fmt: skip
PUZZLE = Puzzle.model_validate(canary_puzzle())
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


def view(lang: str, known: SeatProjection | None = None, **game: Any) -> PuzzleView:
    """The view of a session that has only begun; `known`: to a seat that knows more, `game`: in this state."""
    projection: Any = SimpleNamespace(state={"game": {**initial_state(), **game}})
    session: Any = SimpleNamespace(started=event(**{**STARTED, "lang": lang}), scenario=PUZZLE)
    shown = SeatPresentation(cast("Any", GAME), session, projection, known or SeatProjection(PUBLIC))
    return PuzzleView(shown)


def happened(*events: dict[str, Any], by: str = "", message: str | None = None) -> list[Entry]:
    """A log of these events, each a write of its own, of what was sent."""
    made: list[Entry] = []
    for number, one in enumerate(events):
        came = event(event_id=f"s-{number}", **one)
        sent = message_words(came) if message is None else message
        made.append(Entry(came, cause=Cause(by=by, message=sent)))
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


def ended(score: int, status: str = "COMPLETED") -> PuzzleEnded:
    event = {"event": "session_ended", "status": status, "score": score, "questions": 3, "hints": 1}
    [entry] = happened(event)
    assert isinstance(entry.event, PuzzleEnded)
    return entry.event


@given(st.text())
def test_whatever_a_player_writes_shows_as_text(text: str):
    html = view("en").turn(happened(ruled(1, f"<b>{text}</b>", "YES"))[0])
    assert "<b>" not in html and "&lt;b&gt;" in html


@pytest.mark.parametrize("own", [["(the thief)"], []])
def test_only_the_players_own_words_are_marked_in_an_answer_from_the_board(own: list[str]):
    told = {"event": "hypothesis_judged", "turn": 3, "verdict": "PARTIAL", "progress": 0.0, "source": "board"}
    text = "Did he (the thief) run? (the thief) Was it (the lamp) lit?"
    asides = [[text.rindex(word), text.rindex(word) + len(word)] for word in own]
    [entry] = happened({**told, "text": text, "asides": asides}, message="/answer #1 the thief #2")
    page = view("en").turn(entry)
    assert re.findall(r'<i class="own">(.*?)</i>', page) == own
    assert "run? <i" in page or not own, "what stands in brackets in a question is no aside"
    assert re.sub("<.*?>", "", page).count(text) == 1, "nothing of it is lost"
    free = happened({**told, "text": text, "source": "embedded"}, message=f"/answer {text}")[0]
    assert 'class="own"' not in view("en").turn(free), "an answer in free words is all the player's own"


def test_names_are_shown_where_several_play():
    assert "Bo" in view("en").turn(happened(ruled(1, "a?", "YES"), by="Bo")[0])


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ([], "first"),
        ([(90, True), (0, False)], "Solved by 1; questions on average: 12."),
        ([(0, False)], "None of them has solved it."),
        ([(10, True), (20, True), (95, True), (0, False)], "finished it: 4."),
        ([(10, True)] * 4 + [(95, True)], "80%"),
    ],
)
def test_a_result_is_held_against_the_first_tries_of_others(scores: Sequence[tuple[int, bool]], said: str):
    ids = dict.fromkeys(("session_id", "lineage", "player_id", "puzzle_id", "puzzle_hash", "title"), "x")
    others = [
        GameRecord(**ids, lang="en", ended="", solved=solved, facts=GameFacts(score=score, questions=12))
        for score, solved in scores
    ]
    assert said in compared(ended(90), others, "en")


def test_a_challenge_shows_what_held_and_what_holds_now():
    challenged = {"event": "ruling_challenged", "turn": 1, "text": "a?", "ruling": "NO", "new_ruling": "YES"}
    [one] = happened({**challenged, "outcome": "overturned", "remark": "It was wrong.", "progress": 0.5})
    page = view("en").turn(one)
    assert page.index("tone-bad") < page.index("tone-good") < page.index("It was wrong.")


def test_a_choice_of_several_has_a_button_for_each_and_one_for_none():
    options = [{"n": n, "text": f"q{n}?"} for n in (1, 2)]
    asked = {"event": "clarification_asked", "text": "/answer", "prompt": "p", "options": options}
    [one] = happened({**asked, "many": True}, message="/answer")
    page = view("zh").turn(one)
    assert re.findall(r'data-pick="(\d)"', page) == ["1", "2"]
    assert 'data-say="0"' in page and "data-picked disabled" in page
    assert "#1" in page, "its numbers are those of the board"


def test_a_choice_that_is_not_the_board_has_none_of_its_numbers():
    options = [{"n": n, "text": f"q{n}?"} for n in (1, 2)]
    asked = {"event": "clarification_asked", "text": "it", "prompt": "p", "options": options, "many": True}
    [one] = happened(asked, message="/answer it")
    shown = view("en")
    assert "#1" not in shown.turn(one)
    shown.read(happened(ruled(1, "q1?", "YES"), ruled(2, "q2?", "YES")))
    assert "#1" in shown.turn(one), "an answer that is not followed may be put together from the board"


def test_numbers_that_were_picked_are_shown_in_words():
    options = [{"n": n, "text": f"q{n}?"} for n in (1, 2, 3)]
    asked = {"event": "clarification_asked", "text": "it", "prompt": "p", "options": options, "many": True}
    first, second = happened(asked, asked, message="1 3")
    shown = view("en")
    assert "1 3" in shown.turn(first), "nothing was offered before"
    page = shown.turn(second)
    assert "q1? · q3?" in page and "1 3" not in page
    refused = {"event": "command_result", "command": "", "text": "Nothing can be picked now."}
    assert "q3?" not in shown.turn(happened(refused, message="3")[0])


def read(*events: dict[str, Any]) -> PuzzleView:
    """A view that has read these events."""
    known, entries = SeatProjection(PUBLIC), happened(*events)
    answers = sum(one.event.event == "hypothesis_judged" for one in entries)
    shown = view("en", known, max_hints=3, answers=answers)
    shown.read(known.read(entries))
    return shown


def disabled(html: str) -> list[str]:
    return re.findall(r'data-say="/(\w+)"[^>]* disabled', html)


def test_there_is_no_button_for_what_can_not_be_done():
    assert disabled(read().commands()) == ["recap", "undo", "challenge"]
    assert disabled(read(ruled(1, "a?", "YES")).commands()) == []
    hint = {"event": "hint_given", "turn": 1, "level": 1, "text": "h", "remaining": 2}
    assert disabled(read(hint).commands()) == ["recap", "challenge"]


@pytest.mark.parametrize(("lang", "why"), [("en", "You have found everything"), ("zh", "关键的你都找到了")])
def test_no_hint_is_offered_while_nothing_is_missing(lang: str, why: str):
    found = {fact: [1] for fact in PUZZLE.core_facts}
    all_found, but_one = (
        view(lang, max_hints=3, facts=facts).commands() for facts in (found, dict([*found.items()][1:]))
    )
    assert "hint" in disabled(all_found) and f'title="{why}' in all_found
    assert "hint" not in disabled(but_one), "after an undo there is something to be told again"


def test_the_points_of_now_stand_beside_what_a_hint_costs():
    wrong = {"event": "hypothesis_judged", "turn": 1, "text": "x", "verdict": "WRONG", "source": "x"}
    assert "−8 of 95 points" in read(wrong).commands()


def test_what_comes_for_the_first_time_is_explained_where_it_stands():
    first, second = happened(ruled(1, "a?", "YES AND NO"), ruled(2, "b?", "YES AND NO"))
    shown = view("en")
    assert ["not in another" in shown.turn(one) for one in (first, second, first)] == [True, False, True]


def test_whoever_gave_up_is_not_the_first_to_solve_it():
    assert compared(ended(0, "ABORTED"), [], "en") == ""


@pytest.mark.parametrize(("count", "said"), [(1, "No, let me reword it."), (2, "none of these")])
def test_declining_is_told_in_the_words_that_were_offered(count: int, said: str):
    options = [{"n": n, "text": f"Question {n}?"} for n in range(1, count + 1)]
    asked = {"event": "clarification_asked", "text": "it?", "prompt": "This?", "options": options}
    shown = view("en")
    assert said in shown.turn(happened(asked, message="it?")[0])
    declined = {"event": "command_result", "command": "pick", "text": "All right."}
    assert f'<span class="text">{said}</span>' in shown.turn(happened(declined, message="0")[0])
