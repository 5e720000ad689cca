"""A puzzle as an environment: an agent wins it by text alone, with few commands, and within its messages."""

from dataclasses import asdict
from pathlib import Path

import pytest
from tests.unit.environments.conftest import SOLVE

from echoes import load_config, open_engine
from echoes.core.errors import UnknownName
from echoes.environments.game import PuzzleGame, puzzle_keys


async def test_a_game_is_won_by_text_and_counted():
    async with PuzzleGame() as game:
        assert "The Silent Bell" in game.opening and "zzanswer" not in game.opening
        assert "NO" in await game.say("Was the bell broken?")
        assert "Hint" in await game.say("/hint")
        assert "zzanswer" in await game.say(SOLVE)
    assert game.is_over and 0 < game.figures.score < 100
    counted = {"solved": True, "questions": 1, "hints": 1, "messages": 3}
    assert asdict(game.figures) | counted == asdict(game.figures)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "  ",
            "/restart",
            "/quit",
            "/undo",
            "/giveup",
            "／undo",
            "、放弃",
            "\u200b/giveup",
            "/answer\n/giveup",
        ),
        *("undo", "take that back", "I made a mistake", "start over", "I give up", "撤回", "重新开始"),
    ],
)
async def test_no_agent_sets_a_game_aside_or_takes_it_back(text: str):
    async with PuzzleGame() as game:
        await game.say("Was the bell broken?")
        assert "Ask a question" in await game.say(text)
        assert (game.figures.questions, game.figures.messages, game.is_over) == (1, 2, False)


@pytest.mark.parametrize("texts", [("", "/x", ""), ("x" * 5000,) * 3])
async def test_a_game_without_a_move_ends_too(texts: tuple[str, ...]):
    async with PuzzleGame(messages=3) as game:
        for text in texts:
            assert not game.is_over
            await game.say(text)
        assert game.is_over


async def test_the_last_message_is_announced_and_ends_the_game_unsolved():
    async with PuzzleGame(messages=2) as game:
        assert "One message is left" in await game.say("Was the bell broken?")
        told = await game.say("Was the bell stolen?")
        assert "not solved" in told and "zzanswer" not in told
        assert await game.say(SOLVE) == told.splitlines()[-1], "it comes too late"
    assert not game.figures.solved and game.figures.score == 0


async def test_no_session_is_stored(own_folders: Path):
    async with PuzzleGame() as game:
        await game.say("Was the bell broken?")
    stored = [path for path in (own_folders / "game_storage").rglob("*") if path.is_file()]
    assert [path for path in stored if path.parent.name != "puzzles"] == [], "versions of puzzles alone"


async def test_a_language_without_the_puzzle_is_refused():
    async with open_engine(load_config()) as engine:
        only = [("silent_bell", "en")]
        assert puzzle_keys(engine) == puzzle_keys(engine, "silent_bell", "en") == only
        assert puzzle_keys(engine, ["silent_bell"]) == only, "as Inspect reads a list of the command line"
        for wanted in (("nothing", ""), ("silent_bell, nothing", "en"), ("silent_bell", "zh")):
            with pytest.raises(UnknownName, match="there is no puzzle"):
                puzzle_keys(engine, *wanted)
    with pytest.raises(UnknownName):
        PuzzleGame(lang="zh")
