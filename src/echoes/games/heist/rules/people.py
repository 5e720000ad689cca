"""People of a score: who is there, how they stand to the scoundrel, and what they say."""

from echoes.games.heist import events as happened
from echoes.games.heist.pack.parts import Person
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.rules.predicates import holds_in_heist
from echoes.games.heist.state import HeistState

_MOST_DISPOSITION = 2


def people_here(score: Score, state: HeistState) -> list[tuple[str, Person]]:
    """Return the people who can be spoken to in the scene, by id."""
    if state["phase"] != "playing" or not state["scene"]:
        return []
    listed = [(key, score.people[key]) for key in score.scenes[state["scene"]].people]
    return [(key, one) for key, one in listed if holds_in_heist(one.when, state)]


def disposition_of(score: Score, state: HeistState, person: str) -> int:
    """Return somebody's disposition to the scoundrel, -2 (hostile) to 2 (loyal)."""
    whole = score.people[person].disposition + state["scoundrel"]["bonds"].get(person, 0)
    return max(-_MOST_DISPOSITION, min(_MOST_DISPOSITION, whole))


def speak_with(play: HeistPlay, person: str, asked: str) -> bool:
    """Speak somebody's first line that was not said yet; return whether there was one.

    Args:
        play: of the message.
        person: who is spoken to.
        asked: what the player said.
    """
    spec = play.score.people[person]
    for number, text in enumerate(spec.says):
        line = f"said:{person}:{number}"
        if line not in play.state["told"]:
            spoke = happened.PersonSpoke(person=person, name=spec.name, text=text, line=line, asked=asked)
            play.add(spoke)
            return True
    return False
