"""The judgement of how far a puzzle can be played without a model, from what its author has written."""

from collections import Counter
from collections.abc import Iterator, Mapping

from echoes.games.lint_findings import Playability, PlayabilityStep
from echoes.games.situation_puzzle.puzzle.question_map import ENOUGH_IN_A_PLACE, ENOUGH_IN_ALL, QUESTION_MAP
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

ENOUGH_WORDINGS = 2.0
"""The mean number of wordings of a ruling from which players are understood."""

_WORDS: dict[str, dict[str, tuple[str, str]]] = {
    "en": {
        "rulings": (
            "no question has been ruled on",
            "Write rulings, or rule on the questions of real games; until then, play it with a model.",
        ),
        "unconfirmed": ("{waiting} of {all} rulings wait for you to confirm them", "Confirm them."),
        "facts": (
            "it has no facts, so no ruling brings a player closer",
            "Write the facts of the solution.",
        ),
        "core": (
            "no fact is marked as core, so a solution has to tell all {told}",
            "Mark the facts that a solution needs.",
        ),
        "reached": (
            "no YES establishes the core facts {facts}",
            "For each, write a question whose YES establishes it.",
        ),
        "few": (
            "it has {rulings} of the {enough} or so rulings that it needs",
            "Write more rulings, or rule on the questions of real games.",
        ),
        "wordings": (
            "{mean} wordings a ruling, where two or three are needed",
            "Add the players' own words for your questions.",
        ),
        "hints": ("it has no hints for players who are stuck", "Write hints, the gentlest first."),
        "well": ("{rulings} rulings in {wordings} wordings reach all {core} core facts", ""),
        "step_facts": ("Core facts that a YES establishes", ""),
        "step_rulings": ("Questions ruled on", ""),
        "step_places": ("Places on the question map", ""),
        "step_hints": ("Hints", ""),
    },
    "zh": {
        "rulings": ("还没有裁定过任何问题", "请写裁定，或裁定真实对局里的问题；在那之前需要接入模型。"),
        "unconfirmed": ("{all} 条裁定里有 {waiting} 条等你确认", "请逐条确认。"),
        "facts": ("没有写事实，任何裁定都不会让玩家更近一步", "请写出汤底里的事实。"),
        "core": ("没有标出关键事实，答案要说全 {told} 条才算解开", "请标出解开所必需的事实。"),
        "reached": (
            "没有任何“是”能确认关键事实 {facts}",
            "请为每一条写一个问题，回答“是”就能确认它。",
        ),
        "few": ("只有 {rulings} 条裁定，大约需要 {enough} 条", "请再写一些，或裁定真实对局里的问题。"),
        "wordings": ("每条裁定平均只有 {mean} 种问法，需要两三种", "请补上玩家自己的问法。"),
        "hints": ("没有给卡住的玩家准备提示", "请写提示，最含蓄的放在最前面。"),
        "well": ("{rulings} 条裁定、{wordings} 种问法，可以问出全部 {core} 条关键事实", ""),
        "step_facts": ("问得出来的关键事实", ""),
        "step_rulings": ("裁定过的问题", ""),
        "step_places": ("问题地图上的位置", ""),
        "step_hints": ("提示", ""),
    },
}


def playability(puzzle: Puzzle, played: Puzzle, language: str) -> Playability:
    """Judge how far a puzzle can be played without a model.

    Args:
        puzzle: as its author wrote it.
        played: the same puzzle without what is unconfirmed, where that does not count.
        language: of the words.
    """
    words = _WORDS.get(language, _WORDS["en"])
    figures = _figures(puzzle, played)
    lacking = next(_lacking(puzzle, played), "")
    reason, step = words[lacking or "well"]
    level = "well" if not lacking else "hardly" if played.rulings else "not"
    return Playability(level, reason.format(**figures), step, _steps(played, words))


def _steps(played: Puzzle, words: Mapping[str, tuple[str, str]]) -> list[PlayabilityStep]:
    core = sum(fact.core for fact in played.facts)
    held = Counter(ruling.about for ruling in played.rulings)
    places = sum(held[place] >= ENOUGH_IN_A_PLACE for place in QUESTION_MAP)
    steps = {
        "rulings": (min(len(played.rulings), ENOUGH_IN_ALL), ENOUGH_IN_ALL),
        "places": (places, len(QUESTION_MAP)),
        "facts": (core - len(_unreached(played)) if core else 0, core or 1),
        "hints": (min(len(played.hints), 1), 1),
    }
    return [PlayabilityStep(words[f"step_{name}"][0], *counts) for name, counts in steps.items()]


def _lacking(puzzle: Puzzle, played: Puzzle) -> Iterator[str]:
    """Yield what is still lacking, what matters most first."""
    rulings = played.rulings
    if len(rulings) < ENOUGH_IN_ALL and len(rulings) < len(puzzle.rulings):
        yield "unconfirmed"
    if not rulings:
        yield "rulings"
    if not played.facts:
        yield "facts"
    elif not any(fact.core for fact in played.facts):
        yield "core"
    elif _unreached(played):
        yield "reached"
    if len(rulings) < ENOUGH_IN_ALL:
        yield "few"
    if rulings and _wordings(played) / len(rulings) < ENOUGH_WORDINGS:
        yield "wordings"
    if not played.hints:
        yield "hints"


def _unreached(puzzle: Puzzle) -> list[str]:
    reached = {fact for ruling in puzzle.rulings if ruling.ruling == "YES" for fact in ruling.facts}
    return [fact for fact in puzzle.core_facts if fact not in reached]


def _wordings(puzzle: Puzzle) -> int:
    return sum(len(ruling.texts) for ruling in puzzle.rulings)


def _figures(puzzle: Puzzle, played: Puzzle) -> dict[str, object]:
    count, wordings = len(played.rulings), _wordings(played)
    return {
        "rulings": count,
        "all": len(puzzle.rulings),
        "waiting": len(puzzle.rulings) - count,
        "enough": ENOUGH_IN_ALL,
        "wordings": wordings,
        "mean": f"{wordings / max(1, count):.1f}",
        "told": len(played.facts),
        "core": len(played.core_facts),
        "facts": ", ".join(_unreached(played)),
    }
