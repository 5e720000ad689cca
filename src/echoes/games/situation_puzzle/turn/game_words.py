"""Plain words for the game that no command serves at once: the player is asked back, free of charge."""

from echoes.core.log.entries import Entry
from echoes.core.log.events import Option
from echoes.core.operation.usage import Usage
from echoes.games.situation_puzzle.events import PuzzleClarificationAsked
from echoes.games.situation_puzzle.session.record import HINT_COST
from echoes.games.situation_puzzle.state import PendingChoice, pending_choice
from echoes.games.situation_puzzle.traces import ClarificationTrace, CommandTrace
from echoes.games.situation_puzzle.turn.context import PuzzleContext, PuzzleTurn, command_result
from echoes.games.situation_puzzle.turn.hints import why_no_hint
from echoes.games.situation_puzzle.turn.message_parser import ParsedMessage
from echoes.language.game_words import GameIntent, GameWords

OF_MODELS: dict[str, GameIntent] = {"hint": "hint", "help": "help", "restart": "restart", "talk": "talk"}
"""The intent of each kind that a referee that is a model may find in a message."""


def answer_words(
    context: PuzzleContext, state: PuzzleTurn, text: str, words: GameWords, usage: Usage | None = None
) -> Entry:
    """Answer small talk, giving up and a call for help; before anything else, ask the player.

    What is certain is asked back where it costs something that was not asked for in so many words.

    Args:
        context, state: of the turn.
        text: the player's message.
        words: what it seems to want.
        usage: what it cost to find that out.
    """
    phrases, intent = context.phrases, words.intent
    if intent in ("greeting", "talk", "declined"):
        said = {"greeting": phrases.greeting, "declined": phrases.declined}.get(intent, phrases.small_talk)
        return command_result("talk", said, CommandTrace(usage=usage))
    if intent == "giveup" and words.is_certain:
        return command_result("giveup", phrases.giveup_prompt)
    if intent == "help" and words.is_certain:
        return command_result("help", phrases.help, CommandTrace(usage=usage))
    command = "hint" if intent == "stuck" else intent
    if command == "hint" and (reason := why_no_hint(context, state)):
        return command_result("hint", reason, CommandTrace(usage=usage))
    said = {key: text.format(cost=HINT_COST) for key, text in phrases.for_the_game.items()}
    wordings = [said[command]] if words.is_certain else [said[command], phrases.route_question]
    prompt = said[f"ask_{intent}" if words.is_certain else "ask"]
    waiting = pending_choice("words", text, wordings, command=command)
    options = [Option(n=number, text=wording) for number, wording in enumerate(wordings, 1)]
    decline = said["decline"] if words.is_certain else ""
    asked = PuzzleClarificationAsked(text=text, prompt=prompt, options=options, decline=decline)
    return Entry(asked, ClarificationTrace(pending=waiting, usage=usage))


def take_offer(context: PuzzleContext, pending: PendingChoice, number: int) -> PuzzleTurn:
    """Take the option that was picked: run the command, or rule on the question as it stands."""
    text, command = pending["text"], pending["command"]
    if number == 2:
        return {"parsed": ParsedMessage("question", text, as_it_stands=True)}
    if command == "giveup":
        return {"outbox": [command_result("giveup", context.phrases.giveup_prompt)]}
    if command == "hint":
        return {"parsed": ParsedMessage("hint", text)}
    return {"parsed": ParsedMessage("command", command=command, was_offered=True)}
