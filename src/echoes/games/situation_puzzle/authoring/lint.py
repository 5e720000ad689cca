"""Lint of a puzzle: findings for the author, none of which keeps it from being played."""

from echoes.games.situation_puzzle.authoring.lint_rulings import lint_contradictions, lint_map
from echoes.games.situation_puzzle.puzzle.reader import reader_of
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.language.reader import Reader

_LONG_RUN = {"en": 12, "zh": 20}


def lint(puzzle: Puzzle) -> list[str]:
    """Findings on a puzzle, one sentence each."""
    reader = reader_of(puzzle)
    return [
        *_missing(puzzle),
        *_languages(puzzle, reader),
        *_hints(puzzle, reader),
        *_repeats(puzzle, reader),
        *_synonyms(puzzle, reader),
        *lint_map(puzzle),
        *lint_contradictions(puzzle),
    ]


def _missing(puzzle: Puzzle) -> list[str]:
    found: list[str] = []
    if not puzzle.facts:
        found.append("no facts: each sentence of the answer counts as one")
    elif not any(fact.core for fact in puzzle.facts):
        found.append("no core fact: all facts count as core")
    if not puzzle.hints:
        found.append("no hints")
    if not puzzle.rulings:
        found.append("no authored rulings: without a model few questions can be ruled on")
    return found


def _languages(puzzle: Puzzle, reader: Reader) -> list[str]:
    parts = {
        "statement": puzzle.statement,
        "answer": puzzle.answer,
        **{f"facts.{fact.id}": fact.statement for fact in puzzle.facts},
        **{f"hints[{n}]": hint.text for n, hint in enumerate(puzzle.hints, 1)},
    }
    return [
        f"{field} is not written in '{puzzle.language}'"
        for field, text in parts.items()
        if not reader.in_language(text)
    ]


def _hints(puzzle: Puzzle, reader: Reader) -> list[str]:
    found: list[str] = []
    core = [fact for fact in puzzle.facts if fact.id in puzzle.core_facts]
    for number, hint in enumerate(puzzle.hints[:-1], 1):
        said = reader.ideas(hint.text)
        for fact in core:
            ideas = reader.ideas(fact.statement)
            if fact.id in hint.facts or (ideas and len(ideas & said) >= 0.8 * len(ideas)):
                found.append(f"hint {number} states core fact {fact.id}; only the last one should")
    return found


def _repeats(puzzle: Puzzle, reader: Reader) -> list[str]:
    surface, truth = reader.normalize(puzzle.statement), reader.normalize(puzzle.answer)
    size = _LONG_RUN[puzzle.language]
    units = surface.split() if puzzle.language == "en" else list(surface)
    glue = " " if puzzle.language == "en" else ""
    told = truth.split() if puzzle.language == "en" else list(truth)
    runs = {glue.join(units[i : i + size]) for i in range(len(units) - size + 1)}
    shared = any(glue.join(told[i : i + size]) in runs for i in range(len(told) - size + 1))
    return ["the statement shares a long run of words with the answer"] if shared else []


def _synonyms(puzzle: Puzzle, reader: Reader) -> list[str]:
    """Words of two groups of synonyms: only one of the groups can hold."""
    first: dict[tuple[str, ...], tuple[int, str]] = {}
    found: list[str] = []
    for number, group in enumerate(puzzle.synonyms, 1):
        for word in group.words:
            earlier, same = first.setdefault(reader.dictionary_form(word), (number, word))
            if earlier != number:
                told = f"“{word}”" if word == same else f"“{word}” is the word “{same}”, and"
                found.append(f"{told} stands in two groups of synonyms, {earlier} and {number}")
    return found
