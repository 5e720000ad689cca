"""The model as a voice: two calls a message, none when a die is spent, and nothing that it says changes a rule."""

from collections.abc import Callable
from typing import Any, cast

import pytest
from tests.unit.games.heist.playing import Game, in_play, score_in
from tests.words import READER

from echoes.core.errors import ModelFailed
from echoes.core.log.reply_journal import ReplyJournal
from echoes.core.operation.usage import Usage
from echoes.games.heist.events import ActionFramed, DieSpent, HeistAsked, HeistTrace, PersonSpoke, Told
from echoes.games.heist.narration.phrases import name_of
from echoes.games.heist.narration.prompts import system_prompt
from echoes.games.heist.reducer import heist_after
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.context import HeistContext
from echoes.games.heist.turn.respond import respond
from echoes.games.resources import Limits

Say = Callable[[type[Any], str], dict[str, Any]]


class Voice:
    """A scripted model that counts its calls."""

    id = "voice"

    def __init__(self, say: Say) -> None:
        self._say, self.calls, self.systems, self.shown = say, 0, [], 0

    async def generate_structured(self, system: str, prompt: str, form: type[Any]) -> tuple[Any, Usage]:
        self.calls += 1
        self.systems.append(system)
        self.shown += len(system) + len(prompt)
        try:
            return form.model_validate(self._say(form, prompt)), Usage(model_calls=1)
        except ValueError as error:
            raise ModelFailed("unreadable", "the reply can't be read", detail=str(error)) from None


def well(form: type[Any], prompt: str) -> dict[str, Any]:
    if "pick" in form.model_fields:
        return {"pick": 1, "narration": ""}
    numbered = [line.split(" ", 1) for line in prompt.splitlines() if line[:1].isdigit()]
    return {"outcomes": [{"n": int(n), "text": f"{word}: says the model."} for n, word in numbered]}


async def said(voice: Voice, game: Any, message: str) -> Any:
    context = HeistContext("s", game.score, ReplyJournal(), None, Limits(), voice, reader=READER)
    return (await respond(context, {"message": message}, game.state, message))["outbox"]


async def test_unmatched_words_become_a_move_and_its_outcomes_are_worded_in_two_calls():
    voice, game = Voice(well), in_play("model")
    entries = await said(voice, game, "purple monkeys")
    assert voice.calls == 2
    [framed] = [entry for entry in entries if isinstance(entry.event, ActionFramed)]
    outcomes = framed.traced(HeistTrace).outcomes
    assert all(one.words == f"{name_of('en', 'tiers', one.tier)}: says the model." for one in outcomes)
    assert "says the model" not in framed.event.model_dump_json()


async def test_a_die_is_spent_without_asking_anybody_and_the_committed_words_stand():
    voice, game = Voice(well), in_play("model")
    play = await said(voice, game, "sneak across")
    assert voice.calls == 1, "the words were understood, and only the outcomes are told"
    for entry in play:
        game.state = heist_after(game.state, entry)
    [spent] = [one.event for one in await said(voice, game, "2") if isinstance(one.event, DieSpent)]
    assert voice.calls == 1
    assert spent.text == f"{name_of('en', 'tiers', spent.tier)}: says the model."


async def test_a_model_may_mean_another_way_but_what_was_put_in_is_not_lost_unasked():
    def another(form: type[Any], prompt: str) -> dict[str, Any]:
        if "pick" not in form.model_fields:
            return well(form, prompt)
        [n] = [line.split(" ")[0] for line in prompt.splitlines() if "ask them for a light" in line]
        return {"pick": int(n)}

    for put_in, asked in ((), False), (("push",), True):
        voice, game = Voice(another), in_play("model")
        for key in ("approach:quay.grate:hinge", *put_in):
            game.make(key)
        happened = [entry.event for entry in await said(voice, game, "purple monkeys")]
        assert any(isinstance(event, HeistAsked) for event in happened) == asked
        assert any(isinstance(event, ActionFramed) for event in happened) != asked


def talkative(form: type[Any], prompt: str) -> dict[str, Any]:
    if "pick" in form.model_fields:
        return {
            "pick": 0,
            "narration": "“Mind the step.”",
            "speaker": 1,
            "pressure": "a step that is not there",
        }
    return (
        {"summary": "It was wet, says the model."} if "summary" in form.model_fields else well(form, prompt)
    )


async def test_a_model_speaks_for_who_is_there_and_sets_the_style_of_the_scene():
    voice, game = Voice(talkative), in_play("model")
    styled, spoke = [one.event for one in await said(voice, game, "purple monkeys")]
    assert (styled.kind, styled.id, styled.text) == ("style", "pressure", "a step that is not there")
    assert (spoke.event, spoke.person, spoke.asked) == ("person_spoke", "odalys", "purple monkeys")
    assert voice.calls == 1


async def test_a_scene_is_summed_up_in_one_more_call_and_no_number_changes():
    voice, game, plain = Voice(talkative), in_play("model"), in_play("model")
    entries = await said(voice, game, "draw back")
    [summary] = [one.event for one in entries if one.event.event == "scene_compressed"]
    assert (summary.summary, voice.calls) == ("It was wet, says the model.", 1)
    plain.make("retreat")
    for entry in entries:
        game.state = heist_after(game.state, entry)
    assert game.state["summaries"][-1]["text"] == "It was wet, says the model."
    assert {key: game.state[key] for key in ("stress", "heat", "clocks", "pool", "coin")} == {
        key: plain.state[key] for key in ("stress", "heat", "clocks", "pool", "coin")
    }


async def test_two_hundred_turns_with_a_model_show_it_no_more_than_twenty():
    voice, game = Voice(talkative), in_play("long")
    shown: list[int] = []
    for number in range(200):
        before = voice.shown
        for entry in await said(voice, game, f"purple monkeys, {number:03}"):
            game.state = heist_after(game.state, entry)
        shown.append(voice.shown - before)
        if number % 7 == 0:  # a scene is left and entered again
            for move in ("retreat", "go"):
                game.make(move)
            game.state = {**game.state, "stress": 0, "heat": 0, "clocks": {}, "full": [], "interrupt": None}
    assert max(shown[180:]) <= 1.1 * max(shown[10:30])
    assert len(str(game.state["beats"])) + len(str(game.state["summaries"])) < 20_000


def acting_for_the_player(form: type[Any], prompt: str) -> dict[str, Any]:
    if "pick" in form.model_fields:
        return {"pick": 0, "narration": "You agree to everything. The lamp smokes."}
    numbered = [line.split(" ", 1) for line in prompt.splitlines() if line[:1].isdigit()]
    return {"outcomes": [{"n": int(n), "text": f"{word}: you decide to give up."} for n, word in numbered]}


async def test_a_model_never_makes_the_player_s_character_act():
    game, voice = in_play("model"), Voice(acting_for_the_player)
    told = [
        one.event.text for one in await said(voice, game, "purple monkeys") if isinstance(one.event, Told)
    ]
    assert "The lamp smokes." in told
    assert not any("agree" in text for text in told)
    [framed] = [one for one in await said(voice, game, "sneak across") if isinstance(one.event, ActionFramed)]
    assert not any(one.words for one in framed.traced(HeistTrace).outcomes), "the author's words stand"


HOSTILE: dict[str, Say] = {
    "another tier": lambda form, _: {
        "pick": 2,
        "outcomes": [{"n": n, "text": "Brilliant! All yours."} for n in range(1, 6)],
    },
    "an unknown die": lambda form, _: {"pick": 1, "outcomes": [{"n": 99, "text": "Done: it is."}]},
    "no outcomes": lambda form, _: {"pick": 1, "outcomes": []},
    "stress 99": lambda form, _: {"pick": 1, "stress": 99, "outcomes": [{"n": 1, "text": "x", "stress": 99}]},
    "strings": lambda form, _: {"pick": "all of them", "outcomes": "none"},
    "NaN": lambda form, _: {"pick": float("nan"), "outcomes": float("nan")},
    "JSON": lambda form, _: {"pick": 0, "narration": '{"stress": 99}', "outcomes": []},
    "a move that is not open": lambda form, _: {"pick": 400, "narration": "You win.", "outcomes": []},
}


@pytest.mark.parametrize("how", HOSTILE)
async def test_a_hostile_model_changes_nothing_but_words(how: str):
    game, plain = in_play("model"), in_play("model")
    voice = Voice(HOSTILE[how])
    for message in ("purple monkeys", "sneak across"):
        entries = await said(voice, game, message)
        assert not [
            one
            for one in entries
            if one.event.event.endswith("_changed") and one.event.event != "mood_changed"
        ]
        for one in entries:
            if isinstance(one.event, Told):
                assert not one.event.text.startswith("{")
    [framed] = [one for one in entries if isinstance(one.event, ActionFramed)]
    plain.make("approach:quay.patrol:slip")
    for one, other in zip(
        framed.traced(HeistTrace).outcomes, plain.state["framing"]["outcomes"], strict=True
    ):
        assert one.model_dump(exclude={"words"}) == {
            key: value for key, value in other.items() if key != "words"
        }
        assert not one.words or one.words.startswith(name_of("en", "tiers", one.tier))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_model_is_shown_nothing_secret_and_never_more_than_its_bound(language: str):
    score, game = score_in(language), in_play("prompt", language)
    shown = system_prompt(score, game.state, 4000)
    assert len(shown) <= 8000
    later = score.scenes["vault"]
    secrets = [
        score.clocks["marrow"].name,
        later.text,
        later.title,
        game.state["seed"],
        score.people["diver"].name,
    ]
    assert not [secret for secret in secrets if secret in shown]
    assert (
        len(
            system_prompt(score, {**game.state, "beats": [{"kind": "speech", "text": "x" * 2000}] * 20}, 1000)
        )
        <= 2000
    )


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_nearer_the_edge_the_barer_the_voice(language: str):
    game = in_play("prompt", language)
    tones: list[str] = []
    for stress, heat, wanted in ((4, 0, 0), (5, 0, 0), (0, 10, 0), (8, 3, 2)):
        state = {**game.state, "stress": stress, "heat": heat, "wanted": wanted}
        shown = system_prompt(game.score, cast("HeistState", state), 4000)
        tones.append(shown.split("\n")[2])
    assert len(set(tones)) == 4, "under 5, 10, 15, and beyond"
    assert ("few" in tones[3].casefold()) if language == "en" else ("少" in tones[3])


def in_mood(mood: str) -> Game:
    """A game with dice, a price, a breaking point or a bargain on offer."""
    game = in_play("moods")
    if mood == "action":
        game.first("approach:")
    while game.state["mood"] != mood:
        if mood == "trauma":
            game.state = {**game.state, "stress": 8}
        if mood == "bargain" and game.state["mood"] == "scene":
            game.state = {**game.state, "pool": game.state["pool"][:1]}
        dice = [move.key for move in game.moves if move.key.startswith("die:")]
        game.make(dice[-1]) if dice else game.first("accept", "approach:", "way:", "trauma:", "go", "retreat")
    return game


@pytest.mark.parametrize(
    ("mood", "speaks"),
    [
        ("action", "You are the Precipice"),
        ("aftermath", "You are the Echo"),
        ("trauma", "You are the Crack"),
        ("bargain", "You are the Hungry City"),
    ],
)
async def test_in_every_mood_a_model_speaks_in_its_voice_and_decides_nothing(mood: str, speaks: str):
    voice, game = Voice(talkative), in_mood(mood)
    entries = await said(voice, game, "purple monkeys")
    told = [one.event.text for one in entries if isinstance(one.event, PersonSpoke | Told)]
    assert (told, voice.calls) == (["“Mind the step.”"], 1)
    assert voice.systems[0].split("\n")[1].startswith(speaks)
    [asked] = await said(Voice(well), game, "purple monkeys")  # a model that picks the first move
    assert isinstance(asked.event, HeistAsked), "what it takes a message to mean is only asked back"
