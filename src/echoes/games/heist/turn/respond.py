"""The answer to one message: a move, a question back, a fact, or the reply to a command."""

from typing import TYPE_CHECKING

from echoes.core.log.entries import Entry
from echoes.games.conversation.shell import range_text, refused_text, rest_text, unknown_command_text
from echoes.games.heist import events as happened
from echoes.games.heist.events import HeistReplied
from echoes.games.heist.narration.master import Master
from echoes.games.heist.narration.phrases import LICENCE, phrases_in
from echoes.games.heist.narration.recap import recap_text, sheet_text
from echoes.games.heist.pack.scenes import approach_of
from echoes.games.heist.rules.answers import ask_oracle, facts_here, tell_fact, tell_of_person
from echoes.games.heist.rules.moves import end_heist, make_heist_move
from echoes.games.heist.rules.people import people_here, speak_with
from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.state import HeistState, new_heist
from echoes.games.heist.turn.company import in_the_way, said_to, unanswered, who_is_here
from echoes.games.heist.turn.context import HeistContext
from echoes.games.heist.turn.duties import duty_text
from echoes.games.heist.turn.forms import COMMANDS
from echoes.games.heist.turn.intent import MAKING, HeistIntent, OpenMove, ask_back
from echoes.games.heist.turn.matching import ideas_of, overlap
from echoes.games.heist.turn.offers import offer_moves
from echoes.games.heist.turn.options import open_moves
from echoes.games.heist.turn.questions import (
    action_asked_about,
    belonging_asked_about,
    belongings_text,
    best_fact,
    differences_text,
    is_here_asked,
    person_asked_about,
    rule_asked_about,
    why_asked,
)
from echoes.games.heist.turn.reading import read_in_heist
from echoes.games.heist.turn.recall import recalled, tells_of
from echoes.games.heist.turn.undo import take_back
from echoes.games.heist.turn.unframed import unframed_moves
from echoes.games.turn_state import TurnState
from echoes.language.questions import asked_for, is_polar

if TYPE_CHECKING:
    from langgraph.runtime import Runtime

HeistTurn = TurnState[HeistState]
_SAID = (happened.FactTold, happened.OracleAnswered, happened.PersonSpoke)
_REASONS = ("ask_negated", "no_way_yet", "no_use", "no_flashback", "flashback_needs", "framed_already",
            "only_between")  # fmt: skip
"""Phrases that say why a message leads to nothing."""
_TEXTS = {"gear": belongings_text, "compare": differences_text, "duty": duty_text}
"""Texts that tell how things stand, by the command that asks for them; empty for none."""
_STILL_ASKED = ("pick", "empty", "too_long", "quit", "undo")
"""Replies after which a question back is still open."""


async def answer_in_heist(state: HeistTurn, runtime: "Runtime[HeistContext]") -> HeistTurn:
    """Answer a message; the only node of the graph."""
    context = runtime.context
    game = state.get("game", new_heist())
    message = state.get("message", "").strip()
    if game["ended"]:
        play = HeistPlay(context.score, game, context.journal)
        return _replied("ended", play.say("ended"))
    return _reopened(context, game, await respond(context, state, game, message))


def _reopened(context: HeistContext, game: HeistState, answered: HeistTurn) -> HeistTurn:
    """Offer all moves again where something else was said than the answer to a question back.

    Else numbers would go on answering a question that is no longer in sight.
    """
    events = [entry.event for entry in answered.get("outbox", ())]
    beside = [
        isinstance(event, _SAID) or (isinstance(event, HeistReplied) and event.command not in _STILL_ASKED)
        for event in events
    ]
    if not (game["asked"] and events and all(beside)):
        return answered
    outbox = [*answered.get("outbox", ()), Entry(offer_moves(context.score, game))]
    return {**answered, "outbox": outbox}


async def respond(context: HeistContext, state: HeistTurn, game: HeistState, message: str) -> HeistTurn:
    """Return the entries that a message leads to.

    Args:
        context: of the session.
        state: of the session.
        game: the game's own part of it.
        message: what the player sent.
    """
    play = HeistPlay(context.score, game, context.journal)
    if refused := refused_text(play.language, message, context.limits.max_message_chars):
        return _replied(*refused)
    score, moves = context.score, open_moves(context.score, game)
    intent = await read_in_heist(context.reader, score, game, moves, message)
    if intent.kind == "command":
        return await _command(context, play, moves, intent)
    if intent.kind in ("range", "declined"):
        return _picked_none(play, intent.kind, len(game["asked"] or moves))
    answered = intent.kind == "question" and _answered(play, intent)
    if answered or (intent.person and speak_with(play, intent.person, message)):
        return {"outbox": play.entries()}
    master = Master(context, context.master) if context.master else None
    if master and not (intent.kind == "unknown" and intent.why in _REASONS):
        intent = await master.framed(play, [*moves, *unframed_moves(score, game)], intent, message)
    match intent.kind:
        case "move":
            if intent.rest:
                play.add(HeistReplied(command="rest", text=rest_text(play.language, intent.rest)))
            await _moved(play, [*moves, *unframed_moves(score, game)], intent.move, master)
        case "choose":
            ask_back(play, intent, message)
        case "question" if intent.moves:  # it may only have the form of one: *isn't it empty below? In there*
            ask_back(play, intent, message)
        case "question":
            _ask(play, intent.text)
        case "speak" if not play.entries():
            play.add(HeistReplied(command="speak", text=unanswered(play, intent.person)))
            ask_back(play, intent, message)
        case _:
            if not play.entries():
                other = "not_one_of_these" if game["phase"] in MAKING else "not_understood"
                why = intent.why if intent.why in _REASONS else other
                play.add(HeistReplied(command="unknown", text=play.say(why, things=in_the_way(play))))
                offer_options(play)
    return {"outbox": play.entries()}


def _picked_none(play: HeistPlay, kind: str, count: int) -> HeistTurn:
    """Answer a number that stands for nothing, or the refusal of what was asked back."""
    if kind == "range":
        return _replied("pick", range_text(play.language, count))
    offer_options(play)
    return {"outbox": play.entries()}


async def _moved(play: HeistPlay, moves: list[OpenMove], key: str, master: Master | None) -> None:
    text = next((move.text for move in moves if move.key == key), "") or _improvised_text(play, key)
    make_heist_move(play, key, text)
    if master:
        await master.word_outcomes(play)
        if not key.startswith(("die:", "throw")):
            await master.sum_up(play)
    if not play.state["ended"]:
        offer_options(play)


def _improvised_text(play: HeistPlay, key: str) -> str:
    if not key.startswith("approach:"):
        return key.rpartition(":")[2]
    obstacle = play.score.obstacle(key.split(":")[1])
    assert approach_of(obstacle, key) is None
    return obstacle.name


def offer_options(play: HeistPlay) -> None:
    """Say what may be done next."""
    play.add(offer_moves(play.score, play.state))


def _answered(play: HeistPlay, intent: HeistIntent) -> bool:
    """Answer a question by a fact, by who or where somebody is, by the rules, or by what was read."""
    score, state, question = play.score, play.state, intent.text
    is_here = is_here_asked(score, question)
    person = person_asked_about(score, state, question)
    fact = best_fact(score, facts_here(play), question)
    if fact and not (person and is_here) and not _only_names(play, intent.person, fact, question):
        tell_fact(play, fact, question)
    elif person and not intent.person:
        tell_of_person(play, person, question, is_here or asked_for(question) == "place")
    elif text := _of_rules_or_gear(play, question):
        play.add(HeistReplied(command="help", text=text))
    elif intent.person or is_polar(question):
        return False
    elif text := _known(play, question):
        play.add(HeistReplied(command="look", text=text))
    else:
        return bool(play.entries())
    return True


def _of_rules_or_gear(play: HeistPlay, question: str) -> str:
    """Return the rules' explanation of a word of theirs or of what the scoundrel has; empty for neither."""
    ways = (action_asked_about, rule_asked_about, belonging_asked_about)
    return next(filter(None, (way(play, question) for way in ways)), "")


def _only_names(play: HeistPlay, person: str, fact: str, question: str) -> bool:
    """Return whether a question to somebody has no more of a fact than their name: then they answer."""
    if not person:
        return False
    one, cues = play.score.people[person], play.score.facts[fact].cues
    language = play.language
    return not overlap(language, question, cues) - overlap(language, question, (one.name, *one.cues))


def _known(play: HeistPlay, question: str) -> str:
    """Return the texts read about what a question names; while a scoundrel is made, what is asked for it."""
    if why := why_asked(play):
        return why
    if asked_for(question) not in ("person", "thing", "place"):
        return ""
    facts = facts_here(play) if asked_for(question) == "person" else []
    telling = [key for key, one in facts if tells_of(play.language, one.text, question)]
    if len(telling) == 1:  # of several, none is the answer
        tell_fact(play, telling[0], question)
        return ""
    text = recalled(play.score, play.state, question)
    return play.say("known", text=text) if text else ""


def _ask(play: HeistPlay, question: str) -> None:
    """Ask the oracle what yes or no can answer; else say what may be asked about."""
    if is_polar(question) and play.state["phase"] == "playing":
        ask_oracle(play, question, ideas_of(play.language, question))
        return
    if (
        said_to(play.score, play.state, question)[0].about_addressee
        and len(people_here(play.score, play.state)) > 1
    ):
        play.add(HeistReplied(command="speak", text=unanswered(play, "")))
        return
    fresh = [fact.cues[0] for key, fact in facts_here(play) if key not in play.state["seen"]]
    named = [*{cue.casefold(): cue for cue in reversed(fresh)}.values()][::-1]
    things = play.say("enumeration").join(named[:4]) or play.say("nothing_there")
    play.add(HeistReplied(command="look", text=play.say("no_fact", things=things)))


async def _command(
    context: HeistContext, play: HeistPlay, moves: list[OpenMove], intent: HeistIntent
) -> HeistTurn:
    name, argument = intent.move, intent.text
    match name:
        case "help":
            return _replied(name, _help_text(play))
        case "sheet":
            return _replied(name, sheet_text(play.score, play.state))
        case "recap":
            is_new = play.state["phase"] == "creation"
            text = play.score.statement if is_new else recap_text(play.score, play.state)
            play.add(HeistReplied(command=name, text=text))
            offer_options(play)
            return {"outbox": play.entries()}
        case "people":
            return _replied("look", who_is_here(play))
        case "gear" | "compare" | "duty":
            if text := _TEXTS[name](play) or why_asked(play):
                return _replied("help", text)
            offer_options(play)
            return {"outbox": play.entries()}
        case "wait":
            return _replied("wait", play.say("waited"))
        case "options":
            offer_options(play)
            return {"outbox": play.entries()}
        case "undo":
            return await take_back(context, play, argument)
        case "fresh":
            return _renew(play)
        case "giveup":
            end_heist(play, given_up=True)
            return {"outbox": play.entries()}
        case "quit":
            return _replied(name, play.say("quit", session=context.session_id))
        case "no_die":
            return _replied("pick", play.say("no_die", die=argument))
        case "no_free_die":
            return _replied("pick", play.say("no_free_die"))
        case _:
            said = unknown_command_text(play.language, COMMANDS, argument, play.say("help"))
            return _replied("unknown", said)


def _help_text(play: HeistPlay) -> str:
    licence = play.say("licence_word_for_word", licence=LICENCE)
    rules = phrases_in(play.language).lists["rules"]
    return "\n".join((*rules, play.say("help"), play.say("glossary"), licence))


def _renew(play: HeistPlay) -> HeistTurn:
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
