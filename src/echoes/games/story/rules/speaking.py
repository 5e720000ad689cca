"""The choice of words: the most specific fresh line, else a deflection; reactions, initiative."""

from typing import TypeVar

from echoes.games.story import events as happened
from echoes.games.story.events import StoryTrace
from echoes.games.story.pack.parts import PLAYER, SpokenLine
from echoes.games.story.pack.schema import StoryPack
from echoes.games.story.rules.effects import apply_effects, move
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.rules.predicates import holds_in_story
from echoes.games.story.rules.script import Written
from echoes.games.story.rules.surroundings import here, reachable_places

ToldT = TypeVar("ToldT", happened.CharacterSpoke, happened.SceneTold)


def line_key(who: str, line: str) -> str:
    """Return the key under which a line is remembered as said."""
    return f"{who}.{line}"


def line_of(story: StoryPack, key: str) -> SpokenLine | None:
    """Return the line that was said under a key; None where none is there any more, or it is no line."""
    who, _, line = key.partition(".")
    return story.cast[who].lines.get(line) if who in story.cast else None


def has_told(play: StoryPlay, who: str, secret: str) -> bool:
    """Return whether it was somebody's own line from which the player learned a secret."""
    return any(
        secret in line.effects.learn and line_key(who, key) in play.state["told"]
        for key, line in play.story.cast[who].lines.items()
    )


def find_line(play: StoryPlay, who: str, act: str, topic: str = "", to: str = "") -> str:
    """Return the most specific fresh line that fits; empty for none.

    Args:
        play: of the message.
        who: speaks.
        act: what it answers.
        topic: what it is about; a line without a topic fits any.
        to: whose words a reaction follows.
    """
    lines = play.story.cast[who].lines
    # Of equally specific ones the author's first: `max` keeps it.
    return max(open_lines(play, who, act, topic, to), key=lambda key: _specificity(lines[key]), default="")


def open_lines(play: StoryPlay, who: str, act: str, topic: str = "", to: str = "") -> list[str]:
    """Return the fresh lines that fit, in the author's order; the arguments are those of `find_line`."""
    return [
        key
        for key, line in play.story.cast[who].lines.items()
        if act in line.acts
        and (topic in line.about if line.about else not topic or act != "ask")
        and (line.to is None or line.to == to)
        and line_key(who, key) not in play.state["told"]
        and is_open_line(play, line)
    ]


def is_open_line(play: StoryPlay, line: SpokenLine) -> bool:
    """Return whether a line may be said now: its condition holds, and what it gives away may be told."""
    return holds_in_story(line.when, play.state) and all(
        holds_in_story(play.story.secrets[secret].tellable.when, play.state) for secret in line.effects.learn
    )


def _specificity(line: SpokenLine) -> tuple[bool, int, int]:
    """Return the specificity of a line: about this topic, by its conditions, about little else."""
    conditions = len([*line.when.atoms()]) if line.when else 0
    return bool(line.about), conditions + (line.to is not None), -len(line.about)


def speak(play: StoryPlay, who: str, key: str, unasked: bool = False) -> None:
    """Speak somebody's line, with its effects."""
    if is_silent(play, who):
        return
    line = play.story.cast[who].lines[key]
    _utter(play, who, line_key(who, key), line.text, unasked)
    play.fresh = True
    if line.mood:
        set_mood(play, line.mood)
    apply_effects(play, line.effects)


def _utter(play: StoryPlay, who: str, key: str, text: str, unasked: bool = False) -> None:
    """Speak a line of the author, in the words of the script where it has any."""
    written = play.script.words.get(key) if play.script else None
    name = play.story.cast[who].name
    spoken = happened.CharacterSpoke(character=who, name=name, text=text, unasked=unasked)
    play.add(_in_words(spoken, written) if written else spoken, StoryTrace(line=key))


def _in_words(told: ToldT, written: Written) -> ToldT:
    """Return the narration in the words of a model."""
    return told.model_copy(update={"text": written.text, "source": written.source, "usage": written.usage})


def is_silent(play: StoryPlay, who: str) -> bool:
    """Return whether somebody says nothing in this message."""
    return play.script is not None and who in play.script.silent


def improvise(play: StoryPlay, first: bool = False) -> None:
    """Speak for those there who have words of their own; `first`: before those with lines."""
    if play.script is None:
        return
    for who, written in play.script.first if first else play.script.then:
        if who in play.present():
            name = play.story.cast[who].name
            spoken = happened.CharacterSpoke(character=who, name=name, text="", unasked=True)
            play.add(_in_words(spoken, written))


def tell(play: StoryPlay, text: str, noted: StoryTrace | None = None) -> None:
    """Tell the outcome of a deed, in the words of the script where it has any."""
    if play.narrated or not (play.script and play.script.narration):
        play.add(happened.SceneTold(text=text), noted)
        return
    written, play.narrated = play.script.narration, True
    play.add(_in_words(happened.SceneTold(text=""), written), noted)
    if play.script.mood:
        set_mood(play, play.script.mood)


def tell_narration(play: StoryPlay) -> None:
    """Tell the narration of the script, unless it was told."""
    if not play.narrated and play.script and play.script.narration:
        tell(play, "")


def deflect(play: StoryPlay, who: str) -> None:
    """Speak somebody's deflection: a fresh deflection, else the one said longest ago."""
    member = play.story.cast[who]
    keys = {line_key(who, f"deflection:{n}"): text for n, text in enumerate(member.deflections)}
    told = play.state["told"]
    key = min(keys, key=lambda one: told.index(one) if one in told else -1)
    if not is_silent(play, who):
        _utter(play, who, key, keys[key])


def answer(play: StoryPlay, who: str, act: str, topic: str) -> None:
    """Answer as somebody, with reactions of up to two others."""
    chosen = play.script.chosen.get(who, "") if play.script else ""
    key = chosen if chosen in open_lines(play, who, act, topic) else find_line(play, who, act, topic)
    if key:
        speak(play, who, key)
    else:
        deflect(play, who)
    react(play, topic, who)


def react(play: StoryPlay, topic: str, to: str = "") -> None:
    """Add reactions of others present to what was said or done."""
    others = [who for who in play.present() if who != to and who not in play.state["muted"]]
    others = [who for who in others if not is_silent(play, who)]
    to = "" if is_silent(play, to) else to
    found = [(who, key) for who in others if (key := find_line(play, who, "react", topic, to))]
    found.sort(key=lambda pair: _specificity(play.story.cast[pair[0]].lines[pair[1]]), reverse=True)
    for who, key in found[: play.story.pace.reactions]:
        speak(play, who, key, unasked=True)


def take_initiative(play: StoryPlay) -> None:
    """Act as somebody unasked: one who is present, else one who comes."""
    taking_part = play.story.chapters[play.state["chapter"]].characters
    present = [who for who in play.present() if who not in play.state["muted"]]
    absent = [who for who in taking_part if who not in play.state["muted"] and _can_come(play, who)]
    for group in (present, absent):
        group = [who for who in group if not is_silent(play, who)]
        found = [(who, key) for who in group if (key := find_line(_joined_by(play, who), who, "initiative"))]
        if found:
            who, key = max(found, key=lambda pair: _specificity(play.story.cast[pair[0]].lines[pair[1]]))
            if who in absent:
                move(play, who, play.state["at"][PLAYER])
            speak(play, who, key, unasked=True)
            return


def _joined_by(play: StoryPlay, who: str) -> StoryPlay:
    """Return the play with somebody where the player is: what they say there must be true there."""
    state = play.state
    return StoryPlay(play.story, {**state, "at": {**state["at"], who: here(state)}})


def _can_come(play: StoryPlay, who: str) -> bool:
    """Return whether exits lead from where somebody is to the player; to a hiding place none do.

    In the last chapter nobody leaves: what is decided there is decided among them.
    """
    if not play.story.chapters[play.state["chapter"]].next:
        return False
    at = play.state["at"].get(who, "")
    return at in play.story.places and here(play.state) in reachable_places(play.story, at, play.story.places)


def set_mood(play: StoryPlay, mood: str) -> None:
    """Change the mood of the scene, where it is another."""
    if mood != play.state["mood"]:
        play.add(happened.MoodSet(mood=mood))
