"""Dice that are named: by their pips, or by being the best, the worst or the cheapest.

A spent die is gone, so a message names one only where it says nothing else, or says "die" and what it is for.
"""

import re
from collections.abc import Mapping, Sequence

from echoes.games.heist.state import HeistState

_LONGEST_ORDER = 60
"""Characters of a message that may spend a die by naming it."""
_DIGITS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6,
           "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6}  # fmt: skip

_PIPS = r"(?P<pips>two|three|four|five|six|[1-6])"
_WORTH = (
    r"(?:(?P<best>best|highest|biggest|brightest|strongest)|(?P<worst>worst|lowest|smallest|weakest)"
    r"|(?P<cheapest>cheapest|least (?:stress|heat|cost|expensive)))"
)
_VERB = r"(?:spend|use|take|pick|choose|play|burn|go (?:with|for)|give me|want|with)"
_LEAD = r"(?:(?:please|ok|okay|well|then|so),? )*(?:(?:i|i'll|i will|let me|let's|i'd) )?"
_ITS = r"(?:(?:the|an?|my|that|this|other) )"
_TAIL = r"(?:,? (?:please|then|now|it is))*"
_FREE = r"(?:(?:free|cheap|cheaper|cheapest|first) )?"
_COSTLESS = r"(?: (?:that|which) (?:costs? nothing|is free))?"
_WHAT_FOR = r"(?:(?:[,;.]| to| on| for| and| then) .*)?"

_ZH_LEAD = r"(?:我|那就|就|那|来|好|行|嗯|还是|要不|[,，])*(?:想|要)?"
_ZH_VERB = r"(?:花掉?|用掉?|用上|出|拿|选|挑|投)"
_ZH_DIE = r"(?:[那这]?一?颗?骰子?|[那这]?一?[颗个])"
_ZH_PIPS = r"(?P<pips>[一二两三四五六1-6])"
_ZH_BEST, _ZH_WORST = r"(?P<best>最[好大高强])", r"(?P<worst>最[小低差烂])"
_ZH_CHEAPEST = r"(?P<cheapest>最(?:便宜|省|划算)|代价最[小低轻])"
_ZH_WORTH = rf"(?:点数?)?(?:{_ZH_BEST}|{_ZH_WORST}|{_ZH_CHEAPEST})"
_ZH_FREE = r"(?:(?:最?便宜|不花代价|最?划算)的?(?:那?[颗个])?)?"
_ZH_COSTLESS = r"(?:[,，]?(?:就是)?(?:不花代价|最?便宜)的(?:那?[颗个])?)?"
_ZH_TAIL = r"(?:吧|好了|了)?"
_NTH = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6}

_ORDERS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_LEAD}{_VERB}? ?{_ITS}+{_FREE}{_PIPS}(?:[- ]?(?:die|pips?))?{_COSTLESS}{_TAIL}",
        rf"{_LEAD}(?:{_VERB} )?(?:(?:one|any|either) of {_ITS}+|any |either )"
        rf"(?P<pips>one|two|three|four|five|six|[1-6])(?:'?e?s)?{_TAIL}",
        rf"{_LEAD}(?:{_VERB} )?{_ITS}?(?P<nth>first|second|third|fourth|fifth|sixth) die{_TAIL}",
        rf"{_LEAD}(?:spend|use) {_PIPS}{_TAIL}",
        rf"{_LEAD}(?:spend|use) {_ITS}(?P<pips>one){_TAIL}",
        rf"{_LEAD}(?:{_VERB} )?{_ITS}?die (?:(?:of|with|showing|that shows) )?{_ITS}?{_PIPS}(?: pips)?"
        rf"{_TAIL}",
        rf"{_LEAD}(?:{_VERB} )?(?:(?:whatever|whichever)(?: is|'s) |the one with )?{_ITS}*{_WORTH}"
        rf"(?: (?:die|dice|one|option)| of (?:them|the dice|my dice))?{_TAIL}",
        rf"{_LEAD}{_VERB} {_ITS}+(?:{_PIPS}|{_WORTH}) die{_WHAT_FOR}",
        rf"{_ZH_LEAD}(?:花掉?|用掉?|出)(?P<pips>[二三四五六1-6]){_ZH_TAIL}",
        rf"{_ZH_LEAD}{_ZH_VERB}?[那这]颗{_ZH_PIPS}点?(?:的?骰子?|的)?{_ZH_TAIL}",
        rf"{_ZH_LEAD}{_ZH_VERB}?{_ZH_FREE}(?P<pips>[二两三四五六1-6])点(?:的?{_ZH_DIE}|的)?{_ZH_COSTLESS}{_ZH_TAIL}",
        rf"{_ZH_LEAD}(?P<pips>[一二两三四五六1-6])点就(?P=pips)点{_ZH_TAIL}",
        rf"{_ZH_LEAD}{_ZH_VERB}?第(?P<nth>[一二三四五六1-6])颗(?:骰子)?{_ZH_TAIL}",
        rf"{_ZH_LEAD}{_ZH_VERB}?(?P<pips>一)点(?:的?[那这]颗(?:骰子)?|的?骰子){_ZH_TAIL}",
        rf"(?P<pips>一)点{_ZH_TAIL}",
        rf"{_ZH_LEAD}{_ZH_VERB}?(?:随便|任意)(?:{_ZH_VERB}|哪|一)*[颗个]?{_ZH_PIPS}点?的?(?:骰子)?{_ZH_TAIL}",
        rf"{_ZH_LEAD}{_ZH_VERB}?{_ZH_PIPS}点的?(?:骰子)?(?:里头?)?(?:随便|任意)(?:{_ZH_VERB}|哪|一)*[颗个]?{_ZH_TAIL}",
        rf"{_ZH_LEAD}{_ZH_VERB}?骰子?{_ZH_PIPS}点?{_ZH_TAIL}",
        rf"{_ZH_LEAD}{_ZH_VERB}?(?:[那这]?一?[颗个])?{_ZH_WORTH}(?:的{_ZH_DIE}?|{_ZH_DIE}){_ZH_TAIL}",
        rf"{_ZH_LEAD}{_ZH_VERB}?{_ZH_CHEAPEST}{_ZH_TAIL}",
        rf"{_ZH_LEAD}哪[个颗]{_ZH_WORTH}就?(?:{_ZH_VERB}|要)哪[个颗]{_ZH_TAIL}",
        rf"{_ZH_LEAD}{_ZH_VERB}(?:{_ZH_PIPS}点|{_ZH_WORTH})的?[那这]?一?颗?骰子?(?:去|来|[,，]).*",
    )
)


_NEAR = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_LEAD}(?:{_VERB} )?{_ITS}+(?:(?P<best>higher|larger|bigger|better|good)"
        rf"|(?P<worst>lower|smaller|worse)|(?P<cheapest>cheap(?:er)?|less expensive))"
        rf"(?: (?:die|one|of (?:them|the two|the dice)))?{_TAIL}",
        rf"{_LEAD}(?:{_VERB} )?(?:a|the) (?:(?P<best>high|good)|(?P<worst>low|small)|(?P<cheapest>cheap)) die"
        rf"{_TAIL}",
        rf"{_ZH_LEAD}{_ZH_VERB}?[那这]?(?:点数?)?(?:(?P<best>[大高好]一?点?)|(?P<worst>[小低]一?点?)"
        rf"|(?P<cheapest>便宜一?点?|省一?点?))的?{_ZH_DIE}{_ZH_TAIL}",
    )
)
_FREE_ONE = re.compile(
    rf"{_LEAD}(?:{_VERB} )?(?:the )?(?:free (?:one|die)"
    rf"|(?:one|die) (?:that|which) (?:costs? nothing|is free)){_TAIL}"
    rf"|{_ZH_LEAD}{_ZH_VERB}?(?:[那这]?一?颗)?(?:不花代价|不要代价|免费|不花钱)的{_ZH_DIE}?{_ZH_TAIL}"
)
_SAYS_FREE = re.compile(r"\b(?:free|costs? nothing)\b|不花代价|不要代价|免费|不花钱")


def nearly_named_die(state: HeistState, bare: str) -> tuple[int, bool]:
    """Return the number of the die that a comparison means, 0 for none, and whether no other can be meant.

    Args:
        state: in which dice are on offer.
        bare: the message, in small letters.
    """
    if state["framing"] is None or len(bare) > _LONGEST_ORDER or state["dice"] == "roll" or not state["pool"]:
        return 0, False
    said, pool = bare.replace("’", "'").strip(" .!。！"), state["pool"]
    price = [one["stress"] + one["heat"] for one in state["framing"]["outcomes"]]
    order = sorted(range(len(pool)), key=lambda n: (price[n], -pool[n]))
    if _FREE_ONE.fullmatch(said):
        return (order[0] + 1, price.count(0) == 1) if price[order[0]] == 0 else (0, False)
    found = next((found for pattern in _NEAR if (found := pattern.fullmatch(said))), None)
    if found is None:
        named = named_die(state, bare, dearer=True)
        return named if isinstance(named, int) else 0, False
    if found["cheapest"]:
        return order[0] + 1, len(set(price)) == 2
    pick = max if found["best"] else min
    return pick(order, key=lambda n: pool[n]) + 1, len(set(pool)) == 2


def named_die(state: HeistState, bare: str, dearer: bool = False) -> int | str:
    """Return the number of the option of a named die, 0 for none, or the pips that lie on no die.

    Args:
        state: in which dice are on offer.
        bare: the message, in small letters; a long one names no die.
        dearer: whether a die counts as named that is called free, and costs something.
    """
    framing = state["framing"]
    if framing is None or len(bare) > _LONGEST_ORDER or state["dice"] == "roll" or not state["pool"]:
        return 0
    said = _order(bare.replace("’", "'").strip(" .!。！"))
    # Of dice with the same pips, the cheaper one is meant.
    price = [one["stress"] + one["heat"] for one in framing["outcomes"]]
    order = sorted(range(len(state["pool"])), key=lambda n: (price[n], -state["pool"][n]))
    number = _number(state["pool"], order, said)
    is_dearer = isinstance(number, int) and number and price[number - 1] and _SAYS_FREE.search(bare)
    return 0 if is_dearer and not dearer else number


def _number(pool: Sequence[int], order: Sequence[int], said: Mapping[str, str | None]) -> int | str:
    """Return what `named_die` does, whatever the die costs.

    Args:
        pool: the dice.
        order: their indices, cheapest first.
        said: how the die was named.
    """
    if said.get("cheapest"):
        return order[0] + 1
    if said.get("best"):
        return max(order, key=lambda n: pool[n]) + 1
    if said.get("worst"):
        return min(order, key=lambda n: pool[n]) + 1
    if nth := said.get("nth"):
        place = _NTH.get(nth) or _DIGITS.get(nth) or int(nth)
        return place if place <= len(order) else 0
    if not (pips := said.get("pips")):
        return 0
    wanted = _DIGITS.get(pips) or int(pips)
    return next((n + 1 for n in order if pool[n] == wanted), str(wanted))


def _order(said: str) -> dict[str, str | None]:
    """Return how a message names a die; empty for a message that names none."""
    found = (pattern.fullmatch(said) for pattern in _ORDERS)
    order = next(filter(None, found), None)
    return order.groupdict() if order else {}
