"""Actions: framed with every outcome committed, changed at a price, decided by one die."""

from echoes.games.heist import events as happened
from echoes.games.heist.events import CommittedOutcome, DieOffer, HeistTrace
from echoes.games.heist.narration.phrases import name_of
from echoes.games.heist.pack.scenes import Obstacle, approach_of
from echoes.games.heist.rules.clocks import filled_of_obstacle, moving_clock
from echoes.games.heist.rules.costs import cost_id
from echoes.games.heist.rules.framing_lines import untold
from echoes.games.heist.rules.outcome_lines import fresh_line, line_text
from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.rules.tables import (
    ACTIONS,
    ASSIST_STRESS,
    ATTRIBUTE_OF,
    DOMAIN_OF,
    PUSH_STRESS,
    Action,
    Effect,
    OutcomeTier,
    Position,
    aftermath_of,
    complication_ticks,
    die_price,
    progress_ticks,
    rating_shift,
    shifted_effect,
    shifted_position,
    tier_of,
)
from echoes.games.heist.state import Framing, HeistState


def action_of(obstacle: Obstacle, approach: str) -> Action:
    """Return the action that an approach takes."""
    authored = approach_of(obstacle, approach)
    name = approach.partition(":")[2]
    return authored.action if authored else next(action for action in ACTIONS if action == name)


def position_and_effect(
    state: HeistState, key: str, obstacle: Obstacle, approach: str, used: list[str]
) -> tuple[Position, Effect]:
    """Return position and effect of an action, with all that was put into it.

    Args:
        state: before it.
        key: of the obstacle, as `scene.obstacle`.
        obstacle: that is tried.
        approach: its id.
        used: what was put into it: `push`, `trade`, `assist`, `gear:…`, `flashback:…`, `deal`.
    """
    authored = approach_of(obstacle, approach)
    position: Position = (authored.position if authored else None) or obstacle.position
    effect: Effect = (authored.effect if authored else "limited") or obstacle.effect
    worse = state["shift"] + state["worse"].get(key, 0) + (state["harm"] >= 2)
    rated = 0
    if state["dice"] == "pool":
        rated = rating_shift(state["scoundrel"]["ratings"].get(action_of(obstacle, approach), 0))
    rated -= state["harm"] >= 1
    better = used.count("assist") + sum(one.endswith("/position") for one in used)
    greater = used.count("push") + used.count("trade") + sum(one.endswith("/effect") for one in used)
    put_in = used.count("trade") - better
    # What one is in first, then what is put in: whatever is paid for makes a difference.
    position, effect = shifted_position(position, worse), shifted_effect(effect, rated)
    return shifted_position(position, put_in), shifted_effect(effect, greater)


def frame_action(play: HeistPlay, key: str, approach: str, used: list[str]) -> None:
    """Frame an action: position, effect and stakes in the open; for each die an outcome, and its price.

    Args:
        play: of the message.
        key: of the obstacle, as `scene.obstacle`.
        approach: its id, or an improvised one.
        used: what was put into it so far.
    """
    obstacle, state = play.score.obstacle(key), play.state
    position, effect = position_and_effect(state, key, obstacle, approach, used)
    action = action_of(obstacle, approach)
    if state["mood"] != "action":
        play.mood("action", DOMAIN_OF[action])
    if position == "desperate":
        play.voice("precipice", key)
    outcomes = _committed(play, key, approach, position, effect)
    authored = approach_of(obstacle, approach)
    name = name_of(play.language, "actions", action)
    framed = happened.ActionFramed(
        obstacle=key,
        approach=approach,
        action=action,
        what=authored.label if authored else play.say("improvise", action=name, obstacle=obstacle.name),
        position=position,
        effect=effect,
        domain=DOMAIN_OF[action],
        threat=play.score.clocks[moves].name
        if (moves := moving_clock(play.score, state, obstacle.threat))
        else "",
        opportunity=untold(state, "opportunity", key, obstacle.opportunity, obstacle.begun),
        stakes=untold(state, "stakes", key, obstacle.stakes, obstacle.worse),
        rating=state["scoundrel"]["ratings"].get(action, 0),
        used=tuple(used),
        dice=tuple(
            _offer(n, one, obstacle, filled_by(state, key, obstacle, one.tier, effect))
            for n, one in enumerate(outcomes, 1)
        ),
    )
    play.add(framed, HeistTrace(outcomes=outcomes))


def _offer(n: int, outcome: CommittedOutcome, obstacle: Obstacle, filled: int) -> DieOffer:
    hint = obstacle.hints.get(outcome.tier) or obstacle.hints["bad"]
    return DieOffer(
        n=n,
        die=outcome.die,
        stress=outcome.stress,
        heat=outcome.heat,
        tier=outcome.tier,
        hint=hint,
        filled=filled,
    )


def _committed(
    play: HeistPlay, key: str, approach: str, position: Position, effect: Effect
) -> tuple[CommittedOutcome, ...]:
    """Return the outcome that each die of the pool buys.

    Chance is keyed by scene, obstacle and try, and by the die's place in the pool: neither dropping an action
    nor trying it another way draws anew.
    """
    state, obstacle = play.state, play.score.obstacle(key)
    pool = state["pool"] if state["dice"] == "pool" else []
    visit, tried = state["visits"].get(state["scene"], 0), state["tries"].get(key, 0)
    if not pool:
        return ()
    draws = play.draw(f"{key}/{visit}/price/{tried}", len(pool), 2)
    found: list[CommittedOutcome] = []
    for die, draw in zip(pool, draws, strict=True):
        tier, (stress, heat) = tier_of(die, position), die_price(die, draw == 2)
        line = fresh_line(
            play, key, approach, tier, filled_by(state, key, obstacle, tier, effect) >= obstacle.clock
        )
        found.append(CommittedOutcome(die=die, tier=tier, stress=stress, heat=heat, line=line))
    return tuple(found)


def filled_by(state: HeistState, key: str, obstacle: Obstacle, tier: OutcomeTier, effect: Effect) -> int:
    """Return the number of segments of an obstacle that are filled after an outcome."""
    return min(obstacle.clock, filled_of_obstacle(state, key) + progress_ticks(tier, effect))


def improve_action(play: HeistPlay, use: str) -> None:
    """Put something into the framed action, at its price, and frame it anew."""
    framing = _framing(play.state)
    obstacle = play.score.obstacle(framing["obstacle"])
    kind, _, name = use.partition(":")
    if use == "push":
        play.stress(PUSH_STRESS, play.say("reason_push"))
    elif use == "assist":
        play.stress(ASSIST_STRESS, play.say("reason_assist"))
    elif use == "deal" and obstacle.deal:
        play.add(happened.Told(by="city", text=obstacle.deal.text))
        play.effects(obstacle.deal.effects, obstacle.deal.label)
        play.gain_dice(1, "deal")
    elif kind == "gear":
        item = play.score.items[name]
        play.world("declared", name, item.label)
        use = f"{use}/{item.gives}"
    elif kind == "flashback":
        flashback = obstacle.flashbacks[name]
        play.add(
            happened.Told(by="weaver", text=flashback.text, line=f"flashback:{framing['obstacle']}.{name}")
        )
        play.stress(flashback.stress, flashback.label)
        play.effects(flashback.effects, flashback.label)
        use = f"{use}/{flashback.gives}"
    if not play.ending:
        frame_action(play, framing["obstacle"], framing["approach"], [*framing["used"], use])


def drop_action(play: HeistPlay) -> None:
    """Think better of it; what was put into it is gone."""
    play.add(happened.ActionDropped())
    play.mood("scene")


def spend_die(play: HeistPlay, number: int) -> None:
    """Spend one die of the pool; its outcome stands.

    Args:
        play: of the message.
        number: which die, from 1.
    """
    framing = _framing(play.state)
    outcome = CommittedOutcome.model_validate(framing["outcomes"][number - 1])
    pool = [die for place, die in enumerate(play.state["pool"], 1) if place != number]
    _decide(play, framing, outcome, pool)


def throw_dice(play: HeistPlay) -> None:
    """Throw as many dice as the rating has dots, instead of spending one; the best counts."""
    framing, state = _framing(play.state), play.state
    key, tried = framing["obstacle"], state["tries"].get(framing["obstacle"], 0)
    visit = state["visits"].get(state["scene"], 0)
    rating = state["scoundrel"]["ratings"].get(framing["action"], 0) + framing["used"].count("deal")
    thrown = play.throw("action", f"{key}/{visit}/throw/{tried}", rating)
    tier = tier_of(thrown.die, framing["position"]) if thrown.result == "bad" else thrown.result
    [draw] = play.draw(f"{key}/{visit}/price/{tried}", 1, 2)
    stress, heat = die_price(thrown.die, draw == 2)
    obstacle = play.score.obstacle(key)
    gets_past = filled_by(state, key, obstacle, tier, framing["effect"]) >= obstacle.clock
    line = fresh_line(play, key, framing["approach"], tier, gets_past)
    outcome = CommittedOutcome(die=thrown.best, tier=tier, stress=stress, heat=heat, line=line)
    _decide(play, framing, outcome, state["pool"])


def _decide(play: HeistPlay, framing: Framing, outcome: CommittedOutcome, pool: list[int]) -> None:
    key, tier, position, effect = framing["obstacle"], outcome.tier, framing["position"], framing["effect"]
    obstacle = play.score.obstacle(key)
    spent = happened.DieSpent(
        obstacle=key,
        die=outcome.die,
        tier=tier,
        text=outcome.words or line_text(play, outcome.line),
        line=outcome.line,
        pool=pool,
        position=position,
        effect=effect,
        attribute=ATTRIBUTE_OF[framing["action"]],
        threat=obstacle.threat,
        ticks=complication_ticks(tier, position),
        harm=int(tier == "disaster"),
        worse=tier == "bad",
    )
    play.add(spent)
    play.mood("aftermath", aftermath_of(tier))
    play.stress(outcome.stress, obstacle.name)
    play.heat(outcome.heat, obstacle.name)
    if position == "desperate":
        _learn(play)
    if tier in ("partial", "bad", "disaster"):
        hint = obstacle.hints.get(tier) or obstacle.hints["bad"]
        told = obstacle.echo or play.say("cost", what=hint, where=obstacle.name)
        named = cost_id(play.language, obstacle.name, hint)
        play.add(happened.WorldChanged(kind="cost", id=named, text=told))
    interrupt = play.state["interrupt"]
    if interrupt and interrupt["obstacle"] == key.partition(".")[2]:
        play.add(happened.InterruptChanged())
    work_on(play, key, progress_ticks(tier, effect))


def _learn(play: HeistPlay) -> None:
    """Desperate actions teach."""
    was = play.state["scoundrel"]["experience"]
    play.add(happened.ExperienceChanged(old=was, new=was + 1, reason=play.say("reason_desperate")))


def work_on(play: HeistPlay, key: str, ticks: int) -> None:
    """Fill segments of an obstacle; a full one is past."""
    obstacle = play.score.obstacle(key)
    old = filled_of_obstacle(play.state, key)
    new = min(obstacle.clock, old + ticks)
    if new > old:
        moved = happened.ClockTicked(
            clock=key,
            name=obstacle.name,
            segments=obstacle.clock,
            old=old,
            filled=new,
            reason=play.say("reason_progress"),
        )
        play.add(moved)
    if new == obstacle.clock and key not in play.state["full"]:
        play.fill(key, obstacle.name, "obstacle", obstacle.full.text, obstacle.full.effects)


def _framing(state: HeistState) -> Framing:
    framing = state["framing"]
    assert framing is not None, "only in the mood of action"
    return framing
