"""The errors of Echoes of Deceit, grouped by who can act on them.

EchoesError
├─ UserError            the person who typed the command can mend it
│  ├─ BadSetting          a key or value of the configuration
│  ├─ BadPuzzleFile       a puzzle file that can't be taken in
│  ├─ BadInput            an argument, an id or a file given to a command
│  ├─ UnknownName         no such plug-in, puzzle or session
│  └─ SessionBusy         another process is playing this session
├─ OperatorError        whoever runs the machine can mend it
│  ├─ ModelFailed         a model server gave nothing that can be used
│  ├─ StorageFailed       a disk or database refused to write or read
│  └─ IndexFailed         a knowledge base could not be built or opened
└─ InvalidTransition      a bug: a phase that may not follow

Each message is one line: what is wrong, then the remedy.
"""

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from echoes.core.usage import Usage

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
]
"""In what way a model failed: `busy` (429), `broken` (5xx), `refused` (another 4xx), `denied` (401, 403),
`missing` (404), `unreadable` (no reply in the closed form), `cut` (it broke off while somebody read along),
`too_long` (the prompt); the others say it themselves."""


class EchoesError(Exception):
    """Any error of ours.

    Args:
        problem: what is wrong, without a full stop.
        remedy: what to do about it, as one sentence.
    """

    def __init__(self, problem: str, remedy: str = "") -> None:
        self.problem = problem
        self.remedy = remedy
        super().__init__(" ".join(f"{problem}. {remedy}".split()) if remedy else f"{problem}.")


class UserError(EchoesError):
    """The person who typed the command can mend it."""


class BadSetting(UserError):
    """A key or value of the configuration is not known."""


class BadPuzzleFile(UserError):
    """A puzzle file can't be taken in; the message names file, field and reason."""


class BadInput(UserError):
    """An argument, an id or an input file is not usable."""


class UnknownName(UserError):
    """A name that nothing stands behind; the message lists the known ones."""


class SessionBusy(UserError):
    """Another process holds this session's turn."""


class OperatorError(EchoesError):
    """Whoever runs the machine can mend it."""


class ModelFailed(OperatorError):
    """A model server gave nothing that can be used.

    Args:
        kind: in what way it failed, for those who can do something about it.
        problem, remedy: as for every error; neither holds a word of the server's, which may
            repeat what it was asked.
        detail: the server's words without the key, for the operator and the private trace.
        spent: what the attempts cost; None for nothing.
        wait_s: for how long the server asked to be left alone, in seconds.
    """

    def __init__(
        self,
        kind: FailureKind,
        problem: str,
        remedy: str = "",
        detail: str = "",
        spent: "Usage | None" = None,
        wait_s: float = 0.0,
    ) -> None:
        super().__init__(problem, remedy)
        self.kind: FailureKind = kind
        self.detail = detail
        self.spent = spent
        self.wait_s = wait_s


class StorageFailed(OperatorError):
    """A disk or database refused; nothing that was shown is lost."""


class IndexFailed(OperatorError):
    """A knowledge base could not be built, opened or asked."""


class InvalidTransition(EchoesError):
    """A phase was to follow another that it may not follow."""
