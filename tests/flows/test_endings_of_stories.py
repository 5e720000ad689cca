"""Every ending of the bundled stories is come to in words of a player, in both languages, without a model."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import yaml
from tests.support import say

from echoes.app import open_engine
from echoes.core.log.events import Event
from echoes.engine.engine import GameEngine
from echoes.engine.log.replay import replay
from echoes.games.story.events import StoryEnded
from echoes.games.story.pack.schema import StoryPack

LISTS = sorted(Path(__file__).with_name("endings").glob("*.yaml"))


@pytest.fixture
async def table() -> AsyncIterator[GameEngine]:
    async with open_engine() as engine:
        yield engine


def messages(lines: list[str | int]) -> list[str]:
    """What is typed, one message each: `wait x 3` is three messages."""
    found: list[str] = []
    for line in map(str, lines):
        many = re.match(r"(.+) x (\d+)$", line)
        found += [many.group(1)] * int(many.group(2)) if many else [line]
    return found


async def play(table: GameEngine, story: str, language: str, lines: list[str | int]) -> tuple[str, list[str]]:
    """The ending to which a list leads, and all endings of the story."""
    session = await table.create_session(story, lang=language)
    last: Event | None = None
    for message in messages(lines):
        events = await say(table, session.session_id, message)
        assert {"player_acted", "clarification_asked"} & {event.event for event in events}, message
        last = events[-1]
    assert isinstance(last, StoryEnded)
    assert isinstance(session.scenario, StoryPack)
    assert (await replay(table, session.session_id)).differences == []
    return last.details.ending, [*session.scenario.endings]


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
async def test_each_ending_is_reached_in_words_and_by_numbers_and_replays(table: GameEngine, path: Path):
    story, _, language = path.stem.rpartition("_")
    lists: dict[str, list[str | int]] = yaml.safe_load(path.read_text("utf-8"))
    found = [await play(table, story, language, lines) for lines in lists.values()]
    assert [ending for ending, _ in found] == [*lists] == found[0][1]
