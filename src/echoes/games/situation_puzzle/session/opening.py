"""The opening of a session."""

import logging

from echoes.core.protocols import JsonObject, Models
from echoes.core.seats.roles import Role
from echoes.games.context_window import Part, Section, build_window
from echoes.games.resources import PlayerMemory
from echoes.games.situation_puzzle.events import PuzzleStarted
from echoes.games.situation_puzzle.play_settings import PuzzleLimits
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.referees.contract import REFEREES
from echoes.games.situation_puzzle.referees.llm.prompt_builder import PromptBuilder
from echoes.games.situation_puzzle.referees.llm.prompts import BRIEFLY
from echoes.games.situation_puzzle.roles import HINT_MASTER, PuzzleRole
from echoes.games.situation_puzzle.session.adaptation import adapt, difficulty_for
from echoes.games.situation_puzzle.settings import AgentSettings
from echoes.games.situation_puzzle.traces import OpeningTrace
from echoes.games.situation_puzzle.visibility import VISIBILITY


def open_game(
    scenario: Puzzle,
    referee: str,
    recalled: PlayerMemory,
    models: Models,
    limits: PuzzleLimits,
    agents: AgentSettings,
) -> tuple[PuzzleStarted, OpeningTrace]:
    """Return the event that opens a session, and the trace of what holds from the beginning.

    Args:
        scenario: the puzzle with its secrets.
        referee: the name of the referee.
        recalled: the memory of player and puzzle.
        models: the language models of the roles.
        limits: the configured bounds.
        agents: the game's settings.
    Raises:
        BadSetting: the referee's budget does not hold this puzzle.
    """
    phrases, played = agents.phrases_in(scenario.language), agents.in_play(scenario)
    version = _checked_version(referee, played, models, agents)
    if agents.narration.by == "model" and models.llm(Role.NARRATOR) is None:
        logging.getLogger(__name__).warning("narration.by is 'model', and the narrator has no model")
    elif agents.narration.by == "model":
        story = Section(Part.SCENARIO, (scenario.title, scenario.statement, *scenario.public_facts))
        build_window(Role.NARRATOR, None, [story], VISIBILITY, agents.context_tokens[PuzzleRole.NARRATOR])
    adaptation = adapt(played, recalled, limits.offer_hint_after)
    level = difficulty_for(recalled.profile, scenario.difficulty) if recalled.difficulty else None
    started = PuzzleStarted(
        puzzle_id=scenario.id,
        title=scenario.title,
        statement=scenario.statement,
        lang=scenario.language,
        puzzle_hash=scenario.content_hash,
        referee=referee,
        model=_model(models) if version else None,
        prompt_version=version,
        notice=None if version or played.rulings else phrases.notice_no_rulings,
        for_player=phrases.format(level[0], **level[1]) if level else None,
        content_warnings=list(scenario.content_warnings),
    )
    trace = OpeningTrace.model_validate(
        {
            **_bounds(played, models, limits, agents),
            **adaptation.to_json(),
            "profile": recalled.profile.content,
        }
    )
    return started, trace


def _bounds(puzzle: Puzzle, models: Models, limits: PuzzleLimits, agents: AgentSettings) -> JsonObject:
    """Return the tighter of the configured and the author's bounds, and the budgets of models."""
    unbound = (limits.max_hints, puzzle.constraints.max_hints) == (None, None)
    writes = models.llm(HINT_MASTER) is not None and unbound
    referee = agents.referee
    questions = (limits.max_questions, puzzle.constraints.max_questions)
    hints = (limits.max_hints, puzzle.constraints.max_hints, len(puzzle.hints))
    return {
        "max_questions": min((bound for bound in questions if bound is not None), default=None),
        "max_hints": min(bound for bound in hints if bound is not None),
        "max_message_chars": limits.max_message_chars,
        "further_hints": agents.further_hints if writes else 0,
        "calls_per_session": referee.calls_per_session,
        "tokens_per_session": referee.tokens_per_session,
    }


def _model(models: Models) -> str | None:
    """Return the model that rules."""
    llm = models.llm(Role.REFEREE)
    return llm.id if llm else None


def _checked_version(referee: str, puzzle: Puzzle, models: Models, agents: AgentSettings) -> str | None:
    """Return the version of the prompts, which have to hold the puzzle; None where no model is asked."""
    version = REFEREES.load(referee).prompt_version
    if not version:
        return None
    llm, budget = models.llm(Role.REFEREE), agents.context_tokens[PuzzleRole.REFEREE]
    is_brief = llm is not None and agents.referee.are_rules_brief(llm.id)
    PromptBuilder(puzzle, budget, agents.referee.evidence, is_brief).check()
    return f"{version}{BRIEFLY}" if is_brief else str(version)
