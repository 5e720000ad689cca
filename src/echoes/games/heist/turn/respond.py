"""The answer to one message: a move, a question back, a fact, or the reply to a command."""

from typing import Any

from echoes.core.entries import Entry
from echoes.core.events import Option
from echoes.games.heist import events as happened
from echoes.games.heist.events import HeistReplied
from echoes.games.heist.narration.master import Master
from echoes.games.heist.narration.phrases import LICENCE
from echoes.games.heist.narration.recap import recap_text, sheet_text
from echoes.games.heist.rules.actions import approach_of
from echoes.games.heist.rules.answers import ask_oracle, facts_here, tell_fact
from echoes.games.heist.rules.moves import end_heist, make_move
from echoes.games.heist.rules.people import speak_with
from echoes.games.heist.rules.play import Play
from echoes.games.heist.state import HeistState, new_heist
from echoes.games.heist.turn.context import HeistContext
from echoes.games.heist.turn.interpret import Intent, ideas_of, interpret, is_polar, overlap
from echoes.games.heist.turn.offers import offer_moves
from echoes.games.heist.turn.options import OpenMove, open_moves
from echoes.games.turn_state import TurnState

HeistTurn = TurnState[HeistState]


async def answer_message(state: HeistTurn, runtime: Any) -> HeistTurn:
    """Answer a message; the only node of the graph."""
    context: HeistContext = runtime.context
    game = state.get("game", new_heist())
    message = state.get("message", "").strip()
    if game["ended"]:
        return _replied("ended", Play(context.score, game, context.journal).say("ended"))
    return await respond(context, state, game, message)


async def respond(context: HeistContext, state: HeistTurn, game: HeistState, message: str) -> HeistTurn:
    """Return what a message leads to.

    Args:
        context: of the session.
        state: of the session.
        game: the game's own part of it.
        message: what the player sent.
    """
    play = Play(context.score, game, context.journal)
    limit = context.limits.max_message_chars
    if len(message) > limit + len("/giveup "):
        return _replied("too_long", play.say("too_long", length=len(message), limit=limit))
    if not message:
        return _replied("empty", play.say("empty"))
    moves = open_moves(context.score, game)
    intent = interpret(context.score, game, moves, message)
    if intent.kind == "command":
        return await _command(context, play, moves, intent)
    answered = intent.kind == "question" and _answered(play, intent.text)
    if answered or (intent.person and speak_with(play, intent.person, message)):
        return {"outbox": play.entries()}
    master = Master(context, context.master) if context.master else None
    if intent.kind in ("unknown", "choose", "question", "speak") and master:
        intent = await master.framed(play, moves, intent, message)
    match intent.kind:
        case "move":
            await _moved(context, play, moves, intent.move, master)
        case "choose":
            ask_back(play, intent, message)
        case "question":
            _ask(play, intent.text)
        case "speak" if not play.entries():
            name = play.score.people[intent.person].name
            play.add(HeistReplied(command="speak", text=play.say("nothing_more", name=name)))
        case _:
            if not play.entries():
                play.add(HeistReplied(command="unknown", text=play.say("not_understood")))
                offer_options(play)
    return {"outbox": play.entries()}


async def _moved(
    context: HeistContext, play: Play, moves: list[OpenMove], key: str, master: Master | None
) -> None:
    text = next((move.text for move in moves if move.key == key), "") or _improvised_text(play, key)
    make_move(play, key, text)
    if master:
        await master.word_outcomes(play)
        if not key.startswith(("die:", "throw")):
            await master.sum_up(play)
    if not play.state["ended"]:
        offer_options(play)


def _improvised_text(play: Play, key: str) -> str:
    if not key.startswith("approach:"):
        return key.rpartition(":")[2]
    obstacle = play.score.obstacle(key.split(":")[1])
    assert approach_of(obstacle, key) is None
    return obstacle.name


def offer_options(play: Play) -> None:
    """Say what may be done next."""
    play.add(offer_moves(play.score, play.state))


def ask_back(play: Play, intent: Intent, message: str) -> None:
    """Ask which move was meant; the answer is a number."""
    options = [Option(n=n, text=move.text) for n, move in enumerate(intent.moves, 1)]
    play.note(keys=tuple(move.key for move in intent.moves))
    play.add(happened.HeistAsked(text=message, prompt=play.say(intent.why), options=options))


def _answered(play: Play, question: str) -> bool:
    """Answer a question with an open fact, where exactly one fits best."""
    language = play.language
    found = [(len(overlap(language, question, fact.cues)), key) for key, fact in facts_here(play)]
    best = max((count for count, _ in found), default=0)
    leading = [key for count, key in found if count == best]
    if not best or len(leading) > 1:
        return False
    tell_fact(play, leading[0], question)
    return True


def _ask(play: Play, question: str) -> None:
    """Ask the oracle what yes or no can answer; else say what is in plain sight."""
    if is_polar(question) and play.state["phase"] == "playing":
        ask_oracle(play, question, ideas_of(play.language, question))
        return
    fresh = [fact.cues[0] for key, fact in facts_here(play) if key not in play.state["seen"]][:4]
    things = play.say("comma").join(fresh) or play.say("nothing_there")
    play.add(HeistReplied(command="look", text=play.say("no_fact", things=things)))


async def _command(context: HeistContext, play: Play, moves: list[OpenMove], intent: Intent) -> HeistTurn:
    name, argument = intent.move, intent.text
    match name:
        case "help":
            return _replied(name, f"{play.say('help')}\n{LICENCE}")
        case "sheet":
            return _replied(name, sheet_text(play.score, play.state))
        case "recap":
            play.add(HeistReplied(command=name, text=recap_text(play.score, play.state)))
            offer_options(play)
            return {"outbox": play.entries()}
        case "undo":
            return _undo(context, play, argument)
        case "fresh":
            return _renew(play)
        case "giveup":
            end_heist(play, given_up=True)
            return {"outbox": play.entries()}
        case "quit":
            return _replied(name, play.say("quit", session=context.session_id))
        case "no_die":
            return _replied("pick", play.say("no_die", die=argument))
        case "range":
            return _replied("pick", play.say("pick_range", count=argument) if moves else play.say("ended"))
        case _:
            said = play.say("unknown_command", command=f"/{name[1:]}", help=play.say("help"))
            return _replied("unknown", said)


def _undo(context: HeistContext, play: Play, argument: str) -> HeistTurn:
    if argument and not (argument.isdecimal() and int(argument) > 0):
        return _replied("undo", play.say("undo_usage"))
    turns = [entry.event for entry in context.history.entries() if entry.event.makes_turn]
    undone = turns[-int(argument or 1) :]
    if not undone:
        return _replied("undo", play.say("undo_nothing"))
    spent = any(
        isinstance(event, happened.Moved) and event.key.startswith(("die:", "throw")) for event in undone
    )
    said = play.say("undone_spent" if spent else "undone", count=len(undone))
    return {"undo": len(undone), "outbox": [Entry(HeistReplied(command="undo", text=said))]}


def _renew(play: Play) -> HeistTurn:
    """Draw other dice from now on; the game is marked."""
    state = play.state
    if state["mood"] not in ("", "scene"):
        return _replied("fresh", play.say("fresh_not_now"))
    play.add(happened.DiceRenewed(times=state["renewed"] + 1))
    play.add(HeistReplied(command="fresh", text=play.say("fresh")))
    offer_options(play)
    return {"outbox": play.entries()}


def _replied(command: str, text: str) -> HeistTurn:
    return {"outbox": [Entry(HeistReplied(command=command, text=text))]}
