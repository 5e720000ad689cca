"""Accusations that leave open who it was: "it was either you or Eskil", "it was her", 是她干的."""

import re
from collections.abc import Sequence

from echoes.games.reading.move import MOST_ASKED
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.turn.intent import StoryIntent
from echoes.games.story.turn.matching import WordingMatcher
from echoes.games.story.turn.moves import heard_topics
from echoes.games.story.turn.spoken_of import people_spoken_of_last
from echoes.language.speech_act import SpeechAct

_DONE = "(?:[干做割拆拿写偷]的|动的手)?"
_OF_TWO = {
    "en": (
        r"^(?=.*\b(?:it|that|either|did|done)\b)"
        r"\W*(?:(?:so|then|well|i (?:think|bet|guess|say)|(?:{people}))[, ]+)*(?:either )?"
        r"(?:(?:it|that)(?:'s| is| was| must have been| has to be| had to be) )?(?:either )?"
        r"(?P<one>{people}) or (?:else )?(?:it was )?(?P<other>{people})"
        r"(?: who)?(?: (?:did|has done) (?:it|this|that))?\W*$"
    ),
    "zh": (
        r"^(?=.*(?:要么|不是|肯定|[干做割拆拿写偷动])|\W*是)\W*(?:(?:那|那么|所以|我看|我想|反正|(?:{people}))[,:]?)*"
        r"(?:要么|或者|(?P<not>不是)|肯定)?是?(?P<one>{people})"
        rf"{_DONE},?(?(not)就|(?:要么|或者?|还))是?(?P<other>{{people}}){_DONE}\W*$"
    ),
}
_OF_ONE = {
    "en": (
        r"(?:(?:so|then|well|but|and|i (?:think|bet|guess|say|know)|surely|maybe|perhaps|or)[, ]+)*"
        r"(?:(?:(?:it|that)(?:'s| is| was| must have been| has to be| had to be)|was it|is it)"
        r" (?P<it>him|her|he|she)(?: (?:who|that) (?:did|has done) (?:it|this|that))?|"
        r"(?:did (?P<did>he|she) do|(?P<doer>he|she) (?:did|has done|must have done)) (?:it|this|that))"
    ),
    "zh": (
        r"(?:那|那么|所以|我看|我想|我猜|肯定|一定|就|会不会|难道|[, ])*(?:是|是不是)?"
        r"(?<!其)(?P<it>[他她])(?!们)(?:自己|偷偷)*"
        r"(?:(?:干|做|割|拆|拿|偷|写|藏|打)的|动的手)(?:吗|吧|对吧|是吧|么)?|"
        r"(?:那|所以|我看|肯定|一定|就|会不会|难道|[, ])*(?:是|是不是)(?P<she>[他她])(?:吗|吧|对吧|么)?"
    ),
}
_YOU = {"en": "you", "zh": "[你您]"}
_WAS_IT_YOU = {"en": "was it you", "zh": "是不是你"}


def accused_of_two(
    play: StoryPlay, matcher: WordingMatcher, act: SpeechAct, plain: str
) -> StoryIntent | None:
    """Return the questions to either of two who are accused, or to those there; None for no such message.

    Args:
        play: before the message.
        matcher: of the story.
        act: the message as a speech act.
        plain: the message in one case and width.
    """
    named, people = matcher.aliases, f"{_YOU[play.language]}|{matcher.people}"
    found = re.search(_OF_TWO[play.language].format(people=people), plain)
    if not found or not play.present():
        return None
    others = [named[part] for part in (found["one"], found["other"]) if part in named]
    accused = others if len(others) > 1 else [*_spoken_to(play, act, others), *others]
    asked = [who for who in dict.fromkeys(accused) if who in play.present()] or play.present()
    if len(others) > 1 and not {*others} & {*asked}:  # neither is here: somebody is asked about both
        moves = [f"ask:{asked[0]}:{who}" for who in others]
    else:
        moves = [_asked(play, matcher, who, others) for who in asked][:MOST_ASKED]
    return StoryIntent("choose", moves=moves, why="ask_whom" if moves[1:] else "ask_meant")


def accused_as_one(
    play: StoryPlay, matcher: WordingMatcher, act: SpeechAct, plain: str, reading: StoryIntent
) -> StoryIntent:
    """Return a reading, or the questions about whoever is accused as he or she, where it is no move.

    Args:
        play: before the message.
        matcher: of the story.
        act: the message as a speech act.
        plain: the message in one case and width.
        reading: of the message.
    """
    found = re.fullmatch(rf"{_OF_ONE[play.language]}\W*", plain)
    if not found or not play.present() or reading.kind not in ("unknown", "choose"):
        return reading
    accused = people_spoken_of_last(play, next(filter(None, found.groups())))
    asked = _spoken_to(play, act, ())
    moves = [
        _asked(play, matcher, one, (one,)) if one in play.present() else f"ask:{asked[0]}:{one}"
        for one in accused
    ]
    told = [move for move in reading.moves if move.startswith("tell:")]
    found_moves = [*dict.fromkeys([*told, *moves, *reading.moves])][:MOST_ASKED]
    why = "ask_which" if len(found_moves) > 1 else "ask_meant"
    return StoryIntent("choose", moves=found_moves, why=why) if found_moves else reading


def _spoken_to(play: StoryPlay, act: SpeechAct, others: Sequence[str]) -> Sequence[str]:
    """Return whom "you" may mean."""
    here = [who for who in play.present() if who not in others]
    last = play.state["addressee"]
    return [who for who in act.addressees if who in here] or ([last] if last in here else here)


def _asked(
    play: StoryPlay, matcher: WordingMatcher, who: str, accused: Sequence[str], to_them: str = ""
) -> str:
    """Return the question whether it was they, where it can be asked; else the one about another.

    Args:
        play: before the message.
        matcher: of the story.
        who: is asked.
        accused: all who may have done it.
        to_them: the accusation as one would say it to whom it is of.
    """
    questions = [f"topic:{topic}" for topic in heard_topics(play) if topic in play.story.questions]
    for said in filter(None, (_WAS_IT_YOU[play.language], to_them)):
        found = matcher.match(said, (), questions)
        if found.is_whole:
            return f"ask:{who}:{found.leading[0].partition(':')[2]}"
    return f"ask:{who}:{next((one for one in accused if one != who), who)}"
