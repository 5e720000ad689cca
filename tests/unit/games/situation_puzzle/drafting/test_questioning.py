"""The questioner has read the story and hears rulings; nothing else of the solution reaches it."""

from pathlib import Path

from tests.support import CANARY
from tests.unit.games.situation_puzzle.drafting.asking import PLAN, scripted
from tests.unit.games.situation_puzzle.drafting.model import stripped

from echoes.games.situation_puzzle.drafting.questioning import Questioner
from echoes.games.situation_puzzle.puzzle.question_map import QUESTION_MAP
from echoes.games.situation_puzzle.puzzle.schema import AuthoredRuling

ASKED = {
    "questions": [
        {"texts": ["Is he old?", "Is he aged?"], "about": " WHO "},
        {"texts": ["Was it?"], "about": "moon"},
    ]
}
PLACES = [*QUESTION_MAP]


def ruled(number: int, word: str = "NO") -> AuthoredRuling:
    return AuthoredRuling(texts=(f"Question {number}?", f"Wording {number}?"), ruling=word, facts=("zzf",))  # type: ignore[arg-type]


async def test_blind_questions_stand_at_the_place_that_was_asked_for(tmp_path: Path):
    llm, steps = scripted(tmp_path, ASKED)
    found = await Questioner(stripped(), llm, steps, PLAN).blind("where")
    assert [(one.texts[0], one.about, one.blind) for one in found] == [
        ("Is he old?", "where", True),
        ("Was it?", "where", True),
    ]
    [(system, prompt)] = llm.asked
    assert "climbs the tower" in system and QUESTION_MAP["where"] in prompt
    assert not CANARY.search(system + prompt)


async def test_later_questions_name_their_own_place_if_there_is_such_a_one(tmp_path: Path):
    llm, steps = scripted(tmp_path, ASKED)
    found = await Questioner(stripped(), llm, steps, PLAN).follow(0, [])
    assert [(one.about, one.blind) for one in found] == [("who", False), ("", False)]


async def test_each_round_thinks_of_other_places(tmp_path: Path):
    llm, steps = scripted(tmp_path, ASKED, ASKED)
    one = Questioner(stripped(), llm, steps, PLAN)
    await one.follow(0, [])
    await one.follow(1, [])
    first, second = (prompt for _, prompt in llm.asked)
    assert QUESTION_MAP[PLACES[0]] in first and QUESTION_MAP[PLACES[0]] not in second
    assert QUESTION_MAP[PLACES[4]] in second and QUESTION_MAP[PLACES[4]] not in first


async def test_the_latest_rulings_of_each_kind_are_shown_by_word_and_first_wording_only(tmp_path: Path):
    llm, steps = scripted(tmp_path, ASKED)
    rulings = [ruled(0, "YES"), *(ruled(n) for n in range(1, 30))]
    await Questioner(stripped(), llm, steps, PLAN).follow(0, rulings)
    lines = [line for line in llm.asked[0][1].splitlines() if line.startswith("Question ")]
    assert lines[0] == "Question 0? — YES" and lines[-1] == "Question 29? — NO"
    assert len(lines) == 21 and "Question 9? — NO" not in lines
    assert not CANARY.search(llm.asked[0][1])


async def test_a_reply_that_can_not_be_used_brings_no_questions(tmp_path: Path):
    llm, steps = scripted(tmp_path, {"questions": []}, "nothing")
    one = Questioner(stripped(), llm, steps, PLAN)
    assert [await one.blind("who"), await one.follow(0, [])] == [[], []]
    assert steps.left == ["questions: who", "questions, round 1"]
