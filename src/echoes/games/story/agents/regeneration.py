"""Another try at the last turn, or at one reply in it with the others kept. What is rejected is undone."""

from collections.abc import Sequence
from dataclasses import dataclass

from echoes.core.errors import ModelFailed
from echoes.core.log.entries import Entry
from echoes.core.log.events import Event
from echoes.core.log.queries import last_turns, message_of
from echoes.games.story import events as happened
from echoes.games.story.agents.calls import Agents
from echoes.games.story.agents.turn import SPEECHES, PlannedLine, TurnWriter
from echoes.games.story.pack.schema import StoryPack
from echoes.games.story.reducer import story_after
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.rules.script import TurnScript, Written
from echoes.games.story.state import RecentLine, StoryState, new_story
from echoes.games.story.turn.command_names import STORY_COMMANDS
from echoes.language.replies import picked_number
from echoes.language.speech_act import plain_message


@dataclass(frozen=True)
class LastTurn:
    """The last turn, as the log has it.

    Attributes:
        entries: of the turn, the player's first.
        before: the state before it.
    """

    entries: Sequence[Entry]
    before: StoryState

    @property
    def acted(self) -> happened.PlayerActed:
        """The player's deed."""
        return next(one.event for one in self.entries if isinstance(one.event, happened.PlayerActed))

    @property
    def key(self) -> str:
        """The key of the move."""
        acted = self.acted
        if acted.act in SPEECHES:
            return ":".join(filter(None, [acted.act, acted.character, acted.topic]))
        return f"{acted.act}:{acted.topic}"

    @property
    def words(self) -> str:
        """The player's words."""
        first = next(one for one in self.entries if isinstance(one.event, happened.PlayerActed))
        said = first.traced(happened.StoryTrace).words or message_of(first)
        told = said and not STORY_COMMANDS.read(said) and picked_number(said) is None
        return said if told else self.acted.text

    @property
    def settings(self) -> list[Event]:
        """Settings of the player after the deed, to be kept: who is out of it, and who is spoken to."""
        kept = {"character", "name", "muted", "text"}
        return [
            event.model_validate(event.model_dump(include=kept))
            for event in (entry.event for entry in self.entries)
            if isinstance(event, happened.CharacterMuted | happened.AddresseeChosen)
        ]


def last_turn_of(entries: Sequence[Entry]) -> LastTurn | None:
    """Return the last turn that counts; None before the first.

    Args:
        entries: those of the session that count.
    """
    last = last_turns(entries, 1)
    if not last:
        return None
    state = new_story()
    for entry in entries:
        if entry.event.turn != last[0]:
            state = story_after(state, entry)
    return LastTurn([entry for entry in entries if entry.event.turn == last[0]], state)


def speaker_named(story: StoryPack, name: str) -> str:
    """Return the character whose whole name or wording was given; empty for none."""
    plain = plain_message(name)
    return next((who for who, each in story.names.items() if plain in map(plain_message, (who, *each))), "")


async def regenerate(agents: Agents, story: StoryPack, turn: LastTurn, who: str = "") -> TurnWriter:
    """Write the last turn again, or one reply of it.

    Args:
        agents: of the session.
        story: that is played.
        turn: the last one.
        who: whose reply; empty for the whole turn.
    Returns:
        What was written; nothing of what it replaces is in it.
    Raises:
        ModelFailed: there was no reply that can be used; the turn stays as it was.
    """
    before = turn.before
    for event in () if who else turn.settings:
        before = story_after(before, Entry(event)) if isinstance(event, happened.CharacterMuted) else before
    play = StoryPlay(story, before)
    writer = TurnWriter(agents, play, turn.key, turn.words, turn.acted.text, otherwise=True)
    if not who:
        await writer.write()
        return writer
    spoken = spoken_in(turn)
    at = next(n for n, (one, _, _) in enumerate(spoken) if one == who)
    writer.script = _kept_script(turn, but=at)
    writer.said = [RecentLine(speaker=one, text=written.text, heard=[]) for one, _, written in spoken[:at]]
    line_key = spoken[at][1]
    line = PlannedLine(who, line_key, author_text(story, line_key)) if line_key else None
    lead = next((n for n, (_, key, _) in enumerate(spoken) if key), 0)
    first = at < lead
    await writer.speak(
        who, line, "", first, at=sum(not key for _, key, _ in spoken[0 if first else lead : at])
    )
    if who in writer.script.silent:
        detail = writer.script.failures.get(f"speak:{who}", "")
        raise ModelFailed("unreadable", "no other reply came", "Try it again.", detail=detail)
    return writer


def spoken_in(turn: LastTurn) -> list[tuple[str, str, Written]]:
    """Return the replies of models in a turn: who, the key of the author's line if it is one, the words."""
    return [
        (event.character, entry.traced(happened.StoryTrace).line, Written(event.text, event.source))
        for entry in turn.entries
        if isinstance(event := entry.event, happened.CharacterSpoke) and event.source
    ]


def author_text(story: StoryPack, key: str) -> str:
    """Return the author's words of a line or deflection, by the key under which it is remembered."""
    who, _, line = key.partition(".")
    kind, _, number = line.partition(":")
    member = story.cast[who]
    return member.deflections[int(number)] if kind == "deflection" else member.lines[line].text


def _kept_script(turn: LastTurn, but: int) -> TurnScript:
    """Return the words of a turn without one reply; what is kept was paid for already."""
    spoken = spoken_in(turn)
    lead = next((n for n, (_, key, _) in enumerate(spoken) if key), 0)
    kept = [(n, *one) for n, one in enumerate(spoken) if n != but]
    events = [entry.event for entry in turn.entries]
    told = next(
        (n for n, one in enumerate(events) if isinstance(one, happened.SceneTold) and one.source), None
    )
    narration, mood = None, ""
    if told is not None:
        scene, after = events[told], events[told + 1 : told + 2]
        assert isinstance(scene, happened.SceneTold)
        narration = Written(scene.text, scene.source)
        mood = next((one.mood for one in after if isinstance(one, happened.MoodSet)), "")
    acted = turn.acted.character
    return TurnScript(
        narration=narration,
        mood=mood,
        chosen={acted: _line_of(acted, [key for _, key, _ in spoken])},
        words={key: written for _, _, key, written in kept if key},
        first=[(who, written) for n, who, key, written in kept if not key and n < lead],
        then=[(who, written) for n, who, key, written in kept if not key and n >= lead],
        silent=_silent(turn),
    )


def _line_of(who: str, keys: Sequence[str]) -> str:
    """Return the line that whoever was spoken to said; empty for none."""
    own = [key.partition(".")[2] for key in keys if key.partition(".")[0] == who]
    return next((line for line in own if not line.startswith("deflection:")), "")


def _silent(turn: LastTurn) -> frozenset[str]:
    failures = turn.entries[0].traced(happened.StoryTrace).failures
    return frozenset(key.partition(":")[2] for key in failures if key.startswith("speak:"))
