"""The player without a model: it asks, follows what it is offered, and answers with what was confirmed."""

import pytest

from echoes.core.log.events import ClarificationAsked, CommandResult, Option
from echoes.games.context_window import Window
from echoes.games.player import PlayerSeat
from echoes.games.situation_puzzle.events import (
    HintGiven,
    PuzzleClarificationAsked,
    PuzzleStarted,
    QuestionRuled,
)
from echoes.games.situation_puzzle.players.answer_only import AnswerOnlyPlayer
from echoes.games.situation_puzzle.players.baseline import BaselinePlayer
from echoes.games.situation_puzzle.players.registry import PlayerSettings

STATEMENT = {"en": "A man rings a bell that nobody hears.", "zh": "有个人每天敲一口谁也听不见的钟。"}


async def nothing() -> Window:
    raise AssertionError("it needs no more than the events")


def seat(language: str = "en", seed: int = 1) -> PlayerSeat:
    started = PuzzleStarted(
        session_id="s", puzzle_id="bell", puzzle_hash="h", game_type="situation_puzzle", player_id="p",
        title="Bell", lang=language, statement=STATEMENT[language], referee="embedded",
    )  # fmt: skip
    return PlayerSeat(started, nothing, seed=seed)


def player(language: str = "en", seed: int = 1) -> BaselinePlayer:
    return BaselinePlayer(seat(language, seed), PlayerSettings())


def ruled(text: str, ruling: str = "NO", progress: float = 0.0, *offered: str) -> QuestionRuled:
    options = [Option(n=n, text=one) for n, one in enumerate(offered, 1)]
    return QuestionRuled.model_validate(
        {"text": text, "ruling": ruling, "source": "embedded", "progress": progress, "options": options}
    )


def asked(*texts: str, text: str = "he", many: bool = False) -> ClarificationAsked:
    return ClarificationAsked(
        text=text, prompt="?", options=[Option(n=n, text=one) for n, one in enumerate(texts, 1)], many=many
    )


async def said(of: BaselinePlayer | AnswerOnlyPlayer, *events: object, left: int = 9) -> str:
    move = await of.move(events, left)  # type: ignore[arg-type]
    return move.text if move else ""


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_a_seed_decides_what_it_asks(language: str):
    first, same, other = (player(language, seed) for seed in (1, 1, 2))
    asked_first = [await said(first) for _ in range(5)]
    assert len({*asked_first}) == 5
    assert asked_first == [await said(same) for _ in range(5)] != [await said(other) for _ in range(5)]


async def test_it_follows_what_brought_the_game_forward():
    one = player()
    told = ruled("Was he deaf?", "YES", 0.4, "Was his dog deaf?", "Was there rain?")
    assert await said(one, told) == "Was his dog deaf?"


async def test_it_asks_for_a_hint_when_nothing_moves_and_only_while_there_are_any():
    one = player()
    stuck = [ruled(f"Question {n}?") for n in range(4)]
    assert await said(one, *stuck) == "/hint"
    hint = HintGiven(level=1, remaining=0, text="Think of the dog.")
    assert await said(one, hint, *stuck) != "/hint"


@pytest.mark.parametrize(
    ("language", "hint", "pieces"),
    [
        (
            "en",
            "A loaf floats past the guards, and a note stays dry inside. Think.",
            ["A loaf floats past the guards", "a note stays dry inside"],
        ),
        ("zh", "面包漂过敌人的营地，里面的纸条没有湿。", ["面包漂过敌人的营地", "里面的纸条没有湿"]),
    ],
)
async def test_it_asks_whether_it_is_as_a_hint_says_piece_by_piece(
    language: str, hint: str, pieces: list[str]
):
    one = player(language)
    told = HintGiven(level=1, remaining=0, text=hint)
    assert [await said(one, told), await said(one)] == pieces


async def test_it_picks_the_one_option_there_is_and_declines_what_promises_nothing():
    assert await said(player(), asked("Was he deaf?")) == "1"
    one = player()
    for known in ("Was the bell old?", "Was the bell loud?"):
        await said(one, ruled(known, "IRRELEVANT"))
    assert await said(one, asked("Was the bell old?", "Was the bell loud?")) == "0"


async def test_it_answers_with_its_own_findings_then_in_words_and_then_nothing():
    one = player()
    await said(one, ruled("Was he deaf?", "YES", 0.5))
    assert await said(one, left=1) == "/answer"
    assert await said(one, left=1) == "/answer He was deaf."
    assert await said(one, left=1) == ""


async def test_of_its_own_findings_it_takes_all():
    assert await said(player(), asked("a", "b", text="/answer", many=True)) == "#1 #2"


async def test_a_gap_is_filled_by_what_led_furthest_unless_it_is_filled_already():
    one = player()
    await said(one, ruled("Was he deaf?", "YES", 0.5))
    gaps = [{"choices": ["he sang", "he was deaf"]}, {"choices": ["a", "b", "c"], "pick": 3}]
    form = {"parts": ["", " and ", "."], "gaps": gaps, "gap": 1}
    event = PuzzleClarificationAsked(text="/answer", prompt="?", options=[], cloze=form)  # type: ignore[arg-type]
    assert await said(one, event) == "2 3"


async def test_a_command_that_failed_ends_its_questions():
    assert await said(player(), CommandResult(command="ask", text="no more")) == f"/answer {STATEMENT['en']}"


async def test_where_there_is_no_hint_it_asks_on_and_for_none_again():
    one = player()
    stuck = [ruled(f"Question {n}?") for n in range(4)]
    assert await said(one, *stuck) == "/hint"
    none = CommandResult(command="hint", text="You know all that.")
    assert not (await said(one, none)).startswith("/")
    assert not (await said(one, *stuck)).startswith("/")


async def test_the_control_answers_at_once_and_then_only_what_it_is_asked():
    control = AnswerOnlyPlayer(seat(), PlayerSettings())
    assert await said(control) == f"/answer {STATEMENT['en']}"
    assert await said(control, asked("Was he deaf?")) == "1"
    assert await said(control, ruled("Was he deaf?")) == ""
