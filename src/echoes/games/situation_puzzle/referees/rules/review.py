"""Review of a ruling, without the wording that decided it the first time."""

from echoes.games.situation_puzzle.events import RulingWord
from echoes.games.situation_puzzle.referees.rules.coverage import FactMatcher
from echoes.games.situation_puzzle.referees.rules.known_sentences import Wording
from echoes.games.situation_puzzle.referees.rules.ruling_index import RulingIndex
from echoes.games.situation_puzzle.referees.rules.suggestions import SuggestionFinder
from echoes.games.situation_puzzle.referees.types import Question, Review, Ruling
from echoes.language.reader import Clause


async def review_ruling(
    suggestions: SuggestionFinder, facts: FactMatcher, question: Question, given: Ruling
) -> Review:
    """Review a ruling by other evidence for and against it.

    The first ruling compared the question with single authored wordings. The review uses the facts, inference
    from other authored rulings, and similar questions that belong to other rulings.

    Returns:
        `withdrawn` when the author states something that the ruling denies, `upheld` when some evidence
        agrees and none disagrees, else `unsettled`.
    """
    ruling_index = suggestions.ruling_index
    clauses = ruling_index.reader.clauses(question.text)
    clause = clauses[0] if len(clauses) == 1 and clauses[0].rulable else None
    if clause and (stated := facts.facts_stated_by(question.text, clauses)):
        outcome = "upheld" if given.ruling == "YES" else "withdrawn"
        return Review(outcome, f"the author states it: {', '.join(stated)}")
    premises = [
        wording
        for _, wording in await suggestions.near(question.text)
        if wording.number != given.authored and _on_the_same_matter(ruling_index, wording, clause, given)
    ]
    rulings = {wording.text: ruling_index.puzzle.rulings[wording.number].ruling for wording in premises}
    rulings |= _following(ruling_index, clause, given) if clause else {}
    against = [text for text, ruling in rulings.items() if ruling != given.ruling]
    outcome = "upheld" if rulings and not against else "unsettled"
    return Review(outcome, f"witnesses: {rulings}")


def _following(ruling_index: RulingIndex, clause: Clause, given: Ruling) -> dict[str, RulingWord]:
    """Return the rulings that follow from other authored ones, and those of clearly similar questions."""
    inferred = ruling_index.logic.related(clause.logical_form) if clause.logical_form else []
    return {
        **{one.premise.text: one.ruling for one in inferred if one.premise.authored != given.authored},
        **{
            one.premise.text: one.premise.ruling
            for one in ruling_index.similar_rulings.of(clause)
            if one.number != given.authored
        },
    }


def _on_the_same_matter(
    ruling_index: RulingIndex, wording: Wording, clause: Clause | None, given: Ruling
) -> bool:
    """Return whether another ruling bears on the same fact and brings in nothing new."""
    shared = set(given.facts) & set(ruling_index.puzzle.rulings[wording.number].facts)
    return bool(clause and shared and wording.ideas <= clause.ideas)
