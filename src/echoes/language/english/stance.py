"""English patterns of a speaker's stance to a deed."""

import re

from echoes.language.stance_patterns import StancePatterns

_AUXILIARIES = "is|are|was|were|do|does|did|has|have|had|wo|would|could|ca|should"

ENGLISH_STANCE = StancePatterns(
    denial=re.compile(
        r"\b(?:not|never|no|nor|neither|nothing|nobody|no one|refuse|rather not|cannot)\b|n't\b"
    ),
    no_denial=re.compile(
        rf"^(?:why )?(?:{_AUXILIARIES})n't (?=(?:i|you|he|she|it|we|they|the|this|that|there|my|your)\b)|"
        r"\bor not\b|\bwhy not\b|\bnot only\b|\bno (?:doubt|matter|problem)\b"
    ),
    musing=re.compile(
        r"^(?:should|shall|must|had|have|did) (?:i|we)\b|"
        r"\b(?:i wonder|what if|if only|as if|if i|if we|thinking (?:of|about)|it would be|would it be|"
        r"what would happen|what happens if|perhaps|maybe|(?:i|we) (?:could|might|may|should))\b"
    ),
    of_others=re.compile(
        r"^(?:(?:then|so|and|but|if|maybe|perhaps|well|no) ?,? )*you\b|, ?you\b|"
        r"\b(?:should|could|would|can|will|do|did|are|have|were|don't|won't) you\b|"
        r"^(?:please )?(?:have|let|make) (?:him|her|them)\b|"
        r"\b(?:he|she|they|somebody|someone) (?!who\b)\w+"
    ),
)
