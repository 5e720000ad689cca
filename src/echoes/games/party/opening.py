"""The opening of a table."""

from echoes.core.chance import hash_of
from echoes.core.log.entries import Entry
from echoes.core.log.events import SessionStarted, StartTrace
from echoes.games.context_window import estimate_tokens
from echoes.games.party.events import (
    CharacterAtTable,
    PartyArrived,
    PartyStarted,
    PartyStartTrace,
    SheetDealt,
)
from echoes.games.party.pack.schema import MASTER, Module
from echoes.games.party.reducer import table_after
from echoes.games.party.rules.handouts import deal_scripts
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.settings import SeatTokens
from echoes.games.party.state import new_table
from echoes.games.party.turn.passing import pass_turn
from echoes.games.party.turn.telling import sheet_of

_SHARE, _BESIDE, _LEAST_ROOM = 0.8, 1800, 300
"""The share of a view that may be filled; beside the lines stand a summary and what all share."""


def table_opening(
    module: Module, game_type: str, trace: PartyStartTrace, model: str | None = None
) -> tuple[PartyStarted, PartyStartTrace]:
    """Return the event that opens a session, and its private part.

    Args:
        module: that is played.
        game_type: its name.
        trace: its private part, with the seed of the dice.
        model: that leads; None where none does.
    """
    party = [
        CharacterAtTable(seat=seat, name=sheet.name, calling=sheet.calling, looks=sheet.looks)
        for seat, sheet in module.party.items()
    ]
    started = PartyStarted(
        puzzle_id=module.id,
        title=module.title,
        lang=module.language,
        puzzle_hash=module.content_hash,
        game_type=game_type,
        model=model,
        content_warnings=[*module.content_warnings],
        statement=module.statement,
        party=party,
        scene_text="" if module.start else module.scenes[module.first].read,
        seed_hash=hash_of(trace.seed),
    )
    return started, trace


def rooms_at_table(module: Module, tokens: SeatTokens) -> dict[str, int]:
    """Return the tokens of each seat's testimony that stand line by line, before the older is summed up.

    Args:
        module: that is played.
        tokens: the size of what each is shown, of which a share stays free.
    """
    state = new_table(module)
    fixed = {
        seat: estimate_tokens("\n".join([module.statement, sheet_of(module, state, seat), *sheet.facts]))
        for seat, sheet in module.party.items()
    }
    rooms = {seat: int(_SHARE * tokens.of(seat)) - size - _BESIDE for seat, size in fixed.items()}
    rooms[MASTER] = int(_SHARE * tokens.master) - sum(fixed.values()) - _BESIDE
    return {seat: max(_LEAST_ROOM, room) for seat, room in rooms.items()}


def deal_sheets(module: Module, started: SessionStarted, trace: StartTrace) -> list[Entry]:
    """Return the entries after the opening: each seat gets its sheet, and the first learns what it can do."""
    play = PartyPlay(module, table_after(new_table(module), Entry(started, trace)), "")
    _show_scenes(play)
    for seat, sheet in module.party.items():
        dealt = SheetDealt(
            seat=seat,
            name=sheet.name,
            text=sheet_of(module, play.state, seat),
            temperament=sheet.temperament,
            audience=(MASTER, seat),
        )
        play.add(dealt)
    deal_scripts(play)
    pass_turn(play)
    return play.entries()


def _show_scenes(play: PartyPlay) -> None:
    """Show each group of characters where it begins, where they do not all begin at one place."""
    module = play.module
    for scene in dict.fromkeys(play.state["at"].values()) if module.start else ():
        seats = play.together(next(seat for seat, at in play.state["at"].items() if at == scene))
        names, spec = [play.name(seat) for seat in seats], module.scenes[scene]
        play.add(
            PartyArrived(
                scene=scene,
                seats=seats,
                names=names,
                title=spec.title,
                text=spec.read,
                map=[*spec.map],
                audience=play.heard_by(seats),
            )
        )
