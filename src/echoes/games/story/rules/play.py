"""One message's play: the entries so far, and the state after them. Each is folded at once."""

from collections.abc import Sequence

from echoes.core.entries import Entry
from echoes.core.events import Event
from echoes.games.story import events as happened
from echoes.games.story.events import StoryTrace
from echoes.games.story.pack.parts import PLAYER
from echoes.games.story.pack.schema import StoryPack
from echoes.games.story.phrases import story_phrase
from echoes.games.story.reducer import story_after
from echoes.games.story.rules.script import TurnScript
from echoes.games.story.state import StoryState, does_know


class StoryPlay:
    """The outcome of one message.

    Args:
        story: that is played.
        state: before the message.
        script: the words of a model; None leaves all words to the author.

    Attributes:
        state: after all entries so far.
        ending: the ending that is due, `auto` for the one that fits; empty for none.
        next_chapter: the chapter that is due; empty for none.
        fresh: whether the message has led to something new.
        narrated: whether the script's narration was told.
    """

    def __init__(self, story: StoryPack, state: StoryState, script: TurnScript | None = None) -> None:
        self.story, self.state, self.script = story, state, script
        self.language = story.language
        self.ending = self.next_chapter = ""
        self.fresh = self.narrated = False
        self._entries: list[tuple[Event, StoryTrace]] = []

    def add(self, event: Event, noted: StoryTrace | None = None) -> None:
        """Record something that happens; `noted` is its private part."""
        trace = noted or StoryTrace()
        self._entries.append((event, trace))
        self.state = story_after(self.state, Entry(event, trace))

    def note(self, noted: StoryTrace) -> None:
        """Record something that is not shown; it stands in the trace of the latest entry."""
        event, trace = self._entries[-1]
        self._entries[-1] = event, _merged(trace, noted)
        self.state = story_after(self.state, Entry(Event(event="noted"), noted))

    def note_first(self, noted: StoryTrace) -> None:
        """Note beside the first entry what changes no state: costs and failures."""
        event, trace = self._entries[0]
        given = {key: value for key in noted.model_fields_set if (value := getattr(noted, key))}
        self._entries[0] = event, trace.model_copy(update=given)

    def entries(self) -> list[Entry]:
        """Return the entries so far, each with its private part."""
        return [Entry(event, noted if noted.model_fields_set else None) for event, noted in self._entries]

    def events(self) -> Sequence[Event]:
        """Return the events shown so far."""
        return [event for event, _ in self._entries]

    def say(self, key: str, **values: object) -> str:
        """Return a phrase in the story's language."""
        return story_phrase(self.language, key, **values)

    def present(self) -> list[str]:
        """Return the characters where the player is, in the order of the cast."""
        here = self.state["at"].get(PLAYER)
        return [who for who in self.story.cast if self.state["at"].get(who) == here]

    def learn(self, secret: str) -> None:
        """Teach the player and everybody present a secret; it is shown where it is new to the player."""
        if not does_know(self.state, PLAYER, secret):
            spec = self.story.secrets[secret]
            lies = [key for key, one in self.story.secrets.items() if one.refuted_by == secret]
            refuted = next((key for key in lies if does_know(self.state, PLAYER, key)), "")
            self.add(happened.SecretLearned(secret=secret, title=spec.title, text=spec.text, refutes=refuted))
            self.fresh = True
        self.hear(secret)

    def hear(self, secret: str) -> None:
        """Teach everybody present a secret."""
        new = {who: [secret] for who in self.present() if not does_know(self.state, who, secret)}
        if new:
            self.note(StoryTrace(knows=new))


def _merged(was: StoryTrace, new: StoryTrace) -> StoryTrace:
    """Return two traces of one entry as one, the later one last."""
    joined = {
        "knows": {**was.knows, **{who: [*was.knows.get(who, ()), *told] for who, told in new.knows.items()}},
        "trust": {**was.trust, **{who: was.trust.get(who, 0) + by for who, by in new.trust.items()}},
        "at": {**was.at, **new.at},
        "holds": {**was.holds, **new.holds},
        "memories": {**was.memories, **new.memories},
        "summaries": {**was.summaries, **new.summaries},
        "failures": {**was.failures, **new.failures},
        "beats": (*was.beats, *new.beats),
        "done": (*was.done, *new.done),
        "keys": (*was.keys, *new.keys),
    }
    return was.model_copy(update={key: joined.get(key, getattr(new, key)) for key in new.model_fields_set})
