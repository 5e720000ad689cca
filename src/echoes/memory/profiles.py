"""A player's profile: counts over the finished games, and observations."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from pydantic import ConfigDict, JsonValue, model_serializer

from echoes.core.log.records import AskingStyle, GroupStatistics, Mistakes, PlayerStatistics, Row
from echoes.core.text.plain_text import pluralize
from echoes.memory.records import GameRecord


class PlayerObservations(Row, frozen=True):
    """The observations of a narrator about a player.

    Attributes:
        asks: the player's way of asking.
        last_updated: ISO 8601 in UTC.
    """

    model_config = ConfigDict(frozen=True, extra="allow")

    asks: str = ""
    summary_type: Literal["described"] = "described"
    last_updated: str = ""


class PlayerProfile(Row, frozen=True):
    """Everything that is known of a player, as one object.

    Attributes:
        observations: None if nothing was observed.
        statistics: None if no game was counted.
    """

    observations: PlayerObservations | None = None
    statistics: PlayerStatistics | None = None

    @property
    def is_empty(self) -> bool:
        """Return whether nothing is known."""
        return self.observations is None and self.statistics is None

    @property
    def counts(self) -> PlayerStatistics:
        """Return the statistics; zeros if no game was counted."""
        return self.statistics or PlayerStatistics()

    @model_serializer
    def _merged(self) -> dict[str, JsonValue]:
        parts = [part.to_json() for part in (self.observations, self.statistics) if part is not None]
        return {key: value for part in parts for key, value in part.items()}


def player_statistics(records: Iterable[GameRecord]) -> PlayerStatistics:
    """Count a player's games.

    A puzzle counts once, by the first of its games that ended. Playing it again does not show how the player
    does with something new.
    """
    games = sorted(records, key=lambda game: game.ended)
    first = list({game.puzzle_id: game for game in reversed(games)}.values())
    solved = [game for game in first if game.solved]
    statistics = PlayerStatistics(
        games=len(games),
        first_tries=len(first),
        solved=len(solved),
        solve_rate=_share(len(solved), len(first)),
        questions_to_solve=_mean(game.facts.questions for game in solved),
        hints=sum(game.facts.hints or 0 for game in first),
        hints_per_game=_mean(game.facts.hints for game in first),
        score=_mean(game.facts.score for game in solved),
        levels=_groups([game for game in first if game.difficulty], lambda game: [str(game.difficulty)]),
        tags=_groups(first, lambda game: game.tags),
        style=_style(first),
        mistakes=_mistakes(first),
        last_updated=games[-1].ended if games else "",
    )
    return statistics.model_copy(update={"content": describe_player(statistics)})


def _groups(
    games: Sequence[GameRecord], keys: Callable[[GameRecord], Sequence[str]]
) -> dict[str, GroupStatistics]:
    groups: dict[str, list[GameRecord]] = defaultdict(list)
    for game in games:
        for key in keys(game):
            groups[key].append(game)
    return {
        key: GroupStatistics(
            games=len(group),
            solved=sum(game.solved for game in group),
            questions_to_solve=_mean(game.facts.questions for game in group if game.solved),
        )
        for key, group in sorted(groups.items())
    }


def _style(games: Sequence[GameRecord]) -> AskingStyle:
    rulings: Counter[str] = Counter()
    for game in games:
        rulings.update(game.facts.rulings)
    total = rulings.total()
    lengths = [game.facts.question_length for game in games if game.facts.question_length]
    shares = {ruling: _share(count, total) for ruling, count in sorted(rulings.items())}
    return AskingStyle(rulings=shares, question_length=_mean(lengths))


def _mistakes(games: Sequence[GameRecord]) -> Mistakes:
    facts = [game.facts for game in games]
    return Mistakes(
        wrong_answers=sum(fact.wrong_answers for fact in facts),
        repeated=sum(fact.repeated for fact in facts),
        not_ruled=sum(fact.not_ruled for fact in facts),
        irrelevant=sum(fact.rulings.get("IRRELEVANT", 0) for fact in facts),
    )


def describe_player(statistics: PlayerStatistics) -> str:
    """Return a player's statistics in a few sentences; empty if there is no game."""
    if not statistics.games:
        return ""
    mean = statistics.questions_to_solve
    about = f" in about {pluralize(mean, 'question')}" if mean is not None else ""
    said = [
        f"{pluralize(statistics.games, 'game')}, {pluralize(statistics.first_tries, 'puzzle')}; "
        f"solved {statistics.solved} of them{about}.",
        f"{pluralize(statistics.hints_per_game or 0, 'hint')} a game.",
    ]
    irrelevant = statistics.style.rulings.get("IRRELEVANT")
    if irrelevant is not None:
        said.append(f"{irrelevant:.0%} of the questions were beside the point.")
    if wrong := statistics.mistakes.wrong_answers:
        said.append(f"Final answers that were not right: {wrong}.")
    return " ".join(said)


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 3) if whole else None


def _mean(values: Iterable[float | None]) -> float | None:
    """Return the mean of the values; None if there are none."""
    known = [value for value in values if value is not None]
    return round(sum(known) / len(known), 1) if known else None
