"""A player's profile: what follows from the finished games, by counting alone."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import Any, cast

from echoes.core.plain_text import many
from echoes.core.protocols import JsonObject


def profile_of(records: Sequence[JsonObject]) -> JsonObject:
    """Count a player's games.

    A puzzle counts once: the first of its games that ended. Playing it again is a game,
    but says nothing of how the player fares with what is new to them.

    Args:
        records: the games, as `records.record_of` made them.
    Returns:
        `games`, `first_tries`, `solved`, `solve_rate` (0 to 1), `questions_to_solve` (mean),
        `hints_per_game`, `score` (mean of the solved), `levels` (by difficulty), `tags`,
        `style`, `mistakes`, and `content`, which says the same in words.
    """
    games = sorted(cast("Sequence[dict[str, Any]]", records), key=lambda game: game["ended"])
    first = list({game["puzzle_id"]: game for game in reversed(games)}.values())
    solved = [game for game in first if game["solved"]]
    profile: dict[str, Any] = {
        "summary_type": "profile",
        "games": len(games),
        "first_tries": len(first),
        "solved": len(solved),
        "solve_rate": _share(len(solved), len(first)),
        "questions_to_solve": _mean([game["questions"] for game in solved]),
        "hints": sum(game["hints"] or 0 for game in first),
        "hints_per_game": _mean([game["hints"] for game in first]),
        "score": _mean([game["score"] for game in solved]),
        "levels": _groups([g for g in first if g["difficulty"]], lambda game: [str(game["difficulty"])]),
        "tags": _groups(first, lambda game: game["tags"]),
        "style": _style(first),
        "mistakes": _mistakes(first),
    }
    profile["content"] = in_words(profile)
    return cast("JsonObject", profile)


def _groups(
    games: Sequence[dict[str, Any]], keys: Callable[[dict[str, Any]], Sequence[str]]
) -> dict[str, Any]:
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for game in games:
        for key in keys(game):
            groups[key].append(game)
    return {
        key: {
            "games": len(group),
            "solved": sum(game["solved"] for game in group),
            "questions_to_solve": _mean([game["questions"] for game in group if game["solved"]]),
        }
        for key, group in sorted(groups.items())
    }


def _style(games: Sequence[dict[str, Any]]) -> dict[str, Any]:
    rulings: Counter[str] = Counter()
    for game in games:
        rulings.update(game["rulings"])
    total = rulings.total()
    lengths = [game["question_length"] for game in games if game["question_length"]]
    shares = {ruling: _share(count, total) for ruling, count in sorted(rulings.items())}
    return {"rulings": shares, "question_length": _mean(lengths)}


def _mistakes(games: Sequence[dict[str, Any]]) -> dict[str, Any]:
    kinds = ("wrong_answers", "repeated", "not_ruled")
    return {kind: sum(game[kind] for game in games) for kind in kinds} | {
        "irrelevant": sum(game["rulings"].get("IRRELEVANT", 0) for game in games)
    }


def in_words(profile: dict[str, Any]) -> str:
    """A profile in a few sentences; empty where there is no game."""
    if not profile["games"]:
        return ""
    mean = profile["questions_to_solve"]
    about = f" in about {many(mean, 'question')}" if mean is not None else ""
    said = [
        f"{many(profile['games'], 'game')}, {many(profile['first_tries'], 'puzzle')}; "
        f"solved {profile['solved']} of them{about}.",
        f"{many(profile['hints_per_game'] or 0, 'hint')} a game.",
    ]
    irrelevant = profile["style"]["rulings"].get("IRRELEVANT")
    if irrelevant is not None:
        said.append(f"{irrelevant:.0%} of the questions were beside the point.")
    if wrong := profile["mistakes"]["wrong_answers"]:
        said.append(f"Final answers that were not right: {wrong}.")
    return " ".join(said)


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 3) if whole else None


def _mean(values: Sequence[float | None]) -> float | None:
    """The mean of what was counted; None where nothing was."""
    known = [value for value in values if value is not None]
    return round(sum(known) / len(known), 1) if known else None
