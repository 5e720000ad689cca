"""The answer to one message: a move, a question back, or the reply to a command."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from echoes.core.errors import ModelFailed
from echoes.core.log.entries import Entry
from echoes.core.log.events import Option
from echoes.core.operation.usage import Usage
from echoes.core.views.live_text import live_text
from echoes.games.conversation.shell import range_text, refused_text, rest_text
from echoes.games.story.agents.calls import Agents
from echoes.games.story.agents.regeneration import last_turn_of, regenerate, speaker_named, spoken_in
from echoes.games.story.agents.turn import FREE, TurnWriter, read_move
from echoes.games.story.events import StoryAsked, StoryReplied, StoryTrace
from echoes.games.story.rules.acting import perform
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.state import StoryState, new_story
from echoes.games.story.turn.commands import StoryTurn, run_story_command
from echoes.games.story.turn.context import StoryContext
from echoes.games.story.turn.intent import StoryIntent
from echoes.games.story.turn.moves import move_text, offer_suggestions, places_to_go
from echoes.games.story.turn.reading import read_in_story
from echoes.language.replies import picked_number

if TYPE_CHECKING:
    from langgraph.runtime import Runtime


async def answer_in_story(state: StoryTurn, runtime: "Runtime[StoryContext]") -> StoryTurn:
    """Answer a message; the only node of the graph."""
    context = runtime.context
    game: StoryState = state.get("game", new_story())
    message = state.get("message", "").strip()
    play = StoryPlay(context.story, game)
    if game["ended"]:
        return _said(play, "ended", "ended")
    if refused := refused_text(play.language, message, context.limits.max_message_chars):
        name, text = refused
        return {"outbox": [Entry(StoryReplied(command=name, text=text))]}
    reading = await read_in_story(context.reader, play, message)
    if context.models_play:
        return await respond_with_models(context, context.agents, play, reading, message)
    if reading.kind == "command":
        return await run_story_command(context, play, reading.name, reading.argument)
    respond_to(play, reading, message)
    return {"outbox": play.entries()}


async def respond_with_models(
    context: StoryContext, agents: Agents, play: StoryPlay, reading: StoryIntent, message: str
) -> StoryTurn:
    """Answer a message with models; where they fail, the author's words go on if the settings say so."""
    again, before = reading.kind == "command" and reading.name == "again", len(agents.spent)
    if reading.kind == "command" and not again:
        return await run_story_command(context, play, reading.name, reading.argument)
    try:
        if again:
            return await _try_again(agents, context, play, reading.argument)
        played = await _played(agents, play, reading, message)
    except ModelFailed as error:
        if again or agents.settings.fallback == "none":
            raise
        live_text().withdraw()
        played = StoryPlay(context.story, play.state)
        respond_to(played, reading, message)
        recent = play.state["recent"]
        if not recent or recent[-1]["by_model"]:
            played.add(StoryReplied(command="model_away", text=play.say("model_away")))
        spent = sum(agents.spent[before:], Usage())
        played.note_first(StoryTrace(failures={"turn": error.cause}, usage=spent))
    return {"outbox": played.entries()}


async def _played(agents: Agents, play: StoryPlay, reading: StoryIntent, message: str) -> StoryPlay:
    """Return the play of a message, in the words of models where it is a turn."""
    key, spent = reading.name, Usage()
    if reading.kind in ("absent", "here", "declined", "range"):
        respond_to(play, reading, message)
        return play
    if reading.kind != "move":
        key, spent = await read_move(agents, play, message)
    text = message if key.startswith(FREE) else move_text(play, key)
    # A number says nothing to an agent.
    writer = TurnWriter(agents, play, key, message if picked_number(message) is None else text, text)
    await writer.write()
    writer.script = replace(writer.script, usage=writer.script.usage + spent)
    return _performed(writer)


def _performed(writer: TurnWriter) -> StoryPlay:
    """Return the play of a turn that was written."""
    played = StoryPlay(writer.play.story, writer.play.state, writer.script)
    perform(played, writer.key, writer.text)
    played.note_first(StoryTrace(words=writer.message))
    if not played.state["ended"]:
        played.add(offer_suggestions(played))
    return played


async def _try_again(agents: Agents, context: StoryContext, play: StoryPlay, name: str) -> StoryTurn:
    """Try the last turn again, or what one character said in it."""
    turn = last_turn_of(await context.history.entries())
    if turn is None:
        return _said(play, "again", "again_nothing")
    who = speaker_named(context.story, name) if name else ""
    if name and who not in {one for one, _, _ in spoken_in(turn)}:
        return _said(play, "again", "again_nobody")
    writer = await regenerate(agents, context.story, turn, who)
    said = play.say("again_reply", name=context.story.cast[who].name) if who else play.say("again_turn")
    if turn.key.startswith(FREE):  # of any other move it is told
        said = play.say("again_words", said=said, words=turn.acted.text)
    replied, performed = Entry(StoryReplied(command="again", text=said)), _performed(writer).entries()
    return {"undo": 1, "outbox": [replied, *performed, *map(Entry, turn.settings)]}


def respond_to(play: StoryPlay, reading: StoryIntent, message: str) -> None:
    """Apply the reading of a message."""
    match reading.kind:
        case "move":
            make_story_move(play, reading.name, reading.rest)
        case "choose" | "elsewhere" | "absent" if reading.moves:
            is_one = len(reading.moves) == 1
            why = "ask_meant" if is_one and reading.why == "ask_which" else reading.why
            _ask_back(play, message, play.say(why, name=_name_of(play, reading.name)), reading.moves)
        case "range":
            text = range_text(play.language, len(play.state["asked"]))
            play.add(StoryReplied(command="pick", text=text))
        case _:
            play.add(StoryReplied(command=reading.kind, text=_why_nothing(play, reading)))
            if reading.nearest:
                _ask_back(play, message, play.say("ask_nearest"), reading.nearest)
            elif reading.kind in ("done", "declined", "unknown"):
                play.add(offer_suggestions(play))


def _ask_back(play: StoryPlay, message: str, prompt: str, moves: Sequence[str]) -> None:
    options = [Option(n=n, text=move_text(play, key)) for n, key in enumerate(moves, 1)]
    play.add(StoryAsked(text=message, prompt=prompt, options=options), StoryTrace(keys=tuple(moves)))


def _why_nothing(play: StoryPlay, reading: StoryIntent) -> str:
    """Return the reason that nothing comes of a message, such as that nobody knows a name."""
    match reading.kind:
        case "absent":
            return absent_text(play, reading)
        case "closed":
            return play.say(reading.why, name=_name_of(play, reading.name))
        case "choose":
            return play.say("is_unknown")
        case _:
            return play.say(f"is_{reading.kind}", name=_name_of(play, reading.name))


def _name_of(play: StoryPlay, key: str) -> str:
    """Return the name of a character or a thing; a name that none has is returned as it is."""
    named = {**play.story.things, **play.story.cast}
    return named[key].name if key in named else key


def absent_text(play: StoryPlay, reading: StoryIntent) -> str:
    """Return that somebody is not here, and where one could go and look."""
    said = play.say("absent", name=_name_of(play, reading.name))
    if not (ways := places_to_go(play)):
        return said
    places = play.say("comma").join(play.story.places[place].name for place in ways)
    return f"{said}{'' if play.language == 'zh' else ' '}{play.say('exits_here', places=places)}"


def make_story_move(play: StoryPlay, key: str, rest: str = "") -> None:
    """Make a move, say what else was wished, and offer what is at hand after it."""
    perform(play, key, move_text(play, key))
    if not play.state["ended"]:
        if rest:
            play.add(StoryReplied(command="rest", text=rest_text(play.language, rest)))
        play.add(offer_suggestions(play))


def _said(play: StoryPlay, command: str, phrase: str, **values: object) -> StoryTurn:
    return {"outbox": [Entry(StoryReplied(command=command, text=play.say(phrase, **values)))]}
