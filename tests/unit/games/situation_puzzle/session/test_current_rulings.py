"""The rulings that stand after challenges and corrections."""

from tests.support import entry

from echoes.core.log.entries import Entry
from echoes.games.situation_puzzle.session.current_rulings import questions_ruled_yes


def asked(turn: int, text: str, ruling: str) -> Entry:
    return entry(event="question_ruled", turn=turn, text=text, ruling=ruling, source="embedded")


def test_the_board_holds_each_question_once_whose_ruling_stands_as_yes():
    board = [asked(1, "A?", "YES"), asked(2, "B?", "NO"), asked(3, "C?", "YES"), asked(4, "A?", "YES")]
    assert questions_ruled_yes(board) == {"A?": [1, 4], "C?": [3]}
    said = {"text": "?", "ruling": "YES", "remark": ""}
    withdrawn = entry(event="ruling_challenged", turn=3, outcome="withdrawn", **said)
    corrected = entry(event="ruling_corrected", turn=2, new_ruling="YES", by="author", **said)
    assert questions_ruled_yes([*board, withdrawn, corrected]) == {"A?": [1, 4], "B?": [2]}
