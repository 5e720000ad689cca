"""The card to share says how it went, and nothing of what was asked or found."""

from typing import Any

import pytest
from tests.support import entry

from echoes.core.log.entries import Entry
from echoes.games.situation_puzzle.share_card import share_card

STARTED: dict[str, Any] = {
    "event": "session_started", "puzzle_id": "bell", "title": "The Silent Bell", "lang": "en", "puzzle_hash": "1",
    "statement": "A bell does not ring.", "referee": "embedded",
}  # fmt: skip
RULED: dict[str, Any] = {"event": "question_ruled", "source": "embedded", "text": "Was it the gardener?"}


def log(status: str = "COMPLETED", lang: str = "en") -> list[Entry]:
    asked = [entry(turn=n, ruling=word, **RULED) for n, word in enumerate(("NO", "IRRELEVANT", "YES"), 1)]
    ended = entry(event="session_ended", turn=3, status=status, score=92, questions=3, hints=0)
    return [entry(**{**STARTED, "lang": lang}), *asked, ended]


def test_a_card_has_date_title_counts_and_colours():
    assert share_card(log(), "2026-11-29").splitlines() == [
        "🐢 Echoes of Deceit · 2026-11-29 · The Silent Bell",
        "solved in 3 questions, 0 hints · 92/100",
        "🟥🟦🟩",
    ]


def test_a_card_of_any_other_game_has_no_date_and_one_that_was_given_up_no_points():
    heading, said, _ = share_card(log("ABORTED")).splitlines()
    assert heading == "🐢 Echoes of Deceit · The Silent Bell"
    assert said == "given up after 3 questions, 0 hints"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_card_gives_nothing_away(lang: str):
    card = share_card(log(lang=lang), "2026-11-29")
    assert "gardener" not in card and "ring" not in card and "2026-11-29" in card


def test_there_is_no_card_before_the_end():
    assert share_card(log()[:-1], "2026-11-29") == ""
