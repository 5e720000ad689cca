"""Goals of a walk: the move that brings something nearer that no walk has reached yet.

It reads the pack backwards, from a condition to what could make it true, and is for authors alone: a player
sees none of it.
"""

import random
from collections.abc import Callable, Iterator
from functools import partial

from echoes.games.conditions import Atom, Condition
from echoes.games.story.pack.parts import PLAYER, StoryEffects
from echoes.games.story.pack.schema import StoryPack
from echoes.games.story.rules.acting import open_acts
from echoes.games.story.rules.effects import things_at_hand
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.rules.predicates import holds_in_story, owner_and_value
from echoes.games.story.rules.speaking import is_open_line, line_key
from echoes.games.story.rules.surroundings import here
from echoes.games.story.state import does_know
from echoes.games.story.turn.moves import heard_topics, places_to_go

_DEEPEST = 9
_Gives = Callable[[StoryEffects], bool]


def move_towards(play: StoryPlay, goal: str, chance: random.Random) -> str:
    """Return a move that brings a goal nearer; empty where none is found.

    Args:
        play: before the move.
        goal: such as `act unload`, `ending five`, `line tove.boat`, `secret letter`, `beat found`.
        chance: decides between several ways.
    """
    kind, _, name = goal.partition(" ")
    search = _Search(play, chance)
    match kind:
        case "act":
            key, _, refused = name.partition(".")
            return search.act(key, to_be_refused=bool(refused))
        case "line":
            who, _, key = name.partition(".")
            return search.line(who, key)
        case "secret":
            return search.atom("knows", name)
        case "beat":
            return search.atom("beat", name)
        case "ending":
            return search.unmet(play.story.endings[name].when)
        case _:
            return search.go(name) if kind == "place" else ""


class _Search:
    def __init__(self, play: StoryPlay, chance: random.Random) -> None:
        self._play, self._chance = play, chance
        self._tried: list[str] = []

    @property
    def _story(self) -> StoryPack:
        return self._play.story

    def _once(self, what: str, find: Callable[[], str]) -> str:
        """Return the goals that are found further out, unless they are looked for already."""
        if what in self._tried or len(self._tried) > _DEEPEST:
            return ""
        self._tried.append(what)
        found = find()
        self._tried.pop()
        return found

    def _first(self, ways: Iterator[Callable[[], str]]) -> str:
        every = [*ways]
        self._chance.shuffle(every)
        return next((move for way in every if (move := way())), "")

    def unmet(self, condition: Condition | None) -> str:
        """Return a move towards a condition; empty where it holds, or nothing leads to it."""
        if condition is None or holds_in_story(condition, self._play.state):
            return ""
        if condition.op in ("all", "any"):
            return self._first(partial(self.unmet, one) for one in condition.parts)
        if condition.op != "not":
            return self.atom(condition.op, condition.value)
        # What stands in the way: an act that is not done yet is to be done, who is present is to be left.
        ways: list[Callable[[], str]] = []
        for atom, value in condition.atoms():
            ways += [partial(self.act, str(value))] if atom == "once" else []
            ways += [self._away] if atom == "with" else []
        return self._first(iter(ways))

    def atom(self, atom: str, value: Atom) -> str:
        """Return a move towards one atom of a condition."""
        return self._once(f"{atom} {value}", partial(self._atom, atom, value))

    def _atom(self, atom: str, value: Atom) -> str:
        who, what = owner_and_value(value)
        match atom:
            case "knows" if who == PLAYER:
                return self._giving(lambda effects: what in effects.learn)
            case "knows":
                known = does_know(self._play.state, PLAYER, what)
                return self._speech("tell", who, what) if known else self.atom("knows", what)
            case "trust":
                return self._giving(lambda effects: effects.trust.get(who, 0) > 0)
            case "has" if who == PLAYER and what in things_at_hand(self._play):
                return f"take:{what}"
            case "has":
                return self._thing_place(what) or self._giving(lambda effects: effects.give.get(what) == who)
            case "beat":
                return self._beat(str(value))
            case "at" if who == PLAYER:
                return self.go(what)
            case "with":
                return self.go(self._play.state["at"].get(str(value), ""))
            case _:
                return ""

    def _beat(self, key: str) -> str:
        if key not in self._story.chapters[self._play.state["chapter"]].beats:
            return self.unmet(self._story.chapters[self._play.state["chapter"]].complete)
        when = self._story.chapters[self._play.state["chapter"]].beats[key].when
        return self.unmet(when) if when else self._giving(lambda effects: key in effects.beat)

    def _giving(self, gives: _Gives) -> str:
        """Return a move towards whatever has an effect."""
        lines = [
            (who, key)
            for who, member in self._story.cast.items()
            for key, line in member.lines.items()
            if gives(line.effects) and line_key(who, key) not in self._play.state["told"]
        ]
        done = self._play.state["done"]
        acts = [key for key, act in self._story.acts.items() if gives(act.effects) and key not in done]
        ways: list[Callable[[], str]] = [partial(self.line, who, key) for who, key in lines]
        return self._first(iter([*ways, *(partial(self.act, key) for key in acts)]))

    def act(self, key: str, to_be_refused: bool = False) -> str:
        """Return a move towards an act."""
        return self._once(f"act {key}", partial(self._act, key, to_be_refused))

    def _act(self, key: str, to_be_refused: bool) -> str:
        spec, play = self._story.acts[key], self._play
        if spec.kind == "offstage":
            return ""
        refusal = spec.refusal.when if spec.refusal and not to_be_refused else None
        stands = refusal is not None and refusal.op == "not" and holds_in_story(refusal, play.state)
        if refusal and stands and (move := self.unmet(refusal.parts[0])):
            return move
        if key in open_acts(play):
            return f"do:{key}"
        if spec.at and spec.at != here(play.state) and holds_in_story(spec.when, play.state):
            return self.go(spec.at)
        if move := self.unmet(spec.when):
            return move
        target = spec.target or ""
        return self.go(play.state["at"].get(target, "")) if target in self._story.cast else ""

    def line(self, who: str, key: str) -> str:
        """Return a move towards a line."""
        return self._once(f"line {who}.{key}", partial(self._line, who, key))

    def _line(self, who: str, key: str) -> str:
        spec = self._story.cast[who].lines[key]
        if not is_open_line(self._play, spec):
            return self.unmet(spec.when) or self._away()
        about = self._chance.choice(spec.about) if spec.about else ""
        if about in self._story.acts:
            return self.act(about)
        act = self._chance.choice(spec.acts)
        if act in ("ask", "tell", "show", "greet"):
            return self._speech(act, who, about)
        if act == "react" and spec.to:
            return self._speech("ask", spec.to, about) if who in self._play.present() else self._meet(who)
        return "wait:" if who in self._play.present() else self._meet(who)

    def _speech(self, act: str, who: str, topic: str) -> str:
        play = self._play
        if who not in play.present():
            return self._meet(who)
        if act == "greet":
            return f"greet:{who}"
        known = play.state["knows"][PLAYER]
        open_topics = {"tell": known, "show": things_at_hand(play)}.get(act, heard_topics(play))
        if not topic:
            return f"{act}:{who}:{self._chance.choice(open_topics)}" if open_topics else ""
        if topic in open_topics:
            return f"{act}:{who}:{topic}"
        if topic in self._story.secrets:
            return self.atom("knows", topic)
        return self._thing_place(topic) or (self.atom("has", topic) if topic in self._story.things else "")

    def _thing_place(self, thing: str) -> str:
        held = self._play.state["holds"]
        places = [key for key, one in self._story.places.items() if thing in one.things]
        seen = (
            thing not in held and places and holds_in_story(self._story.things[thing].when, self._play.state)
        )
        return self.go(places[0]) if seen else ""

    def _meet(self, who: str) -> str:
        return self.go(self._play.state["at"].get(who, ""))

    def go(self, place: str) -> str:
        """Return the way to a place; empty where none is open."""
        if place in places_to_go(self._play):
            return f"go:{place}"
        hidden = place in self._story.places and place != here(self._play.state)
        return self._giving(lambda effects: effects.move.get(PLAYER) == place) if hidden else ""

    def _away(self) -> str:
        """Return a way to elsewhere, where others are or nobody is."""
        return f"go:{self._chance.choice(ways)}" if (ways := places_to_go(self._play)) else ""
