"""A TextArena environment: importing this module registers `SituationPuzzle-v0` for English and Chinese.

>>> import textarena as ta
>>> import echoes.environments.textarena_env
>>> env = ta.make("SituationPuzzle-v0", puzzle="wrong_umbrella")
>>> env.reset(num_players=1, seed=7)
>>> env.step("Was the umbrella stolen?")[0]
False
>>> print(env.get_observation()[1].splitlines()[-1])
[GAME] ✘ NO
>>> _ = env.close()
"""

# pyright: basic
# TextArena's own types are partial, and some of them wrong.

import asyncio
import os
from collections.abc import Coroutine
from functools import cache
from threading import Lock, Thread
from typing import Any, TypeVar

import textarena as ta
from textarena.envs.registration import register_with_versions
from textarena.wrappers import GameMessagesObservationWrapper, LLMObservationWrapper

from echoes.core.errors import BadInput
from echoes.environments.game import PuzzleGame, must_be_positive

_ResultT = TypeVar("_ResultT")
_STARTING = Lock()


@cache
def _loop(process: int) -> asyncio.AbstractEventLoop:
    """Start an event loop in a thread of its own, which the end of the program does not wait for.

    The engine is asynchronous, and whoever trains may run a loop of their own in their thread. A process that
    was forked has the loop of its parent without its thread, and needs another.
    """
    loop = asyncio.new_event_loop()
    Thread(target=loop.run_forever, daemon=True).start()
    return loop


def _run(work: Coroutine[Any, Any, _ResultT]) -> _ResultT:
    with _STARTING:
        loop = _loop(os.getpid())
    return asyncio.run_coroutine_threadsafe(work, loop).result()


class SituationPuzzleEnv(ta.Env):
    """One puzzle a game, for one player; the reward is the score of the game, from 0 to 1.

    Args:
        puzzle: the id of a puzzle; empty for one that the seed of each game draws.
        lang: en or zh.
        max_turns: the most messages that the referee answers, from 1.
    Raises:
        BadInput: there would be no turn.
    """

    state: ta.SinglePlayerState

    def __init__(self, puzzle: str = "", lang: str = "en", max_turns: int = 40) -> None:
        must_be_positive(max_turns)
        self.puzzle, self.lang, self.max_turns = puzzle, lang, max_turns
        self._game: PuzzleGame | None = None
        self._said: list[tuple[str, str]] = []

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Begin a game; the arguments are those of `ta.Env.reset`."""
        self._end()
        self.state = ta.SinglePlayerState(num_players=num_players, seed=seed, max_turns=self.max_turns)
        game = PuzzleGame(self.puzzle, self.lang, self.max_turns, seed or 0)
        self._game, self._said = _run(game.__aenter__()), []
        self.state.reset(
            game_state={"puzzle": game.puzzle, "lang": game.lang},
            player_prompt_function=lambda player_id, game_state: game.opening,
        )

    def _end(self) -> None:
        if self._game:
            _run(self._game.aclose())
        self._game = None

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Send a message to the referee; the arguments and the result are those of `ta.Env.step`."""
        if not (game := self._game):
            raise BadInput("no game is being played", "Begin one with reset().")
        if self.state.done:
            return True, {}
        player = self.state.current_player_id
        self.state.add_observation(
            from_id=player, message=action, observation_type=ta.ObservationType.PLAYER_ACTION
        )
        if not (said := _without_brackets(action)):
            self.state.set_invalid_move("The message is empty.", reward=0)
            return self.state.step()
        reply = _run(game.say(said))
        self._said.append((said, reply))
        self.state.add_observation(message=reply, observation_type=ta.ObservationType.GAME_MESSAGE)
        if game.is_over:
            solved = "solved" if game.figures.solved else "not solved"
            self.state.set_outcome(reward=game.figures.score / 100, reason=f"The puzzle is {solved}.")
        return self.state.step()

    def get_board_str(self) -> str:
        """Return the conversation so far, for TextArena's own renderers."""
        return "\n".join(f"> {said}\n{reply}" for said, reply in self._said)

    def close(self) -> tuple[dict[int, float] | None, dict[int, dict[str, Any]]]:
        """End the game; return its reward, None before the end, and information about it."""
        self._end()
        return self.state.close() if hasattr(self, "state") else (None, {})


def _without_brackets(action: str) -> str:
    """Return a message without the brackets in which players of TextArena write their moves."""
    action = action.strip()
    return action[1:-1].strip() if action.startswith("[") and action.endswith("]") else action


_register: Any = register_with_versions
for lang, suffix in (("en", ""), ("zh", "-zh")):
    _register(
        id=f"SituationPuzzle-v0{suffix}",
        entry_point=f"{__name__}:SituationPuzzleEnv",
        wrappers={"default": [LLMObservationWrapper], "-train": [GameMessagesObservationWrapper]},
        lang=lang,
    )
