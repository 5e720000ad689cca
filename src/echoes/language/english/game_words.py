"""English words for the game: requests of the player's own, and the things of the game that they are for."""

import re

from echoes.language.game_word_patterns import GameWordPatterns, any_of, one_of

_I, _ME = "(?:i|we)", "(?:me|us)"
_CAN_I = f"(?:can|could|may|might|shall) {_I}"
_CAN_YOU = "(?:can|could|will|would) (?:you|anyone|anybody|someone|somebody)"
_POSSIBLE = "(?:is|would) it (?:be )?possible(?: for me)? to"
_WANT = (
    rf"(?:{_I} )?(?:do )?(?:want|need|require|(?:would|could) (?:like|love|use|appreciate)|could do with|wish"
    rf"|(?:am |are )?(?:asking|looking) for|(?:will|can) take)"
)
_GET, _GIVE = (
    "(?:have|get|see|hear|read|know|use|take|ask for)",
    "(?:give|show|tell|offer|send|reveal|throw|drop|spare|hit|explain|read|say)",
)
_REQUEST = any_of(
    f"{_WANT}(?: to {_GET})?",
    f"{_CAN_I} {_GET}",
    f"(?:{_CAN_YOU} )?{_GIVE}(?: {_ME})?(?: with)?",
    f"{_POSSIBLE} {_GET}",
    f"let {_ME} {_GET}",
    "(?:do )?you have",
    "have you got",
    f"help {_ME}(?: out)? with",
)
_TO_DO = any_of(
    f"{_WANT} to",
    _CAN_I,
    _CAN_YOU,
    _POSSIBLE,
    f"let {_ME}",
    f"(?:{_I} (?:am|are) )?ready to",
    f"{_I}(?: will| must| have to| had better| (?:am|are) ready to| (?:am|are) going to)?",
)

_DEGREE = "(?:a|an|the|some|more|next|other|further|new|small|little|tiny|big|good|quick|gentle|extra|bit|of)"
_TAIL = rf"(?: (?:for {_ME}|in the right direction|to go on|about (?:it|this)|on this(?: one)?))?"
_HINTS = rf"(?:{_DEGREE} |one |any |another |your )*(?:hint|clue|tip|nudge|pointer|push)s?{_TAIL}"
_TRUTH = r"(?:the )?(?:right |whole |full )?(?:answer|solution|truth)"
_STORY = "the (?:story|puzzle|riddle|statement|text|question)"
_AGAIN = "(?: (?:again|once more|one more time))"
_KNOWN = (
    rf"{_I} (?:have )?(?:already )?(?:know|learn(?:ed|t)?|f[oi]u?nd out|find(?: out)?|established"
    rf"|discovered|asked)"
)
_SO_FAR = "(?: (?:so far|until now|up to now|by now))?"
_LAST = r"(?:(?:my|the) (?:last|previous|latest) (?:one|question|turn|move|answer|ruling)s?|that|it|this)"
_UNDO = (
    "(?:cancel|retract|withdraw|rewind|scrap|revert) (?:my|the) (?:last|previous) (?:one|question|turn|move)"
)
_BEGIN = "(?:the (?:very )?(?:beginning|start)|scratch)"
_RESTART = any_of(
    rf"start(?:ing)? (?:(?:the|this) (?:game|puzzle|story|case) )?(?:all )?(?:over|again|anew|afresh"
    rf"|from {_BEGIN})(?: (?:again|from {_BEGIN}))?",
    rf"begin (?:again|anew|over)(?: from {_BEGIN})?",
    r"(?:restart|reset)(?: (?:the|this) (?:game|puzzle|story|case)| it| this)?",
    r"play (?:it |this |the game )?again",
    "(?:start )?(?:a )?new game",
    rf"try (?:it |this )?again from {_BEGIN}",
)
_COUNTED = "(?:more )?(?:questions?|hints?|points?|turns?|guesses|tries)"
_ANSWERING = any_of(
    r"(?:answer|solve)(?: (?:it|this|the (?:puzzle|case)))?",
    r"(?:give|tell you|say|submit) (?:my|the)(?: final)? (?:answer|solution)",
)

ENGLISH_GAME_WORDS = GameWordPatterns(
    fillers=re.compile(
        r"\b(?:please|pls|plz|just|really|totally|completely|absolutely|entirely|quite|here|right now"
        r"|(?<!what )now|already|maybe|perhaps"
        r"|kindly|actually|oops|honestly|then|well|oh|hm+|um+|uh+|erm?|sorry|referee"
        r"|host|at all|at this"
        r" point|possibly|guys"
        r"|thanks?(?: you)?(?: (?:a lot|(?:so|very) much))?|thx|cheers|ok|okay|good (?:morning|afternoon"
        r"|evening|day)"
        r"|(?:hello|hi|hey|hiya|howdy|greetings)(?: (?:there|again|everyone|everybody|all))?)(?![\w'])"
    ),
    greeting=re.compile(r"\b(?:hello|hi|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|day))\b"),
    asked=re.compile(r"(?!)"),
    in_doubt=re.compile(r"(?!)"),
    polite=re.compile(r"\b(?:please|pls|plz)\b"),
    requests={
        "hint": one_of(
            f"{_REQUEST} {_HINTS}",
            rf"(?:(?:how|what) about|got|what is|use) (?:{_DEGREE} |any |another )*hints?{_TAIL}",
            rf"(?:{_DEGREE} )*hints?{_TAIL}|hint {_ME}",
        ),
        "stuck": one_of(
            rf"{_I} (?:am|are|got) (?:so |still |again |\w+ly )?(?:stuck|lost|clueless|confused|puzzled"
            rf"|at a (?:loss|dead end)|out of"
            rf" ideas|at my wits' end)",
            rf"{_I} (?:have not(?: got)?|do not have) (?:a|any|the faintest|the slightest) (?:more"
            rf" )?(?:idea|clue)s?",
            rf"{_I} (?:have )?(?:hit|reached|come to) a (?:wall|dead end)|what (?:now|next)",
            rf"{_I} do not (?:know|get it|understand(?: (?:it|this))?)(?: any ?more)?",
            rf"{_I} can ?not think of (?:anything|any more|more)(?: (?:else|to ask))?|{_I} (?:ran|have"
            rf" run) out of ideas",
            r"(?:this|it) is (?:too|very|so) (?:hard|difficult|tough)(?: for me)?",
        ),
        "help": one_of(
            f"{_REQUEST} (?:some |any |a bit of |a little )?help",
            f"help {_ME}(?: out)?",
            f"some help|{_CAN_YOU} help(?: {_ME})?(?: out)?",
            r"how does (?:it|(?:this|the)?(?: ?(?:game|thing|puzzle))?) work|how to play",
            rf"(?:(?:what are|explain|{_REQUEST}) )?the rules|rules|(?:the )?commands|what (?:commands"
            rf"|rules) are there",
            rf"what (?:can|could|should|shall|must) {_I} do|what do {_I} (?:have to )?do",
            rf"what (?:am|are) {_I} (?:supposed|meant|expected) to do|what (?:kinds? of questions"
            rf" )?(?:can|may) {_I} ask",
            rf"{_I} do not (?:understand|know) (?:how (?:this|it|the game) works|how to play|the"
            rf" (?:rules|game))",
        ),
        "restart": one_of(f"{_TO_DO} {_RESTART}", rf"from {_BEGIN} again|again from {_BEGIN}"),
        "giveup": one_of(
            rf"{_TO_DO} (?:give up|surrender)|{_I} (?:am|are) giving up|tell {_ME}",
            rf"(?:{_CAN_YOU} )?(?:tell|show) {_ME} what (?:really )?happened",
            rf"(?:{_TO_DO} )?spoil it(?: for {_ME})?",
        ),
        "undo": one_of(
            rf"{_TO_DO} undo(?: {_LAST})?|(?:{_TO_DO} )?{_UNDO}",
            rf"(?:{_TO_DO} )?(?:take {_LAST} back|(?:take back|undo) {_LAST})",
        ),
        "status": one_of(
            rf"how many {_COUNTED} (?:do|did|have|can|may|could) {_I} (?:still )?(?:have|ask(?:ed)?|got"
            rf"|get|used?|scored?)(?: left)?(?: so far)?",
            rf"how many {_COUNTED} (?:are|is) (?:there )?left",
            rf"(?:how many )?{_COUNTED} left",
            r"(?:what is )?my (?:score|progress|status)(?: so far)?",
            rf"how (?:far|close|near) (?:am|are) {_I}|how (?:am|are) {_I} doing(?: so far)?",
            rf"(?:am|are) {_I} (?:getting )?(?:close|closer|warm|warmer|there|near)|(?:am|are) {_I} on"
            rf" the right (?:track|path|way)",
            rf"what is the score|(?:did|have) {_I} (?:win|won|solved?)(?: (?:it|this))?",
        ),
        "recap": one_of(
            rf"what (?:do|did|have) {_KNOWN}{_SO_FAR}",
            rf"(?:{_TO_DO} )?(?:recap|summari[sz]e|sum(?: it)? up)(?: (?:it|everything|what"
            rf" {_KNOWN}))?{_SO_FAR}",
            rf"{_REQUEST} (?:a |the )?(?:recap|summary)",
            rf"what did you say|(?:{_TO_DO} )?(?:repeat|say) (?:it|that|this)(?: again| once more)?",
            rf"(?:{_CAN_YOU} )?(?:remind|tell|show) {_ME} (?:of )?what {_KNOWN}{_SO_FAR}",
        ),
        "story": one_of(
            rf"(?:{_TO_DO} )?repeat {_STORY}{_AGAIN}?",
            rf"(?:{_TO_DO} )?(?:tell|show|give|read|say|see)(?: {_ME})? {_STORY}{_AGAIN}",
            rf"{_REQUEST} {_STORY}{_AGAIN}",
            rf"what (?:is|was) {_STORY}{_AGAIN}?",
            rf"{_STORY}{_AGAIN}",
        ),
        "quit": one_of(
            r"(?:good)?bye(?: bye)?|see you(?: (?:later|soon|again))?|good ?night|i quit",
            rf"(?:{_WANT} to|{_I} (?:have to|must|will|am going to)|got to) (?:go|leave|stop|quit|exit)(?:"
            rf" (?:the|this) game)?",
            rf"(?:{_TO_DO} )?(?:stop|end|quit|exit|leave) (?:the|this) game",
        ),
        "answer": one_of(
            rf"(?:i (?:think|believe|guess) )?{_I} (?:know|have(?: got)?|got|found|figured out) (?:it"
            rf"|(?:the|an|a|my) (?:answer|solution)|what (?:really )?happened)",
            rf"(?:i (?:think|believe|guess) )?{_I} (?:have )?(?:figured|worked) it out|{_I} (?:have"
            rf" )?solved it",
            rf"{_TO_DO} (?:{_ANSWERING})",
        ),
        "talk": one_of(
            "(?:and )?how are you(?: doing)?(?: today)?|who are you|are you (?:an? )?(?:ai|bot|robot"
            "|human|real|machine|llm)",
        ),
    },
    bare={
        "stuck": one_of("stuck", "lost", "stuck again", "no (?:more )?(?:idea|clue)s?", "clueless"),
        "help": one_of("help", "any help"),
        "restart": re.compile(_RESTART),
        "giveup": one_of("give up", "giving up", "surrender"),
        "undo": one_of("undo", "take back", "go back(?: one (?:step|turn))?"),
        "status": one_of("status", "score", "progress"),
        "recap": one_of("recap", "summary", "recapitulate"),
        "quit": one_of("quit", "exit"),
        "talk": one_of(
            "(?:very |so )?(?:great|cool|nice|wow|interesting|awesome|funny|good(?: one)?)",
            "(?:that|it|this) is (?:very |so )?(?:great|cool|nice|interesting|awesome|funny|good|weird"
            "|strange)",
            "(?:that|it) (?:was|is) (?:very |so )?(?:helpful|kind)(?: of you)?|(?:that|it) helped",
            "(?:ha)+h?",
            "lol",
            "got it",
            "(?:that was |what a )?(?:good|great|nice|fun)(?: (?:game|puzzle|one))?",
            "i see",
            "alright",
            "fine",
        ),
    },
    doubtful={
        "hint": one_of(
            rf"(?:{_DEGREE} )*(?:clue|tip|nudge|pointer)s?",
        ),
        "restart": one_of("again"),
        "undo": one_of(
            rf"{_I} (?:asked|said|typed|put|meant) (?:it|that|something) (?:wrong(?:ly)?|else)",
            rf"{_I} (?:misspoke|mistyped|made a mistake)|my mistake|wrong question",
            "that was a (?:typo|mistake)|rewind",
            rf"that is not what {_I} (?:asked|meant|said)|that was not what {_I} (?:asked|meant|said)",
        ),
        "challenge": one_of(
            rf"{_I} (?:disagree|do not agree)(?: with (?:that|this|it|you))?",
            rf"{_I} do not believe (?:it|that|you)",
            r"(?:are )?you sure(?: (?:about|of) (?:that|this|it))?",
            r"(?:that is|you (?:are|were)|your (?:answer|ruling) (?:is|was)) (?:wrong|mistaken|incorrect"
            r"|a mistake|not (?:right|true|correct))",
            r"(?:that|this|it) can ?not be (?:right|true|correct)|seriously",
            r"you (?:made a mistake|(?:got|have) (?:it|that|this) wrong|misunderstood(?: (?:me|that|it))?)",
            rf"{_I} doubt (?:it|that)",
        ),
    },
)

_SHORT = {
    "i'm": "i am",
    "im": "i am",
    "we're": "we are",
    "i'd": "i would",
    "we'd": "we would",
    "i've": "i have",
    "we've": "we have",
    "i'll": "i will",
    "we'll": "we will",
    "what's": "what is",
    "it's": "it is",
    "this's": "this is",
    "let's": "let us",
    "lets": "let us",
    "gimme": "give me",
    "lemme": "let me",
    "dont": "do not",
    "can't": "can not",
    "won't": "will not",
    "cant": "can not",
    "that's": "that is",
    "wanna": "want to",
    "gotta": "got to",
    "there's": "there is",
}


def expanded(text: str) -> str:
    """Return a text with its contractions written out."""
    return " ".join(_SHORT.get(word) or re.sub(r"n't$", " not", word) for word in text.split())
