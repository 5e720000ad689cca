"""Claims of who did it, such as "tell Eskil that the doctor cut it": what is told is of whom they name."""

import re
from collections.abc import Sequence

from echoes.games.reading.move import MOST_ASKED
from echoes.games.story.pack.parts import PLAYER
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.turn.intent import StoryIntent
from echoes.games.story.turn.matching import WordingMatcher
from echoes.games.story.turn.moves import heard_topics
from echoes.language.english.morphology import is_word
from echoes.language.speech_act import SpeechAct

_OTHERS = {"en": "he|she|i|we|nobody|no one|[a-z]+", "zh": "没有人|没人|我们|[他她我](?!们)"}
_NOBODY_NAMED = frozenset("he she i we nobody".split())
"""Words that say who did it; other words do where the dictionary has them not, as names of strangers."""
_STRANGER_IN_CHINESE = "(?!有人|别人|某人)[^是不谁,]{2,4}"
_HE_OR_SHE = {"he": "he", "他": "he", "she": "she", "她": "she"}
_DONE_BY = {
    "en": (
        r"(?<![a-z'])(?:(?:it|that)(?:'s| is| was| must have been| has to be| had to be) "
        r"(?:the |old |poor )?(?P<it>@)(?: (?:who|that) [^,]{0,60})?(?:, ?@)?\W{0,9}$|"
        r"(?P<doer>@) (?:is (?:a|the) (?:thief|culprit|one (?:who|that))\b|"
        r"(?:(?:has|had|must have|might have|probably|surely|really) ){0,3}"
        r"(?:did|done|cut|opened|took|taken|stole|stolen|broke|broken|wrote|written|tied|hid|hidden)"
        r"(?: (?:it|this|that|the|his|her|your|my|our|open)\b|\W{0,9}$)))"
    ),
    "zh": (
        rf"(?<!不)是(?P<it>@|{_STRANGER_IN_CHINESE})(?:自己|亲手|偷偷){{0,3}}"
        r"[干做割拆拿写偷动藏打][^的,]{0,4}的|"
        r"(?P<doer>@)(?:自己|亲手|偷偷|已经|就){0,3}"
        r"(?:是(?:贼|小偷|凶手)|[割拆偷拿藏写打](?:[断开走掉下坏])?[了过](?!什么|谁|哪)|(?:干|做|割|拆|偷|拿|写)的|动的手)"
    ),
}
"""A deed and who did it; `@` stands for people."""
_NO_CLAIM = re.compile(
    r"\b(?:about|of|what|which|how|why|when|where|whether|if)\b|"
    r"(?:\b(?:not|never)|n't)\b[^,;.]{0,60}$|"
    r"(?:[不没非]|没有)(?:可能|会|一定|见得)?是?$"
)
"""Before a deed: "about the letter that the doctor wrote" claims nothing, nor does 不是医生割的."""


def with_doer_kept(
    play: StoryPlay, matcher: WordingMatcher, act: SpeechAct, plain: str, reading: StoryIntent
) -> StoryIntent:
    """Return a reading, or what else a claim may mean where the reading is of somebody else's deed.

    Args:
        play: before the message.
        matcher: of the story.
        act: the message as a speech act.
        plain: the message in one case and width.
        reading: of the message.
    """
    moves = [reading.name] if reading.kind == "move" else [*reading.moves]
    is_speech = all(move.startswith(("ask:", "tell:")) for move in moves)
    is_open = reading.kind == "unknown" or (reading.kind in ("move", "choose") and is_speech)
    if act.is_question or act.act not in ("tell", "") or not is_open:
        return reading
    doer = _doer_in(play, matcher, plain)
    if not doer:
        return reading
    topics = [topic for topic in (move.split(":")[2] for move in moves) if topic not in play.story.cast]
    is_of_them = any(_is_of(play, matcher, doer, topic) for topic in topics)
    if doer not in play.story.cast:
        is_taken = reading.kind == "move" and not is_of_them
        if is_taken and doer in _HE_OR_SHE:
            known = [
                f"tell:{who}:{one}"
                for who in _spoken_to(play, act, moves)
                for one in _known_of_one(play, matcher, doer, plain)
            ]
            moves = [*dict.fromkeys([*known, *moves])][:MOST_ASKED]
        return StoryIntent("choose", moves=moves, why="ask_meant") if is_taken else reading
    people = [who for who in _spoken_to(play, act, moves) if who != doer]
    known = [one for one in play.state["knows"][PLAYER] if _is_said_of(play, matcher, doer, one, plain)]
    told = [f"tell:{who}:{secret}" for who in people for secret in known]
    tells = any(move.startswith("tell:") for move in moves)
    if is_of_them and (reading.kind == "move" or tells or not told):
        return reading
    asked = [f"ask:{who}:{doer}" for who in people if doer in heard_topics(play)]
    found = [*dict.fromkeys([*told, *asked, *moves])][:MOST_ASKED]
    why = "ask_untold" if act.act == "tell" and not told else "ask_meant"
    return StoryIntent("choose", moves=found, why=why) if found else reading


def _spoken_to(play: StoryPlay, act: SpeechAct, moves: Sequence[str]) -> Sequence[str]:
    """Return to whom a claim is made: who is named, or asked already, or all there."""
    here = play.present()
    return (
        [who for who in act.addressees if who in here]
        or [*dict.fromkeys(move.split(":")[1] for move in moves)]
        or [who for who in here if who == play.state["addressee"]]
        or here
    )


def _doer_in(play: StoryPlay, matcher: WordingMatcher, plain: str) -> str:
    """Return the doer of a deed that a message claims: a character, or a word for somebody else."""
    named, people = matcher.aliases, f"{matcher.people}|{_OTHERS[play.language]}"
    for found in re.finditer(_DONE_BY[play.language].replace("@", f"(?:{people})"), plain):
        if not _NO_CLAIM.search(plain[: found.start()]):
            said = found["it"] or found["doer"]
            if said in named or said in _NOBODY_NAMED or not is_word(said):
                return named.get(said, said)
    return ""


def _is_of(play: StoryPlay, matcher: WordingMatcher, doer: str, topic: str) -> bool:
    """Return whether a topic names who is said to have done it; he or she may be anybody whom it names."""
    people = {idea[1:] for idea in matcher.ideas_of(f"topic:{topic}") if idea.startswith("@")}
    if doer not in _HE_OR_SHE:
        return doer in people
    return bool({play.story.cast[who].pronoun for who in people} & {None, _HE_OR_SHE[doer]})


def _known_of_one(play: StoryPlay, matcher: WordingMatcher, pronoun: str, plain: str) -> Sequence[str]:
    """Return the known secrets that some he or she did what a message says."""
    people = [who for who, one in play.story.cast.items() if one.pronoun == _HE_OR_SHE[pronoun]]
    return [
        secret
        for secret in play.state["knows"][PLAYER]
        if any(_is_said_of(play, matcher, who, secret, plain) for who in people)
    ]


def _is_said_of(play: StoryPlay, matcher: WordingMatcher, doer: str, secret: str, plain: str) -> bool:
    """Return whether a secret is that somebody did what a message says, by a wording of its own."""
    key, said = f"topic:{secret}", matcher.strong_ideas(plain)
    if matcher.means_something(said) and not said & matcher.ideas_of(key):
        return False  # who took the crown has not written the letter
    return any(_doer_in(play, matcher, text) == doer for text in matcher.texts_of(key))
