"""The reader of free words, for every kind of game: one of the open moves, a question back, or neither."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from echoes.core.protocols import EmbeddingClient
from echoes.games.reading.move import MOST_ASKED, Circumstances, WordedMove
from echoes.games.reading.nearest import Nearness
from echoes.games.reading.policy import (
    Likelihood,
    features_of_certainty,
    is_enough,
    is_likely,
    is_possible,
    is_said_in_full,
    learnt_weights,
    likelihoods,
    may_be_meant,
)

if TYPE_CHECKING:
    from echoes.games.reading.lexicon import WordedText


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


@dataclass(frozen=True)
class Reading:
    """The meaning of words.

    Attributes:
        taken: the move that they mean for certain; empty for none.
        asked: the moves to ask back, the likeliest first.
    """

    taken: str = ""
    asked: Sequence[str] = ()


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
        embedder: makes the embedder when it is first needed; without one a game's own rules decide alone.
    """

    def __init__(self, embedder: Callable[[], EmbeddingClient] | None = None) -> None:
        self._nearness = Nearness(embedder)

    async def read(
        self,
        message: str,
        opened: OpenMoves,
        chosen: Sequence[str] = (),
        by_rules: str = "",
        takes: bool = True,
    ) -> Reading:
        """Return the meaning of a message.

        Args:
            message: what was said.
            opened: the moves that are open.
            chosen: moves that its words fit by a game's own rules, the best first.
            by_rules: the move for which these take it; it is made unless it is unlikely.
            takes: whether a move may be made that no rule found.
        """
        if not self._nearness.embeds:
            return Reading(by_rules, chosen)
        compared = await self.compare(message, opened)
        found, said = compared.likelihoods, compared.said
        by_key = {move.key: move for move in opened.moves}
        if by_rules:
            own = next((one for one in found if one.key == by_rules), None)
            if by_rules not in by_key or (own and is_possible(own, said)):
                return Reading(taken=by_rules)
        elif takes and (taken := self._taken(compared, opened, found)):
            return Reading(taken=taken)
        likely = [one for one in found if by_key[one.key].shown or one.key in chosen]
        alone = [one.key for one in likely[:1] if is_likely(one)]
        if alone == [*chosen] and alone and not by_rules:
            return Reading(asked=chosen)
        unknown = [key for key in chosen if key not in by_key]  # of which only the rules know
        first = [by_rules] if by_rules else unknown
        return Reading(asked=[*dict.fromkeys((*first, *(one.key for one in likely)))][:MOST_ASKED])

    @staticmethod
    def _taken(compared: ComparedMessage, opened: OpenMoves, found: Sequence[Likelihood]) -> str:
        """Return the move that is meant for certain: the only one said in full, else the likeliest."""
        said, where, by_key = compared.said, opened.where, {move.key: move for move in opened.moves}
        full = [
            move.key
            for move, row in zip(compared.moves, compared.rows, strict=True)
            if is_said_in_full(said, move, row) and may_be_meant(said, move, row, where)
        ]
        if full or not found:
            return full[0] if len(full) == 1 else ""
        first, move = found[0], by_key[found[0].key]
        certainty = features_of_certainty(found, compared.none, len(by_key))
        is_certain = is_enough(first, move, certainty, len(by_key)) and may_be_meant(
            said, move, first.features, where
        )
        return first.key if is_certain else ""

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
