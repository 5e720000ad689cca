"""Drafting: models write what a scenario lacks, into a new version that waits for its author."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from echoes.core.errors import BadInput, BadSetting, StorageFailed, UnknownName
from echoes.core.files.writing import private_folder
from echoes.core.operation.usage import Usage
from echoes.engine.engine import GameEngine
from echoes.engine.operation.costs import price_of
from echoes.engine.scenarios.publishing import keep_withdrawn, publication_of, publish, publish_or_keep
from echoes.engine.sessions.queries import games_of
from echoes.games.draft_steps import DraftSteps
from echoes.games.drafts import AnyDraft, AnyDrafter, DraftOptions
from echoes.games.scenario import Scenario

_SPARE = 1.5
"""The budget, as a multiple of the estimate, where none is given."""


@dataclass(frozen=True)
class DraftLimits:
    """The limits of one run.

    Attributes:
        budget: tokens in all, those of earlier runs included; None for half more than is estimated.
        parallel: requests at once.
        asking: whether models are asked for what is missing; else it stays missing.
        retry: whether what gave nothing usable is asked for again.
    """

    budget: int | None = None
    parallel: int = 4
    asking: bool = True
    retry: bool = False


@dataclass
class DraftRun:
    """A run, which goes on where an earlier one of the same scenario was stopped.

    Attributes:
        drafter: of the scenario.
        budget: in tokens.
        steps: those on disk, and those to come.
    """

    engine: GameEngine
    game: str
    drafter: AnyDrafter
    budget: int
    steps: DraftSteps
    folder: Path

    @classmethod
    async def begin(
        cls,
        engine: GameEngine,
        game: str,
        scenario: Scenario,
        options: DraftOptions,
        limits: DraftLimits,
        folder: Path,
    ) -> "DraftRun":
        """Find what is there of a scenario's draft, and what the rest will cost.

        Args:
            engine: with the models.
            game: the scenario's game type.
            scenario: as its author has it; it is translated only if it is not there in the other language.
            options: of its author.
            limits: of this run.
            folder: of the steps of all drafts.
        Raises:
            BadInput: scenarios of this kind are not drafted.
        """
        other = options.other_language and not _has_other_language(engine, scenario)
        wishes, logs = DraftOptions(options.size, other), await games_of(engine, scenario)
        make = engine.games[game].drafter
        drafter = await asyncio.to_thread(make, scenario, wishes, engine.models, logs)
        if drafter is None:
            raise BadInput(
                f"'{game}' has no draft of its scenarios", "Write it yourself.", zh="这种游戏不能起草。"
            )
        total = _tokens(drafter.estimate.usage)
        budget = round(_SPARE * total) if limits.budget is None else limits.budget
        own = steps_folder(folder, scenario)
        asked = budget, limits.parallel, limits.asking, limits.retry
        steps = await asyncio.to_thread(DraftSteps, own, *asked)
        return cls(engine, game, drafter, budget, steps, own)

    @property
    def tokens(self) -> int:
        """Return the estimated number of tokens."""
        return _tokens(self.drafter.estimate.usage)

    @property
    def spent(self) -> int:
        """Return the tokens that have been spent, in earlier runs too."""
        return _tokens(self.steps.spent)

    @property
    def kept(self) -> int:
        """Return the tokens that the steps on disk have cost."""
        return _tokens(self.steps.kept_usage)

    @property
    def calls(self) -> int:
        """Return the expected number of steps, as far as is known."""
        return max(self.steps.done, self.drafter.estimate.calls)

    def price(self, prices: Mapping[str, tuple[float, float]]) -> float | None:
        """Return the price of the estimate, each role by its own model; None where one of them has none.

        Args:
            prices: for each model, the price of a million tokens of prompt and of reply.
        """
        by_role = self.drafter.estimate.by_role
        found = {role: prices.get(self.drafter.models.get(role, "")) for role in by_role}
        if not all(found.values()):
            return None
        return sum(price_of(usage, *(found[role] or (0, 0))) for role, usage in by_role.items())

    def check_models(self) -> None:
        """Raise an error where no model could draft.

        Raises:
            BadSetting: none is configured.
        """
        if not self.drafter.models:
            raise BadSetting(
                "no language model is configured",
                "Set models.provider; see docs/models.md.",
                zh="没有配置语言模型。请设置 models.provider，见 docs/models.md。",
            )

    def check_can_be_published(self) -> None:
        """Raise an error where the draft could not become a version.

        Raises:
            BadInput: it came with the app, or is not the version that was taken in.
        """
        own = self.drafter.scenario
        try:
            stored = publication_of(self.engine, own.id, own.language)
        except UnknownName:
            return
        if stored.status == "bundled":
            raise BadInput(
                f"'{own.id}' came with the app",
                "Give your version an id of its own, or draft into files: echoes puzzles draft --out FOLDER.",
                zh=f"“{own.id}”是应用自带的。请给你的版本另取一个编号，或者起草成文件："
                "echoes puzzles draft --out FOLDER。",
            )
        if stored.scenario.content_hash != own.content_hash:
            raise BadInput(
                f"the file is not the puzzle '{own.id}' that was taken in",
                "Take it in first.",
                zh=f"这个文件和已导入的“{own.id}”不是同一个。请先导入它。",
            )

    async def draft(self) -> AnyDraft:
        """Draft the scenario.

        Raises:
            ModelFailed: the budget is spent or the model is away; what is done is kept.
            BadInput: another process drafts this scenario.
            StorageFailed: the folder can't be written.
        """
        lock = _lock(self.folder)
        try:
            lock.acquire()
        except Timeout:
            raise BadInput(
                "another process drafts this puzzle", "Wait for it.", zh="另一个进程正在起草它，请稍候。"
            ) from None
        except OSError as error:
            raise StorageFailed(f"{self.folder} can't be written ({error})", "Make it writable.") from error
        try:
            return await self.drafter.draft(self.steps)
        finally:
            lock.release()

    def publish(self, draft: AnyDraft) -> Scenario:
        """Put a draft into a new version, and its translation where no player sees it; return the version.

        Raises:
            BadInput: the story was changed meanwhile.
            StorageFailed: a folder can't be written.
        """
        own = self.drafter.scenario
        with self.engine.scenarios.writing():
            try:
                current = publication_of(self.engine, own.id, own.language)
            except UnknownName:
                made = draft.added_to(own)
                publish(self.engine, self.game, made)
            else:
                if not self.drafter.fits(current.scenario):
                    raise BadInput(
                        "the story was changed meanwhile",
                        "Draft it again.",
                        zh="谜题这期间被改过了。请重新起草。",
                    )
                made = draft.added_to(current.scenario)
                publish_or_keep(self.engine, current, made)
            if draft.translation:
                keep_withdrawn(self.engine, self.game, draft.translation)
        return made


def steps_folder(folder: Path, scenario: Scenario) -> Path:
    """Return the folder of the steps of a scenario's draft.

    Args:
        folder: of the steps of all drafts.
        scenario: that is drafted.
    """
    return folder / f"{scenario.id}_{scenario.language}" / "steps"


def is_drafted_now(steps: Path) -> bool:
    """Return whether some process works on a draft, given the folder of its steps."""
    lock = _lock(steps)
    try:
        lock.acquire()
    except Timeout:
        return True
    lock.release()
    return False


def _lock(steps: Path) -> FileLock:
    return FileLock(private_folder(steps) / ".lock", timeout=0, mode=0o600)


def _tokens(usage: Usage) -> int:
    return usage.prompt_tokens + usage.completion_tokens


def _has_other_language(engine: GameEngine, scenario: Scenario) -> bool:
    other = "zh" if scenario.language == "en" else "en"
    try:
        return bool(publication_of(engine, scenario.id, other))
    except UnknownName:
        return False
