"""Commands of a story: what was learned, who is here, where to go, whom to speak to, undo, the end."""

from collections.abc import Callable, Sequence
from functools import reduce

from echoes.core.log.entries import Entry
from echoes.core.log.queries import entries_without, last_turns
from echoes.core.text.plain_text import capitalized
from echoes.games.conversation.shell import is_undo, say, unknown_command_text
from echoes.games.story.events import AddresseeChosen, CharacterMuted, StoryReplied
from echoes.games.story.pack.parts import PLAYER
from echoes.games.story.pack.schema import StoryPack
from echoes.games.story.reducer import story_after
from echoes.games.story.rules.acting import perform
from echoes.games.story.rules.endings import give_up, progress_in
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.rules.surroundings import here, place_entered
from echoes.games.story.state import StoryState, new_story
from echoes.games.story.turn.command_names import STORY_COMMANDS
from echoes.games.story.turn.context import StoryContext
from echoes.games.story.turn.moves import move_text, offer_suggestions, place_words, places_to_go
from echoes.games.story.view.blocks import surroundings_text
from echoes.games.turn_state import TurnState
from echoes.language.speech_act import plain_message

StoryTurn = TurnState[StoryState]


async def run_story_command(context: StoryContext, play: StoryPlay, name: str, argument: str) -> StoryTurn:
    """Return the entries that a command leads to.

    Args:
        context: of the session.
        play: of the message.
        name: of the command; empty for one that there is not.
        argument: what stands after it, or the word of one that there is not.
    """
    if name == "undo":
        return await _undo(context, play, argument)
    if name == "quit":
        return _replied(play, name, play.say("quit", session=context.session_id))
    if name in _TEXTS:
        return _replied(play, name, _TEXTS[name](play))
    if name in _DEEDS:
        return _DEEDS[name](play, argument)
    said = unknown_command_text(play.language, STORY_COMMANDS, argument, play.say("help"))
    return _replied(play, "unknown", said)


def story_so_far(play: StoryPlay) -> str:
    """Return the state of the story: the chapters so far, the newest notes, and where the player is."""
    story, state = play.story, play.state
    over = [f"{one['title']}{play.say('colon')}{one['summary']}" for one in state["chapters"]]
    chapter = story.chapters[state["chapter"]]
    notes = [f"– {line}" for line in notes_of(story, state)[-3:]]
    goal = f"{chapter.title}{play.say('colon')}{chapter.goal}"
    return "\n".join([*over, goal, *notes, place_text(play)])


def place_text(play: StoryPlay) -> str:
    """Return a description of the player's place, who and what is there, and the ways out."""
    place = play.story.places[here(play.state)]
    seen = surroundings_text(play.language, place_entered(play.story, play.state, here(play.state), ""))
    return f"{capitalized(place.name)}{play.say('colon')}{place.again}\n{seen}"


def notebook_text(play: StoryPlay) -> str:
    """Return all that the player has learned."""
    notes = notes_of(play.story, play.state)
    return "\n".join(f"– {line}" for line in notes) or play.say("notebook_empty")


def notes_of(story: StoryPack, state: StoryState) -> list[str]:
    """Return the notes of what was learned, in order; what turned out to be untrue is marked."""
    known = state["knows"][PLAYER]
    marked = "（不属实）" if story.language == "zh" else " (not true)"
    return [
        story.secrets[key].text + (marked if story.secrets[key].refuted_by in known else "") for key in known
    ]


def who_text(play: StoryPlay) -> str:
    """Return the people here, and what anybody sees of them."""
    said = {who: f"{one.name}{play.say('colon')}{one.public.role}" for who, one in play.story.cast.items()}
    here = [
        play.say("is_muted", text=said[who]) if who in play.state["muted"] else said[who]
        for who in play.present()
    ]
    return "\n".join(here) or play.say("nobody_here")


def status_text(play: StoryPlay) -> str:
    """Return chapter, turns and what was learned, in a line."""
    story, state = play.story, play.state
    return play.say(
        "status",
        chapter=story.chapters[state["chapter"]].title,
        turns=state["turns"],
        learned=len(state["knows"][PLAYER]),
        secrets=len(story.secrets),
        progress=round(100 * progress_in(story, state)),
    )


_TEXTS: dict[str, Callable[[StoryPlay], str]] = {
    "help": lambda play: play.say("help"),
    "recap": story_so_far,
    "notebook": notebook_text,
    "who": who_text,
    "status": status_text,
    "again": lambda play: play.say("no_other_try"),
}


def _look(play: StoryPlay, argument: str) -> StoryTurn:
    play.add(StoryReplied(command="look", text=place_text(play)))
    play.add(offer_suggestions(play))
    return {"outbox": play.entries()}


def _go(play: StoryPlay, argument: str) -> StoryTurn:
    open_ways = places_to_go(play)
    plain = plain_message(argument)
    named = [
        place for place in open_ways if any(plain_message(word) in plain for word in place_words(play, place))
    ]
    if not named:
        names = play.say("comma").join(play.story.places[place].name for place in open_ways)
        return _replied(play, "go", play.say("go_where", places=names))
    perform(play, f"go:{named[0]}", move_text(play, f"go:{named[0]}"))
    if not play.state["ended"]:
        play.add(offer_suggestions(play))
    return {"outbox": play.entries()}


def _named(play: StoryPlay, argument: str) -> str:
    """Return the one of those here who was named in full; empty for nobody."""
    plain, names = plain_message(argument), play.story.names
    return next((who for who in play.present() if plain in map(plain_message, names[who])), "")


def _address(play: StoryPlay, argument: str) -> StoryTurn:
    if not (who := _named(play, argument)):
        return _replied(play, "address", play.say("nobody_named", people=_names(play, play.present())))
    name = play.story.cast[who].name
    play.add(AddresseeChosen(character=who, name=name, text=play.say("addressed", name=name)))
    return {"outbox": play.entries()}


def _mute(play: StoryPlay, argument: str) -> StoryTurn:
    return _set_muted(play, argument, True)


def _unmute(play: StoryPlay, argument: str) -> StoryTurn:
    return _set_muted(play, argument, False)


def _set_muted(play: StoryPlay, argument: str, muted: bool) -> StoryTurn:
    if not (who := _named(play, argument)):
        return _replied(play, "mute", play.say("nobody_named", people=_names(play, play.present())))
    name = play.story.cast[who].name
    text = play.say("muted" if muted else "unmuted", name=name)
    play.add(CharacterMuted(character=who, name=name, muted=muted, text=text))
    return {"outbox": play.entries()}


def _give_up(play: StoryPlay, argument: str) -> StoryTurn:
    give_up(play)
    return {"outbox": play.entries()}


_DEEDS: dict[str, Callable[[StoryPlay, str], StoryTurn]] = {
    "look": _look,
    "go": _go,
    "address": _address,
    "mute": _mute,
    "unmute": _unmute,
    "giveup": _give_up,
}


async def _undo(context: StoryContext, play: StoryPlay, argument: str) -> StoryTurn:
    """Take turns back, and show again where that leaves the player."""
    if not is_undo(argument):
        return _replied(play, "undo", say(play.language, "undo_usage"))
    entries = await context.history.entries()
    undone = last_turns(entries, int(argument or 1))
    if not undone:
        return _replied(play, "undo", say(play.language, "undo_nothing"))
    before = StoryPlay(play.story, reduce(story_after, entries_without(entries, undone), new_story()))
    text = "\n".join([play.say("undone", count=len(undone)), place_text(before)])
    outbox = [Entry(StoryReplied(command="undo", text=text)), Entry(offer_suggestions(before))]
    return {"undo": len(undone), "outbox": outbox}


def _names(play: StoryPlay, people: Sequence[str]) -> str:
    return play.say("comma").join(play.story.cast[who].name for who in people) or play.say("nobody")


def _replied(play: StoryPlay, command: str, text: str) -> StoryTurn:
    return {"outbox": [Entry(StoryReplied(command=command, text=text))]}
