"""The small words of English, in closed lists."""

import re

CONTRACTIONS = [
    (re.compile(rf"\b{short}\b"), long)
    for short, long in [
        (r"can't", "can not"),
        (r"cannot", "can not"),
        (r"won't", "will not"),
        (r"shan't", "shall not"),
        (r"ain't", "is not"),
        (r"(\w+)n't", r"\1 not"),
        (r"(is|was|were|are|did|does|do|has|have|had|would|could|should)nt", r"\1 not"),
        (r"i'm", "i am"),
        (r"(he|she|it|that|there|here|who|what|where|why|how)'s", r"\1 is"),
        (r"(\w+)'re", r"\1 are"),
        (r"(\w+)'ve", r"\1 have"),
        (r"(\w+)'ll", r"\1 will"),
    ]
]

LEAD_INS = re.compile(
    r"^(?:(?:please|and|but|so|okay|ok|hm+|um+|uh)\b(?! not),?\s*"
    r"|(?:well|now|then|also|oh|ah|hi|hello|just to be sure|let me ask|tell me|my question is)\s*[,:]\s*"
    r"|(?:is it (?:true|correct|right|the case)|would it be (?:true|correct|right)(?: to say)?|"
    r"am i (?:right|correct)|can (?:we|i) say|do you mean|do you mean to say|"
    r"i (?:think|guess|believe|suppose|assume|suspect)|maybe|perhaps),? (?:that )?(?=\w+ \w))"
)

ASKING = re.compile(
    r"\W*(?:is it (?:true|correct|right|the case)|would it be|am i (?:right|correct)"
    r"|can (?:we|i) say|do you mean)\b"
)
"""Beginnings that make a question of what follows, whatever stands at its end."""

TAGS = re.compile(
    r"(?:,\s*(?:right|correct|am i right|isn't that so|is that right|huh|eh)"
    r"|,?\s*\b(?:yes or no|or not))\s*\?$"
)

SAME_WORDS = {f"{some}one": f"{some}body" for some in ("any", "every", "no", "some")}
"""Pairs of words that mean the same wherever they stand."""

FILLERS = frozenset({"please"})

QUESTION_WORDS = frozenset({"why", "who", "whom", "whose", "what", "where", "when", "which", "how"})
OPENERS = frozenset(
    {"and", "but", "so", "to", "from", "in", "at", "on", "by", "with", "for", "about", "then", "exactly"}
)

AUXILIARIES = {
    **dict.fromkeys(("is", "are", "am"), ("be", "present")),
    **dict.fromkeys(("was", "were"), ("be", "past")),
    **dict.fromkeys(("do", "does"), ("plain", "present")),
    "did": ("plain", "past"),
    **dict.fromkeys(("has", "have"), ("have", "present")),
    "had": ("have", "past"),
    **{
        word: (word, "*")
        for word in ("can", "could", "will", "would", "shall", "should", "may", "might", "must")
    },
}

MAIN_VERBS = {"plain": "do", "have": "have"}
"""Auxiliaries by kind that are main verbs too, and their base form."""

SAME_PARTICIPLES = frozenset(
    "become beat bet burst cast come cost cut hit hurt let put read run set shut split spread".split()
)
"""Participles that look like the base form: "had put" is no possession."""

NEGATIONS = frozenset(
    {
        "not",
        "no",
        "never",
        "nobody",
        "nothing",
        "none",
        "nowhere",
        "neither",
        "nor",
        "without",
        "hardly",
        "barely",
    }
)

_ONES = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen
    """.split()
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
NUMBERS = {word: str(value) for value, word in enumerate(_ONES)} | {
    word: str(value) for value, word in zip(range(20, 100, 10), _TENS, strict=True)
}

FUNCTION_WORDS = frozenset(
    """
    a an the this that these those i me my mine myself you your yours he him his himself she her hers
    herself it its itself we us our ours they them their theirs themselves is are am was were be been being
    do does did done doing has have had having can could will would shall should may might must ought and or
    but if than so as because since while until though although whether of in on at to from by with for
    about into onto there here now just only also too very quite even still yet already ever not no never
    nor neither either none nobody nothing nowhere without some any all each every both other much many more
    most few less least several own somebody someone something anybody anyone anything everybody everyone
    everything who whom whose which what when where why how man men woman women person people yes really
    actually indeed please maybe perhaps
    """.split()
)
"""Words that bring in no idea; verbs and nouns, however plain, do."""
