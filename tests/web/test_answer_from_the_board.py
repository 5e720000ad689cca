"""The final answer to a puzzle without a cloze: put together from what was found, by taps and by keys."""

import json
import shutil
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support import BUNDLED
from tests.web.conftest import Person, Server, check_accessibility, served

pytestmark = [pytest.mark.slow]
People = Callable[..., Awaitable[Person]]

OFFER = "#from-board button"
HINT = "[data-say='/hint']"
SEND = "#log .open [data-picked]"


@pytest.fixture(scope="module")
def board_server(stage: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose puzzles have no cloze."""
    plain = tmp_path_factory.mktemp("board") / "stage"
    shutil.copytree(stage, plain)
    for path in (plain / "data" / "situation_puzzles").glob("*.json"):
        told = json.loads(path.read_text("utf-8"))
        told.pop("cloze", None)
        path.write_text(json.dumps(told, ensure_ascii=False), "utf-8")
    yield from served(plain, plain.with_name("server"))


def puzzle(lang: str) -> dict[str, Any]:
    return json.loads((BUNDLED / f"wrong_umbrella_{lang}.json").read_text("utf-8"))


def wordings(ruling: dict[str, Any]) -> list[str]:
    return ruling.get("texts") or [ruling["text"]]


def telling(lang: str) -> list[str]:
    """A question for each core fact whose YES establishes it."""
    told = puzzle(lang)
    core = [fact["id"] for fact in told["facts"] if fact["core"]]
    return [
        next(
            wordings(ruling)[0]
            for ruling in told["rulings"]
            if ruling["ruling"] == "YES" and ruling.get("facts") == [fact]
        )
        for fact in core
    ]


async def begin(people: People, server: Server, lang: str = "en", phone: bool = False) -> Person:
    player = await people({"en": "en-US", "zh": "zh-CN"}[lang], phone)
    await player.go(server.url)
    await player.play("wrong_umbrella", lang)
    return player


async def open_board(player: Person) -> None:
    await player.unfold()
    await player.page.check("input[value=answer]", force=True)
    await player.page.click(OFFER)
    await player.page.wait_for_selector("#log .open .many")


async def tap(player: Person, *numbers: int) -> None:
    for number in numbers:
        await player.page.click(f"#log .open [data-pick='{number}']")


async def chosen(player: Person) -> dict[str, str]:
    """The order as it is shown: each number with its place."""
    found: dict[str, str] = {}
    for button in await player.page.locator("#log .open [data-pick][aria-pressed=true]").all():
        found[str(await button.get_attribute("data-pick"))] = await button.locator(".place").inner_text()
    return found


async def test_it_is_offered_from_the_first_yes_on_and_plainly_once_all_is_found(
    board_server: Server, people: People
):
    player = await begin(people, board_server)
    await player.unfold()
    await player.page.check("input[value=answer]", force=True)
    assert await player.count(OFFER) == 0, "nothing is found yet"
    await player.unfold()
    await player.page.check("input[value=ask]", force=True)
    await player.ask("Was the umbrella stolen?")
    assert await player.count(OFFER) == 0, "nor does a NO tell anything"
    first, *others = telling("en")
    await player.ask(first)
    assert not await player.page.is_visible(OFFER), "who asks is not bothered"
    await player.unfold()
    await player.page.check("input[value=answer]", force=True)
    assert await player.page.is_visible(OFFER)
    await player.unfold()
    await player.page.check("input[value=ask]", force=True)
    for question in others:
        await player.ask(question)
    assert await player.page.is_visible(OFFER), "now it is offered to everybody"
    assert await player.page.is_disabled(HINT), "there is none to be given"
    assert "You have found everything" in str(await player.page.get_attribute(HINT, "title"))
    await check_accessibility(player)
    await player.page.click("[data-say='/undo']")
    await player.page.wait_for_selector(OFFER, state="hidden")
    assert await player.page.is_enabled(HINT)


@pytest.mark.parametrize(("lang", "phone"), [("en", True), ("zh", True), ("en", False), ("zh", False)])
async def test_what_is_tapped_is_the_answer_in_the_order_of_the_taps(
    board_server: Server, people: People, lang: str, phone: bool
):
    player = await begin(people, board_server, lang, phone)
    asked = telling(lang)
    for question in asked:
        await player.ask(question)
    await open_board(player)
    assert await player.page.is_disabled(SEND), "an empty answer is none"
    await tap(player, 3, 1, 2)
    assert await chosen(player) == {"3": "1", "1": "2", "2": "3"}
    await tap(player, 1)
    assert await chosen(player) == {"3": "1", "2": "2"}, "tapped again, it is out, and the others move up"
    assert "#3 → #2" in await player.text("#log .open .many [role=status]")
    await check_accessibility(player)
    assert await player.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await player.press(SEND)
    said = await player.text("#log > li:last-child .said .text")
    assert said.index(asked[2]) < said.index(asked[1]) and asked[0] not in said
    assert await player.count(".ending") == 0, "a core fact is missing"
    await player.page.wait_for_function("document.querySelector('input[value=ask]').checked")
    await open_board(player)
    await tap(player, 1, 2, 3)
    await player.press(SEND)
    await player.page.wait_for_selector(".ending.won")
    await check_accessibility(player)


async def test_an_answer_is_put_together_without_a_mouse(board_server: Server, people: People):
    player = await begin(people, board_server)
    for question in telling("en"):
        await player.ask(question)
    await player.page.focus(OFFER)
    await player.page.keyboard.press("Enter")
    await player.page.wait_for_function("document.activeElement.dataset.pick === '1'")
    for key in ("Space", "Tab", "Tab", "Enter", "Shift+Tab", "Space", "Tab", "Tab"):
        await player.page.keyboard.press(key)
    assert await chosen(player) == {"1": "1", "3": "2", "2": "3"}
    assert await player.page.evaluate("'picked' in document.activeElement.dataset")
    await player.page.keyboard.press("Enter")
    await player.page.wait_for_selector(".ending.won")


@pytest.mark.parametrize(("lang", "own"), [("en", ("because", "and so")), ("zh", ("因为", "所以"))])
async def test_the_players_own_words_are_marked_as_not_counted(
    board_server: Server, people: People, lang: str, own: tuple[str, str]
):
    player = await begin(people, board_server, lang)
    first, second, _ = telling(lang)
    await player.ask(first)
    await player.ask(second)
    await player.unfold()
    await player.page.check("input[value=answer]", force=True)
    await player.ask(f"#2 {own[0]} #1, {own[1]} #2")
    last = player.page.locator("#log > li:last-child")
    assert await last.locator(".own").all_inner_texts() == [f"({words})" for words in own]
    assert await last.locator(".own-words").count() == 1, "it says what that means"
    assert (
        await last.locator(".said .text").inner_text() == f"{second} ({own[0]}) {first} ({own[1]}) {second}"
    )
    await check_accessibility(player)
    before = await player.text("#log")
    await player.page.reload()
    await player.page.wait_for_selector("#log > li")
    assert await player.text("#log") == before


async def test_the_numbers_on_the_board_are_those_of_the_answer(board_server: Server, people: People):
    player = await begin(people, board_server)
    first, second, third = telling("en")
    for question in (first, "Was the umbrella stolen?", second):
        await player.ask(question)
    await player.page.click("[data-say='/undo']")
    await player.page.wait_for_function("document.querySelectorAll('#board-0 li').length === 1")
    await player.ask(third)
    await player.ask(second)
    await open_board(player)
    board = await player.page.locator("#board-0 li").all_inner_texts()
    offered = await player.page.locator("#log .open [data-pick]").all_inner_texts()
    assert board == [f"#1 {first}", f"#2 {third}", f"#3 {second}"]
    assert [text.split("\n") for text in offered] == [[*line.split(" ", 1)][::-1] for line in board]


async def test_who_would_rather_ask_on_puts_it_away(board_server: Server, people: People):
    player = await begin(people, board_server)
    await player.ask(telling("en")[0])
    await open_board(player)
    await player.press("#log .open .many [data-say='0']")
    assert await player.count("#log [data-pick]:visible") == 0
    assert await player.page.is_visible(OFFER)
    assert await player.count("#log .t-hypothesis_judged") == 0, "nothing was judged, and nothing charged"


async def test_everybody_in_a_room_sees_the_same_board(board_server: Server, people: People):
    ann, bo = await begin(people, board_server), await people()
    for question in telling("en"):
        await ann.ask(question)
    await ann.page.click("[data-share]")
    await ann.page.wait_for_selector("#room-dialog[open]")
    await bo.go(await ann.page.input_value("#room-link"), "#log > li")
    await ann.page.click("[data-close]")
    await open_board(bo)
    await ann.page.wait_for_selector("#log .open .many")
    await tap(ann, 1, 2, 3)
    assert await chosen(bo) == {}, "what one taps is theirs until it is sent"
    await ann.page.click(SEND)
    await bo.page.wait_for_selector(".ending.won")
