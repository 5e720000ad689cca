"""Publishing: what an author changes or withdraws is kept, and games go on with what they began with."""

import asyncio
import os
import time
from pathlib import Path

import pytest
from tests.support import canary_puzzle, say

from echoes.core.errors import BadInput, UnknownName
from echoes.engine.engine import GameEngine
from echoes.engine.scenarios.ingest import ingest
from echoes.engine.scenarios.publishing import (
    newly_published,
    publication_of,
    publications,
    publish,
    publish_or_keep,
    published_language,
    republish,
    versions_of,
    withdraw,
)
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

KIND = "situation_puzzle"


def puzzle(**changes: str) -> Puzzle:
    return Puzzle.model_validate(canary_puzzle(**changes))


def told(engine: GameEngine) -> list[tuple[str, bool]]:
    return [(one.scenario.title, one.current) for one in versions_of(engine, "silent_bell", "en")]


async def test_no_version_is_lost_and_games_keep_theirs(own_engine: GameEngine, own_folders: Path):
    first, second = puzzle(title="First"), puzzle(title="Second")
    publish(own_engine, KIND, first)
    os.utime(own_engine.scenarios.files("silent_bell", "en")[0], (0, 0))  # it was saved long ago
    session = await own_engine.create_session("silent_bell")
    publish(own_engine, KIND, second, base=first.content_hash)
    assert told(own_engine) == [("First", False), ("Second", True)]
    assert publication_of(own_engine, "silent_bell", "en").status == "published"

    saved = [one.saved for one in versions_of(own_engine, "silent_bell", "en")]
    withdraw(own_engine, "silent_bell", "en")
    assert [one.saved for one in versions_of(own_engine, "silent_bell", "en")] == saved
    assert own_engine.scenarios.list_all() == []
    assert told(own_engine) == [("First", False), ("Second", False)]
    assert [(one.status, one.versions) for one in publications(own_engine)] == [("withdrawn", 2)]
    assert (await say(own_engine, session.session_id, "Was the bell broken?"))[-1].text

    republish(own_engine, "silent_bell", "en", 1)
    assert told(own_engine) == [("First", False), ("Second", False), ("First", True)]
    republish(own_engine, "silent_bell", "en")
    assert len(told(own_engine)) == 3, "what is current is no new version"
    own_engine.scenarios.remove("silent_bell")
    assert publications(own_engine) == []


async def test_ingest_keeps_what_it_writes_over(own_engine: GameEngine, bell: Path, tmp_path: Path):
    (tmp_path / "new_en.json").write_text(bell.read_text().replace("The Silent Bell", "Anew"))
    await ingest(own_engine, [tmp_path / "new_en.json"])
    assert told(own_engine) == [("The Silent Bell", False), ("Anew", True)]


def test_nobody_writes_over_what_they_have_not_seen(own_engine: GameEngine):
    first, second = puzzle(title="First"), puzzle(title="Second")
    publish(own_engine, KIND, first)
    with pytest.raises(BadInput, match="already"):
        publish(own_engine, KIND, second)
    publish(own_engine, KIND, second, base=first.content_hash)
    with pytest.raises(BadInput, match="changed meanwhile"):
        publish(own_engine, KIND, puzzle(title="Third"), base=first.content_hash)
    with pytest.raises(UnknownName, match="no version 7"):
        republish(own_engine, "silent_bell", "en", 7)


async def test_of_two_who_publish_at_once_one_is_told(own_engine: GameEngine):
    first = puzzle(title="First")
    publish(own_engine, KIND, first)
    saved = [
        asyncio.to_thread(publish, own_engine, KIND, puzzle(title=title), first.content_hash)
        for title in ("Second", "Third", "Fourth")
    ]
    results = await asyncio.gather(*saved, return_exceptions=True)
    assert sorted(type(one) is BadInput for one in results) == [False, True, True]
    assert len(told(own_engine)) == 2


def test_a_folder_without_versions_is_no_scenario(own_engine: GameEngine):
    publish(own_engine, KIND, puzzle())
    [(_, path)] = own_engine.scenarios.authored_files()
    (path.parent / "versions" / "half_begun_en").mkdir(parents=True)
    assert [one.scenario.id for one in publications(own_engine)] == ["silent_bell"]


async def test_a_draft_is_played_by_nobody_else(own_engine: GameEngine):
    draft = puzzle(title="Draft")
    session = await own_engine.create_session("silent_bell", remembered=False, draft=(KIND, draft))
    assert session.started.title == "Draft"
    assert own_engine.scenarios.list_all() == []


def test_a_language_need_not_be_named_and_what_nobody_published_is_said(own_engine: GameEngine):
    publish(own_engine, KIND, puzzle(language="zh", title="钟"))
    assert published_language(own_engine, "silent_bell") == "zh"
    with pytest.raises(UnknownName, match=r"no author has published 'other'.*silent_bell"):
        published_language(own_engine, "other")


def test_the_one_that_has_an_id_is_named(own_engine: GameEngine):
    publish(own_engine, KIND, puzzle(title="First"))
    with pytest.raises(BadInput, match="First"):
        publish(own_engine, KIND, puzzle(title="Second"))


async def test_of_two_who_edit_a_withdrawn_scenario_the_second_is_refused(own_engine: GameEngine):
    publish(own_engine, KIND, puzzle(title="First"))
    withdraw(own_engine, "silent_bell", "en")
    seen = publication_of(own_engine, "silent_bell", "en")
    publish_or_keep(own_engine, seen, puzzle(title="Second"))
    with pytest.raises(BadInput, match="changed meanwhile"):
        publish_or_keep(own_engine, seen, puzzle(title="Third"))
    seen = publication_of(own_engine, "silent_bell", "en")
    republish(own_engine, "silent_bell", "en")
    with pytest.raises(BadInput, match="changed meanwhile"):
        publish_or_keep(own_engine, seen, puzzle(title="Fourth"))
    assert publication_of(own_engine, "silent_bell", "en").scenario.title == "Second"


async def test_what_came_lately_is_new_and_an_edit_makes_nothing_new(own_engine: GameEngine):
    first = puzzle(title="First")
    publish(own_engine, KIND, first)
    assert newly_published(own_engine) == {("silent_bell", "en")}
    [path] = own_engine.scenarios.files("silent_bell", "en")
    long_ago = time.time() - 15 * 24 * 3600
    os.utime(path, (long_ago, long_ago))
    assert newly_published(own_engine) == set()
    publish(own_engine, KIND, puzzle(title="Second"), base=first.content_hash)
    assert newly_published(own_engine) == set()


async def test_where_much_comes_the_latest_is_new(own_engine: GameEngine):
    now = time.time()
    for number in range(14):
        publish(own_engine, KIND, puzzle(id=f"bell_{number:02}"))
        [path] = own_engine.scenarios.files(f"bell_{number:02}", "en")
        os.utime(path, (now - 100 + number, now - 100 + number))
    assert newly_published(own_engine) == {(f"bell_{number:02}", "en") for number in range(2, 14)}
    withdraw(own_engine, "bell_13", "en")
    assert ("bell_13", "en") not in newly_published(own_engine)
