"""Making a character: what is asked in which order, and the rules by which every answer is checked."""

from collections.abc import Sequence
from itertools import chain, count

from echoes.games.party.events.characters import MadeCharacter
from echoes.games.party.pack.schema import Module
from echoes.games.party.phrases import CREATION_PHRASES, creation_phrase, table_phrase
from echoes.games.party.rules.abilities import Ability
from echoes.games.party.rules.callings import (
    ABILITIES,
    BUDGET,
    CALLINGS,
    even_scores,
    price_of_scores,
    skill_pairs,
    suitable_scores,
)
from echoes.games.party.state import PartyState

STEPS = ("name", "people", "calling", "scores", "skills", "trait", "want", "secret")
"""What is asked of who makes a character of their own, in order."""
WRITTEN = {"name": 40, "people": 40, "trait": 120, "want": 120, "secret": 240}
"""The steps that may be answered in one's own words, with the most characters."""
REST = "rest"
"""The answer that leaves this and all that follows as it suits."""
Answers = Sequence[tuple[str, str]]


def may_make(module: Module, state: PartyState, seat: str) -> bool:
    """Return whether a seat may still make its character: as long as it has not acted."""
    fresh = state["round"] == 1 and seat not in state["acted"] and not state["ended"]
    return seat in module.party and fresh and not state["fight"]


def suitable_character(language: str, peoples: Sequence[str], taken: Sequence[str]) -> MadeCharacter:
    """Return the character of somebody who skips every question.

    Args:
        language: of the module.
        peoples: of its characters.
        taken: names at the table.
    """
    words, name = CREATION_PHRASES.of_language(language).lists, _free_name(language, taken)
    plain = MadeCharacter(name=name, people=peoples[0], calling="", scores={}, skills=())
    called = _called(plain, next(iter(CALLINGS)))
    return called.model_copy(update={"trait": words["traits"][0], "want": words["wants"][0]})


def is_taken(name: str, taken: Sequence[str]) -> bool:
    """Return whether somebody else at the table bears a name, however it is written."""
    return name.casefold() in [one.casefold() for one in taken]


def with_free_name(draft: MadeCharacter, language: str, taken: Sequence[str]) -> MadeCharacter:
    """Return a character with a name that nobody else at the table bears, its own where that is free."""
    if not is_taken(draft.name, taken):
        return draft
    return draft.model_copy(update={"name": _free_name(language, taken)})


def _free_name(language: str, taken: Sequence[str]) -> str:
    names = CREATION_PHRASES.of_language(language).lists["names"]
    namesakes = (f"{names[0]} {n}" for n in count(2))
    return next(one for one in chain(names, namesakes) if not is_taken(one, taken))


def _called(draft: MadeCharacter, calling: str) -> MadeCharacter:
    """Return a character with a calling, and the scores and skills that suit it."""
    skills = skill_pairs(calling)[0]
    return draft.model_copy(update={"calling": calling, "scores": suitable_scores(calling), "skills": skills})


def answers_to(step: str, language: str, draft: MadeCharacter, peoples: Sequence[str]) -> Answers:
    """Return the answers that are offered to a question: the value of each, and its words.

    The first keeps the draft as it is, which is how a question is skipped; the last skips all that follow.

    Args:
        step: what is asked.
        language: of the module.
        draft: as it stands.
        peoples: of the module's characters.
    """
    words, comma = CREATION_PHRASES.of_language(language), table_phrase(language, "comma")
    match step:
        case "name":
            offered = [(one, one) for one in (draft.name, *words.lists["names"][:4])]
        case "people":
            offered = [(one, one) for one in (draft.people, *peoples)]
        case "calling":
            lines = words.names["calling_lines"]
            offered = [(one, f"{words.names['callings'][one]} — {lines[one]}") for one in CALLINGS]
        case "scores":
            spreads = (("spread_suits", suitable_scores), ("spread_even", even_scores))
            offered = [
                (_numbers(spread), creation_phrase(language, "spread", text=words.texts[key],
                                                   scores=scores_text(language, spread)))
                for key, spread in ((key, of(draft.calling)) for key, of in spreads)
            ]  # fmt: skip
        case "skills":
            offered = [
                (" ".join(pair), comma.join(table_phrase(language, f"skill_{one}") for one in pair))
                for pair in skill_pairs(draft.calling)
            ]
        case "secret":
            offered = [("", words.texts["no_secret"]), *((one, one) for one in words.lists["secrets"])]
        case _:
            own = getattr(draft, step)
            offered = [(one, one) for one in (own, *words.lists[f"{step}s"])]
    unlike = [*dict(offered).items()]
    return [*unlike, (REST, words.texts["rest"])]


def scores_text(language: str, scores: dict[Ability, int]) -> str:
    """Return scores in words, in the usual order."""
    names = CREATION_PHRASES.of_language(language).names["abilities"]
    each = [creation_phrase(language, "score", ability=names[one], score=scores[one]) for one in ABILITIES]
    return table_phrase(language, "comma").join(each)


def _numbers(scores: dict[Ability, int]) -> str:
    return " ".join(str(scores[one]) for one in ABILITIES)


def with_answer(draft: MadeCharacter, step: str, value: str) -> MadeCharacter:
    """Return a character after an answer, which may break the rules (see `fault_of`)."""
    match step:
        case "calling":
            return _called(draft, value) if value in CALLINGS else draft.model_copy(update={"calling": value})
        case "scores":
            numbers = [int(one) for one in value.split() if one.isdecimal()]
            scores = dict(zip(ABILITIES, numbers, strict=False)) if len(numbers) == len(ABILITIES) else {}
            return draft.model_copy(update={"scores": scores})
        case "skills":
            return draft.model_copy(update={"skills": tuple(value.split())})
        case _:
            return draft.model_copy(update={step: value})


def fault_of(character: MadeCharacter, language: str, taken: Sequence[str]) -> str:
    """Return in one line what is against the rules in a character; empty where all fits.

    Args:
        character: as it was chosen, now or in an earlier adventure.
        language: of the message.
        taken: names of the others at the table.
    """
    for step, limit in WRITTEN.items():
        text = getattr(character, step)
        fits = len(text) <= limit and text.isprintable()
        if step == "name" and not (fits and any(one.isalpha() for one in text)):
            return creation_phrase(language, "bad_name", limit=limit)
        if not fits:
            return creation_phrase(language, "bad_text", limit=limit)
    if is_taken(character.name, taken):
        return creation_phrase(language, "name_taken")
    if character.calling not in CALLINGS:
        return creation_phrase(language, "bad_calling")
    price = price_of_scores(character.scores)
    if price is None:
        return creation_phrase(language, "bad_scores", order=order_text(language))
    if price > BUDGET:
        return creation_phrase(language, "dear_scores", price=price, budget=BUDGET)
    if {*character.skills} not in [{*pair} for pair in skill_pairs(character.calling)]:
        return creation_phrase(language, "bad_skills")
    return ""


def order_text(language: str) -> str:
    """Return the names of the abilities in the order in which their numbers are written."""
    names = CREATION_PHRASES.of_language(language).names["abilities"]
    return table_phrase(language, "comma").join(names[one] for one in ABILITIES)
