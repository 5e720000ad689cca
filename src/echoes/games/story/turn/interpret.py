"""From words to moves by rules: right, or options asked back, or a word on what is at hand."""

import re
from dataclasses import replace

from echoes.games.picks import picked_number, yes_or_no
from echoes.games.reading.move import MOST_ASKED
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.turn.accusations import accused_as_one, accused_of_two
from echoes.games.story.turn.certainty import is_certain_move, moves_meant
from echoes.games.story.turn.claims import with_doer_kept
from echoes.games.story.turn.command_names import STORY_COMMANDS
from echoes.games.story.turn.follow_ups import follow_up_of
from echoes.games.story.turn.intent import StoryIntent, answered_back
from echoes.games.story.turn.interpreter import Interpreter
from echoes.games.story.turn.matching import matcher_of
from echoes.games.story.turn.moves import move_said, offered_as
from echoes.games.story.turn.pronouns import with_lone_pronoun, with_pronoun_kept
from echoes.games.story.turn.spoken_of import whereabouts_asked
from echoes.games.story.turn.strangers import stranger_in, stranger_spoken_to
from echoes.games.story.turn.system_words import system_meant
from echoes.games.story.turn.walks import walk_meant
from echoes.games.story.turn.wishes import alternatives_in, leaves_a_deed, wishes_in
from echoes.language.speech_act import SpeechAct, plain_message
from echoes.language.speech_acts import read_speech_act

_ASKS = re.compile(r"(?:[?？]|[吗么])\W*$")
_PLAYERS = ("go:", "look:", "take:", "do:", "wait:")
"""The moves that the player makes alone; a question may well ask for one of two things."""


def story_intent(play: StoryPlay, message: str) -> StoryIntent:
    """Read a message by rules.

    Args:
        play: before the message.
        message: what the player sent.
    """
    if typed := STORY_COMMANDS.read(message):
        return StoryIntent("command", typed.name or f"?{typed.word}", typed.argument)
    asked = play.state["asked"]
    if (number := picked_number(message)) is not None:
        if 1 <= number <= len(asked):
            return StoryIntent("move", asked[number - 1])
        return StoryIntent("command", "range", str(len(asked)))
    if said := offered_as(play, message) or move_said(play, message):
        return StoryIntent("move", said)
    if play.state["doubted"] and (agreed := yes_or_no(message)) is not None:
        return answered_back(asked, agreed)
    reading = _in_words(play, message)
    if reading.kind != "move" and (walk := _first_walk(play, message)):
        reading = walk
    if reading.kind == "move":
        return _with_rest(play, message, reading)
    either = _either_of(play, message)
    return StoryIntent("choose", moves=either[:MOST_ASKED], why="ask_meant") if len(either) > 1 else reading


def _either_of(play: StoryPlay, message: str) -> list[str]:
    """Return the deeds between which a message leaves it open; none where a part of it is no deed."""
    found = [_in_words(play, part) for part in alternatives_in(play.language, message)]
    are_deeds = all(one.kind == "move" and one.name.startswith(_PLAYERS) for one in found)
    return [*dict.fromkeys(one.name for one in found)] if are_deeds else []


def _first_walk(play: StoryPlay, message: str) -> StoryIntent | None:
    """Return the walk with which a message begins that says more to do: to somebody, and what to ask them."""
    if _ASKS.search(message):
        return None
    wishes = wishes_in(play.language, message)
    walk = walk_meant(play, matcher_of(play.story), plain_message(wishes[0])) if wishes else None
    return walk if walk and walk.kind == "move" else None


def _with_rest(play: StoryPlay, message: str, reading: StoryIntent) -> StoryIntent:
    """Return a move with what else is wished: half of that must not be done without a word on the rest."""
    wishes = wishes_in(play.language, message)
    first, *others = [_in_words(play, wish) for wish in wishes] or [reading]
    if first.kind != "move" or (not wishes and leaves_a_deed(play, message, reading.name)):
        return StoryIntent("choose", moves=[reading.name], why="ask_meant")
    if reading.name.startswith(_PLAYERS) and (either := alternatives_in(play.language, message)):
        meant = [one.name for one in (_in_words(play, part) for part in either) if one.kind == "move"]
        return StoryIntent("choose", moves=[*dict.fromkeys(meant or [reading.name])], why="ask_meant")
    rest = [wish for wish, one in zip(wishes[1:], others, strict=True) if one.name != first.name]
    return replace(first, rest=play.say("comma").join(rest))


def _in_words(play: StoryPlay, message: str) -> StoryIntent:
    """Read a message that is neither a command nor a number nor what was offered."""
    plain, matcher = plain_message(message), matcher_of(play.story)
    if meant := system_meant(play, matcher, plain) or walk_meant(play, matcher, plain):
        return meant
    act = with_lone_pronoun(matcher, read_speech_act(play.language, message, matcher.names), plain)
    return with_pronoun_kept(play, act, _of_act(play, message, act, plain))


def _of_act(play: StoryPlay, message: str, act: SpeechAct, plain: str) -> StoryIntent:
    matcher = matcher_of(play.story)
    if name := stranger_spoken_to(play, matcher, message, is_plain=True):
        return StoryIntent("stranger", name)
    if accused := accused_of_two(play, matcher, act, plain):
        return accused
    if asked := whereabouts_asked(play, act):
        return asked
    reading = with_doer_kept(play, matcher, act, plain, Interpreter(play, matcher, act, plain).read())
    reading = accused_as_one(play, matcher, act, plain, reading)
    is_of_nothing = reading.kind == "unknown" or _asks_just_of_themselves(reading)
    if is_of_nothing and (
        name := stranger_in(play, matcher, message) or stranger_spoken_to(play, matcher, message)
    ):
        return StoryIntent("stranger", name)
    if reading.kind == "unknown" and (follow_up := follow_up_of(play, matcher, act, plain)):
        return follow_up
    if act.is_negated and reading.kind == "move":
        return StoryIntent("choose", moves=[reading.name], why="ask_negated")
    if reading.kind == "move" and not is_certain_move(play, matcher, act, plain, reading.name):
        meant = moves_meant(play, act, reading.name)[:MOST_ASKED]
        return StoryIntent("choose", moves=meant, why="ask_meant")
    return reading


def _asks_just_of_themselves(reading: StoryIntent) -> bool:
    """Return whether all that could be made of a message is "And what about you?"."""
    asked = [move.split(":") for move in reading.moves]
    return bool(asked) and all(kind == "ask" and rest[0] == rest[-1] for kind, *rest in asked)
