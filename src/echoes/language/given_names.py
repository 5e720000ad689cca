"""Names and pronouns as people give them: *call me X*, *my name is X*, *she/her*."""

import re

_FRAMES = (
    re.compile(
        r"(?:(?:please|well|ok|okay|hello|hi|just|let's|you (?:can|may)|people|they|everyone)[,!]? )*"
        r"(?:(?:call|name) (?:me|her|him|them)|(?:my|her|his|their|the) name(?: is|['’]s| shall be| will be)"
        r"|(?:i am|i['’]m|(?:she|he)(?: is|['’]s)|they(?: are|['’]re))(?: called| named)?|i go by):? "
        r"(?P<name>.+?)(?:,? please)?[\s.!]*",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:那|嗯|好|请|[,，])*(?:(?:我|你|就|她|他|以后|大家|都|可以)*"
        r"(?:叫做?|喊)(?:[我她他](?!$))?(?:做|作)?|[我她他]?的?(?:名字|大名)(?:就)?(?:叫|是)|[我她他]是)"
        r"(?P<name>.+?)(?:吧|好了|就好|就行|就是了)?[\s。.!！]*"
    ),
    re.compile(r"(?:那|就)+(?P<name>.+?)吧[\s。.!！]*"),
)


def given_name(message: str) -> str:
    """Return a name without the words around it, as in "call her X"; all of what is a name already."""
    said = " ".join(message.split())
    found = next(filter(None, (frame.fullmatch(said) for frame in _FRAMES)), None)
    return found.group("name").strip(" \"'“”‘’「」《》") or said if found else said


_PRONOUNS = re.compile(r"[a-z]{1,8}(?:\s*/\s*[a-z]{1,8}){0,2}|[她他它牠祂]们?|ta们?", re.IGNORECASE)


def are_pronouns(text: str) -> bool:
    """Return whether a text can be the pronouns by which somebody is spoken of."""
    return bool(_PRONOUNS.fullmatch(text))
