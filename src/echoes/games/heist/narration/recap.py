"""The sheet and the recap, in words."""

from echoes.games.heist.narration.phrases import name_of, phrase, phrases_in
from echoes.games.heist.pack.parts import ClockSpec
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.rules.people import disposition_of, people_here
from echoes.games.heist.rules.predicates import is_open
from echoes.games.heist.rules.tables import precarity
from echoes.games.heist.state import HeistState

_SUMMARIES = 2


def sheet_text(score: Score, state: HeistState) -> str:
    """Return the sheet of the scoundrel, a line for each part."""
    language, scoundrel = score.language, state["scoundrel"]
    words = phrases_in(language)
    ratings = [
        f"{name_of(language, 'actions', one)} {dots}" for one, dots in scoundrel["ratings"].items() if dots
    ]
    declared = [score.items[item].label for item in state["declared"] if item in score.items]
    scars = [name_of(language, "traumas", one) for one in state["traumas"]]
    lines = [title_text(score, state), numbers_text(score, state), _list(words, "ratings", ratings)]
    lines += [_list(words, "load", declared)] if declared else []
    lines += [_list(words, "scars", scars)] if scars else []
    lines.append(f"{words['experience']}{words['colon']}{scoundrel['experience']}")
    return "\n".join(lines)


def title_text(score: Score, state: HeistState) -> str:
    """Return who the scoundrel is, in a line."""
    language, scoundrel = score.language, state["scoundrel"]
    return phrase(
        language,
        "sheet_title",
        name=scoundrel["name"] or "…",
        pronouns=scoundrel["pronouns"] or "…",
        archetype=name_of(language, "archetypes", scoundrel["archetype"]) or "…",
        background=name_of(language, "backgrounds", scoundrel["background"]) or "…",
    )


def numbers_text(score: Score, state: HeistState) -> str:
    """Return the scoundrel's numbers, in a line."""
    words = phrases_in(score.language)
    near = words["precarity"][precarity(state["stress"], state["heat"], state["wanted"])]
    names = ("stress", "heat", "wanted", "coin", "harm")
    return phrase(score.language, "sheet", **{name: state[name] for name in names}, precarity=near)


def shown_clocks(score: Score, state: HeistState) -> list[tuple[str, ClockSpec]]:
    """Return the clocks that a player may know of: they run, and they are not hidden or have come about."""
    known: list[tuple[str, ClockSpec]] = []
    for key, spec in score.clocks.items():
        waits = spec.after is not None and spec.after not in state["full"]
        begun = spec.present or key in state["clocks"]
        if begun and not waits and (spec.visibility != "hidden" or key in state["full"]):
            known.append((key, spec))
    return known


def clock_word(language: str, filled: int, segments: int) -> str:
    """Return in words how far a clock has come."""
    words: list[str] = phrases_in(language)["clock_words"]
    return words[0 if not filled else 4 if filled >= segments else 1 + min(2, 3 * filled // segments)]


def clock_text(score: Score, key: str, spec: ClockSpec, state: HeistState) -> str:
    """Return a clock in a line."""
    if spec.visibility != "open" and key not in state["full"]:
        return f"{spec.name}: {phrase(score.language, 'veiled')}"
    filled = state["clocks"].get(key, spec.start)
    return f"{spec.name}: {filled}/{spec.segments} ({clock_word(score.language, filled, spec.segments)})"


def person_text(score: Score, state: HeistState, key: str) -> str:
    """Return somebody who is there, in a line: name, who they are, how they stand to the scoundrel."""
    words, person = phrases_in(score.language), score.people[key]
    disposition = words["dispositions"][disposition_of(score, state, key) + 2]
    return f"{person.name}{words['colon']}{person.who} ({disposition})"


def recap_text(score: Score, state: HeistState) -> str:
    """Return how the game stands, a line for each thing."""
    words = phrases_in(score.language)
    lines = [words["recap_title"], title_text(score, state), numbers_text(score, state)]
    if state["scene"]:
        scene = score.scenes[state["scene"]]
        lines.append(f"{scene.title}: {score.locations[scene.location].text}")
        for key, obstacle in scene.obstacles.items():
            if f"{state['scene']}.{key}" not in state["full"] and is_open(obstacle.when, state):
                filled = state["clocks"].get(f"{state['scene']}.{key}", 0)
                lines.append(f"{obstacle.name} ({filled}/{obstacle.clock}): {obstacle.text}")
        lines += [clock_text(score, key, spec, state) for key, spec in shown_clocks(score, state)]
    lines += [summary["text"] for summary in state["summaries"][-_SUMMARIES:]]
    lines += [
        _list(words, "people", [person_text(score, state, key) for key, _ in people_here(score, state)]),
        _list(words, "goals", [score.goals[one] for one in state["goals"]]),
        _list(words, "threads", [score.threads[one] for one in state["threads"]]),
        _list(words, "rumours", [score.rumours[one] for one in state["rumours"][-3:]]),
    ]
    return "\n".join(filter(None, lines))


def _list(words: dict[str, str], name: str, items: list[str]) -> str:
    return f"{words[name]}{words['colon']}{words['semicolon'].join(items)}" if items else ""
