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


@pytest.mark.parametrize("text", ["", "  ", "/restart", "/quit", "/undo", "/giveup", "/hin"])
async def test_what_is_no_move_of_an_agent_changes_nothing(text: str):
    async with PuzzleGame() as game:
        assert "Ask a question" in await game.say(text)
        assert (game.figures.messages, game.is_over) == (0, False)


async def test_the_last_message_is_announced_and_ends_the_game_unsolved():
    async with PuzzleGame(messages=2) as game:
        assert "One message is left" in await game.say("Was the bell broken?")
        told = await game.say("Was the bell stolen?")
        assert "not solved" in told and "zzanswer" not in told
        assert await game.say(SOLVE) == told.splitlines()[-1], "it comes too late"
    assert not game.figures.solved and game.figures.score == 0


async def test_nothing_is_stored(own_folders: Path):
    async with PuzzleGame() as game:
        await game.say("Was the bell broken?")
    assert not list((own_folders / "game_storage").rglob("*.jsonl"))


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
