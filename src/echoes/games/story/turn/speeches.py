"""Speeches: what of the topics of a message can be told, shown or asked."""

from collections.abc import Sequence

from echoes.games.reading.move import MOST_ASKED
from echoes.games.story.pack.parts import PLAYER
from echoes.games.story.rules.effects import things_at_hand
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.turn.intent import StoryIntent
from echoes.games.story.turn.matching import WordingMatcher
from echoes.language.speech_act import SpeechAct


def fitting_speech(
    play: StoryPlay, kind: str, people: Sequence[str], topics: Sequence[str]
) -> tuple[str, Sequence[str], list[str]]:
    """Return the act with the topics that it can be about."""
    if kind == "show":
        shown = [one for one in topics if one in things_at_hand(play)]
        return ("show", people, shown) if shown else ("ask", people, [*topics])
    if kind == "tell":
        told = [one for one in topics if one in play.state["knows"][PLAYER]]
        return ("tell", people, told) if told else ("ask", people, [*topics])
    return kind, people, [*topics]


def nothing_to_tell(
    play: StoryPlay, matcher: WordingMatcher, act: SpeechAct, people: Sequence[str], topics: Sequence[str]
) -> StoryIntent:
    """Ask back: what is to be told is nothing that the player has learned."""
    known = [f"topic:{secret}" for secret in play.state["knows"][PLAYER]]
    near = matcher.match(act.rest, act.mentioned, known).leading
    told = [f"tell:{people[0]}:{key.partition(':')[2]}" for key in near]
    asks = [f"ask:{who}:{topics[0]}" for who in people]
    return StoryIntent("choose", moves=[*told[: MOST_ASKED - 1], *asks][:MOST_ASKED], why="ask_untold")
