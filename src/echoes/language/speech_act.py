"""Speech acts: whom a message addresses, and what it does. Imperatives and names are read by patterns.

The grammar of `reader` reads questions and claims about a story; here a player says what to do in one.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

ActKind = Literal["ask", "tell", "show", "greet", "go", "look", "take", "wait", "around", ""]


@dataclass(frozen=True)
class SpeechAct:
    """A message as an act.

    Attributes:
        act: what it does; empty where its form does not say.
        addressees: who is spoken to, by id, in order; several cannot be served at once.
        mentioned: others who are named.
        rest: the words that say what it is about, without addressee and verb.
        is_question: whether it has the form of a question.
        is_claim: whether the player says something they hold for true.
        is_negated: whether it says what not to do.
        about_addressee: whether "you" is what it is about.
        pronoun: by which somebody is spoken to who is not named, as in "ask her".
        bare: the message without what leads in to it and marks around it, whoever is named as `@` and the id.
    """

    act: ActKind
    rest: str
    addressees: Sequence[str] = ()
    mentioned: Sequence[str] = ()
    is_question: bool = False
    is_claim: bool = False
    is_negated: bool = False
    about_addressee: bool = False
    pronoun: Literal["he", "she", ""] = ""
    bare: str = ""


@dataclass(frozen=True)
class NameSpan:
    """A place in a text where somebody is named."""

    who: str
    start: int
    end: int


@dataclass(frozen=True)
class ActPatterns:
    """The patterns of one language; `@` stands for a name in each.

    Attributes:
        lead_in: what may stand before an act, such as "I would like to".
        acts: patterns in order, each with its act; the groups `who` and `rest` say whom and what.
        question, negation, knowing, you: of the whole message.
        joined: whether names are found within words, as in a language without spaces.
        vocatives: patterns of an addressee at the beginning or the end.
        spoken_to: patterns of a pronoun that says by itself who is spoken to, in a group `he` or `she`.
    """

    lead_in: re.Pattern[str]
    acts: Sequence[tuple[ActKind, re.Pattern[str]]]
    question: re.Pattern[str]
    negation: re.Pattern[str]
    knowing: re.Pattern[str]
    you: re.Pattern[str]
    vocatives: Sequence[re.Pattern[str]]
    joined: bool = False
    spoken_to: Sequence[re.Pattern[str]] = ()


_MARKS = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "…": " "})
_PLACE = re.compile(r"@(\d+)@")
_AROUND = " ,.;:!?，。；：！？、\"'"
"""Marks around what is said."""


def plain_message(text: str) -> str:
    """Return a text in one width and case, with plain quotes and single spaces."""
    return " ".join(unicodedata.normalize("NFKC", text.translate(_MARKS)).casefold().split())


def read_act(text: str, names: Mapping[str, Sequence[str]], patterns: ActPatterns) -> SpeechAct:
    """Read a message as an act.

    Args:
        text: of the message.
        names: the names of each who may be addressed, by id.
        patterns: of the language.
    """
    marked, order = _with_marks(plain_message(text), names, patterns.joined)
    bare = patterns.lead_in.sub("", marked).strip()
    negated = bool(patterns.negation.search(bare))
    question = bool(patterns.question.search(bare))
    found = _by_vocative(bare, patterns) or (bare, None)
    said, called = found
    said = patterns.lead_in.sub("", said).strip()
    act, who, rest = _by_pattern(said, patterns)
    # Whoever is called by name is spoken to; who else is named then is what it is about.
    addressees = [order[int(n)] for n in _PLACE.findall(called or who)]
    pronoun = "" if addressees else _pronoun_in(said, patterns)
    mentioned = [order[int(n)] for n in _PLACE.findall(f"{who if called else ''} {rest}")]
    return SpeechAct(
        act,
        " ".join(_PLACE.sub(" ", rest).split()).strip(_AROUND),
        tuple(dict.fromkeys(addressees)),
        tuple(one for one in dict.fromkeys(mentioned) if one not in addressees),
        question,
        not question and bool(patterns.knowing.search(said)),
        negated,
        bool(patterns.you.search(rest)),
        pronoun,
        _PLACE.sub(lambda name: f"@{order[int(name[1])]}", bare).strip(_AROUND),
    )


def _by_vocative(bare: str, patterns: ActPatterns) -> tuple[str, str] | None:
    for pattern in patterns.vocatives:
        if found := pattern.search(bare):
            return found["rest"].strip(), found["who"]
    return None


def _by_pattern(said: str, patterns: ActPatterns) -> tuple[ActKind, str, str]:
    """Return act, addressee and what it is about, by the first pattern that fits."""
    for act, pattern in patterns.acts:
        if found := pattern.search(said):
            groups = found.groupdict()
            return act, groups.get("who") or "", groups.get("rest") or ""
    return "", "", said


def _pronoun_in(said: str, patterns: ActPatterns) -> Literal["he", "she", ""]:
    """Return the pronoun by which somebody is spoken to; empty for none."""
    for pattern in patterns.spoken_to:
        if found := pattern.search(said):
            return "he" if found["he"] else "she"
    return ""


def _with_marks(text: str, names: Mapping[str, Sequence[str]], joined: bool) -> tuple[str, list[str]]:
    """Return the text with a mark `@n@` for each name, and whose they are, in order."""
    aliases = sorted(
        ((plain_message(alias), who) for who, called in names.items() for alias in called),
        key=lambda pair: -len(pair[0]),
    )
    spans: list[NameSpan] = []
    for alias, who in aliases:
        pattern = (
            re.escape(alias) if joined else rf"\b(?:(?:the|old|young|dear|poor|good) )*{re.escape(alias)}\b"
        )
        for found in re.finditer(pattern, text):
            start, end = found.span()
            if all(end <= span.start or start >= span.end for span in spans):
                spans.append(NameSpan(who, start, end))
    order: list[str] = []
    marked, last = "", 0
    for span in sorted(spans, key=lambda one: one.start):
        marked += f"{text[last : span.start]}@{len(order)}@"
        order.append(span.who)
        last = span.end
    return marked + text[last:], order
