"""Events of a fight as blocks of the conversation."""

from collections.abc import Sequence

from echoes.core.log.events import Event
from echoes.core.views.blocks import Badge, Block, Dice, Line, Outcome
from echoes.games.party import events as happened
from echoes.games.party.view.condition_words import CONDITION_WORDS

FIGHT_WORDS = {
    "en": {
        "fight": "In this order: {names}.",
        "hits": "hits {target}: {damage}",
        "misses": "misses {target}",
        "critical": "a critical hit",
        "down": "{name} goes down.",
        "fled": "{name} runs.",
        "joins": "{name} joins the fight.",
        "comma": ", ",
        "colon": ": ",
        "won": "The fight is won.",
        "lost": "The fight is lost.",
        "talked": "They come to terms.",
        "broken_off": "Both sides draw back.",
        "all_fled": "They got away.",
        "dying": "{name} is dying: {successes} of 3 saves, {failures} of 3 failures.",
        "out_cold": "{name} lies still, and is in no danger.",
        "dead": "{name} is dead.",
        "casts": "{name} casts {label}.",
    },
    "zh": {
        "fight": "先后次序：{names}。",
        "hits": "打中{target}：{damage}",
        "misses": "没打中{target}",
        "critical": "重击",
        "down": "{name}倒下了。",
        "fled": "{name}跑了。",
        "joins": "{name}上前助阵。",
        "comma": "，",
        "colon": "：",
        "won": "打赢了。",
        "lost": "打输了。",
        "talked": "双方谈妥，不打了。",
        "broken_off": "双方各自收手。",
        "all_fled": "大家脱身了。",
        "dying": "{name}命悬一线：挺住 {successes}/3，恶化 {failures}/3。",
        "out_cold": "{name}昏了过去，性命无碍。",
        "dead": "{name}死了。",
        "casts": "{name}施展{label}。",
    },
}
"""Words of a fight by language."""


def blocks_of_fight(event: Event, language: str) -> Sequence[Block] | None:
    """Return the blocks that show an event of a fight; None for any other."""
    words = FIGHT_WORDS.get(language, FIGHT_WORDS["en"])
    match event:
        case happened.FightBegan():
            comma = "、" if language == "zh" else ", "
            names = comma.join(one.name for one in event.fighters)
            return [Line(event.text, "spoken"), Line(words["fight"].format(names=names), "notice")]
        case happened.Attacked():
            return _attack(event, words)
        case happened.ConditionChanged():
            _, gained, lost = CONDITION_WORDS.get(language, CONDITION_WORDS["en"])[event.condition]
            return [_notice(gained if event.gained else lost, name=event.name)]
        case happened.FighterJoined():
            return [_notice(words["joins"], name=event.fighter.name)]
        case happened.SpellCast():
            return [_notice(words["casts"], name=event.name, label=event.label)]
        case happened.FighterLeft():
            return [_notice(words["fled" if event.fled else "down"], name=event.name)]
        case happened.FightEnded():
            return [Line(words["all_fled" if event.outcome == "fled" else event.outcome], "notice")]
        case happened.LifeChanged(hit_points=0) if event.dead or event.in_fight:
            how = "dead" if event.dead else "out_cold" if event.stable else "dying"
            saves = {"successes": event.successes, "failures": event.failures}
            return [_notice(words[how], name=event.name, **saves)]
        case _:
            return None


def _notice(sentence: str, **filled: object) -> Line:
    """Return a sentence as a notice; it begins with a capital letter whatever its first name is."""
    return Line(_capital(sentence.format(**filled)), "notice")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _attack(event: happened.Attacked, words: dict[str, str]) -> Sequence[Block]:
    said = words["hits" if event.hits else "misses"].format(target=event.target_name, damage=event.damage)
    remark = f"{words['comma']}{words['critical']}" if event.critical else ""
    what = _capital(f"{event.name}{words['colon']}{event.weapon}")
    result = Badge(said, tone="good" if event.hits else "quiet")
    dice = Dice(what, event.faces, 20, None if len(event.faces) > 1 else event.total)
    return [dice, Outcome(event.turn, what, result, remark=f"{event.formula} = {event.total}{remark}")]
