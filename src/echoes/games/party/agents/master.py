"""A model that leads: it rules on free words and has a word of its own at times; code does what it chose.

Each takes two calls. The first sees everything and replies in a closed form. The second writes what is
heard, and is shown only what all who hear it know.
"""

from collections.abc import Iterator, Sequence

from echoes.core.log.entries import Entry
from echoes.games.party.agents.calls import PartyAgents
from echoes.games.party.agents.forms import ActDecision, SpokenTone, WordDecision
from echoes.games.party.agents.prompts import (
    joined,
    marked_words,
    named_text,
    table_prompt,
    table_system,
    table_word,
    under_title,
)
from echoes.games.party.agents.windows import leader_window, teller_window
from echoes.games.party.memory.witnessing import line_of_event
from echoes.games.party.pack.schema import MASTER
from echoes.games.party.phrases import table_phrase
from echoes.games.party.rules.boundaries import boundary_words
from echoes.games.party.rules.improvising import improvise_act
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.turn.addressing import names_at_table
from echoes.games.party.turn.intents import PartyIntent
from echoes.games.party.turn.master import let_happen, master_moves
from echoes.games.party.turn.party_move import PartyMove

_ASKED_BACK = ("tell:", "accuse:", "go:", "join:", "attack:", "parley:", "flee:", "use:")
"""Kinds of moves that are not made on a model's reading of somebody's words."""
_OWN = ("line:", "oracle:", "tick:")
"""Of what the module suggests to a person who leads, what a model may let happen; it reveals no secret."""


async def rule_on_words(
    agents: PartyAgents, play: PartyPlay, entries: Sequence[Entry], words: str, moves: Sequence[PartyMove]
) -> PartyIntent | None:
    """Rule on a character's own words.

    Args:
        agents: of the session.
        play: of the message; what was improvised is in it afterwards.
        entries: of the session.
        words: of whoever acts.
        moves: that are open to it.
    Returns:
        The move that they mean, which may have to be asked back; an unknown one where there was no ruling;
        None where they were improvised.
    """
    language, name = play.module.language, play.name(play.seat)
    window = leader_window(play.module, play.state, entries, agents.settings.context_tokens.master)
    prompt = joined(
        table_prompt(window, language),
        under_title(language, "moves", _numbered(moves)),
        under_title(language, "message", marked_words(words), name=name),
    )
    decision = await agents.decide("decide", table_system(language, "act"), prompt, ActDecision)
    if decision is None:
        return PartyIntent("unknown")
    if 1 <= decision.move <= len(moves):
        key = moves[decision.move - 1].key
        if key.startswith(_ASKED_BACK):
            return PartyIntent("ask", keys=(key,), why="which_one")
        return PartyIntent("move", key)
    await _improvise(agents, play, entries, words, decision)
    return None


async def _improvise(
    agents: PartyAgents, play: PartyPlay, entries: Sequence[Entry], words: str, decision: ActDecision
) -> None:
    language, name = play.module.language, play.name(play.seat)
    works = improvise_act(play, words, decision)
    cost = decision.cost if not works and decision.cost != "nothing" else ""
    told = [
        table_word(language, "tried", name=name),
        marked_words(words),
        table_word(language, "worked" if works else "failed"),
        table_word(language, cost, name=name) if cost else "",
    ]
    text, source = await _told(
        agents, play, entries, play.scene, play.around, "\n".join(filter(None, told)), decision.tone
    )
    plain = table_phrase(language, "act_worked" if works else "act_failed", name=name)
    play.tell(text or plain, play.around, source=source)


async def say_word(
    agents: PartyAgents, play: PartyPlay, entries: Sequence[Entry], suggestion: str = ""
) -> bool:
    """Ask the leading model for a word at the end of a round; return whether it decided on anything.

    Args:
        agents: of the session.
        play: of the follow-up work.
        entries: of the session.
        suggestion: that somebody made since its last word; empty for none.
    """
    language = play.module.language
    moves = [*_word_moves(play)]
    window = leader_window(play.module, play.state, entries, agents.settings.context_tokens.master)
    prompt = joined(
        table_prompt(window, language),
        boundary_words(play.module, play.state),
        under_title(language, "suggestion", suggestion),
        under_title(language, "moves", _numbered(moves)),
    )
    decision = await agents.decide("word", table_system(language, "word"), prompt, WordDecision)
    if decision is None:
        return False
    if 1 <= decision.move <= len(moves):
        await _have_word(agents, play, entries, moves[decision.move - 1].key, decision.tone)
    return True


async def _have_word(
    agents: PartyAgents, play: PartyPlay, entries: Sequence[Entry], key: str, tone: SpokenTone
) -> None:
    kind, _, what = key.partition(":")
    if kind == "moment":
        told, seats = (
            table_word(play.module.language, "moment"),
            [s for s, at in play.state["at"].items() if at == what],
        )
    else:
        before = len(play.entries())
        let_happen(play, key)
        new = [entry.event for entry in play.entries()[before:]]
        told = "\n".join(line for event in new if (line := line_of_event(event)))
        heard = next((event.audience for event in new if event.audience), ())
        seats = [seat for seat in play.module.party if not heard or seat in heard]
    scenes = {play.state["at"][seat] for seat in seats}
    if told and len(scenes) == 1:
        text, source = await _told(agents, play, entries, scenes.pop(), play.heard_by(seats), told, tone)
        play.tell(text, play.heard_by(seats), source=source)


async def _told(
    agents: PartyAgents,
    play: PartyPlay,
    entries: Sequence[Entry],
    scene: str,
    audience: tuple[str, ...],
    told: str,
    tone: SpokenTone,
) -> tuple[str, str]:
    """Return the words of the voice that tells something to those who are there, and its model."""
    language = play.module.language
    window = teller_window(play.module, entries, scene, audience, agents.settings.context_tokens.narrator)
    names = [
        name
        for seat, called in names_at_table(play).items()
        if seat != MASTER
        for name in called
        if name != seat
    ]
    prompt = joined(
        table_prompt(window, language),
        boundary_words(play.module, play.state),
        under_title(language, "party", "\n".join(one.name for one in play.module.party.values())),
        under_title(language, "happened", told),
        under_title(language, "tone", named_text(language, "tones", tone)),
    )
    return await agents.tell("tell", table_system(language, "tell"), prompt, names)


def _word_moves(play: PartyPlay) -> Iterator[PartyMove]:
    """Yield what a model that leads may let happen, and a quiet moment for each group."""
    module, language = play.module, play.module.language
    yield from (move for move in master_moves(module, play.state) if move.key.startswith(_OWN))
    for scene in dict.fromkeys(play.state["at"][seat] for seat in module.party):
        names = [play.name(seat) for seat, at in play.state["at"].items() if at == scene]
        text = table_word(language, "moment_for", names=table_phrase(language, "comma").join(names))
        yield PartyMove(f"moment:{scene}", text)


def _numbered(moves: Sequence[PartyMove]) -> str:
    return "\n".join(f"{n} {move.text}" for n, move in enumerate(moves, 1))
