"""From a message to what it means in a story: by its form, else by its words."""

from collections.abc import Iterator, Sequence

from echoes.games.conversation.form import read_form
from echoes.games.reading.move import Circumstances, WordedMove, command_moves, unmade_move
from echoes.games.reading.reader import OpenMoves, Reading, WordReader
from echoes.games.story.pack.schema import Act
from echoes.games.story.phrases import STORY_PHRASES
from echoes.games.story.rules.acting import acts_elsewhere
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.rules.surroundings import here, things_at
from echoes.games.story.turn.closed_acts import closed_acts
from echoes.games.story.turn.command_names import STORY_COMMANDS
from echoes.games.story.turn.intent import StoryIntent
from echoes.games.story.turn.moves import (
    all_moves,
    move_text,
    place_words,
    places_to_go,
    way_to,
    worded_moves,
)
from echoes.language.speech_acts import read_speech_act

_TO_SOMEBODY = ("ask", "tell", "show", "greet")


async def read_in_story(reader: WordReader, play: StoryPlay, message: str) -> StoryIntent:
    """Return the meaning of a message.

    Args:
        reader: of words.
        play: before the message.
        message: what the player sent.
    """
    asked = play.state["asked"]

    def texts() -> dict[str, str]:
        return {key: move_text(play, key) for key in (*asked, *all_moves(play))}

    if form := read_form(message, STORY_COMMANDS, asked, texts, play.state["doubted"]):
        if form.kind == "which":
            return StoryIntent("choose", moves=asked)
        return StoryIntent(form.kind, form.key, form.text)
    return _intent(play, message, await reader.read(message, open_in_story(play)))


def open_in_story(play: StoryPlay) -> OpenMoves:
    """Return the moves that are open in a story, and what may be meant beside them."""
    cast = play.story.cast
    pronouns = {who: one.pronoun for who, one in cast.items() if one.pronoun}
    where = Circumstances(frozenset(play.present()), play.state["addressee"], play.state["asked"], pronouns)
    words = STORY_PHRASES.of_language(play.language).list_groups["command_words"]
    moves = [*worded_moves(play), *_closed_moves(play), *command_moves(words)]
    return OpenMoves(play.language, play.story.names, moves, where)


def _closed_moves(play: StoryPlay) -> Iterator[WordedMove]:
    """Yield what is never offered, with the words by which it may be meant: mostly what can't be done now."""
    story, place, closed = play.story, here(play.state), closed_acts(play)
    yield unmade_move("here:", (move_text(play, f"go:{place}"), *place_words(play, place)), "go")
    for who in play.present():
        name = story.cast[who].name
        towards = (play.say("move_go", place=name), play.say("move_back", name=name))
        yield unmade_move(f"to:{who}", towards, "go", who)
        yield unmade_move(f"look:{who}", (move_text(play, f"look:{who}"),), "look", who)
    for key in closed:
        yield unmade_move(f"closed:{key}", _words_of(story.acts[key]))
    for key, at in acts_elsewhere(play).items():
        if at in places_to_go(play) and key not in closed:
            yield unmade_move(f"there:{at}:{key}", _words_of(story.acts[key]))
    for at in places_to_go(play):
        for thing in things_at(story, play.state, at):
            known = at in play.state["visited"] or thing in story.knows
            if known and thing in play.state["heard"]:
                for act in ("look", "take"):
                    texts = (move_text(play, f"{act}:{thing}"), *story.words_for(thing))
                    yield unmade_move(f"there:{at}:{act}:{thing}", texts, act)


def _words_of(act: Act) -> Sequence[str]:
    return (act.label, *act.wordings)


def _intent(play: StoryPlay, message: str, read: Reading) -> StoryIntent:
    """Return the intent of a message whose words were read."""
    taken, (kind, _, rest) = read.taken, read.taken.partition(":")
    if not taken:
        return _not_certain(play, message, read)
    if taken.startswith("/"):
        return StoryIntent("command", taken[1:])
    match kind:
        case "here":
            return StoryIntent("here")
        case "to":
            return StoryIntent("move", f"greet:{rest}", rest=read.rest)
        case "there":
            return StoryIntent("elsewhere", moves=[f"go:{rest.partition(':')[0]}"], why="ask_elsewhere")
        case "closed":
            return closed_acts(play)[rest]
        case _:
            return StoryIntent("move", taken, rest=read.rest)


def _not_certain(play: StoryPlay, message: str, read: Reading) -> StoryIntent:
    """Return the intent of a message that means no move for certain: asked back, or somebody absent."""
    act = read_speech_act(play.language, message, play.story.names)
    away = [who for who in act.addressees if who not in play.present()]
    if away and len(away) == len(act.addressees):
        way = way_to(play, away[0])
        return StoryIntent(
            "absent", away[0], moves=[way] if way else (), why="ask_absent", nearest=read.asked
        )
    if not play.present() and (act.act in _TO_SOMEBODY or (act.is_question and not act.act)):
        return StoryIntent("alone", nearest=read.asked)
    if not read.is_likely:
        return StoryIntent("unknown", nearest=read.asked)
    why = "ask_meant" if len(read.asked) == 1 else "ask_whom" if _is_same_to_each(read) else "ask_which"
    return StoryIntent("choose", moves=read.asked, why=why)


def _is_same_to_each(read: Reading) -> bool:
    """Return whether all that is asked back is the same, said to different people."""
    parts = [key.split(":") for key in read.asked]
    return all(len(one) > 2 for one in parts) and len({(one[0], *one[2:]) for one in parts}) == 1
