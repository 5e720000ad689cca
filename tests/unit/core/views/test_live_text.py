"""Words that are heard while they are written, and withdrawn if they do not hold."""

import asyncio

from echoes.core.views.live_text import LiveText, hearing, live_text

Heard = list[tuple[str, str]]


def listener() -> tuple[Heard, LiveText]:
    heard: Heard = []
    return heard, LiveText(lambda speaker, piece: heard.append((speaker, piece)))


def test_pieces_are_handed_on_as_they_come_and_empty_ones_are_none():
    heard, live = listener()
    for speaker, piece in (("", "It "), ("ada", "Hm."), ("", ""), ("", "snowed.")):
        live.hear(speaker, piece)
    assert heard == [("", "It "), ("ada", "Hm."), ("", "snowed.")]


def test_only_what_was_heard_is_withdrawn_and_only_once():
    heard, live = listener()
    live.hear("ada", "Hm.")
    live.withdraw("bert")
    live.withdraw("ada")
    live.withdraw("ada")
    assert heard == [("ada", "Hm."), ("ada", "")]


def test_without_a_name_all_words_are_withdrawn():
    heard, live = listener()
    live.hear("ada", "a")
    live.hear("", "b")
    live.withdraw()
    assert heard[2:] == [("ada", ""), ("", "")]


async def test_tasks_that_are_started_meanwhile_are_heard_and_others_are_not():
    heard: Heard = []

    async def write(text: str) -> None:
        live_text().hear("", text)

    with hearing(lambda speaker, piece: heard.append((speaker, piece))):
        await asyncio.create_task(write("during"))
    await write("after")
    assert heard == [("", "during")]
