"""A heist in the browser: by keys and clicks at a desk, and in Chinese on a phone."""

from collections.abc import Awaitable, Callable

import pytest
from tests.web.conftest import Person, Server, check_accessibility

pytestmark = [pytest.mark.slow]
People = Callable[..., Awaitable[Person]]
OPEN = "#log .open [data-say='{}']"


async def test_a_score_is_played_by_keys_at_a_desk_and_by_taps_on_a_phone_in_chinese(
    server_of_all_kinds: Server, people: People
):
    await _at_a_desk(await people(), server_of_all_kinds)
    await _on_a_phone(await people("zh-CN", phone=True), server_of_all_kinds)
    await _a_scoundrel_is_made_on_a_small_phone(await people(phone=True), server_of_all_kinds)
    await _two_advise_one_scoundrel(await people(), await people(), server_of_all_kinds)
    await _an_ai_player_is_watched(await people(), server_of_all_kinds)


async def _at_a_desk(player: Person, server: Server) -> None:
    await player.go(server.url)
    headings = await player.page.locator("#cards > .kind-heading h2").all_inner_texts()
    assert headings == ["Situation puzzle", "Story", "Heist", "Tabletop"]
    await player.page.click("[data-kind-of-game=Heist]")
    assert await player.page.evaluate("document.activeElement.textContent") == "Heist", "one tap away"
    await player.page.click(".sifting details:has(#filters) summary")
    await player.page.select_option("[data-filter=kind]", "Heist")
    assert await player.page.locator("#cards > .kind-heading:visible").count() == 1
    await player.play("tidewater_ledger")
    await player.page.focus(OPEN.format(1))
    await player.page.keyboard.press("Enter")  # the ready-made scoundrel
    await player.page.wait_for_selector("#log .said")
    focused = "document.activeElement.closest('.open .options') !== null"
    await player.page.wait_for_function(focused)  # the keyboard goes on where the game does
    await player.ask("1")
    met = await player.ask("1")
    assert "Engagement (" in await player.text("#log"), "the engagement roll is shown"
    assert "The sluice grate" in met
    assert await player.count("#log .open .options .heading") >= 2
    await player.ask("take the hinges off")
    assert await player.count("#log .open .options button") >= 5
    die = await player.text(OPEN.format(1))
    await player.press(OPEN.format(1))
    assert die.split("\n")[-1] in await player.page.locator("#log .said").last.inner_text(), "what was picked"
    board = await player.text("#board")
    assert "The turning tide: ○○○○○○ 0/6 (untouched)" in board, "clocks are told in words"
    assert "Stress: " in board
    await player.press("#commands [data-say='/sheet']")
    assert "Actions: " in await player.text("#log")
    await player.page.click("#commands [data-say='/undo']")
    await player.page.wait_for_function("document.querySelector('#log').innerText.includes('Taken back: ')")
    assert await player.count("#log .open .options button") >= 5, "what was open before is open again"
    names = await player.page.locator("[role=log], [role=img]").evaluate_all(
        "all => all.map(one => one.getAttribute('aria-label') ?? one.getAttribute('aria-labelledby'))"
    )
    assert all(names), "whatever a screen reader stops at has a name"
    wide = await player.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "nothing is cut off"
    await check_accessibility(player)


async def _on_a_phone(player: Person, server: Server) -> None:
    await player.go(server.url)
    assert "劫案" in await player.text("#cards .card:has([data-start=tidewater_ledger][data-in=zh])"), (
        "its tag"
    )
    await player.play("tidewater_ledger", "zh")
    assert await player.page.locator("details.statement[open]").count(), "first the story is read"
    for _ in range(3):
        await player.press(OPEN.format(1))
    assert not await player.page.locator("details.statement[open]").count()
    await player.press("#log .open .options button:has-text('撤：')")
    assert "两场之间" in await player.text("#log .open")
    said, open_ = await player.page.evaluate(
        """() => [...document.querySelectorAll('#log .said')].slice(-1).concat(document.querySelector('#log .open'))
          .map(one => one.getBoundingClientRect().top)"""
    )
    assert 0 <= said < open_ < 844, "the page is read from where the last message began"
    await player.unfold()
    latest, menu = await player.page.evaluate(
        """() => [document.querySelector('#log .open').getBoundingClientRect().bottom,
          document.querySelector('#composer').getBoundingClientRect().top]"""
    )
    assert latest <= menu or said < menu, "the menu does not cover what is newest"
    await player.press("#commands [data-say='/recap']")
    assert "骰子" in await player.text("#log")
    assert await player.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def _a_scoundrel_is_made_on_a_small_phone(player: Person, server: Server) -> None:
    await player.page.set_viewport_size({"width": 360, "height": 640})
    await player.begin(server, "tidewater_ledger")
    await player.page.click("#to-options")  # below a long story
    await _is_in_sight(player)
    await player.press(OPEN.format(2))  # a scoundrel of one's own
    asked = 0
    while await player.page.locator("#message[placeholder^=Pick]").count():
        await _is_in_sight(player)
        await player.press(OPEN.format(1))
        asked += 1
    assert asked == 8, "name, pronouns, archetype, background, three dots, vice"
    assert await player.page.locator("#to-options").is_visible(), "the cards stand above the plans"


async def _is_in_sight(player: Person) -> None:
    """The question and all its options stand between story and composer, and nothing goes over the edge."""
    await player.page.wait_for_function(
        """() => {
          const edge = one => document.querySelector(one).getBoundingClientRect();
          const shown = [...document.querySelectorAll('#log .open :is(.prompt, .options button)')];
          const story = document.querySelector('details.statement');
          const above = getComputedStyle(story).position === 'sticky' ? edge('details.statement').bottom : 0;
          return shown.length > 1 && document.documentElement.scrollWidth <= innerWidth && shown.every(one => {
            const { top, bottom, left, right } = one.getBoundingClientRect();
            return top >= above && bottom <= edge('#composer').top && left >= 0 && right <= innerWidth;
          });
        }"""
    )


async def _two_advise_one_scoundrel(ann: Person, bo: Person, server: Server) -> None:
    await ann.begin(server, "tidewater_ledger")
    await bo.go(await ann.invite(), "#message")
    await bo.press(OPEN.format(1))
    await ann.page.wait_for_function("document.querySelectorAll('#log > li .said').length === 1")
    await ann.press(OPEN.format(1))
    await bo.page.wait_for_function("document.querySelectorAll('#log > li .said').length === 2")
    assert await ann.text("#board") == await bo.text("#board")


async def _an_ai_player_is_watched(player: Person, server: Server) -> None:
    await player.go(server.url)
    await player.page.click("[data-watch=tidewater_ledger][data-in=en]")
    await player.page.select_option("#strategy", "baseline")
    await player.page.click("#watch-dialog button.primary")
    await player.page.wait_for_function("document.querySelectorAll('#log > li').length >= 3")
    await player.page.click("[data-steer=stop]")
    await player.page.wait_for_selector("[data-steer=stop]:disabled")
    assert await player.count("#composer") == 0, "who watches does not play"
