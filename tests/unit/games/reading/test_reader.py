"""The reader of words: what is certain is made, what is doubtful is asked back, and what is denied is not done."""

import subprocess
import sys

import pytest

from echoes.games.reading.move import COMMAND, MOST_ASKED, Circumstances, WordedMove
from echoes.games.reading.reader import OpenMoves, Reading, WordReader
from echoes.models.providers.embedded import EmbeddedEmbeddings

NAMES = {
    "en": {"marta": ("Marta", "the ferrywoman"), "otto": ("Otto",)},
    "zh": {"marta": ("玛尔塔", "船娘"), "otto": ("奥托",)},
}
MOVES = {
    "en": (
        WordedMove("go:cellar", "Go down to the cellar", ("the cellar", "climb down the stairs"), "go"),
        WordedMove("do:lamp", "Light the lamp", ("kindle the lantern", "make some light")),
        WordedMove("do:rope", "Cut the rope", ("slash through the mooring line",), final=True),
        WordedMove(
            "ask:marta:flood", "Ask Marta about the flood", ("the flood", "high water"), "ask", "marta"
        ),
        WordedMove("ask:otto:flood", "Ask Otto about the flood", ("the flood", "high water"), "ask", "otto"),
        WordedMove("do:hidden", "Sink the boat", ("drown the ferry",), shown=False),
        WordedMove("wait:", "Wait and listen", (), "wait"),
    ),
    "zh": (
        WordedMove("go:cellar", "去地窖", ("地窖", "下到地窖里"), "go"),
        WordedMove("do:lamp", "点上油灯", ("把灯点亮", "点灯")),
        WordedMove("do:rope", "割断缆绳", ("把绳子割了",), final=True),
        WordedMove("ask:marta:flood", "问玛尔塔：洪水", ("洪水", "发大水"), "ask", "marta"),
        WordedMove("ask:otto:flood", "问奥托：洪水", ("洪水", "发大水"), "ask", "otto"),
        WordedMove("do:hidden", "把船弄沉", ("凿沉渡船",), shown=False),
        WordedMove("wait:", "等一等", (), "wait"),
    ),
}
READER = WordReader(EmbeddedEmbeddings)
HELP = WordedMove("/help", "help", ("help me", "I need help"), COMMAND, shown=False)


def opened(language: str, here: frozenset[str] = frozenset(("marta", "otto"))) -> OpenMoves:
    return OpenMoves(language, NAMES[language], MOVES[language], Circumstances(here))


async def read(language: str, message: str) -> Reading:
    return await READER.read(message, opened(language))


@pytest.mark.parametrize(
    ("language", "message", "key"),
    [
        ("en", "I climb down into the cellar", "go:cellar"),
        ("en", "kindle the lamp", "do:lamp"),
        ("en", "Marta, what do you know about the flood?", "ask:marta:flood"),
        ("zh", "我下到地窖里去", "go:cellar"),
        ("zh", "把油灯点亮", "do:lamp"),
        ("zh", "问玛尔塔洪水的事", "ask:marta:flood"),
    ],
)
async def test_what_says_a_move_in_other_words_is_that_move(language: str, message: str, key: str):
    assert (await read(language, message)).taken == key


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "I won't light the lamp"),
        ("en", "don't light the lamp"),
        ("en", "should I light the lamp?"),
        ("en", "did Otto light the lamp?"),
        ("en", "you could light the lamp"),
        ("en", 'I tell them "light the lamp, somebody"'),
        ("zh", "我不点灯"),
        ("zh", "要不要点灯"),
        ("zh", "你去点灯"),
        ("zh", "谁点的灯？"),
    ],
)
async def test_what_is_denied_mused_on_asked_or_left_to_others_is_never_done(language: str, message: str):
    assert not (await read(language, message)).taken


@pytest.mark.parametrize(
    ("language", "message", "made"),
    [
        ("en", "cut the rope", True),
        ("en", "I want to cut the rope", True),
        ("en", "I cut the rope and then some bread", False),
        ("en", "cut the rope, then light the lamp", False),
        ("en", "maybe cut the rope", False),
        ("en", "we could cut the rope", False),
        ("en", "does Otto cut the rope?", False),
        ("en", "don't cut the rope", False),
        ("zh", "割断缆绳", True),
        ("zh", "也许割断缆绳", False),
        ("zh", "要割断缆绳吗", False),
    ],
)
async def test_a_move_with_a_price_is_made_only_where_it_is_said_and_nothing_else(
    language: str, message: str, made: bool
):
    assert ((await read(language, message)).taken == "do:rope") is made


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_three_at_most_are_asked_back_and_none_that_may_not_be_offered(language: str):
    message = {"en": "something with the ferry and the boat", "zh": "船怎么办"}[language]
    found = await read(language, message)
    assert 0 < len(found.asked) <= MOST_ASKED and "do:hidden" not in found.asked


async def test_who_is_spoken_to_and_is_not_here_answers_nothing():
    away = opened("en", frozenset(("otto",)))
    assert not (await READER.read("Marta, what do you know about the flood?", away)).taken


async def test_without_an_embedder_the_words_alone_are_compared():
    reader = WordReader()
    assert (await reader.read("light the lamp", opened("en"))).taken == "do:lamp"
    assert not (await reader.read("what a lovely evening", opened("en"))).taken


@pytest.mark.parametrize(
    ("language", "message", "key", "rest"),
    [
        ("en", "light the lamp and go down to the cellar", "do:lamp", "go down to the cellar"),
        ("zh", "点上油灯，然后去地窖", "do:lamp", "去地窖"),
    ],
)
async def test_of_two_deeds_the_first_is_meant_and_the_other_is_kept(
    language: str, message: str, key: str, rest: str
):
    assert await read(language, message) == Reading(key, rest=rest)


@pytest.mark.parametrize(
    ("language", "message"),
    [("en", "light the lamp or go down to the cellar"), ("zh", "点上油灯或者去地窖")],
)
async def test_one_thing_or_another_is_asked_back(language: str, message: str):
    found = await read(language, message)
    assert not found.taken and {*found.asked} >= {"do:lamp", "go:cellar"}


async def test_of_one_thing_or_another_only_what_may_be_offered_is_asked_back():
    moves = OpenMoves("en", NAMES["en"], (*MOVES["en"], HELP))
    for message in ("drown the ferry or go down to the cellar", "help me or go down to the cellar"):
        found = await READER.read(message, moves)
        assert {*found.asked} <= moves.shown and not found.taken


async def test_a_text_that_is_said_to_somebody_is_what_is_asked_of_them():
    assert (await read("en", "Otto, high water?")).taken == "ask:otto:flood"


async def test_what_can_not_be_done_is_meant_where_it_is_said_whole_and_is_never_offered():
    closed = WordedMove("closed:gate", "Open the gate", ("unbar the gate",), shown=False, is_open=False)
    moves = OpenMoves("en", NAMES["en"], (*MOVES["en"], closed))
    assert (await READER.read("unbar the gate", moves)).taken == "closed:gate"
    assert "closed:gate" not in (await READER.read("something about a gate", moves)).asked


async def test_the_game_itself_is_asked_only_in_near_words_and_not_of_a_person():
    moves = OpenMoves("en", NAMES["en"], (*MOVES["en"], HELP))
    assert (await READER.read("help me, please", moves)).taken == "/help"
    for message in ("Marta, help me, please", "I help the ferrywoman with her bread", "I need no help"):
        assert (await READER.read(message, moves)).taken != "/help"


def test_a_kind_of_game_is_listed_without_numpy():
    names = ", ".join(f"echoes.games.{kind}.game" for kind in ("story", "heist", "party"))
    run = subprocess.run([sys.executable, "-c", f"import sys, {names}; sys.exit('numpy' in sys.modules)"])
    assert run.returncode == 0


async def test_where_nothing_is_open_nothing_is_meant():
    found = await READER.read("light the lamp", OpenMoves("en", NAMES["en"], ()))
    assert not found.taken and not found.asked


@pytest.mark.parametrize(
    ("language", "message"),
    [("en", "I tell Marta nothing and do not ask about the flood"), ("zh", "我不问玛尔塔洪水的事")],
)
async def test_what_is_not_asked_is_not_asked(language: str, message: str):
    assert not (await read(language, message)).taken
