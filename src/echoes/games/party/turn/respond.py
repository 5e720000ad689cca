"""The answer to one message: a move, words that are heard, a question back, or the reply to a command."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from echoes.core.log.events import Option
from echoes.core.text.plain_text import capitalized
from echoes.games.conversation.shell import range_text, refused_text, rest_text
from echoes.games.party.agents.master import rule_on_words
from echoes.games.party.ending import end_game, end_lost
from echoes.games.party.events import PartyAsked, PartyTrace
from echoes.games.party.pack.schema import MASTER
from echoes.games.party.phrases import table_phrase
from echoes.games.party.rules.acting import perform_move
from echoes.games.party.rules.casting import at_table
from echoes.games.party.rules.fight_actions import perform_in_fight
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.rules.rounds import end_turn
from echoes.games.party.state import PartyState, new_table, seat_to_act
from echoes.games.party.turn.commands import PartyTurn, reply, reply_event, run_table_command
from echoes.games.party.turn.context import PartyContext
from echoes.games.party.turn.intents import PartyIntent
from echoes.games.party.turn.making import answer_making, is_answer
from echoes.games.party.turn.master import perform_master, tell_table
from echoes.games.party.turn.moves import holding, offered_moves
from echoes.games.party.turn.passing import moves_at_table, offer_at_table, pass_turn
from echoes.games.party.turn.reading import master_intent, read_at_table
from echoes.games.party.turn.settling import absence_text, note_absence
from echoes.games.party.turn.telling import answer_given, shown_sheet
from echoes.language.replies import picked_number

if TYPE_CHECKING:
    from langgraph.runtime import Runtime


async def answer_at_table(state: PartyTurn, runtime: "Runtime[PartyContext]") -> PartyTurn:
    """Answer a message; the only node of the graph."""
    context: PartyContext = runtime.context.for_one_message()
    game, seat = state.get("game", new_table(context.module)), state.get("seat", "")
    module, language = at_table(context.module, game), context.module.language
    message = state.get("message", "").strip()
    if refused := _refused(context, game, seat, message):
        return refused
    if is_answer(game, seat, message):
        answer_making(play := PartyPlay(module, game, seat), context.module, message)
        return {"outbox": play.entries()}
    moves = moves_at_table(module, game, seat)
    asked = game["asked"].get(seat) or [move.key for move in offered_moves(moves)]
    play = PartyPlay(module, game, seat)
    if seat == MASTER:  # what whoever leads says is a telling unless its form says otherwise
        reading = master_intent(message, moves, asked)
    else:
        reading = await read_at_table(context.reader, play, message, moves, asked)
    if reading.kind == "command":
        return await run_table_command(context, play, reading)
    if reading.kind == "speech":
        play.tell(reading.text, () if seat == MASTER else play.around, seat, play.name(seat))
        return {"outbox": play.entries()}
    due = seat_to_act(module, game)
    is_ruled = seat in due and _is_free(play, context, reading, message)
    if not (is_ruled and reading.kind == "looks") and (said := _said_back(play, message, reading)):
        return reply(seat, reading.kind, capitalized(said))
    if seat not in due:
        name = table_phrase(language, "not_your_turn", name=play.name(due[0]) if due else "")
        return reply(seat, "not_your_turn", name)
    if is_ruled:
        ruled = await rule_on_words(context.agents, play, await context.newest(), message, moves)
        if ruled is None:
            _go_on(play)
            context.agents.note_costs_in(play)
            return {"outbox": play.entries()}
        if ruled.kind == "unknown":
            phrase = "model_fails" if play.state["lead"]["pauses"] else "model_away"
            note_absence(play, seat, absence_text(context.agents, play, "decide", phrase))
        else:
            reading = ruled
    texts = {move.key: move.text for move in [*moves, *holding(language, play.name(seat))]}
    _turn(play, message, reading, texts)
    context.agents.note_costs_in(play)
    return {"outbox": play.entries()}


def _refused(context: PartyContext, game: PartyState, seat: str, message: str) -> PartyTurn | None:
    """Return the reply to a message that can't be taken at all; None for any other."""
    language = context.module.language
    if game["ended"]:
        return reply(seat, "ended", table_phrase(language, "ended"))
    refused = refused_text(language, message, context.limits.max_message_chars)
    return reply(seat, *refused) if refused else None


def _is_free(play: PartyPlay, context: PartyContext, reading: PartyIntent, message: str) -> bool:
    """Return whether a model is to rule on a character's own words, of which the rules are not sure.

    A look at what a description names is among these: to search a thing may be more than to look at it.
    """
    is_unsure = reading.kind in ("unknown", "ask") or (reading.kind == "looks" and bool(reading.text))
    free = play.acts and is_unsure and picked_number(message) is None
    return (
        free
        and not play.state["master"]
        and context.models_play
        and context.agents.may_ask(play.state["lead"])
    )


def _turn(play: PartyPlay, message: str, reading: PartyIntent, texts: dict[str, str]) -> None:
    """Carry out what was understood for the seat whose turn it is."""
    match reading.kind:
        case "move":
            if reading.rest:
                play.add(reply_event(play.seat, "rest", rest_text(play.module.language, reading.rest)))
            make_table_move(play, reading.key, texts[reading.key])
        case "ask":
            _ask_back(play, message, reading, [(key, texts[key]) for key in reading.keys])
        case "looks" if seen := _said_back(play, message, reading):
            play.add(reply_event(play.seat, "looks", capitalized(seen)))
        case "range":
            told = range_text(play.module.language, int(reading.text))
            play.add(reply_event(play.seat, "range", told))
        case _ if play.seat == MASTER and not message.isdecimal():
            tell_table(play, message)
            _go_on(play)
        case _:
            why = "spent" if reading.kind == "spent" else "not_understood"
            play.add(reply_event(play.seat, "unknown", table_phrase(play.module.language, why)))
            play.add(offer_at_table(play.module, play.state, play.seat))


def make_table_move(play: PartyPlay, key: str, text: str) -> None:
    """Make a move, apply its consequences, and show the next seat what it can do."""
    if play.seat == MASTER:
        perform_master(play, key)
    else:
        kind, _, what = key.partition(":")
        perform_move(play, key, text)
        perform_in_fight(play, kind, what)
    _go_on(play)


def _go_on(play: PartyPlay) -> None:
    """End the turn, and pass it on or end the game."""
    if not play.ending:
        end_turn(play)
    if not play.ending and not seat_to_act(play.module, play.state):
        play.ending = end_lost(play)
    if play.ending:
        end_game(play)
    else:
        pass_turn(play)


def _said_back(play: PartyPlay, message: str, reading: PartyIntent) -> str:
    """Return the answer to words that take no turn: to the party or the absent, a look, a repetition."""
    module, language = play.module, play.module.language
    match reading.kind:
        case "absent" | "here" | "companion":
            return table_phrase(language, reading.kind, name=_called(play, reading.key))
        case "looks" if reading.text:
            return reading.text
        case "looks" if reading.key in module.party:
            return shown_sheet(play, module.party[reading.key].name)
        case "looks":
            if play.acts and reading.key in module.scenes[play.scene].present:
                return module.people[reading.key].looks
            return table_phrase(language, "absent", name=_called(play, reading.key))
        case "stuck":
            return table_phrase(language, "stuck")
        case "move":
            return answer_given(play, reading.key)
        case _:
            return ""


def _called(play: PartyPlay, who: str) -> str:
    return play.module.people[who].name if who in play.module.people else play.name(who)


def _ask_back(play: PartyPlay, message: str, reading: PartyIntent, moves: Sequence[tuple[str, str]]) -> None:
    options = [Option(n=n, text=capitalized(text)) for n, (_, text) in enumerate(moves, 1)]
    who = _called(play, reading.key) if reading.key else ""
    prompt = table_phrase(play.module.language, reading.why, name=who)
    asked = PartyAsked(text=message, prompt=prompt, options=options, audience=(play.seat,))
    play.add(asked, PartyTrace(asked=play.seat, keys=tuple(key for key, _ in moves)))
