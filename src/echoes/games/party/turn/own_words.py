"""Questions of a player about the table itself: where they are, what they know, what they carry."""

import re
from collections.abc import Mapping, Sequence

from echoes.language.speech_act import plain_message

_Patterns = Sequence[tuple[str, re.Pattern[str]]]

_ASKED: Mapping[str, _Patterns] = {
    "en": [
        (command, re.compile(rf"(?:(?:so|and|now|please|ok|okay)[ ,]+)*(?:{pattern})"))
        for command, pattern in (
            ("look", r"l|look(?: (?:around|about|round))?(?: (?:me|us|here|the (?:room|place)))?"
                     r"|where (?:am i|are we|are the others|is every(?:body|one))(?: now)?"
                     r"|who(?:'s| is| else is)? (?:all )?(?:here|there|around)(?: with (?:me|us))?"
                     r"|who (?:can|do) (?:i|we) see(?: here)?|what(?:'s| is| else is) (?:here|around)"
                     r"|what (?:can|do) (?:i|we) (?:see|do)(?: here| now)?|what now"
                     r"|describe the (?:room|place|scene)|where can (?:i|we) go(?: from here)?"
                     r"|show (?:me )?the map|map"),
            ("sheet", r"(?:(?:what(?:'s| is| are)|show(?: me)?|see|read|check|look at|tell me(?: about)?) )?"
                      r"my (?:own )?(?:character )?(?:secrets?|sheet|stats|character|weapons?|things|stuff|"
                      r"inventory|skills?|hit points|hp|coins|money)(?: again)?|who am i(?: again)?"
                      r"|inventory|i|what (?:do|have) i (?:have|got|carry|know)(?: got)?"
                      r"|what am i carrying|do i have a secret"),
            ("script", r"(?:(?:what(?:'s| is| are)|show(?: me)?|see|read) )?my (?:script|pages?|goals?|aims?)"
                       r"|what do i want|what am i (?:here for|after)"),
            ("clues", r"(?:(?:what(?:'s| is| are)|show(?: me)?|see|read|list) )?(?:my |our |the )?clues"
                      r"|what (?:have|did) (?:i|we) (?:find|found)(?: out)?(?: so far)?"),
            ("status", r"status|whose turn(?: is it)?|what(?:'s| is) the time(?: now)?"
                       r"|what time is it(?: now)?|how late is it"
                       r"|how (?:long|much time) (?:is|have we|do we have|do i have)(?: got)?(?: left)?"
                       r"(?: (?:until|till) \w+)?"),
            ("recap", r"recap|what(?:'s| has) happened(?: so far)?|where were we"),
            ("undo", r"undo(?: (?:that|it|my (?:last )?turn|the last turn))?"),
            ("help", r"help|what are the (?:rules|commands)|how do i play"),
        )
    ],
    "zh": [
        (command, re.compile(rf"(?:那|请|让我|我想|我要|再)?(?:{pattern})"))
        for command, pattern in (
            ("look", r"(?:看看?|环顾|观察)(?:一下)?(?:四周|周围|这里|这儿|附近)|看看?|"
                     r"(?:四下|四处|到处|四周)(?:看看|张望)|"
                     r"(?:我|我们)(?:现在)?在哪(?:里|儿)?|(?:这里|这儿|周围|旁边)?(?:还)?(?:有谁|有哪些人|有什么人?|有些什么)"
                     r"(?:在)?(?:这里|这儿)?|谁在(?:这里|这儿)|(?:我)?(?:现在)?(?:能|可以)(?:做|干)(?:些)?什么|"
                     r"(?:能|可以)去(?:哪里|哪儿|哪)|地图"),
            ("sheet", r"(?:看看?)?我(?:的)?(?:秘密|角色卡?|武器|东西|行李|技能|生命)(?:是什么|有哪些|有什么)?"
                      r"|我是谁|我(?:身上)?(?:带着?|有)(?:了)?(?:些)?什么(?:东西)?|我知道(?:些)?什么"),
            ("script", r"(?:看看?)?我的(?:剧本|目标|目的)(?:是什么)?|我(?:到底)?想要什么"),
            ("clues", r"(?:看看?)?(?:我的|我们的|手上的)?线索(?:有哪些|有什么)?|"
                      r"(?:我|我们)(?:都)?(?:查|找)(?:到|出)(?:了)?(?:些)?什么(?:线索)?"),
            ("status", r"状态|(?:现在|接下来)?(?:该|轮到)谁(?:走|行动)?了?"
                       r"|(?:现在)?(?:几点|什么时候|什么时辰)了?"
                       r"|(?:我们)?(?:还(?:有|剩)|离\w{1,4}还有)(?:多少时间|多久|多长时间)"),
            ("recap", r"回顾|(?:刚才|之前|前面)(?:都)?发生了?(?:些)?什么(?:事)?"),
            ("undo", r"(?:撤销|撤回)(?:上一(?:步|回合))?|悔一?步"),
            ("help", r"帮助|怎么玩|有哪些命令"),
        )
    ],
}  # fmt: skip


def asked_about_table(language: str, message: str) -> str:
    """Return the command that answers a question about the table or the player's own part; empty for none."""
    plain = plain_message(message).strip(" .,!?。，！？~呢吗啊呀")
    return next((command for command, pattern in _ASKED[language] if pattern.fullmatch(plain)), "")
