"""One message's play in a story."""

from echoes.games.story import events as happened
from echoes.games.story.events import StoryTrace
from echoes.games.story.pack.parts import PLAYER
from echoes.games.story.pack.schema import StoryPack
from echoes.games.story.phrases import story_phrase
from echoes.games.story.reducer import story_after
from echoes.games.story.rules.script import TurnScript
from echoes.games.story.state import StoryState, does_know
from echoes.games.world.play import Play


class StoryPlay(Play[StoryState, StoryTrace]):
    """The outcome of one message to a story.

    Args:
        story: that is played.
        state: before the message.
        script: the words of a model; None leaves all words to the author.

    Attributes:
        ending: the ending that is due, `auto` for the one that fits; empty for none.
        next_chapter: the chapter that is due; empty for none.
        fresh: whether the message has led to something new.
        narrated: whether the script's narration was told.
    """

    def __init__(self, story: StoryPack, state: StoryState, script: TurnScript | None = None) -> None:
        super().__init__(state, story_after, StoryTrace)
        self.story, self.script = story, script
        self.language = story.language
        self.ending = self.next_chapter = ""
        self.fresh = self.narrated = False

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
