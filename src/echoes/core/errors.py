"""The errors of Echoes of Deceit, grouped by who can act on them.

EchoesError
├─ UserError            the person who typed the command can fix it
│  ├─ BadSetting          a key or value of the configuration
│  ├─ BadScenarioFile     a scenario file that can't be ingested
│  ├─ BadInput            an argument, an id or a file given to a command
│  ├─ UnknownName         no such plug-in, scenario or session
│  ├─ SessionBusy         another process is playing this session
│  └─ LimitReached        no more may be spent on this session, by this player, or today
├─ OperatorError        whoever runs the machine can fix it
│  ├─ ModelFailed         a model server gave no usable reply
│  ├─ StorageFailed       a disk or database refused to write or read
│  └─ IndexFailed         a knowledge base could not be built or opened
└─ InvalidTransition      a bug: a phase that may not follow

Each message is one line: the problem, then the remedy.
"""

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from echoes.core.operation.usage import Usage

FailureKind = Literal[
    "unreachable",
    "timeout",
    "busy",
    "broken",
    "refused",
    "denied",
    "missing",
    "unreadable",
    "cut",
    "too_long",
    "budget",
    "empty",
    "filtered",
    "unpaid",
]
"""The way in which a model failed; `models.failures` has the causes of each.

`busy` is a 429, `broken` a 5xx, `denied` a 401 or 403, `missing` a 404, `refused` any other 4xx. `unreadable`
is a reply that does not fit the schema, `empty` one without words, `cut` one that broke off, `too_long` a
prompt that is too long, `filtered` words that the server withholds, `unpaid` an account without credit.
"""


class EchoesError(Exception):
    """The base of all errors of the project.

    Args:
        problem: the problem, without a full stop.
        remedy: what to do about it, as one sentence.
        zh: problem and remedy in Chinese, where a player or an author may meet the error on a page.

    >>> try:
    ...     open_engine().scenarios.get("no_such_puzzle", None)
    ... except EchoesError as error:
    ...     print(error.problem)
    unknown puzzle 'no_such_puzzle'
    """

    def __init__(self, problem: str, remedy: str = "", zh: str = "") -> None:
        self.problem = problem
        self.remedy = remedy
        self.zh = zh
        super().__init__(" ".join(f"{problem}. {remedy}".split()) if remedy else f"{problem}.")

    def __reduce__(self) -> tuple[object, ...]:
        """Come from another process as it was: what a kind of error is made of is not its text."""
        return _restored, (type(self), self.args, self.__dict__)

    def message(self, language: str) -> str:
        """Return problem and remedy in a language, or in English where there is no translation."""
        return self.zh if language == "zh" and self.zh else str(self)


def _restored(kind: type[EchoesError], args: tuple[object, ...], own: dict[str, object]) -> EchoesError:
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(own)
    return error


class UserError(EchoesError):
    """An error that the person who typed the command can fix."""


class BadSetting(UserError):
    """A key or value of the configuration is unknown or invalid."""


class BadScenarioFile(UserError):
    """A scenario file can't be ingested; the message names file, field and reason."""


class BadInput(UserError):
    """An argument, an id or an input file can't be used."""


class UnknownName(UserError):
    """A name is not registered or stored; the message lists the known ones."""


class SessionBusy(UserError):
    """Another process holds this session's turn."""


class LimitReached(UserError):
    """No more may be spent; see `core.operation.spending`.

    Args:
        text: tells the player so, in the language of the game.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.args = (text,)


class OperatorError(EchoesError):
    """An error that whoever runs the machine can fix."""


class ModelFailed(OperatorError):
    """A model server gave no usable reply.

    Args:
        kind: the kind of failure.
        problem, remedy: as for every error; neither contains words of the server, which may repeat the
            prompt.
        detail: the server's words without the key, for the operator and the private trace.
        spent: the cost of the attempts; None for none.
        wait_s: the pause that the server asked for, in seconds.
        said: the whole sentences of a text that broke off.
    """

    def __init__(
        self,
        kind: FailureKind,
        problem: str,
        remedy: str = "",
        detail: str = "",
        spent: "Usage | None" = None,
        wait_s: float = 0.0,
        said: str = "",
    ) -> None:
        super().__init__(problem, remedy)
        self.kind: FailureKind = kind
        self.detail = detail
        self.spent = spent
        self.wait_s = wait_s
        self.said = said

    @property
    def cause(self) -> str:
        """The message with the server's words, for the operator and the private trace."""
        return f"{self} {self.detail}".strip()


class StorageFailed(OperatorError):
    """A disk or database refused to read or write; nothing that was shown is lost."""


class IndexFailed(OperatorError):
    """A knowledge base could not be built, opened or searched."""


class InvalidTransition(EchoesError):
    """A phase was followed by one that may not follow it."""
