"""AI players sit at the same table as people, see no more than they do, and are bounded."""

import json
import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.leaks.test_hostile_models import configure, judges
from tests.support import CANARY, ROOT, say

from echoes.app import open_engine
from echoes.core.errors import BadInput, UnknownName
from echoes.core.seats.roles import Role
from echoes.engine.ai_players.autoplay import Autoplay, Step
from echoes.engine.engine import GameEngine
from echoes.engine.sessions.queries import session_window
from echoes.games.player import Move, PlayerLimits, PlayerSeat
from echoes.games.situation_puzzle.players.claims import as_claim
from echoes.games.situation_puzzle.players.registry import PLAYERS, PlayerSettings
from echoes.games.situation_puzzle.referees.rules.referee import EmbeddedReferee
from echoes.games.situation_puzzle.referees.types import Question, Ruling
from echoes.testing import Asked, ModelServer, Say, serving

Mind = Callable[[Asked], dict[str, Any]]

pytestmark = pytest.mark.usefixtures("ready")
"""Games on the default puzzle need not build its knowledge base each."""


def plays(asked: Asked) -> bool:
    return asked.system.startswith("You play a situation puzzle")


def table(mind: Mind) -> Callable[[Asked], Say | str]:
    """A model that plays by `mind`, and referees by one word."""

    def answer(asked: Asked) -> Say | str:
        if plays(asked):
            return json.dumps(mind(asked))
        if judges(asked):
            covered = ["zzfactid1", "zzfactid2"] if "avalanche" in asked.last else []
            return json.dumps({"covered": covered, "contradicted": []})
        yes = "snow" in asked.last
        facts = ["zzfactid2"] if yes else []
        return json.dumps({"ruling": "YES" if yes else "NO", "facts": facts, "confidence": 0.9})

    return answer


async def played(engine: GameEngine, game: Autoplay) -> list[Step]:
    return [step async for step in game.steps()]


async def one_game(
    engine: GameEngine,
    strategy: str,
    caps: PlayerLimits,
    seed: int = 0,
    script: Sequence[str] = (),
    puzzle: str = "",
) -> tuple[Autoplay, list[Step], list[Any]]:
    session = (await engine.create_session(puzzle or "silent_bell")).session_id
    game = Autoplay(engine, session, strategy, caps, seed, script)
    steps = await played(engine, game)
    return game, steps, [entry.event for entry in engine.storage.event_log.read(session)]


async def test_a_script_is_played_through_the_same_events_as_by_a_person(own_engine: GameEngine, bell: Path):
    script = [
        "Was the bell broken?",
        "/answer Snow lay on the slope. The ringing would have loosed an avalanche.",
    ]
    game, steps, events = await one_game(own_engine, "scripted", PlayerLimits(5), script=script)
    assert next(step.move.text for step in steps) == script[0]
    assert [event.event for event in events][:2] == ["session_started", "question_ruled"]
    assert game.ending in ("solved", "stopped")
    assert game.turns >= 1


async def test_a_script_that_solves_is_solved(engine: GameEngine):
    script = [
        "/answer The man was being held by two kidnappers who never left his side. He had written a call "
        "for help on the inside of his umbrella. The man swapped the two umbrellas on purpose."
    ]
    game, _steps, events = await one_game(
        engine, "scripted", PlayerLimits(3), script=script, puzzle="wrong_umbrella"
    )
    assert (game.ending, events[-1].status) == ("solved", "COMPLETED")
    assert game.turns == 1


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_the_baseline_is_the_same_for_the_same_seed_and_another_for_another(
    lang: str, engine: GameEngine
):
    said: list[list[str]] = []
    for seed in (1, 1, 2):
        session = (await engine.create_session("wrong_umbrella", lang=lang)).session_id
        game = Autoplay(engine, session, "baseline", PlayerLimits(8), seed)
        said.append([step.move.text for step in await played(engine, game)])
        assert game.usage.model_calls == 0
        assert game.turns == 8
        assert said[-1][-1].startswith("/answer ") or said[-1][-1].replace(" ", "").isdecimal()
    assert said[0] == said[1] != said[2]
    questions = [text for text in said[0] if not text.replace(" ", "").isdecimal()]
    assert len({*questions}) == len(questions)


async def test_without_questions_the_first_thing_said_is_an_answer(engine: GameEngine):
    game, steps, _ = await one_game(engine, "none", PlayerLimits(30), puzzle="wrong_umbrella")
    assert steps[0].move.text.startswith("/answer ")
    assert game.turns == 1
    assert game.ending == "stopped"


async def test_a_strategy_that_lacks_something_says_so(own_engine: GameEngine, bell: Path):
    for strategy, wanted in (("model", "no model"), ("scripted", "no script")):
        with pytest.raises(BadInput, match=wanted):
            await one_game(own_engine, strategy, PlayerLimits(3))
    with pytest.raises(UnknownName, match="baseline"):
        await one_game(own_engine, "psychic", PlayerLimits(3))


@pytest.fixture
def at_the_table(own_folders: Path, bell: Path, monkeypatch: pytest.MonkeyPatch):
    """Plays the canary puzzle with a model that has a mind, and hands out what it was asked."""

    async def play(mind: Mind, caps: PlayerLimits) -> tuple[Autoplay, list[Step], list[Any], ModelServer]:
        with serving(table(mind)) as server:
            configure(monkeypatch, server, "api", own_folders)
            async with open_engine() as engine:
                found = await one_game(engine, "model", caps)
            return *found, server

    return play


def turns_left(asked: Asked) -> int:
    found = re.search(r"Turns left: (\d+)", asked.last)
    return int(found[1]) if found else 1


async def test_a_model_asks_and_answers_when_it_knows(at_the_table: Any):
    def mind(asked: Asked) -> dict[str, Any]:
        if "RULED SO FAR:\nIs there snow? — YES" in asked.last:
            return {"kind": "answer", "text": "Ringing would have loosed an avalanche."}
        return {"kind": "ask", "text": "Is there snow?"}

    game, steps, events, server = await at_the_table(mind, PlayerLimits(10))
    assert game.ending == "solved"
    assert [step.move.text for step in steps] == [
        "Is there snow?",
        "/answer Ringing would have loosed an avalanche.",
    ]
    assert game.usage.model_calls == len([one for one in server.asked if plays(one)])
    assert events[-1].status == "COMPLETED"


async def test_a_model_is_told_which_question_was_ruled_on_in_place_of_its_own(
    own_folders: Path, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    shown = "Did the sexton fear the sound?"

    async def taken_for_another(referee: EmbeddedReferee, question: Question) -> Ruling:
        return Ruling("YES", referee.name, ("zzfactid1",), authored=1, ruled_as=shown)

    monkeypatch.setattr(EmbeddedReferee, "rule", taken_for_another)
    monkeypatch.setenv("ECHOES__PLAY__REFEREE", "embedded")
    with serving(
        lambda asked: json.dumps({"kind": "ask", "text": f"Is it loud? {turns_left(asked)}"})
    ) as server:
        configure(monkeypatch, server, "api", own_folders)
        async with open_engine() as engine:
            _, steps, events = await one_game(engine, "model", PlayerLimits(3))
    [_, second, *_] = [asked.last for asked in server.asked if plays(asked)]
    assert f"RULED SO FAR:\n{shown} — YES" in second
    assert f"“{steps[0].move.text}” was taken for “{shown}”, and the ruling on that is YES." in second
    assert next(event.asked for event in events if event.event == "question_ruled") == steps[0].move.text


FINDS = ("Did the sexton fear the sound?", "Was there zzguarded snow on the slope?")


@pytest.mark.parametrize(
    ("player", "said", "told"),
    [
        ("baseline", [], "#1 #2"),
        ("none", [], "#1 #2"),
        ("model", [2, 1, 9, 2], "#2 #1"),
        ("model", [], "0"),
        ("model", [7], "0"),
    ],
)
async def test_of_what_may_be_picked_together_several_are(
    player: str, said: list[int], told: str, own_folders: Path, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    """A final answer from the board is made of as many findings as are wanted."""
    monkeypatch.setenv("ECHOES__PLAY__REFEREE", "embedded")
    with serving(lambda asked: json.dumps({"numbers": said})) as server:
        configure(monkeypatch, server, "api", own_folders)
        async with open_engine() as engine:
            session = (await engine.create_session("silent_bell")).session_id
            events = await say(engine, session, *FINDS, "/answer")
            assert events[-1].many
            started = (await engine.open_session(session)).started
            llm = engine.models.llm(Role.PLAYER) if player == "model" else None
            seat = PlayerSeat(started, partial(session_window, engine, session, Role.PLAYER), llm=llm)
            move = await PLAYERS.open(player, seat, PlayerSettings()).move(events[-1:], 3)
            assert move is not None
            assert move.text == told
            judged = await say(engine, session, move.text)
    assert (judged[0].event == "hypothesis_judged") == (told != "0")
    assert told == "0" or (judged[0].source, judged[0].verdict) == ("board", "SOLVED")


async def test_the_last_turn_is_for_the_answer(at_the_table: Any):
    asked_for: list[int] = []

    def mind(asked: Asked) -> dict[str, Any]:
        asked_for.append(turns_left(asked))
        return {"kind": "ask", "text": f"Is it number {len(asked_for)}?"}

    game, steps, _, _ = await at_the_table(mind, PlayerLimits(3))
    assert asked_for == [3, 2, 1]
    assert (game.ending, game.turns) == ("out_of_turns", 3)
    assert steps[-1].move.text == "/answer Is it number 3?"


async def test_what_was_asked_is_not_asked_again(at_the_table: Any):
    game, steps, _, server = await at_the_table(
        lambda asked: {"kind": "ask", "text": "Is it cold?"}, PlayerLimits(9)
    )
    assert next(step.move.text for step in steps) == "Is it cold?"
    assert steps[1].move.text.startswith("/answer ")
    assert steps[1].move.repeated == 3
    assert any("was ruled already" in one.last for one in server.asked)
    assert game.ending == "stopped"


@pytest.mark.parametrize("said", ["/giveup", "  /hint", "／放弃", "/answer it is snow", "/undo 3", "//quit"])
async def test_a_model_can_give_no_command(at_the_table: Any, said: str):
    _, steps, events, _ = await at_the_table(
        lambda asked: {"kind": "ask", "text": f"{said}{turns_left(asked)}"}, PlayerLimits(2)
    )
    kinds = {event.event for event in events}
    assert not kinds & {"hint_given", "turns_undone", "command_result"}
    assert not steps[0].move.text.startswith(("/", "／"))


@pytest.mark.parametrize(
    "said", ["hint", "Hint please!", "提示", "I give up", "3", "My final answer: it is snow"]
)
async def test_words_that_a_person_would_mean_as_a_command_are_none(at_the_table: Any, said: str):
    def mind(asked: Asked) -> dict[str, Any]:
        text = "Is it cold?" if "is no yes/no question" in asked.last else said
        return {"kind": "ask", "text": text}

    _, steps, events, _ = await at_the_table(mind, PlayerLimits(2))
    assert steps[0].move.text == "Is it cold?"
    assert not {event.event for event in events} & {"hint_given", "command_result"}


async def test_a_cap_on_calls_hurries_nobody_who_makes_none(
    own_folders: Path, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(own_folders / "data"))
    async with open_engine() as engine:
        game, steps, _ = await one_game(engine, "baseline", PlayerLimits(5, calls=1))
    assert game.turns > 1
    assert not steps[0].move.text.startswith("/answer")
    assert game.ending != "out_of_budget"


async def test_no_prompt_of_a_player_holds_anything_secret_or_a_hint(at_the_table: Any):
    """Whatever it looks up with the tools of its role."""
    wanted = iter(["rag_query_public", "get_recent_events", "append_event"] * 9)

    def mind(asked: Asked) -> dict[str, Any]:
        kind = "ask" if "WHAT THE TOOL FOUND" in asked.last else next(wanted)
        return {"kind": kind, "text": f"avalanche solution hint snow fact {turns_left(asked)}"}

    _, steps, _, server = await at_the_table(mind, PlayerLimits(6))
    prompts = [one.system + one.last for one in server.asked if plays(one)]
    assert len(prompts) > 6
    assert {name for step in steps for looked in step.move.looked_up for name in [looked.split(":")[0]]} == {
        "rag_query_public",
        "get_recent_events",
        "append_event",
    }
    assert not [prompt for prompt in prompts if CANARY.search(prompt)]


@pytest.mark.parametrize("protocol", ["api", "ollama"])
async def test_a_tool_is_used_by_the_server_s_own_function_calling(
    protocol: str, own_folders: Path, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    calls = iter(
        [
            ("rag_query_public", {"query": "the bell\ud83d\x1b[31m"}),
            ("append_event", {"nonsense": 1}),
            ("get_recent_events", {"limit": 10**30}),
        ]
    )

    def answer(asked: Asked) -> Say | str:
        if not plays(asked):
            return table(lambda asked: {})(asked)
        if "WHAT THE TOOL FOUND" in asked.last or not asked.body.get("tools"):
            return json.dumps({"kind": "ask", "text": f"Is it number {turns_left(asked)}?"})
        name, arguments = next(calls, ("reply", {"kind": "ask", "text": f"Is it red {turns_left(asked)}?"}))
        return Say(function=name, arguments=json.dumps(arguments))

    with serving(answer) as server:
        configure(monkeypatch, server, protocol, own_folders)
        async with open_engine() as engine:
            _, steps, _ = await one_game(engine, "model", PlayerLimits(5))
    asked = [one for one in server.asked if plays(one)]
    offered = {tool["function"]["name"] for tool in asked[0].body["tools"]}
    assert offered == {"reply", "rag_query_public", "get_recent_events", "append_event"}
    looked = [step.move.looked_up for step in steps]
    assert looked[:4] == [
        ("rag_query_public: the bell",),
        ("append_event: 1",),
        (f"get_recent_events: {10**30}",),
        (),
    ]
    assert "sexton" in asked[1].last.partition("WHAT THE TOOL FOUND")[2]
    assert "Field required" in asked[3].last
    assert not [one for one in asked if CANARY.search(one.system + one.last)]


@pytest.mark.parametrize("refuses", ["with an error", "with words", "with no arguments"])
async def test_where_there_is_no_function_calling_it_is_asked_for_once(
    refuses: str, own_folders: Path, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    def answer(asked: Asked) -> Say | str:
        if plays(asked) and asked.body.get("tools"):
            refusals = {
                "with an error": Say(status=400, text="no tools here"),
                "with no arguments": Say(function="rag_query_public", arguments="[1, 2]"),
            }
            return refusals.get(refuses, "Is it red?")
        return table(lambda one: {"kind": "ask", "text": f"Is it number {turns_left(one)}?"})(asked)

    with serving(answer) as server:
        configure(monkeypatch, server, "api", own_folders)
        async with open_engine() as engine:
            for _ in range(2):
                await one_game(engine, "model", PlayerLimits(3))
    assert sum(bool(one.body.get("tools")) for one in server.asked if plays(one)) == 1


async def test_an_answer_is_no_longer_than_a_message_may_be(at_the_table: Any):
    game, steps, _events, _ = await at_the_table(
        lambda asked: {"kind": "answer", "text": "The avalanche was snow. " * 400}, PlayerLimits(3)
    )
    assert len(steps[0].move.text) <= 2000
    assert game.ending == "solved"


@pytest.mark.parametrize("broken", ["no", "garbage", "500"])
@pytest.mark.parametrize("calls", [1, 3, 7])
async def test_a_model_makes_so_many_calls_and_no_more(
    calls: int, broken: str, own_folders: Path, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    """Repairs, retries and the search for a mode are calls too."""
    count = iter(range(999))

    def answer(asked: Asked) -> Say | str:
        if not plays(asked):
            return table(lambda asked: {})(asked)
        if broken != "no":
            return Say(status=500) if broken == "500" else "Let me think about it."
        return json.dumps({"kind": "ask", "text": f"Is it number {next(count)}?"})

    with serving(answer) as server:
        configure(monkeypatch, server, "api", own_folders)
        monkeypatch.setenv("ECHOES__MODELS__RETRIES", "2")
        async with open_engine() as engine:
            game, _, _ = await one_game(engine, "model", PlayerLimits(50, calls=calls))
    asked = [one for one in server.asked if plays(one)]
    assert len(asked) == game.usage.model_calls <= calls
    assert game.ending in ("out_of_budget", "unreadable", "no_player")
    assert broken != "no" or game.ending == "out_of_budget"


async def test_no_call_is_begun_once_the_tokens_are_spent(at_the_table: Any):
    count = iter(range(999))
    game, _, _, server = await at_the_table(
        lambda asked: {"kind": "ask", "text": f"Is it number {next(count)}?"}, PlayerLimits(50, tokens=2500)
    )
    spent = [one for one in server.asked if plays(one)]
    usage = game.usage
    assert game.ending == "out_of_budget"
    assert usage.prompt_tokens + usage.completion_tokens >= 2500
    last = (usage.prompt_tokens + usage.completion_tokens) / len(spent)
    assert usage.prompt_tokens + usage.completion_tokens < 2500 + 2 * last


async def test_a_model_whose_moves_can_not_be_read_has_lost(at_the_table: Any):
    game, _, _, _ = await at_the_table(lambda asked: {"kind": "dance", "text": ""}, PlayerLimits(9))
    assert game.ending == "unreadable"


async def test_a_wrong_answer_is_not_given_again(at_the_table: Any):
    game, steps, _, _ = await at_the_table(
        lambda asked: {"kind": "answer", "text": "It was cold."}, PlayerLimits(9)
    )
    assert [step.move.text for step in steps] == ["/answer It was cold."]
    assert game.ending == "stopped"


async def test_an_answer_may_say_what_was_a_question(at_the_table: Any):
    def mind(asked: Asked) -> dict[str, Any]:
        return {"kind": "ask" if turns_left(asked) > 2 else "answer", "text": "It was an avalanche"}

    game, steps, _, _ = await at_the_table(mind, PlayerLimits(3))
    assert [step.move.text for step in steps] == ["It was an avalanche", "/answer It was an avalanche"]
    assert game.ending == "solved"


async def test_whoever_has_talked_enough_without_a_ruling_has_to_answer(own_engine: GameEngine, bell: Path):
    script = [f"What is the point of number {n}?" for n in range(99)]
    game, steps, _ = await one_game(own_engine, "scripted", PlayerLimits(2), script=script)
    assert (game.ending, len(steps)) == ("out_of_messages", 9)


async def test_what_is_said_in_place_of_a_reply_is_a_message_of_its_own(own_engine: GameEngine, bell: Path):
    """A question back is free; whoever never replies to one has still talked enough some day."""
    questions = [f"Why was the bell broken on day {n}?" for n in range(99)]
    script = [line for question in questions[:5] for line in (question, "0")] + questions[5:]
    game, steps, events = await one_game(own_engine, "scripted", PlayerLimits(2), script=script)
    assert "clarification_asked" in {event.event for event in events}
    assert (game.ending, len(steps)) == ("out_of_messages", 9 + 5)


async def test_without_questions_a_right_answer_wins_although_it_has_to_be_put_together(engine: GameEngine):
    """Replies to the judge's questions are no messages of their own."""
    from echoes.bench.players.games import PlannedGame, play_game
    from echoes.bench.runs.variants import AgentSpec

    gold = ROOT / "data" / "gold" / "hypotheses" / "blank_paper_en.jsonl"
    full = [
        row
        for row in map(json.loads, gold.read_text("utf-8").splitlines())
        if row["kind"] in ("full", "core")
    ]
    puzzle = engine.scenarios.get("blank_paper", "en")[1]

    class Truthful:
        name = "truthful"
        asks_a_model = False

        def __init__(self, text: str) -> None:
            self._text = text

        async def move(self, events: Sequence[Any], turns_left: int) -> Move | None:
            last = events[-1]
            if last.event == "session_started":
                return Move(f"/answer {self._text}")
            if last.event != "clarification_asked":
                return None
            return Move(" ".join(map(str, puzzle.cloze.key)))

    solved = 0
    for row in full:
        engine.games["situation_puzzle"].player = lambda name, seat, text=row["text"]: Truthful(text)  # type: ignore[method-assign]
        found, _ = await play_game(
            engine,
            PlannedGame("blank_paper", "en", AgentSpec("none"), AgentSpec("embedded"), 0, 0, True),
            PlayerLimits(30),
        )
        solved += found.solved
    assert solved == len(full)


async def test_a_referee_that_fails_ends_the_game_without_a_loser(
    own_folders: Path, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    def answer(asked: Asked) -> Say | str:
        if plays(asked):
            return json.dumps({"kind": "ask", "text": "Is it cold?"})
        return "I would rather not say."

    with serving(answer) as server:
        configure(monkeypatch, server, "api", own_folders)
        async with open_engine() as engine:
            game, _steps, events = await one_game(engine, "model", PlayerLimits(9))
    assert (game.ending, game.failed, game.turns) == ("no_referee", 3, 0)
    assert game.why
    assert [event.event for event in events] == ["session_started", *["ruling_unavailable"] * 3]


async def test_a_player_that_does_not_answer_ends_the_game_without_a_loser(
    own_folders: Path, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    with serving(lambda asked: Say(status=400)) as server:
        configure(monkeypatch, server, "api", own_folders)
        async with open_engine() as engine:
            game, steps, _ = await one_game(engine, "model", PlayerLimits(9))
    assert (game.ending, steps) == ("no_player", [])
    assert "refuses the request" in game.why


async def test_a_referee_that_comes_back_is_asked_again(
    own_folders: Path, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    fails = iter([True, True, False, *[False] * 99])

    def answer(asked: Asked) -> Say | str:
        if plays(asked):
            return json.dumps({"kind": "ask", "text": f"Is it cold {turns_left(asked)}?"})
        if judges(asked):
            return json.dumps({"covered": [], "contradicted": []})
        ruled = json.dumps({"ruling": "NO", "facts": [], "confidence": 1})
        return "mumble" if next(fails) else ruled

    with serving(answer) as server:
        configure(monkeypatch, server, "api", own_folders)
        monkeypatch.setenv("ECHOES__MODELS__STRUCTURED", "plain")
        async with open_engine() as engine:
            game, _steps, _ = await one_game(engine, "model", PlayerLimits(3))
    assert (game.ending, game.turns) == ("out_of_turns", 3)


@pytest.mark.parametrize(
    ("question", "lang", "claim"),
    [
        ("Did the teacher set a trap?", "en", "The teacher set a trap."),
        ("Was the umbrella stolen?", "en", "The umbrella was stolen."),
        ("Is he ill?", "en", "He is ill."),
        ("Is there a dog?", "en", "There is a dog."),
        ("Was the owner of the shop angry?", "en", "The owner of the shop was angry."),
        ("Did anybody die?", "en", "Somebody die."),
        ("It was a trick.", "en", "It was a trick."),
        ("有人死了吗？", "zh", "有人死了。"),
        ("他是不是医生？", "zh", "他是医生。"),
        ("伞有没有破？", "zh", "伞有破。"),
    ],
)
def test_a_question_becomes_the_claim_that_its_yes_makes_true(question: str, lang: str, claim: str):
    assert as_claim(question, lang) == claim
