"""A seat makes its character, or takes one along from an earlier adventure, before its first turn."""

from collections.abc import Sequence

from echoes.core.events import Option
from echoes.games.party.events import (
    CharacterAsked,
    CharacterAtTable,
    CharacterJoined,
    CharacterKept,
    CharacterMade,
    MadeCharacter,
    SheetDealt,
)
from echoes.games.party.pack.schema import MASTER, Module
from echoes.games.party.phrases import CREATION_PHRASES, creation_phrase
from echoes.games.party.rules.callings import BUDGET
from echoes.games.party.rules.casting import at_table, slots_of
from echoes.games.party.rules.creation import (
    REST,
    STEPS,
    WRITTEN,
    Answers,
    answers_to,
    fault_of,
    is_taken,
    may_make,
    order_text,
    suitable_character,
    with_answer,
    with_free_name,
)
from echoes.games.party.rules.play import TablePlay
from echoes.games.party.state import PartyState, seat_to_act
from echoes.games.party.turn.passing import offer_at_table
from echoes.games.party.turn.telling import sheet_of
from echoes.games.picks import picked_number

_STAY, _OWN, _KEPT = "stay", "own", "kept"
_COMMANDS, _QUOTES = ("/", "／"), ('"', "“", "「", "『")


def is_answer(state: PartyState, seat: str, message: str) -> bool:
    """Return whether a message answers a question about a character: commands and speech do not.

    A secret is never said aloud, whatever marks stand around it.
    """
    making = state["casting"]["making"].get(seat)
    if making is None or message.startswith(_COMMANDS):
        return False
    return making["step"] == "secret" or not message.startswith(_QUOTES)


def begin_making(play: TablePlay) -> str:
    """Ask whom a seat plays; return what is said instead, if it can't choose any more."""
    language = play.module.language
    if not play.acts:
        return creation_phrase(language, "no_seat")
    if not may_make(play.module, play.state, play.seat):
        return creation_phrase(language, "too_late", name=play.name(play.seat))
    peoples, taken = peoples_of(play.module, play.seat), others_at_table(play)
    _ask(play, "who", suitable_character(language, peoples, taken))
    return ""


def answer_making(play: TablePlay, module: Module, message: str) -> None:
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
    value = _meant(answers_for(play, step, draft), step, message)
    if value is None:
        _ask(play, step, draft, creation_phrase(language, "bad_choice"))
    elif step == "who":
        _choose(play, module, draft, value)
    elif is_taken(draft.name, others_at_table(play)) and (value == REST or step != "name"):
        _ask(play, "name", draft, creation_phrase(language, "name_taken"))  # since it was chosen
    elif value == REST:
        _join(play, module, draft)
    elif fault := fault_of(changed := with_answer(draft, step, value), language, others_at_table(play)):
        _ask(play, step, draft, fault)
    elif following := STEPS[STEPS.index(step) + 1 :]:
        _ask(play, following[0], changed)
    else:
        _join(play, module, changed)


def _choose(play: TablePlay, module: Module, draft: MadeCharacter, value: str) -> None:
    """Stay with whom the seat has, begin one of its own, or take one along."""
    kind, _, number = value.partition(":")
    if kind == _STAY:
        _stay(play, creation_phrase(module.language, "stays", name=play.name(play.seat)))
    elif kind == _OWN:
        _ask(play, STEPS[0], draft)
    else:
        kept = play.state["casting"]["kept"][int(number)]
        character = MadeCharacter.model_validate(kept["character"])
        if fault := fault_of(character, module.language, others_at_table(play)):
            _ask(play, "who", draft, fault)
        else:
            _join(play, module, character, kept["remembered"])


def answers_for(play: TablePlay, step: str, draft: MadeCharacter) -> Answers:
    """Return the answers that are offered to a seat, each with its value."""
    module, language, seat = play.module, play.module.language, play.seat
    if step != "who":
        return answers_to(step, language, draft, peoples_of(module, seat))
    sheet, words = module.party[seat], CREATION_PHRASES.of_language(language)
    stay = "who_stay" if seat in play.state["casting"]["made"] else "who_story"
    own = [
        (_STAY, creation_phrase(language, stay, name=sheet.name, calling=sheet.calling)),
        (_OWN, words.texts["who_own"]),
    ]
    if seat in play.state["casting"]["guests"]:  # those kept are the host's, and so are their secrets
        return own
    calling = words.names["callings"]
    kept = [MadeCharacter.model_validate(one["character"]) for one in play.state["casting"]["kept"]]
    texts = [
        creation_phrase(language, "who_kept", name=one.name, calling=calling.get(one.calling, one.calling))
        for one in kept
    ]
    return [*own, *((f"{_KEPT}:{n}", text) for n, text in enumerate(texts))]


def _meant(answers: Answers, step: str, message: str) -> str | None:
    """Return what a message means: a number, the words of an answer or, where it may be, one of its own."""
    if (n := picked_number(message)) is not None:
        return answers[n - 1][0] if 1 <= n <= len(answers) else None
    said = message.casefold()
    exact = next((value for value, text in answers if said in (text.casefold(), value.casefold())), None)
    if exact is not None:
        return exact
    begun = [value for value, text in answers if text.casefold().startswith(said)]
    if len(begun) == 1 and step not in WRITTEN:
        return begun[0]
    return message if step in WRITTEN or step == "scores" else None


def peoples_of(module: Module, seat: str) -> list[str]:
    """Return where characters of a module come from, first the one whose place is taken."""
    return [*dict.fromkeys([module.party[seat].people, *(one.people for one in module.party.values())])]


def others_at_table(play: TablePlay) -> Sequence[str]:
    """Return the names of the other characters at the table."""
    return [sheet.name for seat, sheet in play.module.party.items() if seat != play.seat]


def _ask(play: TablePlay, step: str, draft: MadeCharacter, fault: str = "") -> None:
    language = play.module.language
    if step == "name":
        draft = with_free_name(draft, language, others_at_table(play))
    values = {"order": order_text(language), "budget": BUDGET} if step == "scores" else {}
    prompt = creation_phrase(language, step, **values)
    texts = [text for _, text in answers_for(play, step, draft)]
    if step != "who":
        texts[0] = creation_phrase(language, "suits", text=texts[0])
    play.add(
        CharacterAsked(
            seat=play.seat,
            step=step,
            draft=draft,
            prompt=f"{fault} {prompt}".strip(),
            options=[Option(n=n, text=text) for n, text in enumerate(texts, 1)],
            audience=(play.seat,),
        )
    )


def _stay(play: TablePlay, text: str) -> None:
    play.add(CharacterKept(seat=play.seat, text=text, audience=(play.seat,)))
    _offer(play)


def _join(play: TablePlay, module: Module, character: MadeCharacter, remembered: str = "") -> None:
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


def _offer(play: TablePlay) -> None:
    """Show a seat whose turn it is what it can do."""
    if play.seat in seat_to_act(play.module, play.state):
        play.add(offer_at_table(play.module, play.state, play.seat))
