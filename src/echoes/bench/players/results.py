"""The results of games, as a run keeps them."""

from dataclasses import dataclass

from echoes.core.operation.usage import Usage


@dataclass(frozen=True, slots=True)
class PlayerMessage:
    """One message of a player.

    Attributes:
        repeated: how often the player was kept from repeating itself before it.
        looked_up: its searches before it.
        failed: how often the referee failed at it.
    """

    text: str
    repeated: int
    looked_up: tuple[str, ...]
    failed: int
    usage: Usage


@dataclass(frozen=True, slots=True)
class FinalAnswer:
    """One final answer, and the share of the core facts that it states itself, 0 to 1."""

    turn: int
    verdict: str
    covered: float


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResult:
    """The result of one game.

    Attributes:
        puzzle: its id.
        story: puzzle and language.
        hash: of the content of the puzzle.
        player, referee: as `NAME` or `NAME@MODEL`.
        repeat: the number of the game among its repeats, from 0.
        seed: of all that is left to chance.
        control: whether it was played without questions.
        file: where its event log lies in the run's folder.
        ending: one of `engine.ai_players.autoplay.Ending`; docs/benchmarks.md says what each means.
        valid: whether it says anything about the player.
        solved: whether a final answer was judged SOLVED inside the caps.
        why: the failure that made it invalid; empty for none.
        turns: messages that were ruled, judged or hinted.
        failed: how often the referee gave no answer for a technical reason.
        ruled, asked_back, not_ruled, hints: numbers of such events.
        answers: the final answers that stand.
        ruled_as: how many of the ruled were ruled as another question that was shown.
        coverage: the share of the core facts that is established after each turn, 0 to 1.
        rulings_by: the sources of its rulings.
        prompt_version: of the referee.
        moves: the messages of the player.
        repeated: how many messages say again what an earlier one said.
        kept_from_repeating: how often the player was kept from it.
        seconds: from its start to its end.
    """

    puzzle: str
    lang: str
    story: str
    hash: str
    player: str
    referee: str
    repeat: int
    seed: int
    control: bool
    file: str
    ending: str
    valid: bool
    solved: bool
    why: str
    turns: int
    failed: int
    player_usage: Usage
    ruled: int
    asked_back: int
    not_ruled: int
    hints: int
    answers: tuple[FinalAnswer, ...]
    coverage: tuple[float, ...]
    rulings_by: tuple[str, ...]
    prompt_version: str | None
    referee_usage: Usage
    moves: tuple[PlayerMessage, ...]
    repeated: int
    kept_from_repeating: int
    seconds: float
    ruled_as: int = 0

    @property
    def key(self) -> str:
        """The key of the game in its run."""
        return game_key(self.puzzle, self.lang, self.player, self.referee, self.repeat, self.control)


def game_key(puzzle: str, lang: str, player: str, referee: str, repeat: int, control: bool) -> str:
    """Return the key of a game in its run."""
    asks = "without questions" if control else "plays"
    return f"{puzzle} {lang} | {player} {asks} | {referee} | {repeat}"
