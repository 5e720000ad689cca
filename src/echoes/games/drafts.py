"""Drafts: models write, once, what a scenario needs to be played without one; its author confirms it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from echoes.core.operation.usage import Usage
from echoes.core.text.bilingual import Bilingual
from echoes.games.draft_steps import DraftSteps
from echoes.games.scenario import Scenario, ScenarioT


@dataclass(frozen=True)
class DraftOptions:
    """The size of a draft, as its author wants it.

    Attributes:
        size: how much is drafted; of a puzzle, about so many rulings.
        other_language: whether it is translated, too.
    """

    size: int = 300
    other_language: bool = True


@dataclass(frozen=True)
class DraftEstimate:
    """An estimate of all steps of a draft.

    Attributes:
        calls: the number of requests.
        by_role: their tokens, by the role whose model is asked.
    """

    calls: int
    by_role: Mapping[str, Usage]

    @property
    def usage(self) -> Usage:
        """Return the tokens of all requests."""
        return Usage(
            model_calls=self.calls,
            prompt_tokens=sum(one.prompt_tokens for one in self.by_role.values()),
            completion_tokens=sum(one.completion_tokens for one in self.by_role.values()),
        )


DraftedT = TypeVar("DraftedT", contravariant=True)


class ScenarioDraft(Protocol[DraftedT]):
    """All that models have written for a scenario, and nothing that its author has."""

    left: Sequence[str]
    """The names of steps without a usable reply."""
    untranslated: Bilingual
    """The part for want of which there is no translation; empty where none is wanting."""

    @property
    def translation(self) -> Scenario | None:
        """Return the scenario in the other language; None where it was not translated."""
        ...

    def added_to(self, scenario: DraftedT) -> Scenario:
        """Return a scenario with the draft, all of it unconfirmed; what its author has stays as it is.

        Args:
            scenario: the version that was drafted, or one that was edited since.
        """
        ...


class ScenarioDrafter(ABC, Generic[ScenarioT]):
    """Has a scenario drafted; the same steps give the same draft.

    Attributes:
        scenario: as its author has it.
        estimate: of what the draft costs.
        models: the names of the models by role; empty where one is missing, and nothing can be drafted.
    """

    scenario: ScenarioT
    estimate: DraftEstimate
    models: Mapping[str, str]

    @abstractmethod
    def fits(self, edited: ScenarioT) -> bool:
        """Return whether the draft still belongs to a version that was edited while it was made."""

    @abstractmethod
    async def draft(self, steps: DraftSteps) -> ScenarioDraft[ScenarioT]:
        """Draft the scenario.

        Args:
            steps: through which the models are asked.
        Raises:
            ModelFailed: the budget is spent, or the model is away; what is done is kept.
            StorageFailed: the folder of the steps can't be written.
        """


AnyDraft: TypeAlias = ScenarioDraft[Any]
AnyDrafter: TypeAlias = ScenarioDrafter[Any]
"""A draft and a drafter of any kind of game."""
