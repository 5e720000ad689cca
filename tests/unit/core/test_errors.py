"""Errors: one line with problem and remedy, also from another process."""

import pickle

import pytest

from echoes.core.errors import BadInput, EchoesError, ModelFailed


@pytest.mark.parametrize(
    "error",
    [
        BadInput("there is no such score", "Known: vault.", zh="没有这一票。"),
        ModelFailed("busy", "the server is busy", "Try again.", detail="429", wait_s=2.5),
    ],
)
def test_an_error_comes_from_another_process_as_it_was(error: EchoesError):
    came = pickle.loads(pickle.dumps(error))
    assert (type(came), str(came), vars(came)) == (type(error), str(error), vars(error))


def test_problem_and_remedy_are_one_line():
    assert str(BadInput("it is broken", "Mend\n it.")) == "it is broken. Mend it."
    assert str(BadInput("it is broken")) == "it is broken."
    assert BadInput("it is broken", zh="坏了。").message("zh") == "坏了。"
