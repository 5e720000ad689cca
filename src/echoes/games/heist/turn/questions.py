"""Questions: which open fact, rule or belonging answers them."""

import re
from collections.abc import Sequence

from echoes.games.heist.narration.phrases import name_of, phrases_in
from echoes.games.heist.narration.recap import dice_text, numbers_text
from echoes.games.heist.pack.scenes import FreeFact
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.rules.creation import next_step
from echoes.games.heist.rules.people import people_here
from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.rules.tables import ACTIONS
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.matching import bare_of, ideas_of, overlap, says_whole
from echoes.games.heist.turn.option_words import dots
from echoes.games.heist.turn.recall import texts_read
from echoes.language.questions import AskedFor, asked_for, is_polar, speaks_of_self
from echoes.language.readers import reader_for

_TITLES = ("The", "Mrs.", "Mr.", "Assessor", "Maestro")
"""Parts of names that others share."""
_ALWAYS_NAMED: tuple[AskedFor, ...] = ("number", "time", "duration", "place", "reason")
"""A fact answers a question for one of these only where a cue of it asks for it too."""


def best_fact(score: Score, facts: Sequence[tuple[str, FreeFact]], question: str) -> str:
    """Return the key of the fact that answers a question; empty for none, or where several fit as well.

    Args:
        score: that is played.
        facts: that can be known now, by key.
        question: what was asked.
    """
    found = {key: fit for key, fact in facts if (fit := _fit(score, fact, question)) > (0, 0)}
    best = max(found.values(), default=(0, 0))
    leading = [key for key, fit in found.items() if fit == best]
    return leading[0] if len(leading) == 1 else ""


def _fit(score: Score, fact: FreeFact, question: str) -> tuple[int, int]:
    """Return the score of a fact as an answer to a question: by what is asked for, then by what both name."""
    language, wanted = score.language, asked_for(question)
    declared = _declared(fact)
    topics = [cue for cue in fact.cues if not asked_for(cue)]
    # A white stick is no white glove: of several words, all are named.
    named = len(overlap(language, question, [cue for cue in topics if says_whole(language, question, cue)]))
    asking = [cue for cue in fact.cues if asked_for(cue)]
    said = sum(bare_of(cue) in bare_of(question) for cue in asking)
    if not named:
        known = frozenset[str]().union(*(ideas_of(language, cue) for cue in asking))
        says_no_more = ideas_of(language, question) <= known | reader_for(language).plain_ideas
        return (3, 1 + said) if wanted in _ALWAYS_NAMED and wanted in declared and says_no_more else (0, 0)
    if wanted in _ALWAYS_NAMED and wanted not in declared:
        return 0, 0
    about, asked = _people_in(score, (*fact.cues, fact.text)), _people_in(score, (question,))
    if asked - about:
        return 0, 0
    if asked & _people_in(score, topics) and not _tells_of(fact, language, question, wanted, declared):
        return 0, 0
    if speaks_of_self(question) and is_polar(question) and not _tells_all(fact, language, question):
        return 0, 0  # what somebody does to the scoundrel now stands in no fact that only names them
    return (3 if wanted in declared else 1 if declared and wanted else 2), named + said


def _declared(fact: FreeFact) -> set[AskedFor]:
    """Return the things that a fact answers by its cues."""
    declared: set[AskedFor] = {asked_for(cue) for cue in fact.cues}
    declared.discard("")
    return declared


def _people_in(score: Score, texts: Sequence[str]) -> set[str]:
    """Return the people who are named in any of the texts."""
    whole = " ".join(texts)
    return {key for key, one in score.people.items() if overlap(score.language, whole, (one.name, *one.cues))}


def _tells_of(
    fact: FreeFact, language: str, question: str, wanted: AskedFor, declared: set[AskedFor]
) -> bool:
    """Return whether a fact about somebody tells what is asked of them, and not just anything."""
    if wanted:
        return not declared or wanted in declared
    told = ideas_of(language, " ".join((*fact.cues, fact.text)))
    return ideas_of(language, question) <= told


def _tells_all(fact: FreeFact, language: str, question: str) -> bool:
    """Return whether a fact has all the ideas of a question that say something."""
    told = ideas_of(language, " ".join((*fact.cues, fact.text)))
    return ideas_of(language, question) <= told | reader_for(language).plain_ideas


def person_asked_about(score: Score, state: HeistState, question: str) -> str:
    """Return the one person, here or read of, of whom a question asks who or where they are.

    Args:
        score: that is played.
        state: before the question.
        question: what was asked.
    """
    is_here = is_here_asked(score, question)
    if asked_for(question) not in ("person", "place") and not is_here:
        return ""
    here, language = dict(people_here(score, state)), score.language
    read = " ".join(texts_read(score, state))

    def is_read_of(name: str) -> bool:
        return any(len(part) > 1 and part in read for part in re.split(r"[ ·]", name) if part not in _TITLES)

    named = [
        key
        for key, one in score.people.items()
        if overlap(language, question, (one.name, *one.cues)) and (key in here or is_read_of(one.name))
    ]
    asked = ideas_of(language, question)
    if len(named) != 1:
        return ""
    if is_here:
        return named[0]
    person = score.people[named[0]]
    return named[0] if asked <= ideas_of(language, " ".join((person.name, *person.cues))) else ""


def rule_asked_about(play: HeistPlay, question: str) -> str:
    """Return the meaning of a word of the rules, and its state in the game; empty where none is asked about.

    Args:
        play: of the message.
        question: what was asked.
    """
    language = play.language
    if is_polar(question) or asked_for(question) in ("person", "place", "time", "duration"):
        return ""
    words = phrases_in(language)
    cues = words.list_groups["term_cues"]
    named = [term for term in cues if _names(language, question, cues[term])]
    if len(named) != 1 or _says_more(language, question, (*cues[named[0]], *words.lists["about_rules"])):
        return ""
    if play.state["phase"] != "playing":
        return words.names["terms"][named[0]]
    numbers = play.say("semicolon").join(
        filter(None, (numbers_text(play.score, play.state), dice_text(play.score, play.state)))
    )
    return f"{words.names['terms'][named[0]]}\n{play.say('yours', numbers=numbers)}"


def action_asked_about(play: HeistPlay, question: str) -> str:
    """Return the use of an action, and the scoundrel's rating in it; empty where none is asked about.

    Args:
        play: of the message.
        question: what was asked.
    """
    language, words = play.language, phrases_in(play.language)
    if is_polar(question) or asked_for(question) in ("person", "place", "time", "duration"):
        return ""
    names = {action: name_of(language, "actions", action) for action in ACTIONS}
    named = [action for action, name in names.items() if _names(language, question, [bare_of(name)])]
    if len(named) != 1:
        return ""
    name = names[named[0]]
    if _says_more(language, question, (bare_of(name), *words.lists["about_rules"])):
        return ""
    shown = dots(play.state["scoundrel"]["ratings"].get(named[0], 0))
    return play.say("action_term", name=name, line=words.names["action_lines"][named[0]], dots=shown)


def differences_text(play: HeistPlay) -> str:
    """Return the differences between the offers; empty where nothing is to be compared."""
    if play.state["phase"] == "scenario":
        return play.say("plans_differ")
    return play.say("options_differ") if play.state["mood"] in ("scene", "action") else ""


def _names(language: str, question: str, words: Sequence[str]) -> bool:
    """Return whether a question has one of these very words, and not another form of it."""
    if language == "zh":
        return any(word in bare_of(question) for word in words)
    return bool(re.search(rf"\b(?:{'|'.join(words)})\b", bare_of(question)))


def _says_more(language: str, question: str, words: Sequence[str]) -> bool:
    """Return whether a question has ideas beside these words: it is about the world then."""
    known = frozenset[str]().union(*(ideas_of(language, word) for word in words))
    return bool(ideas_of(language, question) - known - reader_for(language).plain_ideas)


def belonging_asked_about(play: HeistPlay, question: str) -> str:
    """Return whether the scoundrel has what is asked for; no chance decides it, since the rules know."""
    language, bare = play.language, bare_of(question)
    words = phrases_in(language)
    if play.state["phase"] != "playing" or not any(
        re.search(pattern, bare) for pattern in words.lists["have"]
    ):
        return ""
    if overlap(language, question, words.lists["not_a_thing"]):
        return ""
    for key, item in play.score.items.items():
        if overlap(language, question, item.cues):
            brought = key in play.state["declared"] or key in play.state["items"]
            return play.say("item_brought" if brought else "item_may", item=item.label)
    return play.say("item_none")


def belongings_text(play: HeistPlay) -> str:
    """Return the list of all the scoundrel carries; empty before the score."""
    score, state = play.score, play.state
    if state["phase"] in ("creation", "scenario"):
        return ""
    keys = [key for key in dict.fromkeys((*state["items"], *state["declared"])) if key in score.items]
    items = play.say("enumeration").join(score.items[key].label for key in keys)
    said = [play.say("carried", items=items) if items else play.say("carried_nothing")]
    left = state["scoundrel"]["load"] - len(state["declared"])
    said += [play.say("may_carry", count=left)] if left > 0 else []
    return play.say("space").join(said)


def is_here_asked(score: Score, question: str) -> bool:
    """Return whether a question that yes or no answers asks if somebody is here."""
    return is_polar(question) and bool(
        re.search(phrases_in(score.language).texts["here_asked"], bare_of(question))
    )


def why_asked(play: HeistPlay) -> str:
    """Return the reason for what is asked while a scoundrel is made; empty after that."""
    if play.state["phase"] != "creation":
        return ""
    return play.say(f"why_{next_step(play.state) if play.state['made'] else 'begin'}")
