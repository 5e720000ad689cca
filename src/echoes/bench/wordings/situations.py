"""Situations of each kind of game: the state after some moves, and what is made of words in it."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial, reduce

from echoes.core.entries import Entry
from echoes.games.heist.pack.random_walk import PlainDice, begun_heist
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.rules.moves import make_heist_move
from echoes.games.heist.rules.play import Play
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.asking import open_in_heist, read_in_heist
from echoes.games.heist.turn.interpret import heist_intent
from echoes.games.heist.turn.options import open_moves
from echoes.games.heist.turn.respond import offer_options
from echoes.games.party.events import PartyStartTrace
from echoes.games.party.opening import deal_sheets, table_opening
from echoes.games.party.pack.schema import Module
from echoes.games.party.reducer import table_after
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.state import RULES, PartyState, new_table, seat_to_act
from echoes.games.party.turn.addressing import neighbours
from echoes.games.party.turn.interpret import table_intent
from echoes.games.party.turn.moves import offered_moves
from echoes.games.party.turn.passing import moves_at_table
from echoes.games.party.turn.respond import make_table_move, open_at_table, read_at_table
from echoes.games.reading.reader import OpenMoves, WordReader
from echoes.games.scenario import Scenario
from echoes.games.story.opening import begun_story
from echoes.games.story.pack.schema import StoryPack
from echoes.games.story.rules.acting import perform
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.state import StoryState
from echoes.games.story.turn.interpret import story_intent
from echoes.games.story.turn.respond import open_in_story, read_in_story

_SEED = "wordings"


@dataclass(frozen=True)
class WordsRead:
    """What was made of words.

    Attributes:
        taken: the move that is made; empty for none.
        offered: the moves that are asked back, or offered instead.
        command: the command that they are taken for; empty for none.
    """

    taken: str = ""
    offered: tuple[str, ...] = ()
    command: str = ""


@dataclass(frozen=True)
class Situation:
    """A situation of a game.

    Attributes:
        opened: the moves that are open in it.
        read: returns what words are read as, with the reader of words.
    """

    opened: OpenMoves
    read: Callable[[str, WordReader], Awaitable[WordsRead]]


def situation_after(scenario: Scenario, moves: Sequence[str]) -> Situation:
    """Return the situation after some moves.

    Args:
        scenario: a story, a heist, or the module of a table.
        moves: the keys of the moves, in order; at a table each is made by whoever's turn it is.
    """
    match scenario:
        case StoryPack():
            play = StoryPlay(
                scenario, reduce(partial(_moved_in_story, scenario), moves, begun_story(scenario))
            )
            return Situation(open_in_story(play), partial(_read_story, play))
        case Score():
            heist = reduce(partial(_moved_in_heist, scenario), moves, begun_heist(scenario, _SEED))
            opened = open_in_heist(scenario, heist, open_moves(scenario, heist))
            return Situation(opened, partial(_read_heist, scenario, heist))
        case Module():
            table = reduce(partial(_moved_at_table, scenario), moves, _begun_table(scenario))
            seated = PartyPlay(scenario, table, seat_to_act(scenario, table)[0])
            at_hand = moves_at_table(scenario, table, seated.seat)
            return Situation(open_at_table(seated, at_hand), partial(_read_table, seated))
        case _:
            raise TypeError(f"no free words are read in a {type(scenario).__name__}")


def _moved_in_story(story: StoryPack, state: StoryState, key: str) -> StoryState:
    play = StoryPlay(story, state)
    perform(play, key, key)
    return play.state


def _moved_in_heist(score: Score, state: HeistState, key: str) -> HeistState:
    play = Play(score, state, PlainDice())
    make_heist_move(play, key, next(move.text for move in open_moves(score, state) if move.key == key))
    if not play.state["ended"]:
        offer_options(play)
    return play.state


def _begun_table(module: Module) -> PartyState:
    started, trace = table_opening(module, "party", PartyStartTrace(seed=_SEED, rules=RULES))
    state = table_after(new_table(module), Entry(started, trace))
    return reduce(table_after, deal_sheets(module, started, trace), state)


def _moved_at_table(module: Module, state: PartyState, key: str) -> PartyState:
    seat = seat_to_act(module, state)[0]
    play = PartyPlay(module, state, seat)
    make_table_move(
        play, key, next(one.text for one in moves_at_table(module, state, seat) if one.key == key)
    )
    return play.state


async def _read_story(play: StoryPlay, message: str, reader: WordReader) -> WordsRead:
    reading = await read_in_story(reader, play, story_intent(play, message), message)
    match reading.kind:
        case "move":
            return WordsRead(taken=reading.name)
        case "command":
            return WordsRead(command=reading.name)
        case _:
            return WordsRead(offered=(*reading.moves, *reading.nearest))


async def _read_heist(score: Score, state: HeistState, message: str, reader: WordReader) -> WordsRead:
    moves = open_moves(score, state)
    intent = heist_intent(score, state, moves, message)
    intent = await read_in_heist(reader, score, state, moves, intent, message)
    match intent.kind:
        case "move":
            return WordsRead(taken=intent.move)
        case "command":
            return WordsRead(command=intent.move)
        case _:
            return WordsRead(offered=tuple(move.key for move in intent.moves))


async def _read_table(play: PartyPlay, message: str, reader: WordReader) -> WordsRead:
    moves = moves_at_table(play.module, play.state, play.seat)
    asked = play.state["asked"].get(play.seat) or [move.key for move in offered_moves(moves)]
    reading = table_intent(message, moves, asked, neighbours(play))
    reading = await read_at_table(reader, play, reading, message, moves)
    match reading.kind:
        case "move":
            return WordsRead(taken=reading.key)
        case "command":
            return WordsRead(command=reading.key)
        case _:
            return WordsRead(offered=reading.keys)
