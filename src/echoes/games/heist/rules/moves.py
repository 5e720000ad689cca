"""Moves by their keys: each is one rule, and afterwards comes what is due."""

from collections.abc import Callable

from echoes.core.errors import InvalidTransition
from echoes.games.heist import events as happened
from echoes.games.heist.narration.recap import left_behind
from echoes.games.heist.rules import actions, aftermath, creation, scenes, trouble
from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.rules.tables import LAST_TRAUMA, MOST_STRESS

Rule = Callable[[HeistPlay, str], None]
_OF_SCENES = ("approach", "exit", "retreat")
"""Moves that are made in a scene; a framed action is let be for them."""


def make_heist_move(play: HeistPlay, key: str, text: str) -> None:
    """Make an open move, and let come what is due.

    Args:
        play: of the message.
        key: of the move.
        text: what it is, in words, for the history.
    Raises:
        InvalidTransition: the move is not open.
    """
    kind, _, rest = key.partition(":")
    play.add(happened.MoveMade(key=key, text=text))
    if kind in _OF_SCENES and play.state["mood"] == "action":
        actions.drop_action(play)
    _RULES[kind](play, rest)
    close_move(play)


def close_move(play: HeistPlay) -> None:
    """Apply everything that is due after a move; the game may end by it."""
    state = play.state
    # Who is about to break can't resist.
    settled = state["pending"] is None or state["stress"] >= MOST_STRESS
    if state["mood"] == "aftermath" and settled and not play.ending:
        aftermath.accept_consequence(play)
    trouble.trouble_due(play)
    if play.ending:
        end_heist(play)
    elif play.state["phase"] == "playing":
        scenes.compress_when_long(play)


def end_heist(play: HeistPlay, given_up: bool = False) -> None:
    """End the score: by the ending that is due, or given up."""
    state, score = play.state, play.score
    if state["phase"] != "ended":
        play.phase("ended")
    ending = score.endings.get(play.ending)
    if given_up or ending is None:
        title, text, success, points = play.say("given_up"), "", False, 0
    else:
        title, text, success, points = ending.title, ending.text, ending.success, ending.score
        if success:
            play.coin(score.payoff, play.say("reason_payoff"))
    state = play.state
    details = happened.HeistDetails(
        ending="" if given_up else play.ending,
        title=title,
        text=text,
        success=success,
        score=points,
        coin=state["coin"],
        stress=state["stress"],
        heat=state["heat"],
        wanted=state["wanted"],
        traumas=state["traumas"],
        dice_spent=state["counted"],
        rewound=state["rewound"],
        renewed=state["renewed"],
        seed=state["seed"],
        left=left_behind(score, state),
        scoundrel=None
        if len(state["traumas"]) >= LAST_TRAUMA
        else happened.CarriedSheet(**state["scoundrel"], traumas=state["traumas"]),
    )
    play.add(happened.HeistEnded(status="ABORTED" if given_up else "COMPLETED", details=details))


def _own(play: HeistPlay, rest: str) -> None:
    play.add(happened.ScoundrelChosen(field="own", value="", text=""))


def _fill(play: HeistPlay, rest: str) -> None:
    step, _, value = rest.partition(":")
    creation.fill_in(play, step, value)


def _plan(play: HeistPlay, rest: str) -> None:
    text = play.score.plans[rest].label
    play.add(happened.ScoundrelChosen(field="plan", value=rest, text=text))


def _detail(play: HeistPlay, rest: str) -> None:
    text = play.score.plans[play.state["plan"]].details[rest].label
    play.add(happened.ScoundrelChosen(field="detail", value=rest, text=text))
    scenes.engage_plan(play)


def _approach(play: HeistPlay, rest: str) -> None:
    key, _, approach = rest.partition(":")
    if trouble.is_entangled(play.state):
        raise InvalidTransition(f"'{key}' can't be tried while somebody comes for the scoundrel")
    actions.frame_action(play, key, approach, [])


def _exit(play: HeistPlay, rest: str) -> None:
    scenes.take_exit(play, play.score.scenes[play.state["scene"]].exits[rest])


def _walk_away(play: HeistPlay, rest: str) -> None:
    play.ending = "walked"


_RULES: dict[str, Rule] = {
    "ready": lambda play, rest: creation.ready_made(play, None),
    "veteran": lambda play, rest: creation.ready_made(play, play.state["veteran"]),
    "own": _own,
    "fill": _fill,
    "plan": _plan,
    "detail": _detail,
    "approach": _approach,
    "exit": _exit,
    "die": lambda play, rest: actions.spend_die(play, int(rest)),
    "throw": lambda play, rest: actions.throw_dice(play),
    "drop": lambda play, rest: actions.drop_action(play),
    "push": lambda play, rest: actions.improve_action(play, "push"),
    "trade": lambda play, rest: actions.improve_action(play, "trade"),
    "assist": lambda play, rest: actions.improve_action(play, "assist"),
    "deal": lambda play, rest: actions.improve_action(play, "deal"),
    "gear": lambda play, rest: actions.improve_action(play, f"gear:{rest}"),
    "flashback": lambda play, rest: actions.improve_action(play, f"flashback:{rest}"),
    "accept": lambda play, rest: aftermath.accept_consequence(play),
    "resist": lambda play, rest: aftermath.resist_consequence(play),
    "trauma": trouble.take_trauma,
    "bargain": trouble.take_bargain,
    "retreat": lambda play, rest: scenes.retreat(play),
    "collapse": lambda play, rest: trouble.collapse(play),
    "way": trouble.leave_entanglement,
    "go": lambda play, rest: scenes.go_on(play),
    "do": scenes.do_activity,
    "walk_away": _walk_away,
}
