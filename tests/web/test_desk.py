"""The author's desk: a puzzle is written, tried, changed and withdrawn; questions are ruled on; files come in."""

import json
from collections.abc import Awaitable, Callable

import pytest
from tests.support import canary_puzzle, write_puzzle
from tests.web.conftest import OPERATOR, Person, Server, check_accessibility

pytestmark = [pytest.mark.slow]
People = Callable[..., Awaitable[Person]]
LOCALE = {"en": "en-US", "zh": "zh-CN"}
WORDS = {
    "en": {
        "wants": "operator's password",
        "alone": "Playable without a model: not",
        "open": "could not be ruled on",
        "yes": "YES",
    },
    "zh": {"wants": "管理员密码", "alone": "不接模型：不能玩", "open": "没能裁定", "yes": "是"},
}
STORY = {
    "en": ("The Deaf Ringer", "A man rings a bell nobody hears.", "He rings it for his dog.", "Is it a dog?"),
    "zh": ("敲钟的人", "有个人每天敲一口没人听得见的钟。", "他敲给自己的狗听。", "是狗吗？"),
}


async def come_in(author: Person, server: Server, lang: str) -> None:
    await author.page.goto(server.url + "desk")
    assert WORDS[lang]["wants"] in await author.text("main")
    await check_accessibility(author)
    await author.page.fill("#password", OPERATOR)
    await author.page.press("#password", "Enter")
    await author.page.wait_for_selector(".desk h1")
    await check_accessibility(author)


@pytest.mark.parametrize(("lang", "phone"), [("en", False), ("zh", True)])
async def test_an_author_writes_tries_changes_and_withdraws(
    shared_server: Server, people: People, lang: str, phone: bool
):
    scheme = "dark" if phone else "light"
    author, page = (found := await people(LOCALE[lang], phone, color_scheme=scheme)), found.page
    await come_in(author, shared_server, lang)
    assert await author.count("body.dark") == phone, "the colours are those of the system"
    title, story, answer, question = STORY[lang]
    await page.click("nav a[href='?page=new']")
    for name, text in (("title", title), ("statement", story), ("answer", answer)):
        await page.fill(f"form > label > [data-field={name}]", text)
    await page.click("[data-rows=facts] [data-add]")
    await page.fill("[data-rows=facts] ol [data-field=statement]", answer)
    await page.check("[data-rows=facts] ol [data-field=core]")
    await page.fill("[data-field=cloze]", "{who} … {what}")
    for number, (name, right) in enumerate((("what", answer), ("who", title)), 1):
        await page.click("[data-rows=gaps] [data-add]")
        row = f"[data-rows=gaps] li:nth-child({number})"
        for field, text in (("id", name), ("right", right), ("wrong", "?\n!"), ("facts", "f1")):
            await page.fill(f"{row} [data-field={field}]", text)
    await page.reload()
    assert await page.input_value("[data-rows=gaps] li:nth-child(2) [data-field=right]") == title
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await check_accessibility(author)
    await page.click("form.written .primary")
    await page.wait_for_selector(".findings-list")
    assert await page.input_value("[data-rows=gaps] li:nth-child(1) [data-field=id]") == "who", (
        "as in the text"
    )
    assert WORDS[lang]["alone"] in await author.text("main")
    await check_accessibility(author)
    assert await author.count(".badge.withdrawn"), "what nobody can play is kept as a draft"
    early = await people(LOCALE[lang])
    await early.go(shared_server.url)
    assert title not in await early.text("#cards")

    address = page.url.partition("&said")[0]
    await page.click("[data-do=try_scenario]")
    await page.wait_for_selector("#message")
    await author.ask(question)
    await page.goto(address.replace("page=puzzle", "page=questions"))
    assert WORDS[lang]["open"] in await author.text("#gaps")
    await check_accessibility(author)
    await page.click("#gaps summary")
    await page.check("#gaps input")
    await page.click("#gaps [data-choice=YES]")
    await page.wait_for_selector("#gaps:not(:has(li))")
    await page.goto(address)
    assert await author.count(".versions li") == 2
    await page.fill("#asked", question)
    await page.press("#asked", "Enter")
    await page.wait_for_selector("#ruling .ruled")
    assert WORDS[lang]["yes"] in await author.text("#ruling")
    await page.fill("form > label > [data-field=title]", f"{title} <b>II</b>")
    await page.click("form.written .primary")
    await page.wait_for_selector(".versions li:nth-child(3)")
    await page.click(".versions li:last-child [data-do=publish_again]")
    await page.wait_for_selector(".versions li:nth-child(4)")

    await page.click("[data-do=withdraw_scenario]")
    await page.wait_for_selector(".badge.withdrawn")
    reader = await people(LOCALE[lang])
    await reader.go(shared_server.url)
    assert title not in await reader.text("#cards"), "it is withdrawn"
    await page.click("[data-do=publish_again]")
    await page.wait_for_selector(".badge.published")
    await reader.go(shared_server.url)
    assert title in await reader.text("#cards")
    await page.click("nav a[href='?page=figures']")
    await page.wait_for_selector("h1")
    assert "common." not in await author.text("main")
    await check_accessibility(author)
    assert answer not in "\n".join(reader.heard), "the solution went to a player"


async def field_values(author: Person) -> dict[str, list[object]]:
    """Return what stands in each field of the form, rows under the name of their list."""
    found: dict[str, list[object]] = await author.page.evaluate(
        """() => {
          const found = {};
          for (const field of document.querySelectorAll(".written :not(template) [data-field]")) {
            const rows = field.closest("[data-rows]")?.dataset.rows;
            const name = rows ? `${rows} ${field.dataset.field}` : field.dataset.field;
            (found[name] ??= []).push(field.type === "checkbox" ? field.checked : field.value);
          }
          return found;
        }"""
    )
    return found


async def write(author: Person, **texts: str) -> None:
    for name, text in texts.items():
        await author.page.fill(f"form > label > [data-field={name}]", text)


async def add(author: Person, rows: str, **texts: str) -> None:
    """Add a row, and fill it in."""
    await author.page.click(f"[data-rows={rows}] [data-add]")
    for name, text in texts.items():
        await author.page.fill(f"[data-rows={rows}] ol > :last-child [data-field={name}]", text)


async def kept(author: Person) -> None:
    """Wait until the page says that all of it is kept."""
    await author.page.wait_for_function(
        "() => document.querySelector('#kept').textContent === document.querySelector('#kept').dataset.kept"
    )


async def test_no_word_is_lost_and_none_gets_into_another_field(own_server: Server, people: People):
    author, page = (found := await people()), found.page
    await come_in(author, own_server, "en")
    await page.click("nav a[href='?page=new']")
    await page.wait_for_selector("form.written")
    written = page.url
    await write(author, title="The title", statement="The story.", answer="The answer.")
    for name in ("first", "second"):
        await add(author, "facts", statement=f"The {name} zither.", wordings=f"Zither {name}.\nIn short.")
        await page.check("[data-rows=facts] ol > :last-child [data-field=core]")
    await add(author, "hints", text="The hint.")
    typed = await field_values(author)
    assert typed["facts statement"] == ["The first zither.", "The second zither."]

    await page.click("[data-try-form]")
    await page.wait_for_selector("#message")
    await page.go_back()
    await page.wait_for_selector("form.written")
    assert await field_values(author) == typed, "Back"
    assert "zither" not in page.url and page.url == written
    await page.go_forward()
    await page.wait_for_selector("#message")
    await page.click("nav a:has-text('Back to the draft')")
    await page.wait_for_selector("form.written")
    assert await field_values(author) == typed and page.url == written, "the try-out leads back"
    await page.reload()
    assert await field_values(author) == typed, "reload"
    await page.click("[data-rows=facts] li:first-child [data-drop-row]")
    await write(author, notes="The notes.")
    await page.goto(own_server.url)  # at once
    await page.goto(f"{own_server.url}desk/")
    await page.click("li.card:has-text('The title') a.primary")
    await page.wait_for_selector("form.written")
    await page.wait_for_function("() => document.querySelector('[data-field=notes]').value === 'The notes.'")
    assert (await field_values(author))["facts statement"] == ["The second zither."]

    await page.click("form.written .primary")
    await page.wait_for_selector(".versions")
    shown = {**typed, "notes": ["The notes."], "facts id": ["f1"], "facts core": [True]}
    shown |= {name: typed[name][1:] for name in ("facts statement", "facts wordings")}
    assert await field_values(author) == {
        name: value for name, value in shown.items() if name not in ("id", "language")
    }
    await page.go_back()
    await page.wait_for_selector(".versions")
    await page.click("[data-do=publish_again]")
    await page.wait_for_selector(".badge.published")
    reader = await people()
    await reader.go(own_server.url)
    card = await reader.text("#cards > li:has-text('The title')")
    assert "zither" not in card.casefold() and "hint" not in card and "answer" not in card
    assert "zither" not in "\n".join(reader.heard).casefold(), "the solution went to a player"


async def test_an_author_goes_on_writing_on_another_device(own_server: Server, people: People):
    author, page = (found := await people()), found.page
    await come_in(author, own_server, "en")
    await page.click("nav a[href='?page=new']")
    await write(author, title="The title", statement="Begun here.")
    await add(author, "hints", text="Here.")
    await kept(author)
    other = await people(LOCALE["zh"], True)
    await come_in(other, own_server, "zh")
    await other.page.click("li.card:has-text('The title') a.primary")
    await other.page.wait_for_selector("form.written")
    there = await field_values(other)
    assert there == {**(await field_values(author)), "language": ["en"]}, "as it was chosen there"
    await write(other, answer="There.")
    await kept(other)
    await check_accessibility(other)

    await write(author, statement="And here.")
    await page.wait_for_selector("#stale:not([hidden])")
    await check_accessibility(author)
    await page.click("[data-keep]")
    await kept(author)
    await page.reload()
    both = await field_values(author)
    assert (both["statement"], both["answer"]) == (["And here."], ["There."]), "neither is lost"
    await write(other, answer="There, too.")
    await other.page.wait_for_selector("#stale:not([hidden])")
    await other.page.click("[data-load]")
    await other.page.wait_for_function(
        "() => document.querySelector('[data-field=statement]').value === 'And here.'"
    )
    await page.click("[data-do=drop_form_draft]")
    await page.wait_for_selector("#status:has-text('Discarded')")
    assert not await author.count("li.card:has-text('The title')")


async def test_what_was_changed_and_not_published_comes_back_with_the_puzzle(
    shared_server: Server, people: People
):
    write_puzzle(shared_server.folder / "data" / "situation_puzzles", canary_puzzle(id="edited_bell"))
    author, page = (found := await people()), found.page
    await come_in(author, shared_server, "en")
    address = f"{shared_server.url}desk/?page=puzzle&id=edited_bell&in=en"
    await page.goto(address)
    before = await field_values(author)
    await add(author, "hints", text="Another hint.")
    await page.click("[data-try-form]")
    await page.wait_for_selector("#message")
    await page.click("nav a:has-text('Back to the draft')")
    await page.wait_for_selector("form.written")
    assert page.url == address
    assert (await field_values(author))["hints text"] == [*before["hints text"], "Another hint."]
    await page.click("form.written .primary")
    await page.wait_for_selector("#status:has-text('Saved')")
    assert (await field_values(author))["hints text"] == [*before["hints text"], "Another hint."]
    assert await author.count("[data-do=drop_form_draft]:visible") == 0


@pytest.mark.parametrize(("lang", "phone"), [("en", False), ("zh", True)])
async def test_two_fields_are_asked_about_until_the_puzzle_plays(
    own_server: Server, people: People, lang: str, phone: bool
):
    author, page = (found := await people(LOCALE[lang], phone)), found.page
    await come_in(author, own_server, lang)
    await page.goto(f"{own_server.url}desk/?page=new")
    title, story, answer, question = STORY[lang]
    await write(author, title=title, statement=story, answer=answer)
    await page.click("form.written .primary")
    await page.wait_for_selector("a.primary[href^='?page=questions']")
    await page.click("a.primary[href^='?page=questions']")
    first = "#guide .gap-group li:first-child"
    await page.wait_for_selector(first)
    await check_accessibility(author)
    asked = await author.text(f"{first} strong")
    await page.focus(f"{first} [data-choice=NO]")
    await page.keyboard.press("Enter")
    await page.wait_for_selector("#guide .steps :text('1 / 150')")
    assert not await author.count(f"[data-gap='question:{asked}']")
    focused = await page.evaluate("document.activeElement.closest('[data-gap]') !== null")
    assert focused, "the next one is under the keyboard"
    await page.click(".own summary")
    await page.fill("#own-question", f"{question}\n{answer}")
    await page.click(".own [data-choice=YES]")
    await page.wait_for_selector("#guide .steps :text('2 / 150')")
    await check_accessibility(author)
    await page.click(f"{first} [data-choice=IRRELEVANT]")
    await page.wait_for_selector("#guide .steps :text('3 / 150')")
    path = next((own_server.folder / "data" / "situation_puzzles" / "versions").glob("*/0004.json"))
    rulings = json.loads(path.read_text("utf-8"))["rulings"]
    assert [one["ruling"] for one in rulings] == ["NO", "YES", "IRRELEVANT"]
    assert rulings[0]["texts"][0] == asked and len(rulings[0]["texts"]) > 1 and rulings[0]["about"]
    assert rulings[1]["texts"] == [question, answer]


async def test_what_is_not_in_doubt_is_confirmed_at_once(shared_server: Server, people: People):
    votes = {"Was it late?": ["YES", "NO"], "Was it cold?": ["NO", "NO"], "Was it dark?": ["YES", "YES"]}
    drafted = [
        {"texts": [text], "ruling": said[0], "votes": said, "unconfirmed": True}
        for text, said in votes.items()
    ]
    path = write_puzzle(
        shared_server.folder / "data" / "situation_puzzles", canary_puzzle(id="bulk_bell", rulings=drafted)
    )
    author, page = (found := await people()), found.page
    await come_in(author, shared_server, "en")
    await page.goto(f"{shared_server.url}desk/?page=questions&id=bulk_bell&in=en")
    assert await author.count("#gaps li[data-gap]") == 3
    await check_accessibility(author)
    await page.click("#gaps [data-confirm]")
    await page.wait_for_function("document.querySelectorAll('#gaps li[data-gap]').length === 1")
    assert "Was it late?" in await author.text("#gaps"), "where two disagree, the author looks at it"
    rulings = json.loads(path.read_text("utf-8"))["rulings"]
    assert {one["texts"][0] for one in rulings if one.get("unconfirmed")} == {"Was it late?"}


async def test_a_model_drafts_what_is_missing_when_its_author_has_seen_the_cost(
    drafting_server: Server, people: People
):
    bell = canary_puzzle(id="drafted_bell")
    kept = {key: bell[key] for key in ("id", "language", "title", "statement", "answer")}
    path = write_puzzle(drafting_server.folder / "data" / "situation_puzzles", kept)
    author, page = (found := await people("zh-CN", True)), found.page
    await come_in(author, drafting_server, "zh")
    await page.goto(f"{drafting_server.url}desk/?page=questions&id=drafted_bell&in=en")
    await page.click(".draft summary")
    await page.fill("#draft-size", "20")
    await page.uncheck("#draft-other")
    await page.click("[data-draft=estimate_draft]")
    await page.wait_for_selector("[data-draft=begin_draft]")
    told = await author.text("#draft")
    assert "次请求" in told and "按设置里的价格" in told
    assert json.loads(path.read_text("utf-8")) == kept, "nothing is drafted unasked"
    await check_accessibility(author)
    await page.click("[data-draft=begin_draft]")
    await page.wait_for_selector("#gaps li[data-gap]")
    assert "起草好了" in await author.text("#status")
    drafted = json.loads(path.read_text("utf-8"))
    assert all(one["unconfirmed"] for one in [*drafted["facts"], *drafted["rulings"]])
    await check_accessibility(author)


DROP = """([zone, name, text]) => {
  const dropped = new DataTransfer();
  dropped.items.add(new File([text], name));
  for (const kind of ["dragenter", "dragover", "drop"])
    document.querySelector(zone).dispatchEvent(new DragEvent(kind, { dataTransfer: dropped, bubbles: true, cancelable: true }));
}"""


async def test_a_file_is_dropped_on_the_page_and_its_drafts_are_published(
    shared_server: Server, people: People
):
    author, page = (found := await people(LOCALE["zh"])), found.page
    await come_in(author, shared_server, "zh")
    await page.click("nav a[href='?page=import']")
    await page.wait_for_selector(".zone")
    await page.evaluate(DROP, [".zone", "纸船.pdf", "%PDF-1.7"])
    await page.wait_for_selector("#mapping .warning")
    assert "是 PDF" in await author.text("#mapping"), "said in the author's language"
    table = (
        "题目,故事,谜底\n纸船,小女孩每天放一只纸船，有一天不放了。,下游的老人会捞起来，那天老人来敲了门。\n"
    )
    await page.evaluate(DROP, [".zone", "纸船.csv", table.replace("谜底", "后来")])
    await page.wait_for_selector("#report .badge.failed")
    assert "后来" in await author.text("tr.unmapped"), "what stands for nothing is shown"
    assert not await author.count("#drop.over")
    await page.select_option("[data-column=后来]", "answer")
    await page.click("[data-again]")
    await page.wait_for_selector("#results .badge.draft")
    await page.evaluate(DROP, [".zone", "纸船.csv", table])
    await page.wait_for_selector("#counts [data-take-in]")
    assert await author.count("tr.unmapped") == 0, "the file is read anew"
    await page.click("[data-take-in]")
    await page.wait_for_selector("[data-do=publish_kept]")
    await page.click("[data-do=publish_kept]")
    await page.wait_for_selector("#status:has-text('已发布')")
    assert "暂时没人能玩" in author.asked[-1]
    reader = await people(LOCALE["zh"])
    await reader.go(shared_server.url)
    assert "纸船" in await reader.text("#cards")


async def test_a_file_is_mapped_by_hand_reported_and_taken_in(shared_server: Server, people: People):
    author, page = (found := await people()), found.page
    await come_in(author, shared_server, "en")
    await page.click("nav a[href='?page=import']")
    rows = [f"Bell {n}\tA man rings bell {n} at night.\tHe calls ship {n} home.\tx{n}" for n in range(3)]
    table = "\n".join(["title\tplot\tending\tcode", *rows, rows[0].replace("Bell 0", "Once more", 1)])
    sent = {"name": "bells.tsv", "mimeType": "text/plain", "buffer": table.encode()}
    await page.set_input_files("#files", sent)
    await page.wait_for_selector("#report .badge.failed")
    assert await author.count("tr.unmapped") == 3, "what stands for nothing is shown"
    await page.select_option("[data-column=plot]", "statement")
    await page.select_option("[data-column=ending]", "answer")
    await page.select_option("[data-column=title]", "-")
    await page.click("[data-again]")
    await page.wait_for_selector("tr.unmapped [data-column=title]")
    await page.select_option("[data-column=title]", "")
    await page.click("[data-again]")
    await page.wait_for_selector("tr:not(.unmapped) [data-column=title]")
    await page.wait_for_selector("[data-take-in]")
    assert await author.count("#results .badge.draft") == 3, "no question of theirs has been ruled on"
    assert "no question has been ruled on" in await author.text("#results li")
    assert await author.count("#results .badge.duplicate") == 1
    await check_accessibility(author)
    assert not list(shared_server.folder.glob("data/situation_puzzles/*bell_1*")), (
        "nothing is taken in unasked"
    )
    await page.click("[data-take-in]")
    await page.wait_for_selector("#counts a")
    assert await author.count("#results .badge.draft") == 3
    reader = await people()
    await reader.go(shared_server.url)
    assert "Bell 1" not in await reader.text("#cards"), "what nobody can play waits for its author"
    await page.set_input_files("#files", sent)
    await page.wait_for_selector("#counts .badge.failed:visible")
    await page.select_option("[data-column=plot]", "statement")
    await page.select_option("[data-column=ending]", "answer")
    await page.click("[data-again]")
    await page.wait_for_selector("[data-take-in]")
    assert await author.count("#results .badge.unchanged") == 3, "drafts are not kept twice"
    await page.goto(f"{shared_server.url}desk/?page=list")
    await page.click("li.card:has-text('Bell 1') [data-do=publish_again]")
    await page.wait_for_selector("#status:has-text('Published')")
    assert "no question has been ruled on" in author.asked[-1], "its author is told what it lacks"
    await reader.go(shared_server.url)
    assert "Bell 1" in await reader.text("#cards")
    assert "Bell 2" not in await reader.text("#cards")

    await page.goto(f"{shared_server.url}desk/?page=import")
    puzzle = json.dumps(canary_puzzle(id="hostile_file", title="<img src=x onerror=alert(1)>")).encode()
    hostile = {"name": "<img src=x onerror=alert(2)>.json", "mimeType": "text/plain", "buffer": puzzle}
    await page.set_input_files("#files", hostile)
    await page.wait_for_selector("#results:has-text('hostile_file')")
    assert await author.count("#echoes img") == 0
