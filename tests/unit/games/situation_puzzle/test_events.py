"""Events of a situation puzzle, as others than its player may see them."""

from echoes.games.situation_puzzle.events import PuzzleStarted


def test_a_guest_reads_nothing_of_the_hosts_record():
    started = PuzzleStarted(
        puzzle_id="bell",
        title="Bell",
        lang="en",
        player_id="web-ann",
        puzzle_hash="h",
        statement="A bell is silent.",
        referee="embedded",
        for_player="Hard for you.",
    )
    shown = started.for_others()
    assert (shown.player_id, shown.for_player) == ("player", None)
    assert shown.statement == started.statement
