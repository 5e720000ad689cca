"""The final answer as a text with gaps: chips in the sentences, by taps and by keys, alone and in a room."""

import json
from collections.abc import Awaitable, Callable

import pytest
from tests.support import BUNDLED
from tests.web.conftest import Person, Server, check_accessibility

from echoes.games.situation_puzzle.puzzle.cloze import Cloze

pytestmark = [pytest.mark.slow]
People = Callable[..., Awaitable[Person]]

OFFER = "#from-board button"
SEND = "#log .open [data-filled]"


def cloze(lang: str) -> Cloze:
    told = json.loads((BUNDLED / f"wrong_umbrella_{lang}.json").read_text("utf-8"))
    return Cloze.model_validate(told["cloze"])


async def begin(people: People, server: Server, lang: str = "en", phone: bool = False) -> Person:
    player = await people({"en": "en-US", "zh": "zh-CN"}[lang], phone)
    await player.go(server.url)
    await player.play("wrong_umbrella", lang)
    return player


async def open_cloze(player: Person) -> None:
    await player.unfold()
    await player.page.check("input[value=answer]", force=True)
    await player.page.click(OFFER)
    await player.page.wait_for_selector("#log .open .cloze")


async def fill(player: Person, picks: tuple[int, ...]) -> None:
    for number, pick in enumerate(picks, 1):
        if not await player.page.is_visible(f"#log .open [data-choices='{number}']"):
            await player.page.click(f"#log .open [data-gap='{number}']")
        await player.page.click(f"#log .open [data-choices='{number}'] [data-choice='{pick}']")


@pytest.mark.parametrize(("lang", "phone"), [("en", True), ("zh", True), ("en", False)])
async def test_whoever_knows_it_fills_the_gaps_and_has_solved_it(
    shared_server: Server, people: People, lang: str, phone: bool
):
    key = cloze(lang).key
    player = await begin(people, shared_server, lang, phone)
    await open_cloze(player)
    assert await player.count("#log .open [data-choices]:visible") == 1, "one gap at a time"
    assert await player.page.is_disabled(SEND), "a text with gaps is no answer"
    await check_accessibility(player)
    wrong = (key[0] % 5 + 1, *key[1:])
    await fill(player, wrong)
    assert await player.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await check_accessibility(player)
    await player.press(SEND)
    assert await player.text("#log > li:last-child .said .text") == cloze(lang).filled(wrong)
    assert await player.count("#log .t-hypothesis_judged") == 1 and await player.count(".ending") == 0
    assert await player.count("#log [data-choice]:visible") == 0, "what is over has no buttons"
    await open_cloze(player)
    assert await player.page.is_enabled(SEND), "what was chosen is kept"
    await fill(player, key[:1])
    await player.press(SEND)
    await player.page.wait_for_selector(".ending.won")


async def test_words_that_are_not_followed_lead_there_and_cost_nothing(shared_server: Server, people: People):
    player = await begin(people, shared_server)
    await player.unfold()
    await player.page.check("input[value=answer]", force=True)
    await player.ask("Somehow the whole thing was about pigeons and the mayor's hat.")
    await player.page.wait_for_selector("#log .open .cloze")
    assert await player.count("#log .t-hypothesis_judged") == 0
    await player.ask("Was the umbrella stolen?")
    assert await player.count("#log [data-choice]:visible") == 0, "a question goes on with the game"


async def test_it_is_filled_without_a_mouse(shared_server: Server, people: People):
    player, key = await begin(people, shared_server), cloze("en").key
    await player.unfold()
    await player.page.check("input[value=answer]", force=True)
    await player.page.focus(OFFER)
    await player.page.keyboard.press("Enter")
    await player.page.wait_for_selector("#log .open .cloze")
    await player.page.focus("#log .open [data-gap='1']")
    for number, pick in enumerate(key, 1):
        await player.page.focus(f"#log .open [data-choices='{number}'] [data-choice='{pick}']")
        await player.page.keyboard.press("Enter")
    assert await player.page.evaluate("'filled' in document.activeElement.dataset")
    await player.page.keyboard.press("Enter")
    await player.page.wait_for_selector(".ending.won")


async def test_in_a_room_each_fills_their_own_until_it_is_sent(shared_server: Server, people: People):
    ann, bo = await begin(people, shared_server), await people()
    await ann.ask("Was the umbrella stolen?")
    await ann.page.click("[data-share]")
    await ann.page.wait_for_selector("#room-dialog[open]")
    await bo.go(await ann.page.input_value("#room-link"), "#log > li")
    await ann.page.click("[data-close]")
    await open_cloze(bo)
    await ann.page.wait_for_selector("#log .open .cloze")
    await fill(ann, cloze("en").key)
    assert await bo.page.is_disabled(SEND), "what one taps is theirs until it is sent"
    await ann.press(SEND)
    await bo.page.wait_for_selector(".ending.won")
