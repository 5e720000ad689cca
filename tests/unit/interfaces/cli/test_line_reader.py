"""Lines are read beside the loop; what happens meanwhile is printed above the line that is being typed."""

import asyncio
import gc
import os
from collections.abc import Callable
from queue import Queue
from types import SimpleNamespace

import pytest

from echoes.interfaces.cli.line_reader import LineReader

Typed = Callable[[str | Exception], None]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Typed:
    """A terminal at which lines are typed by calling this."""
    lines: Queue[str | Exception] = Queue()

    def line(prompt: str) -> str:
        read = lines.get()
        if isinstance(read, Exception):
            raise read
        return read

    monkeypatch.setattr("builtins.input", line)
    monkeypatch.setattr("echoes.interfaces.cli.line_reader._keep_terminal", lambda: None)
    return lines.put


async def test_the_loop_goes_on_while_somebody_types(typed: Typed):
    reading = asyncio.ensure_future(LineReader(at_terminal=True).read("› "))
    await asyncio.sleep(0)
    assert not reading.done()
    typed("Was it snow?")
    assert await reading == "Was it snow?"


async def test_a_line_that_nobody_waits_for_any_more_answers_the_next_question(typed: Typed):
    lines = LineReader(at_terminal=True)
    reading = asyncio.ensure_future(lines.read("› "))
    await asyncio.sleep(0)
    reading.cancel()
    again = asyncio.ensure_future(lines.read("Another? › "))
    await asyncio.sleep(0)
    typed("y")
    assert await again == "y"


async def test_the_end_of_input_is_said(typed: Typed):
    typed(EOFError())
    with pytest.raises(EOFError):
        await LineReader(at_terminal=True).read("› ")


async def test_the_end_of_input_that_nobody_waits_for_any_more_is_no_error(
    typed: Typed, caplog: pytest.LogCaptureFixture
):
    lines = LineReader(at_terminal=True)
    reading = asyncio.ensure_future(lines.read("› "))
    await asyncio.sleep(0)
    line = lines._line  # pyright: ignore[reportPrivateUsage]
    reading.cancel()
    typed(EOFError())
    assert line is not None
    await asyncio.wait([line])
    del lines, line, reading
    gc.collect()
    assert caplog.text == ""


async def test_what_is_half_typed_is_shown_again(
    typed: Typed, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    half = SimpleNamespace(get_line_buffer=lambda: "Was it sn")
    monkeypatch.setattr("echoes.interfaces.cli.line_reader._module", lambda name: half)
    lines = LineReader(at_terminal=True)
    reading = asyncio.ensure_future(lines.read("› "))
    await asyncio.sleep(0)
    with lines.above():
        print("✘ NO")
    assert capsys.readouterr().out == "\r\x1b[J✘ NO\n› Was it sn"
    typed("Was it snow?")
    await reading
    with lines.above():
        print("✔ YES")
    assert capsys.readouterr().out == "✔ YES\n", "nobody is typing"


async def test_a_pipe_is_read_line_by_line(monkeypatch: pytest.MonkeyPatch):
    out, into = os.pipe()
    monkeypatch.setattr("sys.stdin", SimpleNamespace(fileno=lambda: out))
    lines = LineReader(at_terminal=False)
    os.write(into, "是雪吗？\r\n\xff".encode() + b"\xff")
    assert await lines.read() == "是雪吗？"
    os.close(into)
    assert await lines.read() == "\xff\N{REPLACEMENT CHARACTER}"
    with pytest.raises(EOFError):
        await lines.read()
    os.close(out)


async def test_where_there_is_no_input_it_ends(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(EOFError):
        await LineReader(at_terminal=False).read()


async def test_what_is_printed_above_comes_after_the_line_is_cleared_whatever_stream_it_goes_to(
    typed: Typed, monkeypatch: pytest.MonkeyPatch
):
    written: list[str] = []
    screen = SimpleNamespace(write=written.append, flush=lambda: written.append("flushed"))
    lines = LineReader(at_terminal=True)
    reading = asyncio.ensure_future(lines.read("› "))
    await asyncio.sleep(0)
    monkeypatch.setattr("echoes.interfaces.cli.line_reader.sys.stdout", screen)
    with lines.above():
        assert written[-1] == "flushed"
    monkeypatch.undo()
    typed("")
    await reading
