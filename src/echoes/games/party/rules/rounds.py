"""The end of a turn and of a round: triggers, clocks that are full, the master's own moves, endings."""

from contextlib import nullcontext

from echoes.games.party import events as happened
from echoes.games.party.events import PartyNote
from echoes.games.party.pack.plot import Trigger
from echoes.games.party.pack.schema import MASTER, Module
from echoes.games.party.rules.accusing import count_votes
from echoes.games.party.rules.boundaries import is_veiled
from echoes.games.party.rules.effects import enter, happen, learn_secret, move_clock
from echoes.games.party.rules.fight_auto_resolution import resolve_fight
from echoes.games.party.rules.fight_turns import act_by_itself, begin_encounter, decides_fight, finish_fight
from echoes.games.party.rules.handouts import hand_out
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.rules.predicates import holds_at_table
from echoes.games.party.rules.vitals import is_down
from echoes.games.party.state import PartyState, next_to_act, seat_to_act

_MOST_BY_THEMSELVES = 96
"""Turns of foes and of the dying, and rounds, that may follow from each other before a seat acts again."""
_MOST_STEPS = 24
"""Triggers and clocks that may follow from each other within one turn."""


def end_turn(play: PartyPlay) -> None:
    """Apply the consequences of a turn; where everybody has acted, the round ends."""
    _follow(play)
    for _ in range(_MOST_BY_THEMSELVES):
        if play.ending or seat_to_act(play.module, play.state):
            return
        if actor := next_to_act(play.module, play.state):
            act_by_itself(play, actor)
            _follow(play)
            continue
        end_round(play)
        if not play.state["fight"] and not next_to_act(play.module, play.state):
            return


def end_round(play: PartyPlay) -> None:
    """End the round: clocks that run by themselves move, and the table hears of it."""
    progress = progress_at_table(play.module, play.state)
    passes = not _is_fight_alone(play)
    play.add(happened.RoundEnded(round=play.state["round"], progress=progress))
    for key, clock in play.module.clocks.items():
        runs = key not in play.state["full"] and holds_at_table(clock.runs_while, play.state)
        if passes and clock.each_round and runs:
            move_clock(play, key, clock.each_round)
    if passes and not play.state["master"]:
        _ambience(play)
    _follow(play)


def _is_fight_alone(play: PartyPlay) -> bool:
    """Return whether a round is a few seconds of a fight: it went on before, and nobody acts elsewhere."""
    fight, vitals = play.state["fight"], play.state["vitals"]
    if fight is None or fight["round"] == 1:
        return False
    return all(
        is_down(vitals[seat]) or (seat in fight["fighters"] and not fight["fighters"][seat]["out"])
        for seat in play.module.party
    )


def _ambience(play: PartyPlay) -> None:
    """Add a passing word or deed of one of the people near each group of characters; not in a fight."""
    scenes, fight = dict.fromkeys(play.state["at"][seat] for seat in play.module.party), play.state["fight"]
    homes = _homes(play.module)
    for scene in scenes:
        if fight and scene == fight["scene"]:
            continue
        seats = [seat for seat in play.module.party if play.state["at"][seat] == scene]
        for who in play.module.scenes[scene].present:
            if homes[who] != scene:
                continue
            lines = play.module.people[who].lines
            fresh = [n for n in range(len(lines)) if f"{who}:{n}" not in play.state["told"]]
            if fresh:
                play.tell(lines[fresh[0]], play.heard_by(seats))
                play.note_of(PartyNote(told=(f"{who}:{fresh[0]}",)))
                break


def _homes(module: Module) -> dict[str, str]:
    """Return the scene of each of the people to which their passing words belong: their first."""
    return {who: key for key, scene in reversed(module.scenes.items()) for who in scene.present}


def _follow(play: PartyPlay) -> None:
    """Apply triggers, full clocks, secrets that are out, and endings until nothing is due."""
    for _ in range(_MOST_STEPS):
        if play.ending or not _one_step(play):
            break
    _settle_threads(play)
    play.ending = play.ending or _ending_due(play)


def _settle_threads(play: PartyPlay) -> None:
    """End threads of the module for those who know that they are over: for the master with the first."""
    for key, thread in play.module.threads.items():
        name, state = f"{thread.kind}.{key}", play.state
        named = state["memory"]["threads"].get(name)
        if named is None or thread.over_when is None:
            continue
        know = [seat for seat in play.module.party if holds_at_table(thread.over_when, state, seat)]
        viewers = [*know, *([MASTER] if know else []), *([""] if len(know) == len(play.module.party) else [])]
        if not named["heard"].keys().isdisjoint(viewers):
            play.note_of(PartyNote(seats=tuple(viewers), settled=(name,)))


def _ending_due(play: PartyPlay) -> str:
    """Return the first ending that follows by itself: of what anybody knows, else of whoever acts."""
    endings = {key: one.when for key, one in play.module.endings.items() if one.when is not None}
    return next(
        (
            key
            for seat in ("", play.seat)
            for key, when in endings.items()
            if holds_at_table(when, play.state, seat)
        ),
        "",
    )


def _one_step(play: PartyPlay) -> bool:
    """Apply the next thing that is due; return whether there was one."""
    state, module = play.state, play.module
    if play.gathers:
        scene, play.gathers = play.gathers, ""
        finish_fight(play, "broken_off")
        enter(play, scene, [*module.party])
        return True
    if play.fight:
        encounter, play.fight = play.fight, ""
        spec = module.encounters[encounter]
        played_out = spec.mode == "tactical" and not is_veiled(state, spec.touches)
        begins = begin_encounter if played_out else resolve_fight
        begins(play, encounter)
        return True
    if not play.ending and decides_fight(play):
        return True
    if count_votes(play):
        return True
    for key, clock in module.clocks.items():
        if state["clocks"][key] >= clock.segments and key not in state["full"]:
            play.note_of(PartyNote(full=(key,)))
            with play.as_nobody():
                happen(play, clock.full, (), f"clock {key}")
            return True
    for key, trigger in module.triggers.items():
        if key not in state["fired"] and holds_at_table(trigger.when, state, play.seat):
            play.note_of(PartyNote(fired=(key,)))
            _set_off(play, trigger, f"trigger {key}")
            return True
    for key, secret in module.secrets.items():
        due = secret.revealed_when is not None and holds_at_table(secret.revealed_when, state, play.seat)
        if due and any(key not in known for known in state["knows"].values()):
            learn_secret(play, key, [*module.party])
            return True
    return hand_out(play)


def _set_off(play: PartyPlay, trigger: Trigger, purpose: str) -> None:
    """Fire a trigger: by whoever acts where it is bound to their place, else by itself.

    Who is there and does not know of what sets it off, as it was done in secret, sees nothing of it.
    """
    known = [seat for seat in play.module.party if trigger.heard_by in play.state["knows"][seat]]
    here = trigger.here and play.acts
    near = [one for one in (play.together() if here else ()) if holds_at_table(trigger.when, play.state, one)]
    audience = play.heard_by(known if trigger.heard_by else near) if trigger.heard_by or here else ()
    with nullcontext() if here else play.as_nobody():
        happen(play, trigger.happens, audience, purpose)


def progress_at_table(module: Module, state: PartyState) -> float:
    """Return the progress as the whole table knows it, 0 to 1: quests that are done, clocks that run."""
    quests = state["known"][""]["quests"]
    done = sum(quests.get(key) == "done" for key in module.quests) / max(1, len(module.quests))
    clocks = [
        state["clocks"][key] / one.segments
        for key, one in module.clocks.items()
        if not one.hidden and one.each_round
    ]
    passed = max(clocks, default=0.0)
    return 1.0 if state["ended"] else round(0.5 * done + 0.5 * passed, 4)
