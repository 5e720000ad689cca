"""Endings that few tables come to, played in free words by the people of all four seats."""

from collections.abc import AsyncIterator, Sequence

import pytest
from tests.flows.test_tables import actors, speak, state_of

from echoes.app import open_engine
from echoes.core.log.queries import ending_of
from echoes.engine.engine import GameEngine
from echoes.engine.log.replay import replay
from echoes.engine.sessions.queries import read_entries
from echoes.games.party.events import PartyEnded

PARTY = ("jory", "neve", "corin", "ash")
TO_THE_WEIR = {"en": "I go up to the weir", "zh": "我去水闸"}
LOOKS = {
    "en": {"gears_seen": "examine the gears", "log_seen": "look into the gauge book"},
    "zh": {"gears_seen": "查看齿轮", "log_seen": "翻翻水位簿"},
}
CALLED = {
    "en": ("go down to the Heron", "ask Sorrel to ring the bell"),
    "zh": ("去白鹭店", "沈娘子，请你敲钟"),
}
SHARED = {"en": "Tell the others: One ink", "zh": "告诉大家：一个墨色"}
"""What Corin read unseen; nobody else knows of it until he says so."""
NAMED = {
    "en": {"quill": "vote for Thea Quill", "dace": "vote for Dace"},
    "zh": {"quill": "投邱师傅", "dace": "投小戴"},
}
WAIT = {"en": "I wait", "zh": "我等着"}


@pytest.fixture
async def engine(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[GameEngine]:
    monkeypatch.setenv("ECHOES__AGENTS__PARTY__SEED", "a seed")
    async with open_engine() as opened:
        yield opened


async def in_turn(engine: GameEngine, session: str, lang: str, said: str, seat: str) -> None:
    """Let one seat say something when its turn comes, and the others wait."""
    for _ in range(2 * len(PARTY)):
        if (due := await engine.next_seat(session)) == seat:
            break
        await speak(engine, session, str(due), WAIT[lang])
    else:
        pytest.fail(f"it was never {seat}'s turn")
    assert actors(await speak(engine, session, seat, said)) == [seat], said


async def two_clues_and_the_bell(engine: GameEngine, lang: str) -> str:
    """Play *Low Water* until two clues are found at the weir, and everybody is called onto the green."""
    session = (await engine.create_session("low_water", lang=lang)).session_id
    for seat in ("neve", "corin"):
        await in_turn(engine, session, lang, TO_THE_WEIR[lang], seat)
    for seat, clue in zip(("neve", "corin"), LOOKS[lang], strict=True):
        for _ in range(20):
            if clue in (await state_of(engine, session))["flags"]:
                break
            await in_turn(engine, session, lang, LOOKS[lang][clue], seat)
        else:
            pytest.fail(f"{clue} was not found")
    await in_turn(engine, session, lang, SHARED[lang], "corin")
    for said in CALLED[lang]:
        await in_turn(engine, session, lang, said, "neve")
    return session


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    "votes", [["dace", "dace", "quill", "dace"], ["quill"] * 4], ids=["wrong_name", "too_little"]
)
async def test_a_wrong_name_and_too_little_evidence_leave_the_water_muddy(
    engine: GameEngine, lang: str, votes: Sequence[str]
):
    session = await two_clues_and_the_bell(engine, lang)
    for _ in PARTY:
        due = str(await engine.next_seat(session))
        await in_turn(engine, session, lang, NAMED[lang][votes[PARTY.index(due)]], due)
    ended = ending_of(read_entries(engine, session))
    assert isinstance(ended, PartyEnded) and ended.details.ending == "muddy"
    assert (await replay(engine, session)).differences == []
