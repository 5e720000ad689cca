"""A trial of a model: one question of a bundled puzzle, asked as in a game that is kept nowhere."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from echoes.app import open_engine
from echoes.config import Config
from echoes.core.files.install_paths import install_paths
from echoes.core.files.json_values import as_object
from echoes.core.log.events import event_to_json
from echoes.engine.sessions.queries import read_entries
from echoes.interfaces.event_blocks import blocks_of
from echoes.models.settings import ModelSettings
from echoes.storage.settings import StorageSettings

_PUZZLE = "wrong_umbrella"
_QUESTIONS = {
    "en": "Did the woman find the umbrella in a taxi?",
    "zh": "她是在出租车上捡到这把伞的吗？",
}
"""What its author has not ruled on, so that the model has to, and what gives nothing away."""
_RIGHT = "NO"


@dataclass(frozen=True)
class ModelTrial:
    """The outcome of a trial.

    Attributes:
        question: that was asked.
        said: the lines that a player would read.
        seconds: that the model took.
        answered: whether the game could use the answer.
        is_right: whether it was the right one.
        problem: why there was none, for whoever runs the server.
    """

    question: str
    said: Sequence[str]
    seconds: float
    answered: bool
    is_right: bool
    problem: str = ""


async def try_model(
    config: Config, models: ModelSettings, language: str, begin: Callable[[str, str], None]
) -> ModelTrial:
    """Ask a model one question, and return what came of it.

    Args:
        config: all settings but those of models.
        models: name the model and its server.
        language: of the question.
        begin: gets the title of the puzzle and the question, just before it is asked.
    Raises:
        EchoesError: there is no such puzzle here, or a setting is wrong.
    """
    question = _QUESTIONS[language]
    paths, bundled = config.paths, install_paths().bundled / "data"
    if paths.bundled is None and not paths.of_a_checkout:
        paths = paths.model_copy(update={"bundled": bundled})
    memory = StorageSettings(backend="memory")
    own = config.model_copy(update={"models": models, "storage": memory, "paths": paths})
    async with open_engine(own) as engine:
        session = await engine.create_session(_PUZZLE, lang=language, remembered=False)
        begin(session.started.title, question)
        events = [event async for event in engine.handle_message(session.session_id, question)]
        shown = [blocks_of(event, engine.games, session.started.game_type, language) for event in events]
        entries = [entry.to_json() for entry in read_entries(engine, session.session_id)]
    spent = [as_object(event_to_json(event).get("usage")).get("elapsed_ms") for event in events]
    counted = [event_to_json(event) for event in events if event.makes_turn]
    causes = [as_object(entry.get("trace")).get("cause") for entry in entries]
    return ModelTrial(
        question,
        [block.plain() for blocks in shown for block in blocks],
        sum(ms for ms in spent if isinstance(ms, int | float)) / 1000,
        bool(counted),
        any(event.get("ruling") == _RIGHT for event in counted),
        " ".join(str(cause) for cause in causes if cause),
    )
