"""Blocks of each event of a heist, in the forms of `core.views.blocks`."""

from collections.abc import Sequence

from echoes.core.log.events import Event
from echoes.core.views.blocks import Badge, Block, Choices, Dice, Ending, Line, Outcome, Sheet, Tone
from echoes.games.heist import events as happened
from echoes.games.heist.narration.phrases import LICENCE, name_of, phrase, phrases_in
from echoes.games.heist.rules.tables import OutcomeTier
from echoes.games.phrases import LanguagePhrases

ICONS: dict[OutcomeTier, str] = {"critical": "★", "success": "✔", "partial": "◐", "bad": "✘", "disaster": "☠"}
_TONES: dict[OutcomeTier, Tone] = {
    "critical": "good", "success": "good", "partial": "mixed", "bad": "bad", "disaster": "bad",
}  # fmt: skip

_STOPS = ".!?。！？"
"""The end of a sentence, behind which none follows."""


def blocks_of_heist(event: Event, language: str) -> Sequence[Block] | None:
    """Return the blocks that show an event; None for one that the platform shows, or nobody."""
    words = phrases_in(language)
    if isinstance(event, happened.NumberChanged):
        return _amount(event, words)
    match event:
        case happened.HeistStarted():
            return _opening(event, words)
        case happened.SceneEntered():
            entered = Sheet(event.title, event.text) if event.text else Line(event.title, "notice")
            here = words.texts["here"].format(people=words.texts["semicolon"].join(event.people))
            return [entered, Line(here, "quiet")] if event.people else [entered]
        case happened.SceneLeft():
            return [Line(event.text, "spoken")] if event.text else []
        case happened.ActionFramed():
            return _framed(event, language)
        case happened.DieSpent():
            badge = Badge(words.names["tiers"][event.tier], ICONS[event.tier], _TONES[event.tier])
            return [Outcome(event.turn, "", badge, remark=event.text)]
        case happened.DiceThrown():
            return _thrown(event, words)
        case happened.OptionsOffered():
            return [_choices(event.prompt, event.options)] if event.options else []
        case happened.PersonSpoke():
            # The author's lines say who speaks.
            return [Line(event.text, "spoken", "" if event.line else event.name, event.asked)]
        case happened.Told():
            return [Line(event.text, "spoken")]
        case happened.HeistEnded():
            return _ended(event, words)
        case _:
            return _other(event, language, words)


def _opening(event: happened.HeistStarted, words: LanguagePhrases) -> Sequence[Block]:
    first = Line(event.statement)
    if event.resumed:
        return [first]
    return [first, Line(words.texts["intro"], "quiet"), _choices(event.prompt, event.options)]


def _choices(prompt: str, options: Sequence[happened.HeistOption]) -> Choices:
    """Return options with a heading before the first of each group."""
    headings: dict[int, str] = {}
    group = ""
    for option in options:
        if option.group and option.group != group:
            headings[option.n] = option.group
        group = option.group
    return Choices(prompt, options, free=True, headings=headings)


def _framed(event: happened.ActionFramed, language: str) -> Sequence[Block]:
    position = name_of(language, "positions", event.position)
    effect = name_of(language, "effects", event.effect)
    if event.used:  # The rest was said when it was framed first.
        return [Line(phrase(language, "reframed", position=position, effect=effect))]
    said = phrase(
        language,
        "framed",
        what=event.what.rstrip(_STOPS),
        position=position,
        effect=effect,
        domain=name_of(language, "domains", event.domain),
        opportunity=event.opportunity,
    )
    return [Line(said.strip()), Line(_stakes(event, language), "quiet")]


def _stakes(event: happened.ActionFramed, language: str) -> str:
    """Return the stakes, where they were not told before, and what moves if it goes wrong."""
    said = phrase(language, "framed_stakes", stakes=event.stakes) if event.stakes else ""
    # Without a threat it has come about already, and all that is left is heat.
    moves = phrase(language, "framed_threat" if event.threat else "framed_heat", threat=event.threat)
    return phrase(language, "space").join(filter(None, (said, moves)))


def _thrown(event: happened.DiceThrown, words: LanguagePhrases) -> Sequence[Block]:
    what = words.names["thrown"].get(event.purpose, event.purpose)
    return [Dice(what, event.dice, 6, event.best or None)]


def _amount(event: happened.NumberChanged, words: LanguagePhrases) -> Sequence[Block]:
    name = words.texts[event.event.removesuffix("_changed")]
    return [
        Line(
            words.texts["changed"].format(name=name, old=event.old, new=event.new, reason=event.reason),
            "quiet",
        )
    ]


def _ended(event: happened.HeistEnded, words: LanguagePhrases) -> Sequence[Block]:
    details = event.details
    tally = words.texts["ending_tally"].format(
        coin=details.coin,
        stress=details.stress,
        heat=details.heat,
        wanted=details.wanted,
        dice=details.dice_spent,
    )
    marks = [words.texts["rewound"]] * details.rewound + [words.texts["renewed"]] * bool(details.renewed)
    rewound = "".join(f"{words.texts['comma']}{mark}" for mark in marks)
    shown: list[Block] = [Sheet(details.title, details.text)] if details.text else []
    shown += [Line(line, "quiet") for line in details.left]
    score = words.texts["said_ending"].format(score=details.score)
    shown.append(Ending(details.title, score if details.text else "", tally + rewound))
    seed = words.texts["seed_renewed" if details.renewed else "seed"]
    shown.append(Line(seed.format(seed=details.seed, count=details.renewed), "quiet"))
    return [*shown, Line(words.texts["licence"].format(licence=LICENCE), "quiet")]


def _other(event: Event, language: str, words: LanguagePhrases) -> Sequence[Block] | None:
    match event:
        case happened.ScoundrelChosen():
            return [Line(event.text, "quiet")] if event.text and event.field != "pronouns" else []
        case happened.CardDrawn():
            place = words.names["places"][event.place]
            said = Line(words.texts["card_drawn"].format(place=place, card=event.name, text=event.text))
            return [Line(words.texts["cards_mean"], "quiet"), said] if event.place == "past" else [said]
        case happened.ClockTicked():
            filled = "●" * event.filled + "○" * (event.segments - event.filled)
            return [Line(f"{event.name} {filled} {event.filled}/{event.segments}", "quiet")]
        case happened.ClockFilled():
            return [Line(event.text, "plain" if event.kind in ("obstacle", "goal") else "notice")]
        case happened.OmenShown():
            return [Line(event.text, "spoken")]
        case happened.Resisted():
            name = name_of(language, "attributes", event.attribute)
            return [Line(words.texts["resisted"].format(attribute=name))]
        case happened.TraumaTriggered():
            return [Line(words.texts["trauma_triggered"], "notice")]
        case happened.TraumaTaken():
            name = name_of(language, "traumas", event.trauma)
            return [Line(words.texts["trauma_taken"].format(trauma=name), "notice")]
        case happened.PoolEmpty():
            return [Line(words.texts["pool_empty"], "notice")]
        case happened.EntanglementBegan():
            return [Line(words.texts["entangled"], "quiet"), Line(event.text, "notice")]
        case happened.FactTold() | happened.OracleAnswered():
            return [Line(event.text, said=event.asked)]
        case happened.WorldChanged():
            return _world(event, words)
        case happened.SceneCompressed():
            # By rules it would only repeat what was just told.
            return [Line(event.summary, "quiet")] if event.source else []
        case happened.ActivityDone():
            return [Line(event.text)] if event.text else []
        case _:
            return [] if isinstance(event, happened.HeistEvent) else None


def _world(event: happened.WorldChanged, words: LanguagePhrases) -> Sequence[Block]:
    if not event.on or not event.text or event.kind not in words.names["kinds"]:
        return []
    said = words.names["kinds"][event.kind].format(value=event.value)
    return [Line(f"{said}{words.texts['colon']}{event.text}", "quiet")]
