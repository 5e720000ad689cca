"""Checks of a story: names that nothing stands behind, and conditions that can't be."""

from collections.abc import Iterator, Mapping

from echoes.games.conditions import Condition
from echoes.games.story.pack.parts import NOBODY, PLAYER, StoryEffects
from echoes.games.story.pack.schema import StoryPack
from echoes.games.story.rules.predicates import STORY_ATOMS, owner_and_value


def story_errors(story: StoryPack) -> list[str]:
    """Return the errors that keep a story from being played, a line each with the field that it is about."""
    return [*_names(story), *_effects(story), *_conditions(story), *_ids(story)]


def effects_in_story(story: StoryPack) -> Iterator[tuple[str, StoryEffects]]:
    """Yield all effects of a story, each after its field."""
    for who, member in story.cast.items():
        yield from ((f"cast.{who}.lines.{key}.effects", line.effects) for key, line in member.lines.items())
    for key, act in story.acts.items():
        yield f"acts.{key}.effects", act.effects
        if act.refusal:
            yield f"acts.{key}.refusal.effects", act.refusal.effects
    for key, chapter in story.chapters.items():
        yield f"chapters.{key}.opening", chapter.opening
        yield from ((f"chapters.{key}.beats.{name}", beat.effects) for name, beat in chapter.beats.items())


def conditions_in_story(story: StoryPack) -> Iterator[tuple[str, Condition]]:
    """Yield all conditions of a story, each after its field."""
    found: list[tuple[str, Condition | None]] = []
    for who, member in story.cast.items():
        found += [(f"cast.{who}.lines.{key}.when", line.when) for key, line in member.lines.items()]
    found += [(f"things.{key}.when", thing.when) for key, thing in story.things.items()]
    found += [(f"questions.{key}.when", one.when) for key, one in story.questions.items()]
    found += [(f"secrets.{key}.tellable.when", one.tellable.when) for key, one in story.secrets.items()]
    for key, act in story.acts.items():
        found += [(f"acts.{key}.when", act.when)]
        found += [(f"acts.{key}.refusal.when", act.refusal.when)] if act.refusal else []
    found += [(f"endings.{key}.when", one.when) for key, one in story.endings.items()]
    found += [(f"epilogues.{key}.when", one.when) for key, one in story.epilogues.items()]
    for key, chapter in story.chapters.items():
        found.append((f"chapters.{key}.complete", chapter.complete))
        found += [(f"chapters.{key}.beats.{name}.when", beat.when) for name, beat in chapter.beats.items()]
        found += [(f"chapters.{key}.next", way.when) for way in chapter.next]
    yield from ((field, condition) for field, condition in found if condition is not None)


def _missing(field: str, kind: str, used: Iterator[str], known: Mapping[str, object]) -> Iterator[str]:
    yield from (f"field '{field}': there is no {kind} '{one}'" for one in used if one not in known)


def _names(story: StoryPack) -> Iterator[str]:
    topics = dict.fromkeys(story.topics())
    yield from _missing("start", "place", iter([story.start]), story.places)
    yield from _missing("first", "chapter", iter([story.first]), story.chapters)
    yield from _missing("knows", "topic", iter(story.knows), topics)
    for who, member in story.cast.items():
        field = f"cast.{who}"
        yield from _missing(f"{field}.at", "place", iter([member.at]), story.places)
        yield from _missing(f"{field}.relations", "character", iter(member.relations), story.cast)
        known = (secret for relation in member.relations.values() for secret in relation.knows)
        yield from _missing(f"{field}.relations", "secret", known, story.secrets)
        for key, line in member.lines.items():
            about = {**topics, **dict.fromkeys(story.acts)}
            yield from _missing(f"{field}.lines.{key}.about", "topic", iter(line.about), about)
            if line.to is not None:
                yield from _missing(f"{field}.lines.{key}.to", "character", iter([line.to]), story.cast)
    for key, place in story.places.items():
        yield from _missing(f"places.{key}.exits", "place", iter(place.exits), story.places)
    for key, chapter in story.chapters.items():
        field = f"chapters.{key}"
        yield from _missing(f"{field}.characters", "character", iter(chapter.characters), story.cast)
        yield from _missing(f"{field}.next", "chapter", (way.to for way in chapter.next), story.chapters)
    yield from _names_of_secrets(story)


def _names_of_secrets(story: StoryPack) -> Iterator[str]:
    beats = {beat: None for chapter in story.chapters.values() for beat in chapter.beats}
    for key, secret in story.secrets.items():
        yield from _missing(f"secrets.{key}.known_by", "character", iter(secret.known_by), story.cast)
        refuted = [secret.refuted_by] if secret.refuted_by else []
        yield from _missing(f"secrets.{key}.refuted_by", "secret", iter(refuted), story.secrets)
        public = [secret.public_after] if secret.public_after else []
        yield from _missing(f"secrets.{key}.public_after", "beat", iter(public), beats)
    for key, act in story.acts.items():
        target = [act.target] if act.target else []
        yield from _missing(f"acts.{key}.target", "thing", iter(target), {**story.things, **story.cast})
        yield from _missing(f"acts.{key}.at", "place", iter([act.at] if act.at else []), story.places)
        yield from _missing(f"acts.{key}.who", "character", iter(act.who), story.cast)
        if act.kind == "offstage" and not act.who:
            yield f"field 'acts.{key}.who': somebody must be there"
        if act.kind != "offstage" and not act.text:
            yield f"field 'acts.{key}.text': is missing"
        if act.kind == "do" and not act.label:
            yield f"field 'acts.{key}.label': is missing"


def _effects(story: StoryPack) -> Iterator[str]:
    people = {**story.cast, PLAYER: None}
    beats = {beat: None for chapter in story.chapters.values() for beat in chapter.beats}
    for field, effects in effects_in_story(story):
        yield from _missing(field, "secret", iter(effects.learn), story.secrets)
        for value in effects.tell:
            who, secret = owner_and_value(value)
            yield from _missing(field, "character", iter([who]), story.cast)
            yield from _missing(field, "secret", iter([secret]), story.secrets)
        yield from _missing(field, "character", iter(effects.move), people)
        yield from _missing(field, "place", iter(effects.move.values()), {**story.places, NOBODY: None})
        yield from _missing(field, "character", iter(effects.trust), story.cast)
        yield from _missing(field, "thing", iter(effects.give), story.things)
        yield from _missing(field, "holder", iter(effects.give.values()), {**people, NOBODY: None})
        yield from _missing(field, "beat", iter(effects.beat), beats)
        yield from _missing(field, "chapter", iter([effects.goto] if effects.goto else []), story.chapters)
        ends = [effects.end] if effects.end else []
        yield from _missing(field, "ending", iter(ends), {**story.endings, "auto": None})


def _conditions(story: StoryPack) -> Iterator[str]:
    beats = {beat for chapter in story.chapters.values() for beat in chapter.beats}
    people = {*story.cast, PLAYER}
    owned = {"knows": story.secrets, "at": story.places, "has": story.things}
    for field, condition in conditions_in_story(story):
        for atom, value in condition.atoms():
            who, what = owner_and_value(value)
            if atom not in STORY_ATOMS:
                yield f"field '{field}': '{atom}' is no condition; known: {', '.join(sorted(STORY_ATOMS))}"
            elif (atom == "turns") != isinstance(value, int):
                yield f"field '{field}': `{atom}` has the wrong kind of value"
            elif atom == "trust" and (who not in story.cast or not what.lstrip("-").isdecimal()):
                yield f"field '{field}': `trust` is written as who.number, such as {next(iter(story.cast))}.1"
            elif atom in owned and (who not in people or what not in owned[atom]):
                yield f"field '{field}': `{atom}` names '{value}', which is not there"
            elif atom == "beat" and value not in beats:
                yield f"field '{field}': there is no beat '{value}'"
            elif atom == "with" and value not in story.cast:
                yield f"field '{field}': there is no character '{value}'"
            elif atom == "once" and value not in story.acts:
                yield f"field '{field}': there is no act '{value}'"


def _ids(story: StoryPack) -> Iterator[str]:
    """Yield ids that stand for two things: a topic is found by its id alone."""
    seen: dict[str, str] = {}
    groups = {"cast": story.cast, "places": story.places, "secrets": story.secrets, "acts": story.acts}
    named = [(kind, key) for kind, group in groups.items() for key in group]
    named += [("questions", key) for key in story.questions]
    named += [(f"places.{place}.things", key) for place, one in story.places.items() for key in one.things]
    for kind, key in named:
        if key in seen or key in (PLAYER, NOBODY):
            yield f"field '{kind}.{key}': the id is taken ({seen.get(key, 'reserved')})"
        seen[key] = kind
