"""Question frames: the usual ways to ask in English whether something exists or matters."""

import re

_STORY = (
    r"(?:the |this )?(?:story|case|puzzle|solution|answer|explanation|situation|events?|plot|mystery"
    r"|whole thing)"
)
_HERE = rf"(?:,? (?:here|at all|in (?:it|this|that|all this)|to (?:it|this)|(?:in|to|for|behind) {_STORY}))*"
_TO_DO = r"(?:have|has|had)? ?(?:anything|something|to do) ?(?:to do)? with"

FRAMES = [
    (name, re.compile(rf"^(?:{pattern}){_HERE}$"))
    for name, pattern in [
        ("exist", r"(?:is|are|was|were) there (?:also )?(?P<x>.+?)(?: involved| present)?"),
        ("exist", r"(?:is|are|was|were) (?P<x>.+?) (?:involved|present|part of the story|a factor)"),
        ("exist", rf"(?:does|do|did) (?:it|this|{_STORY}) involve (?P<x>.+?)"),
        ("exist", rf"(?:is|was) (?:it|this|{_STORY}) about (?P<x>.+?)"),
        ("exist", r"(?:does|do|did) (?P<x>.+?) (?:occur|happen|take place|come into it)"),
        ("exist", r"(?:has|had) (?P<x>.+?) (?:occurred|happened|taken place|been involved)"),
        (
            "matter",
            r"(?:is|are|was|were) (?P<x>(?!it ).+?) (?:very |at all )?"
            r"(?:important|relevant|significant|essential|crucial)",
        ),
        (
            "matter",
            r"(?:does|do|did) (?P<x>(?!it ).+?) (?:really )?(?:matter|make (?:a|any) difference|count)",
        ),
        ("matter", r"(?:does|do|did) (?P<x>.+?) play (?:a|any|some|an) (?:important |big )?(?:role|part)"),
        (
            "matter",
            rf"(?:does|do|did|has|have|is|was|are|were) (?P<x>.+?) {_TO_DO} (?:it|this|that|{_STORY})",
        ),
        (
            "matter that",
            r"(?:is|was) it (?:important|relevant|significant|essential) (?:that|whether|if) (?P<x>.+?)",
        ),
        ("matter that", r"(?:does|did) it (?:matter|make a difference) (?:that|whether|if) (?P<x>.+?)"),
        (
            "matter",
            r"(?:does|did|is|was) it (?:matter|important|relevant) "
            r"(?P<x>(?:what|which|who|where|when|how) .+?)",
        ),
    ]
]
"""Ways to ask whether something exists or matters; `x` is what."""

PHRASES = [
    (re.compile(rf"\b(?:{short})\b"), long)
    for short, long in [
        (r"on purpose|intentionally|purposely|by design|wilfully|purposefully", "deliberately"),
        (r"by accident|by mistake|mistakenly|unintentionally|inadvertently", "accidentally"),
        (r"by (?:pure |sheer )?(?:chance|coincidence)|coincidentally", "bychance"),
        (r"each other|one another", "eachother"),
        (r"because of|due to|owing to|on account of", "because"),
        (r"in order to|so as to", "to"),
        (r"(?:lose|loses|lost|losing) (?:his|her|their|its|a|@\w+) lives?|pass(?:es|ed)? away", "die"),
        (r"(?:still |kept )?(?:alive|living)(?! room| in)", "alive"),
        (r"(is|are|was|were|be|been) in on (?:it|this|that)", r"\1 inonit"),
        (r"out of", "outof"),
        (r"next to|close to", "near"),
        (r"in front of", "before_place"),
        (r"at (?:night|nighttime)|in the night|during the night", "at night"),
        (r"in the (?:daytime|day)|during the (?:day|daytime)|by day", "at day"),
        (r"a lot of|lots of|a great many|a number of", "many"),
        (r"(?:some |any |a )(?:kind|sort|type)s? of (?:a )?", ""),
        (r"(have|has|had) (?:got )?a (?:husband|wife|spouse)", r"be married"),
        (r"(?:police ?(?:man|men|woman|officers?)|cops?)", "policeman"),
        (r"(@\w+) 's", r"\1"),
        (r"(\w+) of (?:the )?(@\w+)", r"\2 \1"),
    ]
]
"""Phrases that say the same wherever they stand."""

_CLEFT = re.compile(
    r"^(?:is|was) (?:it (?!(?:\w+ )?(?:important|relevant|significant|essential|crucial|true|possible) )"
    r"(?P<it>(?:\S+ ){1,3}?)|(?P<one>(?:\S+ ){1,3}?)the (?:one|person|man|woman) )"
    r"(?:who|that|which) "
    r"(?!(?:is|are|was|were|can|could|will|would|has|had|have)\b)(?=\S+ \S)"
)
"""Who is not the one who spoke may well speak at other times, so that something must be said of the deed."""
_LIVES = re.compile(r"((?:^|\s)(?:@\w+|he|she|it|who|\w+body|\w+one)) lives\b")
"""The verb, which looks like the plural of a noun."""
_STRESSED = re.compile(
    r"^((?:does|did|is|was|would) it) (?:really|actually|truly|even)(?= (?:matter|make|important|relevant"
    r"|significant|essential|crucial)\b)"
)
"""Words that stress whether something matters, and ask nothing else."""


def match_frame(body: str) -> tuple[str, str]:
    """Recognise the usual ways to ask whether something exists or matters.

    Returns:
        The frame's name, or nothing, and the text that remains.
    """
    for pattern, long in PHRASES:
        body = pattern.sub(long, body)
    body = _LIVES.sub(r"\1 live", body)
    body = _STRESSED.sub(r"\1", body)
    body = _CLEFT.sub(lambda found: f"did {found['it'] or found['one']}", body)
    for name, pattern in FRAMES:
        if found := pattern.match(body):
            return name, found["x"]
    return "", body
