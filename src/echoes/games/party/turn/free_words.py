"""From free words to moves by rules: right, or up to three options asked back, or nothing."""

import re
from collections.abc import Sequence

from echoes.games.party.phrases import table_phrase
from echoes.games.party.rules.accusing import NOBODY
from echoes.games.party.turn.intents import Neighbours, PartyIntent
from echoes.games.party.turn.own_words import asked_about_table
from echoes.games.party.turn.party_move import PartyMove
from echoes.games.party.turn.questions import is_asked, is_of_others, only_speaks
from echoes.games.party.turn.word_matches import (
    ideas_of_move,
    meaningful_ideas,
    near_by_ideas,
    plain_words,
    weight_of,
)
from echoes.games.reading.move import MOST_ASKED
from echoes.language.speech_act import SpeechAct
from echoes.language.speech_acts import read_speech_act

_TELLS = re.compile(r"\b(?:tell|confess|reveal|admit|share)\b|告诉|说出|坦白|透露", re.IGNORECASE)
_LOOKS = re.compile(r"看看|看一看|看一眼|凑近|查看|检查|瞧瞧|打量")
_LEAVES = (
    r"(?:go |head |get |come )?(?:back|out|away)|leave(?: here)?|exit|go|离开(?:这里|这儿)?|出去|回去|走吧?"
)
_LEAVING = re.compile(rf"(?:(?:i|we|let's|我们?) ?)?(?:{_LEAVES})[.!。！]*", re.IGNORECASE)
_LEAVES_FIRST = re.compile(rf"^(?:我们?)?(?:{_LEAVES})[,，] *(?=\S)", re.IGNORECASE)
_FOLLOWS = re.compile(
    r"\b(?:follow|accompany|(?:go|come|walk) (?:along )?(?:with|after)|run after|catch up with|join)\b"
    r"|跟着|跟上|跟.{1,6}(?:一起)?[走去]|追上|陪.{1,6}[走去]",
    re.IGNORECASE,
)
_WALKS = re.compile(r"\b(?:into|along|through|enter|follow|wade|crawl)\b|[进去走钻穿顺沿]", re.IGNORECASE)
_DENIES = re.compile(
    r"\b(?:not|never|no|innocent|anybody|anyone|nobody|neither|cannot|can't|didn't|don't|doesn't)\b|n['’]t\b"
    r"|不|没|别|无辜|清白|冤枉|非",
    re.IGNORECASE,
)
_EITHER = re.compile(
    r"\b(?:or|except|unless|(?:any|every)(?:where|thing|body|one) but)\b|除了|或者?|要么|(?<=[^我们])还是",
    re.IGNORECASE,
)
_JUDGES = re.compile("指控|控告|投票|投给|逮捕|抓起|怪罪|^怪|认为|觉得|干的|偷的|凶手|好人|坏人|嫌疑")
"""Chinese words of what somebody thinks of others, which is no question about them."""
_HARMS = "砸杀烧毁抢扔撕踢炸拆"
"""Chinese verbs that do harm, which no look and no word does."""


class FreeWords:
    """The reading of a message that is neither a number, nor a command, nor speech.

    Args:
        message: that was sent.
        moves: that are open.
        near: who may be named, and where ways lead.
    """

    def __init__(self, message: str, moves: Sequence[PartyMove], near: Neighbours) -> None:
        self._message, self._moves, self._near = _LEAVES_FIRST.sub("", message), moves, near
        self._open = {move.key for move in moves}
        self._act: SpeechAct = read_speech_act(near.language, self._message, near.names)

    def read(self) -> PartyIntent:
        """Return the intent of the message; what it leaves open, or says of others, is asked back."""
        reading = self._read()
        if reading.kind != "move":
            return reading
        [move] = [one for one in self._moves if one.key == reading.key]
        kind, _, what = move.key.partition(":")
        denied = kind == "accuse" and what != NOBODY and _DENIES.search(self._message)
        others = kind == "go" and self._is_about_somebody_else() and not _FOLLOWS.search(self._message)
        if denied or others or (_EITHER.search(self._message) and not _EITHER.search(move.text)):
            return PartyIntent("ask", keys=(move.key,), why="which_one")
        return reading

    def _is_about_somebody_else(self) -> bool:
        """Return whether a message sends another character of the party somewhere, or says who goes."""
        named = {*self._act.mentioned, *self._act.addressees}
        return bool(named & self._near.companions) or is_of_others(self._message)

    def _read(self) -> PartyIntent:
        if command := asked_about_table(self._near.language, self._message):
            return PartyIntent("command", command)
        if (followed := self._after_somebody()) or (followed := self._to_somebody()):
            return followed
        if self._act.act == "look" and not self._act.rest and self._act.mentioned:
            return PartyIntent("looks", self._act.mentioned[0])
        reading = self._told() or self._by_words()
        if reading.kind != "unknown":
            return self._made_sure(reading)
        reading = self._by_act()
        named = [who for who in self._act.mentioned if who in self._near.here - self._near.companions]
        return self._with(named[0]) if reading.kind == "unknown" and named else reading

    def _after_somebody(self) -> PartyIntent | None:
        """Return the way that a companion took, or that it is here; None where nobody is followed."""
        if not _FOLLOWS.search(self._message):
            return None
        named = [one for one in (*self._act.addressees, *self._act.mentioned) if one in self._near.companions]
        if gone := [one for one in named if one not in self._near.here]:
            way = self._way_to(gone[0])
            return PartyIntent("move", way) if way else PartyIntent("absent", gone[0])
        return PartyIntent("here", named[0]) if named and self._says_no_more_than(named[0]) else None

    def _says_no_more_than(self, who: str) -> bool:
        """Return whether nothing is said but that somebody is followed, and not to them."""
        rest = _FOLLOWS.sub(" ", self._without_name(who))
        return not (self._act.addressees or meaningful_ideas(self._near.language, rest))

    def _told(self) -> PartyIntent | None:
        """Return the secret that is told, where the words say so and name it."""
        if not _TELLS.search(self._message):
            return None
        found = self._among(self._of_kind("tell:"))
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
            return self._not_here(meant[0])
        return self._with(here[0])

    def _with(self, who: str) -> PartyIntent:
        """Return the words with somebody who is here."""
        votes = self._of_kind(f"accuse:{who}")
        if votes and self._accuses():
            return PartyIntent("move", votes[0].key)
        topics = self._of_kind(f"talk:{who}.") + votes
        found = self._among(topics, self._without_name(who))
        if found.kind != "unknown":
            return found
        if who in self._near.companions:
            told = (
                self._among(self._of_kind("tell:"))
                if _TELLS.search(self._message)
                else PartyIntent("unknown")
            )
            if told.kind == "unknown":
                return PartyIntent("companion", who)
            return PartyIntent("ask", keys=told.keys or (told.key,), why="which_one")
        if not topics and (parley := self._of_kind("parley:")):
            return PartyIntent("ask", keys=(parley[0].key,), why="which_one")
        fresh = [move.key for move in topics if move.offered] or [move.key for move in topics]
        shown = [*fresh[: MOST_ASKED - len(votes)], *(move.key for move in votes)]
        return PartyIntent("ask", who, keys=tuple(dict.fromkeys(shown)), why="which_topic")

    def _of_kind(self, begins: str) -> list[PartyMove]:
        """Return the moves whose keys begin so."""
        return [move for move in self._moves if move.key.startswith(begins)]

    def _without_name(self, who: str) -> str:
        """Return the message without the name of whoever is addressed, which fits all their topics."""
        names = sorted(self._near.names.get(who, ()), key=len, reverse=True)
        return re.sub("|".join(map(re.escape, names)), " ", self._message, count=1, flags=re.IGNORECASE)

    def _accuses(self) -> bool:
        """Return whether the message has a verb of accusing."""
        verbs = table_phrase(self._near.language, "accuse_cues").split("|")
        return any(f" {plain_words(verb)} " in f" {plain_words(self._message)} " for verb in verbs)

    def _not_here(self, who: str) -> PartyIntent:
        """Return the way to somebody who is not here, asked back, where it is known; else their absence."""
        way = self._way_to(who)
        return PartyIntent("ask", who, keys=(way,), why="way_to_them") if way else PartyIntent("absent", who)

    def _way_to(self, who: str) -> str:
        """Return the way to somebody; empty where none is open, as in a fight."""
        way = self._near.towards.get(who, "")
        return way if way in self._open else ""

    def _by_words(self) -> PartyIntent:
        """Return the intent by words: for a walk a way, for a look a thing, rather than a talk."""
        goes = self._act.act == "go" and not {*self._act.mentioned} & self._near.here
        looks = self._act.act == "look" or bool(_LOOKS.search(self._message))
        silent = [move for move in self._moves if not move.key.startswith("talk:")]
        if (goes or (not looks and _WALKS.search(self._message))) and self._is_closed():
            return self._no_way(self._among(silent).key)
        if not goes and not looks:
            return self._among(self._moves)
        found = self._among(silent)
        if found.kind != "unknown" or goes:
            return found
        gone = [who for who in self._act.mentioned if who not in self._near.here]
        if gone:
            return self._not_here(gone[0])
        found = self._among(self._moves)
        return PartyIntent("ask", keys=(found.key,), why="which_one") if found.kind == "move" else found

    def _by_act(self) -> PartyIntent:
        """Return the intent by the message's form where its words fit nothing."""
        act = self._act.act
        if act == "around":
            return PartyIntent("command", "look")
        if act == "wait" and any(move.key == "wait:" for move in self._moves):
            return PartyIntent("move", "wait:")
        leaves = bool(_LEAVING.fullmatch(self._message))
        if (act == "go" and not self._act.is_question) or leaves:
            return self._no_way(leaves=leaves)
        return PartyIntent("unknown")

    def _is_closed(self) -> bool:
        """Return whether a message means a way that is not open as much as anything that is."""
        closed, open_now = (
            max((weight_of(self._near.language, self._message, move) for move in moves), default=0)
            for moves in (self._near.closed, self._moves)
        )
        return closed > 0 and closed >= open_now

    def _no_way(self, instead: str = "", leaves: bool = False) -> PartyIntent:
        """Return the reply to whoever wants to go where no way leads, or nowhere in particular."""
        ways = [move.key for move in self._of_kind("go:")]
        if not ways:
            return PartyIntent("stuck")
        if leaves and len(ways) == 1:
            return PartyIntent("move", ways[0])
        if not leaves and (by := self._way_beyond()):
            return PartyIntent("ask", keys=(by,), why="leads_by")
        meant, here = (
            meaningful_ideas(self._near.language, text) for text in (self._act.rest, self._near.place)
        )
        why = "which_way" if leaves or not meant else "there_already" if meant <= here else "no_such_way"
        keys = [*([instead] if instead else []), *ways]
        return PartyIntent("ask", keys=tuple(keys[:MOST_ASKED]), why=why)

    def _way_beyond(self) -> str:
        """Return the move with which one sets out to a place farther away that a message names."""
        beyond = [move for move in self._near.beyond if move.key in self._open]
        weights = [weight_of(self._near.language, self._message, move) for move in beyond]
        most = max(weights, default=0)
        return beyond[weights.index(most)].key if most else ""

    def _made_sure(self, reading: PartyIntent) -> PartyIntent:
        """Return a reading, asked back where the words deny it, only ask, or say more than it does."""
        if reading.kind != "move" or reading.key == "wait:":
            return reading
        [move] = [one for one in self._moves if one.key == reading.key]
        asks = is_asked(self._near.language, self._message, self._act)
        asks = (asks or only_speaks(self._message, move)) and not reading.key.startswith("talk:")
        unsaid = reading.key.startswith("tell:") and not _TELLS.search(self._message)
        looks = self._act.act == "look" and reading.key.startswith("go:")
        if (
            self._act.is_negated
            or asks
            or unsaid
            or looks
            or self._is_weak(reading.key)
            or self._says_more(reading.key)
        ):
            return PartyIntent("ask", keys=(reading.key,), why="which_one")
        return reading

    def _is_weak(self, key: str) -> bool:
        """Return whether a statement to nobody means words with somebody by one character alone."""
        if not key.startswith("talk:") or self._act.act in ("ask", "tell") or self._act.is_question:
            return False
        if _JUDGES.search(self._message):
            return True
        [move] = [move for move in self._moves if move.key == key]
        return weight_of(self._near.language, self._message, move) == 1

    def _says_more(self, key: str) -> bool:
        """Return whether a message says more than a move: by a verb that is unknown, or harmful."""
        [move] = [move for move in self._moves if move.key == key]
        if self._near.language == "zh":  # which has too many verbs for one thing to know them all
            return any(verb in self._message and verb not in f"{move.text}{move.cues}" for verb in _HARMS)
        if self._act.act not in ("", "greet"):
            return False
        return bool(meaningful_ideas("en", self._message) - ideas_of_move("en", move))

    def _among(self, moves: Sequence[PartyMove], message: str = "") -> PartyIntent:
        """Find the moves whose words a message holds: by cues, which decide; by ideas, which ask back."""
        language, said = self._near.language, message or self._message
        weights = {move.key: weight_of(language, said, move) for move in moves}
        if most := max(weights.values(), default=0):
            best = [key for key, weight in weights.items() if weight == most]
            best = [move.key for move in moves if move.key in best and move.offered] or best
            if len(best) == 1:
                return PartyIntent("move", best[0])
            alike = [move for move in moves if move.key in best]
            near = near_by_ideas(language, said, alike) if len(best) > MOST_ASKED else best
            if 0 < len(near) <= MOST_ASKED or message:
                return _asked_back(near or best)
            return PartyIntent("unknown")
        near = near_by_ideas(language, said, [move for move in moves if move.offered])
        return _asked_back(near) if near else PartyIntent("unknown")


def _asked_back(keys: Sequence[str]) -> PartyIntent:
    """Return the question which of some moves is meant, the first of them where they are too many."""
    why = "which" if len(keys) > 1 else "which_one"
    return PartyIntent("ask", keys=tuple(keys[:MOST_ASKED]), why=why)
