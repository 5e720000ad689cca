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
    rf"{_LEAD}(?:{_VERB} )?(?:{_ITS}|one of the |any )?(?:free (?:ones?|dice|die)"
    rf"|(?:one|die|dice) (?:that|which) (?:costs? (?:me )?nothing|(?:is|are) free)){_TAIL}"
    rf"|{_ZH_LEAD}(?:{_ZH_VERB}|选择)?(?:[那这]?一?颗)?(?:不花代价|不要代价|没代价|没有代价|免费|不花钱|不要钱|白给)"
    rf"的{_ZH_DIE}?{_ZH_TAIL}"
)
_SAYS_FREE = re.compile(r"\b(?:free|costs? nothing)\b|不花代价|不要代价|免费|不花钱")


def free_dice(state: HeistState, bare: str) -> list[int] | None:
    """Return the dice that cost nothing by number, one of each pips; None where none of them is asked for.

    Args:
        state: in which dice are on offer.
        bare: the message, in small letters.
    """
    if not _is_on_offer(state, bare) or not _FREE_ONE.fullmatch(_said(bare)):
        return None
    free = {state["pool"][n]: n + 1 for n, price in enumerate(_prices(state)) if not price}
    return [number for _, number in sorted(free.items(), reverse=True)]


def pips_alone(state: HeistState, bare: str) -> tuple[int, int] | None:
    """Return a number that is spelt out and the number of the die with as many pips, 0 for none.

    Args:
        state: in which dice are on offer.
        bare: the message, in small letters.
    Returns:
        None where the message is anything else; a digit alone is the number of an option.
    """
    pips = _DIGITS.get(_said(bare))
    if pips is None or state["framing"] is None or state["dice"] == "roll":
        return None
    number = _number(state["pool"], _cheapest_first(state), {"pips": str(pips)})
    return pips, number if isinstance(number, int) else 0


def nearly_named_die(state: HeistState, bare: str) -> tuple[int, bool]:
    """Return the number of the die that a comparison means, 0 for none, and whether no other can be meant.

    Args:
        state: in which dice are on offer.
        bare: the message, in small letters.
    """
    if not _is_on_offer(state, bare):
        return 0, False
    said, pool = _said(bare), state["pool"]
    price, order = _prices(state), _cheapest_first(state)
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
    if not _is_on_offer(state, bare):
        return 0
    price = _prices(state)
    # Of dice with the same pips, the cheaper one is meant.
    number = _number(state["pool"], _cheapest_first(state), _order(_said(bare)))
    is_dearer = isinstance(number, int) and number and price[number - 1] and _SAYS_FREE.search(bare)
    return 0 if is_dearer and not dearer else number


def _is_on_offer(state: HeistState, bare: str) -> bool:
    """Return whether dice are on offer, and a message is short enough to name one."""
    has_dice = state["framing"] is not None and state["dice"] != "roll" and bool(state["pool"])
    return has_dice and len(bare) <= _LONGEST_ORDER


def _prices(state: HeistState) -> list[int]:
    """Return the cost of each die, stress and heat together."""
    framing = state["framing"]
    return [one["stress"] + one["heat"] for one in framing["outcomes"]] if framing else []


def _cheapest_first(state: HeistState) -> list[int]:
    """Return the indices of the dice, the cheapest first; of those, the highest."""
    price, pool = _prices(state), state["pool"]
    return sorted(range(len(pool)), key=lambda n: (price[n], -pool[n]))


def _number(pool: Sequence[int], order: Sequence[int], said: Mapping[str, str | None]) -> int | str:
    """Return the result of `named_die`, whatever the die costs.

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


def _said(bare: str) -> str:
    """Return a message without marks around it, and with plain apostrophes."""
    return bare.replace("’", "'").strip(" .!。！")


def _order(said: str) -> dict[str, str | None]:
    """Return the words by which a message names a die; empty for a message that names none."""
    found = (pattern.fullmatch(said) for pattern in _ORDERS)
    order = next(filter(None, found), None)
    return order.groupdict() if order else {}
