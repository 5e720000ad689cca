"""The roles in a sentence: whose things are, who does what is done, and what that is."""

from dataclasses import dataclass

PRONOUNS = frozenset("he she they it i you we 他 她 它 我 你 他们 她们 它们 我们 你们".split())
"""Owners that may be anybody."""


@dataclass(frozen=True)
class Roles:
    """The roles in a sentence, as far as it tells them.

    Attributes:
        owned: things, each with its owner: a symbol of the cast, a word, or a pronoun for nobody of the cast.
        doers: those by whom something is said to be done, symbols of the cast or words.
        verbs: what is done, in each form that may stand for it; general verbs, such as go or get, are none.
        others: symbols and words that stand where no doer does: "of the enemy", 写敌人.
        subjects: the head of what the sentence begins with, a symbol or its words: "was the boy's dog …".
        adjuncts: symbols and words with the preposition before them: "from the neighbours", 从邻居那里.
        linked: whether it gives one thing as the cause, the condition or the sequel of another.
        knowing: whether it tells of what somebody knows or believes.
    """

    owned: frozenset[tuple[str, str]] = frozenset()
    doers: frozenset[str] = frozenset()
    verbs: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()
    subjects: frozenset[str] = frozenset()
    adjuncts: frozenset[tuple[str, str]] = frozenset()
    linked: bool = False
    knowing: bool = False
