"""English words that exclude each other, and deeds that undo each other."""

import re

OPPOSITES: frozenset[frozenset[str]] = frozenset(
    frozenset((one, other))
    for pair in """
    day night, morning evening, morning afternoon, summer winter, early late, before after, past present
    man woman, male female, boy girl, husband wife, adult child, old young, human animal, human machine
    dead alive, dead living, die live, friend enemy, friend stranger, guilty innocent, rich poor
    inside outside, indoors outdoors, left right, up down, north south, east west, open closed
    real fake, true false, good bad, good evil, same different, hot cold, warm cold, big small, black white
    murder suicide, murder accident, suicide accident, accident purpose, accidentally deliberately
    on off, right wrong, win lose, buy sell, love hate, remember forget, lock unlock, hide show, empty full
    wet dry, long short, fast slow, high low, thick thin, strong weak, cheap expensive, awake asleep
    healthy sick, more less, first last, shrink grow, rise fall, sink float, borrow lend, start stop
    top bottom, front back, see hear, better worse, forbid order, forbid allow, forbid advise
    accept refuse, allow prevent, arrive leave, enter leave, clean dirty, near far, save kill
    """.replace("\n", ",").split(",")
    if pair.strip()
    for one, other in [pair.split()]
)
"""Words that exclude each other: a question for one "or" the other can't be answered with yes or no."""

REVERSALS = [
    (re.compile(rf"\b(?:{deed})\b"), re.compile(rf"\b(?:{undo})\b"))
    for deed, undo in [
        (
            r"g[eo]ts? in(?:to)?|got in(?:to)?|enter\w*|board\w*|climb\w* in(?:to)?",
            r"g[eo]ts? out|got out|left|leave",
        ),
        (r"put on", r"take off|took off|taken off"),
        (r"fall asleep|fell asleep|fallen asleep", r"w[ao]ke\w* up|awoke"),
        (r"open\w*", r"close\w* again"),
        (
            r"steal|stole|stolen|borrow\w*",
            r"(?:give|gave|given|bring|brought|put|return\w*)(?: \w+){0,3} back|return\w*",
        ),
    ]
]
"""Deeds, each with the one that undoes it and that nobody does before it."""

INTENTION = frozenset(
    """
    purpose deliberate deliberately intention intentional intentionally wilful wilfully knowingly
    unintentional unintentionally accident accidental accidentally mistake mistakenly inadvertently
    """.split()
)
"""Words that say whether something was meant."""


def undoes(one: str, other: str) -> bool:
    """Return whether one text tells of a deed that undoes the other's."""
    return any(undo.search(one) and deed.search(other) for deed, undo in REVERSALS)
