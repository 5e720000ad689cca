"""The AI player of stories that heads for endings, without a model: it sees what a person sees."""

import random
from collections.abc import Mapping, Sequence

from echoes.core.log.events import ClarificationAsked, Event, Option
from echoes.games.player import Move, PlayerSeat
from echoes.games.story.events import (
    ChapterOpened,
    CharacterCame,
    PlaceEntered,
    SecretLearned,
    StoryStarted,
    SuggestionsOffered,
    ThingMoved,
)
from echoes.games.story.phrases import story_phrase
from echoes.games.world.events import MoveOption

_LATE = 3
"""The chapter from which it decides; before that it finds out."""
_MOST_ASKED, _MOST_TOLD = 4, 10
"""The most that it says at a place before it goes on, and before it decides."""
_OFFERED, _TOLD_EARLY, _NOT_NEWEST = 0.5, 0.2, 0.4
"""The chances that it says what is offered, tells where it might ask, and asks of anything but the newest."""


class EndingSeeker:
    """Looks, asks and tells in its own words; late in the story it decides otherwise for each seed.

    It knows no ending beforehand. Late in the story it tells whoever is there what it knows, takes note of
    every deed that is offered, and does first the one that its seed names: as many seeds as there are deeds
    try each of them. A deed that is refused is followed by the next.

    Args:
        seat: with the opening and the seed.
    """

    name = "seeker"
    asks_a_model = False

    def __init__(self, seat: PlayerSeat) -> None:
        self._chance = random.Random(seat.seed)
        self._language, self._seed = seat.started.lang, seat.seed
        self._options: Sequence[Option] = ()
        self._chapter, self._said, self._asked_back = 1, 0, False
        self._here: dict[str, str] = {}
        self._topics: dict[str, str] = {}
        self._learned: dict[str, str] = {}
        self._deeds: dict[str, str] = {}
        self._done: set[str] = set()

    async def move(self, events: Sequence[Event], turns_left: int) -> Move | None:
        """Return the number of an option, or words of its own; None where nothing is offered."""
        known = len(self._deeds)
        for event in events:
            self._follow(event)
        if not self._options:
            return None
        if self._asked_back:
            return Move(str(self._chance.choice(self._options).n))
        if self._chapter < _LATE:
            return Move(self._new_deed() or self._new_words() or self._way() or self._any())
        told = self._words("tell", self._learned) if self._said < _MOST_TOLD else ""
        all_seen = len(self._deeds) == known or turns_left <= len(self._deeds)
        return Move(told or (self._decision() if all_seen else "") or self._any(("do:", "go:")))

    def _follow(self, event: Event) -> None:
        """Take note of an event as a person sees it."""
        match event:
            case StoryStarted() | PlaceEntered():
                self._here, self._said = {**event.people}, 0
                near = event.people | event.things
                self._topics = {key: one for key, one in self._topics.items() if key not in near} | near
            case CharacterCame() if event.came:
                self._here[event.character] = self._topics[event.character] = event.name
            case CharacterCame():
                self._here.pop(event.character, None)
            case ThingMoved():
                self._topics[event.thing] = event.name
            case SecretLearned():
                self._topics[event.secret] = self._learned[event.secret] = event.title
            case ChapterOpened():
                self._chapter = event.number
                self._done = {key for key in self._done if not key.startswith("ask:")}
            case _:
                pass
        if isinstance(event, StoryStarted | SuggestionsOffered | ClarificationAsked):
            self._options, self._asked_back = event.options, isinstance(event, ClarificationAsked)
            for one in self._keyed("ask:"):
                self._note_topic(one)
        if isinstance(event, SuggestionsOffered) and self._chapter >= _LATE:
            self._deeds |= {one.key: one.text for one in self._keyed("do:") if one.key not in self._done}

    def _note_topic(self, option: MoveOption) -> None:
        """Take note of what a question that is offered is about, by its words."""
        _, who, topic = option.key.split(":")
        before, _, after = story_phrase(
            self._language, "move_ask", name=self._here.get(who, ""), topic="\n"
        ).partition("\n")
        if who != topic and option.text.startswith(before) and option.text.endswith(after):
            self._topics.setdefault(topic, option.text[len(before) : len(option.text) - len(after)])

    def _keyed(self, *kinds: str) -> list[MoveOption]:
        """Return the options of some kinds."""
        return [one for one in self._options if isinstance(one, MoveOption) and one.key.startswith(kinds)]

    def _new_deed(self) -> str:
        """Return the number of a deed or look that was not tried yet."""
        fresh = [one for one in self._keyed("do:", "look:", "take:") if one.key not in self._done]
        if not fresh:
            return ""
        chosen = self._chance.choice(fresh)
        self._done.add(chosen.key)
        return str(chosen.n)

    def _new_words(self) -> str:
        """Return something to ask or tell; nothing once enough was said at a place."""
        if self._said >= _MOST_ASKED:
            return ""
        offered = self._keyed("ask:", "tell:", "show:")
        if offered and self._chance.random() < _OFFERED:
            self._said += 1
            return str(self._chance.choice(offered).n)
        tells = self._chance.random() < _TOLD_EARLY
        asked = self._topics
        if self._chance.random() < _NOT_NEWEST:
            asked = dict(self._chance.sample([*asked.items()], len(asked)))
        return (self._words("tell", self._learned) if tells else "") or self._words("ask", asked)

    def _words(self, act: str, topics: Mapping[str, str]) -> str:
        """Return the words that ask or tell somebody here about the newest that was not; empty for none."""
        for topic, title in reversed([*topics.items()]):
            for who, name in self._here.items():
                if (key := f"{act}:{who}:{topic}") not in self._done:
                    self._done.add(key)
                    self._said += 1
                    form = "ask_self" if who == topic else act
                    return story_phrase(self._language, f"move_{form}", name=name, topic=title)
        return ""

    def _way(self) -> str:
        """Return the number of a way, if one is offered."""
        ways = self._keyed("go:")
        return str(self._chance.choice(ways).n) if ways else ""

    def _decision(self) -> str:
        """Return the words of the deed that comes next, the seed's own first; empty for none."""
        if not self._deeds:
            return ""
        chosen = [*self._deeds][self._seed % len(self._deeds)]
        self._done.add(chosen)
        return self._deeds.pop(chosen)

    def _any(self, left_out: tuple[str, ...] = ("-",)) -> str:
        """Return the number of any option, other kinds than those that are left out first."""
        kept = [one for one in self._keyed("") if not one.key.startswith(left_out)]
        return str(self._chance.choice(kept or self._options).n)
