"""A table in two browsers: each plays a seat, and what is one's own the other never reads."""

from collections.abc import Awaitable, Callable

import pytest
from tests.web.conftest import Person, Server, check_accessibility

pytestmark = [pytest.mark.slow]
People = Callable[..., Awaitable[Person]]
ROUND = ("jory", "neve", "corin", "ash")
WHISPER = "the eel sleeps in the well"
SECRET = "I rang the wrong bell once"


async def sit(person: Person, seat: str) -> None:
    await person.page.click(f"[data-sit={seat}]")
    await person.page.wait_for_selector(f"li.active:has([data-rise={seat}])")


async def until_logged(person: Person, words: str) -> None:
    await person.page.wait_for_function(
        "words => document.querySelector('#log').textContent.includes(words)", arg=words
    )


async def pick(person: Person, words: str) -> None:
    """Press the answer that says this, once it is offered."""
    offered = person.page.locator("#log .open .options button", has_text=words).first
    await offered.wait_for()
    await person.sent()
    await offered.click()
    await person.sent()


MAKING = {
    "en-US": ("Somebody of your own", "Tam Hollis", "village folk", "healer", *["(as it suits)"] * 4),
    "zh-CN": ("自己创一个人物", "何谭", "本村人", "郎中", *["（最合适）"] * 4),
}
ASKED_LAST = {"en-US": "for your eyes only", "zh-CN": "只有你自己看得见"}
JOINED = {
    "en-US": "Tam Hollis, healer, takes the place of Jory Penn.",
    "zh-CN": "何谭，郎中，坐到了乔岭的位置上。",
}
LAST_MOVE = {"en-US": "Wait and watch", "zh-CN": "先等等看"}
OPTIONS = "#log > li:last-child.open .options button:enabled"
OWN = "[data-say='/character'], [data-say='/人物']"


@pytest.mark.parametrize("lang", MAKING)
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
async def test_a_character_is_made_with_buttons_and_the_other_browser_reads_no_word_of_its_secret(
    server_of_all_kinds: Server, people: People, lang: str, phone: bool
):
    ann, bo = await people(lang=lang, phone=phone), await people(lang=lang)
    await ann.go(server_of_all_kinds.url)
    await ann.play("low_water", lang[:2])
    await bo.go(await ann.invite(), "#seats")
    await sit(ann, "jory")
    await ann.unfold()
    await ann.page.click(OWN)
    for words in MAKING[lang]:
        await pick(ann, words)
    await until_logged(ann, ASKED_LAST[lang])
    await check_accessibility(ann)
    await ann.ask(SECRET)
    await until_logged(bo, JOINED[lang])
    await until_logged(ann, SECRET)
    await check_accessibility(ann)
    await pick(ann, LAST_MOVE[lang])
    await ann.page.locator(OWN).wait_for(state="detached")  # nobody else is played after the first move
    await bo.page.reload()
    await bo.page.wait_for_selector("#seats")
    assert SECRET not in "".join(bo.heard), "neither live nor later"
    await ann.page.click("[data-rise=jory]")
    await sit(ann, "jory")
    assert SECRET in await ann.text("#log"), "and whoever comes back reads it again"


async def test_the_host_plays_from_a_seat_as_free_seats_play_by_themselves(
    server_of_all_kinds: Server, people: People
):
    """A table goes on by itself, and nearly all that is said there is for those who hear it."""
    ann = await people()
    await ann.begin(server_of_all_kinds, "low_water")
    assert "Take a free seat" in await ann.text("#looks-on")
    assert await ann.page.is_disabled("#message")
    assert await ann.page.get_attribute("#message", "placeholder") == "Take a seat to play"
    await sit(ann, "jory")
    assert await ann.page.is_enabled("#message")
    assert await ann.page.get_attribute("#message", "placeholder") != "Take a seat to play"


async def test_two_play_a_round_of_one_table_and_a_whisper_reaches_one_alone(
    server_of_all_kinds: Server, people: People
):
    ann, bo, eve = await people(), await people(phone=True), await people()
    await ann.begin(server_of_all_kinds, "low_water")
    for other in (bo, eve):
        await other.go(await ann.invite(), "#seats")
    await sit(ann, "jory")
    await sit(bo, "neve")
    for said in ("“Who goes first?”", f"/whisper Neve {WHISPER}"):
        await ann.ask(said)
        assert await ann.count(OPTIONS), "words take no turn: what could be done before still can"
    for said in ("Who goes first?", WHISPER):
        await until_logged(bo, said)
    await bo.ask("“You do.”")
    await until_logged(ann, "You do.")
    assert await ann.count(OPTIONS), "nor do the words of others"
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
