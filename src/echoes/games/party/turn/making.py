"""A seat makes its character, or takes one along from an earlier adventure, before its first turn."""

from collections.abc import Sequence

from echoes.games.party.events import (
    CharacterAtTable,
    CharacterJoined,
    CharacterKept,
    CharacterMade,
    MadeCharacter,
    SheetDealt,
)
from echoes.games.party.pack.schema import MASTER, Module
from echoes.games.party.phrases import creation_phrase
from echoes.games.party.rules.casting import at_table, slots_of
from echoes.games.party.rules.creation import (
    REST,
    STEPS,
    WRITTEN,
    Answers,
    fault_of,
    is_taken,
    may_make,
    suitable_character,
    with_answer,
)
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.state import PartyState, seat_to_act
from echoes.games.party.turn.asking import (
    OWN,
    STAY,
    answers_for,
    ask_for_character,
    others_at_table,
    peoples_of,
    shown_texts,
)
from echoes.games.party.turn.command_names import COMMANDS
from echoes.games.party.turn.passing import offer_at_table
from echoes.games.party.turn.telling import sheet_of
from echoes.language.replies import picked_number

_QUOTES = ('"', "“", "「", "『")


def is_answer(state: PartyState, seat: str, message: str) -> bool:
    """Return whether a message answers a question about a character: commands and speech do not.

    A secret is never said aloud, whatever marks stand around it.
    """
    making = state["casting"]["making"].get(seat)
    if making is None or COMMANDS.read(message):
        return False
    return making["step"] == "secret" or not message.startswith(_QUOTES)


def begin_making(play: PartyPlay) -> str:
    """Ask whom a seat plays; return what is said instead, if it can't choose any more."""
    language = play.module.language
    if not play.acts:
        return creation_phrase(language, "no_seat")
    if not may_make(play.module, play.state, play.seat):
        return creation_phrase(language, "too_late", name=play.name(play.seat))
    peoples, taken = peoples_of(play.module, play.seat), others_at_table(play, play.seat)
    _ask(play, "who", suitable_character(language, peoples, taken))
    return ""


def answer_making(play: PartyPlay, module: Module, message: str) -> None:
    """Take an answer, and ask the next question or deal the sheet.

    Args:
        play: of the message.
        module: as it was written, without the characters that were made.
        message: a number or words.
    """
    language, making = module.language, play.state["casting"]["making"][play.seat]
    step, draft = making["step"], MadeCharacter.model_validate(making["draft"])
    if not may_make(module, play.state, play.seat):
        _stay(play, creation_phrase(language, "too_late", name=play.name(play.seat)))
        return
    taken = others_at_table(play, play.seat)
    answers = answers_for(play, play.seat, step, draft)
    if (n := picked_number(message)) is not None:
        value = _picked(play, answers, n)
    else:
        value = _said(answers, shown_texts(language, step, answers), step, message)
    if value is None:
        _ask(play, step, draft, creation_phrase(language, "bad_choice"))
    elif step == "who":
        _choose(play, module, draft, value)
    elif is_taken(draft.name, taken) and (value == REST or step != "name"):
        _ask(play, "name", draft, creation_phrase(language, "name_taken"))  # since it was chosen
    elif value == REST:
        _join(play, module, draft)
    elif fault := fault_of(changed := with_answer(draft, step, value), language, taken):
        _ask(play, step, draft, fault)
    elif following := STEPS[STEPS.index(step) + 1 :]:
        _ask(play, following[0], changed)
    else:
        _join(play, module, changed)


def _choose(play: PartyPlay, module: Module, draft: MadeCharacter, value: str) -> None:
    """Stay with whom the seat has, begin one of its own, or take one along."""
    kind, _, number = value.partition(":")
    if kind == STAY:
        _stay(play, creation_phrase(module.language, "stays", name=play.name(play.seat)))
    elif kind == OWN:
        _ask(play, STEPS[0], draft)
    else:
        kept = play.state["casting"]["kept"][int(number)]
        character = MadeCharacter.model_validate(kept["character"])
        if fault := fault_of(character, module.language, others_at_table(play, play.seat)):
            _ask(play, "who", draft, fault)
        else:
            _join(play, module, character, kept["remembered"])


def _picked(play: PartyPlay, answers: Answers, n: int) -> str | None:
    """Return the answer that was shown behind a number, whoever has joined since."""
    shown = play.state["asked"].get(play.seat, ())
    return shown[n - 1] if 1 <= n <= len(shown) else None


def _said(answers: Answers, shown: Sequence[str], step: str, message: str) -> str | None:
    """Return the intent of words: those of an answer or, where it may be, one of its own."""
    said, asked = message.casefold(), zip(answers, shown, strict=True)
    exact = next((one[0] for one, text in asked if said in map(str.casefold, (*one, text))), None)
    if exact is not None:
        return exact
    begun = [value for value, text in answers if text.casefold().startswith(said)]
    if len(begun) == 1 and step not in WRITTEN:
        return begun[0]
    return message if step in WRITTEN or step == "scores" else None


def _ask(play: PartyPlay, step: str, draft: MadeCharacter, fault: str = "") -> None:
    ask_for_character(play, play.seat, step, draft, fault)


def _stay(play: PartyPlay, text: str) -> None:
    play.add(CharacterKept(seat=play.seat, text=text, audience=(play.seat,)))
    _offer(play)


def _join(play: PartyPlay, module: Module, character: MadeCharacter, remembered: str = "") -> None:
    """Seat a character: its sheet goes to its seat and to whoever leads, its secret to its seat alone."""
    seat, level = play.seat, module.party[play.seat].level
    play.add(
        CharacterMade(
            seat=seat,
            character=character,
            slots={str(one): count for one, count in slots_of(character, level).items()},
            remembered=remembered,
            keeps=seat not in play.state["casting"]["guests"],
            audience=(seat,),
        )
    )
    play.module = at_table(module, play.state)
    sheet = play.module.party[seat]
    shown = CharacterAtTable(seat=seat, name=sheet.name, calling=sheet.calling, looks=sheet.looks)
    play.add(
        CharacterJoined(
            seat=seat,
            character=shown,
            hit_points=sheet.hit_points,
            coins=sheet.coins,
            instead_of=module.party[seat].name,
        )
    )
    play.add(
        SheetDealt(
            seat=seat,
            name=sheet.name,
            text=sheet_of(play.module, play.state, seat),
            temperament=sheet.temperament,
            audience=(MASTER, seat),
        )
    )
    _offer(play)


def _offer(play: PartyPlay) -> None:
    """Show a seat whose turn it is what it can do."""
    if play.seat in seat_to_act(play.module, play.state):
        play.add(offer_at_table(play.module, play.state, play.seat))
