"""Questions about the character that a seat makes, and the answers at hand."""

from collections.abc import Sequence

from echoes.core.log.events import Option
from echoes.games.party.events import CharacterAsked, MadeCharacter, PartyTrace
from echoes.games.party.pack.schema import Module
from echoes.games.party.phrases import CREATION_PHRASES, creation_phrase
from echoes.games.party.rules.callings import BUDGET
from echoes.games.party.rules.creation import Answers, answers_to, order_text, with_free_name
from echoes.games.party.rules.play import PartyPlay

STAY, OWN = "stay", "own"
"""The answers to whom a seat plays: whom it has, or somebody of its own; any other is one that was kept."""
_KEPT = "kept"


def ask_for_character(play: PartyPlay, seat: str, step: str, draft: MadeCharacter, fault: str = "") -> None:
    """Ask a seat for the next part of its character.

    Args:
        play: of the message.
        seat: that is asked.
        step: what is asked.
        draft: what was chosen so far.
        fault: of the last answer, in a line.
    """
    language = play.module.language
    if step == "name":
        draft = with_free_name(draft, language, others_at_table(play, seat))
    values = {"order": order_text(language), "budget": BUDGET} if step == "scores" else {}
    prompt = creation_phrase(language, step, **values)
    answers = answers_for(play, seat, step, draft)
    texts = shown_texts(language, step, answers)
    asked = CharacterAsked(
        seat=seat,
        step=step,
        draft=draft,
        prompt=f"{fault} {prompt}".strip(),
        options=[Option(n=n, text=text) for n, text in enumerate(texts, 1)],
        audience=(seat,),
    )
    play.add(asked, PartyTrace(asked=seat, keys=tuple(value for value, _ in answers)))


def shown_texts(language: str, step: str, answers: Answers) -> list[str]:
    """Return the words by which answers are shown: of those after whom one plays, the first suits."""
    texts = [text for _, text in answers]
    return texts if step == "who" else [creation_phrase(language, "suits", text=texts[0]), *texts[1:]]


def ask_again(play: PartyPlay, seat: str) -> None:
    """Ask a seat once more what it was asked last about the character that it makes."""
    making = play.state["casting"]["making"][seat]
    ask_for_character(play, seat, making["step"], MadeCharacter.model_validate(making["draft"]))


def answers_for(play: PartyPlay, seat: str, step: str, draft: MadeCharacter) -> Answers:
    """Return the answers that are offered to a seat, each with its value."""
    module, language = play.module, play.module.language
    if step != "who":
        return answers_to(step, language, draft, peoples_of(module, seat))
    sheet, words = module.party[seat], CREATION_PHRASES.of_language(language)
    stay = "who_stay" if seat in play.state["casting"]["made"] else "who_story"
    own = [
        (STAY, creation_phrase(language, stay, name=sheet.name, calling=sheet.calling)),
        (OWN, words.texts["who_own"]),
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


def peoples_of(module: Module, seat: str) -> list[str]:
    """Return the origins of a module's characters, first the one whose place is taken."""
    return [*dict.fromkeys([module.party[seat].people, *(one.people for one in module.party.values())])]


def others_at_table(play: PartyPlay, seat: str) -> Sequence[str]:
    """Return the names of the characters in the other seats of the table."""
    return [sheet.name for one, sheet in play.module.party.items() if one != seat]
