"""Prose of models: whether a reply is any, its sentences, and what speaks or decides for the player."""

import re

_HEADER = re.compile(r"[^\n|]{0,160}\|[^\n|]{0,40}")
_WORDLESS = re.compile(r"[\W\d_]*")
_SENTENCE = re.compile(r"[^。！？.!?\n]*(?:[。！？.!?]+[”」』\"’]*|\n|$)\s*")
_QUOTE = '["“「『‘]'
_VERBS = "say|ask|reply|answer|whisper|shout|mutter|tell|add|call|murmur|demand|admit|explain"
_CHOICES = "decide|agree|promise|resolve|swear|confess|accept|refuse|vow|choose|consent"
_NOT_YET = "".join(rf"(?<!\b{one} )" for one in "before until till unless if whether".split())
"""Before "you answer" these words mean that somebody else speaks first, or that nothing was said."""
_FOR_PLAYER = {
    "en": re.compile(
        rf"{_NOT_YET}\byou (?:{_VERBS})\b[^.!?\n\"“]{{0,40}}[,:]?\s*[\"“]"
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


def without_player(text: str, language: str) -> str:
    """Return a text without the sentences that speak or decide for the player."""
    kept = [one for one in prose_sentences(text) if not acts_for_player(one, language)]
    left = "".join(kept).strip()
    return "" if acts_for_player(left, language) else left
