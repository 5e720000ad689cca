"""AI scoundrels without a model: each chooses by its nature among what a person sees."""

from typing import Any

import pytest

from echoes.core.log.events import ClarificationAsked
from echoes.games.heist.events import DieOffer, HeistOption, OptionsOffered
from echoes.games.heist.players.strategies import (
    CautiousScoundrel,
    GreedyScoundrel,
    RandomScoundrel,
    ScoundrelView,
)
from echoes.games.player import PlayerSeat

DICE = [
    DieOffer(n=1, die=6, stress=3, heat=2, tier="success", hint="x", filled=2),
    DieOffer(n=2, die=4, stress=0, heat=0, tier="success", hint="x", filled=2),
    DieOffer(n=3, die=1, stress=0, heat=0, tier="disaster", hint="x", filled=0),
]


def view(*keys: str, **more: Any) -> ScoundrelView:
    options = [HeistOption(n=n, text=key, key=key) for n, key in enumerate(keys, 1)]
    return ScoundrelView(options=options, dice=DICE, **more)


def chosen(kind: Any, sight: ScoundrelView) -> str:
    seat = PlayerSeat(started=None, look=None, seed=1)  # type: ignore[arg-type]
    option = kind(seat).choose(sight)
    return option.key if option else ""


@pytest.mark.parametrize(
    ("keys", "more", "cautious", "greedy"),
    [
        (("die:1", "die:2", "die:3"), {}, "die:2", "die:1"),
        (("die:1", "die:2", "die:3", "assist", "push"), {}, "assist", "push"),
        (("die:1", "die:2", "die:3", "assist", "push"), {"stress": 6}, "die:2", "die:1"),
        (("die:1", "die:2", "die:3", "assist", "deal"), {"used": 1}, "die:2", "die:1"),
        (("accept", "resist"), {}, "resist", "accept"),
        (("accept", "resist"), {"stress": 6}, "accept", "accept"),
        (("approach:x", "exit:down"), {}, "exit:down", "approach:x"),
        (("do:vice", "do:recover", "go"), {"stress": 6, "pool": 9}, "do:vice", "do:vice"),
        (("do:vice", "do:recover", "go"), {"pool": 4}, "do:recover", "go"),
        (("bargain:heat", "bargain:stress"), {}, "bargain:heat", "bargain:heat"),
    ],
)
def test_caution_and_greed_choose_by_their_nature(
    keys: tuple[str, ...], more: Any, cautious: str, greedy: str
):
    assert (chosen(CautiousScoundrel, view(*keys, **more)), chosen(GreedyScoundrel, view(*keys, **more))) == (
        cautious,
        greedy,
    )


def test_nobody_walks_away_while_anything_else_is_open():
    for kind in (RandomScoundrel, CautiousScoundrel, GreedyScoundrel):
        assert chosen(kind, view("walk_away", "other")) == "other"
        assert chosen(kind, view("walk_away")) == "walk_away"
        assert chosen(kind, view()) == ""


def test_rest_that_costs_a_coin_is_left_to_others():
    sight = view("do:vice", "go", stress=6)
    sight.options = [sight.options[0].model_copy(update={"text": "Vice (1 coin)"}), sight.options[1]]
    assert chosen(CautiousScoundrel, sight) == "go"


async def test_a_seed_decides_and_a_question_gets_its_first_option():
    offered = OptionsOffered(prompt="?", options=list(view(*map(str, range(20))).options))

    async def picked(seed: int, *events: Any) -> str:
        move = await RandomScoundrel(PlayerSeat(started=None, look=None, seed=seed)).move(events, 9)  # type: ignore[arg-type]
        return move.text if move else ""

    assert await picked(1, offered) == await picked(1, offered)
    assert len({await picked(seed, offered) for seed in range(9)}) > 1
    asked = ClarificationAsked(text="x", prompt="?", options=[])
    assert await picked(1, asked) == "1"
