"""Summaries of a session by rules."""

from tests.support import entry

from echoes.games.situation_puzzle.session.record import summary

STARTED = {
    "event": "session_started",
    "puzzle_id": "p",
    "title": "钟",
    "statement": "S",
    "player_id": "安",
    "puzzle_hash": "h",
    "referee": "embedded",
    "lineage": "s",
}
RULED = {
    "event": "question_ruled",
    "turn": 1,
    "text": "Q",
    "ruling": "NO",
    "source": "embedded",
    "progress": 0.0,
}


def test_a_summary_is_in_the_language_of_the_game():
    said = summary([entry(**STARTED, lang="zh"), entry(**RULED)])
    assert said == "安 玩了《钟》。问题：1 个（1 不是）。提示：0 个。最终答案：无。还没有结束。"
    assert "Questions: 1 (1 NO). Hints: 0." in summary([entry(**STARTED, lang="en"), entry(**RULED)])
