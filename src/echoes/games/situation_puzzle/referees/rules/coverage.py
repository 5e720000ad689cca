"""Coverage of the facts by a final answer, without a model: the sentences followed, and what they state."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from echoes.games.situation_puzzle.puzzle.schema import Fact, Puzzle
from echoes.games.situation_puzzle.referees.rules.alignment import align, clause_runs, plainly_told_runs
from echoes.games.situation_puzzle.referees.rules.fact_phrasings import FactPhrasings
from echoes.games.situation_puzzle.referees.rules.inference import Inference
from echoes.games.situation_puzzle.referees.rules.ruling_index import RulingIndex
from echoes.games.situation_puzzle.referees.rules.similarity import SimilarRuling
from echoes.games.situation_puzzle.referees.types import PastRuling
from echoes.language.logical_form import relation
from echoes.language.reader import Clause, letters_of

_HEDGED = re.compile(
    r"\b(?:maybe|perhaps|possibly|probably|supposedly|allegedly)\b|也许|或许|可能|大概"
    r"|^\W*(?:(?:rumou?r has it|it (?:is|was) rumou?red)\b|据说|听说|传说)",
    re.IGNORECASE,
)
"""Words of guesses and rumours, which state nothing."""


@dataclass
class AnswerCoverage:
    """The facts that one final answer covers and contradicts.

    Attributes:
        true: keys of the true sentences that were told.
        covered: facts told by the sentences that were followed.
        contradicted: facts, or rulings, that a sentence denies that was followed.
        followed, unfollowed: the player's sentences, in their order; all of one, true or false, or nothing.
    """

    true: set[tuple[str, ...]] = field(default_factory=set[tuple[str, ...]])
    covered: set[str] = field(default_factory=set[str])
    contradicted: set[str] = field(default_factory=set[str])
    followed: list[str] = field(default_factory=list[str])
    unfollowed: list[str] = field(default_factory=list[str])


@dataclass
class _Told:
    """The facts that a part of a sentence tells, if it is true, and those that it denies, if it is not."""

    facts: set[str]
    denied: set[str] = field(default_factory=set[str])
    is_true: bool = False


class FactMatcher:
    """A matcher of a player's sentences with the facts of a puzzle.

    A fact is covered when the player tells it in words that are known to say it: those of the fact, of
    the sentences of the answer that hold it, of a ruling whose YES establishes it, or of a question of the
    player's own that was ruled YES. A sentence that is only similar is not followed: it may say the opposite.

    Args:
        puzzle: with its secrets.
        ruling_index: its authored rulings.
    """

    def __init__(self, puzzle: Puzzle, ruling_index: RulingIndex) -> None:
        self._puzzle = puzzle
        self._ruling_index = ruling_index
        self._reader = ruling_index.reader
        self._words = FactPhrasings(puzzle, ruling_index)

    @cached_property
    def _own_sentences(self) -> frozenset[tuple[str, bool]]:
        """The sentences of answer and facts, normalized, and whether each asks."""
        facts = (text for fact in self._puzzle.judged_facts for text in (fact.statement, *fact.wordings))
        told = (self._puzzle.answer, *facts)
        return frozenset(self._verbatim(one) for text in told for one in self._words.sentences(text))

    def _verbatim(self, sentence: str) -> tuple[str, bool]:
        return self._reader.normalize(sentence), bool({"?", "？"} & set(sentence))

    def facts_stated_by(self, text: str, clauses: Sequence[Clause]) -> tuple[str, ...]:
        """Return the facts that the author states in exactly these words, of whatever build they are."""
        for words in (text, self._reader.strip_fillers(text)):
            if facts := self._words.by_letters.get(letters_of(self._reader, words)):
                return facts
        if len(clauses) != 1 or not clauses[0].rulable:
            return ()
        [clause] = clauses
        return tuple(
            fact.id
            for fact in self._puzzle.judged_facts
            if any(len(run) == 1 and clause.says_the_same(run[0]) for run in self._words.runs[fact.id])
        )

    def match(self, text: str, earlier: Sequence[PastRuling] = (), literally: bool = False) -> AnswerCoverage:
        """Match a final answer with the facts.

        Args:
            text: the player's words.
            earlier: the player's own questions with their rulings, by which a sentence may be followed.
            literally: follow only what the author says in the same words, and nothing that is inferred from
                them or similar to them.
        """
        found = AnswerCoverage()
        before = [
            (clauses[0], one)
            for one in earlier
            for words in dict.fromkeys(filter(None, (one.text, one.asked)))
            for clauses in [self._reader.clauses(words)]
            if len(clauses) == 1
        ]
        for sentence in self._words.sentences(text):
            if _HEDGED.search(sentence) and self._verbatim(sentence) not in self._own_sentences:
                found.unfollowed.append(sentence)
            else:
                self._tell(sentence, found, before, literally)
        for fact in self._puzzle.judged_facts:
            premises = self._words.runs[fact.id]
            if any(run and all(clause.key in found.true for clause in run) for run in premises):
                found.covered.add(fact.id)
        return found

    def _tell(
        self,
        sentence: str,
        found: AnswerCoverage,
        before: Sequence[tuple[Clause, PastRuling]],
        literally: bool,
    ) -> None:
        """Note what a sentence tells, if all of it is followed: as true, or as false in one part or more."""
        count, runs = clause_runs(self._reader, sentence)
        told = [self._told_by(clause, before, literally) for _, _, clause in runs]
        own = self._verbatim(sentence) in self._own_sentences
        true = {index for index, one in enumerate(told) if one.is_true and not one.denied}
        false = {index for index, one in enumerate(told) if one.denied and not one.is_true}
        reading = plainly_told_runs(count, runs, true)
        if reading or own:
            found.followed.append(sentence)
            found.true.update(clause.key for clause in self._reader.clauses(sentence))
        elif reading := plainly_told_runs(count, runs, true | false):
            found.followed.append(sentence)
        else:
            found.unfollowed.append(sentence)
        for index in reading:
            if index in true:
                found.true.add(runs[index][2].key)
                found.covered.update(told[index].facts)
            else:
                found.contradicted.update(told[index].denied)

    def _told_by(self, clause: Clause, before: Sequence[tuple[Clause, PastRuling]], literally: bool) -> _Told:
        """Return the facts that a part of a sentence tells or denies."""
        told = self._told_literally(clause)
        for asked, one in before:
            if _says_the_same(clause, asked):
                told.is_true = told.is_true or one.ruling == "YES"
                told.facts.update(one.facts if one.ruling == "YES" else ())
                if one.ruling == "NO":
                    told.denied.add(f"turn {one.turn}")
        if literally:
            return told
        inferred = self._ruling_index.logic.infer(clause)
        if inferred is not None and inferred.relation == "same":
            told.is_true = told.is_true or inferred.ruling == "YES"
            told.facts.update(inferred.facts)
            if inferred.ruling == "NO":
                told.denied.update(self._against(inferred))
        plain = self._plainly_true(self._ruling_index.similar_rulings.of(clause))
        told.is_true = told.is_true or bool(plain)
        told.facts = told.facts.union(*plain)
        return told

    def _told_literally(self, clause: Clause) -> _Told:
        """Return the facts that a part of a sentence tells or denies in the author's own words."""
        numbers = sorted(self._ruling_index.equivalent_rulings(clause))
        rulings = [self._puzzle.rulings[number] for number in numbers]
        told = _Told({fact for ruling in rulings if ruling.ruling == "YES" for fact in ruling.facts})
        for number, ruling in zip(numbers, rulings, strict=True):
            if ruling.ruling == "NO":
                told.denied.update(ruling.facts or {f"ruling {number + 1}"})
        told.is_true = any(ruling.ruling == "YES" for ruling in rulings) or any(
            align(self._reader, clause, other) == "states"
            for other in self._words.true_sentences.get(clause.key, ())
        )
        told.denied |= {fact.id for fact in self._puzzle.judged_facts if self._denied(fact, clause)}
        return told

    def _plainly_true(self, alike: Collection[SimilarRuling]) -> list[tuple[str, ...]]:
        """Return the facts of each clearly similar ruling, if all are YES and one of them says no less."""
        if any(one.premise.ruling != "YES" for one in alike) or not any(one.within for one in alike):
            return []
        return [one.premise.facts if one.whole and one.within else () for one in alike]

    def _against(self, found: Inference) -> set[str]:
        """Return the facts, or the ruling, that a claim ruled NO contradicts."""
        number = found.premise.authored
        if number is None:
            return set(found.premise.facts)
        return set(self._puzzle.rulings[number].facts) or {f"ruling {number + 1}"}

    def _denied(self, fact: Fact, said: Clause) -> bool:
        """Return whether a part of a sentence is the exact negation of a fact."""
        premises = (clause for run in self._words.own[fact.id] for clause in run)
        return any(align(self._reader, said, premise) == "denies" for premise in premises)


def _says_the_same(one: Clause, other: Clause) -> bool:
    if one.says_the_same(other):
        return True
    return (
        one.logical_form is not None
        and other.logical_form is not None
        and relation(one.logical_form, other.logical_form) == "same"
    )
