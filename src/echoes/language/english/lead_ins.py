"""Lead-ins and tags around an English question that add nothing to it."""

import re
from collections.abc import Sequence

from echoes.language.english.lexicon import AUXILIARIES, BARE_TAGS, FUNCTION_WORDS, PREPOSITIONS


def _any(phrases: str) -> str:
    """Return a pattern for one of the phrases, which are written on lines or between bars."""
    lines = phrases.replace("|", "\n").splitlines()
    return "|".join(" ".join(line.split()) for line in lines if line.strip())


_STARTS = _any("""
    please | and | but | so | okay | ok | hm+ | um+ | uh+ | er+m? | mhm | basically | maybe | perhaps
    possibly | presumably | apparently
""")

_STARTS_WITH_COMMA = _any("""
    well | now | then | also | oh | ah | aha | yeah | yes | hi | hello | hey | wait | right | alright | fine
    guys | again | next | just to be sure | just checking | just to check | let me ask | let me guess
    tell me | let us see | quick question | next question | another question | one more thing | my question is
    new idea | new theory | wild guess | crazy idea | silly question | stupid question | do i get it right
    did i get that right | in that case | in other words | in my opinion | as far as i know
""")

_GUESSES = _any("theory | guess | idea | hunch | bet | feeling | thought | hypothesis | suspicion")

_FRAMES = [
    "would it be (?:true|correct|right)(?: to say)?",
    "am i (?:right|correct)(?: in (?:thinking|saying|assuming))?",
    "are you saying",
    "do you mean(?: to say)?",
    "(?:do|don't|would) you (?:think|believe|suppose|say)",
    "does (?:this|that) mean",
    "(?:so )?you mean",
    "can (?:we|i) (?:say|assume|conclude)",
    "i(?: am|'m)? (?:just )?(?:wonder|wondering)(?: if| whether)?",
    "what if",
    "it seems(?: to me)?",
    "(?:it )?sounds like",
]
_FRAMES_WITH_THAT = [
    "(?:is|was|would|could|can|might|may) it(?: be)?",
    "is it (?:possible|likely|true|correct|right|the case|a fact)",
    "are you telling me",
    "does it mean",
    "let(?: us|'s) (?:say|suppose|assume)",
    "(?:does|did) it turn out",
    "suppose",
    "assuming",
]
_FRAMES_ALONE = [
    "i(?: would|'d) say",
    "i bet",
    "i reckon",
    r"i (?:\w+ )?(?:think|guess|believe|suppose|assume|suspect|imagine|figure)",
    "i am (?:guessing|thinking)",
    "it looks like",
]

_HELPS = r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|must|am)"
_TELL_ME = r"(?:(?:can|could|would|will) you (?:please )?)?tell (?:me|us)"

_LEAD_INS = re.compile(
    rf"^(?:(?:{_STARTS})\b(?! (?:not|or)\b)[,:.…]*\s*"
    rf"|(?:{_STARTS_WITH_COMMA})\s*[,:.…-]+\s*"
    rf"|{_TELL_ME} (?:if |whether |(?={_HELPS} ))"
    rf"|(?:my|another|a new|the) (?:\w+ )?(?:{_GUESSES}) is[,:]* (?:that )?(?=\w+ \w)"
    rf"|(?:{'|'.join(_FRAMES_WITH_THAT + _FRAMES)}),? that "
    rf"|(?:{'|'.join(_FRAMES + _FRAMES_ALONE)}),? (?:that )?(?=\w+ \w))"
)
"""Lead-ins: words before a question that add nothing to it."""

ASKING = re.compile(
    r"\W*(?:is it (?:true|correct|right|the case|a fact|possible)|would it be|could it be"
    r"|am i (?:right|correct)|can (?:we|i) (?:say|assume)|do you mean|are you saying"
    r"|does (?:this|that) mean|what if|i wonder|i am wondering"
    rf"|{_TELL_ME} (?:if|whether|{_HELPS}))\b"
)
"""Beginnings that make a question of what follows, whatever stands at its end."""

_PRONOUN = r"(?:he|she|it|they|there|we|you|i|this|that|these|those|@\w+)"

_TAGS_WITH_COMMA = _any("""
    right | correct | true | yes | no | eh | huh | yeah | ok | okay | hm+ | am i right | am i correct
    isn't that so | is that so | is that right | is that correct | is this right | is this correct
    is it true | is that it | do i get that right | innit | please | pls | plz
""")

_TAGS_ALONE = _any("""
    yes or no | or not | or what | or something | or anything | or so | or no | or am i wrong | by any chance
    i (?:guess~think~suppose~wonder~assume~believe~bet~presume)
    maybe | perhaps | possibly | somehow | though | then | at all | in some way | as well | am i right
    am i correct | is that right | is that correct | is this correct | is this right
""").replace("~", "|")

_BEFORE = "turn turns turned turning get gets got".split()
_BEFORE_AS_WORDS = "go goes going went is was are were be on to the all".split()
_NOT_AFTER = "".join([f"(?<!{word})" for word in _BEFORE] + [rf"(?<! {word})" for word in _BEFORE_AS_WORDS])

TAGS = re.compile(
    rf"(?:,\s*(?:{_TAGS_WITH_COMMA}|{_HELPS} (?:not )?{_PRONOUN}|{_HELPS} {_PRONOUN} not)"
    rf"|,?\s*\b(?:{_TAGS_ALONE}|or {_HELPS} {_PRONOUN} not))\s*\?*$"
    rf"|{_NOT_AFTER}\s(?:right|correct|huh|eh)\s*\?*$"
)
"""Tags: words after a question that add nothing to it. "Turn right" and "get it right" have none."""

_TELLING = frozenset("tell show give explain describe".split())
_COMMANDS = _TELLING | frozenset(
    "examine inspect search check look investigate interrogate go talk speak".split()
)

_ASKS = re.compile(rf"\W*{_HELPS}\b")
_LONG_CLAIM = 5


def without_lead_ins(sentence: str) -> str:
    """Strip lead-ins and tags from a sentence.

    Args:
        sentence: the sentence, case-folded, with contractions expanded.
    """
    while True:
        shorter = _LEAD_INS.sub("", sentence, count=1).strip()
        shorter = _untagged(shorter)
        if shorter == sentence or not re.search(r"\w", shorter):
            return sentence
        sentence = shorter


def _untagged(sentence: str) -> str:
    """Strip a tag. "Did he turn right?" has none, nor has "he guessed right"."""
    found = TAGS.search(sentence)
    if not found:
        return sentence
    said = sentence[: found.start()].strip(" ,")
    bare = found[0][0] != "," and found[0].strip(" ?") in BARE_TAGS
    return sentence if bare and (_ASKS.match(said) or said.count(" ") < _LONG_CLAIM) else said


def is_command(tokens: Sequence[str], asked: bool) -> bool:
    """Return whether a sentence tells somebody to do something: "ask the caretaker …", "tell me who …".

    Args:
        tokens: its tokens, with symbols for the cast.
        asked: whether it is a question: "search the house?" asks whether somebody did.
    """
    first, following = tokens[0], "".join(tokens[1:2])
    if first in _TELLING and following in ("me", "us"):
        return True
    has_object = following[:1] == "@" or (
        following in {*FUNCTION_WORDS, *PREPOSITIONS} and following not in AUXILIARIES
    )
    return not asked and (first == "ask" or (first in _COMMANDS and has_object))
