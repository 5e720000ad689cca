"""Prices of moves in words."""

from echoes.games.heist.narration.phrases import phrase, phrases_in
from echoes.games.heist.pack.parts import ScoreEffects
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.rules.clocks import moving_clock
from echoes.games.heist.rules.tables import MOST_STRESS
from echoes.games.heist.state import HeistState


def price_text(language: str, stress: int, heat: int) -> str:
    """Return the price of a die in words."""
    parts = [phrase(language, "price_stress", count=stress)] if stress else []
    parts += [phrase(language, "price_heat", count=heat)] if heat else []
    return phrases_in(language).texts["comma"].join(parts) or phrase(language, "price_none")


def cost_text(score: Score, state: HeistState, effects: ScoreEffects) -> str:
    """Return the cost of consequences in words: what of it a player may know; empty for none.

    Args:
        score: that is played.
        state: before them.
        effects: the consequences.
    """
    language = score.language
    # What would move a full clock is heat.
    full = [clock for clock in effects.ticks if not moving_clock(score, state, clock)]
    noticed = sum(max(0, effects.ticks[clock]) for clock in full)
    counts = {"stress": effects.stress, "heat": effects.heat + noticed, "coin": -effects.coin}
    counts |= {"wanted": effects.wanted, "harm": effects.harm}
    parts = [phrase(language, f"price_{name}", count=count) for name, count in counts.items() if count > 0]
    for clock, ticks in effects.ticks.items():
        moves = moving_clock(score, state, clock)
        spec = score.clocks.get(moves)
        if ticks > 0 and spec and spec.visibility != "hidden":
            kind = "price_clock" if spec.visibility == "open" else "price_veiled"
            parts.append(phrase(language, kind, clock=spec.name, ticks=ticks))
    return phrases_in(language).texts["comma"].join(parts)


def breaking_text(language: str, state: HeistState, stress: int) -> str:
    """Return the warning that a price would fill the stress; empty where it would not."""
    return phrase(language, "breaks") if stress and state["stress"] + stress >= MOST_STRESS else ""
