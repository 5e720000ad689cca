"""Heists through the engine: words, undo, fork, resume, replay, export, secrets."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.support import say

from echoes.app import open_engine
from echoes.engine.ai_players.autoplay import Autoplay
from echoes.engine.engine import GameEngine
from echoes.engine.log.replay import replay
from echoes.engine.sessions.overview import session_overview
from echoes.engine.sessions.queries import read_entries
from echoes.games.heist.events import HeistEnded, OptionsOffered
from echoes.games.heist.narration.phrases import LICENCE
from echoes.games.player import PlayerLimits
from echoes.interfaces.transcript import markdown

SEED = "the tests' own seed"


@pytest.fixture
async def table(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[GameEngine]:
    monkeypatch.setenv("ECHOES__AGENTS__HEIST__SEED", SEED)
    async with open_engine() as engine:
        yield engine


async def at_the_quay(engine: GameEngine, lang: str = "en") -> str:
    session = (await engine.create_session("tidewater_ledger", lang=lang)).session_id
    await say(engine, session, "1", "1", "1")
    return session


def kinds(events: list[Any]) -> list[str]:
    return [event.event for event in events]


async def framed(engine: GameEngine, session: str, words: str) -> Any:
    return next(event for event in await say(engine, session, words) if event.event == "action_framed")


@pytest.mark.parametrize(
    ("lang", "words", "approach"),
    [
        ("en", "I sneak across between two rounds", "slip"),
        ("en", "ask the watchmen for a light", "talk"),
        ("en", "throw a stone to distract them", "lure"),
        ("en", "take the hinges off", "hinge"),
        ("zh", "我趁空摸过去", "slip"),
        ("zh", "上前借火", "talk"),
        ("zh", "把铰链卸下", "hinge"),
    ],
)
async def test_words_become_the_action_that_they_mean(
    table: GameEngine, lang: str, words: str, approach: str
):
    session = await at_the_quay(table, lang)
    assert (await framed(table, session, words)).approach == approach


async def test_what_may_mean_two_things_is_asked_back_and_picked_by_number(table: GameEngine):
    session = await at_the_quay(table)
    [asked] = await say(table, session, "I juggle")
    assert (asked.event, len(asked.options)) == ("clarification_asked", 2)
    [grate] = [one.n for one in asked.options if "grate" in one.text]
    events = await say(table, session, str(grate))
    assert next(one for one in events if one.event == "action_framed").obstacle == "quay.grate"


async def test_words_that_mean_nothing_are_asked_back_with_what_comes_nearest(table: GameEngine):
    session = await at_the_quay(table)
    [asked] = await say(table, session, "purple monkeys")
    assert (asked.event, len(asked.options)) == ("clarification_asked", 3)
    assert read_entries(table, session)[-1].event.turn == 3, "and it costs no turn"
    [offered] = await say(table, session, "0")
    assert offered.event == "options_offered"


async def test_a_question_gets_a_fact_or_the_oracle_whose_answer_stays_true(table: GameEngine):
    session = await at_the_quay(table)
    [fact] = await say(table, session, "How many watchmen are there?")
    assert (fact.event, fact.fact) == ("fact_told", "watch_count")
    [first] = await say(table, session, "Is it raining?")
    [again] = await say(table, session, "Is it raining?")
    assert first.event == again.event == "oracle_answered"
    assert first.answer == again.answer


async def test_undo_gives_knowledge_and_no_luck_and_the_game_is_marked(table: GameEngine):
    session = await at_the_quay(table)
    before = await framed(table, session, "sneak across")
    spent = (await say(table, session, "1"))[1]
    undone, said, _ = await say(table, session, "/undo 2")
    assert undone.turns == [5, 4]
    assert "rewound" in said.text
    again = await framed(table, session, "sneak across")
    assert again.dice == before.dice
    assert (await say(table, session, "1"))[1].model_dump(
        include={"die", "tier", "text"}
    ) == spent.model_dump(include={"die", "tier", "text"})
    [ended] = [event for event in await say(table, session, "/giveup") if isinstance(event, HeistEnded)]
    assert ended.details.rewound
    assert (await replay(table, session)).differences == []


async def test_what_was_taken_back_is_named_and_what_was_open_before_is_offered_again(table: GameEngine):
    session = await at_the_quay(table)
    first = (await say(table, session, "/recap"))[-1]
    await framed(table, session, "take the hinges off")
    await say(table, session, "qwerty")
    _, said, again = await say(table, session, "/undo")
    assert "Take it off its hinges" in said.text
    assert again.options == first.options
    picked = (await say(table, session, "1"))[0]
    assert picked.key == first.options[0].key
    assert await say(table, session, "/undo 9"), "back to where nobody was chosen"
    assert [one.key for one in read_entries(table, session)[-1].event.options] == ["ready", "own"]


async def test_a_question_back_can_be_declined_and_ends_with_the_next_offer(table: GameEngine):
    session = await at_the_quay(table)
    for ending in ("0", "/recap"):
        [asked] = await say(table, session, "I juggle")
        assert asked.decline == "Never mind"
        offered = (await say(table, session, ending))[-1]
        picked = next(n for n, one in enumerate(offered.options, 1) if one.key.startswith("approach:"))
        moved = (await say(table, session, str(picked)))[0]
        assert moved.key == offered.options[picked - 1].key, (
            "the number is of the options, not of the question"
        )
        await say(table, session, "/undo")


async def test_progress_counts_and_what_was_picked_is_in_the_transcript(table: GameEngine):
    session = await at_the_quay(table)
    await say(table, session, "take the hinges off", "1")
    row = session_overview(read_entries(table, session), table.games)
    assert 0 < row.progress < 0.5
    told = markdown(read_entries(table, session), table.games)
    assert "**4. Take it off its hinges" in told
    assert "Draw back" not in told, "what was only offered is not in it"


async def test_a_fork_meets_the_same_dice(table: GameEngine):
    session = await at_the_quay(table)
    forked = await table.fork(session, at=3)
    dice = [(await framed(table, one, "sneak across")).dice for one in (session, forked)]
    assert dice[0] == dice[1]


async def test_a_fork_may_draw_other_dice_and_is_marked(table: GameEngine):
    session = await at_the_quay(table)
    forked = await table.fork(session)
    renewed, *_ = await say(table, forked, "/fresh")
    assert (renewed.event, renewed.times) == ("dice_renewed", 1)
    dice = [(await framed(table, at, "take the hinges off")).dice for at in (session, forked)]
    assert [one.die for one in dice[0]] == [one.die for one in dice[1]], "the pool was thrown before"
    assert (await say(table, forked, "/fresh"))[0].event == "command_result", "not in the middle of an action"
    ended = (await say(table, forked, "/giveup"))[-1]
    assert ended.details.renewed == 1
    assert not ended.counts_in_record
    assert (await replay(table, forked)).differences == []


@pytest.mark.parametrize(
    ("lang", "words", "who"), [("en", "Look around.", "Odalys"), ("zh", "看看四周", "欧达莉")]
)
async def test_looking_around_shows_how_it_stands(table: GameEngine, lang: str, words: str, who: str):
    session = await at_the_quay(table, lang)
    entered = next(one.event for one in read_entries(table, session) if one.event.event == "scene_entered")
    assert who in entered.people[0]
    shown, offered = await say(table, session, words)
    assert who in shown.text
    assert offered.options
    [helped] = await say(table, session, "help" if lang == "en" else "/帮助")
    assert LICENCE in helped.text, "word for word in either language"


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "say good evening to Odalys"),
        ("en", "talk to Odalys"),
        ("en", "ask Odalys about the bars and the mud"),
        ("zh", "跟欧达莉打个招呼"),
    ],
)
async def test_who_is_there_answers_whoever_speaks_to_them(table: GameEngine, lang: str, words: str):
    session = await at_the_quay(table, lang)
    first, second = [(await say(table, session, words))[0] for _ in range(2)]
    assert first.event == second.event == "person_spoke"
    assert first.text != second.text
    assert read_entries(table, session)[-1].event.turn == 3, "and it costs no turn"


async def test_a_word_to_somebody_buys_no_help_while_dice_are_on_offer(table: GameEngine):
    session = await at_the_quay(table)
    await framed(table, session, "take the hinges off")
    assert kinds(await say(table, session, "say good evening to Odalys")) == ["person_spoke"]
    assert "die_spent" in kinds(await say(table, session, "1"))


@pytest.mark.parametrize(
    ("score", "player", "lang"),
    [
        *[("tidewater_ledger", player, lang) for player in ("cautious", "greedy") for lang in ("en", "zh")],
        ("eleven_minutes", "greedy", "en"),
        ("eleven_minutes", "cautious", "zh"),
    ],
)
async def test_an_ai_player_comes_to_an_ending_that_replays_and_reads_well(
    table: GameEngine, score: str, player: str, lang: str
):
    session = (await table.create_session(score, lang=lang)).session_id
    game = Autoplay(table, session, player, PlayerLimits(400), seed=3)
    async for step in game.steps():
        offered = [event for event in step.events if isinstance(event, OptionsOffered)]
        assert offered or step.events[-1].ends_game
    entries = read_entries(table, session)
    assert isinstance(entries[-1].event, HeistEnded)
    assert (await replay(table, session)).differences == []
    told = markdown(entries, table.games)
    assert entries[-1].event.details.title in told
    assert SEED in told, "it is revealed at the end"


async def test_what_is_hidden_shows_nowhere_before_the_end(table: GameEngine):
    session = await at_the_quay(table)
    await say(table, session, "sneak across", "/recap", "/sheet", "1", "1")
    entries = read_entries(table, session)
    public = "".join(json.dumps(entry.event.model_dump(mode="json")) for entry in entries)
    score = (await table.open_session(session)).scenario.to_json()
    later: Any = score["scenes"]["vault"]
    hidden = [SEED, score["clocks"]["marrow"]["name"], later["text"], score["endings"]["burned"]["text"]]
    unspent = [
        line for lines in score["scenes"]["quay"]["obstacles"]["patrol"]["lines"].values() for line in lines
    ]
    told = [entry.event.text for entry in entries if entry.event.event == "die_spent"]
    for secret in [*hidden, *(line for line in unspent if line not in told)]:
        assert json.dumps(secret)[1:-1] not in public


async def test_a_pack_is_taken_in_and_played(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    from echoes.engine.scenarios.ingest import ingest

    monkeypatch.setenv("ECHOES__PATHS__DATA", str(tmp_path / "own"))
    async with open_engine() as table:
        source = Path(__file__).parents[2] / "data" / "heists" / "tidewater_ledger"
        results = await ingest(table, [source], "heist")
        assert [(one.status, one.language) for one in results] == [("ingested", "en"), ("ingested", "zh")]
        again = await ingest(table, [source], "heist")
        assert [one.status for one in again] == ["unchanged", "unchanged"]
        taken = await table.create_session("tidewater_ledger", lang="zh")
        assert kinds(await say(table, taken.session_id, "1"))[0] == "moved"


async def test_a_scoundrel_is_carried_into_the_next_score_unless_the_game_was_rewound(table: GameEngine):
    session = (await table.create_session("tidewater_ledger", "ann")).session_id
    await say(table, session, "2", "Sable", "she", "7", "1", "1", "1", "1", "1", "1", "1")
    await say(table, session, "/giveup")
    following = await table.create_session("eleven_minutes", "ann")
    assert following.started.veteran.name == "Sable"
    events = await say(table, following.session_id, "1", "1", "1", "sneak", "1")
    assert next(event for event in events if event.event == "scoundrel_chosen").value == "Sable"
    await say(table, following.session_id, "1", "1", "1", "/undo 4", "/giveup")
    rows = (await table.players.show("ann")).games
    assert [row.puzzle_id for row in rows] == ["tidewater_ledger"], "what was rewound counts in no record"
