"""Topics: what a message is about, of all that the player has heard of."""

import re
from collections.abc import Sequence

from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.turn.matching import Matches, WordingMatcher
from echoes.games.story.turn.moves import heard_topics
from echoes.language.speech_act import SpeechAct

_IT = re.compile(
    r"\b(?:it|this|that|these|those|so|said|says|say|truth|true|l(?:ie|ies|ied|ying))\b|[这那]|说的|的话|真的|撒谎|说谎"
)
_SOMEBODY_ELSE = re.compile(r"\b(?:he|she|they|him|her|his|them|theirs?)\b|[他她]")
_SELF = re.compile(r"\b(?:your ?sel(?:f|ves)|him ?self|her ?self|you)\b|[你您她他]?自己|[你您]")
_YOU = re.compile(r"\b(?:you|your|yours|yourself)\b|[你您]")
_OTHER_DOER = re.compile(
    r"\b(?:who|whom|whose|somebody|someone|anybody|anyone)\b|"
    r"\byou (?:\w+ )?(?:know|knew|think|thought|believe|guess|suspect|see|saw|seen|hear|heard|say|said|"
    r"tell|told|mean|remember|find|found)\b|谁|什么人|有人|"
    r"[你您](?:们|也|早)?都?(?:知道|晓得|认识|觉得|认为|以为|猜|怀疑|看|听|说|讲|告诉|记得|发现|找)"
)
"""Somebody else did it, of which the addressee may know."""
CLEARLY = 1.5
"""The lead that something unheard must have for the words to mean nothing that was heard."""


def topics_meant(play: StoryPlay, matcher: WordingMatcher, act: SpeechAct) -> Matches:
    """Return the topic of a message, of all that the player has heard of.

    What fits something unheard far better means nothing that was heard: it is offered at most, and counts
    for nothing beside a deed.

    Args:
        play: before the message.
        matcher: of the story.
        act: the message as a speech act.
    """
    heard = [f"topic:{topic}" for topic in heard_topics(play)]
    known = [key for key in heard if key.partition(":")[2] not in play.story.questions]
    found = _of_addressee(play, matcher, act, known, matcher.match(act.rest, act.mentioned, known))
    # What anybody would ask comes after what the player knows of.
    asked = matcher.match(act.rest, act.mentioned, [key for key in heard if key not in known])
    if asked.is_whole and asked.ideas_said >= found.ideas_said and _is_of_another(matcher, act, found):
        return Matches([*found.leading, *asked.leading], False, found.score, found.ideas_said)
    found = asked if asked.score > found.score * CLEARLY and not found.is_whole else found
    unheard = [f"topic:{topic}" for topic in play.story.topics() if f"topic:{topic}" not in heard]
    hidden = matcher.match(act.rest, act.mentioned, unheard)
    named = found.leading and found.leading[0].partition(":")[2] in play.story.cast
    said = found.is_whole and not named  # a name alone says too little to mean that person
    doubtful = hidden.score > found.score * CLEARLY and not said
    if not doubtful:
        return found
    return Matches(sorted(found.leading, key=lambda key: key.partition(":")[2] in play.story.cast))


def _of_addressee(
    play: StoryPlay, matcher: WordingMatcher, act: SpeechAct, known: Sequence[str], found: Matches
) -> Matches:
    """Return a known deed of whoever is spoken to, where "you" says more than the words found without it."""
    people = act.addressees or [who for who in play.present() if who == play.state["addressee"]]
    if len(people) != 1 or not _YOU.search(act.rest) or _OTHER_DOER.search(act.rest):
        return found
    own = matcher.match(act.rest, (*act.mentioned, *people), known)
    return own if own.ideas_said > max(1, found.ideas_said) else found


def _is_of_another(matcher: WordingMatcher, act: SpeechAct, found: Matches) -> bool:
    """Return whether what fits best is of somebody who is neither spoken to nor named."""
    leading = found.leading[:1]
    people = {idea[1:] for key in leading for idea in matcher.ideas_of(key) if idea.startswith("@")}
    return bool(people) and people.isdisjoint((*act.addressees, *act.mentioned))


def is_of_addressee(matcher: WordingMatcher, act: SpeechAct) -> bool:
    """Return whether "you" is all that a message is about, and no "it" stands for something else."""
    return (
        speaks_of_nothing_else(act)
        and not (not act.act and speaks_of_others(act))
        and not matcher.says_something(_SELF.sub(" ", act.rest))
    )


def speaks_of_others(act: SpeechAct) -> bool:
    """Return whether a message speaks of somebody as one does of who is not spoken to."""
    return bool(_SOMEBODY_ELSE.search(act.rest))


def speaks_of_nothing_else(act: SpeechAct) -> bool:
    """Return whether no "it" in a message stands for something that was said before."""
    return not _IT.search(act.rest)
