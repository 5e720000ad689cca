"""The line that moves while somebody thinks: at a terminal only, after a while, and without a trace."""

import asyncio
from io import StringIO

import pytest

from echoes.interfaces.cli.thinking_line import ThinkingLine


class Terminal(StringIO):
    """A stream that a person looks at."""

    def isatty(self) -> bool:
        return True

    def screen(self) -> str:
        """What stands on the last line."""
        return self.getvalue().rpartition("\x1b[K")[2]


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.mark.parametrize(("lang", "words"), [("en", "Thinking … 3 s"), ("zh", "正在想…… 3 秒")])
async def test_it_shows_seconds_and_leaves_nothing(clock: Clock, lang: str, words: str):
    terminal = Terminal()
    line = ThinkingLine(True, lambda: lang, terminal, clock)
    with line.waiting():
        line.draw()
        assert terminal.getvalue() == "", "a quick answer needs none"
        clock.now = 3.2
        line.draw()
        assert words in terminal.screen()
        clock.now = 3.3
        before = terminal.screen()
        line.draw()
        assert terminal.screen() not in ("", before), "it moves"
    assert terminal.screen() == ""


async def test_what_is_printed_meanwhile_has_the_line_for_itself(clock: Clock):
    terminal = Terminal()
    line = ThinkingLine(True, lambda: "en", terminal, clock)
    with line.waiting():
        clock.now = 1.0
        line.draw()
        with line.aside():
            assert terminal.screen() == ""
            clock.now = 9.0
            line.draw()
            assert terminal.screen() == ""
        line.draw()
        assert terminal.screen() == "", "the seconds count anew"
        clock.now = 10.0
        line.draw()
        assert "1 s" in terminal.screen()
        line.hush()
        clock.now = 20.0
        line.draw()
        assert terminal.screen() == "", "a narrator's words come"


@pytest.mark.parametrize(("is_on", "stream"), [(False, Terminal()), (True, StringIO())])
async def test_nobody_is_shown_anything_who_does_not_sit_at_a_terminal(
    clock: Clock, is_on: bool, stream: StringIO
):
    with ThinkingLine(is_on, lambda: "en", stream, clock).waiting():
        clock.now = 5.0
        await asyncio.sleep(0.3)
    assert stream.getvalue() == ""


async def test_it_moves_by_itself_while_somebody_waits():
    terminal = Terminal()
    with ThinkingLine(True, lambda: "en", terminal).waiting():
        while "Thinking" not in terminal.getvalue():  # noqa: ASYNC110 - it is drawn by the loop
            await asyncio.sleep(0.01)
    assert terminal.screen() == ""
