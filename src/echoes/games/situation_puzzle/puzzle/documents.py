"""A puzzle as documents of a knowledge base, each with its visibility tier."""

import re

from echoes.core.documents import LINKS, NAMES, Document
from echoes.core.seats.roles import Tier
from echoes.games.situation_puzzle.puzzle.in_play import confirmed
from echoes.games.situation_puzzle.puzzle.part import sentences_of
from echoes.games.situation_puzzle.puzzle.schema import AuthoredRuling, Puzzle
from echoes.language.reader import unambiguous_aliases

_PASSAGE = 300
"""Characters of a passage, unless one sentence is longer."""
_NAME = {"en": 5, "zh": 2}
"""Letters of an alias that is no pronoun."""


def documents_of(puzzle: Puzzle) -> list[Document]:
    """Return the documents of a puzzle's knowledge base: statement, hints, answer, facts and rulings.

    The secret ones name their links: the facts that a ruling establishes, and who is in a text.
    """
    named = NamedCast(puzzle)
    public = [
        Document("statement", puzzle.statement, Tier.PUBLIC, "puzzle_statement"),
        *(
            Document(f"public-{n}", text, Tier.PUBLIC, "public_fact")
            for n, text in enumerate(puzzle.public_facts, 1)
        ),
    ]
    hints = [
        Document(f"hint-{n}", hint.text, Tier.HINT, "hint", {"level": n})
        for n, hint in enumerate(confirmed(puzzle.hints), 1)
    ]
    secret = [
        *(
            Document(
                f"answer-{n}" if n else "answer",
                passage,
                Tier.SECRET,
                "puzzle_answer",
                named.in_text(passage),
            )
            for n, passage in enumerate(passages_of(puzzle.answer))
        ),
        *(
            Document(
                f"fact-{fact.id}",
                fact.statement,
                Tier.SECRET,
                _kind("fact", fact.unconfirmed),
                named.in_text(fact.statement),
            )
            for fact in puzzle.facts
        ),
        *_rulings_of(puzzle),
    ]
    return [*public, *hints, *secret]


def _rulings_of(puzzle: Puzzle) -> list[Document]:
    return [
        Document(
            ruling_document_id(n, variant),
            text,
            Tier.SECRET,
            _kind("ruling", authored.unconfirmed),
            {"number": n, **links},
        )
        for n, authored in enumerate(puzzle.rulings)
        for links in [_links(authored)]
        for variant, text in enumerate(authored.texts)
    ]


def _links(authored: AuthoredRuling) -> dict[str, str | int]:
    facts = [f"fact-{fact}" for fact in (*authored.facts, *authored.steps)]
    return {LINKS: "\n".join(facts)} if facts else {}


class NamedCast:
    """The characters of a puzzle, found in texts by the names that nobody else has.

    Args:
        puzzle: with its cast.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        names = [
            (alias, name)
            for alias, name in unambiguous_aliases(confirmed(puzzle.cast))
            if len(alias) >= _NAME[puzzle.language]
        ]
        self._names = {alias.casefold(): name for alias, name in names}
        self._pattern = re.compile(
            "|".join(rf"(?<![A-Za-z]){re.escape(one)}(?![A-Za-z])" for one in self._names) or r"(?!)"
        )

    def in_text(self, text: str) -> dict[str, str | int]:
        """Return the characters in a text as metadata; nothing where there are none."""
        found = dict.fromkeys(self._names[one] for one in self._pattern.findall(text.casefold()))
        return {NAMES: "\n".join(found)} if found else {}


def _kind(kind: str, unconfirmed: bool) -> str:
    """Return the type of a document; what is unconfirmed has one of its own."""
    return f"unconfirmed_{kind}" if unconfirmed else kind


def passages_of(answer: str) -> list[str]:
    """Split a solution into passages of a few sentences, so that a part of a long one can be found."""
    passages: list[str] = []
    for sentence in sentences_of(answer):
        if passages and len(passages[-1]) + len(sentence) < _PASSAGE:
            passages[-1] = f"{passages[-1]} {sentence}"
        else:
            passages.append(sentence)
    return passages or [answer]


def ruling_document_id(number: int, variant: int) -> str:
    """Return the id under which a wording stands in the knowledge base."""
    return f"ruling-{number}-{variant}"
