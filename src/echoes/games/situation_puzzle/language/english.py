"""Reading English."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

from echoes.games.situation_puzzle.language.english_forms import (
    idea_of,
    is_noun,
    is_verb,
    is_word,
    numbers_as_digits,
    take_auxiliary,
    take_tense,
)
from echoes.games.situation_puzzle.language.english_frames import frame
from echoes.games.situation_puzzle.language.english_gist import gist_of
from echoes.games.situation_puzzle.language.english_lead_ins import ASKING, TAGS, without_lead_ins
from echoes.games.situation_puzzle.language.english_parts import parts_of, pieces_of
from echoes.games.situation_puzzle.language.english_sense import sense_of
from echoes.games.situation_puzzle.language.english_words import (
    AUXILIARIES,
    CONTRACTIONS,
    FILLERS,
    FUNCTION_WORDS,
    IMPERSONAL,
    NEGATIONS,
    OPEN_KINDS,
    OPENERS,
    PLAIN_IDEAS,
    QUESTION_WORDS,
    SAME_WORDS,
)
from echoes.games.situation_puzzle.language.reading import Clause, Form, aliases_of, persons_of
from echoes.games.situation_puzzle.language.sense import NO_PERSON, Gist, Sense
from echoes.games.situation_puzzle.language.spelling import Spelling
from echoes.games.situation_puzzle.puzzle import CastMember, Synonyms

_TOKEN = re.compile(
    r"@\w+|[^\W\d_]+(?:-[^\W\d_]+)*|(?<![\w-])-?\d+(?:[.:,/-]\d+)*(?:st|nd|rd|th|%)?|'s|,"
    r"|[^\w\s.!?;:'\"()\[\]<>*_…—–\u201c\u201d«»-]"
)
_BOUNDARY = re.compile(r"(?<=[.!?;])\s+|\n+|(?<=[.!?;])(?=[^\W\d])")
_SEGMENT = re.compile(
    r"[,;:()–—]|\b(?:and|but|so that|so|because|since|while|when|which|who|whom|where|until|before|after"
    r"|then)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"(?<![@\w'-])[^\W\d_]{4,}(?![\w'-])")
_MERIDIEM = re.compile(r"\b([ap])\.m\b\.?", re.IGNORECASE)


class EnglishReader:
    """Reads English for one puzzle.

    Args:
        cast: whose names and pronouns stand for whom.
        synonyms: words that mean the same in this puzzle.
        words: all words of the puzzle, to mend slips by.
    """

    plain_ideas = PLAIN_IDEAS

    def __init__(
        self,
        cast: tuple[CastMember, ...] = (),
        synonyms: tuple[Synonyms, ...] = (),
        words: frozenset[str] = frozenset(),
    ) -> None:
        # A name is never what a slip must mean: Marvin is not Martin.
        names = {
            part
            for member in cast
            for name in (member.name, *member.aliases)
            for part in _plain(name).split()
        }
        meant = words - {name for name in names if not is_word(name)}
        self._spelling = Spelling(meant | FUNCTION_WORDS if words else words, is_word)
        self._synonyms = {
            tuple(idea_of(token) for token in _TOKEN.findall(_expand(_plain(word)))): idea_of(group.words[0])
            for group in synonyms
            for word in group.words
        }
        self._names: list[tuple[str, re.Pattern[str], str]] = []
        persons = persons_of(cast, IMPERSONAL)
        for alias, name in aliases_of(cast):
            mark = "@" if name in persons else NO_PERSON
            symbol = mark + re.sub(r"\W+", "_", name.casefold().removeprefix("the ")).strip("_")
            self._names.append((alias, re.compile(rf"(?<![\w@-]){re.escape(alias)}(?![\w-])"), symbol))

    def clauses(self, text: str) -> list[Clause]:
        """The sentences of a text, empty ones left out."""
        parts = [part.strip() for part in _BOUNDARY.split(_MERIDIEM.sub(r"\1m", text))]
        return [self._clause(part) for part in parts if _TOKEN.search(_plain(part))]

    def parts(self, text: str) -> list[Clause]:
        """The single questions of a compound one; none where it is none or can't be taken apart."""
        end = "?" if "?" in text else ""
        return [
            clause
            for part in parts_of(self._named(text)[0], idea_of, is_verb)
            for clause in self.clauses(part + end)
        ]

    def pieces(self, text: str) -> list[str]:
        """What a compound question joins, taken apart loosely."""
        return pieces_of(self.bare(text))

    def kinds(self, text: str) -> Counter[str]:
        """What it leaves open, and how often: `person` (somebody, who), `thing`, `place`, `time`."""
        words = _TOKEN.findall(_expand(_plain(text)))
        certain = {n + 1 for n, word in enumerate(words) if word in ("the", "these", "those")}
        opened = [word for n, word in enumerate(words) if n not in certain]
        return Counter(kind for word in opened for kind, those in OPEN_KINDS.items() if word in those)

    def segments(self, sentence: str) -> list[str]:
        """The shortest runs of words between commas and joints, whatever these say."""
        return [part for part in map(str.strip, _SEGMENT.split(sentence)) if " " in part]

    def bare(self, text: str) -> str:
        """The text without fillers, frames and tags; folded."""
        parts = [without_lead_ins(_expand(_plain(part)).strip(" .!;,…?")) for part in _BOUNDARY.split(text)]
        return ". ".join(filter(None, parts))

    def ideas(self, text: str) -> frozenset[str]:
        """The dictionary forms of the words that carry meaning, numbers among them."""
        tokens = numbers_as_digits(_TOKEN.findall(self._mended(_expand(_plain(text)))))
        words = [SAME_WORDS.get(word, word) for word in tokens]
        pieces = [piece for word in words for piece in (word.split("-") if word[0].isalpha() else [word])]
        return frozenset(
            idea_of(piece) for piece in pieces if piece not in FUNCTION_WORDS and piece[0] not in "',"
        )

    def near(self, idea: str, known: frozenset[str]) -> bool:
        """Whether an idea is of the same family as one that is known: crime and criminal."""
        return any(_family(idea, other) for other in known)

    def literal(self, text: str) -> str:
        """The text without case, spacing and the punctuation that separates nothing."""
        return " ".join(_TOKEN.findall(_expand(_plain(text)).strip(" ,")))

    def negations(self, words: Sequence[str]) -> int:
        """How many negating words there are in a key, or in a part of one."""
        return sum(word in NEGATIONS for word in words)

    def is_sentence(self, clause: Clause) -> bool:
        """Whether a fifth of its words at least are the small words that hold a sentence together."""
        words = _TOKEN.findall(_expand(_plain(clause.text)))
        return sum(word in FUNCTION_WORDS for word in words) * 5 >= len(words) > 0

    def in_language(self, text: str) -> bool:
        """Whether at least half of its letters are Latin."""
        letters = [c for c in text if c.isalpha()]
        latin = sum(c.isascii() or unicodedata.name(c, "").startswith("LATIN") for c in letters)
        return 2 * latin >= len(letters)

    def _mended(self, text: str) -> str:
        return _WORD.sub(lambda found: self._spelling.mend(found.group()), text)

    def _named(self, sentence: str) -> tuple[str, bool]:
        """A sentence folded and with symbols for names, and whether it asks."""
        plain = _expand(_plain(sentence)).rstrip(".!;, …")
        asked = "?" in re.sub(r".*\w", "", plain) or bool(ASKING.match(plain))
        stripped = without_lead_ins(plain)
        asked = asked or (bool(TAGS.search(plain)) and stripped != plain)
        body = self._mended(stripped).rstrip("?").strip()
        for alias, pattern, symbol in self._names:
            if alias in body:  # a look-up is much quicker than a search
                body = pattern.sub(symbol, body)
        return body, asked

    def _clause(self, sentence: str) -> Clause:
        body, asked = self._named(sentence)
        words = (SAME_WORDS.get(token, token) for token in numbers_as_digits(_TOKEN.findall(body)))
        tokens = [word for word in words if word not in FILLERS]
        form = _form(tokens, asked)
        tokens, verb = take_auxiliary(tokens)
        if verb == ("plain", "*"):
            tokens, verb = take_tense(tokens)
        key = tuple(token for token in tokens if token != "the")
        sense, gist = self._meaning(body, form) if form in (Form.POLAR, Form.CLAIM) else (None, None)
        members = tuple(token for token in key if token[0] == "@")
        return Clause(sentence, form, key, verb, self.ideas(sentence), sense, gist, members)

    def _meaning(self, body: str, form: Form) -> tuple[Sense | None, Gist | None]:
        name, rest = frame(body)
        said = numbers_as_digits(_TOKEN.findall(rest))
        tokens = [SAME_WORDS.get(token, token) for token in said if token != ","]
        sense = sense_of(name, tokens, form is Form.POLAR, idea_of, self._synonyms)
        return sense, gist_of(name, tokens, idea_of, is_noun, self._synonyms) if tokens else None


_STEM = 5
_ENDINGS = frozenset(
    " s es d ed r er or t e y ing ion ions ment ness ly al ful ist ity ance ence able p per ping ped".split(
        " "
    )
)


def _family(one: str, other: str) -> bool:
    """Whether two words have the same beginning and differ in an ending only: kidnap, kidnapper."""
    shared = next(
        (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    return shared >= _STEM and {one[shared:], other[shared:]} <= _ENDINGS


def _plain(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).casefold()
    return text.replace("\u2019", "'").replace("\u2018", "'").replace("`", "'")


_SHORT = re.compile(r"'|cannot|nt\b|\bof\b")
"""What every contraction has in it; most texts have none."""


def _expand(text: str) -> str:
    if not _SHORT.search(text):
        return text
    for pattern, long in CONTRACTIONS:
        text = pattern.sub(long, text)
    return text


def _form(tokens: list[str], asked: bool) -> Form:
    if not tokens:
        return Form.CLAIM
    if tokens[0] in QUESTION_WORDS and "," in tokens and not asked:
        return Form.CLAIM  # "When he saw it, he left."
    if tokens[0] in QUESTION_WORDS or (tokens[0] in OPENERS and tokens[1:2] and tokens[1] in QUESTION_WORDS):
        return Form.OPEN
    if tokens[0] in AUXILIARIES or asked:
        return Form.CHOICE if "or" in tokens else Form.POLAR
    return Form.CLAIM
