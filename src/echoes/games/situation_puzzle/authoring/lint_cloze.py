"""Lint of the cloze: whether it tells the solution, and whether nothing but knowledge of it finds the key."""

from collections.abc import Callable, Iterator, Sequence

from echoes.games.situation_puzzle.authoring.finding_texts import PuzzleFinding, finding
from echoes.games.situation_puzzle.puzzle.cloze import Cloze
from echoes.games.situation_puzzle.puzzle.part import sentences_of
from echoes.games.situation_puzzle.puzzle.schema import Fact, Puzzle
from echoes.games.situation_puzzle.referees.rules.inference import NaturalLogic
from echoes.games.situation_puzzle.referees.rules.known_sentences import KnownSentences, Premise
from echoes.language.logical_form import relation
from echoes.language.reader import Clause, Reader
from echoes.language.readers import gives_reason

_CHOICES, _SENTENCES = range(4, 6), range(3, 7)
_FEWEST_COMBINATIONS = 256
_SHORTEST, _LONGEST = 0.6, 1.6
"""The bounds of a choice's length, as a share of the mean of its gap."""
_APART = 0.2
"""How much longer or shorter than any other the right choice may be, as a share of the mean."""
_SLACK = {"en": 4, "zh": 2}
"""Characters of difference that nobody notices."""
_GIVEN_AWAY = 3
"""Ideas of a core fact from which on the text gives it away; two, where it has no more."""
_QUOTES = frozenset('"“”‘「」『』«»')


def lint_cloze(known: KnownSentences) -> list[PuzzleFinding]:
    """Return the findings on the cloze, or that there is none.

    Args:
        known: the sentences of the puzzle.
    """
    puzzle, cloze = known.puzzle, known.puzzle.cloze
    if cloze:
        return cloze_findings(known, cloze)
    has_core = any(fact.core and not fact.unconfirmed for fact in puzzle.facts)
    return [finding("no_cloze")] if has_core else []


def cloze_findings(known: KnownSentences, cloze: Cloze) -> list[PuzzleFinding]:
    """Return the findings on a cloze.

    Args:
        known: the sentences of its puzzle.
        cloze: that of the puzzle, or one that is proposed for it.
    """
    puzzle = known.puzzle
    return [
        *_facts_left(puzzle, cloze),
        *_size(cloze),
        *_language(puzzle, cloze, known.reader),
        *_lengths(puzzle, cloze),
        *_forms(cloze, known.reader),
        *_given_away(puzzle, cloze, known.reader),
        *_true_choices(known, cloze),
    ]


def _core(puzzle: Puzzle) -> Sequence[Fact]:
    """Return the core facts; those that wait, where no fact is confirmed."""
    confirmed = [fact for fact in puzzle.facts if not fact.unconfirmed]
    facts = confirmed or puzzle.facts or puzzle.judged_facts
    return [fact for fact in facts if fact.core] or facts


def _facts_left(puzzle: Puzzle, cloze: Cloze) -> Iterator[PuzzleFinding]:
    told = {fact for gap in cloze.gaps for fact in gap.facts}
    for fact in _core(puzzle):
        if fact.id not in told:
            yield finding("cloze_fact_left", "cloze.gaps", fact=fact.id)


def _size(cloze: Cloze) -> Iterator[PuzzleFinding]:
    for number, gap in enumerate(cloze.gaps, 1):
        if len(gap.choices) not in _CHOICES:
            yield finding("cloze_choices", f"cloze.gaps[{number}]", gap=gap.id, count=len(gap.choices))
    if (count := len(sentences_of(cloze.text))) not in _SENTENCES:
        yield finding("cloze_sentences", "cloze.text", count=count)
    if cloze.combinations < _FEWEST_COMBINATIONS:
        told = {"count": cloze.combinations, "enough": _FEWEST_COMBINATIONS}
        yield finding("cloze_combinations", "cloze.gaps", **told)


def _language(puzzle: Puzzle, cloze: Cloze, reader: Reader) -> Iterator[PuzzleFinding]:
    texts = {"cloze.text": ("".join(cloze.parts),)}
    texts |= {f"cloze.gaps[{number}]": gap.shown for number, gap in enumerate(cloze.gaps, 1)}
    for field, said in texts.items():
        if not all(map(reader.in_language, said)):
            yield finding("language", field, field=field, language=puzzle.language)


def _lengths(puzzle: Puzzle, cloze: Cloze) -> Iterator[PuzzleFinding]:
    slack = _SLACK[puzzle.language]
    for number, gap in enumerate(cloze.gaps, 1):
        place, right, wrong = f"cloze.gaps[{number}]", len(gap.right_text), [*map(len, gap.wrong_texts)]
        mean = (right + sum(wrong)) / len(gap.choices)
        apart = max(slack, _APART * mean)
        if right - max(wrong) > apart or min(wrong) - right > apart:
            yield finding("cloze_length_tells", place, gap=gap.id, text=gap.right_text)
        for text in gap.shown:
            is_far = not _SHORTEST * mean <= len(text) <= _LONGEST * mean
            if is_far and abs(len(text) - mean) > slack:
                yield finding("cloze_lengths", place, gap=gap.id, text=text)


def _forms(cloze: Cloze, reader: Reader) -> Iterator[PuzzleFinding]:
    """Right choices that stand out among the others: alone with a mark of form, or alone without it."""
    marks: dict[str, Callable[[str], bool]] = {
        "negation": lambda text: any(reader.count_negations(one.key) for one in reader.clauses(text)),
        "reason": gives_reason,
        "quotes": lambda text: not _QUOTES.isdisjoint(text),
        "capital": lambda text: any(map(str.isupper, text)),
    }
    for number, gap in enumerate(cloze.gaps, 1):
        for mark, has in marks.items():
            alone = has(gap.right_text)
            if all(has(text) is not alone for text in gap.wrong_texts):
                kind = "cloze_form" if alone else "cloze_form_without"
                yield finding(kind, f"cloze.gaps[{number}]", gap=gap.id, mark=mark, text=gap.right_text)


def _given_away(puzzle: Puzzle, cloze: Cloze, reader: Reader) -> Iterator[PuzzleFinding]:
    """Core facts of which the text outside the gaps tells what players do not know."""
    known = reader.ideas("\n".join((puzzle.title, puzzle.statement, *puzzle.public_facts)))
    fixed = reader.ideas(cloze.filled([0] * len(cloze.gaps)))
    for fact in _core(puzzle):
        ideas = reader.ideas(fact.statement) - reader.plain_ideas - known
        new = {idea for idea in ideas if not reader.same_word_family(idea, known)}
        if len(new & fixed) >= max(2, min(_GIVEN_AWAY, len(new))):
            yield finding("cloze_gives_away", "cloze.text", fact=fact.id, words=sorted(new & fixed))


def _true_choices(known: KnownSentences, cloze: Cloze) -> Iterator[PuzzleFinding]:
    """Wrong choices that say what the right one says, or what an authored YES says."""
    rulings, reader = known.puzzle.rulings, known.reader
    yes = [
        Premise(wording.clause, "YES", wording.number)
        for wording in known.wordings
        if wording.clause and rulings[wording.number].ruling == "YES"
    ]
    logic, sentences = NaturalLogic(yes), sentences_of(cloze.text)
    for number, gap in enumerate(cloze.gaps, 1):
        place = f"cloze.gaps[{number}]"
        frame = next(one for one in sentences if f"{{{gap.id}}}" in one)
        for other in cloze.gaps:
            frame = frame if other is gap else frame.replace(f"{{{other.id}}}", other.right_text)
        right = _read(reader, frame, gap.id, gap.right_text)
        known_right = [one for text in right for one in text]
        for text in gap.wrong_texts:
            wrong = _read(reader, frame, gap.id, text)
            new = [one for text in wrong for one in text if one not in known_right]
            if any(map(_same, wrong, right)):
                yield finding("cloze_same_choice", place, gap=gap.id, text=text, right=gap.right_text)
            elif premise := next(filter(None, (_supported(one, yes, logic) for one in new)), None):
                ruled = {"number": (premise.authored or 0) + 1, "ruled": premise.text}
                yield finding("cloze_true_choice", place, gap=gap.id, text=text, **ruled)


def _read(reader: Reader, frame: str, gap: str, text: str) -> tuple[list[Clause], list[Clause]]:
    """Return the clauses of a sentence with a choice in its gap, and of the choice by itself."""
    return reader.clauses(frame.replace(f"{{{gap}}}", text)), reader.clauses(text)


def _same(some: Sequence[Clause], others: Sequence[Clause]) -> bool:
    """Return whether two texts say the same, sentence by sentence."""
    pairs = [*zip(some, others, strict=False)]
    return len(some) == len(others) > 0 and all(
        one.says_the_same(other) or _same_form(one, other) for one, other in pairs
    )


def _same_form(one: Clause, other: Clause) -> bool:
    """Return whether the logical form is the same, and not only the words in another order."""
    forms = one.logical_form, other.logical_form
    return (
        sorted(one.key) != sorted(other.key)
        and forms[0] is not None
        and forms[1] is not None
        and relation(forms[0], forms[1]) == "same"
    )


def _supported(clause: Clause, yes: Sequence[Premise], logic: NaturalLogic) -> Premise | None:
    """Return the authored YES that says what a clause says, or from which it follows."""
    if same := next((one for one in yes if one.clause.says_the_same(clause)), None):
        return same
    found = logic.infer(clause)
    return found.premise if found and found.ruling == "YES" else None
