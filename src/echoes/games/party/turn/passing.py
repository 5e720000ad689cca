"""The turn passes on: the table is told whose it is, and that seat what it can do."""

from echoes.games.party import events as happened
from echoes.games.party.events import MovesOffered
from echoes.games.party.pack.schema import MASTER, Module
from echoes.games.party.phrases import creation_phrase, table_phrase
from echoes.games.party.rules.creation import may_make
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.state import PartyState, seat_to_act
from echoes.games.party.turn.asking import ask_again
from echoes.games.party.turn.master import master_moves
from echoes.games.party.turn.moves import PartyMove, moves_of_seat, offered_moves
from echoes.games.world.events import MoveOption


def pass_turn(play: PartyPlay) -> None:
    """Tell the table whose turn it is, and the seat what is at hand, or what it was asked before."""
    for seat in seat_to_act(play.module, play.state):
        play.add(happened.TurnPassed(seat=seat, name=play.name(seat)))
        making = seat in play.state["casting"]["making"]
        if making and may_make(play.module, play.state, seat):
            ask_again(play, seat)  # as a number answers what was shown last
            continue
        if making:  # a fight has begun meanwhile
            late = creation_phrase(play.module.language, "too_late", name=play.name(seat))
            play.add(happened.CharacterKept(seat=seat, text=late, audience=(seat,)))
        play.add(offer_at_table(play.module, play.state, seat))


def moves_at_table(module: Module, state: PartyState, seat: str) -> list[PartyMove]:
    """Return all that a seat can do now; nothing for a seat that the table does not have."""
    if seat == MASTER:
        return master_moves(module, state)
    return moves_of_seat(module, state, seat) if seat in module.party else []


def offer_at_table(module: Module, state: PartyState, seat: str) -> MovesOffered:
    """Return the event that shows a seat what it can do."""
    shown = offered_moves(moves_at_table(module, state, seat))
    options = [MoveOption(n=n, text=move.text, key=move.key) for n, move in enumerate(shown, 1)]
    key = "at_hand_master" if seat == MASTER else "at_hand"
    name = module.party[seat].name if seat in module.party else ""
    prompt = table_phrase(module.language, key, name=name)
    if may_make(module, state, seat) and seat not in state["casting"]["made"]:
        prompt = creation_phrase(module.language, "at_hand_first")
    return MovesOffered(seat=seat, prompt=prompt, options=options, audience=(seat,))
