"""Patterns of English speech acts; `@0@` stands for a name."""

import re
from collections.abc import Sequence

from echoes.language.english.morphology import verb_of_gerund
from echoes.language.speech_act import ActKind, ActPatterns

_NAME = r"@\d+@"
_WHO = rf"(?P<who>{_NAME}(?: and {_NAME})*)"
_ABOUT = (
    r"(?:about|regarding|concerning|over|on|of|if|whether|that|to (?:tell me|explain|"
    r"talk)(?: about)?|for|with)"
)
_REST = rf"(?:[ ,:]*(?:{_ABOUT}\b)?[ ,:]*(?P<rest>.*))?$"
_FREE = (
    r"(?:about|regarding|concerning|over|on|of|if|whether|that|what|who|whom|whose|which|why|how|when|where|for|"
    r"to|with|the|an?|this|these|those|my|your|our|their|his|its?|i|we|you|he|she|they|there|no one|"
    r"some(?:body|one|thing)|any(?:body|one|thing)|no(?:body|thing)|everything|again|once more|directly|"
    r"quietly|politely|privately|gently|straight out|please|(?:more|all)(?= about| of| that|\W*$))"
)
"""After a pronoun that stands by itself; with any other word "her" says whose."""
_GREET = r"(?:hello|hi|hey|greetings|good (?:morning|evening|night|day|afternoon))"
_MAN = r"(?: (?:again|more|once more|directly|quietly|politely|privately|gently|straight out|in private))?"


def _acts(*pairs: tuple[ActKind, str]) -> Sequence[tuple[ActKind, re.Pattern[str]]]:
    return [(act, re.compile(pattern)) for act, pattern in pairs]


_WISH = re.compile(
    r"\b(?:i|we)(?:(?:['’]d| would)(?: also| really| just)? (?:like|love|prefer)|"
    r"(?:['’]d| would)? (?:want|wish|fancy|try|consider|feel like)) (?P<verb>[a-z]+ing)\b",
    re.IGNORECASE,
)


_CONTRACTED = re.compile(r"\b(who|what|where|how)['’]s\b", re.IGNORECASE)


def with_plain_verbs(text: str) -> str:
    """Return a message in which *I would like looking* is *I would like to look*, and *who's* is *who is*."""
    told = _CONTRACTED.sub(r"\1 is", text)
    return _WISH.sub(lambda found: _wished(found["verb"].casefold()) or found[0], told)


def _wished(word: str) -> str:
    verb = verb_of_gerund(word)
    is_noun = word.endswith("thing") or word in ("evening", "morning", "wedding", "building")
    return "" if is_noun or verb == word else f"I would like to {verb}"


ENGLISH_ACTS = ActPatterns(
    lead_in=re.compile(
        r"^(?:(?:then|now|so|well|okay|ok|right|first|next|and|but|please|maybe|perhaps|again|quietly|"
        r"gently)[ ,]+|"
        r"go (?:and )?(?=(?:get|fetch|take|grab|ask|tell|see|look at|examine|read|check|"
        r"inspect|find|have a look)\b)|"
        r"(?:i|we)(?:'d| would|'ll| will|'m| am)? ?(?:(?:like|want|wish|try|trying|going|have|need|decide|"
        r"prefer) to |"
        r"(?:also|then|just|quietly|simply|finally|first) )*(?=(?:ask|tell|show|go|walk|head|talk|speak|"
        r"give|hand|look|"
        r"wait|say|take|read|listen|question|greet|examine|inspect|check|search|open|inform|warn|let|"
        r"confess|reveal|"
        r"mention|return|pick|confront|accuse|put|hold|leave|enter|climb|cut|untie|step|pull|sit)\b)|"
        r"(?:let me|let's|(?:can|could|may) (?:i|we)|i'd like to|i want to|i would like to|i will|i'll|"
        r"i(?! (?:know|knew|found|saw|heard|think|believe|suspect|read|am)\b)) )+"
    ),
    acts=_acts(
        ("around", r"^(?:look(?: around)?|l|where am i|who(?:'s| is| else is) (?:here|there|around)|"
                   r"where(?:'s| is| are| did) (?:everybody|everyone|(?:all )?the (?:others|rest))(?: else)?"
                   r"(?: go| gone| now)?|"
                   r"what now|where to(?: now)?|where (?:can|could|do|should) (?:i|we) go(?: (?:from here|"
                   r"now|next))?|which way|(?:what are|are there|show me) (?:the |any )?(?:exits|ways out)|"
                   r"what (?:can|could|should) (?:i|we) do(?: (?:here|now|next))?)[?.! ]*$"),
        ("wait", r"^(?:wait|listen|sit(?! (?:down )?(?:up)?on (?!the (?:floor|ground|bench|chair|stool|"
                 r"stairs|steps)\b))(?: down)?|stay|rest|do nothing|say nothing|keep (?:quiet|silent|"
                 r"still)|be silent|"
                 r"pause|pass|think|watch|"
                 r"be (?:quiet|still)|(?:keep|hold) my (?:mouth|tongue)|"
                 r"warm (?:myself|my hands))\b(?! to @)(?P<rest>.{0,40})$"),
        ("greet", rf"^(?:say )?{_GREET}(?: to)?[ ,]*(?:{_WHO}|everyone|everybody|all|there)?[ ,.!]*$"),
        ("greet", rf"^(?:greet|approach|join|have a (?:chat|word|talk) with|talk (?:to|with)|speak (?:to|"
                  rf"with)|chat (?:to|with)|turn to|"
                  rf"(?:go|walk|head|come|run|get|return)(?: back| over| up| down| out)* to|find|look for|"
                  rf"search for|seek out|visit|"
                  rf"sit (?:down )?(?:with|by|next to)) {_WHO}{_MAN}[ .!]*$"),
        ("show", rf"^(?:show|hand|give|present|pass|offer|hold out) {_WHO} (?:the |my |a |that |"
                 rf"this )?(?P<rest>.+)$"),
        ("show", rf"^(?:show|hand|give|present|pass|offer|hold out|put) (?P<rest>.+?) (?:over )?(?:to|"
                 rf"in front of|"
                 rf"before|under) {_WHO}.*$"),
        ("show", rf"^(?:let|make) {_WHO} (?:see|look at|examine|have a look at) (?P<rest>.+)$"),
        ("ask", r"^(?:tell|explain to|remind) (?:me|us)[ ,:]*(?:more |everything |all )?(?:about |of |"
                r"that )?(?P<rest>.+)$"),
        ("tell", rf"^(?:tell|inform|warn|remind|notify){_MAN} {_WHO}{_MAN}[ ,:]*{_REST}"),
        ("tell", rf"^let {_WHO} (?:know|in on|hear)(?: (?:about|of|that))? ?(?P<rest>.*)$"),
        ("tell", rf"^(?:confess|admit|say|reveal|explain|mention|report|betray|pass on|"
                 rf"whisper) (?P<rest>.+?) "
                 rf"(?:to|towards) {_WHO}.*$"),
        ("tell", rf"^(?:confess|admit|say|explain|mention|report|reveal) (?:to )?{_WHO}[ ,:]*{_REST}"),
        ("ask", rf"^(?:confront|accuse|challenge) {_WHO}{_MAN}[ ,:]*{_REST}"),
        ("ask", rf"^(?:ask|question|quiz|press|interrogate|consult|grill|beg|"
                rf"sound out){_MAN} {_WHO}{_MAN}[ ,:]*{_REST}"),
        ("ask", rf"^(?:talk|speak|chat|have a word){_MAN} (?:to|with) {_WHO}{_MAN}[ ,:]*{_REST}"),
        ("ask", rf"^(?:inquire of|enquire of|find out from|learn from|hear from|"
                rf"get from) {_WHO}[ ,:]*{_REST}"),
        ("ask", rf"^(?:ask|question|press) (?:him|her|them)\b{_REST}"),
        ("ask", rf"^(?:find out|learn|hear|inquire|enquire|ask) (?P<rest>.+?) (?:from|of) {_WHO}.*$"),
        ("ask", rf"^(?:what|how much) (?:does|did|do|can|could|might|would) {_WHO} (?:know|think|say|"
                rf"remember|tell me|have "
                rf"to say|make)(?:s|ed)?[ ,:]*{_REST}"),
        ("ask", rf"^does {_WHO} know[ ,:]*(?:anything )?{_REST}"),
        ("ask", r"^(?:ask|inquire|enquire) (?:everyone |everybody |them |around )?(?:about |after |"
                r"whether |if )?"
                r"(?P<rest>.+)$"),
        ("show", r"^(?:show|hand|give) (?:him|her|them) (?:the |my |a |that |this )?(?P<rest>.+)$"),
        ("tell", r"^(?:tell|inform) (?:everyone|everybody|them all|them|him|her)[ ,:]*(?:about |that |"
                 r"of )?(?P<rest>.+)$"),
        ("go", r"^(?:go|walk|head|move(?! (?:it|that|this|them)\b)|return|climb|run|step|hurry|come|slip|"
                r"sneak|back|"
               r"get(?= (?:to|back|into|out|up|down|over|inside|in|on|aboard|away|off)\b)) (?P<rest>.+)$"),
        ("go", r"^(?:enter|visit|leave for|(?:(?:i'm|we're) )?off to|to) (?:the )?(?P<rest>.+)$"),
        ("take", r"^(?:take(?! a (?:closer )?look)|pick up|grab|pocket|get|fetch|collect)(?: up)? "
                 r"(?:the |a )?(?P<rest>.+)$"),
        ("look", r"^(?:look(?= (?:the|this|that|these|those|my) )|"
                 r"look (?:(?:more )?(?:closely|carefully|hard|again) )?"
                 r"(?:at|over|into|inside|through|under|in|behind|"
                 r"beneath|(?:down|up|out) at|out of)|examine|inspect|study|search|check|view|"
                 r"read|see|regard|"
                 r"(?:take|have) a (?:closer |good )?look at|leaf through|x) (?:the |my )?(?P<rest>.+)$"),
        ("greet", r"^(?:talk|speak|chat) (?:to|with) (?!(?:him|her|them|everyone|everybody|you)\b)"
                  r"(?:the |an? |my )?(?P<rest>[^@]{1,40})$"),
    ),
    question=re.compile(
        r"\?\s*$|^(?:who|whom|whose|what|when|where|why|how|which|is|are|am|was|were|"
        r"do(?! (?:it|that|this|so|not|nothing|both|all|as)\b)|does|did|has|"
        r"have(?! (?:an?|another|some|one|it|my)\b)|had|can|could|will|would|should|may|might)\b|"
        r"^@\d+@[ ,:]+(?:who|whom|whose|what|when|where|why|how|which)\b|"
        r"^@\d+@(?:[,:] ?| (?=\w+ you\b))(?:is|are|was|were|do|does|did|has|have|had|can|could|will|"
        r"would|should)\b(?!'t)"
    ),
    negation=re.compile(r"^(?:please )?(?:do not|don't|never|not|avoid|without|refuse)\b|"
                        r"\b(?:rather not|not going to|(?:don't|do not) want to)\b|"
                        r"\b(?:don't|do not|won't|will not|never) (?:ask|tell|show|go|give|say|take|let)\b"),
    knowing=re.compile(r"^(?:i|we) (?:know|found|saw|heard|think|believe|suspect|read)\b|^you (?!know\b)|"
                       r"\bi know\b"),
    you=re.compile(r"\b(?:you|your|yours|yourself|himself|herself|him|her|his|themselves)\b"),
    vocatives=(
        re.compile(rf"^(?:{_GREET}[ ,]+)?(?:hey |oh )?(?P<who>{_NAME}) ?[,:!?—-]+ ?(?P<rest>.+)$"),
        re.compile(
            rf"^(?P<who>{_NAME}) (?P<rest>(?:who|what|when|where|why|how|which)(?:'s)?\b.+|"
            r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should) you\b.+)$"
        ),
        re.compile(rf"^(?P<rest>.+?), ?(?P<who>{_NAME})[ ?.!]*$"),
        re.compile(r"^(?:to|at) (?P<who>@\d+@) ?[,:] ?(?P<rest>.+)$"),
    ),
    spoken_to=(
        re.compile(
            r"^(?:ask|question|press|tell|inform|show|hand|give) (?:(?P<he>him)|(?P<she>her))"
            rf"(?:[ ,:]+{_FREE}(?![\w-])|\W*$)"
        ),
    ),
)  # fmt: skip
