"""Creation: the scoundrel, three cards, a plan and its detail."""

from pydantic import ValidationError

from echoes.core.files.json_values import is_object
from echoes.core.log.records import GameFacts
from echoes.games.heist import events as happened
from echoes.games.heist.events import CarriedSheet, SheetValue
from echoes.games.heist.narration.phrases import name_of, phrases_in
from echoes.games.heist.pack.parts import ScoreConsequence
from echoes.games.heist.rules.cards import PLACES, draw_cards, suit_of
from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.rules.tables import ARCHETYPES, MOST_RATING, VICES
from echoes.games.heist.state import HeistState, Veteran, new_scoundrel

STEPS = ("name", "pronouns", "archetype", "background", "dots", "vice")
"""What is asked of who makes a scoundrel of their own, in order; the dots are three."""
_DOTS = 3
_EXPERIENCE_A_DOT = 6
"""The experience for which a scoundrel who comes back gets better at something."""
_LONGEST_NAME = 40


def next_step(state: HeistState) -> str:
    """Return the part of the sheet that is to be filled in next; empty when it is complete."""
    made = state["made"]
    for step in STEPS:
        if step == "dots" and dots_left(state) > 0 and "background" in made:
            return step
        if step != "dots" and step not in made:
            return step
    return ""


def dots_left(state: HeistState) -> int:
    """Return the number of dots that are still to be given: three to a new scoundrel, else by experience."""
    veteran, made = state["veteran"], state["made"]
    is_back = veteran is not None and "veteran" in made
    most = veteran["experience"] // _EXPERIENCE_A_DOT if veteran is not None and is_back else _DOTS
    return most + 1 - made.count("ratings")  # the first came with the archetype


def fill_in(play: HeistPlay, step: str, value: str) -> None:
    """Fill in one part of the sheet.

    Args:
        play: of the message.
        step: which part.
        value: as it was chosen or written.
    """
    language = play.language
    if step == "archetype":
        _choose(play, "archetype", value, name_of(language, "archetypes", value))
        _choose(play, "ratings", {**play.state["scoundrel"]["ratings"], **_dots_of(value)}, "")
    elif step == "dots":
        ratings = play.state["scoundrel"]["ratings"]
        text = name_of(language, "actions", value)
        _choose(play, "ratings", {**ratings, value: min(MOST_RATING, ratings.get(value, 0) + 1)}, text)
    elif step == "background":
        _choose(play, step, value, name_of(language, "backgrounds", value))
    elif step == "vice":
        _choose(play, step, value, name_of(language, "vices", value))
    else:
        _choose(play, step, value[:_LONGEST_NAME], value[:_LONGEST_NAME])
    if not next_step(play.state):
        deal_cards(play)


def _dots_of(archetype: str) -> dict[str, int]:
    return {str(action): dots for name, ratings in ARCHETYPES.items() if name == archetype
            for action, dots in ratings.items()}  # fmt: skip


def _choose(play: HeistPlay, field: str, value: SheetValue, text: str) -> None:
    play.add(happened.ScoundrelChosen(field=field, value=value, text=text))


def carried_scoundrel(facts: GameFacts | None) -> CarriedSheet | None:
    """Return the sheet with which a player's latest heist ended; None where nobody came out of it.

    Args:
        facts: of that heist; None for none.
    """
    kept = (facts.model_extra or {}).get("scoundrel") if facts else None
    if not is_object(kept) or not kept.get("name"):
        return None
    try:
        return CarriedSheet.model_validate(kept)
    except ValidationError:  # of a version that kept it otherwise
        return None


def ready_made(play: HeistPlay, veteran: Veteran | None) -> None:
    """Take the ready-made scoundrel, or the one of an earlier score, who may have learnt something since."""
    usual = _burglar(play.language)
    sheet = veteran or usual
    values: dict[str, SheetValue] = {
        "name": sheet["name"],
        "pronouns": sheet["pronouns"] or usual["pronouns"],
        "archetype": sheet["archetype"] or usual["archetype"],
        "background": sheet["background"] or usual["background"],
        "vice": sheet["vice"] or usual["vice"],
        "experience": sheet["experience"] % _EXPERIENCE_A_DOT,
        "bonds": sheet["bonds"],
        "ratings": {**play.state["scoundrel"]["ratings"], **(sheet["ratings"] or usual["ratings"])},
    }
    for field, value in values.items():
        _choose(play, field, value, str(value) if field == "name" else "")
    if veteran:
        _choose(play, "veteran", "", "")
    for trauma in sheet["traumas"]:
        play.add(happened.TraumaTaken(trauma=trauma))
    if not veteran or not next_step(play.state):
        deal_cards(play)


def _burglar(language: str) -> Veteran:
    """Return the ready-made sheet."""
    known = phrases_in(language).names["ready_made"]
    return {
        **new_scoundrel(),
        "name": known["name"],
        "pronouns": known["pronouns"],
        "archetype": "burglar",
        "background": "dockside",
        "vice": VICES[0],
        "ratings": {**_dots_of("burglar"), "sway": 2, "study": 1, "finesse": 3},
        "traumas": [],
    }


def deal_cards(play: HeistPlay) -> None:
    """Draw past, present and future; they bring clocks, people, places and numbers."""
    score = play.score
    start = score.start
    play.stress(start.stress, play.say("reason_start"))
    play.heat(start.heat, play.say("reason_start"))
    play.wanted(start.wanted, play.say("reason_start"))
    play.coin(start.coin, play.say("reason_start"))
    for goal, text in [*score.goals.items()][:1]:
        play.world("goal", goal, text)
    meanings: list[ScoreConsequence] = []
    for place, card in zip(PLACES, draw_cards(play.draw), strict=True):
        meaning: ScoreConsequence = getattr(score.cards, place)[suit_of(card)]
        meanings.append(meaning)
        name = card_name(play.language, card)
        play.add(happened.CardDrawn(place=place, card=card, name=name, text=meaning.text))
        play.effects(meaning.effects, name)
    play.phase("scenario")


def card_name(language: str, card: str) -> str:
    """Return the name of one of the 78 cards."""
    words, (suit, _, number) = phrases_in(language), card.partition("_")
    if suit == "trumps":
        return words.lists["trumps"][int(number)]
    return words.texts["card"].format(
        rank=words.lists["ranks"][int(number) - 1], suit=words.names["suits"][suit]
    )
