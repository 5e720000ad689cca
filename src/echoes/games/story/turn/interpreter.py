"""The interpreter of one message: a deed, a way, a look or words to somebody, by rules."""

import re
from collections.abc import Sequence
from dataclasses import replace

from echoes.games.reading.move import MOST_ASKED
from echoes.games.story.pack.parts import PLAYER
from echoes.games.story.rules.acting import open_acts
from echoes.games.story.rules.effects import things_at_hand
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.turn.certainty import FILLERS, said_or_shown, says_just
from echoes.games.story.turn.deeds import deeds_offered, why_closed
from echoes.games.story.turn.intent import StoryIntent
from echoes.games.story.turn.matching import Matches, WordingMatcher
from echoes.games.story.turn.moves import heard_topics, places_to_go, way_to
from echoes.games.story.turn.pronouns import people_meant, people_spoken_of
from echoes.games.story.turn.speeches import fitting_speech, nothing_to_tell
from echoes.games.story.turn.topics import (
    CLEARLY,
    is_of_addressee,
    speaks_of_nothing_else,
    speaks_of_others,
    topics_meant,
)
from echoes.games.story.turn.whereabouts import ways_to_named
from echoes.language.speech_act import SpeechAct

_DEEDS = ("look", "take", "go")
_WHERE_TO = re.compile(
    r"^(?:现在|到底|人|又)*(?:在|去|上|到|跑|躲)了?(?:哪|什么地方)|^(?:怎么|为什么|干嘛)还?(?:没|不)"
)
"""Words about somebody who is not here, rather than to them."""
_ENOUGH = 1.2
"""The score from which a deed is taken though none of its wordings was said whole."""


class Interpreter:
    """The reading of one message.

    Args:
        play: before the message.
        matcher: of the story.
        act: the message as a speech act.
        plain: the message in one case and width.
    """

    def __init__(self, play: StoryPlay, matcher: WordingMatcher, act: SpeechAct, plain: str) -> None:
        self._play, self._matcher, self._act, self._plain = play, matcher, act, plain

    def read(self) -> StoryIntent:
        """Return the intent of the message."""
        act = self._act
        if act.act == "around":
            return StoryIntent("command", "look")
        speaks = act.addressees or act.act in ("ask", "tell", "show", "greet")
        if not speaks and (done := self._deed()):
            return done
        if act.act == "wait":
            return StoryIntent("move", "wait:")
        if act.act == "greet":
            return StoryIntent("nobody") if act.rest and not act.addressees else self._greeting()
        return self._speech()

    def _deed(self) -> StoryIntent | None:
        """Return a move that is no speech: an act of the story, a way, a look; None for none of these."""
        act, play = self._act, self._play
        way = self._way() if act.act == "go" else None
        if way and way.kind != "choose":
            return way
        deeds = [f"do:{key}" for key in open_acts(play)]
        found = self._matcher.match(act.rest if act.act in ("", "go") else self._plain, act.mentioned, deeds)
        whole = self._matcher.match(self._plain, act.mentioned, deeds)
        found = max(found, whole, key=lambda one: (one.is_certain, one.score))
        topics = self._topics()
        asks = act.is_question and act.act not in _DEEDS  # "see what is missing" asks nobody
        if act.act in ("look", "take") and (seen := self._thing(found, whole=True)):
            return seen
        enough = found.is_certain and (found.is_whole or found.score >= _ENOUGH)
        if enough and not asks and found.score >= topics.score * 0.75:
            return StoryIntent("move", found.leading[0])
        if way:
            return replace(way, moves=[*found.leading, *way.moves][:MOST_ASKED])
        if not act.act and (way := self._way()):
            return way
        if act.act in ("look", "take") and (seen := self._thing(found)):
            return seen
        if act.act == "look" and (seen := self._somebody() or self._way(seen=True)):
            return seen
        if not act.is_question and (
            ways := ways_to_named(play, self._matcher, act, self._plain, found.score)
        ):
            return StoryIntent("elsewhere", moves=ways[:MOST_ASKED], why="ask_elsewhere")
        return None if asks else self._near_deed(found, topics)

    def _near_deed(self, found: Matches, topics: Matches) -> StoryIntent | None:
        """Return the deeds that words come near to, or why what they say can't be done here."""
        act = self._act
        is_deed = not found.is_whole and act.act != "wait"  # "stay here a while" gives no seat away
        if is_deed and (reason := why_closed(self._play, self._matcher, act, self._plain)):
            return reason
        is_seen = act.act in ("look", "take")
        if found.leading and (is_seen or found.score > topics.score):
            return StoryIntent("choose", moves=[*found.leading][:MOST_ASKED])
        return self._not_at_hand(topics) if is_seen and not found.leading else None

    def _not_at_hand(self, topics: Matches) -> StoryIntent:
        """Return that what is looked for is not here, and whom one could ask about it."""
        is_seen = self._act.act in ("look", "take")
        leading = [*topics.leading]
        if is_seen and not leading:
            leading = self._matcher.alike(
                self._act.rest, [f"topic:{one}" for one in heard_topics(self._play)]
            )
        if not leading:
            return StoryIntent("unknown")
        people = self._addressees() if is_seen else []
        away = [who for who in self._act.mentioned if is_seen and who not in self._play.present()]
        asks = [f"ask:{who}:{key.partition(':')[2]}" for key in leading for who in people]
        if away and (way := way_to(self._play, away[0])):
            return StoryIntent("absent", away[0], moves=[way, *asks][:MOST_ASKED], why="ask_absent")
        return StoryIntent("elsewhere", moves=asks[:MOST_ASKED], why="is_elsewhere")

    def _way(self, seen: bool = False) -> StoryIntent | None:
        """Return the place to go to; None where no place is named, or more than a place.

        Args:
            seen: whether a place is to be looked at, which is to go there.
        """
        places = [f"go:{place}" for place in self._play.story.places if place in self._play.state["heard"]]
        found = self._matcher.match(self._act.rest, (), places)
        if self._act.act == "go":
            found = self._matcher.exactly(self._act.rest, found)
        wanted = self._act.act == "go" or (not self._act.is_question and found.is_certain)
        if not found.leading or not wanted or (seen and not found.is_whole):
            return None
        says_more = self._matcher.says_more(self._act.rest, found.leading[0])
        if not self._act.act and (says_more or self._topics().score >= found.score):
            return None
        here = self._play.state["at"][PLAYER]
        if found.is_certain:
            way = found.leading[0]
            return StoryIntent("here") if way == f"go:{here}" else StoryIntent("move", way)
        open_ways = {f"go:{place}" for place in places_to_go(self._play)}
        moves = [key for key in found.leading if key in open_ways]
        return StoryIntent("choose", moves=moves[:MOST_ASKED]) if moves else None

    def _thing(self, deeds: Matches, whole: bool = False) -> StoryIntent | None:
        """Return the thing that is looked at or taken; None where it is not here, or not said `whole`."""
        play = self._play
        here = things_at_hand(play)
        found = self._matcher.match(self._act.rest, (), [f"topic:{thing}" for thing in here])
        if not found.leading or deeds.score > found.score * (1 if whole else CLEARLY):
            return None
        if whole and not found.is_whole:
            return None
        things = [key.partition(":")[2] for key in found.leading]
        kind = self._act.act
        if kind == "take":
            things = [one for one in things if play.story.things[one].portable] or things
            portable = play.story.things[things[0]].portable and play.state["holds"].get(things[0]) != PLAYER
            if not portable:  # to look at it is all that is left
                return StoryIntent("choose", moves=[f"look:{thing}" for thing in things][:MOST_ASKED])
        if found.is_certain or (len(things) == 1 and found.is_whole):
            return StoryIntent("move", f"{kind}:{things[0]}")
        return StoryIntent("choose", moves=[f"{kind}:{thing}" for thing in things][:MOST_ASKED])

    def _somebody(self) -> StoryIntent | None:
        """Return the person who is looked at, where nothing but a name was said."""
        people = [who for who in self._act.mentioned if who in self._play.present()]
        return StoryIntent("move", f"look:{people[0]}") if people and not self._act.rest else None

    def _topics(self) -> Matches:
        """Return the topic of the message, of all that the player has heard of."""
        return topics_meant(self._play, self._matcher, self._act)

    def _greeting(self) -> StoryIntent:
        people = self._addressees()
        return self._absent() or (self._to_whom("greet", people, [""]) if people else StoryIntent("alone"))

    def _absent(self) -> StoryIntent | None:
        """Return that somebody who is spoken to is not here, with the way to them; None where all are."""
        play = self._play
        absent = [who for who in self._act.addressees if who not in play.present()]
        if not absent:
            return None
        if len(absent) == 1 and self._act.act == "ask" and _WHERE_TO.search(self._act.rest):
            asks = [f"ask:{who}:{absent[0]}" for who in self._addressees()]
            if asks:  # 问老罗在哪 asks whoever is there
                return StoryIntent(
                    "choose", moves=asks[:MOST_ASKED], why="ask_whom" if asks[1:] else "ask_meant"
                )
        way = way_to(play, absent[0])
        return StoryIntent("absent", absent[0], moves=[way] if way else (), why="ask_absent")

    def _speech(self) -> StoryIntent:
        """Return the intent to say something to somebody."""
        act, play = self._act, self._play
        if absent := self._absent():
            return absent
        people = self._addressees()
        found = self._topics()
        topics = [key.partition(":")[2] for key in found.leading]
        is_of_them = act.about_addressee and is_of_addressee(self._matcher, act)
        if people and not topics and act.act in ("ask", "") and is_of_them:
            topics = people_spoken_of(play, act, people[0])
            found = Matches([f"topic:{one}" for one in topics], len(topics) == 1, 1.0)
        if not people and (topics or act.act or act.is_question):
            is_said = act.act in ("ask", "tell") or (act.act == "show" and speaks_of_others(act))
            looks = [] if is_said else [f"look:{one}" for one in topics if one in things_at_hand(play)]
            return StoryIntent("choose", moves=looks[:MOST_ASKED]) if looks else StoryIntent("alone")
        if act.act in _DEEDS and not (act.addressees or act.mentioned or act.is_question):
            return self._not_at_hand(found)
        if not people or not topics:
            return self._without_topic(people, topics)
        if not act.act and not act.is_question and act.is_claim:
            known = [topic for topic in topics if topic in play.state["knows"][PLAYER]]
            if known:
                moves = [f"{kind}:{people[0]}:{known[0]}" for kind in ("tell", "ask")]
                return StoryIntent("choose", moves=moves)
        says_more = self._matcher.says_more(act.rest, found.leading[0])  # a deed, perhaps
        if says_more and not (act.act or act.is_question or act.addressees):
            # "Kill Sunniva" is no question about her.
            return StoryIntent("unknown") if topics[0] in play.story.cast else self._unsure(people, topics)
        kind = act.act if act.act in ("ask", "tell", "show") else "ask"
        if kind == "show" and not any(topic in things_at_hand(play) for topic in topics):
            return self._deed() or StoryIntent("elsewhere")
        if kind == "tell" and not any(topic in play.state["knows"][PLAYER] for topic in topics):
            return nothing_to_tell(play, self._matcher, act, people, topics)
        kind, people, fitting = fitting_speech(play, kind, people, topics)
        is_told = kind == "tell" and len(fitting) == 1 and self._says_whole(fitting[0])
        return self._to_whom(kind, people, fitting, certain=found.is_certain or is_told)

    def _says_whole(self, topic: str) -> bool:
        """Return whether a topic was said whole, and nothing and nobody else was."""
        meant, act = f"topic:{topic}", self._act
        whole = self._matcher.match(act.rest, act.mentioned, [meant]).is_whole
        return whole and says_just(self._matcher, act, meant, act.mentioned)

    def _without_topic(self, people: Sequence[str], topics: Sequence[str]) -> StoryIntent:
        """Return the words to somebody about nothing that was heard of, or to nobody."""
        act, play = self._act, self._play
        says_nothing = not self._matcher.strong_ideas(act.rest) - FILLERS
        if act.addressees and says_nothing and not act.mentioned and (act.act == "ask" or not act.rest):
            if act.act == "ask":  # "ask Ada about Ada" is no greeting
                moves = [move for who in people for move in (f"ask:{who}:{who}", f"greet:{who}")]
                return StoryIntent("choose", moves=moves[:MOST_ASKED], why="ask_meant")
            return self._to_whom("greet", people, [""])
        moves = deeds_offered(play, self._matcher, act)
        asks_them = act.about_addressee and act.is_question and not speaks_of_others(act)
        if asks_them and not topics and speaks_of_nothing_else(act):
            moves += [f"ask:{who}:{who}" for who in people]
        return (
            StoryIntent("choose", moves=moves[:MOST_ASKED], why="ask_meant")
            if moves
            else StoryIntent("unknown")
        )

    def _unsure(self, people: Sequence[str], topics: Sequence[str]) -> StoryIntent:
        """Ask back what is to be done with a topic, of which the words do not say enough."""
        play, topic = self._play, topics[0]
        deeds = [f"do:{key}" for key in open_acts(play)]
        near = self._matcher.match(self._plain, self._act.mentioned, deeds).leading
        here = [one for one in topics if one in things_at_hand(play)]
        looks = [f"look:{one}" for one in here]
        asks = said_or_shown(play, [f"ask:{who}:{topic}" for who in people])
        moves = [*near[:1], *asks[:1], *looks[:1], *asks[1:], *looks[1:]]
        return StoryIntent("choose", moves=moves[:MOST_ASKED], why="ask_meant")

    def _to_whom(
        self, kind: str, people: Sequence[str], topics: Sequence[str], certain: bool = True
    ) -> StoryIntent:
        """Return the move, or ask back for whom or what is meant."""
        moves = [f"{kind}:{who}:{topic}" if topic else f"{kind}:{who}" for topic in topics for who in people]
        if len(moves) == 1 and certain:
            return StoryIntent("move", moves[0])
        why = "ask_whom" if len(people) > 1 else "ask_which"
        return StoryIntent("choose", moves=moves[:MOST_ASKED], why=why)

    def _addressees(self) -> list[str]:
        """Return the people who may be meant: those named, else the one spoken to last, else all there."""
        play = self._play
        here = people_meant(play, self._act)
        named = [who for who in self._act.addressees if who in here]
        if named:
            return named
        free = [who for who in here if who not in play.state["muted"]]
        last = play.state["addressee"]
        return [last] if last in here else free
