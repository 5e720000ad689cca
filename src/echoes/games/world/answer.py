"""The answer to one message of a game of moves: a move, a question back, or the reply to a command."""

from collections.abc import Sequence
from functools import reduce
from typing import TYPE_CHECKING

from echoes.core.log.entries import Entry
from echoes.core.log.events import Option
from echoes.core.log.queries import entries_without, last_turns
from echoes.core.seats.visibility import turns_to_undo
from echoes.games.conversation.form import MessageForm, read_form
from echoes.games.conversation.shell import (
    is_undo,
    range_text,
    refused_text,
    rest_text,
    say,
    unknown_command_text,
)
from echoes.games.reading.move import Circumstances, WordedMove, command_moves
from echoes.games.reading.reader import OpenMoves
from echoes.games.turn_state import TurnState
from echoes.games.world import events as happened
from echoes.games.world.events import MoveAsked, WorldTrace
from echoes.games.world.pack import WorldT
from echoes.games.world.phrases import WORLD_PHRASES
from echoes.games.world.rules import WorldContext
from echoes.games.world.state import WorldStateT
from echoes.games.world.world_play import WorldPlay

if TYPE_CHECKING:
    from langgraph.runtime import Runtime


async def answer_in_world(
    state: TurnState[WorldStateT], runtime: "Runtime[WorldContext[WorldT, WorldStateT]]"
) -> TurnState[WorldStateT]:
    """Answer a message; the only node of the graph."""
    context, game = runtime.context, runtime.context.game
    now = state.get("game") or game.initial_state(context.scenario)
    play: WorldPlay[WorldT, WorldStateT] = game.play(context.scenario, now, state.get("seat", ""))
    message = state.get("message", "").strip()
    if play.state["ended"]:
        play.reply("ended", play.say("ended"))
    elif refused := refused_text(play.language, message, game.limits.max_message_chars):
        play.reply(*refused)
    else:
        return await _answered(context, play, message)
    return {"outbox": play.entries()}


async def _answered(
    context: WorldContext[WorldT, WorldStateT], play: WorldPlay[WorldT, WorldStateT], message: str
) -> TurnState[WorldStateT]:
    game, moves = context.game, {move.key: move for move in context.game.moves(play)}
    asked = play.state["asked"].get(play.seat, [])

    def texts() -> dict[str, str]:
        return {key: move.text for key, move in moves.items()}

    form = read_form(message, game.commands, asked, texts, play.seat in play.state["doubted"])
    if form is None:
        form = await _read(context, play, moves, asked, message)
    if form and form.kind == "command":
        return await _command(context, play, form)
    if form and form.kind == "move" and form.key in moves:
        make_world_move(context, play, moves[form.key], form.text)
    elif form and form.kind == "which":
        _ask_back(play, message, "ask_which", [moves[key] for key in asked if key in moves])
    elif form and form.kind == "range":
        play.reply("pick", range_text(play.language, len(asked)))
    elif form:  # it was declined, or what others did has closed it
        play.reply(form.kind, play.say("declined" if form.kind == "declined" else "closed"))
        play.add(game.offered(play))
    return {"outbox": play.entries()}


async def _read(
    context: WorldContext[WorldT, WorldStateT],
    play: WorldPlay[WorldT, WorldStateT],
    moves: dict[str, WordedMove],
    asked: Sequence[str],
    message: str,
) -> MessageForm | None:
    """Return the meaning of free words; where it is none for certain, ask back, and return None."""
    commands = command_moves(WORLD_PHRASES.of_language(play.language).list_groups["command_words"])
    where = Circumstances(
        frozenset(play.people()),
        shown=asked,
        pronouns={who: one.pronoun for who, one in play.scenario.people.items() if one.pronoun},
    )
    opened = OpenMoves(play.language, context.game.names(play.scenario), [*moves.values(), *commands], where)
    read = await context.reader.read(message, opened)
    if read.taken.startswith("/"):
        return MessageForm("command", read.taken[1:])
    if read.taken in moves and moves[read.taken].is_open:
        return MessageForm("move", read.taken, read.rest)
    meant = [moves[key] for key in read.asked]
    if not read.is_likely:
        play.reply("unknown", play.say("not_understood"))
    if meant:
        why = "ask_nearest" if not read.is_likely else "ask_which" if len(meant) > 1 else "ask_meant"
        _ask_back(play, message, why, meant)
    else:
        play.add(context.game.offered(play))
    return None


def _ask_back(
    play: WorldPlay[WorldT, WorldStateT], message: str, why: str, moves: Sequence[WordedMove]
) -> None:
    options = [Option(n=n, text=move.text) for n, move in enumerate(moves, 1)]
    asked = MoveAsked(text=message, prompt=play.say(why), options=options, audience=play.own())
    play.add(asked, WorldTrace(asked=play.seat, keys=tuple(move.key for move in moves)))


def make_world_move(
    context: WorldContext[WorldT, WorldStateT],
    play: WorldPlay[WorldT, WorldStateT],
    move: WordedMove,
    rest: str = "",
) -> None:
    """Make a move, say what else was wished, and offer what is at hand after it."""
    play.begin(move)
    context.game.make(play, move)
    if not play.state["ended"]:
        if rest:
            play.reply("rest", rest_text(play.language, rest))
        _offer_to_all(context, play)


def _offer_to_all(context: WorldContext[WorldT, WorldStateT], play: WorldPlay[WorldT, WorldStateT]) -> None:
    """Offer the moves that are open, to other seats where a move has opened or closed some of theirs."""
    play.add(context.game.offered(play))
    for seat in (seat for seat in play.seats if seat != play.seat):
        own = context.game.play(play.scenario, play.state, seat)
        offered, asked = context.game.offered(own), {*play.state["asked"].get(seat, ())}
        is_asked_back = seat in play.state["doubted"]
        now = {move.key for move in context.game.moves(own)} if is_asked_back else set[str]()
        if not asked <= now if is_asked_back else {option.key for option in offered.options} != asked:
            play.add(offered)


async def _command(
    context: WorldContext[WorldT, WorldStateT], play: WorldPlay[WorldT, WorldStateT], form: MessageForm
) -> TurnState[WorldStateT]:
    game, name = context.game, form.key
    match name:
        case "undo":
            return await _undo(context, play, form.text)
        case "giveup":
            play.end()
        case "look":
            play.add(play.arrival(play.place))
            play.add(game.offered(play))
        case "help" | "quit" | "notebook":
            play.reply(name, _text_of(context, play, name))
        case _ if (text := game.run_command(play, name, form.text)) is not None:
            if text:
                play.reply(name, text)
        case _:
            said = unknown_command_text(play.language, game.commands, form.text, play.say("help"))
            play.reply("unknown", said)
    return {"outbox": play.entries()}


def _text_of(
    context: WorldContext[WorldT, WorldStateT], play: WorldPlay[WorldT, WorldStateT], name: str
) -> str:
    """Return the reply to a command that only tells something."""
    if name == "quit":
        seat = f" --seat {play.seat}" if play.seat else ""
        return play.say("quit", session=f"{context.session_id}{seat}")
    if name == "help":
        return play.say("help")
    notes = [play.scenario.secrets[key].text for key in play.state["knows"][play.seat]]
    if not notes:
        return play.say("notebook_empty")
    return "\n".join([play.say("known"), *(f"– {note}" for note in notes)])


async def _undo(
    context: WorldContext[WorldT, WorldStateT], play: WorldPlay[WorldT, WorldStateT], argument: str
) -> TurnState[WorldStateT]:
    """Take back turns as the seat counts them, and what others did since; show again where that leads."""
    game, entries = context.game, await context.history.entries()
    if not is_undo(argument):
        play.reply("undo", say(play.language, "undo_usage"))
        return {"outbox": play.entries()}
    wanted = int(argument or 1)
    if not (undone := last_turns(entries, turns_to_undo(entries, play.seat, wanted))):
        play.reply("undo", say(play.language, "undo_nothing"))
        return {"outbox": play.entries()}
    start = game.initial_state(context.scenario)
    before = reduce(game.evolve, entries_without(entries, undone), start)
    said = Entry(happened.MoveReplied(command="undo", text=play.say("undone")))
    again = [game.play(context.scenario, before, seat) for seat in play.seats or ("",)]
    offers = [Entry(event) for one in again for event in (one.arrival(one.place), game.offered(one))]
    return {"undo": wanted, "outbox": [said, *offers]}
