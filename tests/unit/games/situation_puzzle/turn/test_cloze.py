"""The answer by cloze: gap by gap or all at once, judged by the key alone, and nothing says which is wrong."""

from typing import Any

import pytest
from tests.support import canary_puzzle
from tests.unit.games.situation_puzzle.table import CLOZE, FEARED, SNOW, Table, judged, only, ruled

from echoes.core.log.entries import Entry
from echoes.games.situation_puzzle.events import HypothesisJudged, PuzzleClarificationAsked, RulingUnavailable
from echoes.games.situation_puzzle.puzzle.cloze import ClozeForm, ClozeGap
from echoes.games.situation_puzzle.turn import cloze
from echoes.games.situation_puzzle.turn.classify import classify_message
from echoes.games.situation_puzzle.turn.commands import run_command
from echoes.games.situation_puzzle.turn.message_parser import ParsedMessage


class Player:
    """Whoever types at a table whose puzzle has a cloze; each reply joins the log."""

    def __init__(self, *log: Entry) -> None:
        self.log = [*log]

    def table(self) -> Table:
        return Table(*self.log, cloze=CLOZE)

    async def says(self, message: str) -> Any:
        turn = await self.table().after(classify_message, message=message)
        if parsed := turn.get("parsed"):
            turn = await self.table().after(run_command, parsed=parsed)
        entry = only(turn)
        self.log.append(entry)
        return entry.event

    async def form(self, message: str) -> ClozeForm:
        event = await self.says(message)
        assert isinstance(event, PuzzleClarificationAsked) and event.cloze, event
        return event.cloze


async def test_answer_alone_asks_for_the_first_gap_with_its_choices_in_an_order_that_tells_nothing():
    event = await Player().says("/answer")
    assert [option.text for option in event.options] == ["an avalanche", "the dark", "the priest"]
    assert event.cloze.parts == ["The sexton feared ", ". He was silent because ", "."]
    assert (event.cloze.gap, [gap.pick for gap in event.cloze.gaps]) == (1, [0, 0])
    assert "right" not in event.model_dump_json() and FEARED not in event.model_dump_json()


async def test_words_that_several_choices_have_ask_for_the_same_gap_again():
    priests = ["the old priest", "the young priest", {"text": "an avalanche", "right": True}]
    two = {**CLOZE, "gaps": [{**CLOZE["gaps"][0], "choices": priests}, CLOZE["gaps"][1]]}  # type: ignore[dict-item,index]
    asked = only(await Table(cloze=two).after(run_command, parsed=ParsedMessage("command", command="answer")))
    again: Any = only(await Table(asked, cloze=two).after(classify_message, message="the priest")).event
    assert again.cloze.gap == 1 and len(again.options) == 3


@pytest.mark.parametrize("words", ["2", "#2", "two", "the second one", "the dark", "The dark!", "dark"])
async def test_a_gap_is_filled_by_number_or_by_word(words: str):
    player = Player()
    await player.form("/answer")
    form = await player.form(words)
    assert (form.gap, [gap.pick for gap in form.gaps]) == (2, [2, 0])


async def test_all_filled_is_asked_about_and_can_be_changed_before_it_is_judged():
    player = Player()
    for message in ("/answer", "2", "1"):
        await player.says(message)
    review = player.log[-1].event
    assert review.cloze.gap == 0 and len(review.options) == 3  # type: ignore[attr-defined]
    assert review.options[-1].text == player.table().phrases.cloze_yes, (
        "no number of a choice judges by chance"
    )  # type: ignore[attr-defined]
    assert (await player.form("1")).gap == 1, "the first option changes the first gap"
    await player.form("an avalanche")
    assert (await player.form("back")).gap == 2
    await player.form("1")
    solved = await player.says("ok")
    assert isinstance(solved, HypothesisJudged)
    assert (solved.verdict, solved.source, solved.progress) == ("SOLVED", cloze.SOURCE, 1.0)
    assert solved.text == "The sexton feared an avalanche. He was silent because snow lay on the slope."


@pytest.mark.parametrize("back", ["0", "back", "go back", "返回", "退回"])
async def test_one_gap_back_and_out_of_it_and_in_again_with_what_was_chosen(back: str):
    player = Player()
    for message in ("/answer", "3"):
        await player.says(message)
    assert (await player.form(back)).gap == 1
    left = await player.says(back)
    assert left.text == player.table().phrases.cloze_left
    form = await player.form("/answer")
    assert (form.gap, [gap.pick for gap in form.gaps]) == (2, [3, 0])


async def test_the_same_answer_is_judged_and_charged_once():
    player = Player()
    await player.says("/answer 1 2")
    again = await player.says("/answer 1 2")
    assert again.text == player.table().phrases.cloze_same
    assert player.table().game["answers"] == 1
    assert (await player.says("/answer 1 1")).verdict == "SOLVED"


@pytest.mark.parametrize("number", ["4", "-1", "9" * 40])
async def test_a_number_that_no_choice_has_leaves_the_gap_open(number: str):
    player = Player()
    await player.form("/answer")
    refused = await player.says(number)
    assert refused.text == player.table().phrases.format("pick_range", count=3)
    assert (await player.form("2")).gap == 2


@pytest.mark.parametrize("words", ["somebody heard a noise", "it was the gardener who did it"])
async def test_own_words_that_fill_no_gap_are_asked_again_and_rule_nothing(words: str):
    player = Player()
    await player.form("/answer")
    turn = await player.table().after(classify_message, message=words)
    [entry] = turn.get("outbox", [])
    assert "parsed" not in turn and entry.event.event == "clarification_asked"
    assert player.table().phrases.cloze_unread in entry.event.prompt  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("said", "number"),
    [
        ("the neighbour had stolen it", 1),
        ("secretly stolen it", 1),
        ("had he stolen it?", None),
        ("yes", None),
        ("he could see", None),  # the choice denies it
        ("he could not see", 3),
        ("secretly", 1),
        ("it", None),
    ],
)
def test_a_part_of_one_choice_in_its_order_names_it(said: str, number: int | None):
    choices = [
        "the neighbour had secretly stolen it",
        "the neighbour had lost it",
        "he could not see anything",
    ]
    reader = Table().context.reader
    assert cloze.number_of_choice(reader, choices, said) == number


async def test_what_is_not_understood_leaves_an_answer_open_that_is_put_together():
    player = Player()
    await player.form("/answer")
    player.log.append(Entry(RulingUnavailable(text="?", reason="unread")))
    assert (await player.form("2")).gap == 2


@pytest.mark.parametrize("question", ["Was the bell broken?", "Was it dark?", "Not the dark."])
async def test_a_question_in_between_is_a_question(question: str):
    player = Player()
    await player.form("/answer")
    turn = await player.table().after(classify_message, message=question)
    assert turn.get("parsed") == ParsedMessage("question", question)


@pytest.mark.parametrize(
    ("numbers", "verdict"), [("1 1", "SOLVED"), ("1 2", "CLOSE"), ("2,1", "CLOSE"), ("3 2", "WRONG")]
)
@pytest.mark.parametrize("command", ["/answer ", "/答案 ", ""])
async def test_all_gaps_at_once_are_judged_at_once(numbers: str, verdict: str, command: str):
    player = Player()
    await player.form("/answer")
    found = await player.says(f"{command}{numbers}")
    assert found.verdict == verdict
    trace: Any = player.log[-1].trace
    assert trace.covered == ([FEARED, SNOW] if verdict == "SOLVED" else []), "or progress says which is right"


@pytest.mark.parametrize("numbers", ["1", "1 1 1", "0 1", "4 1", "1 3"])
async def test_numbers_that_do_not_fit_the_gaps_cost_nothing(numbers: str):
    refused = await Player().says(f"/answer {numbers}")
    assert refused.text == Player().table().phrases.format("cloze_numbers", count=2)


async def test_what_is_established_is_filled_in_and_what_was_judged_stays_chosen():
    known = Player(ruled("Did he fear an avalanche?", "YES", FEARED))
    assert [gap.pick for gap in (await known.form("/answer")).gaps] == [1, 0]
    vaguely = Player(ruled("Did he fear something?", "YES", FEARED))
    assert [gap.pick for gap in (await vaguely.form("/answer")).gaps] == [0, 0], (
        "it would tell what was not asked"
    )
    again = Player(judged("x", "CLOSE", "cloze", picks=[2, 1]))
    assert [gap.pick for gap in (await again.form("/answer")).gaps] == [2, 1]


@pytest.mark.parametrize(("found", "picks"), [(FEARED, [0, 1]), (SNOW, [0, 0])])
async def test_whoever_has_found_all_that_matters_need_not_guess_what_is_beside_it(
    found: str, picks: list[int]
):
    facts = [{**fact, "core": fact["id"] == FEARED} for fact in canary_puzzle()["facts"]]
    table = Table(ruled("Was there something?", "YES", found), cloze=CLOZE, facts=facts)
    assert table.context.puzzle.cloze
    begun: Any = cloze.begin(table.context, table.game, table.context.puzzle.cloze).event
    assert [gap.pick for gap in begun.cloze.gaps] == picks


async def test_words_put_no_earlier_choice_into_the_players_mouth():
    again = Player(judged("x", "CLOSE", "cloze", picks=[2, 1]))
    table = again.table()
    assert table.context.puzzle.cloze
    begun: Any = cloze.begin(
        table.context, table.game, table.context.puzzle.cloze, "Snow lay on the slope."
    ).event
    assert [gap.pick for gap in begun.cloze.gaps] == [0, 1]


@pytest.mark.parametrize(
    ("text", "pick"),
    [
        ("He hid a torn photograph inside.", 3),
        ("She read a letter from her old teacher.", 1),
        ("It was not a letter from her old teacher.", 0),
        ("A torn photograph, or a letter from the old teacher.", 0),
        ("He wrote something.", 0),
        ("", 0),
    ],
)
def test_own_words_fill_a_gap_whether_they_are_right_or_not(text: str, pick: int):
    choices = [
        {"text": "a torn photograph", "right": True},
        "a letter from an old teacher",
        "a railway ticket",
    ]
    gap = ClozeGap.model_validate({"id": "g", "choices": choices, "facts": ["f1"]})
    assert cloze.choice_named(Table().context.reader, gap, text) == pick
