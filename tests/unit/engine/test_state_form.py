"""The form of a state changes with its keys, at any depth, and with nothing else."""

from typing import Any, TypedDict

from echoes.engine.state_form import state_form


class Line(TypedDict):
    text: str


class Longer(TypedDict):
    text: str
    by_model: bool


def game(line: Any, held: Any = int, **more: Any) -> Any:
    """A game whose state has lines."""
    State: Any = TypedDict("State", {"recent": list[line], "count": held, **more})

    class Game:
        def evolve(self, state: Any, entry: Any) -> State:
            return state

    return Game()


def test_the_same_keys_are_the_same_form():
    assert state_form(game(Line)) == state_form(game(Line))


def test_a_key_more_and_a_key_in_a_list_change_it():
    forms = {state_form(one) for one in (game(Line), game(Longer), game(Line, at=str), game(Line, str))}
    assert len(forms) == 4


def test_a_game_that_does_not_say_has_one_too():
    class Game:
        def evolve(self, state, entry):  # type: ignore[no-untyped-def]
            return state

    unsaid: Any = Game()
    assert state_form(unsaid) == state_form(unsaid)
