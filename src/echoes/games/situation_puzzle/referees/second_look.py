"""Weighing a ruling anew, without the wording that decided it the first time."""

from echoes.games.situation_puzzle.events import RulingWord
from echoes.games.situation_puzzle.language.reading import Clause
from echoes.games.situation_puzzle.referees.answers import Question, Review, Ruling
from echoes.games.situation_puzzle.referees.bank import RulingBank
from echoes.games.situation_puzzle.referees.coverage import FactReader
from echoes.games.situation_puzzle.referees.offers import Offers
from echoes.games.situation_puzzle.referees.readings import Wording


async def second_look(offers: Offers, facts: FactReader, question: Question, given: Ruling) -> Review:
    """Look for witnesses for and against a ruling.

    The first way compares a question with single authored wordings. This one asks the
    facts, what follows from other authored rulings, and the neighbours of the question that
    rest on others.

    Returns:
        `withdrawn` when the author states something that the ruling denies, `upheld` when
        a witness agrees and none disagrees, else `unsettled`.
    """
    bank = offers.bank
    clauses = bank.reader.clauses(question.text)
    clause = clauses[0] if len(clauses) == 1 and clauses[0].rulable else None
    if clause and (stated := facts.stating(clause)):
        outcome = "upheld" if given.ruling == "YES" else "withdrawn"
        return Review(outcome, f"the author states it: {', '.join(stated)}")
    witnesses = [
        wording
        for _, wording in await offers.near(question.text)
        if wording.number != given.authored and _on_the_same_matter(bank, wording, clause, given)
    ]
    rulings = {wording.text: bank.puzzle.rulings[wording.number].ruling for wording in witnesses}
    rulings |= _following(bank, clause, given) if clause else {}
    against = [text for text, ruling in rulings.items() if ruling != given.ruling]
    outcome = "upheld" if rulings and not against else "unsettled"
    return Review(outcome, f"witnesses: {rulings}")


def _following(bank: RulingBank, clause: Clause, given: Ruling) -> dict[str, RulingWord]:
    """What follows from other authored rulings, and those that are plainly alike."""
    inferred = bank.logic.related(clause.sense) if clause.sense else []
    return {
        **{one.witness.text: one.ruling for one in inferred if one.witness.authored != given.authored},
        **{
            one.witness.text: one.witness.ruling
            for one in bank.likenesses.of(clause)
            if one.number != given.authored
        },
    }


def _on_the_same_matter(bank: RulingBank, wording: Wording, clause: Clause | None, given: Ruling) -> bool:
    """Whether another ruling bears on the same fact and brings in nothing new."""
    shared = set(given.facts) & set(bank.puzzle.rulings[wording.number].facts)
    return bool(clause and shared and wording.ideas <= clause.ideas)
