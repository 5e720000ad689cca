"""Two workers on one storage: who plays at the one is seen at once at the other."""

from collections.abc import Awaitable, Callable, Iterator

import pytest
from tests.web.conftest import Person, Server

from echoes.bench.performance.web import hearing_times

pytestmark = [pytest.mark.slow]
People = Callable[..., Awaitable[Person]]


@pytest.fixture
def workers(own_server: Server) -> Iterator[tuple[Server, Server]]:
    """Two servers on the same folders, as two workers of one address are."""
    other = Server(own_server.folder, own_server.settings)
    other.start()
    yield own_server, other
    other.stop()


async def test_a_room_of_two_workers_is_one_room(workers: tuple[Server, Server], people: People):
    one, other = workers
    ann, bo = await people(), await people()
    await ann.begin(one)
    await ann.ask("Was the man kidnapped?")
    link = (await ann.invite()).replace(one.url, other.url)
    assert link.startswith(other.url)
    await bo.go(link, "#log > li")
    await bo.page.fill("#name", "Bo")
    await bo.page.press("#name", "Enter")
    await ann.page.wait_for_function("document.querySelector('#here').textContent.includes('Bo')")
    await bo.ask("Did the police free the man?")
    await ann.page.wait_for_function("document.querySelectorAll('#log > li').length === 2")
    assert "Bo" in await ann.text("#log > li:last-child")
    await ann.ask("Is the weather important?")
    await bo.page.wait_for_function("document.querySelectorAll('#log > li').length === 3")
    await bo.page.fill("#chat-text", "Who is at the police?")
    await bo.page.press("#chat-text", "Enter")
    await ann.page.wait_for_selector("#chat li")
    assert "Who is at the police?" in await ann.text("#chat")
    assert await ann.count("#log > li") == 3
    assert len(await hearing_times(one.url, other.url, 2)) == 2
