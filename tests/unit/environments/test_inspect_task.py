"""Inspect plays our puzzles: in a conversation, or with an agent and the referee as its tool."""

from pathlib import Path

import pytest
from inspect_ai import eval as evaluate
from inspect_ai.agent import react
from inspect_ai.log import EvalLog
from inspect_ai.model import Model, ModelOutput, ModelUsage, get_model
from inspect_ai.solver import Solver
from tests.unit.environments.conftest import SOLVE

from echoes.core.errors import UnknownName
from echoes.environments.inspect_task import situation_puzzles, tell_referee

QUESTION = "Was the bell broken?"


def model(*outputs: ModelOutput) -> Model:
    """A model that says this; without the usage Inspect would fetch a tokenizer."""
    for one in outputs:
        one.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return get_model("mockllm/model", custom_outputs=[*outputs])


def said(text: str) -> ModelOutput:
    return ModelOutput.from_content("mockllm", text)


def told(text: str) -> ModelOutput:
    return ModelOutput.for_tool_call("mockllm", "tell_referee", {"message": text})


def played(folder: Path, by: Model, solver: Solver | None = None, messages: int = 40) -> EvalLog:
    task = situation_puzzles(messages=messages)
    [log] = evaluate(task, model=by, solver=solver, log_dir=str(folder), display="none")
    assert log.status == "success", log.error
    return log


def figures(log: EvalLog) -> dict[str, float]:
    assert log.results
    return {one.name: one.metrics["mean"].value for one in log.results.scores}


def test_a_model_wins_in_a_conversation(own_folders: Path):
    log = played(own_folders, model(said(QUESTION), said(SOLVE)))
    wanted = {"solved": 1, "score": 1, "questions": 1, "hints": 0, "messages": 2}
    assert figures(log) == wanted
    assert log.samples and [message.role for message in log.samples[0].messages] == [
        "user",
        "assistant",
    ] * 2 + ["user"]
    assert "zzanswer" not in log.samples[0].messages[-3].text, "the secret comes at the end"


def test_an_agent_wins_with_the_referee_as_a_tool(own_folders: Path):
    agent = react(tools=[tell_referee()], submit=False)
    log = played(own_folders, model(told(QUESTION), told(SOLVE), said("done")), agent)  # pyright: ignore
    assert figures(log)["solved"] == 1


def test_a_model_that_only_asks_loses(own_folders: Path):
    log = played(own_folders, model(said(QUESTION), said(QUESTION)), messages=2)
    assert figures(log) == {"solved": 0, "score": 0, "questions": 1, "hints": 0, "messages": 2}


def test_an_unknown_puzzle_is_refused_before_anything_is_played():
    with pytest.raises(UnknownName):
        situation_puzzles("nothing")
