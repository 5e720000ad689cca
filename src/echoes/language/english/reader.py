"""The reader of English."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

from echoes.language.english.compounds import alternatives_of, parts_of, pieces_of
from echoes.language.english.contraries import INTENTION, OPPOSITES, undoes
from echoes.language.english.frames import match_frame
from echoes.language.english.keyword_form import parse_keyword_form
from echoes.language.english.lead_ins import ASKING, TAGS, is_command, without_lead_ins
from echoes.language.english.lexicon import (
    ANY_WORDS,
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
    TIMES,
)
from echoes.language.english.logical_form import parse_logical_form
from echoes.language.english.morphology import (
    SpellingCorrector,
    is_noun,
    is_verb,
    is_word,
    numbers_as_digits,
    same_family,
    shortest_lemma,
    take_auxiliary,
    take_tense,
)
from echoes.language.english.roles import english_roles
from echoes.language.glossary import NamedEntity, SynonymGroup
from echoes.language.keyword_form import KeywordForm
from echoes.language.logical_form import LogicalForm
from echoes.language.reader import Clause, Form, human_names, members_meet, unambiguous_aliases
from echoes.language.roles import Roles
from echoes.language.symbols import NO_PERSON

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
_WORD = re.compile(r"(?<![@\w'-])[^\W\d_]{3,}(?![\w'-])")
_BESIDE = 3
"""The number of words on each side of "or" among which the two alternatives are."""
_MERIDIEM = re.compile(r"\b([ap])\.m\b\.?", re.IGNORECASE)


class EnglishReader:
    """A reader of English for one story.

    Args:
        cast: the characters with their names and pronouns.
        synonyms: words that mean the same in this story.
        words: all words of the story, for spelling correction.
    """

    plain_ideas = PLAIN_IDEAS

    def __init__(
        self,
        cast: Sequence[NamedEntity] = (),
        synonyms: Sequence[SynonymGroup] = (),
        words: frozenset[str] = frozenset(),
    ) -> None:
        # A slip is never corrected to a name: Marvin is not Martin.
        names = {
            part
            for member in cast
            for name in (member.name, *member.aliases)
            for part in _plain(name).split()
        }
        meant = words - {name for name in names if not is_word(name)}
        self._spelling = SpellingCorrector(meant | FUNCTION_WORDS if words else words, is_word)
        self._synonyms = {
            self.dictionary_form(word): shortest_lemma(group.words[0])
            for group in synonyms
            for word in group.words
        }
        self._names: list[tuple[str, re.Pattern[str], str]] = []
        self._symbols: dict[str, str] = {}
        persons = human_names(cast, IMPERSONAL)
        for alias, name in unambiguous_aliases(cast):
            mark = "@" if name in persons else NO_PERSON
            symbol = mark + re.sub(r"\W+", "_", name.casefold().removeprefix("the ")).strip("_")
            self._symbols[alias] = symbol
            self._names.append((alias, re.compile(rf"(?<![\w@-]){re.escape(alias)}(?![\w-])"), symbol))

    def clauses(self, text: str) -> list[Clause]:
        """Return the sentences of a text, empty ones left out."""
        parts = [part.strip() for part in _BOUNDARY.split(_MERIDIEM.sub(r"\1m", text))]
        return [self._clause(part) for part in parts if _TOKEN.search(_plain(part))]

    def split_compound(self, text: str) -> list[Clause]:
        """Split a compound question into single ones; none where it is not compound or can't be split."""
        end = "?" if "?" in text else ""
        return [
            clause
            for part in parts_of(self._named(text)[0], shortest_lemma, is_verb)
            for clause in self.clauses(part + end)
        ]

    def split_loosely(self, text: str) -> list[str]:
        """Split a compound question loosely into what it joins."""
        return pieces_of(self.strip_fillers(text))

    def alternatives(self, text: str) -> list[str]:
        """Return the questions that an "or" joins, the later ones with the beginning of the first."""
        return alternatives_of(self.strip_fillers(text), shortest_lemma, is_verb, is_noun)

    def open_kinds(self, text: str) -> Counter[str]:
        """Count what it leaves open: `person` (somebody, who), `thing`, `place`, `time`."""
        words = _TOKEN.findall(_expand(_plain(text)))
        certain = {n + 1 for n, word in enumerate(words) if word in ("the", "these", "those")}
        opened = [word for n, word in enumerate(words) if n not in certain]
        return Counter(kind for word in opened for kind, those in OPEN_KINDS.items() if word in those)

    def roles(self, text: str) -> Roles:
        """Return the owners, the doers and the deeds that a text names."""
        spoken, named = (_TOKEN.findall(one) for one in (_expand(_plain(text)), self._named(text)[0]))
        return english_roles(spoken, named, self._symbols)

    def segments(self, sentence: str) -> list[str]:
        """Return the shortest runs of words between commas and conjunctions, whatever these say."""
        return [part for part in map(str.strip, _SEGMENT.split(sentence)) if " " in part]

    def strip_fillers(self, text: str) -> str:
        """Return the text without fillers, frames and tags; folded."""
        parts = [without_lead_ins(_expand(_plain(part)).strip(" .!;,…?")) for part in _BOUNDARY.split(text)]
        return ". ".join(filter(None, parts))

    def ideas(self, text: str) -> frozenset[str]:
        """Return the dictionary forms of the words that carry meaning, numbers among them."""
        tokens = numbers_as_digits(_TOKEN.findall(self._spelling_corrected(_expand(_plain(text)))))
        words = [SAME_WORDS.get(word, word) for word in tokens]
        pieces = [piece for word in words for piece in (word.split("-") if word[0].isalpha() else [word])]
        return frozenset(
            shortest_lemma(piece) for piece in pieces if piece not in FUNCTION_WORDS and piece[0] not in "',"
        )

    def says_when(self, idea: str) -> bool:
        """Return whether an idea is a time: autumn, Monday."""
        return idea in TIMES

    def dictionary_form(self, phrase: str) -> tuple[str, ...]:
        """Return the words of a phrase in the form under which its synonyms are looked up."""
        return tuple(shortest_lemma(token) for token in _TOKEN.findall(_expand(_plain(phrase))))

    def same_word_family(self, idea: str, known: frozenset[str]) -> bool:
        """Return whether an idea is of the same word family as a known one: crime and criminal."""
        return any(same_family(idea, other) for other in known)

    def are_contrary(self, one: str, other: str) -> bool:
        """Return whether two texts differ in words that exclude each other."""
        first, second = ({*self.ideas(text), *self.normalize(text).split()} for text in (one, other))
        pairs = (frozenset((mine, theirs)) for mine in first - second for theirs in second - first)
        return bool(INTENTION & first) != bool(INTENTION & second) or any(pair in OPPOSITES for pair in pairs)

    def undoes(self, one: str, other: str) -> bool:
        """Return whether one text undoes what the other tells of, and may be by the same character."""
        pair = undoes(self.normalize(one), self.normalize(other))
        return pair and members_meet(self.clauses(one), self.clauses(other))

    def normalize(self, text: str) -> str:
        """Return the text without case, spacing and the punctuation that separates nothing."""
        return " ".join(_TOKEN.findall(_expand(_plain(text)).strip(" ,")))

    def count_negations(self, words: Sequence[str]) -> int:
        """Count the negating words in a key, or in a part of one, and a frame that denies what follows."""
        return sum(word in NEGATIONS for word in words) + bool(_DENIED.match(" ".join(words)))

    def is_sentence(self, clause: Clause) -> bool:
        """Return whether at least a fifth of its words are function words, which hold a sentence together."""
        words = _TOKEN.findall(_expand(_plain(clause.text)))
        return sum(word in FUNCTION_WORDS for word in words) * 5 >= len(words) > 0

    def in_language(self, text: str) -> bool:
        """Return whether at least half of its letters are Latin, of whatever width."""
        letters = [c for c in unicodedata.normalize("NFKC", text) if c.isalpha()]
        latin = sum(c.isascii() or unicodedata.name(c, "").startswith("LATIN") for c in letters)
        return 2 * latin >= len(letters)

    def _spelling_corrected(self, text: str) -> str:
        return _WORD.sub(lambda found: self._spelling.correct(found.group()), text)

    def _named(self, sentence: str) -> tuple[str, bool]:
        """Return a sentence case-folded and with symbols for names, and whether it asks."""
        plain = _expand(_plain(sentence)).rstrip(".!;, …")
        asked = "?" in re.sub(r".*\w", "", plain) or bool(ASKING.match(plain))
        stripped = without_lead_ins(plain)
        asked = asked or (bool(TAGS.search(plain)) and stripped != plain)
        body = self._spelling_corrected(stripped).rstrip("?").strip()
        for alias, pattern, symbol in self._names:
            if alias in body:  # a substring test is much quicker than the pattern
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
        logical_form, keyword_form = (
            self._meaning(body, form) if form in (Form.POLAR, Form.CLAIM) else (None, None)
        )
        members = tuple(token for token in key if token[0] == "@")
        return Clause(sentence, form, key, verb, self.ideas(sentence), logical_form, keyword_form, members)

    def _meaning(self, body: str, form: Form) -> tuple[LogicalForm | None, KeywordForm | None]:
        name, rest = match_frame(body)
        said = numbers_as_digits(_TOKEN.findall(rest))
        tokens = [SAME_WORDS.get(token, token) for token in said if token != ","]
        logical_form = parse_logical_form(name, tokens, form is Form.POLAR, shortest_lemma, self._synonyms)
        return logical_form, parse_keyword_form(
            name, tokens, shortest_lemma, is_noun, self._synonyms
        ) if tokens else None


_DENIED = re.compile(
    r"(?:it|that)(?: be| is| was)?(?: a)? (?:false|untrue|wrong|incorrect|lie|impossible) that "
)
"""A frame that denies: "it is false that", in the words of a key."""


def _plain(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).casefold()
    return text.replace("\u2019", "'").replace("\u2018", "'").replace("`", "'")


_SHORT = re.compile(r"'|cannot|nt\b|\bof\b")
"""A quick test for contractions; most texts have none."""


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
    if is_command(tokens, asked):
        return Form.OPEN
    if tokens[0] in QUESTION_WORDS or (tokens[0] in OPENERS and tokens[1:2] and tokens[1] in QUESTION_WORDS):
        return Form.OPEN
    if tokens[0] in AUXILIARIES or asked:
        return Form.CHOICE if _asks_which(tokens) else Form.POLAR
    return Form.CLAIM


def _asks_which(tokens: Sequence[str]) -> bool:
    """Return whether a question asks for this or that.

    Its "or" joins questions, or words that exclude each other. Any other "or" asks whether one of the two is
    so: is there anything strange or special?
    """
    for n, token in enumerate(tokens):
        if token != "or" or ANY_WORDS & {*tokens[:n]}:
            continue
        before, after = tokens[max(0, n - _BESIDE) : n], tokens[n + 1 : n + 1 + _BESIDE]
        pairs = (frozenset((shortest_lemma(one), shortest_lemma(other))) for one in before for other in after)
        if (after[:1] and after[0] in AUXILIARIES) or any(pair in OPPOSITES for pair in pairs):
            return True
    return False
