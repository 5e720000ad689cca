"""Pig, a dice game for two, as a foreign package brings it: nothing of the platform knows of it."""

from echoes_pig.game import Pig

__all__ = ["Pig"]
