"""The next puzzle is proposed by the player's own record."""

from pathlib import Path

from tests.support import canary_puzzle
from tests.unit.engine.played import SOLVE, finish
from tests.unit.games.heist.playing import score_in
from tests.unit.memory.games import game

from echoes.core.log.records import GroupStatistics, PlayerStatistics
from echoes.engine.engine import GameEngine
from echoes.engine.players.proposals import Proposal, ProposalReason, proposal_after, suitable_level
from echoes.games.scenario import Scenario
from echoes.games.situation_puzzle.puzzle.schema import Puzzle


async def order(engine: GameEngine, player: str = "ann") -> list[tuple[str, str]]:
    return [(p.scenario.id, p.reason) for p in await engine.players.propose(player)]


async def test_who_is_new_starts_with_what_is_easy(own_engine: GameEngine, leveled_puzzles: Path):
    assert [puzzle for puzzle, _ in await order(own_engine)] == ["p1", "p2", "p3", "silent_bell", "p4", "p5"]


async def test_who_solves_is_proposed_something_harder_and_nothing_twice(
    own_engine: GameEngine, leveled_puzzles: Path
):
    await finish(own_engine, "p2", SOLVE)
    proposed = await order(own_engine)
    assert proposed[0] == ("p3", "step_up")
    assert proposed[-1] == ("p2", "played")


async def test_who_gives_up_is_proposed_something_easier(own_engine: GameEngine, leveled_puzzles: Path):
    await finish(own_engine, "p3", SOLVE)
    await finish(own_engine, "silent_bell", "/giveup")
    assert (await order(own_engine))[0] == ("p2", "fitting")


async def test_a_puzzle_that_is_played_again_changes_nothing(own_engine: GameEngine, leveled_puzzles: Path):
    await finish(own_engine, "p3", SOLVE)
    await finish(own_engine, "p2", "/giveup")
    before = [proposal.level for proposal in await own_engine.players.propose("ann")]
    await finish(own_engine, "p3", SOLVE)
    await finish(own_engine, "p2", SOLVE)
    assert [proposal.level for proposal in await own_engine.players.propose("ann")] == before


async def test_a_game_that_was_begun_comes_first_and_is_resumed(
    own_engine: GameEngine, leveled_puzzles: Path
):
    await own_engine.create_session("p1", player_id="ann")
    session = await finish(own_engine, "p5", "Was the bell broken?")
    [first, *others] = await own_engine.players.propose("ann")
    assert (first.scenario.id, first.reason, first.session_id) == ("p5", "open", session)
    assert all(proposal.session_id is None for proposal in others)


async def test_another_player_is_not_affected(own_engine: GameEngine, leveled_puzzles: Path):
    before = await order(own_engine, "bob")
    await finish(own_engine, "p2", SOLVE)
    assert await order(own_engine, "bob") == before


async def test_proposing_by_record_can_be_switched_off(own_engine: GameEngine, leveled_puzzles: Path):
    before = await order(own_engine)
    await finish(own_engine, "p2", SOLVE)
    own_engine.players.settings.propose = False
    assert await order(own_engine) == before


def test_the_level_goes_up_and_down_within_its_bounds():
    def level(difficulty: int, solved: bool, score: int = 90) -> int | None:
        group = GroupStatistics(games=1, solved=int(solved))
        record = game(1, difficulty=difficulty, solved=solved, score=score)
        return suitable_level(PlayerStatistics(levels={str(difficulty): group}), [record])

    assert suitable_level(PlayerStatistics(), []) is None
    assert [level(n, True) for n in (1, 3, 5)] == [2, 4, 5]
    assert level(3, True, score=40) == 3
    assert [level(n, False) for n in (1, 5)] == [1, 1]


def test_who_ends_a_game_is_proposed_another_of_its_kind_but_an_open_game_first():
    def proposed(scenario: Scenario, reason: ProposalReason) -> Proposal:
        return Proposal(scenario, 2, reason, None)

    puzzle = Puzzle.model_validate(canary_puzzle())
    heist, other = score_in("en"), score_in("en", "eleven_minutes")
    fitting, played, new = proposed(puzzle, "fitting"), proposed(heist, "played"), proposed(other, "harder")
    assert proposal_after([fitting, new, played], heist) is new
    assert proposal_after([fitting, played], heist) is fitting
    assert proposal_after([proposed(puzzle, "open"), new], heist).reason == "open"
