"""Context of each agent: all there is as sections, each with its owner, cut to what the agent may see.

A character's own part goes to its judgement, which replies in a closed form. Its voice, whose words the
player reads, sees what everybody sees of it, what it remembers and witnessed, and what it is about to say.
"""

from collections.abc import Sequence

from echoes.core.errors import BadSetting
from echoes.games.context_window import Part, Section, VisibilityMatrix, Window, build_window, estimate_tokens
from echoes.games.story.agents.prompts import heading, titled, word
from echoes.games.story.pack.parts import PLAYER
from echoes.games.story.pack.schema import StoryPack
from echoes.games.story.recent import scenes_of
from echoes.games.story.state import CharacterMemory, RecentLine, StoryState, does_know

NARRATOR, VOICE, JUDGEMENT, INTERPRETER = "narrator", "character", "judgement", "interpreter"
MEMORY, CHECK, SUMMARIZER = "memory", "check", "summarizer"
AGENTS = (NARRATOR, VOICE, JUDGEMENT, INTERPRETER, MEMORY, CHECK, SUMMARIZER)
"""The roles of models in a story."""
VISIBILITY: VisibilityMatrix = {
    NARRATOR: {Part.SCENARIO: "own", Part.SUMMARY: "own", Part.TURNS: "own", Part.MESSAGE: "own"},
    VOICE: {
        Part.SCENARIO: "own",
        Part.EVIDENCE: "own",
        Part.MEMORY: "own",
        Part.TURNS: "own",
        Part.MESSAGE: "own",
    },
    JUDGEMENT: {
        Part.SCENARIO: "own",
        Part.SECRET: "own",
        Part.EVIDENCE: "own",
        Part.MEMORY: "own",
        Part.TURNS: "own",
        Part.MESSAGE: "own",
    },
}
"""Who sees what; a section always belongs to somebody, and nobody is shown what is another's."""
_TRIM_ORDER = (
    (Part.EVIDENCE, 0),
    (Part.TURNS, 2),
    (Part.SUMMARY, 2),
    (Part.TURNS, 0),
    (Part.SUMMARY, 0),
    (Part.MEMORY, 0),
)
_WITNESSED = 3
"""The latest turns that a character is shown."""


def window_of(
    role: str,
    name: str,
    story: StoryPack,
    state: StoryState,
    message: str,
    budget: int,
    recalled: Sequence[str] = (),
) -> Window:
    """Return the window of an agent.

    Args:
        role: of the agent.
        name: of the character that it plays; the role itself for any other.
        story: that is played.
        state: of the scene.
        message: what it is about now; never left out.
        budget: in tokens; hard.
        recalled: what the agent's own retriever found for it.
    Raises:
        BadSetting: the budget is too small for what can't be left out.
    """
    sections = [
        Section(Part.SCENARIO, (_world(story, state),), NARRATOR),
        Section(Part.SUMMARY, tuple(_over(state)), NARRATOR),
        Section(Part.SUMMARY, (state["summary"],) if state["summary"] else (), NARRATOR),
        Section(Part.TURNS, tuple(turn_text(story, turn["lines"]) for turn in state["recent"]), NARRATOR),
        *[section for who in story.cast for section in _own_sections(story, state, who)],
        Section(Part.EVIDENCE, tuple(recalled), name),
        Section(Part.MESSAGE, (message,), name),
    ]
    try:
        return build_window(role, name, sections, VISIBILITY, budget, _TRIM_ORDER)
    except BadSetting as error:
        raise BadSetting(
            error.problem,
            f"Raise agents.story.context_tokens.{role} in config/agents.yaml, or shorten the story.",
        ) from None


def _own_sections(story: StoryPack, state: StoryState, who: str) -> Sequence[Section]:
    witnessed = scenes_of(who, state)[-_WITNESSED:]
    memory = memory_text(story.language, state["memories"].get(who))
    return (
        Section(Part.SCENARIO, (_scene(story, state, who),), who),
        Section(Part.SECRET, (private_text(story, state, who),), who),
        Section(Part.MEMORY, (memory,) if memory else (), who),
        Section(Part.TURNS, tuple(turn_text(story, turn["lines"]) for turn in witnessed), who),
    )


def prompt_text(window: Window, language: str) -> str:
    """Return a window as a prompt, its parts below their headings."""
    parts = [(heading(language, part), window.text(part)) for part in Part]
    return "\n\n".join(f"{title}:\n{text}" if title else text for title, text in parts if text)


def turn_text(story: StoryPack, lines: Sequence[RecentLine]) -> str:
    """Return the speech and narration of a turn."""
    return "\n".join(f"[{_speaker(story, line['speaker'])}] {line['text']}" for line in lines)


def _speaker(story: StoryPack, speaker: str) -> str:
    if speaker == PLAYER:
        return word(story.language, "you")
    return story.cast[speaker].name if speaker in story.cast else word(story.language, "narration")


def memory_text(language: str, memory: CharacterMemory | None) -> str:
    """Return a memory in words; empty for none."""
    if not memory or not (memory["summary"] or memory["facts"]):
        return ""
    facts = "\n".join(f"- {fact}" for fact in memory["facts"]) or word(language, "none")
    return f"{memory['summary']}\n{titled(language, 'facts', facts)}"


def private_text(story: StoryPack, state: StoryState, who: str) -> str:
    """Return the inner life of a character: wants, fears, thoughts of others, knowledge."""
    known = [f"- {one.text}" for key, one in story.secrets.items() if does_know(state, who, key)]
    knows = titled(story.language, "knows", "\n".join(known) or word(story.language, "none"))
    return f"{character_text(story, who)}\n{knows}"


def character_text(story: StoryPack, who: str) -> str:
    """Return a character's wants, fears and thoughts of others, which no turn changes."""
    member, language = story.cast[who], story.language
    thinks = [f"- {story.cast[one].name}: {relation.stance}" for one, relation in member.relations.items()]
    return "\n".join(
        [
            f"{word(language, 'wants')}: {member.private.wants}",
            f"{word(language, 'fears')}: {member.private.fears}",
            titled(language, "relations", "\n".join(thinks) or word(language, "none")),
        ]
    )


def present_in(story: StoryPack, state: StoryState) -> list[str]:
    """Return the characters where the player is, in the order of the cast."""
    here = state["at"].get(PLAYER)
    return [who for who in story.cast if state["at"].get(who) == here]


def _people(story: StoryPack, state: StoryState, but: str = "") -> str:
    here = [who for who in present_in(story, state) if who != but]
    lines = [f"{who} = {story.cast[who].name}, {story.cast[who].public.role}" for who in here]
    muted = word(story.language, "muted")
    lines = [
        f"{line} {muted}" if who in state["muted"] else line for who, line in zip(here, lines, strict=True)
    ]
    return titled(story.language, "present", "\n".join(lines) or word(story.language, "alone"))


def _place(story: StoryPack, state: StoryState) -> str:
    place = story.places[state["at"].get(PLAYER, story.start)]
    return f"{word(story.language, 'place')}: {place.name}"


def _scene(story: StoryPack, state: StoryState, who: str) -> str:
    return "\n".join([_place(story, state), _people(story, state, but=who)])


def _world(story: StoryPack, state: StoryState) -> str:
    """Return the world, this chapter, and of later ones the titles."""
    language, key = story.language, state["chapter"] or story.first
    closed = {key, *(one["chapter"] for one in state["chapters"])}
    coming = [story.chapters[name].title for name in _following(story, key) if name not in closed]
    return "\n".join(
        [
            titled(language, "world", f"{story.title}. {story.statement}\n{story.tone}"),
            f"{word(language, 'player')} {story.role}",
            chapter_text(story, state),
            *([f"{word(language, 'coming')}: {'; '.join(coming)}"] if coming else []),
            _place(story, state),
            _people(story, state),
        ]
    )


def _following(story: StoryPack, key: str) -> list[str]:
    """Return the chapters to which a chapter leads, the nearest first."""
    found = [key]
    for one in found:
        found += dict.fromkeys(way.to for way in story.chapters[one].next if way.to not in found)
    return found[1:]


def _over(state: StoryState) -> list[str]:
    """Return the chapters that are over, the oldest first."""
    return [f"- {one['title']}: {one['summary']}" for one in state["chapters"]]


def chapter_text(story: StoryPack, state: StoryState) -> str:
    """Return this chapter as far as it may be told of: title, goal, the beats that were reached."""
    language, chapter = story.language, story.chapters[state["chapter"] or story.first]
    ticked = [f"[x] {beat.text}" for key, beat in chapter.beats.items() if key in state["beats"]]
    return "\n".join(
        [
            f"{word(language, 'chapter')}: {chapter.title}",
            f"{word(language, 'goal')}: {chapter.goal}",
            *([titled(language, "ticked", "\n".join(ticked))] if ticked else []),
        ]
    )


def newest(text: str, tokens: int) -> str:
    """Return the end of a text, whole lines where possible, of at most so many tokens."""
    lines = text.splitlines()
    while len(lines) > 1 and estimate_tokens("\n".join(lines)) > tokens:
        lines = lines[1:]
    kept = "\n".join(lines)
    while estimate_tokens(kept) > tokens:
        kept = kept[len(kept) // 8 + 1 :]
    return kept
