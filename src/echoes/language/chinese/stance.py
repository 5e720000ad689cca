"""Chinese patterns of a speaker's stance to a deed."""

import re

from echoes.language.stance_patterns import StancePatterns

CHINESE_STANCE = StancePatterns(
    denial=re.compile(r"[不没别]|无法|休想|拒绝|^除了"),
    no_denial=re.compile(
        r"(.)[不没]\1|没有(?=[?]?$)|不知道|不如|不错|不好意思|不过|要不|差不多|不管|不一样|特别|别人|别的|分别|区别|"
        r"对不起|不小心|没关系|没问题"
    ),
    musing=re.compile(
        r"^我们?(?:刚才|已经|之前)?问过|该不该|要不要|是不是该|应不应该|要是|如果|假如|也许|或许|说不定|没准|可能|想不想|万一|会怎[么样]"
    ),
    of_others=re.compile(
        r"(?:^|[,;。!])(?:那|要不|不如|就|还是|可以|请|麻烦)?[你您](?!好)|[让叫请][他她你您]|(?<!其)[他她]们?(?!的)|有人|谁"
    ),
)
