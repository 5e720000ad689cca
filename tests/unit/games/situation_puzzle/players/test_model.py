"""The player that is a model: what it says is sent once, as what it is meant to be."""

from typing import Any

import pytest
from tests.support import event
from tests.unit.games.situation_puzzle.players.test_baseline import asked

from echoes.core.log.events import CommandResult
from echoes.core.seats.roles import Role
from echoes.games.context_window import Part, Section, Window, build_window
from echoes.games.player import PlayerSeat
from echoes.games.situation_puzzle.events import PuzzleClarificationAsked, PuzzleStarted
from echoes.games.situation_puzzle.players.model import ModelPlayer
from echoes.games.situation_puzzle.players.registry import PlayerSettings
from echoes.games.situation_puzzle.visibility import VISIBILITY
from echoes.models.providers.scripted import ScriptedClient

BELL = "A man rings a bell that nobody hears."


async def board() -> Window:
    return build_window(Role.PLAYER, None, [Section(Part.TURNS, ("Was it old? — NO",))], VISIBILITY, 1000)


class Notes:
    """A tool that is called with a text; `broken` refuses it."""

    name, description = "rag_query_public", "looks up"

    def __init__(self, broken: bool = False) -> None:
        self.asked: list[Any] = []
        self._broken = broken
        self.args = {"query": {"type": "string"}}

    class tool_call_schema:
        """Its arguments."""

        @staticmethod
        def model_json_schema() -> dict[str, Any]:
            return {"type": "object", "properties": {"query": {"type": "string"}}}

    async def ainvoke(self, arguments: Any) -> str:
        self.asked.append(arguments)
        if self._broken:
            raise ValueError("no such thing")
        return "The tower is old."


def player(
    *replies: Any, tool: Notes | None = None, longest: int = 2000, **settings: Any
) -> tuple[ModelPlayer, Any]:
    started = PuzzleStarted(
        session_id="s", puzzle_id="bell", puzzle_hash="h", game_type="situation_puzzle", player_id="p",
        title="Bell", lang="en", statement=BELL, referee="embedded",
    )  # fmt: skip
    llm = ScriptedClient(list(replies))
    tools = {tool.name: tool, "other": tool} if tool else {}
    seat = PlayerSeat(started, board, longest, tools, llm)
    return ModelPlayer(seat, PlayerSettings(**settings)), llm


def ask(text: str, kind: str = "ask") -> dict[str, str]:
    return {"kind": kind, "text": text}


@pytest.mark.parametrize(
    ("reply", "sent"),
    [
        (ask("Was he\n deaf?"), "Was he deaf?"),
        (ask("/Was he deaf?"), "Was he deaf?"),
        (ask("He was deaf.", "answer"), "/answer He was deaf."),
        (ask("#1 and #2, deaf", "answer"), "/answer 1 and 2, deaf"),  # numbers would pick findings
    ],
)
async def test_a_reply_is_sent_as_what_it_is_meant_to_be(reply: dict[str, str], sent: str):
    one, llm = player(reply)
    move = await one.move([], 9)
    assert move is not None and move.text == sent
    system, prompt = llm.asked[0]
    assert BELL in system and "Was it old? — NO" in prompt


@pytest.mark.parametrize(
    ("numbers", "sent"), [([2, 1], "2 1"), ([9, 1], "1 1"), ([2], "2 3"), ([], "1 3"), ([1, 2, 3], "1 2")]
)
async def test_a_cloze_is_filled_by_one_reply(numbers: list[int], sent: str):
    gaps = [{"choices": ["the dark", "the snow"]}, {"choices": ["a", "b", "c"], "pick": 3}]
    form = {"parts": ["He feared ", ", ", "."], "gaps": gaps, "gap": 1}
    event = PuzzleClarificationAsked(text="/answer", prompt="?", options=[], cloze=form)  # type: ignore[arg-type]
    one, llm = player({"numbers": numbers})
    move = await one.move([event], 9)
    assert move is not None and move.text == sent
    assert "He feared [1], [2]." in llm.asked[0][1] and "2. the snow" in llm.asked[0][1]


async def test_a_message_is_cut_to_what_the_game_takes():
    one, _ = player(ask("a" * 50), longest=30)
    move = await one.move([], 9)
    assert move is not None and len(move.text) <= 30


async def test_what_was_said_before_is_not_said_again():
    one, llm = player(ask("Was he deaf?"), ask("was he DEAF"), ask("hint"), ask("Was he old?"))
    await one.move([], 9)
    move = await one.move([], 9)
    assert move is not None and (move.text, move.repeated) == ("Was he old?", 2)
    assert "was he DEAF" in llm.asked[2][1] and "hint" in llm.asked[3][1], "it is told what was wrong"


async def test_who_only_repeats_itself_has_to_answer():
    one, llm = player(*[ask("hint")] * 3, {"text": "He was deaf."})
    move = await one.move([], 9)
    assert move is not None and move.text == "/answer He was deaf."
    llm.assert_used_up()


async def test_the_last_turn_is_for_an_answer_and_nothing_is_said_twice():
    one, _ = player({"text": "He was deaf."}, {"text": "he was deaf"})
    first, second = await one.move([], 1), await one.move([], 1)
    assert first is not None and (first.text, second) == ("/answer He was deaf.", None)


@pytest.mark.parametrize(("number", "sent"), [(2, "2"), (0, "0"), (7, "0")])
async def test_it_picks_a_number_that_is_offered(number: int, sent: str):
    one, llm = player({"number": number})
    move = await one.move([asked("Was he deaf?", "Was he mute?")], 9)
    assert move is not None and move.text == sent
    assert "2. Was he mute?" in llm.asked[0][1]


async def test_of_many_it_picks_those_that_are_offered_each_once():
    one, _ = player({"numbers": [2, 9, 2, 1]})
    move = await one.move([asked("a?", "b?", many=True)], 9)
    assert move is not None and move.text == "#2 #1"


async def test_it_looks_something_up_and_asks_then():
    notes = Notes()
    one, llm = player(
        {"function": "rag_query_public", "arguments": {"query": "tower"}}, ask("Is it old?"), tool=notes
    )
    move = await one.move([], 9)
    assert move is not None and (move.text, move.looked_up) == ("Is it old?", ("rag_query_public: tower",))
    assert (notes.asked, "The tower is old." in llm.asked[1][1]) == ([{"query": "tower"}], True)


async def test_a_tool_that_is_called_wrongly_says_so_to_the_model_alone():
    one, llm = player(ask("tower", "rag_query_public"), ask("Is it old?"), tool=Notes(broken=True))
    move = await one.move([], 9)
    assert move is not None and move.text == "Is it old?"
    assert "rag_query_public: no such thing" in llm.asked[1][1]


async def test_the_story_is_repeated_as_often_as_the_settings_say():
    one, llm = player(*(ask(f"Question {n}?") for n in range(4)), restate_every=2)
    for _ in range(4):
        await one.move([], 9)
    assert [BELL in prompt for _, prompt in llm.asked] == [False, True, False, True]


async def test_it_is_told_what_the_board_does_not_show():
    ruled = event(
        event="question_ruled", text="Was it old?", asked="aged?", ruled_as=True, ruling="NO", source="x"
    )
    told = [(CommandResult(command="hint", text="None left."), "None left."), (ruled, "aged?")]
    for last, words in told:
        one, llm = player(ask("Was he deaf?"))
        await one.move([last], 9)
        assert words in llm.asked[0][1]
