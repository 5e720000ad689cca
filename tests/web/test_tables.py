"""A table in two browsers: each plays a seat, and what one whispers the other alone reads."""

from collections.abc import Awaitable, Callable

import pytest
from tests.web.conftest import Person, Server, check_accessibility

pytestmark = [pytest.mark.slow]
People = Callable[..., Awaitable[Person]]
ROUND = ("jory", "neve", "corin", "ash")
WHISPER = "the eel sleeps in the well"


async def sit(person: Person, seat: str) -> None:
    await person.page.click(f"[data-sit={seat}]")
    await person.page.wait_for_selector(f"li.active:has([data-rise={seat}])")


async def until_logged(person: Person, words: str) -> None:
    await person.page.wait_for_function(
        "words => document.querySelector('#log').textContent.includes(words)", arg=words
    )


async def test_two_play_a_round_of_one_table_and_a_whisper_reaches_one_alone(
    server_of_all_kinds: Server, people: People
):
    ann, bo, eve = await people(), await people(phone=True), await people()
    await ann.begin(server_of_all_kinds, "low_water")
    for other in (bo, eve):
        await other.go(await ann.invite(), "#seats")
    await sit(ann, "jory")
    await sit(bo, "neve")
    await ann.ask("“Who goes first?”")
    await until_logged(bo, "Who goes first?")
    await ann.ask(f"/whisper Neve {WHISPER}")
    await until_logged(bo, WHISPER)
    await ann.ask("wait")
    await bo.page.wait_for_selector("#log .open .options button")
    await bo.ask("wait")
    for person in (ann, bo):  # the free seats play themselves, and the round comes back to the first
        await until_logged(person, "Ash")
    await ann.page.wait_for_selector("#log .open .options button")
    await bo.page.click("[data-rise=neve]")
    await bo.page.wait_for_selector("[data-sit=neve]")
    assert WHISPER not in await bo.text("#log"), "who has left the seat sees it no more"
    await sit(bo, "neve")
    assert WHISPER in await bo.text("#log")
    assert WHISPER not in "".join(eve.heard), "who looks on is sent no word of it"
    assert "/whisper" not in await eve.text("#log")
    for person in (ann, bo, eve):
        await check_accessibility(person)
