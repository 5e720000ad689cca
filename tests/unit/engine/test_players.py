"""What memory changes, and how it is forgotten."""

from pathlib import Path
from typing import Any

import pytest
from tests.support import canary_puzzle, say, write_puzzle

from echoes.core.errors import UnknownName
from echoes.engine.engine import GameEngine
from echoes.engine.forgetting import forget_player
from echoes.engine.maintenance import maintain
from echoes.engine.proposals import suitable_level


@pytest.fixture
def shelf(bell: Path) -> Path:
    """Puzzles of difficulty 1 to 5, `p1` to `p5`, and the canary puzzle (3)."""
    for level in range(1, 6):
        write_puzzle(
            bell.parent, canary_puzzle(id=f"p{level}", title=f"P{level}", difficulty=level, tags=["sea"])
        )
    return bell.parent


SOLVE = "/answer The ringing would have loosed an avalanche zzfactone. Snow lay on the slope zzfacttwo."


async def statistics(engine: GameEngine, puzzle: str) -> dict[str, Any]:
    _, scenario = (
        engine.puzzles.get(puzzle, "en")
        if puzzle in {s.id for _, s in engine.puzzles.scenarios()}
        else ("", None)
    )
    ledger = (await engine.players.memory()).ledger
    return await ledger.statistics_of(puzzle, "en", scenario.content_hash if scenario else "")


async def finish(engine: GameEngine, puzzle: str, *messages: str, player: str = "ann") -> str:
    session = (await engine.create_session(puzzle, player_id=player)).session_id
    await say(engine, session, *messages)
    return session


async def order(engine: GameEngine, player: str = "ann") -> list[tuple[str, str]]:
    return [(p.scenario.id, p.reason) for p in await engine.players.propose(player)]


async def test_who_is_new_starts_with_what_is_easy(own_engine: GameEngine, shelf: Path):
    assert [puzzle for puzzle, _ in await order(own_engine)] == ["p1", "p2", "p3", "silent_bell", "p4", "p5"]


async def test_who_solves_is_proposed_something_harder_and_nothing_twice(own_engine: GameEngine, shelf: Path):
    await finish(own_engine, "p2", SOLVE)
    proposed = await order(own_engine)
    assert proposed[0] == ("p3", "step_up")
    assert proposed[-1] == ("p2", "played")


async def test_who_gives_up_is_proposed_something_easier(own_engine: GameEngine, shelf: Path):
    await finish(own_engine, "p3", SOLVE)
    await finish(own_engine, "silent_bell", "/giveup")
    assert (await order(own_engine))[0] == ("p2", "fitting")


async def test_a_puzzle_that_is_played_again_changes_nothing(own_engine: GameEngine, shelf: Path):
    await finish(own_engine, "p3", SOLVE)
    await finish(own_engine, "p2", "/giveup")
    before = [proposal.level for proposal in await own_engine.players.propose("ann")]
    await finish(own_engine, "p3", SOLVE)
    await finish(own_engine, "p2", SOLVE)
    assert [proposal.level for proposal in await own_engine.players.propose("ann")] == before


async def test_documents_of_another_form_are_passed_over_and_made_again(own_engine: GameEngine, shelf: Path):
    session = await finish(own_engine, "p1", SOLVE)
    store = await own_engine.storage.store()
    await store.aput(("player", "ann", "games"), "old", {"puzzle": "p1", "solved": True, "questions": 3})
    await store.aput(("system", "sessions"), session, {"position": 1, "row": {"old": 1}})
    shown: Any = await own_engine.players.show("ann")
    assert [game["session_id"] for game in shown["games"]] == [session]
    assert (await maintain(own_engine)).recounted == 1
    assert len(await store.asearch(("player", "ann", "games"))) == 1
    await own_engine.delete_session(session)


async def test_a_game_that_was_begun_comes_first_and_is_resumed(own_engine: GameEngine, shelf: Path):
    await own_engine.create_session("p1", player_id="ann")
    session = await finish(own_engine, "p5", "Was the bell broken?")
    [first, *others] = await own_engine.players.propose("ann")
    assert (first.scenario.id, first.reason, first.session_id) == ("p5", "open", session)
    assert all(proposal.session_id is None for proposal in others)


async def test_another_player_is_not_affected(own_engine: GameEngine, shelf: Path):
    before = await order(own_engine, "bob")
    await finish(own_engine, "p2", SOLVE)
    assert await order(own_engine, "bob") == before


async def test_proposing_by_record_can_be_switched_off(own_engine: GameEngine, shelf: Path):
    before = await order(own_engine)
    await finish(own_engine, "p2", SOLVE)
    own_engine.players.settings.propose = False
    assert await order(own_engine) == before


def test_the_level_goes_up_and_down_within_its_bounds():
    def level(difficulty: int, solved: bool, score: int = 90) -> int | None:
        group = {"games": 1, "solved": int(solved), "questions_to_solve": None}
        return suitable_level(
            {"levels": {str(difficulty): group}},
            [{"difficulty": difficulty, "solved": solved, "score": score}],
        )

    assert suitable_level({}, []) is None
    assert [level(n, True) for n in (1, 3, 5)] == [2, 4, 5]
    assert level(3, True, score=40) == 3
    assert [level(n, False) for n in (1, 5)] == [1, 1]


async def test_difficulty_is_shown_against_the_own_record(own_engine: GameEngine, shelf: Path):
    async def said(puzzle: str, player: str = "ann") -> str | None:
        return (await own_engine.create_session(puzzle, player_id=player)).started.for_player

    assert await said("p2") is None
    await finish(own_engine, "p2", "Was the bell broken?", SOLVE)
    assert (
        await said("p2") == "Difficulty 2 of 5. At this level you solved 1 of 1; questions needed: about 1."
    )
    assert await said("p4") == "Difficulty 4 of 5: harder than anything you have solved so far (2)."
    assert await said("p1") == "Difficulty 1 of 5: you have solved harder ones (2)."
    assert await said("p4", "bob") is None
    own_engine.players.settings.difficulty = False
    assert await said("p4") is None


async def stalled(engine: GameEngine, player: str) -> int:
    """After how many rulings without progress a hint is offered."""
    session = (await engine.create_session("silent_bell", player_id=player)).session_id
    for number in range(1, 30):
        [ruled] = await say(engine, session, "Is the sexton old?")
        if "/hint" in ruled.remark:
            return number
    return 0


async def test_a_hint_is_offered_earlier_to_who_needs_it_and_later_to_who_does_not(
    own_engine: GameEngine, shelf: Path
):
    for puzzle in ("p1", "p2", "p3"):
        await finish(own_engine, puzzle, "/hint", "/hint", "/giveup", player="weak")
        await finish(own_engine, puzzle, SOLVE, player="strong")
    assert [await stalled(own_engine, player) for player in ("weak", "new", "strong")] == [5, 8, 12]
    own_engine.players.settings.hints = False
    assert await stalled(own_engine, "weak") == 8


async def test_who_solves_little_gets_the_vaguest_hint_last_and_is_told_why(
    own_engine: GameEngine, shelf: Path
):
    for puzzle in ("p1", "p2", "p3"):
        await finish(own_engine, puzzle, "/giveup")
    session = (await own_engine.create_session("silent_bell", player_id="ann")).session_id
    first, second, none = await say(own_engine, session, "/hint", "/hint", "/hint")
    assert [(hint.level, hint.remaining) for hint in (first, second)] == [(2, 1), (1, 0)]
    assert "You have solved few puzzles" in first.why
    assert second.why == ""
    assert none.event == "command_result"


async def test_a_hint_that_helped_nobody_comes_last(own_engine: GameEngine, shelf: Path):
    for number in range(5):
        await finish(own_engine, "silent_bell", "/hint", "Is the sexton old?", "/giveup", player=f"p{number}")
    session = (await own_engine.create_session("silent_bell", player_id="new")).session_id
    [hint] = await say(own_engine, session, "/hint")
    assert (hint.level, hint.why) == (2, "I skipped one that has helped other players little.")


async def test_a_hint_that_says_what_is_known_waits(own_engine: GameEngine, bell: Path):
    hints = [
        {"text": "Think of the sound zzhintone.", "facts": ["zzfactid1"]},
        "Look up the slope zzhinttwo.",
    ]
    write_puzzle(bell.parent, canary_puzzle(hints=hints))
    session = (await own_engine.create_session("silent_bell")).session_id
    _, hint = await say(own_engine, session, "Did the sexton fear the sound?", "/hint")
    assert hint.level == 2
    assert "what you know" in hint.why


async def test_a_session_keeps_what_was_decided_when_it_began(own_engine: GameEngine, shelf: Path):
    session = (await own_engine.create_session("silent_bell", player_id="ann")).session_id
    for puzzle in ("p1", "p2", "p3"):
        await finish(own_engine, puzzle, "/giveup")
    [hint] = await say(own_engine, session, "/hint")
    assert hint.level == 1


async def test_forgetting_leaves_nothing_in_any_file(own_engine: GameEngine, shelf: Path, own_folders: Path):
    name = "Xanthippe-Quux"
    await finish(own_engine, "p1", "Was the bell broken?", "/undo", SOLVE, player=name)
    await finish(own_engine, "p2", "is it Xanthippe-Quux", player=name)
    kept = await finish(own_engine, "p1", SOLVE, player="bob")
    await own_engine.players.show(name)
    assert files_with(own_folders, name)
    assert (await forget_player(own_engine, name)).sessions == 2
    assert files_with(own_folders, name) == []
    assert (await statistics(own_engine, "p1"))["first_tries"] == 1
    assert [row["session_id"] for row in await own_engine.players.index.rows()] == [kept]
    with pytest.raises(UnknownName, match="unknown player"):
        await own_engine.players.show(name)
    with pytest.raises(UnknownName):
        await forget_player(own_engine, name)


def files_with(folder: Path, name: str) -> list[str]:
    below = (folder / "game_storage").rglob("*")
    return [path.name for path in below if path.is_file() and name.encode() in path.read_bytes()]


async def test_deleting_a_session_takes_its_game_out_of_the_record(own_engine: GameEngine, shelf: Path):
    kept, deleted = await finish(own_engine, "p1", SOLVE), await finish(own_engine, "p2", SOLVE)
    await own_engine.delete_session(deleted)
    shown: Any = await own_engine.players.show("ann")
    assert [game["session_id"] for game in shown["games"]] == [kept]
    assert shown["profile"]["games"] == 1
    assert (await statistics(own_engine, "p2"))["first_tries"] == 0


async def test_maintenance_counts_again_from_the_logs(own_engine: GameEngine, shelf: Path, own_folders: Path):
    await finish(own_engine, "p1", "/hint", SOLVE)
    await finish(own_engine, "p2", "/giveup", player="bob")
    memory = await own_engine.players.memory()
    right = await memory.players(), await memory.ledger.all_statistics()
    assert (await maintain(own_engine)).recounted == 0
    store = await own_engine.storage.store()
    await store.aput(("player", "ann"), "profile", {"summary_type": "profile", "games": 99})
    await memory.update_player_profile("ann", {"asks": "broadly"})
    await store.adelete(("player", "bob"), "profile")
    await store.aput(("system", "puzzles"), "p1_en", {"first_tries": 7})
    assert (await maintain(own_engine)).recounted == 2
    players, statistics = dict(await memory.players()), await memory.ledger.all_statistics()
    assert (sorted(players.items()), statistics) == right
    assert (await memory.retrieve_player_profile("ann"))["asks"] == "broadly"


async def test_maintenance_removes_what_nothing_leads_to(
    own_engine: GameEngine, shelf: Path, own_folders: Path
):
    session = await finish(own_engine, "p1", "Was the bell broken?")
    log = own_folders / "game_storage" / "events" / f"{session}.jsonl"
    log.write_bytes(log.read_bytes() + b'{"torn')
    gone = await finish(own_engine, "p2", "Was the bell broken?")
    own_engine.storage.event_log.delete(gone)
    (shelf / "p2_en.json").unlink()
    done = await maintain(own_engine)
    assert (done.sessions, done.orphans, done.knowledge_bases) == (1, 1, 1)
    assert "was torn" in done.repaired[0]
    assert gone not in await own_engine.storage.threads()
    assert "game_p2_en" not in own_engine.knowledge.entries()
    assert [event.event for event in await say(own_engine, session, "/status")] == ["command_result"]


async def test_the_list_of_sessions_follows_the_logs(own_engine: GameEngine, shelf: Path):
    index = own_engine.players.index
    session = await finish(own_engine, "p1", "Was the bell broken?")
    assert [(row["session_id"], row["turns"]) for row in await index.rows()] == [(session, 1)]
    await say(own_engine, session, "/hint", "/giveup")
    [row] = await index.rows("ann")
    assert (row["turns"], row["status"]) == (2, "ABORTED")
    assert await index.rows("bob") == []
    await own_engine.delete_session(session)
    assert await index.rows() == []
