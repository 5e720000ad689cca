"""A whole game in the browser, in both languages, on a desk and on a phone."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from tests.support import BUNDLED
from tests.web.conftest import Person, Server, check_accessibility

pytestmark = [pytest.mark.slow]
People = Callable[..., Awaitable[Person]]


def story(lang: str) -> str:
    """The solution in its author's own words."""
    puzzle = json.loads((BUNDLED / f"wrong_umbrella_{lang}.json").read_text("utf-8"))
    return " ".join(fact["statement"] for fact in puzzle["facts"] if fact["core"])


HOLDS_ITS_STREAM = """
window.opened = 0;
window.EventSource = class extends EventSource {
  set onmessage(show) {
    opened += 1;
    super.onmessage = async (message) => { await window.held; if (this.readyState !== EventSource.CLOSED) show(message); };
  }
};
"""
"""A page that shows what its stream brings only once `held` is over; `opened` counts its streams."""
QUESTION = {"en": "Was the man kidnapped?", "zh": "那个男人被绑架了吗？"}
YES = {"en": "YES", "zh": "是"}


@pytest.mark.parametrize(
    ("lang", "phone", "scheme"), [("en", False, "light"), ("zh", True, "dark"), ("zh", False, "light")]
)
async def test_a_game_from_the_library_to_its_end(
    shared_server: Server, people: People, lang: str, phone: bool, scheme: str
):
    player = await people({"en": "en-US", "zh": "zh-CN"}[lang], phone, color_scheme=scheme)
    await player.go(shared_server.url)
    await check_accessibility(player)
    await player.play("wrong_umbrella", lang)
    assert YES[lang] in await player.ask(QUESTION[lang])
    assert QUESTION[lang] in await player.text("#board-0")
    assert "33" in await player.text(".dial")
    await player.press("[data-say='/hint']")
    assert await player.count("#log > li .hint") == 1
    await player.unfold()
    await player.page.click("[data-say='/undo']")
    await player.page.wait_for_function("!document.querySelector('#log .hint')")
    await check_accessibility(player)
    await player.answer(story(lang))
    assert await player.count(".ending.won") == 1
    assert await player.count(".findings .found") == 3
    assert await player.count("svg.path .mark") >= 2
    shared = await player.text("#share-text")
    assert "🟩" in shared and "100" in shared
    await player.page.click("[data-stars='4']")
    await player.page.wait_for_selector("[data-stars='4'][aria-pressed=true]")
    await check_accessibility(player)
    await player.go(shared_server.url + "?view=games", ".rows li")
    await check_accessibility(player)
    await player.go(shared_server.url)
    card = player.page.locator("#cards > li", has=player.page.locator("[data-start=wrong_umbrella]:visible"))
    assert await card.get_attribute("data-state") == "solved"


async def test_what_is_shown_may_be_answered_before_its_request_returns(
    shared_server: Server, people: People
):
    player = await people()
    await player.begin(shared_server)
    held, released = asyncio.Event(), asyncio.Event()

    async def late(route: Any) -> None:
        response = await route.fetch()
        if "send_message" in (route.request.post_data or ""):
            held.set()
            await released.wait()
        await route.fulfill(response=response)

    await player.page.route("**/component_server**", late)
    await player.ask(QUESTION["en"])
    await held.wait()
    await player.page.focus("[data-say='/undo']")
    await player.page.keyboard.press("Enter")
    await player.page.keyboard.press("Enter")
    assert await player.count("#board-0 li") == 1, "not before the message is over"
    released.set()
    await player.page.wait_for_function("!document.querySelector('#board-0 li')")
    await player.sent()
    assert await player.count("#log .said") <= 1, "one press was taken"


async def test_nothing_is_sent_before_the_turn_of_the_message_before_is_shown(
    shared_server: Server, people: People
):
    """What is picked meanwhile was offered before, and would answer what is asked now."""
    player = await people()
    await player.page.add_init_script(HOLDS_ITS_STREAM)
    await player.begin(shared_server)
    await player.page.evaluate("() => { window.held = new Promise((done) => { window.release = done; }); }")
    before = await player.page.evaluate("opened")
    await player.page.fill("#message", QUESTION["en"])
    await player.page.press("#message", "Enter")
    await player.page.wait_for_function("before => opened > before", arg=before)  # as the turn is late
    await player.page.fill("#message", "Did the police free the man?")
    await player.page.press("#message", "Enter")
    assert await player.count("#game.pending") == 1
    assert await player.page.input_value("#message") == "Did the police free the man?", "it waits"
    await player.page.evaluate("release()")
    await player.sent()
    assert QUESTION["en"] in await player.text("#log > li:last-child")
    await player.page.press("#message", "Enter")
    await player.page.wait_for_function("document.querySelectorAll('#log .said').length === 2")


async def test_a_transcript_can_be_downloaded(shared_server: Server, people: People):
    player = await people()
    await player.begin(shared_server)
    await player.ask("Was the man kidnapped?")
    for form, holds in (("md", "Was the man kidnapped? — Yes"), ("jsonl", '"event": "question_ruled"')):
        async with player.page.expect_download() as download:
            await player.page.click(f".tools a[href*='.{form}']")
        path = await (await download.value).path()
        text = path.read_text("utf-8").replace("**", "")
        assert holds in text and "trace" not in text


async def test_another_way_is_tried_from_an_earlier_turn(shared_server: Server, people: People):
    player = await people()
    await player.begin(shared_server)
    first = player.page.url
    await player.ask("Was the man kidnapped?")
    await player.ask("Did the police free the man?")
    await player.page.click("[data-fork='1']")
    await player.page.wait_for_function("url => location.href !== url", arg=first)
    await player.page.wait_for_function("document.querySelectorAll('#log > li').length === 1")
    await player.page.go_back()
    await player.page.wait_for_function("document.querySelectorAll('#log > li').length === 2")


async def test_a_restart_leads_to_a_new_game_and_leaves_the_other_in_the_list(
    shared_server: Server, people: People
):
    player = await people()
    await player.begin(shared_server)
    first = player.page.url
    await player.ask("start over")
    await player.page.click("#log .open .options button")
    await player.page.wait_for_function("url => location.href !== url", arg=first)
    await player.page.wait_for_function("document.querySelectorAll('#log .said').length === 0")
    second = player.page.url
    await player.unfold()
    await player.page.click("[data-say='/restart']")
    await player.page.wait_for_function("url => location.href !== url", arg=second)
    await player.go(shared_server.url + "?view=games", ".rows li")
    assert await player.count(".rows li") == 3


async def test_a_game_is_replayed_turn_by_turn(shared_server: Server, people: People):
    player = await people()
    await player.begin(shared_server)
    for question in ("Was the man kidnapped?", "Did the police free the man?"):
        await player.ask(question)
    await player.page.select_option("#pace", "0.5")
    await player.page.click("[data-replay]")
    assert await player.count("#log > li:visible") < 2
    await player.page.wait_for_function("document.querySelectorAll('#log > li:not([hidden])').length === 2")


async def test_nothing_secret_comes_over_the_wire_before_the_end(shared_server: Server, people: People):
    player = await people()
    await player.begin(shared_server, "silent_bell")
    for question in (
        "Did somebody die?",
        "Is the bell important?",
        "/hint",
        "/recap",
        "/challenge",
        "/status",
    ):
        await player.ask(question)
    await player.page.check("input[value=answer]", force=True)
    await player.ask("It was all a dream.")
    await player.page.reload()
    await player.page.wait_for_selector("#log > li")
    await asyncio.gather(*player.reading)
    assert any("silent_bell" in line for line in player.heard)
    found = {word for line in player.heard for word in re.findall(r"(?:\b|\\[nrt])(zz[a-z]+)", line)}
    assert found == {"zzhintone"}, "the hint that was asked for, and nothing else"


async def check_that_voices_are_kept_apart(player: Person) -> None:
    """Two voices at once: the end of the one neither ends nor mixes with the other."""
    pieces = [("It ", 2, "Mara"), ("Who ", 3, ""), ("snows.", 2, "Mara"), ("knocks?", 3, "")]
    updates: list[dict[str, Any]] = [{"piece": text, "turn": n, "speaker": by} for text, n, by in pieces]
    updates += [{"set": [], "append": [["log", "<li class=turn></li>"]], "spoken": [[2, "Mara"]]}]
    heard = await player.page.evaluate(
        """async (updates) => {
            const { live } = await import("/web/game.js");
            return updates.map((update) => {
                live.stream.onmessage({ data: JSON.stringify(update) });
                return [...document.querySelectorAll("#heard > li")].map((item) => item.textContent);
            });
        }""",
        updates,
    )
    assert heard[-2:] == [["Mara: It snows.", "Who knocks?"], ["Who knocks?"]]


async def test_a_narrator_is_heard_as_it_speaks_while_the_player_types_on_and_the_server_ends(
    modelled_server: Server, people: People
):
    player = await people()
    await player.begin(modelled_server, "silent_bell")
    await player.page.fill("#message", "Is there any snow?")
    for _ in range(3):
        await player.page.press("#message", "Enter")
    await player.page.fill("#message", "the next question")
    await player.page.wait_for_function("document.querySelector('#thinking').textContent !== ''")
    await player.page.wait_for_selector("#log .narration")
    await player.page.wait_for_function("document.querySelector('#thinking').textContent === ''")
    assert await player.count("#log > li.t-question_ruled") == 1, "nobody sends twice"
    assert "<b>Snow</b>" in await player.text("#log > li:last-child .narration")
    assert await player.page.input_value("#message") == "the next question"
    heard = "".join(player.heard)
    assert '\\"piece\\": \\"The ' in heard or '"piece": "The ' in heard
    assert await player.count("#heard > li") == 0, "its pieces made room for the whole"
    await player.sent()
    await player.page.press("#message", "Enter")
    await player.page.wait_for_function("document.querySelector('#thinking').textContent !== ''")
    modelled_server.process.terminate()
    await player.page.wait_for_selector("#log > li:nth-child(2)")  # the server finishes and shows it first
    await check_that_voices_are_kept_apart(player)
    assert await asyncio.to_thread(modelled_server.process.wait) == 0
    player.complaints = [line for line in player.complaints if "ERR_" not in line]  # it is gone
