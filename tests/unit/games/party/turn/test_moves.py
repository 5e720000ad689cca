"""The moves that are shown to a seat."""

import pytest
from tests.unit.games.party.table import BUNDLED, Table

from echoes.games.party.turn.moves import moves_of_seat, offered_moves

KINDS = ("tell:", "use:", "accuse:", "go:", "wait:")


@pytest.mark.parametrize("name", sorted({name for name, _ in BUNDLED}))
def test_no_secret_thing_or_accusation_is_ever_cut(name: str):
    table = Table(BUNDLED[name, "en"])
    module = table.module
    for scene in module.scenes:
        for seat in module.party:
            state = {
                **table.state,
                "at": dict.fromkeys(module.party, scene),
                "flags": {key: [*module.party] for key in module.clues},
                "items": {**table.state["items"], seat: [*module.items]},
                "knows": {**table.state["knows"], seat: [*module.secrets]},
            }
            moves = moves_of_seat(module, state, seat)  # pyright: ignore
            always = {move.key for move in moves if move.key.startswith(KINDS)}
            assert always <= {move.key for move in offered_moves(moves)}
