"""Prose of models: whether a reply is any, its sentences, and what is no part of a story in it."""

import re
from typing import Literal

_HEADER = re.compile(r"[^\n|]{0,160}\|[^\n|]{0,40}")
_WORDLESS = re.compile(r"[\W\d_]*")
_SENTENCE = re.compile(r"(?:[^。！？.!?\n]|\.(?=\d))*(?:[。！？.!?]+[”」』\"’]*|\n|$)\s*")
_QUOTE = '["“「『‘]'
_VERBS = "say|ask|reply|answer|whisper|shout|mutter|tell|add|call|murmur|demand|admit|explain"
_CHOICES = "decide|agree|promise|resolve|swear|confess|accept|refuse|vow|choose|consent"
_NOT_YET = "".join(rf"(?<!\b{one} )" for one in "before until till unless if whether".split())
"""Before "you answer" these words mean that somebody else speaks first, or that nothing was said."""
_FOR_PLAYER = {
    "en": re.compile(
        rf"(?:{_NOT_YET}\byou|(?:^|[.!?;—]\s+)you \w+ and) (?:{_VERBS})\b[^.!?\n\"“]{{0,40}}[,:]?\s*[\"“]"
        rf"|[\"”],?\s+you (?:{_VERBS})\b|{_NOT_YET}\byou (?:\w+ly )?(?:{_CHOICES})\b",
        re.IGNORECASE,
    ),
    # Only at the start of a clause is 你 the subject; elsewhere others speak to the player or wait for them.
    "zh": re.compile(
        r"(?:^|[。！？…—\n，,；;：:”」』\"])\s*(?:于是|然后|接着|最后|最终|终于|但|可|所以)?"
        r"你(?:低声|轻声|大声|终于|最后|只好|也|便|就)?"
        rf"(?:(?:说|问|答|回答|喊|告诉|开口)[^。！？\n“「]{{0,20}}[：:，,]?\s*{_QUOTE}"
        r"|(?:决定|答应|同意|承诺|发誓|承认|拒绝|保证))"
        r"|[”」]\s*你(?:说|问|答|回答|喊)"
    ),
}
_LABEL = re.compile(
    r"^\s*[\[*]*(?:you|player|the player|你|玩家)[\]*]*\s*[:：]", re.IGNORECASE | re.MULTILINE
)
_MARK = re.compile(r"\[[0-9a-f]{12}\]")
"""What stands around a player's words in a prompt (see `prompt_delimiter`)."""
_MARKED = re.compile(rf"({_MARK.pattern})(.*?)\1", re.DOTALL)
_HEADING = re.compile(r"^[\s*#\[]*([^:：\n]{1,40}?)[\]*]*\s*[:：]\s*$", re.MULTILINE)
_LED_BY = re.compile(r"^[\s*#\[]*([^:：\n]{1,40}?)[\]*]*\s*[:：]", re.MULTILINE)
_OUTSIDE = re.compile(
    r"\bas an? (?:ai|(?:large )?language model)\b|\b(?:ai|large) language model\b"
    r"|\bthe player\b(?! (?:piano|characters?|across|opposite|at|with|in|on|of|who|whose)\b)"
    r"|作为[^。]{0,6}(?:(?<![a-z])ai(?![a-z])|人工智能|语言模型)|(?<![古冰])玩家(?!里)|[{}]",
    re.IGNORECASE,
)
"""Words of a model about itself or the game, and what is left of a form."""
_SAME = 8
"""Letters from which a sentence that somebody says again is no accident."""

ProseFault = Literal["", "prose", "prompt", "player"]
# An apostrophe looks like the mark that closes ‘…’; that mark stands after a stop, else before no letter.
_QUOTED = re.compile(
    r"“[^”\n]*”|\"[^\"\n]*\"|「[^」\n]*」|『[^』\n]*』|‘(?:[^‘\n]*?[.,!?…—–-]|[^‘\n]*?)’(?!\w)"
)


def is_no_prose(text: str) -> bool:
    """Return whether a text is empty, a form such as JSON, a header alone, or has no words."""
    is_form = text.lstrip().startswith(("{", "[", "```", "<")) or _HEADER.fullmatch(text.strip())
    return bool(is_form) or not _WORDLESS.sub("", text)


def prose_sentences(text: str) -> list[str]:
    """Return the sentences of a text, each with the white space behind it."""
    return [one for one in _SENTENCE.findall(text) if one.strip()]


def acts_for_player(text: str, language: str) -> bool:
    """Return whether a text has the player say or decide something; what others say may speak of it."""
    told = _QUOTED.sub("“”", text)
    return bool(_LABEL.search(text) or _FOR_PLAYER[language].search(told))


def is_from_outside(text: str, prompt: str = "") -> bool:
    """Return whether a text holds what stands around a story: its prompt, the game, or the model itself.

    Args:
        text: the words of a model.
        prompt: that it was shown; of it, the headings and what the player said must not come back.
    """
    if _MARK.search(text) or _OUTSIDE.search(text):
        return True
    headings = {found.casefold() for found in _HEADING.findall(prompt)}
    if headings and not headings.isdisjoint(found.casefold() for found in _LED_BY.findall(text)):
        return True
    said = {_bare(one) for _, words in _MARKED.findall(prompt) for one in prose_sentences(words)}
    again = said.intersection(map(_bare, prose_sentences(text)))
    return any(sum(map(str.isalpha, one)) >= _SAME for one in again)


def prose_fault(text: str, language: str, prompt: str = "") -> ProseFault:
    """Return the fault of a text that a model wrote: no `prose`, from its `prompt`, or for the `player`.

    Args:
        text: the words of the model.
        language: of the session.
        prompt: that it was shown.
    """
    if is_no_prose(text):
        return "prose"
    if is_from_outside(text, prompt):
        return "prompt"
    return "player" if acts_for_player(text, language) else ""


def usable_prose(text: str, language: str, prompt: str = "") -> str:
    """Return the sentences of a text that have no fault; empty where none is left.

    Args:
        text: the words of the model.
        language: of the session.
        prompt: that it was shown.
    """
    if is_no_prose(text):
        return ""
    parts = prose_sentences(text)
    # An ellipsis or a number alone is no prose, and no fault.
    kept = [one for one in parts if not (any(map(str.isalpha, one)) and prose_fault(one, language, prompt))]
    left = "".join(kept).strip()
    return "" if prose_fault(left, language, prompt) else left


def _bare(sentence: str) -> str:
    """Return a sentence without case, spaces and quotation marks: a question is not its answer."""
    return re.sub(r"[\s“”\"‘’「」『』]", "", sentence.casefold())
