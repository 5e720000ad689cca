"""The referee that is a language model: it fills in closed forms, and code does the rest.

It sees the solution, so no text of its own reaches a player: a ruling is one of four words, facts are ids of
a list, a confidence is a number.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from echoes.core.errors import BadSetting, FailureKind, ModelFailed
from echoes.core.operation.usage import Usage
from echoes.core.protocols import LLMClient
from echoes.games.context_window import Part, Window
from echoes.games.situation_puzzle.events import VERDICTS, RulingWord, VerdictWord
from echoes.games.situation_puzzle.puzzle.reader import reader_of
from echoes.games.situation_puzzle.referees.contract import RefereeDependencies
from echoes.games.situation_puzzle.referees.llm.evidence import EvidenceFinder
from echoes.games.situation_puzzle.referees.llm.message_kinds import MessageKinds
from echoes.games.situation_puzzle.referees.llm.precedents import (
    Precedents,
    relevant_past_rulings,
    repeats_ruling,
)
from echoes.games.situation_puzzle.referees.llm.prompt_builder import PromptBuilder
from echoes.games.situation_puzzle.referees.llm.prompts import BRIEFLY, SECOND_LOOKS, VERSION
from echoes.games.situation_puzzle.referees.llm.schemas import (
    AnswerVerdicts,
    CoverageReply,
    MessageReply,
    RulingReply,
    coverage_schema,
    ruling_schema,
)
from echoes.games.situation_puzzle.referees.llm.votes import poll
from echoes.games.situation_puzzle.referees.rules.referee import EmbeddedReferee
from echoes.games.situation_puzzle.referees.types import (
    Abstention,
    AnswerReview,
    Correction,
    Hypothesis,
    HypothesisVerdict,
    PastRuling,
    Question,
    Review,
    Ruling,
    RulingReason,
)
from echoes.language.reader import Reader

_GROUNDLESS = 2
"""False contradictions after which the model's claims of contradiction are ignored."""
_FAILED: dict[FailureKind, RulingReason] = {
    "unreadable": "model_unreadable",
    "budget": "model_budget",
    "too_long": "model_too_long",
    "empty": "model_unreadable",
    "filtered": "model_filtered",
    "unpaid": "model_budget",
}


class ModelReferee:
    """A referee that rules by one call to a model, unless the author's words settle the question.

    Where the model can't rule, the embedded referee asks back if the settings say so.

    Args:
        dependencies: puzzle, retriever, model and settings.
    """

    prompt_version = VERSION

    def __init__(self, dependencies: RefereeDependencies) -> None:
        self.puzzle = dependencies.puzzle
        self.name = dependencies.llm.id if dependencies.llm else "model"
        self._llm, self._settings = dependencies.llm, dependencies.settings
        is_brief = dependencies.settings.are_rules_brief(self.name)
        self.prompt_version = f"{VERSION}{BRIEFLY}" if is_brief else VERSION
        self._prompts = PromptBuilder(
            dependencies.puzzle, dependencies.budget, dependencies.settings.evidence, is_brief
        )
        self._groundless = 0
        self._embedded = EmbeddedReferee(dependencies)
        self._evidence = EvidenceFinder(dependencies, self._prompts)
        judged = self.puzzle.judged_facts if self.puzzle.has_facts else ()
        ids = tuple(fact.id for fact in judged)
        self._verdicts, self._kinds = AnswerVerdicts(self.puzzle), MessageKinds(self.puzzle, is_brief)
        self._ruling_schema = ruling_schema(ids, RulingReply)
        self._message_schema = ruling_schema(ids, MessageReply)
        self._coverage_schema = coverage_schema(ids)

    @cached_property
    def _reader(self) -> Reader:
        return reader_of(self.puzzle)

    async def rule(self, question: Question) -> Ruling | Abstention:
        """Rule by the author's words, or as the same was ruled before; else ask the model once."""
        precedents = Precedents(question, self._reader)
        unaided = await self._embedded.rule(question)
        if isinstance(unaided, Ruling):
            return replace(unaided, corrections=precedents.corrected_by(unaided))
        if known := precedents.same_as_before(self.name):
            return known
        if unaided.reason == "not_polar" and not self._kinds.is_polar(question.text):
            return unaided
        try:
            form, usage, evidence = await self._ask(question, self._form_for(question))
        except ModelFailed as error:
            return self._without_a_model(unaided, error)
        if isinstance(form, MessageReply) and form.kind != "question":
            return Abstention("not_polar" if form.kind == "other" else form.kind, usage=usage)
        if form.confidence < self._settings.min_confidence:
            return Abstention("unsure" if unaided.choices else "model_unsure", unaided.choices, usage)
        why = f"the model's ruling, confidence {form.confidence}, facts: {', '.join(form.facts) or 'none'}"
        facts = tuple(form.facts)
        ruling = Ruling(
            form.ruling, self.name, facts, form.confidence, rationale=why, usage=usage, evidence=evidence
        )
        if against := precedents.against(ruling):
            return await self._reconciled(question, ruling, against, proven=True)
        heard = form.against if self._groundless < _GROUNDLESS else []
        named = _named(heard, relevant_past_rulings(question, self._reader)) if heard else None
        if named is None:
            return ruling
        settled = await self._reconciled(question, ruling, named, proven=False)
        stands = isinstance(settled, Ruling) and settled.ruling == ruling.ruling and not settled.corrections
        self._groundless += stands
        return settled

    async def _reconciled(
        self, question: Question, ruling: Ruling, earlier: PastRuling, proven: bool
    ) -> Ruling | Abstention:
        """Review both rulings: the one that is not upheld gives way, or there is no ruling.

        Where only the model says that both can't be true, it may be wrong: if both are upheld, both stand.
        """
        against = f"{ruling.rationale}; against «{earlier.text}» {earlier.ruling}"
        left, looks = question.calls_left, self._settings.votes * (1 if earlier.is_final else 2)
        if left is not None and left - ruling.usage.model_calls < looks:
            if not proven:
                return ruling
            return Abstention(
                "model_contradiction", usage=ruling.usage, cause=f"{against}: no budget to look again"
            )
        asked = replace(question, earlier=())
        now = await self.review(asked, ruling)
        before = Review("upheld", "the author's own ruling")
        if not earlier.is_final:
            given = Ruling(earlier.ruling, self.name, earlier.facts)
            before = await self.review(replace(asked, text=earlier.text), given)
        usage = ruling.usage + now.usage + before.usage
        why = f"{against}: {now.outcome} ({now.rationale}), {before.outcome} ({before.rationale})"
        if not proven and "overturned" not in (now.outcome, before.outcome):
            return replace(ruling, rationale=why, usage=usage)
        if reason := now.unavailable or before.unavailable:
            return Abstention(reason, usage=usage, cause=why)
        if (now.outcome, before.outcome) == ("overturned", "upheld") and now.ruling:
            return replace(ruling, ruling=now.ruling, facts=now.facts, rationale=why, usage=usage)
        if (now.outcome, before.outcome) == ("upheld", "overturned") and before.ruling:
            return replace(
                ruling,
                rationale=why,
                usage=usage,
                corrections=tuple(
                    Correction(one, before.ruling, before.facts, why)
                    for one in question.earlier
                    if repeats_ruling(one, earlier, self._reader)
                ),
            )
        return Abstention("model_contradiction", usage=usage, cause=why)

    def _form_for(self, question: Question) -> type[RulingReply]:
        """Return the form for a question; it asks for the kind only where rules are not sure of it."""
        sure = question.as_it_stands or self._kinds.is_about_story(question.text)
        return self._ruling_schema if sure else self._message_schema

    async def _ask(
        self, question: Question, form: type[RulingReply], look: str = ""
    ) -> tuple[RulingReply, Usage, tuple[str, ...]]:
        """Return the reply, its cost, and the ids of the evidence that there was room for."""
        llm = self._asked(question.over_budget)
        evidence = await self._evidence.find(question.text)
        earlier = relevant_past_rulings(question, self._reader)
        window = self._window(question.text, tuple(one.text for one in evidence), earlier)
        reply, usage = await llm.generate_structured(
            self._prompts.ruling_system_prompt, self._prompts.prompt(window, look), form
        )
        return reply, usage, tuple(one.id for one in evidence if one.text in window.items(Part.EVIDENCE))

    def _window(self, text: str, evidence: tuple[str, ...], earlier: tuple[PastRuling, ...]) -> Window:
        try:
            return self._prompts.window(text, evidence, earlier)
        except BadSetting as error:
            raise ModelFailed("too_long", error.problem, error.remedy) from None

    def _asked(self, over_budget: bool) -> LLMClient:
        if over_budget:
            raise ModelFailed(
                "budget", "the session's budget for models is spent", "Raise it in agents.yaml."
            )
        if self._llm is None:
            raise ModelFailed("unreachable", "no language model is configured", "Set models.provider.")
        return self._llm

    async def judge(self, hypothesis: Hypothesis) -> HypothesisVerdict:
        """Ask which facts a final answer covers; the verdict follows from that by code."""
        if not self.puzzle.has_facts:
            return HypothesisVerdict.unjudged(
                self.name, "no_facts", Usage(), "the dossier comes without facts"
            )
        try:
            form, usage = await self._coverage(hypothesis)
        except ModelFailed as error:
            return await self._unjudged(hypothesis, error)
        verdict, covered = self._verdicts.of(hypothesis.text, form)
        return HypothesisVerdict(verdict, covered, tuple(form.contradicted), self.name, usage=usage)

    async def _coverage(self, hypothesis: Hypothesis, look: str = "") -> tuple[CoverageReply, Usage]:
        llm = self._asked(hypothesis.over_budget)
        prompt = self._prompts.prompt(self._window(hypothesis.text, (), ()), look, is_answer=True)
        return await llm.generate_structured(
            self._prompts.judging_system_prompt, prompt, self._coverage_schema
        )

    async def review(self, question: Question, given: Ruling) -> Review:
        """Take several votes that do not know the first ruling, and let the majority decide."""
        if given.authored is not None:
            return Review("upheld", "the author's own ruling")
        if own := self._embedded.direct(question.text):
            why = own.rationale
            upheld = own.ruling == given.ruling
            return Review("upheld", why) if upheld else Review("overturned", why, own.ruling, own.facts)
        blind = replace(question, earlier=())
        votes = await poll(self._looks, lambda look: self._ruling_vote(blind, look))
        forms = [form for form in votes.forms if form.confidence >= self._settings.min_confidence]
        if votes.failed and not forms:
            reason = _FAILED.get(votes.failed.kind, "model_away")
            return Review("unsettled", votes.failed.cause, unavailable=reason, usage=votes.usage)
        rulings: list[RulingWord] = [form.ruling for form in forms]
        ruling, said = votes.majority(rulings)
        if ruling is None:
            return Review("unsettled", said, usage=votes.usage)
        if ruling == given.ruling:
            return Review("upheld", said, usage=votes.usage)
        agreed = [form.facts for form in forms if form.ruling == ruling]
        facts = tuple(fact for fact in agreed[0] if all(fact in others for others in agreed))
        return Review("overturned", said, ruling, facts, usage=votes.usage)

    async def review_answer(self, hypothesis: Hypothesis, given: VerdictWord) -> AnswerReview:
        """Take several votes on a final answer; a majority for a better verdict overturns the first."""
        votes = await poll(self._looks, lambda look: self._coverage(hypothesis, look))
        if votes.failed and not votes.forms:
            reason = _FAILED.get(votes.failed.kind, "model_away")
            return AnswerReview("unsettled", votes.failed.cause, unavailable=reason, usage=votes.usage)
        found = [self._verdicts.of(hypothesis.text, form) for form in votes.forms]
        verdicts: list[VerdictWord] = [verdict for verdict, _ in found]
        verdict, said = votes.majority(verdicts)
        if verdict is None:
            return AnswerReview("unsettled", said, usage=votes.usage)
        if VERDICTS.index(verdict) >= VERDICTS.index(given):
            return AnswerReview("upheld", said, usage=votes.usage)
        told = [{*facts} for one, facts in found if one == verdict]
        facts = tuple(sorted(set[str].intersection(*told)))
        return AnswerReview("overturned", said, verdict, facts, usage=votes.usage)

    @property
    def _looks(self) -> Sequence[str]:
        """The instructions by which the votes of a review differ."""
        looks = SECOND_LOOKS[self.puzzle.language]
        return [looks[number % len(looks)] for number in range(self._settings.votes)]

    async def _ruling_vote(self, question: Question, look: str) -> tuple[RulingReply, Usage]:
        form, usage, _ = await self._ask(question, self._ruling_schema, look)
        return form, usage

    def authored(self, number: int, asked: str) -> Ruling:
        """Return the exact ruling of a choice that the player picked."""
        return self._embedded.authored(number, asked)

    def _without_a_model(self, unaided: Abstention, error: ModelFailed) -> Abstention:
        spent = error.spent or Usage()
        if self._settings.fallback == "embedded":
            return replace(unaided, usage=unaided.usage + spent, cause=error.cause)
        return Abstention(_FAILED.get(error.kind, "model_away"), usage=spent, cause=error.cause)

    async def _unjudged(self, hypothesis: Hypothesis, error: ModelFailed) -> HypothesisVerdict:
        spent = error.spent or Usage()
        if self._settings.fallback == "embedded":
            verdict = await self._embedded.judge(hypothesis)
            return replace(verdict, usage=verdict.usage + spent, cause=error.cause)
        reason: RulingReason = _FAILED.get(error.kind, "model_away")
        return HypothesisVerdict.unjudged(self.name, reason, spent, error.cause)


def _named(turns: Sequence[int], shown: Sequence[PastRuling]) -> PastRuling | None:
    """Return the latest of the rulings that the model was shown and contradicts."""
    return next((one for one in reversed(shown) if one.turn in turns), None)
