"""The reader of Chinese."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from echoes.language.chinese.contraries import exclude_each_other, undoes
from echoes.language.chinese.keyword_form import parse_keyword_form
from echoes.language.chinese.lead_ins import ASKING, COMMAND, LEAD_IN, OPEN_UNMARKED, PARTICLE, TAG
from echoes.language.chinese.lexicon import (
    FUNCTION_WORDS,
    IMPERSONAL,
    NEGATION,
    OPEN_KINDS,
    PLAIN_IDEAS,
    TIMES,
)
from echoes.language.chinese.logical_form import (
    in_order,
    is_empty,
    match_frame,
    parse_logical_form,
    same_phrases,
    tagged_words,
    words_of,
)
from echoes.language.chinese.numerals import MEASURES, numerals_as_digits
from echoes.language.chinese.roles import chinese_roles
from echoes.language.chinese.word_family import same_family
from echoes.language.glossary import NamedEntity, SynonymGroup
from echoes.language.keyword_form import KeywordForm
from echoes.language.logical_form import LogicalForm
from echoes.language.reader import Clause, Form, human_names, members_meet, unambiguous_aliases
from echoes.language.roles import Roles
from echoes.language.symbols import FIRST_OTHER, FIRST_PERSON

_SENTENCE = re.compile(r"[^。！？!?；;\n]+[。！？!?；;]*")
_SEPARATOR = re.compile(r"[\W_]+")
_PRONOUNS = frozenset("他她它我你")
_MEMBER = re.compile("@[^@]+@")
_A_NOT_A = re.compile(r"(?<![只没还也都就从凡])([\u4e00-\u9fff]{1,2})[不没]\1")
_PASSIVE = re.compile(r"是(被.+)的$")
_COPULA = re.compile(r"(?<![不没只就也还都要可于但总算老])是")
_COMPOUND = re.compile(r",(?:而且|并且|但是|但|不过|又|还|也)|,(?=[^,]{1,5}(?:也|还|又))|而且|并且")
_LOOSE_JOINT = re.compile(r",?(?:而且|并且|但是|可是|不过|同时|然后|只是)|,(?:但|可|却|而|又|还|也)?")
_CAUSE = re.compile(
    r"因为|由于|所以|为了|结果|如果|要是|只要|只有|才|怕|好让|以便|或者|还是|难怪|不是.*而是|之所以|既然|免得"
    r"|使得|让|除了|^当|^自从|^等|(?:以后|之后|以前|之前|时|时候|[前后]),|一[^,]{1,4},.*就|,就|,是"
)
"""Signs that the parts say more than their "and": a cause, a condition, a time, a comment."""
_CHOICE = re.compile(r"还是(?!很|会|要|在|没|不)")
_OR = re.compile(rf"或(?!许)(?:者是?|是)?|{_CHOICE.pattern}")
_COUNTED = re.compile(rf"[一二两三几]?[{MEASURES}窝]$")
_LEAST_PIECE = 3
_SEGMENT = re.compile(
    r"[,，、;；:：()（）—。]|因为|由于|所以|而且|并且|但是|可是|不过|然后|结果|于是|为了|好让|之后|以后|之前|的时候|才(?!能)"
)
_LATER_TOO = re.compile(r",[^,]*(?:也|还|又)")
_OPEN = re.compile("什么|为何|怎么|怎样|如何|哪|谁|几[个人次天把张条年点]|多少|多[大久远长高]|何[时地处人]")


class ChineseReader:
    """A reader of Chinese for one story.

    Args:
        cast: the characters with their names.
        synonyms: words that mean the same in this story.
    """

    plain_ideas = PLAIN_IDEAS

    def __init__(self, cast: Sequence[NamedEntity] = (), synonyms: Sequence[SynonymGroup] = ()) -> None:
        pairs, persons = unambiguous_aliases(cast), human_names(cast, IMPERSONAL)
        self._names = {
            numerals_as_digits(same): f"@{name}@"
            for alias, name in pairs
            for same in (_plain(alias), same_phrases(_plain(alias)))
            if same != "有人"
        }
        self._members = {
            f"@{member.name}@": chr(n + ord(FIRST_PERSON if member.name in persons else FIRST_OTHER))
            for n, member in enumerate(cast)
        }
        self._synonyms = {_plain(word): _plain(group.words[0]) for group in synonyms for word in group.words}
        nouns = "|".join(re.escape(alias) for alias in self._names if alias not in _PRONOUNS)
        pronouns = "|".join(alias for alias in self._names if alias in _PRONOUNS)
        # 他 in 他们 and 其他 is somebody else, and 他杀 is a homicide.
        parts = [
            *([rf"(?P<noun>{nouns})们?"] if nouns else []),
            *([rf"(?<!其)(?P<pronoun>{pronouns})(?!们|杀(?:$|吗|还|的))"] if pronouns else []),
        ]
        self._alias = re.compile("|".join(parts)) if parts else None

    def clauses(self, text: str) -> list[Clause]:
        """Return the sentences of a text, empty ones left out."""
        parts = [part.strip() for part in _SENTENCE.findall(text)]
        return [self._clause(part) for part in parts if _bare(_plain(part))]

    def split_compound(self, text: str) -> list[Clause]:
        """Split a compound question into single ones; none where it is not compound or can't be split.

        A part without an agent gets that of the first, where the first begins with a name.
        """
        body = TAG.sub("", LEAD_IN.sub("", _bare(_plain(text))))
        pieces = [piece for piece in _COMPOUND.split(body) if piece]
        if len(pieces) != 2 or not self._alias:
            return []
        doers = [self._alias.match(piece) for piece in pieces]
        if not doers[0]:
            return []
        second = pieces[1] if doers[1] else doers[0][0] + pieces[1]
        return [clause for piece in (pieces[0], second) for clause in self.clauses(f"{piece}？")]

    def split_loosely(self, text: str) -> list[str]:
        """Split a compound question loosely into what it joins."""
        body = self.strip_fillers(text)
        pieces = [piece for piece in _LOOSE_JOINT.split(body.replace("，", ",")) if piece]
        if not 2 <= len(pieces) <= 3 or min(map(len, pieces)) < _LEAST_PIECE or _CAUSE.search(body):
            return []
        doer = self._alias.match(pieces[0]) if self._alias else None
        own = [bool(self._alias and self._alias.search(piece)) for piece in pieces]
        shared = doer[0] if doer and doer.lastgroup == "noun" else ""
        return [piece if n == 0 or own[n] else f"{shared}{piece}" for n, piece in enumerate(pieces)]

    def alternatives(self, text: str) -> list[str]:
        """Return the questions that an "or" joins, each with the beginning of the first."""
        first, *others = _OR.split(self.strip_fillers(text))
        start = _COUNTED.sub("", "".join(_words(first)[:-1]))
        return [first, *(f"{start}{other}" for other in others)] if others and start else []

    def open_kinds(self, text: str) -> Counter[str]:
        """Count what it leaves open: `person` (有人, 谁), `thing`, `place`, `time`."""
        body = self.strip_fillers(text)
        return Counter(kind for kind, pattern in OPEN_KINDS.items() for _ in pattern.findall(body))

    def are_contrary(self, one: str, other: str) -> bool:
        """Return whether two texts differ in words that exclude each other."""
        return exclude_each_other(self.strip_fillers(one), self.strip_fillers(other))

    def roles(self, text: str) -> Roles:
        """Return the owners, the doers and the deeds that a text names."""
        said = numerals_as_digits(self.strip_fillers(text)).replace("，", ",")
        return chinese_roles(tagged_words(self._with_members(said)))

    def segments(self, sentence: str) -> list[str]:
        """Return the shortest runs of words between commas and conjunctions, whatever these say."""
        return [part for part in _SEGMENT.split(sentence) if len(part) >= _LEAST_PIECE]

    def strip_fillers(self, text: str) -> str:
        """Return the text without fillers, frames, tags and particles."""
        return "，".join(_stripped(part) for part in _SENTENCE.findall(text))

    def ideas(self, text: str) -> frozenset[str]:
        """Return the words that carry meaning, numbers among them."""
        words = _words(numerals_as_digits(_A_NOT_A.sub(r"\1", _plain(text))))
        return frozenset(
            word for word in words if word not in FUNCTION_WORDS and not _SEPARATOR.fullmatch(word)
        )

    def says_when(self, idea: str) -> bool:
        """Return whether an idea is a time: 秋天, 星期一."""
        return TIMES.fullmatch(idea) is not None

    def dictionary_form(self, phrase: str) -> tuple[str, ...]:
        """Return the words of a phrase in the form under which its synonyms are looked up."""
        return (_plain(phrase),)

    def same_word_family(self, idea: str, known: frozenset[str]) -> bool:
        """Return whether an idea is of the same word family as a known one: 邮票 and 邮票册, 胖 and 很胖."""
        return same_family(idea, known)

    def undoes(self, one: str, other: str) -> bool:
        """Return whether one text undoes what the other tells of, and may be by the same character."""
        return undoes(one, other) and members_meet(self.clauses(one), self.clauses(other))

    def normalize(self, text: str) -> str:
        """Return the text without case, spacing and the punctuation that separates nothing."""
        return _bare(_plain(text))

    def count_negations(self, words: Sequence[str]) -> int:
        """Count the negating words in a key, or in a part of one."""
        return len(NEGATION.findall("".join(words)))

    def is_sentence(self, clause: Clause) -> bool:
        """Return whether it has the function words that hold a sentence together."""
        words = [word for word in _words(clause.text) if not _SEPARATOR.fullmatch(word)]
        return sum(word in FUNCTION_WORDS for word in words) * 6 >= len(words) > 0

    def in_language(self, text: str) -> bool:
        """Return whether at least half of its letters are Chinese characters."""
        letters = [c for c in text if c.isalpha()]
        chinese = sum("CJK" in unicodedata.name(c, "") for c in letters)
        return 2 * chinese >= len(letters)

    def _named(self, found: re.Match[str]) -> str:
        return self._names[found[found.lastgroup or 0]]

    def _with_members(self, body: str) -> str:
        """Return a sentence with its phrases made uniform and a private-use character for each character."""
        said = same_phrases(body)
        return self._alias.sub(lambda found: self._members[self._named(found)], said) if self._alias else said

    def _clause(self, sentence: str) -> Clause:
        body = LEAD_IN.sub("", _bare(_plain(sentence)))
        untagged = PARTICLE.sub("", TAG.sub("", body)) or body
        asked = (
            bool(re.search(r"[?？]\W*$", sentence))
            or bool(ASKING.match(_bare(_plain(sentence))))
            or untagged != body
            or bool(_A_NOT_A.search(body))
            or "是否" in body
        )
        told = sentence.endswith("。")
        form = Form.CLAIM if told and not asked and not COMMAND.match(body) else _form(body, asked)
        said = _A_NOT_A.sub(r"\1", untagged).replace("是否", "")
        said = numerals_as_digits(said)
        logical_form, keyword_form = (
            self._meaning(said, body) if form in (Form.POLAR, Form.CLAIM) else (None, None)
        )
        said = _PASSIVE.sub(r"\1了", said)
        if self._alias:
            said = self._alias.sub(self._named, said)
        said = _COPULA.sub("", said)
        members = tuple(str(name) for name in _MEMBER.findall(said))
        return Clause(
            sentence,
            form,
            tuple(said),
            ("plain", "*"),
            self.ideas(sentence),
            logical_form,
            keyword_form,
            members,
        )

    def _meaning(self, said: str, body: str) -> tuple[LogicalForm | None, KeywordForm | None]:
        said = self._with_members(said)
        ambiguous = body.endswith("吗") and not re.search(r"是不是|是否|对吗|是吗", body)
        name, rest = match_frame(said)
        logical_form = parse_logical_form(name, rest, ambiguous, self._synonyms)
        words = in_order(words_of(rest))
        if not words or _COMPOUND.search(said) or _LATER_TOO.search(said):
            return logical_form, None
        return logical_form, parse_keyword_form(name, rest, words, _is_small, self._synonyms)


def _stripped(sentence: str) -> str:
    body = LEAD_IN.sub("", _bare(_plain(sentence)))
    return PARTICLE.sub("", TAG.sub("", body)) or body


def _is_small(word: str) -> bool:
    return is_empty(word) or (word in FUNCTION_WORDS and word not in ("男人", "女人", "人"))


def _plain(text: str) -> str:
    folded = _simplified(unicodedata.normalize("NFKC", text).casefold())
    return re.sub(r"(?<=[^\x00-\x7f])\s+|\s+(?=[^\x00-\x7f])", "", folded)


def _bare(text: str) -> str:
    """Strip punctuation, except inner commas and what belongs to a number."""
    kept: list[str] = []
    for position, character in enumerate(text):
        beside = text[max(0, position - 1) : position] + text[position + 1 : position + 2]
        symbol = unicodedata.category(character)[0] == "S"
        if character.isalnum() or symbol or (character in ".:/%+-" and any(c.isdigit() for c in beside)):
            kept.append(character)
        elif character in ",、;:" and kept and kept[-1] != ",":
            kept.append(",")
    return "".join(kept).strip(",.")


def _form(body: str, asked: bool) -> Form:
    if body.endswith(("吗", "吧")) or _A_NOT_A.search(body) or "是否" in body:
        return Form.CHOICE if _CHOICE.search(body) else Form.POLAR
    if (_OPEN.search(body) and asked) or (COMMAND.match(body) and not asked):
        return Form.OPEN
    if re.search("^(?:为什么|为何|谁|怎么|什么|哪)|(?:什么|谁|哪里|哪儿|怎么样|多少)$", body):
        return Form.OPEN
    if not asked:
        return Form.OPEN if OPEN_UNMARKED.match(body) else Form.CLAIM
    return Form.CHOICE if _CHOICE.search(body) else Form.POLAR


def _simplified(text: str) -> str:
    """Convert traditional characters to simplified ones."""
    import zhconv_rs

    return zhconv_rs.zhconv(text, "zh-hans")


@lru_cache(maxsize=20_000)
def _words(text: str) -> tuple[str, ...]:
    import rjieba

    # No guesses at new words, such as 伞里 and 被关.
    return tuple(rjieba.cut(text, hmm=False))
