"""The tree of a turn's steps is printed in full, however narrow the window is."""

import pytest

from echoes.core.operation.tracing import SpanRow
from echoes.core.operation.usage import Usage
from echoes.engine.turns.traces import TurnTrace
from echoes.interfaces.cli.session_traces import print_traces


def test_no_line_of_a_tree_is_cut(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "40")
    row = SpanRow(
        0, "model call", 0.0, 8.5, {"model": "a-model-with-a-name-as-long-as-they-are", "tokens": 7}
    )
    usage = Usage(model_calls=3, prompt_tokens=12345, completion_tokens=67)
    print_traces(
        [TurnTrace(turn=3, timestamp="t", events=("narrated",), usage=usage, spans=(row,))], as_json=False
    )
    said = capsys.readouterr().out.splitlines()
    assert said[0].endswith("12345 + 67 tokens, 0.00 s of models")
    assert said[1].endswith("as-they-are tokens=7")
