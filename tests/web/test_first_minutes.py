"""The first minutes on the page: rules, a tutorial, questions to begin with; and what must wait for the end."""

from collections.abc import Awaitable, Callable
from itertools import pairwise

import pytest
from tests.web.conftest import Person, Server, check_accessibility

pytestmark = [pytest.mark.slow]
People = Callable[..., Awaitable[Person]]
LOCALE = {"en": "en-US", "zh": "zh-CN"}


@pytest.mark.parametrize(("lang", "phone"), [("en", False), ("zh", True)])
async def test_a_newcomer_learns_it_in_three_turns(
    shared_server: Server, people: People, lang: str, phone: bool
):
    player = await people(LOCALE[lang], phone)
    await player.go(shared_server.url)
    assert await player.count(".first .rules li") == 3
    await player.page.click(".first a[href='?view=tutorial']")
    await player.page.wait_for_selector("#tutorial")
    await check_accessibility(player)
    shown = [
        await one.bounding_box()
        for one in await player.page.locator("#tutorial :is(button, a):visible").all()
    ]
    assert all(below["y"] >= above["y"] + above["height"] for above, below in pairwise(shown)), (
        "none overlaps"
    )
    for turn in range(3):
        assert await player.count(".step:visible") == turn + 1
        await player.page.locator(".step:visible [data-learn]:visible").first.click()
        assert await player.count(".tutorial .turn:visible") == turn + 1
    assert await player.page.is_visible(".closing")
    await check_accessibility(player)
    await player.page.click("#tutorial [data-done]")
    await player.page.wait_for_selector("#cards > li")


@pytest.mark.parametrize(
    ("lang", "unknown", "said"),
    [
        ("en", "Is she happy?", ("Is she furious?", "is it a toy?", "They eat the gingerbread house")),
        ("zh", "她高兴吗？", ("她是故意的吗？", "能不能吃？", "她们在吃姜饼屋")),
    ],
)
async def test_it_takes_own_words_and_whoever_has_done_it_is_not_sent_there_again(
    shared_server: Server, people: People, lang: str, unknown: str, said: tuple[str, ...]
):
    player = await people(LOCALE[lang], phone=True)
    await player.go(shared_server.url + "?view=tutorial", "#tutorial")
    await player.page.fill("#own-0", unknown)
    await player.page.press("#own-0", "Enter")
    await player.page.wait_for_selector("#status:not(:empty)")
    assert await player.count(".tutorial .turn:visible") == 0
    for turn, text in enumerate(said):
        await player.page.fill(f"#own-{turn}", text)
        await player.page.press(f"#own-{turn}", "Enter")
        await player.page.wait_for_selector(f".step[data-turn='{turn}'] .turn:visible")
        shown = player.page.locator(f".step[data-turn='{turn}'] .turn:visible")
        assert await shown.locator(".said").inner_text() == text
        assert await shown.locator(".to").is_visible(), "what it was taken for stands beside it"
    await check_accessibility(player)
    await player.page.click("#tutorial [data-done]")
    await player.page.wait_for_selector("#cards > li")
    await player.page.reload()
    await player.page.wait_for_selector("#cards > li")
    assert await player.count("a[href='?view=tutorial'], .first") == 0


async def test_the_title_of_a_card_opens_it(shared_server: Server, people: People):
    player = await people()
    await player.go(shared_server.url)
    title = "#cards > li:visible h3 :is(a, button):text-is('The Wrong Umbrella')"
    await player.page.click(title)
    await player.page.wait_for_selector("#message")
    assert "embedded" in await player.text(".referee")
    begun = player.page.url
    await player.ask("Was the umbrella stolen?")
    await player.go(shared_server.url)
    await player.page.click(title)
    await player.page.wait_for_selector("#log > li")
    assert player.page.url == begun, "it goes on where it was"


async def test_whoever_has_played_is_not_greeted_again(shared_server: Server, people: People):
    player = await people()
    await player.begin(shared_server)
    await player.ask("Was the umbrella stolen?")
    await player.go(shared_server.url)
    assert await player.count(".first") == 0
    assert await player.count("a[href='?view=tutorial']") == 1, "the rules can still be read"


async def test_the_tags_to_filter_by_are_those_of_the_language_looked_at(
    shared_server: Server, people: People
):
    player = await people(LOCALE["zh"])
    await player.go(shared_server.url)

    async def offered() -> set[str]:
        return {*await player.page.locator("[data-filter=tags] option:not([value=''])").all_inner_texts()}

    async def shown() -> set[str]:
        return {*await player.page.locator("#cards .tag:not(.lang):visible").all_inner_texts()}

    await player.page.click(".sifting details:has(#filters) summary")
    in_chinese = await offered()
    assert in_chinese and in_chinese == await shown()
    await player.page.select_option("[data-filter=lang]", "en")
    assert await offered() == await shown() and not in_chinese & await offered()
    await player.page.select_option("[data-filter=lang]", "")
    assert await offered() == await shown() > in_chinese
    await check_accessibility(player)


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_an_empty_table_proposes_three_questions(shared_server: Server, people: People, lang: str):
    player = await people(LOCALE[lang])
    await player.go(shared_server.url)
    await player.play("wrong_umbrella", lang)
    starters = player.page.locator(".starters button")
    assert await starters.count() == 3
    asked = await starters.nth(1).inner_text()
    await check_accessibility(player)
    assert asked in await player.press(".starters button:nth-child(2)")
    assert not await player.page.is_visible(".welcome"), "they make room for the game"
    assert asked in await player.text("#board-0")


async def test_a_replay_tells_no_more_than_its_turns(shared_server: Server, people: People):
    player = await people()
    await player.begin(shared_server)
    await player.ask("Was the umbrella stolen?")
    await player.page.click("[data-say='/giveup']")
    await player.page.wait_for_selector("#ending .truth")
    await player.page.select_option("#pace", "3")
    await player.page.set_viewport_size({"width": 390, "height": 844})
    await player.page.click("[data-replay]")
    for hidden in ("#ending", "#board", "#meter", "#brief"):
        assert not await player.page.is_visible(hidden)
    await player.page.click("[data-replay]")
    for shown in ("#ending", "#board", "#meter", "#brief"):
        assert await player.page.is_visible(shown)


async def test_the_same_story_is_there_in_the_other_language(shared_server: Server, people: People):
    player = await people()
    await player.go(shared_server.url)
    await player.page.locator("[data-other=wrong_umbrella][data-in=zh]:visible").click()
    await player.page.wait_for_selector("#game[lang=zh-Hans]")
    assert await player.page.get_attribute(".page", "lang") == "zh-Hans", "the whole page speaks it"
    await player.page.click("[data-say='/giveup']")
    await player.page.click("#ending [data-other=wrong_umbrella][data-in=en]")
    await player.page.wait_for_selector("#game[lang=en] #message")


async def test_times_are_those_of_whoever_reads(shared_server: Server, people: People):
    player = await people(timezone_id="Asia/Shanghai")
    await player.begin(shared_server)
    await player.go(shared_server.url + "?view=games", ".rows time")
    shown = await player.text(".rows time")
    assert "UTC" not in shown
    local = "new Date(document.querySelector('time').dateTime).toLocaleString('en', {dateStyle: 'medium', timeStyle: 'short'})"
    assert shown == await player.page.evaluate(local)


async def test_chinese_is_not_slanted(shared_server: Server, people: People):
    player = await people("zh-CN")
    await player.go(shared_server.url)
    style = "getComputedStyle(document.querySelector('.tagline')).fontStyle"
    assert await player.page.evaluate(style) == "normal"
