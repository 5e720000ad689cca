"""The model as a player: it is shown what a person sees, and its pick is always one that is offered."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from tests.unit.games.heist.playing import begun

from echoes.core.errors import BadInput
from echoes.core.operation.usage import Usage
from echoes.games.heist.events import HeistEnded, HeistStarted
from echoes.games.heist.players.registry import HEIST_PLAYERS
from echoes.games.heist.turn.offers import offer_moves
from echoes.games.player import PlayerSeat


@dataclass
class Picker:
    """A model that picks the same number again and again."""

    number: int
    id: str = "picker"
    prompts: list[str] = field(default_factory=list)

    async def generate_structured(self, system: str, prompt: str, form: type[Any]) -> tuple[Any, Usage]:
        self.prompts.append(prompt)
        return form(number=self.number), Usage(model_calls=1)


@pytest.mark.parametrize("number", [1, 3, 99])
async def test_it_plays_on_whatever_it_picks_and_sees_no_secret(number: int):
    game, model = begun("the seed of this game"), Picker(number)
    offered = offer_moves(game.score, game.state)
    started = HeistStarted(
        puzzle_id=game.score.id, title=game.score.title, lang="en", puzzle_hash="", statement=game.score.statement,
        seed_hash="", prompt=offered.prompt, options=offered.options, licence="",
    )  # fmt: skip
    player, events = HEIST_PLAYERS.open("model", PlayerSeat(started=started, look=None, llm=model)), [started]
    for _ in range(60):
        move = await player.move(events, 100)
        events = [*game.make(game.moves[int(move.text) - 1].key)]
        if isinstance(events[-1], HeistEnded):
            break
        events.append(offer_moves(game.score, game.state))
    assert len(model.prompts) > 20
    assert not [prompt for prompt in model.prompts if "the seed of this game" in prompt]
    assert max(map(len, model.prompts)) < 12_000


def test_without_a_model_it_is_refused():
    with pytest.raises(BadInput):
        HEIST_PLAYERS.check("model", None, ())
