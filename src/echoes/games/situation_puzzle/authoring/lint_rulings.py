"""Lint of the authored rulings: gaps, contradictions, and wordings that could be shown."""

from collections import Counter

from echoes.core.plain_text import pluralize
from echoes.games.situation_puzzle.puzzle.question_map import ENOUGH_IN_A_PLACE, ENOUGH_IN_ALL, QUESTION_MAP
from echoes.games.situation_puzzle.puzzle.reader import reader_of
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.referees.rules.disclosure import DisclosurePolicy
from echoes.games.situation_puzzle.referees.rules.inference import Inference, NaturalLogic
from echoes.games.situation_puzzle.referees.rules.known_sentences import KnownSentences, Wording
from echoes.games.situation_puzzle.referees.rules.ranking import wording_index_of

_FEWEST = {"YES": 30, "NO": 30, "YES AND NO": 5, "IRRELEVANT": 10}
"""The fewest of each ruling in a dense puzzle."""


def lint_map(puzzle: Puzzle) -> list[str]:
    """Return the holes on the map of the question space."""
    count = len(puzzle.rulings)
    if not count:
        return []
    found: list[str] = []
    if count < ENOUGH_IN_ALL:
        found.append(f"{pluralize(count, 'ruling')}: without a model about {ENOUGH_IN_ALL} are needed")
    given = Counter(ruling.ruling for ruling in puzzle.rulings)
    if few := [f"{word} {given[word]}" for word, least in _FEWEST.items() if given[word] < least]:
        found.append(f"few of a kind: {', '.join(few)}")
    places = Counter(ruling.about for ruling in puzzle.rulings)
    if unknown := sorted({*places} - {*QUESTION_MAP, ""}):
        found.append(f"not on the map: about '{unknown[0]}'; known: {', '.join(QUESTION_MAP)}")
    if places[""] == count:
        return [*found, "no ruling names its place on the map (`about`), so that holes can't be found"]
    holes = [f"{place} ({places[place]})" for place in QUESTION_MAP if places[place] < ENOUGH_IN_A_PLACE]
    return [*found, *([f"holes on the map: {', '.join(holes)}"] if holes else [])]


def lint_contradictions(puzzle: Puzzle) -> list[str]:
    """Rulings that contradict each other, or what facts, answer and statement say."""
    sentences = KnownSentences(puzzle, reader_of(puzzle))
    logic = NaturalLogic(sentences.premises)
    found: dict[tuple[int, int | None], str] = _worded_alike(sentences)
    for wording in sentences.wordings:
        if wording.clause is None or wording.clause.logical_form is None:
            continue
        ruling = puzzle.rulings[wording.number].ruling
        others = [
            one
            for one in logic.related(wording.clause.logical_form)
            if one.premise.authored != wording.number
        ]
        # Rulings that say the same decide; one that only follows may have its exceptions.
        others = [one for one in others if one.relation == "same"] or others
        for one in others:
            if one.ruling != ruling and not _by_a_better(sentences, wording, one):
                pair = _pair(wording.number, one.premise.authored)
                found.setdefault(pair, _clash(puzzle, wording, one))
    return list(found.values())


def _worded_alike(sentences: KnownSentences) -> dict[tuple[int, int | None], str]:
    """Rulings that differ though a wording of theirs is word for word the same."""
    first: dict[str, Wording] = {}
    found: dict[tuple[int, int | None], str] = {}
    rulings = sentences.puzzle.rulings
    for wording in sentences.wordings:
        other = first.setdefault(sentences.reader.normalize(wording.text), wording)
        if rulings[other.number].ruling != rulings[wording.number].ruling:
            texts = other.number, other.text, wording.number, wording.text
            found.setdefault(_pair(other.number, wording.number), _differently(*texts))
    return found


def lint_offers(puzzle: Puzzle) -> list[str]:
    """Return the wordings that could be offered to a player who has read the statement only."""
    sentences = KnownSentences(puzzle, reader_of(puzzle))
    showing = DisclosurePolicy(sentences, wording_index_of(sentences))
    return [
        f"ruling {wording.number + 1}{guarded}: {wording.text}"
        for wording in sentences.wordings
        for guarded in ["" if puzzle.rulings[wording.number].open else " (guarded)"]
        if showing.may_show(wording, frozenset())
    ]


def _pair(one: int, other: int | None) -> tuple[int, int | None]:
    return (one, None) if other is None else (min(one, other), max(one, other))


def _by_a_better(sentences: KnownSentences, wording: Wording, one: Inference) -> bool:
    """Return whether one is YES AND NO or IRRELEVANT and the other only follows from it: both may stand."""
    mixed = {sentences.puzzle.rulings[wording.number].ruling, one.premise.ruling} & {
        "YES AND NO",
        "IRRELEVANT",
    }
    return bool(mixed) and one.relation in ("follows", "narrows")


def _clash(puzzle: Puzzle, wording: Wording, one: Inference) -> str:
    ruling = puzzle.rulings[wording.number].ruling
    if one.premise.authored is None:
        return (
            f"ruling {wording.number + 1} ({ruling}) «{wording.text}» contradicts what the puzzle states: "
            f"«{one.premise.text}»"
        )
    texts = wording.number, wording.text, one.premise.authored, one.premise.text
    return _differently(*texts, how="contradict each other" if one.relation != "same" else "")


def _differently(one: int, text: str, other: int, other_text: str, how: str = "") -> str:
    first, second = sorted((one + 1, other + 1))
    how = how or "say the same and are ruled differently"
    return f"rulings {first} and {second} {how}: «{text}», «{other_text}»"
