"""Commands at the table, none of which takes a turn."""

from collections.abc import Callable, Sequence
from functools import reduce

from echoes.core.log.entries import Entry
from echoes.core.log.queries import entries_without, last_turns
from echoes.core.seats.visibility import turns_to_undo
from echoes.games.conversation.shell import is_undo, say, unknown_command_text
from echoes.games.party import events as happened
from echoes.games.party.agents.suggesting import suggest_adventures
from echoes.games.party.ending import give_up_table
from echoes.games.party.events import PartyNote, PartyReplied
from echoes.games.party.memory.summaries import MOST_WORDS, SeatMemory, count_words, merged_summary
from echoes.games.party.pack.schema import MASTER, Module, touched_lines
from echoes.games.party.phrases import table_phrase
from echoes.games.party.reducer import table_after
from echoes.games.party.rules.casting import at_table
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.state import PartyState, is_led, new_table
from echoes.games.party.turn.addressing import whisper
from echoes.games.party.turn.command_names import COMMANDS
from echoes.games.party.turn.context import PartyContext
from echoes.games.party.turn.intents import PartyIntent
from echoes.games.party.turn.making import begin_making
from echoes.games.party.turn.master import ask_for_check, speak_for
from echoes.games.party.turn.passing import pass_turn
from echoes.games.party.turn.telling import (
    describe_surroundings,
    drawn_map,
    own_clues,
    own_script,
    shown_sheet,
    table_recap,
    table_status,
)
from echoes.games.turn_state import TurnState

_RESTORE = ("restore", "恢复", "还原")

PartyTurn = TurnState[PartyState]
LONGEST_SUGGESTION = 1000


def keep_memory(play: PartyPlay, argument: str) -> str:
    """Show the memory of whoever asks, put it right, or restore it; return the reply where nothing changes.

    Args:
        play: of the message.
        argument: empty to read it, `restore`, or the words that take its place.
    """
    memory = play.state["memory"]["seats"].get(play.seat)
    if memory is None:
        return table_phrase(play.module.language, "memory_of_seats")
    if not argument:
        return _told(play, memory)
    restores = argument.casefold() in _RESTORE
    if restores and not memory["before"]:
        return table_phrase(play.module.language, "memory_nothing_before")
    if not restores and count_words(argument) >= MOST_WORDS:
        return table_phrase(play.module.language, "memory_too_long", limit=MOST_WORDS)
    said = table_phrase(play.module.language, "memory_restored" if restores else "memory_corrected")
    play.add(PartyReplied(command="memory", text=said, audience=(play.seat,)))
    play.note_of(PartyNote(corrected={play.seat: memory["before"] if restores else argument}))
    return ""


def _told(play: PartyPlay, memory: SeatMemory) -> str:
    """Return the summary, and the newest lines to be remembered."""
    language = play.module.language
    phrase: Callable[[str], str] = lambda key: table_phrase(language, key)  # noqa: E731
    newest = merged_summary(language, "", memory["noted"])
    parts = [memory["summary"], f"{phrase('memory_newest')}\n{newest}" if newest else ""]
    return "\n\n".join(filter(None, parts)) or phrase("memory_empty")


async def run_table_command(context: PartyContext, play: PartyPlay, reading: PartyIntent) -> PartyTurn:
    """Return the entries that a command leads to."""
    language = context.module.language
    texts: dict[str, Callable[[], str]] = {
        "help": lambda: table_phrase(language, "master_help" if play.seat == MASTER else "help"),
        "look": lambda: describe_surroundings(play),
        "map": lambda: drawn_map(play),
        "sheet": lambda: shown_sheet(play, reading.text),
        "status": lambda: table_status(play),
        "script": lambda: own_script(play),
        "clues": lambda: own_clues(play),
        "recap": lambda: table_recap(play),
        "auto": lambda: table_phrase(language, "auto_usage"),
        "quit": lambda: table_phrase(language, "quit", session=context.session_id, seat=play.seat),
    }
    if reading.key in texts:
        return reply(play.seat, reading.key, texts[reading.key]())
    if reading.key == "undo":
        return await _undo(context, play, reading.text)
    if reading.key == "ideas":
        return await _suggest_adventures(context, play)
    if reading.key == "x":
        return await _stop(context, play)
    deeds: dict[str, Callable[[], str]] = {
        "whisper": lambda: whisper(play, reading.text),
        "suggest": lambda: _suggest(play, reading.text),
        "lines": lambda: _bound(play, reading.text, veils=False),
        "veils": lambda: _bound(play, reading.text, veils=True),
        "say": lambda: _speak(play, reading.text),
        "check": lambda: _check(play, reading.text),
        "away": lambda: _say_absence(play),
        "memory": lambda: keep_memory(play, reading.text),
        "character": lambda: begin_making(play),
        "giveup": lambda: give_up_table(play) or "",
    }
    if reading.key not in deeds:
        help_text = table_phrase(language, "help")
        return reply(play.seat, "help", unknown_command_text(language, COMMANDS, reading.text, help_text))
    refused = deeds[reading.key]()
    return reply(play.seat, reading.key, refused) if refused else {"outbox": play.entries()}


def reply(seat: str, command: str, text: str) -> PartyTurn:
    """Return a reply that only the seat sees."""
    return {"outbox": [Entry(reply_event(seat, command, text))]}


def reply_event(seat: str, command: str, text: str) -> PartyReplied:
    """Return the event of a reply that only the seat sees."""
    return PartyReplied(command=command, text=text, audience=(seat,) if seat else ())


async def _undo(context: PartyContext, play: PartyPlay, argument: str) -> PartyTurn:
    """Take back the last turns, and pass the turn to whose it is again.

    Where no number is said, these are the seat's own last turn and all that followed.
    """
    language, entries = context.module.language, await context.history.entries()
    if not is_undo(argument):
        return reply(play.seat, "undo", say(language, "undo_usage"))
    since_own = _turns_since_own(entries, play.seat)
    wanted = int(argument) if argument else since_own
    undone = last_turns(entries, turns_to_undo(entries, play.seat, wanted)) if wanted else ()
    if not undone:
        return reply(play.seat, "undo", say(language, "undo_nothing"))
    made = [entry.event for entry in entries if entry.event.makes_turn and entry.event.turn in undone]
    master = table_phrase(language, "master")
    names = [event.name if isinstance(event, happened.TurnTaken) else master for event in made]
    text = table_phrase(language, "undone", names=table_phrase(language, "comma").join(dict.fromkeys(names)))
    said = Entry(PartyReplied(command="undo", text=text))
    return {"undo": wanted, "outbox": [said, *_passed_again(context.module, play.state, entries, undone)]}


def _turns_since_own(entries: Sequence[Entry], seat: str) -> int:
    """Return the number of turns since the last one of a seat, that one among them; 0 where it made none."""
    own = {
        entry.event.turn
        for entry in entries
        if isinstance(entry.event, happened.TurnTaken | happened.MasterActed) and entry.event.seat == seat
    }
    turns = last_turns(entries, len(entries))
    return next((count for count, turn in enumerate(turns, 1) if turn in own), 0)


def _passed_again(
    module: Module, now: PartyState, entries: Sequence[Entry], undone: Sequence[int]
) -> list[Entry]:
    """Return whose turn it is once turns are taken back, and what that seat can do then.

    Args:
        module: as it was written: whoever was made may be taken back too.
        now: the state before.
        entries: of the session.
        undone: the turns that are taken back.
    """
    before = reduce(table_after, entries_without(entries, undone), new_table(module))
    # What the table leaves out stays out.
    left: PartyState = {**before, "stopped": now["stopped"], "lines": now["lines"], "veils": now["veils"]}
    pass_turn(again := PartyPlay(at_table(module, left), left, ""))
    return again.entries()


def _suggest(play: PartyPlay, text: str) -> str:
    """Suggest something to the master, aloud."""
    if not 0 < len(text) <= LONGEST_SUGGESTION:
        return table_phrase(play.module.language, "suggest_usage", limit=LONGEST_SUGGESTION)
    play.add(happened.Suggested(seat=play.seat, name=play.name(play.seat), text=text))
    if not is_led(play.state):
        play.add(reply_event(play.seat, "suggest", table_phrase(play.module.language, "suggest_unheard")))
    return ""


async def _stop(context: PartyContext, play: PartyPlay) -> PartyTurn:
    """Take back the last turn, and never offer its move again; nobody is told who asked."""
    entries, made = await context.history.entries(), play.state["made"]
    said = happened.ContentStopped(text=table_phrase(context.module.language, "stopped"))
    play.add(said)
    play.note_of(happened.PartyNote(stopped=(made,) if made else ()))
    undone = last_turns(entries, turns_to_undo(entries, play.seat, 1))
    again = _passed_again(context.module, play.state, entries, undone) if undone else []
    return {"undo": len(undone[:1]), "outbox": [*play.entries(), *again]}


async def _suggest_adventures(context: PartyContext, play: PartyPlay) -> PartyTurn:
    """Show a character adventures that a model suggests, or say honestly why there are none."""
    language, agents = context.module.language, context.agents
    if not play.acts:
        return reply(play.seat, "ideas", table_phrase(language, "ideas_of_seats"))
    if not (context.models_play and agents.may_ask(play.state["lead"])):
        return reply(play.seat, "ideas", table_phrase(language, "ideas_no_model"))
    found = await suggest_adventures(agents, play, await context.newest())
    colon = table_phrase(language, "colon")
    listed = [f"  {n}  {one.title}{colon}{one.hook}" for n, one in enumerate(found, 1)]
    text = "\n".join([table_phrase(language, "ideas"), *listed]) if found else ""
    play.add(reply_event(play.seat, "ideas", text or table_phrase(language, "ideas_none")))
    agents.note_costs_in(play)
    return {"outbox": play.entries()}


def _bound(play: PartyPlay, argument: str, veils: bool) -> str:
    """Leave out what the module touches, or veil it; without a number, say what there is."""
    language, lines, state = play.module.language, [*play.module.lines], play.state
    free = {line for _, line in touched_lines(play.module)}
    if argument.isdecimal() and 1 <= int(argument) <= len(lines) and lines[int(argument) - 1] in free:
        line = lines[int(argument) - 1]
        text = table_phrase(language, "veil_drawn" if veils else "line_drawn", text=play.module.lines[line])
        play.add(happened.LinesDrawn(lines=[] if veils else [line], veils=[line] if veils else [], text=text))
        return ""
    how = {line: "line_free" if line in free else "line_core" for line in lines}
    how |= dict.fromkeys(state["veils"], "line_veiled") | dict.fromkeys(state["lines"], "line_out")
    told = [
        f"  {n}  {play.module.lines[line]} {table_phrase(language, how[line])}"
        for n, line in enumerate(lines, 1)
    ]
    return "\n".join([table_phrase(language, "lines" if lines else "no_lines"), *told])


def _say_absence(play: PartyPlay) -> str:
    """Say that the model of a companion gives no reply, so that the rules choose for it."""
    text = table_phrase(play.module.language, "companion_away", name=play.name(play.seat))
    play.add(reply_event("", "companion_away", text))
    return ""


def _speak(play: PartyPlay, argument: str) -> str:
    """Speak for a person as the master."""
    language = play.module.language
    if play.seat != MASTER:
        return table_phrase(language, "master_only")
    if speak_for(play, argument):
        return ""
    names = table_phrase(language, "comma").join(one.name for one in play.module.people.values())
    return table_phrase(language, "say_usage", names=names)


def _check(play: PartyPlay, argument: str) -> str:
    """Ask for a check as the master."""
    language = play.module.language
    if play.seat != MASTER:
        return table_phrase(language, "master_only")
    return "" if ask_for_check(play, argument) else table_phrase(language, "check_usage")
