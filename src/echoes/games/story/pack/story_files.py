"""The files of a story: `story.yaml`, its parts beside it, and texts by language (see `games.packs`)."""

from echoes.games.packs.loader import PackFormat
from echoes.games.story.pack.schema import StoryPack
from echoes.games.story.pack.validation import story_errors

STORY_FILES = PackFormat(
    "story.yaml",
    StoryPack,
    story_errors,
    ("cast", "places", "secrets", "questions", "chapters", "acts", "endings"),
)
