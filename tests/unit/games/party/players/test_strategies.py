"""Companions: they keep a secret until it is time, and vote by the clues that they have seen themselves."""

from collections.abc import Sequence

import pytest
from tests.unit.games.party.table import MODULES, Table

from echoes.core.log.events import Event, Option
from echoes.games.context_window import Part, Section, Window
from echoes.games.party.events import (
    CharacterActed,
    CharacterAsked,
    Handout,
    HandoutCard,
    MovesOffered,
    SheetDealt,
    Vote,
    VotesCounted,
)
from echoes.games.party.events.session import PartyStartTrace
from echoes.games.party.opening import table_opening
from echoes.games.party.phrases import table_phrase
from echoes.games.party.players.strategies import Companion
from echoes.games.party.rules.creation import suitable_character
from echoes.games.party.turn.window import reluctances
from echoes.games.player import PlayerSeat
from echoes.games.world.events import MoveOption


def offer(*options: tuple[str, str]) -> MovesOffered:
    moves = [MoveOption(n=n, key=key, text=text) for n, (key, text) in enumerate(options, 1)]
    return MovesOffered(seat="pip", prompt="What do you do?", options=moves)


def clue(text: str) -> Handout:
    return Handout(kind="clue", seats=["pip"], cards=[HandoutCard(key="one", title="A clue", text=text)])


async def chosen(seed: int, *events: Event, rather_not: Sequence[str] = ()) -> str:
    started, _ = table_opening(MODULES["en"], "party", PartyStartTrace(seed="seed"))

    async def own_window() -> Window:
        return Window((Section(Part.NOTES, tuple(rather_not), "pip"),), 0, {})

    move = await Companion(PlayerSeat(started, own_window, seed=seed, seat="pip")).move(events, 1)
    return move.text if move else ""


@pytest.mark.parametrize("seed", range(4))
async def test_a_secret_is_kept_until_it_is_time(seed: int):
    offers = offer(("tell:silver", "Tell it"), ("wait:", "Wait"))
    assert await chosen(seed, offers, rather_not=["Tell it"]) == "2"
    assert await chosen(seed, offers) == "1"


def test_what_a_character_would_rather_keep_back_is_in_its_own_window_and_in_no_event():
    table = Table()
    offered = next(one.event for one in table.move("wait:").entries() if isinstance(one.event, MovesOffered))
    assert {*offered.options[0].model_dump()} == {"n", "text", "key"}
    told = [*reluctances(table.module, table.state, "tobit")]
    assert [text for text in told if text in {option.text for option in offered.options}]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("text", "reth", "hale"),
    [
        ("The harbourmaster lost it tonight.", "Vote: Oda Reth", "Vote: Harbourmaster Hale"),
        ("是港务长今晚丢的。", "投票：芮大娘", "投票：港务长黑尔"),
    ],
)
async def test_whom_the_clues_name_is_accused(seed: int, text: str, reth: str, hale: str):
    votes = offer(("accuse:reth", reth), ("accuse:hale", hale))
    assert await chosen(seed, clue(text), votes) == "2"
    assert {await chosen(one, votes) for one in range(12)} == {"1", "2"}


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_whoever_has_voted_is_not_kept_waiting_for_long(language: str):
    started, _ = table_opening(MODULES[language], "party", PartyStartTrace(seed="seed"))

    async def own_window() -> Window:
        return Window((), 0, {})

    options = [*((f"talk:reth.{n}", f"Ask {n}") for n in range(9)), ("accuse:hale", "Vote: Hale")]
    voted = CharacterActed(seat="ilse", name="Ilse", text=table_phrase(language, "votes", name="Ilse"))
    waiting, hurried = (Companion(PlayerSeat(started, own_window, seed=1, seat="pip")) for _ in range(2))
    moves: dict[Companion, list[str]] = {waiting: [], hurried: []}
    for companion, made in moves.items():
        for _ in range(4):
            events = [*([voted] if companion is hurried else []), offer(*options)]
            move = await companion.move(events, 1)
            made.append(move.text if move else "")
    assert "10" not in moves[waiting] and moves[hurried].index("10") == 2


async def test_the_latest_counts_of_a_question_about_a_character_and_of_moves():
    """After an undo nobody is asked any more who was asked before."""
    asked = CharacterAsked(
        seat="pip", step="name", draft=suitable_character("en", ["x"], []), prompt="",
        options=[Option(n=1, text="Mira"), Option(n=2, text="Tam"), Option(n=3, text="The rest as it suits")],
    )  # fmt: skip
    offers = offer(("wait:", "Wait"))
    assert await chosen(0, offers, asked) == "3"
    assert await chosen(0, asked, offers) == "1"


def dealt(temperament: str) -> SheetDealt:
    return SheetDealt(seat="pip", name="Pip", text="", temperament=temperament)


@pytest.mark.parametrize("seed", range(4))
async def test_the_forgiving_name_nobody_unless_many_clues_name_somebody(seed: int):
    votes = offer(("accuse:hale", "Vote: Harbourmaster Hale"), ("accuse:nobody", "Name nobody"))
    few, many = clue("The harbourmaster lost it."), clue("The harbourmaster lost it. " * 9)
    assert await chosen(seed, dealt("kind"), few, votes) == "2"
    assert await chosen(seed, dealt("kind"), many, votes) == "1"
    assert await chosen(seed, dealt("bold"), few, clue("Hale again, the harbourmaster."), votes) == "1"


async def test_on_a_second_ballot_a_companion_may_give_way_to_those_who_were_named():
    options = [
        ("accuse:reth", "Vote: Oda Reth"),
        ("accuse:hale", "Vote: Hale"),
        ("accuse:ansel", "Vote: Ansel"),
    ]
    cast = [Vote(name="Pip", suspect_name="Hale"), Vote(name="Ilse", suspect_name="Ansel")]
    counted = VotesCounted(votes=cast, suspect="", suspect_name="", again=True)
    assert {await chosen(seed, counted, offer(*options)) for seed in range(12)} == {"2", "3"}


async def test_a_temperament_leans_to_moves_among_those_of_a_rank():
    moves = offer(("try:rope", "Look at the rope"), ("talk:dace.night", "Ask about the night"))
    assert {await chosen(seed, dealt("bold"), moves) for seed in range(8)} == {"1"}
    assert {await chosen(seed, dealt("kind"), moves) for seed in range(8)} == {"2"}
