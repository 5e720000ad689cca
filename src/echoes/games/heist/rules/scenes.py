"""Scenes and what lies between them: entering, leaving, pay-off, activities, endings."""

from echoes.games.heist import events as happened
from echoes.games.heist.narration.phrases import name_of
from echoes.games.heist.pack.scenes import Exit, SceneVariant
from echoes.games.heist.rules.clocks import clock_began
from echoes.games.heist.rules.costs import echo_costs
from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.rules.predicates import holds_in_heist
from echoes.games.heist.rules.tables import (
    ACTIONS,
    ATTRIBUTES,
    BEATS,
    DEBT_HEAT,
    REST_DICE,
    REST_TICKS,
    RETREAT_DICE,
    STARTING_DICE,
    engagement_position,
)
from echoes.games.heist.rules.throws import ThrowResult
from echoes.games.heist.state import HeistState

_WORTH: dict[ThrowResult, int] = {"bad": 1, "partial": 2, "success": 3, "critical": 5}
_KEPT_MOMENTS = 3


def engage_plan(play: HeistPlay) -> None:
    """Throw for the beginning of the score, and begin in the middle of it."""
    score, state = play.score, play.state
    plan = score.plans[state["plan"]]
    detail = plan.details[state["detail"]]
    good = state["scoundrel"]["ratings"].get(plan.action, 0) > 0
    thrown = play.throw("engagement", "engagement", max(0, 1 + good + detail.edge))
    play.effects(detail.effects, detail.label)
    position = engagement_position(thrown.best)
    play.gain_dice(STARTING_DICE - len(play.state["pool"]), "start")
    play.phase("playing")
    begins = [detail.opening, play.say(f"engagement_{position}")]
    play.add(happened.Told(by="weaver", text=play.say("space").join(filter(None, begins))))
    enter_scene(play, score.first, {"controlled": -1, "risky": 0, "desperate": 1}[position])


def enter_scene(play: HeistPlay, scene: str, shift: int = 0) -> None:
    """Begin a scene; what it cost to come here is not forgotten."""
    spec, state = play.score.scenes[scene], play.state
    visit = state["visits"].get(scene, 0)
    text = (
        spec.text
        if not visit
        else spec.again[min(visit, len(spec.again)) - 1]
        if visit <= len(spec.again)
        else ""
    )
    coming = {key: one for key, one in spec.variants.items() if holds_in_heist(one.when, state)}
    shift = max(-1, min(2, shift + sum(one.shift for one in coming.values())))
    here = [one for one in map(play.score.people.__getitem__, spec.people) if holds_in_heist(one.when, state)]
    entered = happened.SceneEntered(
        scene=scene,
        title=spec.title,
        text=text,
        variant=spec.variant,
        position_shift=shift,
        people=tuple(play.say("person_here_now", name=one.name, who=one.who) for one in here),
    )
    play.add(entered)
    play.mood("scene", spec.variant)
    for key, one in coming.items():
        _come_back(play, f"variant:{scene}.{key}", one)
    echo_costs(play, returns=visit > 0)


def _come_back(play: HeistPlay, line: str, variant: SceneVariant) -> None:
    """Bring back a consequence of earlier scenes; its text and effects come once, its style stays."""
    for part, text in (("atmosphere", variant.style.atmosphere), ("pressure", variant.style.pressure)):
        if text:
            play.add(happened.WorldChanged(kind="style", id=part, text=text))
    if line in play.state["told"]:
        return
    if variant.by:
        name = play.score.people[variant.by].name
        play.add(happened.PersonSpoke(person=variant.by, name=name, text=variant.text, line=line))
    else:
        play.add(happened.Told(by="echo", text=variant.text, line=line))
    play.effects(variant.effects, play.say("reason_comes_back"))


def leave_scene(play: HeistPlay, scene: str, to: str, text: str, is_done: bool) -> None:
    """End a scene: pay-off, and what threatens comes nearer."""
    score = play.score
    play.add(happened.SceneLeft(scene=scene, done=is_done, to=to, text=text))
    compress(play)
    play.phase("between_scenes")
    if is_done:
        play.coin(score.scenes[scene].pay, play.say("reason_pay"))
    if play.state["coin"] < 0:
        play.heat(DEBT_HEAT, play.say("reason_debt"))
    for clock, spec in score.clocks.items():
        begun = clock_began(play.state, clock, spec)
        if spec.kind in ("threat", "racing") and begun and clock not in play.state["full"]:
            play.tick(clock, 1, play.say("reason_time"))


def take_exit(play: HeistPlay, way: Exit) -> None:
    """Leave a scene by one of its exits; one that leads nowhere ends the score."""
    play.effects(way.effects, way.label)
    if play.ending:
        play.add(happened.SceneLeft(scene=play.state["scene"], done=True, to="", text=way.text))
    elif way.to:
        leave_scene(play, play.state["scene"], way.to, way.text, is_done=True)
    else:
        play.add(happened.SceneLeft(scene=play.state["scene"], done=True, to="", text=way.text))
        play.ending = fitting_ending(play)


def retreat(play: HeistPlay) -> None:
    """Draw back from a scene, to come again with new dice."""
    play.gain_dice(RETREAT_DICE, "retreat")
    leave_scene(play, play.state["scene"], play.state["scene"], play.say("retreated"), is_done=False)


def fitting_ending(play: HeistPlay) -> str:
    """Return the first ending whose condition holds; one without a condition comes only where it is named."""
    for key, ending in play.score.endings.items():
        if ending.when is not None and holds_in_heist(ending.when, play.state):
            return key
    return "walked"


def go_on(play: HeistPlay) -> None:
    """Begin the next scene."""
    play.phase("playing")
    enter_scene(play, play.state["to"] or play.state["scene"])


def do_activity(play: HeistPlay, activity: str) -> None:
    """Do something between two scenes; beyond what is free, each costs a coin, and rest costs time.

    Args:
        play: of the message.
        activity: `lay_low`, `recover`, `vice`, or `work:` and a clock.
    """
    kind, _, clock = activity.partition(":")
    if not play.state["free"]:
        play.coin(-1, play.say("reason_activity"))
    lines = next((own for name, own in play.score.downtime.items() if name == kind), ())
    told = next((n for n in range(len(lines)) if f"downtime:{kind}:{n}" not in play.state["told"]), None)
    play.add(happened.ActivityDone(activity=activity, text=_done_text(play, kind)))
    if told is not None:
        play.add(happened.Told(by="weaver", text=lines[told], line=f"downtime:{kind}:{told}"))
    state = play.state
    key = f"{kind}/{state['thrown']}/{len(state['done'])}/{state['counted']}/{state['free']}"
    match kind:
        case "lay_low":
            thrown = play.throw(kind, key, _best_rating(play.state, "insight"))
            play.heat(-_WORTH[thrown.result], play.say(kind))
        case "recover":
            play.gain_dice(min(REST_DICE, STARTING_DICE - len(play.state["pool"])), "recover")
            play.harm(-1, play.say(kind))
            racing = [key for key, one in play.score.clocks.items() if one.kind == "racing"]
            for clock in racing[:1]:
                play.tick(clock, REST_TICKS, play.say("reason_rest"))
        case "vice":
            _indulge(play, key)
        case _:
            best = max(play.state["scoundrel"]["ratings"].get(action, 0) for action in ACTIONS)
            thrown = play.throw("work", key, best)
            play.tick(clock, _WORTH[thrown.result], play.say("work"))


def _done_text(play: HeistPlay, kind: str) -> str:
    """Return the deed in words; a vice is told once and then named."""
    vice = play.state["scoundrel"]["vice"]
    if kind == "vice" and not any(line.startswith("downtime:vice:") for line in play.state["told"]):
        return name_of(play.language, "vice_lines", vice)
    return play.say(kind, vice=name_of(play.language, "vices", vice))


def _best_rating(state: HeistState, attribute: str) -> int:
    own = next(actions for name, actions in ATTRIBUTES.items() if name == attribute)
    return max(state["scoundrel"]["ratings"].get(action, 0) for action in own)


def _indulge(play: HeistPlay, key: str) -> None:
    """Clear stress by one's vice; more than there was of it is noticed."""
    stress = play.state["stress"]
    resolve = play.throw("vice", key, max(1, _best_rating(play.state, "resolve")))
    vice = name_of(play.language, "vices", play.state["scoundrel"]["vice"])
    play.stress(-resolve.best, vice or play.say("reason_rest"))
    if resolve.best > stress:
        play.heat(1, play.say("reason_overindulged"))


def compress(play: HeistPlay) -> None:
    """Turn the beats of a scene into a summary; no number changes."""
    state, score = play.state, play.score
    if not state["beats"] or state["scene"] not in score.scenes:
        return
    scene = score.scenes[state["scene"]]
    fresh = next((rumour for rumour in scene.rumours if rumour not in state["rumours"]), None)
    told_of = [beat["text"] for beat in state["beats"] if beat["kind"] in ("narration", "speech")]
    longest = sorted(dict.fromkeys(told_of), key=len, reverse=True)[:_KEPT_MOMENTS]
    moments = [text for text in dict.fromkeys(told_of) if text in longest]
    told = happened.SceneCompressed(
        summary=play.say("summary", scene=scene.title, moments=" ".join(moments)) if moments else "",
        key_moments=tuple(moments),
        seeds=tuple(state["threats"][-2:]),
        rumours=(score.rumours[fresh],) if fresh else (),
    )
    play.add(told)
    if fresh:
        play.world("rumour", fresh)


def compress_when_long(play: HeistPlay) -> None:
    """Compress a scene that has run for twenty beats."""
    if len(play.state["beats"]) >= BEATS:
        compress(play)
