"""Questions that an author rules on until the puzzle plays: on its core facts, and those that all ask."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from echoes.games.author_forms import Gap
from echoes.games.situation_puzzle.authoring.common_questions import CommonQuestion, common_questions
from echoes.games.situation_puzzle.authoring.decisions import QUESTION, WRITTEN
from echoes.games.situation_puzzle.authoring.gaps import fact_links, ruling_choices
from echoes.games.situation_puzzle.authoring.waiting_words import WAITING_WORDS
from echoes.games.situation_puzzle.puzzle.question_map import ENOUGH_IN_A_PLACE, ENOUGH_IN_ALL, QUESTION_MAP
from echoes.games.situation_puzzle.puzzle.reader import reader_of
from echoes.games.situation_puzzle.puzzle.schema import Puzzle


def guiding_questions(puzzle: Puzzle, language: str) -> list[Gap]:
    """Return the questions that a puzzle should answer and does not; those of the emptiest place first.

    Args:
        puzzle: the current version.
        language: of the labels.
    Returns:
        First the core facts that no YES establishes, as claims; then, while there are too few rulings in all
        or in a place, questions that people ask of every puzzle.
    """
    words = WAITING_WORDS.get(language, WAITING_WORDS["en"])
    normalize = reader_of(puzzle).normalize
    known = {normalize(text) for ruling in puzzle.rulings for text in ruling.texts}
    claims = [gap for gap in _claims(puzzle, words) if normalize(gap.text) not in known]
    common = [one for one in common_questions(puzzle.language) if known.isdisjoint(map(normalize, one.texts))]
    return [*claims, *_common(puzzle, common, words)]


def own_question(puzzle: Puzzle, language: str) -> Gap:
    """Return the gap of a question that the author makes up."""
    words = WAITING_WORDS.get(language, WAITING_WORDS["en"])
    places = [(place, words[f"place_{place}"]) for place in QUESTION_MAP]
    return Gap("", 0, "", ruling_choices(words), fact_links(puzzle), key=WRITTEN, places=places)


def _claims(puzzle: Puzzle, words: Mapping[str, str]) -> Iterator[Gap]:
    """Yield the core facts that no YES establishes: whoever claims one has found it."""
    reached = {fact for ruling in puzzle.rulings if ruling.ruling == "YES" for fact in ruling.facts}
    for fact in puzzle.facts:
        if fact.id in puzzle.core_facts and not fact.unconfirmed and fact.id not in reached:
            yield Gap(
                text=fact.statement,
                times=0,
                note=words["claim"],
                choices=ruling_choices(words),
                links=fact_links(puzzle),
                suggested="YES",
                key=f"{QUESTION}{fact.statement}",
                group=words["guide_claims"],
                details=fact.wordings,
                linked=(fact.id,),
            )


def _common(puzzle: Puzzle, left: Sequence[CommonQuestion], words: Mapping[str, str]) -> Iterator[Gap]:
    """Yield the questions that are left, from the emptiest place on the map; none where there are enough."""
    held = Counter(ruling.about for ruling in puzzle.rulings)
    if len(puzzle.rulings) >= ENOUGH_IN_ALL and all(held[one] >= ENOUGH_IN_A_PLACE for one in QUESTION_MAP):
        return
    ranked: list[tuple[int, CommonQuestion]] = []
    for one in left:
        ranked.append((held[one.about], one))
        held[one.about] += 1
    for _, one in sorted(ranked, key=lambda pair: pair[0]):
        yield Gap(
            text=one.texts[0],
            times=0,
            note=words[f"place_{one.about}"],
            choices=ruling_choices(words),
            links=fact_links(puzzle),
            key=f"{QUESTION}{one.texts[0]}",
            group=words["guide_common"],
            details=one.texts[1:],
            doubt=1.0,
        )
