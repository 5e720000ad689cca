"""What is done in secret reaches nobody else: no text, no card, no quest, wherever the others are."""

from collections.abc import Iterator

import pytest
from tests.unit.games.party.table import BUNDLED, Table

from echoes.core.log.events import Event
from echoes.games.party.events import CharacterActed, Said, TurnTaken
from echoes.games.party.pack.schema import Module
from echoes.games.party.rules.acting import perform_move
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.rules.rounds import end_turn
from echoes.games.party.state import PartyState

SEEDS = [str(seed) for seed in range(6)]
"""Enough for checks to succeed and to fail."""


def secret_deeds() -> Iterator[tuple[str, str, str]]:
    for (module, language), spec in BUNDLED.items():
        if language == "en":
            for scene, place in spec.scenes.items():
                yield from ((module, scene, f"try:{key}") for key, one in place.features.items() if one.quiet)


def seen_by_others(module: Module, state: PartyState, seat: str, key: str) -> list[Event]:
    """What all others see of a move and of what follows from it, but for what companions say."""
    play = PartyPlay(module, state, seat)
    perform_move(play, key, "the deed itself")
    end_turn(play)
    others = {one for one in module.party if one != seat}
    shown = [event for event in play.events() if not event.audience or {*event.audience} & others]
    companions = [event for event in shown if isinstance(event, Said) and event.by in module.party]
    return [event for event in shown if event not in companions]


@pytest.mark.parametrize(("name", "scene", "key"), [*secret_deeds()])
@pytest.mark.parametrize("away", [False, True])
def test_others_see_no_more_than_that_somebody_is_busy(name: str, scene: str, key: str, away: bool):
    module = BUNDLED[name, "en"]
    elsewhere = next(one for one in module.scenes if one != scene)
    for seat in module.party:
        for seed in SEEDS:
            state = Table(module, seed).state
            at = {one: elsewhere if away and one != seat else scene for one in module.party}
            here: PartyState = {**state, "at": at}
            done = seen_by_others(module, here, seat, key)
            waited = seen_by_others(module, here, seat, "wait:")
            left = [event for event in done if event not in waited]
            assert all(isinstance(event, CharacterActed | TurnTaken) for event in left), left
            assert all("the deed itself" not in event.model_dump_json() for event in left)
