"""Names of topics as one says them to somebody: whoever is spoken to is *he* or *she* in them."""

import re

from echoes.games.story.pack.schema import StoryPack

_PRONOUNS = {"he": ("he", "him", "his"), "she": ("she", "her", "her")}
_PRONOUNS_ZH = {"he": "他", "she": "她"}
_BEFORE_OBJECT = re.compile(
    r"\b(?:about|at|by|for|from|of|on|to|with|against|beside|behind)\s+$", re.IGNORECASE
)


def topic_said_to(story: StoryPack, who: str, topic: str) -> str:
    """Return the name of a topic, in which no name of whoever is spoken to stands.

    Args:
        story: that is played.
        who: is spoken to; one whose pronoun is not known keeps the name.
        topic: what it is about.
    """
    title, member = story.title_of(topic), story.cast[who]
    if member.pronoun is None or member.name not in title:
        return title
    if story.language == "zh":
        return title.replace(member.name, _PRONOUNS_ZH[member.pronoun])
    subject, other, own = _PRONOUNS[member.pronoun]

    def pronoun(found: re.Match[str]) -> str:
        is_object = _BEFORE_OBJECT.search(title[: found.start()]) or not title[found.end() :]
        return own if found[1] else other if is_object else subject

    return re.sub(rf"\b{re.escape(member.name)}(['’]s?)?(?!\w)", pronoun, title)
