"""Lint of a puzzle: findings for the author, none of which keeps it from being played."""

from echoes.games.situation_puzzle.authoring.finding_texts import PuzzleFinding, finding
from echoes.games.situation_puzzle.authoring.lint_cloze import lint_cloze
from echoes.games.situation_puzzle.authoring.lint_hints import lint_hints
from echoes.games.situation_puzzle.authoring.lint_rulings import lint_contradictions, lint_map
from echoes.games.situation_puzzle.puzzle.answer_sentences import answer_sentences
from echoes.games.situation_puzzle.puzzle.in_play import confirmed
from echoes.games.situation_puzzle.puzzle.reader import reader_of
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.referees.rules.known_sentences import KnownSentences
from echoes.language.reader import Reader

_LONG_RUN = {"en": 12, "zh": 20}


def lint(puzzle: Puzzle) -> list[PuzzleFinding]:
    """Findings on what is written, one by one."""
    reader = reader_of(puzzle)
    known = KnownSentences(puzzle, reader)
    return [
        *_missing(puzzle),
        *_languages(puzzle, reader),
        *_labels(puzzle, reader),
        *lint_hints(puzzle, reader),
        *_repeats(puzzle, reader),
        *_synonyms(puzzle, reader),
        *lint_map(puzzle),
        *lint_contradictions(known),
        *lint_cloze(known),
    ]


def answer_is_core(puzzle: Puzzle) -> bool:
    """Return whether the core facts are the sentences of the answer, as for an author who marked none."""
    core = {fact.statement for fact in puzzle.facts if fact.core and not fact.unconfirmed}
    return core == {*answer_sentences(puzzle.answer, puzzle.statement)}


def _missing(puzzle: Puzzle) -> list[PuzzleFinding]:
    """Parts that are not there, or of which nobody has confirmed any: these count in no game."""
    found: list[PuzzleFinding] = []
    facts = [fact for fact in puzzle.facts if not fact.unconfirmed]
    if not facts:
        found.append(finding("no_facts" if puzzle.has_facts else "no_facts_of_dossier"))
    elif not any(fact.core for fact in facts):
        found.append(finding("no_core_fact"))
    elif answer_is_core(puzzle):
        found.append(finding("answer_is_core"))
    if not confirmed(puzzle.hints):
        found.append(finding("no_hints"))
    if not puzzle.rulings:
        found.append(finding("no_rulings"))
    return found


def _languages(puzzle: Puzzle, reader: Reader) -> list[PuzzleFinding]:
    parts = {
        "statement": puzzle.statement,
        "answer": puzzle.answer,
        **{f"facts.{fact.id}": fact.statement for fact in puzzle.facts},
        **{f"hints[{n}]": hint.text for n, hint in enumerate(puzzle.hints, 1)},
    }
    return [
        finding("language", field, field=field, language=puzzle.language)
        for field, text in parts.items()
        if not reader.in_language(text)
    ]


def _labels(puzzle: Puzzle, reader: Reader) -> list[PuzzleFinding]:
    """Tags and content warnings that players of this language would meet in another; "DNA" is in any."""
    labels = {"tags": puzzle.tags, "content_warnings": puzzle.content_warnings}
    foreign = {
        field: [word for word in words if not word.isupper() and not reader.in_language(word)]
        for field, words in labels.items()
    }
    return [
        finding("foreign_labels", field, field=field, language=puzzle.language, words=words)
        for field, words in foreign.items()
        if words
    ]


def _repeats(puzzle: Puzzle, reader: Reader) -> list[PuzzleFinding]:
    surface, truth = reader.normalize(puzzle.statement), reader.normalize(puzzle.answer)
    size = _LONG_RUN[puzzle.language]
    units = surface.split() if puzzle.language == "en" else list(surface)
    glue = " " if puzzle.language == "en" else ""
    told = truth.split() if puzzle.language == "en" else list(truth)
    runs = {glue.join(units[i : i + size]) for i in range(len(units) - size + 1)}
    shared = any(glue.join(told[i : i + size]) in runs for i in range(len(told) - size + 1))
    return [finding("statement_gives_away")] if shared else []


def _synonyms(puzzle: Puzzle, reader: Reader) -> list[PuzzleFinding]:
    """Words of two groups of synonyms: only one of the groups can hold."""
    first: dict[tuple[str, ...], tuple[int, str]] = {}
    found: list[PuzzleFinding] = []
    for number, group in enumerate(puzzle.synonyms, 1):
        for word in group.words:
            earlier, same = first.setdefault(reader.dictionary_form(word), (number, word))
            if earlier != number:
                kind = "synonym_twice" if word == same else "synonym_form_twice"
                found.append(finding(kind, word=word, same=same, first=earlier, second=number))
    return found
