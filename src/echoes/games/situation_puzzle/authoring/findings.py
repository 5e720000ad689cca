"""All findings on a puzzle, each with its rule, severity, place and remedy."""

from collections.abc import Sequence

from echoes.core.text.plain_text import pluralize
from echoes.games.situation_puzzle.authoring.finding_texts import PuzzleFinding, finding
from echoes.games.situation_puzzle.authoring.lint import answer_is_core, lint
from echoes.games.situation_puzzle.importing.duplicates import StoryIndex
from echoes.games.situation_puzzle.puzzle.reader import reader_of
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

_SUPPORTED, _FEW = 0.34, 3
"""The least share of a fact's words that answer or statement hold; one at least, where there are few."""

_NOUNS = {
    "rulings": "ruling",
    "facts": "fact",
    "hints": "hint",
    "cast": "cast member",
    "synonyms": "synonym group",
    "wordings": "other wording",
    "proposals": "proposed question",
    "cloze": "cloze",
}
"""What waits, in the singular."""


def puzzle_findings(puzzle: Puzzle) -> list[PuzzleFinding]:
    """Return all findings on a puzzle."""
    return [
        *lint(puzzle),
        *_unsupported(puzzle),
        *_unreachable(puzzle),
        *_unconfirmed(puzzle),
    ]


def repeated_stories(puzzles: Sequence[Puzzle]) -> list[tuple[Puzzle, PuzzleFinding]]:
    """Return the puzzles that tell a story once more, each with its finding."""
    indices = {language: StoryIndex(language) for language in {puzzle.language for puzzle in puzzles}}
    found: list[tuple[Puzzle, PuzzleFinding]] = []
    for puzzle in puzzles:
        twin = indices[puzzle.language].find(puzzle)
        if twin:
            kind = "same_story" if twin.exact else "similar_story"
            other = twin.puzzle
            told = {"title": other.title, "id": other.id, "percent": twin.similarity}
            found.append((puzzle, finding(kind, "statement", **told)))
        indices[puzzle.language].add(puzzle)
    return found


def _unsupported(puzzle: Puzzle) -> list[PuzzleFinding]:
    """Facts that bring in what neither answer nor statement speaks of."""
    reader = reader_of(puzzle)
    told = reader.ideas(f"{puzzle.answer}\n{puzzle.statement}")
    found: list[PuzzleFinding] = []
    for fact in puzzle.facts:
        ideas = reader.ideas(fact.statement) - reader.plain_ideas
        new = sorted(idea for idea in ideas - told if not reader.same_word_family(idea, told))
        held = len(ideas) - len(new)
        if new and (held == 0 or (len(ideas) > _FEW and held < _SUPPORTED * len(ideas))):
            found.append(finding("unsupported_fact", f"facts.{fact.id}", fact=fact.id, words=new[:4]))
    return found


def _unreachable(puzzle: Puzzle) -> list[PuzzleFinding]:
    """Core facts that no question can establish."""
    confirmed = [ruling for ruling in puzzle.rulings if not ruling.unconfirmed]
    if not confirmed or answer_is_core(puzzle):  # whoever asks a sentence of the answer establishes it
        return []
    reached = {fact for ruling in confirmed if ruling.ruling == "YES" for fact in ruling.facts}
    return [
        finding("unreachable_fact", f"facts.{fact}", fact=fact)
        for fact in puzzle.core_facts
        if puzzle.facts and fact not in reached
    ]


def _unconfirmed(puzzle: Puzzle) -> list[PuzzleFinding]:
    """Parts and questions that wait for the author."""
    counts = {
        "rulings": sum(ruling.unconfirmed for ruling in puzzle.rulings),
        "facts": sum(fact.unconfirmed for fact in puzzle.facts),
        "hints": sum(hint.unconfirmed for hint in puzzle.hints),
        "cast": sum(one.unconfirmed for one in puzzle.cast),
        "synonyms": sum(one.unconfirmed for one in puzzle.synonyms),
        "wordings": sum(len(fact.unconfirmed_wordings) for fact in puzzle.facts),
        "proposals": len(puzzle.proposals),
        "cloze": int(puzzle.cloze is not None and puzzle.cloze.unconfirmed),
    }
    return [
        finding(
            "unconfirmed",
            "facts" if part == "wordings" else part,
            count=count,
            part=part,
            waiting=f"{pluralize(count, _NOUNS[part])} {'waits' if count == 1 else 'wait'}",
            id=puzzle.id,
        )
        for part, count in counts.items()
        if count
    ]
