"""What a final answer says, with no model: which of its sentences are followed, and what they tell."""

import itertools
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from echoes.games.situation_puzzle.language.reading import Clause
from echoes.games.situation_puzzle.language.sense import relation
from echoes.games.situation_puzzle.puzzle import Fact, Puzzle
from echoes.games.situation_puzzle.referees.alignment import claims, compare, parts_of, told
from echoes.games.situation_puzzle.referees.answers import Earlier
from echoes.games.situation_puzzle.referees.bank import RulingBank
from echoes.games.situation_puzzle.referees.fact_words import FactWords
from echoes.games.situation_puzzle.referees.inference import Inference
from echoes.games.situation_puzzle.referees.likeness import Likeness

_REASON = re.compile(r"\bbecause\b(?! of)|因为")
"""What stands behind it is claimed too."""

_HEDGED = re.compile(
    r"\b(?:maybe|perhaps|possibly|probably|supposedly|allegedly)\b|也许|或许|可能|大概"
    r"|^\W*(?:(?:rumou?r has it|it (?:is|was) rumou?red)\b|据说|听说|传说)",
    re.IGNORECASE,
)
"""A guess states nothing, nor does a rumour."""


@dataclass
class Findings:
    """What was found in one final answer.

    Attributes:
        true: keys of the true sentences that were told as they are.
        covered: the facts that the sentences tell that were followed.
        contradicted: the facts, or rulings, that a sentence denies.
        followed, unfollowed: the player's sentences, in their order.
    """

    true: set[tuple[str, ...]] = field(default_factory=set[tuple[str, ...]])
    covered: set[str] = field(default_factory=set[str])
    contradicted: set[str] = field(default_factory=set[str])
    followed: list[str] = field(default_factory=list[str])
    unfollowed: list[str] = field(default_factory=list[str])


class FactReader:
    """Compares a player's sentences with the facts of a puzzle.

    A fact is covered when the player tells it in words that are known to say it: those of the fact, of
    the sentences of the answer that hold it, of a ruling whose YES carries it, or of a question of the
    player's own that was ruled YES. A sentence that is only near to those is not followed: what it turns
    round, nobody knows.

    Args:
        puzzle: with its secrets.
        bank: its authored rulings.
    """

    def __init__(self, puzzle: Puzzle, bank: RulingBank) -> None:
        self._puzzle = puzzle
        self._bank = bank
        self._reader = bank.reader
        self._words = FactWords(puzzle, bank)

    @cached_property
    def _own_sentences(self) -> frozenset[tuple[str, bool]]:
        """The sentences of the answer, word for word, and whether each asks."""
        return frozenset(map(self._verbatim, self._words.sentences(self._puzzle.answer)))

    def _verbatim(self, sentence: str) -> tuple[str, bool]:
        return self._reader.literal(sentence), bool({"?", "？"} & set(sentence))

    def stating(self, clause: Clause) -> tuple[str, ...]:
        """The facts that the author states in just these words, if any."""
        return tuple(
            fact.id
            for fact in self._puzzle.judged_facts
            if any(len(run) == 1 and clause.says_the_same(run[0]) for run in self._words.runs[fact.id])
        )

    def read(self, text: str, earlier: Sequence[Earlier] = ()) -> Findings:
        """Read a final answer.

        Args:
            text: the player's words.
            earlier: the player's own questions with their rulings, by which a sentence may be followed.
        """
        found = Findings()
        said: list[Clause] = []
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
                continue
            count, runs = parts_of(self._reader, sentence)
            self._tell(sentence, count, runs, found, before)
            said += [clause for _, _, clause in runs]
        for fact in self._puzzle.judged_facts:
            witnesses = self._words.runs[fact.id]
            if any(run and all(clause.key in found.true for clause in run) for run in witnesses):
                found.covered.add(fact.id)
            if self._denied(fact, said):
                found.contradicted.add(fact.id)
        return found

    def _tell(
        self,
        sentence: str,
        count: int,
        runs: list[tuple[int, int, Clause]],
        found: Findings,
        before: Sequence[tuple[Clause, Earlier]],
    ) -> None:
        """Note what a sentence tells as plain truth, and what it claims against a ruling."""
        carried: dict[int, set[str]] = {}
        true: set[int] = set()
        for index, (first, last, clause) in enumerate(runs):
            carried[index], is_true = self._told_by(clause, before, found)
            if is_true:
                true.add(index)
            elif (first, last) == (0, count) and self._plainly_false(clause):
                found.contradicted.add(f"«{clause.text}»")
        own = self._verbatim(sentence) in self._own_sentences
        reading = told(count, runs, true)
        for index in reading:
            found.true.add(runs[index][2].key)
            found.covered.update(carried[index])
        if reading or own:
            found.true.update(clause.key for clause in self._reader.clauses(sentence))
        (found.followed if reading or own else found.unfollowed).append(sentence)

    def _told_by(
        self, clause: Clause, before: Sequence[tuple[Clause, Earlier]], found: Findings
    ) -> tuple[set[str], bool]:
        """The facts that a part of a sentence tells if it is true, and whether it is."""
        numbers = sorted(self._bank.saying_the_same(clause))
        rulings = [self._puzzle.rulings[number] for number in numbers]
        carried = {fact for ruling in rulings if ruling.ruling == "YES" for fact in ruling.facts}
        for number, ruling in zip(numbers, rulings, strict=True):
            if ruling.ruling == "NO":
                found.contradicted.update(ruling.facts or {f"ruling {number + 1}"})
        true = any(ruling.ruling == "YES" for ruling in rulings) or any(
            compare(self._reader, clause, other) == "states"
            for other in self._words.true_sentences.get(clause.key, ())
        )
        inferred = self._bank.logic.infer(clause)
        if inferred is not None and inferred.relation == "same":
            true = true or inferred.ruling == "YES"
            carried.update(inferred.facts)
            if inferred.ruling == "NO":
                found.contradicted.update(self._against(inferred))
        for asked, one in before:
            if _says_the_same(clause, asked):
                true = true or one.ruling == "YES"
                carried.update(one.facts if one.ruling == "YES" else ())
                if one.ruling == "NO":
                    found.contradicted.add(f"turn {one.turn}")
        plain = self._plainly_true(self._bank.likenesses.of(clause))
        return carried.union(*plain), true or bool(plain)

    def _plainly_false(self, clause: Clause) -> bool:
        """Whether rulings that are plainly alike agree on NO, of the sentence or of the reason it gives."""
        reasons = [
            part
            for text in _REASON.split(clause.text)[1:]
            for part in self._reader.clauses(text)
            if claims(part)
        ]
        return any(
            bool(likes) and all(like.whole and like.witness.ruling == "NO" for like in likes)
            for likes in map(self._bank.likenesses.of, (clause, *reasons))
        )

    def _plainly_true(self, alike: Collection[Likeness]) -> list[tuple[str, ...]]:
        """What each ruling carries that is plainly alike, if all are YES and one says no less."""
        if any(one.witness.ruling != "YES" for one in alike) or not any(one.within for one in alike):
            return []
        return [one.witness.facts if one.whole and one.within else () for one in alike]

    def _against(self, found: Inference) -> set[str]:
        """What a claim that is ruled NO contradicts."""
        number = found.witness.authored
        if number is None:
            return set(found.witness.facts)
        return set(self._puzzle.rulings[number].facts) or {f"ruling {number + 1}"}

    def _denied(self, fact: Fact, said: Collection[Clause]) -> bool:
        """Whether a sentence says the very contrary of a fact."""
        witnesses = [clause for run in self._words.own[fact.id] for clause in run]
        pairs = itertools.product(said, witnesses)
        return any(compare(self._reader, clause, witness) == "denies" for clause, witness in pairs)


def _says_the_same(one: Clause, other: Clause) -> bool:
    if one.says_the_same(other):
        return True
    return one.sense is not None and other.sense is not None and relation(one.sense, other.sense) == "same"
