"""Chapters: the beats that complete one, the turn of the page, and the chapter that follows."""

from echoes.games.story import events as happened
from echoes.games.story.rules.effects import apply_effects, reach_beat
from echoes.games.story.rules.endings import end_story, ending_that_fits, last_ending
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.rules.predicates import holds_in_story
from echoes.games.story.rules.speaking import set_mood

_MOST_CHAPTERS = 4
"""The most chapters that may end within one message; a circle of chapters stops there."""
_LAST = "-"
"""In place of the chapter that follows the last one."""


def reach_open_beats(play: StoryPlay) -> None:
    """Reach the beats of the chapter whose condition holds."""
    chapter = play.story.chapters[play.state["chapter"]]
    for key, beat in chapter.beats.items():
        if beat.when is not None and key not in play.state["beats"] and holds_in_story(beat.when, play.state):
            reach_beat(play, key)


def settle_chapter(play: StoryPlay, complete: bool) -> None:
    """Apply the result of a check of beats and chapter; `complete`: the chapter is judged to be.

    A check ends the story only where an ending fits: it never leads to the last one, which is for none.
    """
    if complete and not play.ending:
        following = play.next_chapter or _following(play)
        if following or ending_that_fits(play.story, play.state) != last_ending(play.story):
            play.next_chapter = following or _LAST
    turn_pages(play)


def turn_pages(play: StoryPlay) -> None:
    """Close chapters that are complete, open those that follow, and end the story after the last."""
    for _ in range(_MOST_CHAPTERS):
        if play.ending or not _turn_page(play):
            break
        reach_open_beats(play)
    if play.ending:
        end_story(play, play.ending)


def _following(play: StoryPlay) -> str:
    """Return the chapter that follows the current one; empty for the end."""
    ways = play.story.chapters[play.state["chapter"]].next
    return next((way.to for way in ways if holds_in_story(way.when, play.state)), "")


def _turn_page(play: StoryPlay) -> bool:
    """Close the chapter if it is complete, and open the next; return whether another one began."""
    key = play.state["chapter"]
    chapter = play.story.chapters[key]
    following = play.next_chapter
    if not following:
        if not holds_in_story(chapter.complete, play.state):
            return False
        following = _following(play)
    play.next_chapter = ""
    play.add(happened.ChapterClosed(chapter=key, title=chapter.title, summary=chapter.summary))
    if not following or following == _LAST:
        play.ending = "auto"
        return False
    open_chapter(play, following)
    return True


def open_chapter(play: StoryPlay, key: str) -> None:
    """Open a chapter."""
    chapter = play.story.chapters[key]
    number = len(play.state["chapters"]) + 1
    play.add(happened.ChapterOpened(chapter=key, number=number, title=chapter.title, text=chapter.text))
    set_mood(play, chapter.mood)
    apply_effects(play, chapter.opening)
