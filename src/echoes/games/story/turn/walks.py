"""Walks that name no place: back to where the player was, or to somebody who is elsewhere."""

import re
from collections.abc import Iterable

from echoes.games.reading.move import MOST_ASKED
from echoes.games.story.pack.parts import PLAYER
from echoes.games.story.rules.acting import acts_elsewhere, open_acts
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.turn.intent import StoryIntent
from echoes.games.story.turn.matching import WordingMatcher
from echoes.games.story.turn.moves import heard_topics, places_to_go, way_to

_WISH = {
    "en": (
        r"(?:(?:please|then|now|ok|okay|well|so|and|maybe|first|next|just|let's|let us|let me|shall we|"
        r"(?:can|could|may) (?:i|we)|(?:i|we)(?:'ll| will| should| must| can|'m going to|"
        r" am going to|(?:'d| would) like to| (?:want|need|have|try) to)?)[ ,]+)*"
    ),
    "zh": r"(?:我们?|咱们?|那|先|现在|就|还是|再|要|想|得|该|请|然后|接着|打算|准备|,| )*",
}
_BACK = {
    "en": (
        r"(?:(?:leave|turn(?: around)?) and )?(?:(?:go|walk|head|come|turn|get|run|hurry)"
        r"(?: right| straight)? back|back|return|retrace my steps)"
        r"(?: (?:again|now|please))*(?P<where>(?: (?:down|up|out|in|inside|outside|there))+)?"
        r"(?: (?:to )?(?:where (?:i|we) (?:was|were|came from|have been)|the way (?:i|we) came|"
        r"the (?:last|previous) (?:place|room)))?"
    ),
    "zh": (
        r"(?:往回走|走?回去|返回|[折退]回去?|掉头回去|原路(?:返回|回去)|走回头路|"
        r"回到?(?:刚才|刚刚|之前|原来|原先|上一个|前一个|先前)(?:待?的|那个|那间)*"
        r"(?:地方|房间|位置|屋子|那里|那儿)?去?)(?:吧|了|好了|一趟)*"
    ),
}
_TO_SOMEBODY = {
    "en": (
        r"(?:(?:go|walk|head|come|run|get|return|hurry|back)(?: (?:back|over|up|down|out|in|off))*"
        r"(?: to| (?:and |to )?(?:see|find|visit|meet|join|look for|(?:talk|speak|chat) (?:to|with)))|"
        r"visit|find|look for|search for|seek out|(?<!\bi )(?<!\bwe )see|meet|join|call on)"
        r" (?:(?:the|old|young|dear|poor|good) )*(?P<who>{people})(?: (?:again|now|please))*"
    ),
    "zh": (
        r"(?:[再回过去到]+(?:(?<=去)看看?|找|见见|(?<![再回])见)(?:一下)?(?P<who>{people})"
        r"(?:聊聊|谈谈|说说话)?|(?:找|见见|(?<![再回])见|看望|拜访|探望)(?P<seen>{people})|"
        r"(?:去|到|回到|走到|跑到|回|上|往)(?P<place>{people})(?:那里|那儿|那边|身边|跟前|旁边|那)去?)"
        r"(?:看看|一趟|吧|了|一下)*"
    ),
}
_SIGHTS = re.compile(r"\b(?:can|could|may)(?: (?:i|we|now|just|only|even|still|already))* (?:see|find)\b")
"""What one can see is told, and what one could find is asked: neither is a way."""
_MARKS = r"[\s.,!;。，！]*"


def walk_meant(play: StoryPlay, matcher: WordingMatcher, plain: str) -> StoryIntent | None:
    """Return the walk that a message means; None where it means none, or names a place.

    Args:
        play: before the message.
        matcher: of the story.
        plain: the message in one case and width.
    """
    language = play.language
    if found := re.fullmatch(f"{_WISH[language]}{_BACK[language]}{_MARKS}", plain):
        return _back(play, is_certain=not found.groupdict().get("where"))
    people = _TO_SOMEBODY[language].format(people=matcher.people)
    found = re.fullmatch(f"{_WISH[language]}{people}{_MARKS}", plain)
    if not found or _SIGHTS.search(plain):
        return None
    who = matcher.aliases[next(filter(None, found.groups()))]
    is_away = who not in play.present() and who in heard_topics(play)
    return _to_somebody(play, matcher, plain, who) if is_away else None


def _back(play: StoryPlay, is_certain: bool) -> StoryIntent:
    """Return the way back, or the question where to; back inside may be another way than back."""
    before = play.state["came_from"]
    if before not in places_to_go(play):
        return StoryIntent("command", "go")
    way = f"go:{before}"
    return StoryIntent("move", way) if is_certain else StoryIntent("choose", moves=[way], why="ask_meant")


def _to_somebody(play: StoryPlay, matcher: WordingMatcher, plain: str, who: str) -> StoryIntent:
    """Return the way to somebody, or a deed that leads to them, or that the player doesn't know where."""
    if way := way_to(play, who):
        return StoryIntent("move", way)
    if deeds := _deeds_towards(play, matcher, plain, who, open_acts(play)):
        return StoryIntent("choose", moves=deeds[:MOST_ASKED], why="ask_meant")
    elsewhere = acts_elsewhere(play)
    places = [elsewhere[key[3:]] for key in _deeds_towards(play, matcher, plain, who, elsewhere)]
    if ways := [f"go:{place}" for place in dict.fromkeys(places) if place in places_to_go(play)]:
        return StoryIntent("elsewhere", moves=ways[:MOST_ASKED], why="ask_elsewhere")
    return StoryIntent("absent", who, why="absent_somewhere")


def _deeds_towards(
    play: StoryPlay, matcher: WordingMatcher, plain: str, who: str, acts: Iterable[str]
) -> list[str]:
    """Return those of some deeds that were said whole, or that take the player to somebody whom they name."""
    keys = [f"do:{act}" for act in acts]
    found = matcher.match(plain, (who,), keys)
    if found.is_whole:
        return [*found.leading]
    return [
        key
        for key in keys
        if PLAYER in play.story.acts[key[3:]].effects.move and f"@{who}" in matcher.ideas_of(key)
    ]
