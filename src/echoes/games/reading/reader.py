"""The reader of free words, for every kind of game: one of the open moves, a question back, or neither."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from echoes.core.protocols import EmbeddingClient
from echoes.games.reading.move import COMMAND, MOST_ASKED, SPEECHES, Circumstances, WordedMove
from echoes.games.reading.nearest import Nearness
from echoes.games.reading.policy import (
    Likelihood,
    features_of_certainty,
    is_enough,
    is_said_in_full,
    is_worth_asking,
    learnt_weights,
    likelihoods,
    may_be_meant,
)
from echoes.language.wishes import alternatives_in, begins_with_deed, splits_in

if TYPE_CHECKING:
    from echoes.games.reading.lexicon import WordedText

_THOUSAND = 1000
_ALONE = ("greet", "wait", COMMAND)
"""Acts that are no deed before another: *Tove, come here*, *I sit down and read it*."""


@dataclass(frozen=True)
class OpenMoves:
    """The moves that are open where a message was said.

    Attributes:
        language: `en` or `zh`.
        names: of each who may be named, by id.
        moves: that are open, in the order in which they are offered.
        where: it was said.
    """

    language: str
    names: Mapping[str, Sequence[str]]
    moves: Sequence[WordedMove]
    where: Circumstances = field(default_factory=Circumstances)

    @property
    def count(self) -> int:
        """Return the number of moves that can be made."""
        return sum(move.is_open and move.act != COMMAND for move in self.moves)

    @property
    def shown(self) -> frozenset[str]:
        """Return the moves that may be offered."""
        return frozenset(move.key for move in self.moves if move.shown)

    def move(self, key: str) -> WordedMove:
        """Return one of the moves."""
        return next(move for move in self.moves if move.key == key)

    def asked(self, *keys: str) -> "Reading":
        """Return that the first of some moves are asked back, each once; those that may be offered."""
        shown = self.shown
        asked = [key for key in dict.fromkeys(keys) if key in shown][:MOST_ASKED]
        return Reading(asked=asked, is_likely=bool(asked))


@dataclass(frozen=True)
class Reading:
    """The meaning of words.

    Attributes:
        taken: the move that they mean for certain; empty for none.
        asked: the moves to ask back, the likeliest first.
        is_likely: whether one of these is likelier than that none is meant.
        rest: what was said to do beyond that move, in the words of the message.
        is_full: whether a text of the move was said, and nothing else.
    """

    taken: str = ""
    asked: Sequence[str] = ()
    is_likely: bool = False
    rest: str = ""
    is_full: bool = False


@dataclass(frozen=True)
class ComparedMessage:
    """A message compared with the moves that it may mean.

    Attributes:
        said: the message.
        moves: that it may mean at all; rows: the features of each.
        none: the features of "none of these".
    """

    said: "WordedText"
    moves: Sequence[WordedMove]
    rows: Sequence[dict[str, float]]
    none: dict[str, float]

    @cached_property
    def likelihoods(self) -> list[Likelihood]:
        """Return the likelihood of each move, the likeliest first."""
        keys = [move.key for move in self.moves]
        return likelihoods(keys, self.rows, self.none, learnt_weights()["moves"])


class WordReader:
    """Reads free words as open moves.

    Args:
        embedder: makes the embedder when it is first needed; without one the words alone are compared.
    """

    def __init__(self, embedder: Callable[[], EmbeddingClient] | None = None) -> None:
        self._nearness = Nearness(embedder)

    async def read(self, message: str, opened: OpenMoves) -> Reading:
        """Return the meaning of a message.

        Of two things to do the first is meant, and the other is kept; of one or another either may be.

        Args:
            message: what was said.
            opened: the moves that are open.
        """
        if not opened.moves:
            return Reading()
        language, whole = opened.language, await self._read(message, opened)
        if whole.is_full:
            return whole
        if parts := alternatives_in(language, message):
            read = [await self._read(part, opened) for part in parts]
            either = dict.fromkeys(one.taken or one.asked[0] for one in read if one.taken or one.is_likely)
            if len(either) > 1 and opened.shown.issuperset(either):
                return Reading(asked=[*either], is_likely=True)
        for first, rest in splits_in(language, message):
            meant, begins = await self._read(first, opened), begins_with_deed(language, first)
            if not (meant.taken or begins) or not await self._says_deed(rest, meant.taken, opened):
                continue
            if meant.taken and opened.move(meant.taken).final:  # after which nothing may follow
                return opened.asked(meant.taken, *whole.asked)
            if meant.taken and opened.move(meant.taken).act not in _ALONE:
                return Reading(meant.taken, rest=rest)
            if begins:
                return opened.asked(whole.taken, *meant.asked, *whole.asked)
        is_open = bool(parts) and whole.taken in opened.shown
        return opened.asked(whole.taken, *whole.asked) if is_open else whole

    async def _says_deed(self, words: str, first: str, opened: OpenMoves) -> bool:
        """Return whether words say something to do beyond a first move."""
        if begins_with_deed(opened.language, words):
            return True
        taken = (await self._read(words, opened)).taken
        return taken not in ("", first) and opened.move(taken).act not in (*SPEECHES, COMMAND)

    async def _read(self, message: str, opened: OpenMoves) -> Reading:
        """Return the meaning of words that say one thing."""
        compared = await self.compare(message, opened)
        said, where, by_key = compared.said, opened.where, {move.key: move for move in opened.moves}
        rows = zip(compared.moves, compared.rows, strict=True)
        full = {
            move.key: (row["whole"], row["same"])
            for move, row in rows
            if is_said_in_full(said, move, row) and may_be_meant(said, move, row, where)
        }
        most = max(full.values(), default=None)
        longest = [key for key, fit in full.items() if fit == most]
        if len(longest) == 1:
            return Reading(longest[0], is_full=True)
        found = compared.likelihoods
        if found and not longest:
            first, move = found[0], by_key[found[0].key]
            certainty = features_of_certainty(found, compared.none, opened.count)
            is_certain = is_enough(first, move, certainty, opened.count)
            if is_certain and may_be_meant(said, move, first.features, where):
                return Reading(first.key)
        shown = [one for one in found if by_key[one.key].shown]
        likely = [*shown[:1], *(one for one in shown[1:MOST_ASKED] if is_worth_asking(one))]
        is_likely = 2 * sum(one.thousandths for one in likely) >= _THOUSAND
        return Reading(asked=[one.key for one in likely], is_likely=is_likely)

    async def compare(self, message: str, opened: OpenMoves) -> ComparedMessage:
        """Return a message compared with the moves that it may mean.

        Args:
            message: what was said.
            opened: the moves that are open.
        """
        # With vectors comes numpy, which a list of scenarios has no use for.
        from echoes.games.reading.features import features_of
        from echoes.games.reading.lexicon import lexicon_for

        lexicon = lexicon_for(opened.language, opened.names)
        said, moves = lexicon.read_message(message), opened.moves
        near = await self._nearness.of(message, {move.key: move.texts for move in moves})
        kept, rows, none = features_of(
            lexicon, said, moves, [near.get(one.key, 0) for one in moves], opened.where
        )
        return ComparedMessage(said, kept, rows, none)
