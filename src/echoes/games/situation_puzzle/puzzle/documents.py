"""A puzzle as documents of a knowledge base, each with its visibility tier."""

import re

from echoes.core.documents import Document
from echoes.core.roles import Tier
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

_PASSAGE = 300
"""Characters of a passage, unless one sentence is longer."""
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")


def documents_of(puzzle: Puzzle) -> list[Document]:
    """Return what a puzzle's knowledge base holds: statement, hints, answer, facts and rulings."""
    public = [
        Document("statement", puzzle.statement, Tier.PUBLIC, "puzzle_statement"),
        *(
            Document(f"public-{n}", text, Tier.PUBLIC, "public_fact")
            for n, text in enumerate(puzzle.public_facts, 1)
        ),
    ]
    hints = [
        Document(f"hint-{n}", hint.text, Tier.HINT, "hint", {"level": n})
        for n, hint in enumerate(puzzle.hints, 1)
    ]
    secret = [
        *(
            Document(f"answer-{n}" if n else "answer", passage, Tier.SECRET, "puzzle_answer")
            for n, passage in enumerate(passages_of(puzzle.answer))
        ),
        *(
            Document(f"fact-{fact.id}", fact.statement, Tier.SECRET, _kind("fact", fact.unconfirmed))
            for fact in puzzle.facts
        ),
        *(
            Document(
                ruling_document_id(n, variant),
                text,
                Tier.SECRET,
                _kind("ruling", authored.unconfirmed),
                {"number": n},
            )
            for n, authored in enumerate(puzzle.rulings)
            for variant, text in enumerate(authored.texts)
        ),
    ]
    return [*public, *hints, *secret]


def _kind(kind: str, unconfirmed: bool) -> str:
    """Return the type of a document; what is unconfirmed has one of its own."""
    return f"unconfirmed_{kind}" if unconfirmed else kind


def passages_of(answer: str) -> list[str]:
    """Split a solution into passages of a few sentences, so that a part of a long one can be found."""
    passages: list[str] = []
    for sentence in filter(None, map(str.strip, _SENTENCE_END.split(answer))):
        if passages and len(passages[-1]) + len(sentence) < _PASSAGE:
            passages[-1] = f"{passages[-1]} {sentence}"
        else:
            passages.append(sentence)
    return passages or [answer]


def ruling_document_id(number: int, variant: int) -> str:
    """Return the id under which a wording stands in the knowledge base."""
    return f"ruling-{number}-{variant}"
