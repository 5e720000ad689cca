"""The patterns by which the stance of a speaker to a deed is read in one language."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class StancePatterns:
    """The patterns of one language.

    Attributes:
        denial: words that deny; no_denial: what sounds like one, and asks or proposes.
        musing: what is only thought of.
        of_others: somebody else does it.
    """

    denial: re.Pattern[str]
    no_denial: re.Pattern[str]
    musing: re.Pattern[str]
    of_others: re.Pattern[str]
