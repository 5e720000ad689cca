"""The deeds of the player: every move by its key, with what it leads to."""

from collections.abc import Callable

from echoes.core.operation.usage import Usage
from echoes.games.story import events as happened
from echoes.games.story.events import StoryTrace
from echoes.games.story.pack.parts import PLAYER
from echoes.games.story.pack.schema import Act, Refusal
from echoes.games.story.rules.aftermath import follow_up
from echoes.games.story.rules.effects import apply_effects, enter_place, hand_over, things_at_hand
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.rules.predicates import holds_in_story
from echoes.games.story.rules.script import TurnScript
from echoes.games.story.rules.speaking import answer, improvise, react, set_mood, tell, tell_narration
from echoes.games.story.state import does_know, refusal_mark


def perform(play: StoryPlay, key: str, text: str) -> None:
    """Make a move, and apply its consequences.

    Args:
        play: of the message.
        key: of the move, such as `ask:tove:letter`.
        text: the move in words.
    """
    kind, _, rest = key.partition(":")
    who, _, topic = rest.partition(":")
    speech = kind in _SPEECHES
    acted = happened.PlayerActed(
        act=kind, character=who if speech else "", topic=topic if speech else rest, text=text
    )
    play.add(acted, _noted(play.script))
    if speech:
        tell_narration(play)
        improvise(play, first=True)
        _SPEECHES[kind](play, who, topic)
    else:
        deed(play, kind, rest)
        tell_narration(play)
        improvise(play, first=True)
    improvise(play)
    follow_up(play, waited=kind == "wait")


def _noted(script: TurnScript | None) -> StoryTrace | None:
    """Return the note beside a turn that a model plays."""
    if script is None:
        return None
    costs = {"usage": script.usage} if script.usage != Usage() else {}
    failures = {"failures": {**script.failures}} if script.failures else {}
    return StoryTrace(by_model=True).model_copy(update={**costs, **failures})


def deed(play: StoryPlay, kind: str, rest: str) -> None:
    """Perform an act of the player that is no speech.

    Args:
        play: of the message.
        kind: of the move, such as `look`.
        rest: what it is about.
    """
    if kind == "go":
        enter_place(play, rest)
    elif kind == "look":
        _look(play, rest)
    elif kind == "take":
        hand_over(play, rest, PLAYER)
    elif kind == "do":
        do_act(play, rest)
    elif kind == "wait":
        tell(play, play.say("wait"))
    else:
        play.fresh = True


def _look(play: StoryPlay, what: str) -> None:
    """Look at a thing, or at somebody."""
    if what in play.story.cast:
        member = play.story.cast[what]
        text = play.say("looks", name=member.name, role=member.public.role, looks=member.public.looks)
    else:
        play.fresh = f"look:{what}" not in play.state["told"]
        text = play.story.things[what].text
    tell(play, text, StoryTrace(line=f"look:{what}"))


def _ask(play: StoryPlay, who: str, topic: str) -> None:
    """Ask somebody about something; to ask about a secret is to say it aloud."""
    if topic in play.story.secrets:
        play.hear(topic)
    answer(play, who, "ask", topic)


def _tell(play: StoryPlay, who: str, topic: str) -> None:
    """Tell somebody a secret; everybody present hears it."""
    heard_before = does_know(play.state, who, topic)
    if topic in play.story.secrets:
        play.hear(topic)
        play.fresh = play.fresh or not heard_before
    answer(play, who, "tell", topic)


def _show(play: StoryPlay, who: str, topic: str) -> None:
    answer(play, who, "show", topic)


def _greet(play: StoryPlay, who: str, topic: str) -> None:
    answer(play, who, "greet", "")


def _say(play: StoryPlay, who: str, topic: str) -> None:
    """Say something that no line answers: whoever speaks then, speaks freely."""
    play.fresh = True


_SPEECHES: dict[str, Callable[[StoryPlay, str, str], None]] = {
    "ask": _ask,
    "tell": _tell,
    "show": _show,
    "greet": _greet,
    "say": _say,
}


def do_act(play: StoryPlay, key: str) -> None:
    """Do one of the story's acts, and let the others react; or let it be refused."""
    act = play.story.acts[key]
    if act.refusal and is_refused(play, act):
        _refuse(play, key, act.refusal)
        return
    tell(play, act.text, StoryTrace(done=(key,)))
    play.fresh = True
    if act.mood:
        set_mood(play, act.mood)
    apply_effects(play, act.effects)
    react(play, key)


def is_refused(play: StoryPlay, act: Act) -> bool:
    """Return whether an act can't succeed now."""
    return act.refusal is not None and holds_in_story(act.refusal.when, play.state)


def _refuse(play: StoryPlay, key: str, refusal: Refusal) -> None:
    """Refuse an act; its consequences come but once."""
    mark = refusal_mark(key)
    play.fresh = mark not in play.state["done"]
    tell(play, refusal.text, StoryTrace(done=(mark,)))
    if play.fresh:
        apply_effects(play, refusal.effects)


def open_acts(play: StoryPlay) -> list[str]:
    """Return the acts that can be done here and now."""
    here, acts = play.state["at"].get(PLAYER), play.story.acts
    at_hand = {None, *things_at_hand(play), *play.present()}
    ready = ready_acts(play)
    return [key for key in ready if acts[key].at in (None, here) and acts[key].target in at_hand]


def acts_elsewhere(play: StoryPlay) -> dict[str, str]:
    """Return acts that could be done at another place, each with it, of what the player has heard of."""
    heard, here = play.state["heard"], play.state["at"].get(PLAYER)
    return {
        key: act.at
        for key in ready_acts(play)
        if (act := play.story.acts[key]).at not in (None, here)
        and act.at in heard
        and (act.target is None or act.target in heard)
    }


def ready_acts(play: StoryPlay) -> list[str]:
    """Return the acts of the player whose time has come, wherever they are."""
    return [
        key
        for key, act in play.story.acts.items()
        if act.kind == "do"
        and not (act.once and key in play.state["done"])
        and holds_in_story(act.when, play.state)
    ]
