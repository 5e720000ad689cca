"""Answers to questions: what the author wrote, else the oracle's, which stays true."""

import re
from collections.abc import Iterable
from typing import Literal

from echoes.games.heist import events as happened
from echoes.games.heist.events import HeistTrace
from echoes.games.heist.narration.phrases import phrases_in
from echoes.games.heist.pack.scenes import FreeFact
from echoes.games.heist.rules.people import people_here
from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.rules.predicates import holds_in_heist

_YES = 4
"""The least die that says yes: even odds."""


def facts_here(play: HeistPlay) -> list[tuple[str, FreeFact]]:
    """Return the open facts that can be known in this scene."""
    scene = play.state["scene"]
    return [
        (key, fact)
        for key, fact in play.score.facts.items()
        if (not fact.where or scene in fact.where) and holds_in_heist(fact.when, play.state)
    ]


def tell_fact(play: HeistPlay, key: str, asked: str) -> None:
    """Answer with an open fact."""
    play.add(happened.FactTold(fact=key, text=play.score.facts[key].text, asked=asked))


def tell_of_person(play: HeistPlay, person: str, asked: str, where: bool) -> None:
    """Answer who somebody is, or whether they are here.

    Args:
        play: of the message.
        person: asked about.
        asked: the question.
        where: whether it asks for the place.
    """
    one = play.score.people[person]
    here = person in dict(people_here(play.score, play.state))
    text = play.say("person_who", name=one.name, who=one.who)
    if where:
        text = play.say("person_here" if here else "person_elsewhere", name=one.name)
    play.add(happened.FactTold(fact=f"person:{person}", text=text, asked=asked))


def ask_oracle(play: HeistPlay, asked: str, ideas: Iterable[str]) -> None:
    """Answer yes or no by chance; the same question gets the same answer for as long as the score lasts.

    Args:
        play: of the message.
        asked: the question.
        ideas: of it, by which it is known again.
    """
    key = " ".join(sorted(ideas)) or asked.casefold()
    known = play.state["said"].get(key)
    scene = play.state["scene"]
    yes, extra = play.draw(f"oracle/{scene}/{key}", 2, 6)
    answer: Literal["yes", "no"] = "yes" if (known or ("yes" if yes >= _YES else "no")) == "yes" else "no"
    if known is None:
        play.note(HeistTrace(said={key: answer}))
    twist: Literal["", "and", "but"] = "and" if extra == 6 else "but" if extra == 1 else ""
    line = _fresh_twist(play, twist) if known is None else ""
    text = _worded(play, asked, answer)
    if known is not None:
        text = play.say("oracle_again", answer=text)
    if line:
        number = int(line.rpartition(":")[2])
        lines = play.score.oracle.and_ if twist == "and" else play.score.oracle.but
        text = play.say(f"oracle_{twist}", answer=text, twist=lines[number])
    play.add(
        happened.OracleAnswered(answer=answer, twist=twist if line else "", text=text, line=line, asked=asked)
    )


def _worded(play: HeistPlay, asked: str, answer: Literal["yes", "no"]) -> str:
    """Return yes or no in the words of the question, in languages that say it so."""
    for pattern, yes, no in phrases_in(play.language).rows["oracle_forms"]:
        if re.search(pattern, asked):
            return yes if answer == "yes" else no
    return play.say(f"oracle_{answer}")


def _fresh_twist(play: HeistPlay, twist: str) -> str:
    if not twist:
        return ""
    lines = play.score.oracle.and_ if twist == "and" else play.score.oracle.but
    for number in range(len(lines)):
        if f"oracle:{twist}:{number}" not in play.state["told"]:
            return f"oracle:{twist}:{number}"
    return ""
