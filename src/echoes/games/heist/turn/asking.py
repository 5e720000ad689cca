"""Questions by their form."""

import re

ASKS = re.compile(
    r"[?？]\s*$|^(?:is|are|was|were|does|did|can|could|will|would|has|who|what|where|when|why|how|which)\b"
    # "Have a drink" and "do it" ask nothing.
    r"|^do (?!(?:it|that|this|so|not|nothing|both|all|as)\b)|^have (?!(?:an?|another|some|one|it|my)\b)"
    r"|[吗呢]\s*[。.]?$|(?:是谁|是什么|在哪儿?|在哪里|为什么|多少)\s*[。.]?$|^(?:谁|什么|哪|为什么|怎么|有没有|是不是|能不能)"
    r"|^(?:(?:please |so )?tell me|describe)\b|^(?:给我|跟我)?(?:说说|讲讲|介绍)",
    re.IGNORECASE,
)
