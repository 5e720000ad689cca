"""Words of options: by which a player may mean a part of the sheet or a scar."""

from echoes.games.heist.narration.phrases import name_of, phrases_in
from echoes.games.heist.rules.tables import Action

_GROUPS = {"archetype": "archetypes", "background": "backgrounds", "vice": "vices", "dots": "actions"}
"""The names of what may be filled in, by the part of the sheet."""
_CUES = {"archetype": "archetype_cues", "background": "background_cues", "vice": "vices_cues"}


def cues_of(language: str, move: str) -> tuple[str, ...]:
    """Return the words by which a kind of move, such as `throw`, may be meant."""
    return tuple(phrases_in(language).lists[f"{move}_cues"])


def creation_cues(language: str, step: str, value: str) -> tuple[str, ...]:
    """Return the words by which a value of a part of the sheet may be meant, beside the value itself.

    Args:
        language: of the session.
        step: the part of the sheet.
        value: by its id, or as it is written where there are no ids.
    """
    words = phrases_in(language)
    if step == "pronouns":
        return tuple(words.rows["pronouns_cues"][words.lists["pronouns_ideas"].index(value)])
    named = (name_of(language, _GROUPS[step], value),) if step in _GROUPS else ()
    return (*named, *(words.list_groups[_CUES[step]].get(value, ()) if step in _CUES else ()))


def vice_cues(language: str, vice: str = "") -> tuple[str, ...]:
    """Return the words by which a vice may be meant; of all vices where none is named."""
    cues = phrases_in(language).list_groups["vices_cues"]
    return tuple(cues.get(vice, ())) if vice else tuple(cue for one in cues.values() for cue in one)


def scar_text(language: str, trauma: str) -> str:
    """Return a scar as an option: its name, and what one is like with it."""
    return f"{name_of(language, 'traumas', trauma)} — {phrases_in(language).names['trauma_lines'][trauma]}"


def scar_cues(language: str, trauma: str) -> tuple[str, ...]:
    """Return the words by which a scar may be meant."""
    return (name_of(language, "traumas", trauma), *phrases_in(language).list_groups["trauma_cues"][trauma])


def rating_text(language: str, action: Action, rating: int) -> str:
    """Return an action as an option: its name, its dots, and what it is good for."""
    line = phrases_in(language).names["action_lines"][action]
    return f"{name_of(language, 'actions', action)} {dots(rating)} {line}"


def dots(rating: int) -> str:
    """Return a rating as four dots."""
    return "●" * rating + "○" * (4 - rating)
