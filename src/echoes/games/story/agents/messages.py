"""The last part of each agent's prompt: what it is about now, with the player's words at the end."""

from collections.abc import Iterable, Sequence

from echoes.games.context_window import beginning_of, estimate_tokens
from echoes.games.story.agents.prompts import message_text, titled, word
from echoes.games.story.agents.windows import chapter_text, memory_text, newest, turn_text
from echoes.games.story.pack.parts import PLAYER
from echoes.games.story.pack.schema import StoryPack
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.state import CharacterMemory, RecentLine, RecentTurn, StoryState

_CHECKED = 500
"""Tokens of a turn that a check of the chapter is shown, the newest."""


def read_prompt(play: StoryPlay, moves: Sequence[str], message: str, tokens: int) -> str:
    """Return the question which move a message means; everything in it is known to the player.

    Args:
        play: before the message.
        moves: that are open; of topics the last give way.
        message: the player's words.
        tokens: the bound of the whole.
    """
    kept = sorted(moves, key=lambda key: key.count(":"))
    while kept and estimate_tokens(_read_prompt(play, kept, message)) > tokens:
        kept = kept[: len(kept) * 7 // 8]
    return _read_prompt(play, kept, message)


def _read_prompt(play: StoryPlay, moves: Sequence[str], message: str) -> str:
    story, language = play.story, play.language
    parts = [key.split(":") for key in moves]
    topics = [*dict.fromkeys(part[2] for part in parts if len(part) > 2)]

    def listed(title: str, ids: Iterable[str], names: dict[str, str]) -> list[str]:
        lines = [f"{one} = {names[one]}" for one in ids if one in names]
        return [titled(language, title, "\n".join(sorted(lines)))] if lines else []

    people = {who: one.name for who, one in story.cast.items()}
    things = {key: one.name for key, one in story.things.items()}
    rest = {kind: [part[1] for part in parts if part[0] == kind] for kind in ("go", "look", "take", "do")}
    return "\n\n".join(
        [
            *listed("people", play.present(), people),
            *listed("topics", topics, {one: story.title_of(one) for one in topics}),
            *listed("places", rest["go"], {key: one.name for key, one in story.places.items()}),
            *listed("things", {*rest["look"], *rest["take"]}, things),
            *listed("acts", rest["do"], {key: one.label for key, one in story.acts.items()}),
            message_text(language, message),
        ]
    )


def narrate_message(
    story: StoryPack, scene: StoryState, cues: Sequence[str], message: str, otherwise: bool
) -> str:
    """Return the message that tells the narrator its task."""
    language = story.language
    told = [*cues]
    if scene["turns"] == 0:
        told.insert(0, word(language, "opening"))
    elif scene["transition"]:
        opening = story.chapters[scene["chapter"]].text
        told.insert(0, f"{word(language, 'transition')} {opening}")
    return "\n\n".join(
        [
            *([titled(language, "happened", "\n".join(told))] if told else []),
            *([word(language, "otherwise")] if otherwise else []),
            message_text(language, message),
        ]
    )


def speak_message(
    story: StoryPack,
    narration: str,
    said: Sequence[RecentLine],
    line: str,
    deflects: bool,
    manner: str,
    message: str,
    otherwise: bool,
    tokens: int,
) -> str:
    """Return the message with what a character answers to, and what it says.

    Args:
        story: that is played.
        narration: of this turn.
        said: this turn's replies so far.
        line: of the author; empty for free words.
        deflects: whether the line says nothing to the point.
        manner: in words; empty for any.
        message: the player's words.
        otherwise: whether it is another try.
        tokens: the bound of what this turn has told and said so far; the newest of it is shown.
    """
    language = story.language
    told = [RecentLine(speaker="", text=narration, heard=[]), *said] if narration else [*said]
    say = f"{word(language, 'nothing')}: {line}" if deflects else line or word(language, "freely")
    return "\n\n".join(
        [
            titled(language, "turn", newest(turn_text(story, told), tokens)),
            titled(language, "say", say),
            *([f"{word(language, 'manner')}: {manner}"] if manner else []),
            *([word(language, "otherwise")] if otherwise else []),
            message_text(language, message),
        ]
    )


def decide_message(story: StoryPack, lines: Sequence[str], message: str) -> str:
    """Return the question which line a character says."""
    numbered = "\n".join(f"{n} {text}" for n, text in enumerate(lines, 1))
    return "\n\n".join([titled(story.language, "lines", numbered), message_text(story.language, message)])


def memory_prompt(
    story: StoryPack, who: str, memory: CharacterMemory | None, turn: RecentTurn, tokens: int
) -> str:
    """Return a character's memory and the turn as it witnessed it, in at most so many tokens."""
    language = story.language
    lines = [line for line in turn["lines"] if who in line["heard"]]
    known = memory_text(language, memory) or word(language, "none")
    seen = newest(turn_text(story, lines), max(_CHECKED, tokens // 2))
    return f"{newest(known, tokens // 2)}\n\n{titled(language, 'turn', seen)}"


def check_prompt(story: StoryPack, state: StoryState, turn: RecentTurn, tokens: int) -> str:
    """Return the chapter with its open beats, and the newest part of the turn, in at most so many tokens."""
    language, chapter = story.language, story.chapters[state["chapter"]]
    left = [key for key in chapter.beats if key not in state["beats"]]
    left.sort(key=lambda key: not chapter.beats[key].judged)  # of the others code decides
    lines = "\n".join(f"{key} = {chapter.beats[key].text}" for key in left) or word(language, "none")
    head = [
        f"{chapter_text(story, state)}\n{word(language, 'complete')}: {chapter.completion}",
        titled(language, "open", lines),
    ]
    told = titled(language, "turn", newest(turn_text(story, turn["lines"]), min(_CHECKED, tokens // 2)))
    room = tokens - estimate_tokens(f"\n\n{told}")
    return "\n\n".join([beginning_of("\n\n".join(head), room), told])


def chapter_prompt(story: StoryPack, chapter: str, turns: Sequence[RecentTurn], tokens: int) -> str:
    """Return a chapter and what happened lately, to be summed up."""
    spec, language = story.chapters[chapter], story.language
    told = newest("\n".join(turn_text(story, turn["lines"]) for turn in turns), tokens * 2 // 3)
    head = f"{word(language, 'chapter')}: {spec.title}\n{word(language, 'goal')}: {spec.goal}"
    return f"{head}\n\n{titled(language, 'events', told)}"


def rolling_prompt(story: StoryPack, summary: str, turns: Sequence[RecentTurn], tokens: int) -> str:
    """Return the summary so far and the turns that are merged into it."""
    language = story.language
    told = newest("\n".join(turn_text(story, turn["lines"]) for turn in turns), tokens * 2 // 3)
    before = titled(language, "before", newest(summary, tokens // 4) or word(language, "none"))
    return f"{before}\n\n{titled(language, 'events', told)}"


def deed_in(turn: RecentTurn) -> str:
    """Return the player's deed in a turn, in the words of the log."""
    return next((line["text"] for line in turn["lines"] if line["speaker"] == PLAYER), "")
