"""From words to moves by rules: right, or up to three options asked back, or nothing."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import fsum

from echoes.games.giving_up import GIVE_UP_WORDS
from echoes.games.party.turn.intents import Neighbours, PartyIntent
from echoes.games.party.turn.moves import PartyMove
from echoes.games.party.turn.own_words import asked_about_table
from echoes.games.picks import picked_number
from echoes.language.readers import reader_for
from echoes.language.speech_act import SpeechAct
from echoes.language.speech_acts import read_speech_act

COMMANDS = {
    "help": ("help", "帮助"),
    "look": ("look", "四周", "看"),
    "map": ("map", "地图"),
    "whisper": ("whisper", "w", "悄悄", "密语"),
    "suggest": ("suggest", "提议", "建议"),
    "x": ("x",),
    "lines": ("lines", "底线", "禁区"),
    "veils": ("veils", "veil", "帷幕", "略写"),
    "say": ("say", "说"),
    "check": ("check", "检定"),
    "sheet": ("sheet", "角色", "角色卡"),
    "script": ("script", "剧本"),
    "clues": ("clues", "线索"),
    "recap": ("recap", "回顾"),
    "undo": ("undo", "撤销", "撤回"),
    "giveup": GIVE_UP_WORDS,
    "status": ("status", "状态"),
    "away": ("away",),
    "memory": ("memory", "记忆"),
    "character": ("character", "人物"),
    "ideas": ("ideas", "点子", "冒险"),
    "quit": ("quit", "exit", "退出"),
}
MOST_ASKED = 3

_ALIASES = {alias: name for name, aliases in COMMANDS.items() for alias in aliases}
_COMMAND = re.compile(r"^[/／]\s*([^\s\d]*)\s*(.*)$", re.DOTALL)
_SPEECH = re.compile(r"^[\"“「『](.+?)[\"”」』]?$", re.DOTALL)
_RUN = re.compile(r"^/\s*(next|auto|下一步|自动)\s*(\d{1,9})?\s*$", re.IGNORECASE)
_WORD = re.compile(r"[a-z0-9']+|[^\W\d_a-z]")
_ASKS = re.compile(r"[?？吗呢][。.]?\s*$")
_SUBJECT = re.compile(
    r"^(?:(?:i|we)(?: (?:will|want to|would like to|try to))? |(?:我们?|让我们?)[要想来]?)", re.IGNORECASE
)
_TELLS = re.compile(r"\b(?:tell|confess|reveal|admit|share)\b|告诉|说出|坦白|透露", re.IGNORECASE)
_HARMS = "砸杀烧毁抢扔撕踢炸拆"
"""Chinese verbs that do harm, which no look and no word does."""
_POSSIBLE = 0.34
_AHEAD = 0.75
_WEAK_IDEAS = frozenset(
    "go take get put look see say tell ask know have make let come give keep want think thing person back "
    "try walk head search examine inspect study check read use speak talk bit little again carefully "
    "other others somewhere anywhere elsewhere away 大家 别处 "
    "去 拿 看 看看 说 问 有 要 来 到 走 做 事 人 东西 知道 告诉 想 让 给 在 放 自己 里面".split()
)
"""Ideas so general that they mean nothing alone."""


def turns_asked_for(message: str, most: int) -> int | None:
    """Return the number of turns that a message asks the table to make by itself; None for none.

    Args:
        message: such as `/next` or `/auto 5`; `/auto 0` stops.
        most: the answer where no number is said, or a greater one.
    """
    if not (found := _RUN.match(unicodedata.normalize("NFKC", message.strip()))):
        return None
    if found[1].casefold() in ("next", "下一步"):
        return 1
    return min(most, int(found[2])) if found[2] else most


def table_intent(
    message: str, moves: Sequence[PartyMove], asked: Sequence[str], near: Neighbours | None = None
) -> PartyIntent:
    """Find what a message means.

    Args:
        message: without spaces around it.
        moves: that are open.
        asked: the moves behind the numbers that were shown last.
        near: who may be named in it; None reads for nobody in English.
    """
    return _formal(message, moves, asked) or _Words(message, moves, near or Neighbours("en")).read()


def master_intent(message: str, moves: Sequence[PartyMove], asked: Sequence[str]) -> PartyIntent:
    """Find what whoever leads the table means: a number, a command, a move word for word, else a telling."""
    if formal := _formal(message, moves, asked):
        return formal
    return next((PartyIntent("move", key) for key in _worded(message, moves)), PartyIntent("unknown"))


def _formal(message: str, moves: Sequence[PartyMove], asked: Sequence[str]) -> PartyIntent | None:
    """Find what a message means whose form says it: a command, a number, or speech; None for others."""
    if found := _COMMAND.match(message):
        name = _ALIASES.get(found[1].casefold(), "")
        return PartyIntent("command", name or "unknown", found[2].strip())
    if (n := picked_number(message)) is not None:
        if asked and not 1 <= n <= len(asked):
            return PartyIntent("range", text=str(len(asked)))
        keys = {move.key for move in moves}
        fits = 1 <= n <= len(asked) and asked[n - 1] in keys  # none may be left of them
        return PartyIntent("move", asked[n - 1]) if fits else PartyIntent("unknown")
    if found := _SPEECH.match(message):
        return PartyIntent("speech", text=found[1].strip())
    return None


def _worded(message: str, moves: Sequence[PartyMove]) -> list[str]:
    """Return the moves whose words a message is, also after "I", "we" or 我."""
    said = {_plain(message), _plain(_SUBJECT.sub("", message))}
    return [move.key for move in moves if _plain(move.text) in said]


class _Words:
    """The reading of a message that is neither a number, nor a command, nor speech.

    Args:
        message: that was sent.
        moves: that are open.
        near: who may be named.
    """

    def __init__(self, message: str, moves: Sequence[PartyMove], near: Neighbours) -> None:
        self._message, self._moves, self._near = message, moves, near
        self._act: SpeechAct = read_speech_act(near.language, message, near.names)

    def read(self) -> PartyIntent:
        """Return the intent of the message."""
        if exact := _worded(self._message, self._moves):
            return PartyIntent("move", exact[0])
        if command := asked_about_table(self._near.language, self._message):
            return PartyIntent("command", command)
        if spoken := self._to_somebody():
            return spoken
        if self._act.act == "look" and not self._act.rest and self._act.mentioned:
            return PartyIntent("looks", self._act.mentioned[0])
        reading = self._told() or self._among(self._moves)
        if reading.kind == "unknown":
            reading = self._by_act()
        return self._made_sure(reading)

    def _told(self) -> PartyIntent | None:
        """Return the secret that is told, where the words say so and name it."""
        if not _TELLS.search(self._message):
            return None
        found = self._among([move for move in self._moves if move.key.startswith("tell:")])
        return found if found.kind == "move" else None

    def _to_somebody(self) -> PartyIntent | None:
        """Return the words to whoever is addressed; None where nobody is."""
        meant = [*self._act.addressees]
        if self._act.act == "greet" and not meant:
            meant = [*self._act.mentioned]
        if not meant:
            return None
        here = [who for who in meant if who in self._near.here]
        if not here:
            return PartyIntent("absent", meant[0])
        votes = [move for move in self._moves if move.key == f"accuse:{here[0]}"]
        topics = [move for move in self._moves if move.key.startswith(f"talk:{here[0]}.")] + votes
        found = self._among(topics, self._act.rest or self._message)
        if found.kind != "unknown":
            return found
        if here[0] in self._near.companions:
            return PartyIntent("companion", here[0])
        fresh = [move.key for move in topics if move.offered] or [move.key for move in topics]
        shown = [*fresh[: MOST_ASKED - len(votes)], *(move.key for move in votes)]
        return PartyIntent("ask", here[0], keys=tuple(dict.fromkeys(shown)), why="which_topic")

    def _by_act(self) -> PartyIntent:
        """Return the intent by the message's form where its words fit nothing."""
        act = self._act.act
        if act == "around":
            return PartyIntent("command", "look")
        if act == "wait" and any(move.key == "wait:" for move in self._moves):
            return PartyIntent("move", "wait:")
        ways = [move.key for move in self._moves if move.key.startswith("go:")]
        if act == "go" and not self._act.is_question:
            if not ways:
                return PartyIntent("stuck")
            return PartyIntent("ask", keys=tuple(ways[:MOST_ASKED]), why=self._why_not_there())
        return PartyIntent("unknown")

    def _why_not_there(self) -> str:
        """Return the reply to whoever wants to go where no way leads, or nowhere in particular."""
        meant, here = (_ideas(self._near.language, text) for text in (self._act.rest, self._near.place))
        if not meant:
            return "which_way"
        return "there_already" if meant <= here else "no_such_way"

    def _made_sure(self, reading: PartyIntent) -> PartyIntent:
        """Return a reading, asked back where the words deny it, only ask, or say more than it does."""
        if reading.kind != "move" or reading.key == "wait:":
            return reading
        # Chinese words that ask stand in what is no question, too: "listen to what they say".
        asks = self._act.is_question and (self._near.language != "zh" or bool(_ASKS.search(self._message)))
        asks = asks and not reading.key.startswith("talk:")
        unsaid = reading.key.startswith("tell:") and not _TELLS.search(self._message)
        looks = self._act.act == "look" and reading.key.startswith("go:")
        if self._act.is_negated or asks or unsaid or looks or self._says_more(reading.key):
            return PartyIntent("ask", keys=(reading.key,), why="which_one")
        return reading

    def _says_more(self, key: str) -> bool:
        """Return whether a message says more than a move: by a verb that is unknown, or harmful."""
        [move] = [move for move in self._moves if move.key == key]
        if self._near.language == "zh":  # which has too many verbs for one thing to know them all
            return any(verb in self._message and verb not in f"{move.text}{move.cues}" for verb in _HARMS)
        if self._act.act not in ("", "greet"):
            return False
        known = {idea for text in (move.text, *move.cues) for idea in _ideas("en", text)}
        return bool(_ideas("en", self._message) - known)

    def _among(self, moves: Sequence[PartyMove], message: str = "") -> PartyIntent:
        """Find the moves whose words a message holds: by cues, which decide; by ideas, which ask back."""
        said = _plain(message or self._message)
        weights = {move.key: _weight(said, move) for move in moves}
        if most := max(weights.values(), default=0):
            best = [key for key, weight in weights.items() if weight == most]
            if len(best) == 1:
                return PartyIntent("move", best[0])
            if len(best) <= MOST_ASKED:
                return PartyIntent("ask", keys=tuple(best))
            return PartyIntent("ask", keys=tuple(best[:MOST_ASKED])) if message else PartyIntent("unknown")
        near = _near_by_ideas(self._near.language, message or self._message, moves)[:MOST_ASKED]
        if not near:
            return PartyIntent("unknown")
        return PartyIntent("ask", keys=tuple(near), why="which" if len(near) > 1 else "which_one")


@lru_cache(maxsize=4096)
def _ideas(language: str, text: str) -> frozenset[str]:
    """Return the ideas of a text that mean something alone."""
    found = reader_for(language).ideas(text) - _WEAK_IDEAS
    return frozenset(one for one in found if not one.isdecimal() and (language != "zh" or len(one) > 1))


def _near_by_ideas(language: str, message: str, moves: Sequence[PartyMove]) -> list[str]:
    """Return the moves that share ideas with a message, the nearest first; none that share too little."""
    said = _ideas(language, message)
    shared = {
        move.key: {idea for text in (move.text, *move.cues) for idea in _ideas(language, text)} & said
        for move in moves
    }
    carriers = Counter(idea for found in shared.values() for idea in found)
    scores = {key: fsum(1 / carriers[idea] for idea in found) for key, found in shared.items()}
    best = max(scores.values(), default=0.0)
    near = [key for key, score in scores.items() if score >= max(_POSSIBLE, _AHEAD * best)]
    return sorted(near, key=lambda key: -scores[key])


def _weight(said: str, move: PartyMove) -> int:
    """Return the match of a message with a move: the letters of its cues that stand there as whole words."""
    return sum(len(cue) for cue in {_plain(cue) for cue in move.cues} if f" {cue} " in f" {said} ")


def _plain(text: str) -> str:
    """Return the words of a text in small letters, Chinese characters each by itself."""
    return " ".join(_WORD.findall(unicodedata.normalize("NFKC", text).casefold()))
