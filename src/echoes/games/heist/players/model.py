"""The AI player of heists that is a language model: it reads what a person reads, and picks an option."""

from collections.abc import Mapping

from echoes.games.heist.view.blocks import blocks_of_heist
from echoes.games.player import PlayerSeat
from echoes.games.world.players import PromptedPlayer

_SYSTEM: Mapping[str, str] = {
    "en": "You play a heist: one scoundrel, dice whose price is shown before they are spent, clocks "
    "that run. "
    "Stress 9 leaves a scar, four scars end it; a full clock brings what it threatens. Get what you came "
    "for, and get out. Reply with the number of one option.",
    "zh": "你在玩一场劫案：扮演一个道上混的，有花之前就看得见价码的骰子，还有会走的钟。压力到 9 会留一道疤，"
    "四道疤就完了；钟走满了，它预示的事就会发生。拿到要拿的东西，脱身。回答一个选项的编号。",
}


def model_scoundrel(seat: PlayerSeat) -> PromptedPlayer:
    """Return the AI player of heists that is a model."""
    return PromptedPlayer(seat, blocks_of_heist, _SYSTEM)
