"""The moves that are open in a state, in words, and those that are shown as being at hand."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from echoes.games.reading.move import WordedMove
from echoes.games.story.events import SuggestionsOffered
from echoes.games.story.pack.parts import PLAYER
from echoes.games.story.phrases import STORY_PHRASES
from echoes.games.story.rules.acting import acts_elsewhere, is_refused, open_acts
from echoes.games.story.rules.effects import things_at_hand
from echoes.games.story.rules.endings import progress_in
from echoes.games.story.rules.naming import topic_said_to
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.rules.predicates import holds_in_story
from echoes.games.story.rules.speaking import find_line, has_told, line_of
from echoes.games.story.rules.surroundings import here, people_at, things_at, ways_from
from echoes.games.story.state import refusal_mark
from echoes.games.world.events import MoveOption

_KINDS_BY_TURNS = 3
"""What can be told, looked at and gone to: each is first in its turn."""


def heard_topics(play: StoryPlay) -> list[str]:
    """Return the topics open to the player, the latest first; what anybody would ask stands between."""
    heard = [topic for topic in play.state["heard"] if topic not in play.story.places]
    asked = [key for key, one in play.story.questions.items() if holds_in_story(one.when, play.state)]
    return [*reversed(play.state["knows"][PLAYER]), *asked, *reversed(heard)]


def move_text(play: StoryPlay, key: str) -> str:
    """Return a move in words, as the player would say it."""
    kind, _, rest = key.partition(":")
    who, _, topic = rest.partition(":")
    story = play.story
    match kind:
        case "ask" | "tell" | "show":
            about = "ask_self" if who == topic else kind
            said = topic_said_to(story, who, topic)
            return play.say(f"move_{about}", name=story.cast[who].name, topic=said)
        case "greet":
            return play.say("move_greet", name=story.cast[who].name)
        case "go":
            return play.say("move_go", place=story.places[rest].name)
        case "look" | "take":
            named = story.cast if rest in story.cast else story.things
            return play.say(f"move_{kind}", thing=named[rest].name)
        case "do":
            return story.acts[rest].label
        case _:
            return play.say("move_wait")


def places_to_go(play: StoryPlay) -> list[str]:
    """Return the places to which the player can go."""
    return ways_from(play.story, play.state, here(play.state))


def way_to(play: StoryPlay, who: str) -> str:
    """Return the way to somebody who is elsewhere; empty where the player does not know where they are.

    Who takes part in the chapter can be met at any place that is open. Others are where they were at the
    beginning, as far as the player knows who met them: where else they have gone, nobody told.

    Args:
        play: before the message.
        who: is sought.
    """
    state, at = play.state, play.state["at"].get(who, "")
    if who not in state["heard"]:
        return ""
    takes_part = who in play.story.chapters[state["chapter"]].characters
    was_met = who in state["met"] and at in state["visited"] and at == play.story.cast[who].at
    return f"go:{at}" if (takes_part or was_met) and at in places_to_go(play) else ""


def all_moves(play: StoryPlay) -> Iterator[str]:
    """Yield every move that the player could make, told topics and all."""
    yield from (f"do:{act}" for act in open_acts(play))
    topics = heard_topics(play)
    for who in play.present():
        yield f"greet:{who}"
        yield from (f"ask:{who}:{topic}" for topic in topics)
        yield from (f"tell:{who}:{topic}" for topic in play.state["knows"][PLAYER])
        yield from (f"show:{who}:{thing}" for thing in things_at_hand(play))
    yield from (f"look:{thing}" for thing in things_at_hand(play))
    yield from _takeable(play)
    yield from (f"go:{place}" for place in places_to_go(play))
    yield "wait:"


def worded_moves(play: StoryPlay) -> list[WordedMove]:
    """Return the open moves with the words by which they may be meant."""
    towards = {who: way_to(play, who) for who in play.story.cast}
    moves, it = [_worded(play, key, towards) for key in all_moves(play)], _thing_at_hand(play)
    spoken = _words(play, "words_it") if it else ()
    return [replace(one, cues=(*one.cues, *spoken)) if one.key.split(":")[-1] == it else one for one in moves]


def _thing_at_hand(play: StoryPlay) -> str:
    """Return the thing that *it* means: looked at or taken last; empty for none, or for one of two."""
    looked = [key.removeprefix("look:") for key in play.state["told"] if key.startswith("look:")]
    held = [thing for thing, holder in play.state["holds"].items() if holder == PLAYER]
    last = {*looked[-1:], *held[-1:]} & play.story.things.keys()
    return last.pop() if len(last) == 1 else ""


def _worded(play: StoryPlay, key: str, towards: Mapping[str, str]) -> WordedMove:
    story, (kind, _, rest) = play.story, key.partition(":")
    who, _, topic = rest.partition(":")
    about: Sequence[str] = ()
    match kind:
        case "ask" | "tell" | "show":
            about, cues = _people_in(play, topic), story.words_for(topic)
            if kind == "ask" and who == play.state["addressee"] and topic in _last_topics(play, who):
                cues = (*cues, *_words(play, "words_on"))
            if kind == "ask" and who == topic:
                cues = (*cues, *_words(play, "words_self"))
            if kind == "ask" and (cast := story.cast.get(topic)) and cast.pronoun and who != topic:
                cues = (*cues, *_words(play, f"words_where_{cast.pronoun}"))
        case "look" | "take":
            who, about, cues = "", _people_in(play, rest), story.words_for(rest)
        case "go":
            about = [one for one, way in towards.items() if way == key]
            who, cues = "", place_words(play, rest)
        case "do":
            act = story.acts[rest]
            return WordedMove(
                key, act.label, act.wordings, final=act.is_decisive, shown=_is_offered(play, rest)
            )
        case "greet" | "wait":
            cues = _words(play, f"words_{kind}")
        case _:
            cues = ()
    return WordedMove(key, move_text(play, key), cues, kind, who, about)


def _people_in(play: StoryPlay, topic: str) -> Sequence[str]:
    """Return the topic where it is a person."""
    return (topic,) if topic in play.story.cast else ()


def _last_topics(play: StoryPlay, who: str) -> list[str]:
    """Return the secrets and topics of the last line of somebody; none where it was about nothing."""
    for key in reversed(play.state["told"]):
        if (line := line_of(play.story, key)) and line.about and key.startswith(f"{who}."):
            return [*line.effects.learn, *line.about]
    return []


def place_words(play: StoryPlay, place: str) -> Sequence[str]:
    """Return the words for a place; where the player came from, those for going back too."""
    one = play.story.places[place]
    back = _words(play, "words_back") if play.state.get("came_from") == place else ()
    return (one.name, *one.wordings, *back)


def _words(play: StoryPlay, key: str) -> Sequence[str]:
    return STORY_PHRASES.of_language(play.language).lists[key]


def suggested_moves(play: StoryPlay) -> list[str]:
    """Return a few moves for whoever does not know what to do; nothing in them is unheard.

    Deeds come first, then a question. The rest is shared by what can be told, looked at and gone to, each
    first in its turn. Of a kind, what was offered last comes last.
    """
    deeds = (f"do:{act}" for act in open_acts(play) if _is_offered(play, act))
    deeds = iter(sorted(deeds, key=lambda key: key in play.state["asked"]))
    asks = _fresh_speeches(play, "ask")
    others = [_fresh_speeches(play, "tell"), _unseen(play), _ways(play)]
    first = play.state["turns"] % _KINDS_BY_TURNS
    others = [*others[first:], *others[:first]]
    found: list[str] = []
    for group, wanted in ((deeds, 2), (asks, 1), *((one, 1) for one in others), (asks, 1), (others[0], 1)):
        found += islice(group, wanted)
    most = play.story.pace.offers
    return found[:most] if len(found) >= most else [*found, "wait:"][:most]


def _is_offered(play: StoryPlay, act: str) -> bool:
    """Return whether an act is among what is at hand: not where it was refused, and would be again."""
    spec = play.story.acts[act]
    was_refused = refusal_mark(act) in play.state["done"]
    return spec.offer and not (was_refused and is_refused(play, spec))


def _fresh_speeches(play: StoryPlay, act: str) -> Iterator[str]:
    """Yield what somebody present has a fresh line on, one each: the newest or, every other turn, others."""
    topics = heard_topics(play) if act == "ask" else [*reversed(play.state["knows"][PLAYER])]
    start = play.state["turns"] % len(topics) if topics and play.state["turns"] % 2 else 0
    topics = [*topics[start:], *topics[:start]]
    people = sorted(
        (who for who in play.present() if who not in play.state["muted"]),
        key=lambda who: who != play.state["addressee"],
    )
    seen: set[str] = set()
    for topic in topics:
        for who in people:
            # Who knows of it already is not left out: that would say who does.
            if (
                who not in seen
                and (act != "tell" or _is_news(play, who, topic))
                and find_line(play, who, act, topic)
            ):
                seen.add(who)
                yield f"{act}:{who}:{topic}"


def _is_news(play: StoryPlay, who: str, secret: str) -> bool:
    """Return whether a secret is offered to be told somebody: neither what they told nor what is of them."""
    is_of_them = play.story.cast[who].name in play.story.title_of(secret)
    return not is_of_them and not has_told(play, who, secret)


def _unseen(play: StoryPlay) -> Iterator[str]:
    told = play.state["told"]
    yield from (f"look:{thing}" for thing in things_at_hand(play) if f"look:{thing}" not in told)
    yield from (key for key in _takeable(play) if key.replace("take", "look", 1) in told)


def _takeable(play: StoryPlay) -> Iterator[str]:
    holds = play.state["holds"]
    yield from (
        f"take:{thing}"
        for thing in things_at_hand(play)
        if play.story.things[thing].portable and thing not in holds
    )


def _ways(play: StoryPlay) -> Iterator[str]:
    """Yield where to go, places that are new first; in the last chapter where its matter is settled."""
    places = _by_what_is_there(play, places_to_go(play))
    visited = () if _is_last_chapter(play) else play.state["visited"]
    yield from (f"go:{place}" for place in sorted(places, key=lambda one: one in visited))


def _by_what_is_there(play: StoryPlay, places: Sequence[str]) -> list[str]:
    """Return places by turns, those with anything left to do, to see or to hear first.

    In the last chapter what has most deeds and people comes first of all: its matter is settled in one place.
    """
    deeds = Counter(place for act, place in acts_elsewhere(play).items() if _is_offered(play, act))
    open_there = {place: deeds[place] + len(people_at(play.story, play.state, place)) for place in places}
    left = [place for place in places if open_there[place] or any(_is_left(play, place))]
    start = play.state["turns"] // _KINDS_BY_TURNS % max(1, len(left))
    left = [*left[start:], *left[:start]]
    if _is_last_chapter(play):
        left.sort(key=lambda place: -open_there[place])
    return [*left, *(place for place in places if place not in left)]


def _is_last_chapter(play: StoryPlay) -> bool:
    return not play.story.chapters[play.state["chapter"]].next


def _is_left(play: StoryPlay, place: str) -> Iterator[bool]:
    """Yield of each thing at a place whether it can still be taken or, fixed, was not looked at."""
    for thing in things_at(play.story, play.state, place):
        yield play.story.things[thing].portable or f"look:{thing}" not in play.state["told"]


def offer_suggestions(play: StoryPlay) -> SuggestionsOffered:
    """Return the open moves, as they are offered."""
    moves = enumerate(suggested_moves(play), 1)
    options = [MoveOption(n=n, text=move_text(play, key), key=key) for n, key in moves]
    return SuggestionsOffered(
        prompt=play.say("at_hand"), options=options, progress=progress_in(play.story, play.state)
    )
