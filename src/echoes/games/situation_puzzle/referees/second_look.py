"""Weighing a ruling anew, without the wording that decided it the first time."""

from collections import Counter

from echoes.games.situation_puzzle.referees.bank import RulingBank
from echoes.games.situation_puzzle.referees.base import Question, Review, Ruling
from echoes.games.situation_puzzle.referees.coverage import FactJudge


async def second_look(bank: RulingBank, facts: FactJudge, question: Question, given: Ruling) -> Review:
    """Look for witnesses for and against a ruling.

    The first way compares a question with single authored wordings. This one asks the
    facts, and the neighbours of the question that rest on other authored rulings.

    Returns:
        `withdrawn` when the author states something that the ruling denies, `upheld` when
        a witness agrees and none disagrees, else `unsettled`.
    """
    clauses = bank.reader.clauses(question.text)
    clause = clauses[0] if len(clauses) == 1 else None
    if clause and clause.rulable and (stated := facts.stating(clause)):
        if given.ruling != "YES":
            return Review("withdrawn", f"the author states it: {', '.join(stated)}")
        return Review("upheld", f"the author states it: {', '.join(stated)}")
    against, agreeing = [], []
    for _, wording in await bank.near(question.text):
        if wording.number == given.authored:
            continue
        other = bank.reader.clauses(wording.text)
        if clause is None or len(other) != 1 or Counter(other[0].key) != Counter(clause.key):
            if set(given.facts) & set(bank.puzzle.rulings[wording.number].facts) and (
                bank.reader.ideas(wording.text) <= bank.reader.ideas(question.text)
            ):
                same = bank.puzzle.rulings[wording.number].ruling == given.ruling
                (agreeing if same else against).append(wording.text)
            continue
        same = bank.puzzle.rulings[wording.number].ruling == given.ruling
        (agreeing if same else against).append(wording.text)
    if agreeing and not against:
        return Review("upheld", f"agrees with «{agreeing[0]}»")
    return Review("unsettled", f"against: {against}; for: {agreeing}")
