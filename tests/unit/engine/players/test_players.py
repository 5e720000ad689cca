"""Memory changes how a game is played, and what is said of it."""

from pathlib import Path

import pytest
from tests.support import canary_puzzle, say, write_puzzle
from tests.unit.engine.played import SOLVE, finish

from echoes.app import open_engine
from echoes.core.log.records import ScenarioInfo
from echoes.engine.engine import GameEngine
from echoes.games.situation_puzzle.puzzle.schema import Puzzle


async def test_difficulty_is_shown_against_the_own_record(own_engine: GameEngine, leveled_puzzles: Path):
    async def said(puzzle: str, player: str = "ann") -> str | None:
        return (await own_engine.create_session(puzzle, player_id=player)).started.for_player

    assert await said("p2") is None
    await finish(own_engine, "p2", "Was the bell broken?", SOLVE)
    known = "Difficulty 2 of 5. At this level you have solved 1 of 1; questions needed: about 1."
    assert await said("p2") == known
    assert await said("p4") == "Difficulty 4 of 5: harder than anything you have solved so far (2)."
    assert await said("p1") == "Difficulty 1 of 5: you have solved harder ones (2)."
    assert await said("p4", "bob") is None
    own_engine.players.settings.difficulty = False
    assert await said("p4") is None


async def test_the_traits_of_a_puzzle_are_found_once_and_anew_after_an_edit(
    own_engine: GameEngine, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    game, found = own_engine.games["situation_puzzle"], list[str]()

    def about(scenario: Puzzle) -> ScenarioInfo:
        found.append(scenario.title)
        return ScenarioInfo(difficulty=scenario.difficulty)

    monkeypatch.setattr(game, "about", about)

    async def levels() -> list[int | None]:
        return [one.info.difficulty for one in await own_engine.players.propose("ann")]

    assert [await levels(), await levels(), len(found)] == [[3], [3], 1]
    write_puzzle(bell.parent, canary_puzzle(difficulty=5))
    assert [await levels(), len(found)] == [[5], 2]


async def stalled(engine: GameEngine, player: str) -> int:
    """After how many rulings without progress a hint is offered."""
    session = (await engine.create_session("silent_bell", player_id=player)).session_id
    for number in range(1, 30):
        [ruled] = await say(engine, session, "Is the sexton old?")
        if "/hint" in ruled.remark:
            return number
    return 0


async def test_a_hint_is_offered_earlier_to_who_needs_it_and_later_to_who_does_not(
    own_engine: GameEngine, leveled_puzzles: Path
):
    for puzzle in ("p1", "p2", "p3"):
        await finish(own_engine, puzzle, "/hint", "/hint", "/giveup", player="weak")
        await finish(own_engine, puzzle, SOLVE, player="strong")
    assert [await stalled(own_engine, player) for player in ("weak", "new", "strong")] == [5, 8, 12]
    own_engine.players.settings.hints = False
    assert await stalled(own_engine, "weak") == 8


async def test_who_solves_little_gets_the_vaguest_hint_last_and_is_told_why(
    own_engine: GameEngine, leveled_puzzles: Path
):
    for puzzle in ("p1", "p2", "p3"):
        await finish(own_engine, puzzle, "/giveup")
    session = (await own_engine.create_session("silent_bell", player_id="ann")).session_id
    first, second, none = await say(own_engine, session, "/hint", "/hint", "/hint")
    assert [(hint.level, hint.remaining) for hint in (first, second)] == [(2, 1), (1, 0)]
    assert "You have solved few puzzles" in first.why
    assert second.why == ""
    assert none.event == "command_result"


async def test_a_hint_that_helped_nobody_comes_last(own_engine: GameEngine, leveled_puzzles: Path):
    for number in range(5):
        await finish(own_engine, "silent_bell", "/hint", "Is the sexton old?", "/giveup", player=f"p{number}")
    session = (await own_engine.create_session("silent_bell", player_id="new")).session_id
    [hint] = await say(own_engine, session, "/hint")
    assert (hint.level, hint.why) == (2, "I skipped one that has rarely helped other players.")


async def test_a_hint_that_says_what_is_known_waits(own_engine: GameEngine, bell: Path):
    hints = [
        {"text": "Think of the sound zzhintone.", "steps": ["zzfactid1"]},
        "Look up the slope zzhinttwo.",
    ]
    write_puzzle(bell.parent, canary_puzzle(hints=hints))
    session = (await own_engine.create_session("silent_bell")).session_id
    _, hint = await say(own_engine, session, "Did the sexton fear the sound?", "/hint")
    assert hint.level == 2
    assert "what you already know" in hint.why


async def test_a_session_keeps_what_was_decided_when_it_began(own_engine: GameEngine, leveled_puzzles: Path):
    session = (await own_engine.create_session("silent_bell", player_id="ann")).session_id
    for puzzle in ("p1", "p2", "p3"):
        await finish(own_engine, puzzle, "/giveup")
    [hint] = await say(own_engine, session, "/hint")
    assert hint.level == 1


async def test_a_game_whose_scenario_is_gone_still_counts_and_it_is_said(
    own_engine: GameEngine, own_folders: Path, bell: Path, caplog: pytest.LogCaptureFixture
):
    session = await finish(own_engine, "silent_bell", "/giveup")
    started = (await own_engine.open_session(session)).started
    bell.unlink()
    for copy in (own_folders / "game_storage").rglob(f"*{started.puzzle_hash}*"):
        copy.unlink()
    async with open_engine() as later:
        await later.players.recount()
        [player] = await later.players.overviews()
    assert player.games == 1
    assert f"session '{session}' counts without the traits of its scenario: " in caplog.text
