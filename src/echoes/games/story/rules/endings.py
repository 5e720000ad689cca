"""Endings: the one that fits, giving up, and how far a story is from its end."""

from echoes.games.story import events as happened
from echoes.games.story.events import StoryDetails
from echoes.games.story.pack.parts import PLAYER
from echoes.games.story.pack.schema import StoryPack
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.rules.predicates import holds_in_story
from echoes.games.story.state import StoryState


def end_story(play: StoryPlay, ending: str) -> None:
    """End the story.

    Args:
        play: of the message.
        ending: its id, or `auto` for the first whose condition holds.
    """
    story = play.story
    if ending == "auto":
        ending = ending_that_fits(story, play.state)
    spec = story.endings[ending]
    after = [one.text for one in story.epilogues.values() if holds_in_story(one.when, play.state)]
    _close(play, ending, spec.title, "\n\n".join([spec.text, *after]))


def ending_that_fits(story: StoryPack, state: StoryState) -> str:
    """Return the first ending whose condition holds; the last one where none does."""
    fitting = (key for key, one in story.endings.items() if holds_in_story(one.when, state))
    return next(fitting, last_ending(story))


def last_ending(story: StoryPack) -> str:
    """Return the ending of a story that no other fits."""
    return list(story.endings)[-1]


def give_up(play: StoryPlay) -> None:
    """End the story without an ending."""
    _close(play, "", play.say("given_up"), "")


def _close(play: StoryPlay, ending: str, title: str, text: str) -> None:
    story, state = play.story, play.state
    before = state["reached"]
    reached = {*(before or ()), ending} & {*story.endings}
    details = StoryDetails(
        ending=ending,
        title=title,
        text=text,
        turns=state["turns"],
        chapters=len(state["chapters"]),
        learned=len(state["knows"][PLAYER]),
        secrets=len(story.secrets),
        reached=0 if before is None else len(reached),
        endings=0 if before is None else len(story.endings),
    )
    play.add(happened.StoryEnded(status="COMPLETED" if ending else "ABORTED", details=details))


def progress_in(story: StoryPack, state: StoryState) -> float:
    """Return the progress of a story, 0 to 1: all at any ending; before, by chapters and what was learned."""
    if state["ended"] in story.endings:
        return 1.0
    chapters = len(state["chapters"]) / len(story.chapters)
    return round(0.5 * min(1.0, chapters) + 0.45 * len(state["knows"][PLAYER]) / len(story.secrets), 4)
