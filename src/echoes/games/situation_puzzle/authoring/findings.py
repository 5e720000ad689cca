"""All findings on a puzzle, each with its rule, severity, place and remedy."""

import re
from collections import defaultdict
from collections.abc import Sequence

from echoes.games.lint_findings import LintFinding, Severity
from echoes.games.situation_puzzle.authoring.lint import lint
from echoes.games.situation_puzzle.importing.duplicates import StoryIndex
from echoes.games.situation_puzzle.puzzle.reader import reader_of
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

_RULES: tuple[tuple[str, str, Severity, str], ...] = (
    (r"^no facts|^no core fact", "core-facts", "warning", "Write facts, and mark the core ones."),
    (r"^no hints", "no-hints", "note", "Write hints, the gentlest first."),
    (r"^no authored rulings", "no-rulings", "warning", "Write rulings, or play it with a model."),
    (r"^\d+ rulings?: ", "few-rulings", "warning", "Write more rulings."),
    (r"^few of a kind", "few-of-a-kind", "note", "Write more rulings of these kinds."),
    (r"^not on the map", "unknown-place", "warning", "Name one of the known places in `about`."),
    (r"^no ruling names its place|^holes on the map", "holes", "note", "Write rulings on these places."),
    (r"is not written in", "language", "error", "Translate it, or correct `language`."),
    (r"^hint \d+ states", "hint-gives-away", "warning", "Make it vaguer, or put it last."),
    (r"shares a long run", "statement-gives-away", "warning", "Say it in other words in the statement."),
    (r"in two groups of synonyms", "synonym-twice", "warning", "Take it out of one of the groups."),
    (r"contradict|ruled differently", "contradiction", "error", "Correct one of the two."),
)  # fmt: skip
"""Patterns of findings in words, each with its rule, severity and remedy."""
_PLACE = re.compile(r"^(?:rulings? (?P<ruling>\d+)|hint (?P<hint>\d+)|(?P<field>[\w.]+(?:\[\d+\])?) is not)")
_SUPPORTED, _FEW = 0.34, 3
"""The least share of a fact's words that answer or statement hold; one at least, where there are few."""


def puzzle_findings(puzzle: Puzzle) -> list[LintFinding]:
    """Return all findings on a puzzle."""
    return [
        *(_finding(message) for message in lint(puzzle)),
        *_unsupported(puzzle),
        *_unreachable(puzzle),
        *_unconfirmed(puzzle),
    ]


def repeated_stories(puzzles: Sequence[Puzzle]) -> list[tuple[Puzzle, LintFinding]]:
    """Return the puzzles that tell a story once more, each with its finding."""
    indices: dict[str, StoryIndex] = defaultdict(StoryIndex)
    found: list[tuple[Puzzle, LintFinding]] = []
    for puzzle in puzzles:
        twin = indices[puzzle.language].find(puzzle)
        if twin:
            how = "in the same words" if twin.exact else f"in other words ({twin.similarity} % alike)"
            message = f"it tells the story of “{twin.puzzle.title}” ({twin.puzzle.id}) {how}"
            remedy = "Keep one of them."
            found.append((puzzle, LintFinding("duplicate-story", "warning", "statement", message, remedy)))
        indices[puzzle.language].add(puzzle)
    return found


def _finding(message: str) -> LintFinding:
    """Return a finding in words with its rule, severity, place and remedy."""
    found = (rule for rule in _RULES if re.search(rule[0], message))
    _, rule, severity, remedy = next(found, ("", "other", "note", ""))
    at = _PLACE.match(message)
    place = ""
    if at:
        number = at["ruling"] or at["hint"]
        place = at["field"] or f"{'rulings' if at['ruling'] else 'hints'}[{number}]"
    return LintFinding(rule, severity, place, message, remedy)


def _unsupported(puzzle: Puzzle) -> list[LintFinding]:
    """Facts that bring in what neither answer nor statement speaks of."""
    reader = reader_of(puzzle)
    told = reader.ideas(f"{puzzle.answer}\n{puzzle.statement}")
    found: list[LintFinding] = []
    for fact in puzzle.facts:
        ideas = reader.ideas(fact.statement) - reader.plain_ideas
        new = sorted(idea for idea in ideas - told if not reader.same_word_family(idea, told))
        held = len(ideas) - len(new)
        if new and (held == 0 or (len(ideas) > _FEW and held < _SUPPORTED * len(ideas))):
            words = ", ".join(new[:4])
            message = f"fact {fact.id} is not supported by the answer, which does not speak of: {words}"
            remedy = "Tell it in the answer, or drop the fact."
            found.append(LintFinding("unsupported-fact", "warning", f"facts.{fact.id}", message, remedy))
    return found


def _unreachable(puzzle: Puzzle) -> list[LintFinding]:
    """Core facts that no question can establish."""
    confirmed = [ruling for ruling in puzzle.rulings if not ruling.unconfirmed]
    if not confirmed:
        return []
    reached = {fact for ruling in confirmed if ruling.ruling == "YES" for fact in ruling.facts}
    return [
        LintFinding(
            "unreachable-fact",
            "error",
            f"facts.{fact}",
            f"core fact {fact} can't be reached: no ruling with YES establishes it",
            "Write a question whose YES establishes it, with the fact's id in `facts`.",
        )
        for fact in puzzle.core_facts
        if puzzle.facts and fact not in reached
    ]


def _unconfirmed(puzzle: Puzzle) -> list[LintFinding]:
    """Rulings, facts and questions that wait for the author."""
    waiting = {
        "rulings": sum(ruling.unconfirmed for ruling in puzzle.rulings),
        "facts": sum(fact.unconfirmed for fact in puzzle.facts),
        "proposals": len(puzzle.proposals),
    }
    remedy = "Look at each: take `unconfirmed` away, or write the ruling."
    return [
        LintFinding("unconfirmed", "note", place, f"{count} {place} wait for you to confirm them", remedy)
        for place, count in waiting.items()
        if count
    ]
