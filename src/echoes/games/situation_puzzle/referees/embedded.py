"""The referee that needs no model: right, or asks back, or silent.

It rules on the player's own words only where they say what the author ruled on, or what
follows from it: by equal words, by natural logic, or because all that could turn the
meaning round is equal. Nearness never decides that. Where one authored question is plainly meant, it
rules on that one and says so, so that the ruling is right for what is shown, and what may be misread is seen.
"""

import time
from collections.abc import Sequence
from dataclasses import replace

from echoes.core.events import Usage
from echoes.games.situation_puzzle.language.reading import Clause, Form
from echoes.games.situation_puzzle.referees.answers import (
    EMBEDDED,
    Choice,
    Doubt,
    Hypothesis,
    HypothesisVerdict,
    Question,
    Reason,
    Review,
    Ruling,
)
from echoes.games.situation_puzzle.referees.base import Seat
from echoes.games.situation_puzzle.referees.inference import Inference, joined
from echoes.games.situation_puzzle.referees.likeness import Likeness
from echoes.games.situation_puzzle.referees.offers import UNAIDED, Offers
from echoes.games.situation_puzzle.referees.ranking import Ranked, Ranking, probability
from echoes.games.situation_puzzle.referees.second_look import second_look
from echoes.games.situation_puzzle.referees.shelf import shelf_of

_MOST_PARTS = 3
_INSTEAD = 2
"""How many others are offered beside a ruling on one that is meant."""
_FEW_IDEAS = 2
_SAME_WORDS = 0.8
_MORE_SURE = 0.15
"""How much surer of each part of a compound question than of a whole one."""


class EmbeddedReferee:
    """Rules by authored rulings and by authored facts.

    Args:
        seat: puzzle and retriever; no model is asked.
    """

    name = EMBEDDED
    prompt_version = None

    def __init__(self, seat: Seat) -> None:
        self.puzzle = seat.puzzle
        shelf = shelf_of(seat.puzzle)
        self.bank, self._facts = shelf.bank, shelf.facts
        self._ruled_as = seat.settings.ruled_as
        unaided = seat.settings.evidence == "none"
        self.offers = Offers(shelf.bank, UNAIDED if unaided else seat.retriever)

    async def rule(self, question: Question) -> Ruling | Doubt:
        """Rule where it follows from what the author ruled; else on the authored question that is meant,
        saying which; else offer some; else say why not."""
        started = time.perf_counter()
        clauses = self.bank.reader.clauses(question.text)
        answer = self._exactly(question.text, clauses)
        if answer is None:
            answer = _closest(await self._meant(question, clauses), self._following(question.text, clauses))
        elapsed = round((time.perf_counter() - started) * 1000, 3)
        return replace(answer, usage=Usage(elapsed_ms=elapsed))

    def _word_for_word(self, text: str) -> Ruling | None:
        return self._by_author(self.bank.word_for_word(text), "word for word")

    def _exactly(self, text: str, clauses: list[Clause]) -> Ruling | None:
        """By what says just the same."""
        if ruling := self._word_for_word(text):
            return ruling
        if not self._can_be_ruled(text, clauses):
            return None
        if same := self.bank.saying_the_same(clauses[0]):
            return self._by_author(same, "says the same")
        if facts := self._facts.reading.stating(clauses[0]):
            return Ruling("YES", self.name, facts, rationale="states what the author states")
        found = self.bank.logic.infer(clauses[0])
        if found and found.relation in ("same", "opposite"):
            return self._same_meaning(clauses[0])
        return None

    def _following(self, text: str, clauses: list[Clause]) -> Ruling | None:
        """By what follows from a sentence that says more or less, or for each part of a compound."""
        if not self._can_be_ruled(text, clauses):
            return None
        return self._same_meaning(clauses[0]) or self._compound(text)

    def _can_be_ruled(self, text: str, clauses: list[Clause]) -> bool:
        """Whether it is one question, and no words that the author rules in two ways."""
        return len(clauses) == 1 and clauses[0].rulable and not self.bank.word_for_word(text)

    def _same_meaning(self, clause: Clause) -> Ruling | None:
        """By what follows from the author's sentences, and by what is plainly like them.

        The two ways must not contradict each other.
        """
        inferred = self._inferred(self.bank.logic.infer(clause))
        alike = self.bank.likenesses.of(clause)
        rulings = {likeness.witness.ruling for likeness in alike}
        if not alike or len(rulings) > 1:
            return inferred if not alike or (inferred and inferred.authored is not None) else None
        if inferred and {inferred.ruling} != rulings:
            return None
        return inferred or self._like(alike[0])

    def _inferred(self, found: Inference | None) -> Ruling | None:
        if found is None:
            return None
        witness = found.witness
        if found.relation == "same" and witness.authored is not None:
            return self._authored(witness.authored, "means the same")
        number = "" if witness.authored is None else f"ruling {witness.authored + 1}, "
        why = f"{found.relation}: {number}«{witness.text}» ({witness.ruling})"
        return Ruling(found.ruling, self.name, found.facts, rationale=why)

    def _like(self, likeness: Likeness) -> Ruling:
        gist = likeness.witness.clause.gist
        guards = ", ".join(filter(None, (*gist.guards, *gist.members))) if gist else ""
        ruling = self._authored(likeness.number, f"plainly like ({likeness.score}; guards: {guards})")
        facts = ruling.facts if likeness.whole else ()
        return replace(ruling, facts=facts, confidence=likeness.score)

    def _compound(self, text: str) -> Ruling | None:
        """Each part of a compound question ruled by itself; all of them must be."""
        parts = [self._same_meaning(clause) for clause in self.bank.reader.parts(text)]
        rulings = [part for part in parts if part]
        return _all_together(rulings, self.name) if parts and len(rulings) == len(parts) else None

    def _by_author(self, numbers: set[int], why: str) -> Ruling | None:
        authored = self.bank.agreeing(numbers)
        if authored is None:
            return None
        return self._authored(min(numbers), why)

    def _authored(self, number: int, why: str) -> Ruling:
        authored = self.puzzle.rulings[number]
        return Ruling(
            authored.ruling,
            self.name,
            authored.facts,
            authored=number,
            rationale=f"{why}: ruling {number + 1}, «{authored.texts[0]}»",
            remark=authored.remark,
        )

    async def _meant(self, question: Question, clauses: list[Clause]) -> Ruling | Doubt:
        """By the authored question that is meant, where that is plain enough and may be shown; else a doubt."""
        if not self.bank.reader.in_language(question.text):
            return Doubt("language")
        ranking = await self.offers.ranking(question.text)
        skip = frozenset() if question.not_meant is None else frozenset({question.not_meant})
        choices = self.offers.shown(ranking, question.text, question.brought_up, skip)
        doubt = Doubt(_reason(clauses, bool(choices)), choices)
        if skip or self._ruled_as is None or any(not clause.rulable for clause in clauses):
            return doubt
        if joint := await self._compound_as(question, clauses):
            return replace(joint, instead=choices[:_INSTEAD])
        if len(clauses) == 1 and self._is_plain(question.text, ranking, choices):
            return self._as(choices[0], probability(ranking.sure), choices[1 : 1 + _INSTEAD])
        return doubt

    def _is_plain(
        self, text: str, ranking: Ranking, choices: Sequence[Choice], more: float = 0.0
    ) -> bool:
        """Whether the likeliest ruling is likely enough, and is the first that may be shown."""
        if not choices or choices[0].authored != ranking.ranked[0].wording.number:
            return False
        sure = probability(ranking.sure) >= (self._ruled_as or 0) + more
        return sure and not _is_the_contrary(ranking.ranked[0]) and self._stands_for(text, choices[0])

    def _stands_for(self, text: str, choice: Choice) -> bool:
        """Whether a ruling on one question may be one on another, by what the two leave open.

        Somebody is not something. And that a certain one did not does not say that nobody did, where that is
        all that is asked.
        """
        reader = self.bank.reader
        asked, said = reader.kinds(text), reader.kinds(choice.text)
        if asked - said and said - asked:
            return False
        only = len(reader.ideas(reader.bare(text)) - reader.plain_ideas) <= _FEW_IDEAS
        return choice.ruling == "YES" or not (asked - said and only)

    def _as(self, choice: Choice, confidence: float, instead: Sequence[Choice] = ()) -> Ruling:
        ruling = self._authored(choice.authored, f"ruled as «{choice.text}» ({confidence})")
        return replace(ruling, confidence=confidence, ruled_as=choice.text, instead=tuple(instead))

    async def _compound_as(self, question: Question, clauses: list[Clause]) -> Ruling | None:
        """Each part of a compound question ruled by itself, or on the authored question that it means."""
        reader = self.bank.reader
        texts = [clause.text for clause in clauses] if len(clauses) > 1 else reader.pieces(question.text)
        if not 2 <= len(texts) <= _MOST_PARTS:
            return None
        rulings: list[Ruling] = []
        for text in texts:
            ruling = await self._part(text, question.brought_up)
            if ruling is None:
                return None
            rulings.append(ruling)
        joint = _all_together(rulings, self.name)
        shown = list(dict.fromkeys(one.ruled_as for one in rulings))
        return replace(joint, ruled_as=" ".join(shown)) if joint and len(shown) == len(rulings) else None

    async def _part(self, text: str, brought_up: frozenset[str]) -> Ruling | None:
        """One part of a compound question: its own words, or the authored question that it means."""
        clauses = self.bank.reader.clauses(text)
        if ruling := self._exactly(text, clauses) or self._following(text, clauses):
            return replace(ruling, ruled_as=_asking(text))
        ranking = await self.offers.ranking(text)
        choices = self.offers.shown(ranking, text, brought_up, count=1)
        return self._as(choices[0], probability(ranking.sure)) if self._is_plain(text, ranking, choices, _MORE_SURE) else None

    async def judge(self, hypothesis: Hypothesis) -> HypothesisVerdict:
        """Judge a final answer by the facts that it covers."""
        started = time.perf_counter()
        verdict = await self._facts.judge(hypothesis, self.name, self.offers)
        return replace(verdict, usage=Usage(elapsed_ms=round((time.perf_counter() - started) * 1000, 3)))

    async def review(self, question: Question, given: Ruling) -> Review:
        """Weigh a ruling by its neighbours and by the facts, without the wording that decided."""
        return await second_look(self.offers, self._facts.reading, question, given)

    def authored(self, number: int, asked: str) -> Ruling:
        """The exact ruling of a choice that the player picked."""
        return self._authored(number, f"picked for «{asked}»")


def _closest(meant: Ruling | Doubt, following: Ruling | None) -> Ruling | Doubt:
    """What is meant comes before what only follows; where they contradict each other, neither is right."""
    if following is None or not isinstance(meant, Ruling):
        return following or meant
    return meant if meant.ruling == following.ruling else Doubt("unsure", meant.instead)


def _is_the_contrary(ranked: Ranked) -> bool:
    """Whether a wording has the question's words and not its negation."""
    values = ranked.values
    return bool(values["negated"]) and min(values["asked_near"], values["said_near"]) >= _SAME_WORDS


def _asking(text: str) -> str:
    """A part of the player's own words as a question."""
    said = text.rstrip(" .?!。？！")
    return f"{said[:1].upper()}{said[1:]}?" if said.isascii() else f"{said}？"


def _all_together(rulings: Sequence[Ruling], source: str) -> Ruling | None:
    """The ruling of a compound question from those of its parts, if one word can say it."""
    word = joined([one.ruling for one in rulings])
    if word is None:
        return None
    facts = dict.fromkeys(fact for one in rulings if one.ruling == "YES" for fact in one.facts)
    why = "; ".join(f"{one.ruling}: {one.rationale}" for one in rulings)
    confidence = min(one.confidence for one in rulings)
    return Ruling(word, source, tuple(facts), confidence, rationale=f"compound: {why}")


def _reason(clauses: list[Clause], near: bool) -> Reason:
    forms = {clause.form for clause in clauses}
    if len(clauses) == 1 and Form.OPEN in forms:
        return "not_polar"
    if len(clauses) == 1 and Form.CHOICE in forms:
        return "choice"
    if len(clauses) > 1:
        return "many"
    return "unsure" if near else "unknown"
