"""Findings for the author of a story; none keeps it from being played."""

from collections.abc import Iterator

from echoes.games.conditions import Condition
from echoes.games.packs.fields import parts_in
from echoes.games.story.pack.parts import PLAYER, SpokenLine, StoryEffects
from echoes.games.story.pack.schema import STORY_FILES, StoryPack
from echoes.games.story.rules.predicates import owner_and_value
from echoes.games.world.pack import unreached_places


def story_findings(story: StoryPack) -> list[str]:
    """Return the findings, a line each."""
    return [
        *_chapters(story),
        *_beats(story),
        *_endings(story),
        *_places(story),
        *_unlearned(story),
        *_silent(story),
        *_repeated(story),
    ]


def _chapters(story: StoryPack) -> Iterator[str]:
    reached, todo = {story.first}, [story.first]
    jumps = {effects.goto for _, effects in parts_in(story, StoryEffects) if effects.goto}
    while todo:
        key = todo.pop()
        following = {way.to for way in story.chapters[key].next} | jumps
        todo += sorted(following - reached)
        reached |= following
    yield from (f"chapter '{key}' can't be reached" for key in story.chapters if key not in reached)
    for key in story.chapters:
        if key in _after(story, key):
            yield f"chapter '{key}' leads back to itself: chapters go in a circle"
    if all(chapter.next for chapter in story.chapters.values()) and not any(
        effects.end for _, effects in parts_in(story, StoryEffects)
    ):
        yield "no chapter is the last, and nothing ends the story"


def _after(story: StoryPack, key: str) -> set[str]:
    found: set[str] = set()
    todo = [way.to for way in story.chapters[key].next]
    while todo:
        one = todo.pop()
        if one not in found:
            found.add(one)
            todo += [way.to for way in story.chapters[one].next]
    return found


def _beats(story: StoryPack) -> Iterator[str]:
    given = {beat for _, effects in parts_in(story, StoryEffects) for beat in effects.beat}
    for key, chapter in story.chapters.items():
        for name, beat in chapter.beats.items():
            if beat.when is None and name not in given and not beat.judged:
                yield f"chapters.{key}.beats.{name}: nothing reaches it"


def _endings(story: StoryPack) -> Iterator[str]:
    named = {effects.end for _, effects in parts_in(story, StoryEffects)}
    always = ""
    for key, ending in story.endings.items():
        if always and key not in named:
            yield f"endings.{key}: '{always}' stands before it and always fits"
        if ending.when is None and not always:
            always = key
    if not always:
        yield "endings: none always fits; the last one is taken then"


def _places(story: StoryPack) -> Iterator[str]:
    moves = [effects.move for _, effects in parts_in(story, StoryEffects)]
    brought = [move[PLAYER] for move in moves if PLAYER in move]
    return unreached_places(story.places, [story.start, *brought])


def _unlearned(story: StoryPack) -> Iterator[str]:
    learned = {secret for _, effects in parts_in(story, StoryEffects) for secret in effects.learn} | {
        *story.knows
    }
    learned |= {key for key, secret in story.secrets.items() if secret.public_after}
    yield from (f"secret '{key}' can't be learned" for key in story.secrets if key not in learned)
    for field, condition in parts_in(story, Condition):
        for atom, value in condition.atoms():
            who, secret = owner_and_value(value)
            if atom == "knows" and who == PLAYER and secret not in learned:
                yield f"{field}: the player never learns '{secret}'"


def _silent(story: StoryPack) -> Iterator[str]:
    """Yield the topics on which a character has no line, or may have none, and what else each needs."""
    for who, member in story.cast.items():
        about: dict[str, list[Condition | None]] = {}
        for line in member.lines.values():
            for topic in line.about if "ask" in line.acts else ():
                about.setdefault(topic, []).append(line.when)
        missing = [topic for topic in story.topics() if topic not in about]
        if missing:
            yield f"cast.{who}: no line about {', '.join(missing)}"
        if partly := [topic for topic, conditions in about.items() if not _always_one(topic, conditions)]:
            yield f"cast.{who}: at times no line about {', '.join(partly)}: all have conditions"
        for act in ("greet", "tell", "show"):
            if not any(act in line.acts and not line.about for line in member.lines.values()):
                yield f"cast.{who}: no line for '{act}' that fits any topic"
        for key, line in member.lines.items():
            if not can_be_said(story, line):
                yield f"cast.{who}.lines.{key}: can't be said: nobody can come to it in this way"


def _always_one(topic: str, conditions: list[Condition | None]) -> bool:
    """Return whether one of the conditions always holds: there is none, or its opposite stands beside it."""
    return any(
        _truth(one, topic) or (one is not None and one.op == "not" and one.parts[0] in conditions)
        for one in conditions
    )


def can_be_said(story: StoryPack, line: SpokenLine) -> bool:
    """Return whether somebody can come to a line: what is told is a secret, what is shown is a thing."""
    kinds = {"ask": {*story.topics()}, "tell": {*story.secrets}, "show": {*story.things}}
    kinds["react"] = {*story.topics(), *story.acts}
    if not line.about:
        return True
    if len(story.cast) < 2 and line.acts == ("react",) and not {*line.about} & story.acts.keys():
        return False
    return any(
        topic in kinds.get(act, ())
        and _truth(line.when, topic if topic in story.secrets else "") is not False
        for act in line.acts
        for topic in line.about
    )


def _truth(condition: Condition | None, topic: str) -> bool | None:
    """Return whether a condition holds whenever the player speaks of a topic; None where that depends.

    Who speaks of a secret knows it.
    """
    if condition is None:
        return True
    parts = [_truth(part, topic) for part in condition.parts]
    match condition.op:
        case "not":
            return None if parts[0] is None else not parts[0]
        case "all":
            return False if False in parts else None if None in parts else True
        case "any":
            return True if True in parts else None if None in parts else False
        case "knows" if owner_and_value(condition.value) == (PLAYER, topic):
            return True
        case _:
            return None


def _repeated(story: StoryPack) -> Iterator[str]:
    usual = str(STORY_FILES.defaults_in(story.language))
    seen: dict[str, str] = {}
    for who, member in story.cast.items():
        texts = [(f"lines.{key}", line.text) for key, line in member.lines.items()]
        texts += [(f"deflections[{n}]", text) for n, text in enumerate(member.deflections)]
        for field, text in texts:
            if text in seen and text not in usual:
                yield f"cast.{who}.{field}: the same words stand at {seen[text]}"
            seen[text] = f"cast.{who}.{field}"
