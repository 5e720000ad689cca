"""The sheet and the recap, in words."""

from echoes.games.heist.narration.phrases import name_of, phrase, phrases_in
from echoes.games.heist.pack.parts import ClockSpec
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.rules.clocks import filled_of_obstacle, filled_segments, shown_clocks
from echoes.games.heist.rules.people import disposition_of, people_here
from echoes.games.heist.rules.predicates import holds_in_heist
from echoes.games.heist.rules.tables import FACES, precarity
from echoes.games.heist.state import HeistState
from echoes.games.phrases import LanguagePhrases

_SUMMARIES = 2


def sheet_text(score: Score, state: HeistState) -> str:
    """Return the sheet of the scoundrel, a line for each part, or a word that nobody is chosen yet."""
    language, words = score.language, phrases_in(score.language)
    if not state["scoundrel"]["name"]:
        return phrase(language, "no_sheet")
    ratings = state["scoundrel"]["ratings"].items()
    lines = [title_text(score, state), numbers_text(score, state), dice_text(score, state)]
    lines.append(
        _list(
            words, "ratings", [f"{name_of(language, 'actions', one)} {dots}" for one, dots in ratings if dots]
        )
    )
    lines += [_list(words, name, items) for name, items in sheet_parts(score, state).items()]
    return "\n".join(filter(None, lines))


def sheet_parts(score: Score, state: HeistState) -> dict[str, list[str]]:
    """Return the rest of the sheet, by the name of its phrase; a part may be empty."""
    language, scoundrel = score.language, state["scoundrel"]
    declared = [score.items[item].label for item in state["declared"] if item in score.items]
    return {
        "load": [f"{len(state['declared'])}/{scoundrel['load']}", *declared],
        "scars": [name_of(language, "traumas", one) for one in state["traumas"]],
        "habit": [name_of(language, "vices", scoundrel["vice"])] if scoundrel["vice"] else [],
        "bonds": [
            f"{score.people[person].name} {bond:+d}"
            for person, bond in scoundrel["bonds"].items()
            if person in score.people and bond
        ],
        "experience": [str(scoundrel["experience"])],
    }


def title_text(score: Score, state: HeistState) -> str:
    """Return a description of the scoundrel, in a line."""
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
    near = words.lists["precarity"][precarity(state["stress"], state["heat"], state["wanted"])]
    names = ("stress", "heat", "wanted", "coin", "harm")
    return phrase(score.language, "sheet", **{name: state[name] for name in names}, precarity=near)


def dice_text(score: Score, state: HeistState) -> str:
    """Return the dice that are left, in a line; empty where throws of several dice are played."""
    words = phrases_in(score.language)
    dice = "  ".join(f"{FACES[die - 1]} {die}" for die in state["pool"]) or "—"
    return f"{words.texts['dice']}{words.texts['colon']}{dice}" if state["dice"] == "pool" else ""


def mood_words(score: Score, state: HeistState) -> list[str]:
    """Return the mood of play, and the style of the scene, in words."""
    words = phrases_in(score.language)
    mood = words.names["variants"].get(state["variant"], "") or words.names["moods"][state["mood"]]
    style = state["style"]
    return [
        mood,
        style.get("atmosphere") or score.tone.atmosphere,
        style.get("pressure") or score.tone.pressure,
    ]


def clock_word(language: str, filled: int, segments: int, kind: str = "") -> str:
    """Say how far a clock has come: up to a third it has begun, from two thirds it is nearly full.

    Args:
        language: of the words.
        filled: segments, of `segments`.
        segments: of the clock.
        kind: of the clock; a goal is done when it is full.
    """
    words = phrases_in(language).lists["clock_words"]
    if filled >= segments:
        return phrase(language, "goal_full") if kind == "goal" else words[4]
    return words[0 if not filled else 1 if 3 * filled <= segments else 2 if 3 * filled < 2 * segments else 3]


def open_goals(score: Score, state: HeistState) -> list[str]:
    """Return the goals that are not reached yet, in words."""
    return [score.goals[one] for one in state["goals"] if one not in state["full"]]


def clock_text(score: Score, key: str, spec: ClockSpec, state: HeistState) -> str:
    """Return a clock in a line."""
    if spec.visibility != "open" and key not in state["full"]:
        return phrase(score.language, "veiled_clock", name=spec.name, word=phrase(score.language, "veiled"))
    filled = filled_segments(score, state, key)
    word = clock_word(score.language, filled, spec.segments, spec.kind)
    return phrase(score.language, "clock", name=spec.name, filled=filled, segments=spec.segments, word=word)


def person_text(score: Score, state: HeistState, key: str) -> str:
    """Return somebody who is there, in a line: name, who they are, how they stand to the scoundrel."""
    words, person = phrases_in(score.language), score.people[key]
    disposition = words.lists["dispositions"][disposition_of(score, state, key) + 2]
    return phrase(score.language, "person", name=person.name, who=person.who, disposition=disposition)


def left_behind(score: Score, state: HeistState) -> list[str]:
    """Return the clocks that were still running at the end, and how those whom one met stand, in lines."""
    words = phrases_in(score.language)
    running = {
        key: spec
        for key, spec in score.clocks.items()
        if 0 < filled_segments(score, state, key) < spec.segments and key not in state["full"]
    }
    known: HeistState = {**state, "full": [*state["full"], *running]}  # nothing is veiled any more
    clocks = [clock_text(score, key, spec, known) for key, spec in running.items()]
    met = {who for scene in state["visits"] for who in score.scenes[scene].people}
    people = [
        phrase(
            score.language,
            "stands",
            name=score.people[who].name,
            disposition=words.lists["dispositions"][disposition_of(score, state, who) + 2],
        )
        for who in score.people
        if who in met
    ]
    return [*filter(None, (_list(words, "still_running", clocks), _list(words, "afterwards", people)))]


def recap_text(score: Score, state: HeistState) -> str:
    """Return the state of the game, a line for each thing."""
    words = phrases_in(score.language)
    lines = [words.texts["recap_title"], title_text(score, state), numbers_text(score, state)]
    lines.append(dice_text(score, state))
    if state["scene"]:
        scene = score.scenes[state["scene"]]
        place = score.locations[scene.location].text
        lines += [_list(words, "mood", mood_words(score, state))]
        lines.append(phrase(score.language, "place", title=scene.title, text=place))
        for key, obstacle in scene.obstacles.items():
            if f"{state['scene']}.{key}" not in state["full"] and holds_in_heist(obstacle.when, state):
                filled = filled_of_obstacle(state, f"{state['scene']}.{key}")
                shown = {"name": obstacle.name, "text": obstacle.text, "clock": obstacle.clock}
                lines.append(phrase(score.language, "obstacle", filled=filled, **shown))
        lines += [clock_text(score, key, spec, state) for key, spec in shown_clocks(score, state)]
    lines += [text for text in (summary["text"] for summary in state["summaries"]) if text][-_SUMMARIES:]
    lines += [
        _list(words, "people", [person_text(score, state, key) for key, _ in people_here(score, state)]),
        _list(words, "goals", open_goals(score, state)),
        _list(words, "threads", [score.threads[one] for one in state["threads"]]),
        _list(words, "threats", state["threats"]),
        _list(words, "rumours", [score.rumours[one] for one in state["rumours"][-3:]]),
    ]
    return "\n".join(filter(None, lines))


def _list(words: LanguagePhrases, name: str, items: list[str]) -> str:
    return f"{words.texts[name]}{words.texts['colon']}{words.texts['semicolon'].join(items)}" if items else ""
