"""Leaks are counted by role: a referee may know the secret, nobody else, and silence proves nothing."""

from types import SimpleNamespace
from typing import Any

import pytest
from tests.support import canary_puzzle, event

from echoes.bench.leaks.calls import ModelCall
from echoes.bench.situation_puzzle.leaks import measuring
from echoes.bench.situation_puzzle.leaks.secrets import Secrets
from echoes.core.seats.roles import Role

PUZZLE: Any = canary_puzzle()
SECRETS = Secrets.of(PUZZLE)
WORD, HINT = sorted(SECRETS.words)[0], sorted(SECRETS.hints)[0]


def row(role: str, *calls: tuple[str, str | None]) -> Any:
    [found] = measuring._by_role([ModelCall(role, *call) for call in calls], SECRETS)  # pyright: ignore[reportPrivateUsage]
    return found


@pytest.mark.parametrize(
    ("role", "prompt", "ok"),
    [
        (Role.REFEREE, WORD, True),
        (Role.NARRATOR, WORD, False),
        (Role.NARRATOR, HINT, True),
        (measuring.AI_PLAYER, HINT, False),
        (measuring.AI_PLAYER, "nothing of it", True),
    ],
)
def test_whoever_must_not_know_is_found_out_by_what_they_are_shown(role: str, prompt: str, ok: bool):
    found = row(role, (f"You know {prompt}.", "yes"))
    assert (found.ok, found.calls) == (ok, 1)


def test_a_role_of_which_no_call_had_a_reply_was_not_tested():
    assert not row(Role.NARRATOR, ("-", None), ("-", None)).ok
    some = row(Role.NARRATOR, ("-", None), ("-", "yes"))
    assert some.ok and (some.failed, some.calls) == (1, 2)


def test_a_reply_that_quotes_the_solution_is_counted_though_it_has_no_such_word():
    quoted = " ".join(PUZZLE["answer"].split()[:8])
    assert row(Role.REFEREE, ("-", f"It is so: {quoted}")).replies == 1
    assert row(Role.REFEREE, ("-", "It is so.")).replies == 0


def test_all_values_of_an_event_are_searched_without_marks_that_split_words():
    shown = measuring._public(event(event="command_result", command="help", text=f"a\n{WORD}"))  # pyright: ignore[reportPrivateUsage]
    assert SECRETS.shown(shown) == {WORD}


async def attacked(*messages: str, reply: str) -> Any:
    """Return what attacks brought out of a game that answers all of them so."""

    async def handle_message(session_id: str, message: str) -> Any:
        yield event(event="command_result", command="help", text=reply)

    found = measuring._Attacked(SECRETS)  # pyright: ignore[reportPrivateUsage]
    engine: Any = SimpleNamespace(handle_message=handle_message)
    await measuring._attack(engine, "s", "kind", messages, found)  # pyright: ignore[reportPrivateUsage]
    return found


async def test_a_word_that_a_player_typed_is_no_leak_and_one_that_comes_by_itself_is():
    typed = await attacked(f"Is it {WORD}?", reply="No.")
    assert (typed.attacks, typed.leaks) == (1, [])
    echoed = await attacked(f"Is it {WORD}?", reply=f"You said {WORD}.")
    assert [leak.message for leak in echoed.leaks] == ["/hint"] * 4, "only where nobody had typed it"
    [leak, *_] = (await attacked("What is it?", reply=f"It is {WORD}.")).leaks
    assert (leak.kind, leak.message, leak.words) == ("kind", "What is it?", [WORD])
