"""Pronouns: whom "ask her" and "about him" mean, as far as it is known who is a he and who a she."""

import re
from dataclasses import replace

from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.turn.intent import StoryIntent
from echoes.games.story.turn.matching import WordingMatcher
from echoes.games.story.turn.moves import heard_topics
from echoes.language.speech_act import SpeechAct, plain_message

_SPEECHES = ("ask:", "tell:", "show:")
_SPOKEN_OF = {
    "he": re.compile(r"\b(?:he|him|his|himself)\b|(?<!其)他(?!们)"),
    "she": re.compile(r"\b(?:she|her|hers|herself)\b|她(?!们)"),
}
_THEMSELVES = re.compile(r"\b(?:you\w*|himself|herself|hers|his own|her own)\b|自己|[你您]")


def with_lone_pronoun(matcher: WordingMatcher, act: SpeechAct, plain: str) -> SpeechAct:
    """Return an act without a pronoun to which more is glued than what it is about: 问他船员 is no 问他."""
    if not act.glued:
        return act
    names = [plain_message(each[0]) for each in matcher.names.values()]  # 他丫头 is his daughter
    is_of_them = any(f"{pronoun}{name}" in plain for name in names for pronoun in "他她")
    is_alone = is_of_them or matcher.begins_with_wording(act.glued)
    return act if is_alone else replace(act, pronoun="")


def people_meant(play: StoryPlay, act: SpeechAct) -> list[str]:
    """Return those here to whom a message can speak; all where its pronoun fits nobody, or it has none."""
    return _fitting(play, act) or play.present()


def people_spoken_of(play: StoryPlay, act: SpeechAct, who: str) -> list[str]:
    """Return whom a message to somebody is about that names nobody: them, or those whom its pronoun fits."""
    rest = act.rest[1:] if act.pronoun and act.rest[:1] in "他她" else act.rest  # of 问她他的事, 他
    said = [pronoun for pronoun, pattern in _SPOKEN_OF.items() if pattern.search(rest)]
    cast, own = play.story.cast, play.story.cast[who].pronoun
    if not said or own is None:
        return [who]
    if own in said and (not act.addressees or _THEMSELVES.search(act.rest)):
        return [who]
    fitting = [one for one in heard_topics(play) if one in cast and cast[one].pronoun in said]
    return [*dict.fromkeys([who, *fitting])] if own in said else fitting


def with_pronoun_kept(play: StoryPlay, act: SpeechAct, reading: StoryIntent) -> StoryIntent:
    """Return a reading, or the question whether it is meant where its pronoun fits nobody here.

    Args:
        play: before the message.
        act: the message as a speech act.
        reading: of the message.
    """
    moves = [reading.name] if reading.kind == "move" else reading.moves
    is_said = any(move.startswith(_SPEECHES) for move in moves)
    if not (is_said and act.pronoun) or _fitting(play, act):
        return reading
    return StoryIntent("choose", moves=moves, why=f"ask_{act.pronoun}")


def _fitting(play: StoryPlay, act: SpeechAct) -> list[str]:
    """Return those here whom a pronoun fits; all where it is not known of each which is theirs."""
    here = play.present()
    known = [play.story.cast[who].pronoun for who in here]
    if not act.pronoun or None in known:
        return here
    return [who for who, pronoun in zip(here, known, strict=True) if pronoun == act.pronoun]
