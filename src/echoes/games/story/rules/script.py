"""Words of a model that take the place of the author's in one message; what happens is up to the rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from echoes.core.operation.usage import Usage


@dataclass(frozen=True)
class Written:
    """Words that a model wrote.

    Attributes:
        source: the model.
        usage: what they cost.
    """

    text: str
    source: str
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True)
class TurnScript:
    """The words of a model for one message; an empty one leaves all to the author.

    Attributes:
        narration: what the narrator tells in place of the outcome of a deed, or before what is said.
        mood: of the scene; empty leaves it.
        chosen: the line that whoever is spoken to says, by who; a line that no longer fits is left out.
        words: for lines of the author, by their keys.
        first, then: who speaks freely, before and after those who have something to say.
        silent: who says nothing, so that nothing follows from it.
        usage: what was spent on more than these words.
        failures: why models gave no reply, by what they were asked for.
    """

    narration: Written | None = None
    mood: str = ""
    chosen: Mapping[str, str] = field(default_factory=dict[str, str])
    words: Mapping[str, Written] = field(default_factory=dict[str, Written])
    first: Sequence[tuple[str, Written]] = ()
    then: Sequence[tuple[str, Written]] = ()
    silent: frozenset[str] = frozenset()
    usage: Usage = field(default_factory=Usage)
    failures: Mapping[str, str] = field(default_factory=dict[str, str])
