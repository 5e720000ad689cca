"""The lexicon of English: function words and word classes, in closed lists."""

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
        (r"let's", "let us"),
        (r"(?<=\w)'d(?= (?:have|be|like|rather)\b)", " would"),
        (r"(?<=\w)'d(?= (?:\w+ed|been|had|gone|done|put|seen|known|written)\b)", " had"),
        (r"(?<=could|would|might) of", " have"),
        (r"(?<=should) of", " have"),
        (r"(?<=must) of", " have"),
    ]
]

BARE_TAGS = frozenset(("right", "correct", "huh", "eh"))
"""Tags of claims without a comma; a question may end with these words and mean them."""

_AMERICAN = (
    "neighbor neighbors color colors colored harbor harbors honor rumor rumors labor humor odor".split()
)
SAME_WORDS = {
    **{f"{some}one": f"{some}body" for some in ("any", "every", "no", "some")},
    **{word: re.sub("or", "our", word, count=1) for word in _AMERICAN},
    "favorite": "favourite",
    "gray": "grey",
    "theater": "theatre",
    "traveler": "traveller",
    "jewelry": "jewellery",
    "mom": "mother",
    "mum": "mother",
    "dad": "father",
    "kid": "child",
    "kids": "children",
    "guy": "man",
}
"""Words that mean the same as another wherever they stand."""

FILLERS = frozenset({"please"})

ANY_WORDS = frozenset("any anything anybody anywhere anyhow ever".split())
"""Words that make a yes/no question of what follows, also with an "or"."""

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
"""Participles that equal the base form: "had put" is no possession."""

PASTS = {
    "fell": "fall", "felt": "feel", "found": "find", "left": "leave", "rose": "rise", "saw": "see",
    "shot": "shoot", "spoke": "speak",
}  # fmt: skip
"""Past forms that are other words too, and the verb that they are after an agent."""

NEGATIONS = frozenset("not no never nobody nothing none nowhere neither nor without hardly barely".split())

_ONES = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen
    """.split()
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
NUMBERS = {word: str(value) for value, word in enumerate(_ONES)} | {
    word: str(value) for value, word in zip(range(20, 100, 10), _TENS, strict=True)
}

FUNCTION_WORDS = frozenset(
    """
    a an the this that these those i me my mine myself you your yours he him his himself she her hers
    herself it its itself we us our ours they them their theirs themselves is are am was were be been
    being do does did done doing has have had having can could will would shall should may might must
    ought and or but if than so as because since while until though although whether of in on at to from
    by with for about into onto there here now just only also too very quite even still yet already ever
    not no never nor neither either none nobody nothing nowhere without some any all each every both other
    much many more most few less least several own somebody someone something anybody anyone anything
    everybody everyone everything who whom whose which what when where why how man men woman women person
    people yes really actually indeed please maybe perhaps
    """.split()
)
"""Function words, which bring in no idea; verbs and nouns, however common, do."""

SMALL_WORDS = (
    FUNCTION_WORDS - frozenset("man men woman women person people other own into".split())
) | frozenset("actually exactly get got there so his her their".split())
"""Words that add nothing to what a sentence is about; words for people do."""

FORMS_OF_BE = frozenset("is are was were be been being".split())

EMPTY_WORDS = frozenset(
    """
    really actually truly ever also somehow indeed perhaps maybe simply own please then so very quite
    exactly here there
    """.split()
)
"""Words that change nothing that YES or NO would answer."""

REFLEXIVES = frozenset("himself herself itself themselves yourself myself".split())
"""Reflexive pronouns, which only stress the agent when they come last, after verb and object."""

THING_PRONOUNS = frozenset("it they them".split())
"""Pronouns that stand for a thing where they are nobody's in the story."""

DETERMINERS = frozenset("the a an any some this that these those".split())

INDEFINITES = frozenset("somebody anybody someone anyone".split())

STRICT_WORDS = frozenset(
    """
    alone only just even too enough all every each both most few less first last no without almost nearly
    hardly barely stop avoid prevent refuse deny forget fail doubt except more than same other another
    different everybody everyone everything half once twice some still former formerly late toy fake false
    future alleged supposed real true again own
    """.split()
)
"""Words with which nothing follows from leaving a modifier out or adding one."""

SAME_STRICT_WORDS = {"all": "every", "each": "every", "everybody": "every", "everyone": "every"}
"""Those that mean the same as another, each with that one."""

UNREAL = frozenset(
    """
    stage play film movie dream story theory painting picture photo game novel book love joke lie sleep
    """.split()
)
"""Make-believe worlds, in which something may be so that is not so."""

PREPOSITIONS = {
    **{word: word for word in "to from on off with without for about by before after during".split()},
    **{word: word for word in "when while until since".split()},
    **{word: word for word in "through over above behind between among against across around".split()},
    **{word: word for word in "because outof outside near as than like instead along out where".split()},
    **dict.fromkeys(("in", "inside", "within", "into"), "in"),
    "at": "at",
    **dict.fromkeys(("under", "below", "beneath", "underneath"), "under"),
    **dict.fromkeys(("onto", "upon"), "on"),
    **dict.fromkeys(("towards", "toward"), "towards"),
    **dict.fromkeys(("beside", "by_place"), "near"),
}
"""Prepositions, which open an adjunct, each with the one that stands for it."""

ALWAYS_PARTICLES = frozenset("up down off away back".split())
"""Particles that belong to the verb wherever they stand: take off the hat."""

PARTICLES = frozenset("on out in over about through around along inside outside".split())
"""Prepositions that belong to the verb when no noun follows."""

ADVERBS = frozenset(
    """
    deliberately accidentally bychance secretly suddenly quickly slowly quietly secretively immediately
    yesterday today tonight later earlier afterwards beforehand openly personally often usually regularly
    """.split()
)
"""Adverbs that may be left out of a true sentence; almost and only are none."""

COMPLEMENTS = {
    "alive": "dead",
    "survive": "die",
    "female": "male",
    "awake": "asleep",
    "innocent": "guilty",
    "absent": "present",
    "unmarried": "married",
    "unharmed": "harmed",
    "false": "true",
}
"""Words that are just the negation of another."""

ATTITUDES = {
    word: word
    for word in """
    want wish try attempt plan intend think believe suppose assume guess know say tell claim pretend hope
    expect fear afraid dream imagine suspect doubt remember forget seem appear unable refuse decide order
    ask beg promise threaten agree allow forbid force let make help love hate learn notice realize
    understand see hear feel prove mistaken wrong mean need must can would should might may shall will
    possible likely suggest stop start begin continue finish fail manage avoid prevent almost nearly stay
    become remain lack real fake false true genuine right correct
    """.split()
} | {"could": "can", "realise": "realize", "able": "can", "believe": "think", "suppose": "think"}
"""Attitude words: whether something is so, wanted, said, known or only begun."""

GUARDED = {
    word: word
    for word in """
    because when while after before until than instead from and but without except against besides through
    past outside behind under over for like why how who what where which whose off up down away then still
    some really
    """.split()
} | {
    "since": "because",
    "if": "if",
    "unless": "if",
    "whether": "if",
    "or": "or",
    "onto": "on",
    "beneath": "under",
}
"""Function words that relate the others in a way that counts."""

UNDECISIVE = frozenset(
    """
    exist do thing some for from because since when while like as and then who what which where why
    how whose through up off away down behind under outside over past besides against really just even too
    still own right correct will would shall let make seem appear become stay remain begin
    start continue himself herself itself themselves
    """.split()
)
"""Guards by which two wordings of one question may differ."""

NEGATIVE_ADJECTIVES = frozenset(
    """
    impossible unable unknown unwilling unaware unlike unhurt unharmed uninvolved incorrect untrue
    unimportant irrelevant unnecessary dishonest
    """.split()
)
"""Words that hold a negation."""

PLAIN_IDEAS = frozenset(
    """
    know work take go get make do come put keep use want need try happen begin start stop end find think
    believe mean matter important relevant crucial significant importance role part reason cause story
    plot case puzzle solution answer explanation place time way thing kind sort type real really true
    right correct big small large little good bad new old long short first last next previous before after
    again always often usually still early late evening out up down off away back over under near far then
    ago later soon already actually exactly connect connection relate relevance involve exist become stay
    remain let allow able possible possibly likely sure certain special particular somehow anywhere
    somewhere else bring carry move turn change call name leave set hold stand course fact point question
    word idea actual anyhow difference around another close during hard hope reach source wed evidently
    otherwise instead simple simply easy own
    """.split()
)
"""Words so general that naming them tells nothing of a story, as dictionary forms."""

TIMES = frozenset(
    """
    spring summer autumn winter season dawn morning noon afternoon evening night midnight tonight day week
    weekend month year decade century hour minute today yesterday tomorrow monday tuesday wednesday thursday
    friday saturday sunday christmas easter beforehand afterwards meanwhile
    """.split()
)
"""Words that say when, as dictionary forms."""

OPEN_KINDS = {
    "person": frozenset(
        "somebody someone anybody anyone nobody everybody everyone who whom whose person persons people"
        " human humans".split()
    ),
    "thing": frozenset("something anything nothing everything what thing things object objects item".split()),
    "place": frozenset("somewhere anywhere nowhere where place places location".split()),
    "time": frozenset("when time sometime".split()),
}
"""Words that leave open who, what, where or when; one kind is not another."""

_BEFORE_MORE = (
    r"(?:,| (?:of|with|in|at|on|from|by|near|behind|under|next|outside|inside|upstairs|called|who|that"
    r"|which)\b|$)"
)
IMPERSONAL = re.compile(
    rf"^(?:(?!{_BEFORE_MORE}).)*\b(?:it|animals?|birds?|pet|dog|cat|horse|donkey|monkey|fish"
    rf"|robot|machine|company|firm|station){_BEFORE_MORE}"
)
"""Head nouns of animals, machines and companies; the owner's name does not count."""
