"""A dossier is looked up and not read: nothing of it is analysed sentence by sentence."""

import pytest

from echoes.core.documents import LINKS, NAMES
from echoes.games.situation_puzzle.authoring.findings import puzzle_findings
from echoes.games.situation_puzzle.puzzle.documents import documents_of
from echoes.games.situation_puzzle.puzzle.schema import DOSSIER, Puzzle
from echoes.games.situation_puzzle.referees.contract import RefereeDependencies
from echoes.games.situation_puzzle.referees.rules.referee import EmbeddedReferee
from echoes.games.situation_puzzle.referees.rules.suggestions import UNAIDED
from echoes.games.situation_puzzle.referees.types import Hypothesis, HypothesisVerdict, Question, verdict_of
from echoes.language.english.reader import EnglishReader

SENTENCES = [f"On day {n} the keeper of the bell oiled hinge number {n}." for n in range(600)]


def dossier(**more: object) -> Puzzle:
    body = {"id": "long", "title": "T", "language": "en", "statement": "S.", "answer": " ".join(SENTENCES)}
    return Puzzle.model_validate({**body, **more})


def referee(puzzle: Puzzle) -> EmbeddedReferee:
    return EmbeddedReferee(RefereeDependencies(puzzle, UNAIDED))


async def judged(puzzle: Puzzle) -> HypothesisVerdict:
    return await referee(puzzle).judge(Hypothesis("The keeper oiled the hinge."))


async def test_a_ruling_reads_no_sentence_of_it(monkeypatch: pytest.MonkeyPatch):
    read: list[str] = []
    clauses = EnglishReader.clauses

    def noted(self: EnglishReader, text: str) -> object:
        read.append(text)
        return clauses(self, text)

    monkeypatch.setattr(EnglishReader, "clauses", noted)
    assert len(dossier().answer) > DOSSIER
    await referee(dossier()).rule(Question("Was it oiled?"))
    assert not any("hinge number" in text for text in read)


async def test_final_answers_are_judged_by_its_facts_or_not_at_all():
    assert (await judged(dossier())).unavailable == "no_facts"
    facts = [{"id": "f1", "statement": "The keeper oiled the hinge.", "core": True}]
    rulings = [{"texts": ["Was it day?"], "ruling": "YES"}]
    verdict = await judged(dossier(facts=facts, rulings=rulings))
    assert (verdict.unavailable, verdict.verdict) == (None, "SOLVED")
    assert dossier(facts=facts).has_facts and not dossier().has_facts


def test_lint_says_that_final_answers_cannot_be_judged():
    assert "no_facts_of_dossier" in {one.kind for one in puzzle_findings(dossier())}


def test_nothing_is_solved_where_there_is_no_fact():
    assert verdict_of((), {"f1"}, set()) == "PARTIAL"


def test_documents_name_their_facts_and_who_is_in_them():
    puzzle = dossier(
        facts=[{"id": "f1", "statement": "The keeper oiled the hinge."}],
        rulings=[{"texts": ["Did the keeper do it?"], "ruling": "YES", "facts": ["f1"]}],
        cast=[{"name": "the keeper", "aliases": ["he"]}],
    )
    found = {one.id: one.metadata for one in documents_of(puzzle)}
    assert found["ruling-0-0"] == {"number": 0, LINKS: "fact-f1"}
    assert found["fact-f1"] == {NAMES: "the keeper"}
    assert found["answer"] == {NAMES: "the keeper"}
