"""Acts in a character's own words: code rolls for them and charges what a failure costs, within bounds."""

from echoes.games.party import events as happened
from echoes.games.party.agents.forms import ActDecision, ActDifficulty
from echoes.games.party.events import PartyNote
from echoes.games.party.phrases import table_phrase
from echoes.games.party.rules.acting import roll_check
from echoes.games.party.rules.checks import skill_roll
from echoes.games.party.rules.dice import parse
from echoes.games.party.rules.effects import change_life, move_clock
from echoes.games.party.rules.play import PartyPlay

_TO_REACH: dict[ActDifficulty, int] = {"easy": 10, "medium": 14, "hard": 18}
_HARM = "1d4"


def improvise_act(play: PartyPlay, words: str, decision: ActDecision) -> bool:
    """Perform a character's act in its own words, as was decided; return whether it works.

    Args:
        play: of the message.
        words: the player's.
        decision: that names no move.
    """
    state, seat, name = play.state, play.seat, play.name(play.seat)
    play.add(happened.TurnTaken(seat=seat, name=name))
    play.note_of(PartyNote(made="free:"))
    play.add(happened.CharacterActed(seat=seat, name=name, text=words, audience=play.around))
    if decision.skill == "none":
        return True
    held = state["conditions"].get(seat, ())
    formula = skill_roll(play.module.party[seat], decision.skill, held, 0)
    label = table_phrase(play.module.language, f"skill_{decision.skill}")
    purpose = f"improvised {decision.skill}/{seat}/{state['round']}/{state['turns']}"
    works = roll_check(play, seat, formula, _TO_REACH[decision.difficulty], label, purpose, play.around)
    if not works and decision.cost == "time":
        _take_time(play)
    if not works and decision.cost == "harm":
        _harm(play, purpose)
    return works


def _take_time(play: PartyPlay) -> None:
    """Move the first clock on that everybody sees and that has not come about."""
    state = play.state
    open_clocks = (
        key for key, spec in play.module.clocks.items() if not spec.hidden and key not in state["full"]
    )
    if clock := next(open_clocks, ""):
        move_clock(play, clock, 1)


def _harm(play: PartyPlay, purpose: str) -> None:
    """Hurt whoever acts, but never so that it falls."""
    left = play.state["vitals"][play.seat]["hit_points"] - 1
    harm = min(left, play.roll(f"{purpose}/harm", parse(_HARM)).total)
    if harm > 0:
        change_life(play, play.seat, -harm, play.around)
