"""The lexicon of Chinese: function words and word classes, in closed lists."""

import re

from echoes.language.symbols import MEMBER

OPPOSITE = "¬"
"""The mark before a word that stands for its exact opposite: alive is not dead."""

_STORY = r"(?:这个|这|整个)?(?:故事|事件|案件|谜题|事情|件事|真相|谜底|答案|结局|此事|事)"
_HERE = rf"(?:(?:对|在|跟|和|与)?{_STORY}(?:里|中|里面|当中)?)?"
_WITHIN = "(?:里|中|里面|当中)"
_THEREIN = "这里面|这里|里面|其中"

FRAMES = [
    (name, re.compile(f"^(?:{pattern})$"))
    for name, pattern in [
        (
            "matter",
            rf"(?P<x>.+?)(?:是)?(?:跟|和|与|同)(?:{_STORY}|谜底|汤底|本案|破案)(?:有没有|有|没有)?(?:什么)?(?:关系|关联|关|相关|联系)",
        ),
        (
            "matter",
            rf"(?:{_STORY}|这)?(?:跟|和|与|同)(?P<x>.+?)(?:有没有|有|没有)?(?:什么)?(?:关系|关联|关|相关|联系)",
        ),
        ("matter", rf"(?P<x>.+?){_HERE}(?:很|特别|非常|真的)?(?:重要|关键|要紧)"),
        ("matter", r"(?:关键|重点)就?(?:在于?|是)(?P<x>.+?)"),
        ("matter", rf"(?P<x>.+?){_HERE}(?:有|起)了?(?:什么|重要|关键)?(?:影响|作用|意义)"),
        (
            "exist",
            rf"(?:{_STORY}{_WITHIN}?|{_THEREIN})?"
            r"(?:涉及到?|牵涉到?|牵扯到?|存在|出现了?|发生了?|包含)(?P<x>.+?)",
        ),
        (
            "exist",
            rf"(?:{_STORY}{_WITHIN}|{_THEREIN})?"
            r"有(?!人|谁|关|点|些人)(?P<x>[^了过]+?)(?:的?(?:存在|参与|出现|成分|因素))?",
        ),
    ]
]
"""Ways to ask whether something exists or matters; `x` is what."""

PHRASES = [
    (re.compile(short), long)
    for short, long in [
        (r"没有?人|无人|谁(?:也|都)[没不]", "没有人"),
        (r"有意地?|存心|蓄意|特意|刻意|成心", "故意"),
        (r"不小心|无意(?:间|中)?|误(?=打|拿|认|会以)", "无意"),
        (r"碰巧|恰好|凑巧|正好", "碰巧"),
        (r"夜里|夜间|夜晚|深夜|晚间|半夜", "晚上"),
        (r"(?:有|某)(?:个|一个|些|位)?人|某人|任何人", "有人"),
        (r"去世|过世|死亡|丧命|身亡|死掉|没命", "死"),
        (r"(?:已经?)?不在(?:人世|世)", "死"),
        (r"还?(?:活着|在世|健在)|活了下来|幸存", f"{OPPOSITE}死"),
        (r"男性|男的|男生|男士", "男人"),
        (r"女性|女的|女生|女士", "女人"),
        (r"得到|获得", "得到"),
        (r"知不知道|知情|晓得|清楚(?=[^的])", "知道"),
        (r"相互|互相|彼此", "互相"),
        (
            r"(?<![看听望瞧梦遇])不见(?=$|[了的吗吧呢,])|(?<![都也还了过的吗,沉淹埋湮出])没(?=了(?:$|[的吗吧呢,]))",
            "消失",
        ),
    ]
]
"""Phrases that say the same wherever they stand."""

NEGATIVE = frozenset(
    """
    不 无 未 没 非 不是 从不 从未 从没 并不 并非 未曾 毫无 没有 并没有
    """.split()
)

SPLIT_NEGATIVE = {
    "不会": "会",
    "不能": "能",
    "不想": "想",
    "不要": "要",
    "不用": "用",
    "不肯": "肯",
    "不敢": "敢",
    "没法": "能",
    "无法": "能",
    "不知": "知道",
    "不知道": "知道",
    "不愿": "愿意",
    "不愿意": "愿意",
    "不可能": "可能",
}
"""Words that hold a negation, and what they negate."""

MOODS = {
    "能": "can",
    "能够": "can",
    "可以": "can",
    "可": "can",
    "可能": "may",
    "会": "will",
    "必须": "must",
    "得": "must",
    "应该": "should",
    "应当": "should",
}

COMPLEMENT = re.compile(r"(?<=.)[到掉完好住着了过起走]$")
"""Resultative complements: endings of verbs that mark the completion of an action."""

UNITS = frozenset("年 月 日 天 周 小时 分钟 秒 点 夜 晚 世纪 星期 岁 米 里 公里".split())
"""Measure words that say how much of what: two years are not two days."""

MEASURES = frozenset("个些件份位双口只号名壶封幅座张把支本条枚次盏种篮群艘辆道锅间")

EMPTY = frozenset(
    """
    个 也 了 吗 吧 呀 呢 啊 嘛 地 就 已 所 是 正 的 着 这 那 一下 其实 到底 原来 因此 已经
    本身 正在 真的 究竟 这个 这些 那个 那么 那些 难道 事实上 实际上
    """.split()
)
"""Words that change nothing that YES or NO would answer."""

PREPOSITIONS = frozenset(
    """
    与 为 于 从 像 同 向 和 在 对 当 往 按 替 朝 沿 用 由 给 至 趁 跟 随 为了 关于 因为 按照 根据
    由于 通过 除了
    """.split()
)

SAME_PREPOSITION = {
    "和": "跟",
    "与": "跟",
    "同": "跟",
    "由于": "因为",
    "为": "为了",
    "通过": "用",
    "往": "向",
    "朝": "向",
    "于": "在",
    "替": "给",
}

LOCALIZER = re.compile(r"(?:里面|里边|里头|当中|之中|里|内|中)$")
"""Localizers: endings that say where at a thing."""

ADVERBS = frozenset(
    """
    之后 事先 亲手 亲自 今天 偷偷 后来 当时 忽然 悄悄 提前 故意 无意 昨天 暗中 碰巧 秘密 突然 立刻
    立即 自己 随后 马上
    """.split()
)
"""Adverbs that may be left out of a true sentence; 只 and 差点 are none."""

STRICT = re.compile(
    r"有些|有的|部分|曾|以前|小时候|从前|梦|戏|戏里|舞台|传说|只|仅|才|都|全|每|所有|唯一|几乎|差点|差一点|最|独自|一个人|单独|太|足够|一样|相同|不同|另"
    r"|其他|其它|除|避免|阻止|拒绝|忘|怀疑|第一|第二|一半|大部分|多数"
)
"""Words with which nothing follows from leaving a modifier out or adding one."""

CONDITIONS = frozenset(
    """
    或 倘若 假如 只要 如果 或者 要是 还是 除非
    """.split()
)

ATTITUDES = {
    word: group.split()[0]
    for group in """
    想 想要 要 打算 希望 计划|知道|以为 认为 觉得 误以为|相信|说 讲|告诉|骗 欺骗|假装 装作
    能 可以 能够|必须|应该 应当 该|可能|让 使 叫|请 求|帮 帮助|怕 害怕 担心|喜欢|爱|恨|讨厌
    看见 看到 看|听见 听到 听|发现|试 试图|敢|肯|愿意|需要|允许|禁止|拒绝|忘 忘记|记得|猜|怀疑|像
    开始|停 停止|继续|差点|几乎|误会|同意|答应|承认|否认|变 成 变成
    """.replace("\n", "|").split("|")
    if group.strip()
    for word in group.split()
}
"""Attitude words, by kind: whether something is so, wanted, said, known or only begun."""

ATTITUDE = re.compile("|".join(sorted(ATTITUDES, key=len, reverse=True)))

GUARDED = re.compile(
    r"因为|由于|为了|如果|要是|以后|之后|以前|之前|并且|而且|还是|或|比(?!赛)|从(?!一开始|来)"
    r"|除了|然后|为什么|谁|哪|怎么|如何|对(?![吧吗不])|用(?!处)|像|外面|下面|旁边|后面|前面"
    r"|[和跟与]|同(?!时|意|情)|(?:的时候|时)$"
)
"""Function words that relate the others in a way that counts."""

WEIGHTY = re.compile(
    r"有些|有的|曾|以前|小时候|从前|梦|舞台|没收|(?<![那这一几0-9])只|仅|全|每|所有|唯一|几乎|差点|差一点|最(?![后近终初])|独自|一个人|单独"
    r"|太|足够|一样|相同|不同|另|其他|其它|除|避免|阻止|拒绝|忘|怀疑|第一|第二|一半|大部分|多数"
    r"|别[人的处]|真(?!相)|假(?!装)|错|对的|有问题|正确|都|才(?!能)|又|再(?!说)"
)
"""Words with scope over all others: only, all, same, wrong, again."""

KIN = {
    "和": "跟",
    "与": "跟",
    "同": "跟",
    "由于": "因为",
    "之后": "以后",
    "之前": "以前",
    "的时候": "时",
}
"""Function words that stand for another."""

GIVING_BACK = re.compile(f"还(?={MEMBER}|[给了钱债书])")
"""还 as a verb, huán; elsewhere it is hái and says nothing by itself."""

ASIDE = re.compile(r"从?一开始|后来|本身|自己")
"""Words of emphasis and of sequence that leave a ruling as it is."""

NEGATION = re.compile(
    rf"{OPPOSITE}|不(?![仅但久同])|(?<![沉淹埋湮出])没(?![收落]|了(?:$|[的吗吧呢,]))|未(?!来)|并非|无(?!聊|辜|意)"
    r"|非(?!常)|别(?![人的处])"
)

WANT = re.compile("想|打算|希望|计划")
"""Words that tell of an intention; 要 may tell of what is to come."""

UNDECISIVE = frozenset(
    """
    exist some person thing place time 都 才 又 再 真 太 因为 为了 跟 对 用 从 像 时 谁 哪 怎么 如何 为什么
    并且 而且 可能 让 需要 开始 变 外面 下面 旁边 后面 前面
    """.split()
)
"""Guards by which two wordings of one question may differ."""

SOME = re.compile("什么|某|有人|谁|哪")
"""Indefinite words: what is denied of a certain one is not denied of any."""

PLAIN_IDEAS = frozenset(
    """
    要 能 会 想 知道 觉得 认为 做 干 办 用 用来 让 使 拿 拿到 放 放在 去 来 到 走 回 回来 回去 找 找到
    得到 发生 开始 结束 以前 以后 之前 之后 时候 当时 后来 因为 因此 所以 为了 才 才能 就 一直 总 总是
    经常 常常 已经 还 先 最后 最终 第一 现在 那时 那天 当天 这次 那次 地方 位置 样子 样 种 大 小 好 坏
    多 少 长 短 新 旧 老 真 真的 真正 重要 关键 要紧 有关 关系 相关 关联 联系 原因 理由 故事 事情 事件
    问题 办法 方法 方式 需要 必须 应该 可以 想要 希望 打算 完 起来 出来 出去 进去 进来 上去 下去 过去
    过来 起 出 进 开 成 成为 变 变成 属于 包括 涉及 存在 影响 作用 意思 目的 结果 情况 部分 其中 任何 每
    每个 每次 一次 一下 一定 一点 有点 特别 特殊 特定 某种 某个 什么样 怎样 这样 那样 这么 那么 到底
    究竟 确实 其实 本来 原来 原本 只是 不过 另外 别的 其他 其它 用途 用处 里面 里头 这里 那里 上面 从 由
    往 向 对 跟 和 与 把 被 所 得 地 着 过 再 又 更 最 太 很 挺 非常 不 没 没有 不是 大家 那条 这条 很大
    很多 数目 数量 张 家 只有 要是 本该 处 家里 当晚 同一个 某 各 自己 一个人 时间 年代 人们 有人
    是因为 住 掉 带 拿着 留 留在 说 讲 不用 该 不到 人 那位 这位 就是 还是 之类 左右 一共 总共
    这块 那块 却 弄 搞 给 替
    """.split()
)
"""Words so general that naming them tells nothing of a story."""

TIMES = re.compile(
    "[春夏秋冬][天季]?|.*[年月周晚夜]|.*(?:小时|分钟|季节|星期.?|世纪)|[今明昨前后当那每整白几一二三两]天"
    "|[清早]晨?上?|早上|上午|中午|下午|傍晚|晚上|夜里|半夜|事先|事后|周[一二三四五六日末]|礼拜.?"
)
"""Words that say when."""

OPEN_KINDS = {
    "person": re.compile(
        r"(?<![男女大老商好坏证受害客病本主工军诗名路熟家亲富穷犯盲个丈夫友爱机死活行生])人(?!类|工|质|群里|体|生|家的)|谁|哪个人|什么人"
    ),
    "thing": re.compile(r"东西|物品|物体|什么(?=吗|么|$|[,，。?？]|在|是|会|能|可以|被|要|让)"),
    "place": re.compile(r"哪里|哪儿|什么地方|某个地方|某处"),
    "time": re.compile(r"什么时候|何时"),
}
"""Words that leave open who, what, where or when; one kind is not another."""

IMPERSONAL = re.compile(r"(?:它|动物|鸟|宠物|狗|猫|驴|猴|鱼|机器|机器人|公司|电台)(?:们|儿|子|咪|类|群)?$")
"""Head nouns of animals, machines and companies; the owner's name does not count."""

FUNCTION_WORDS = frozenset(
    """
    的 了 着 过 吗 呢 吧 啊 呀 嘛 是 不是 是不是 有 没有 有没有 没 不 在 和 与 跟 或 也 都 就 还 又 再 很
    太 把 被 对 从 到 向 往 上 下 里 中 内 前 后 时 时候 这 那 这个 那个 这些 那些 这件 那件 他 她 它
    他们 她们 它们 我 你 自己 别人 有人 某人 人 人们 一个 一 个 位 名 事 事情 东西 什么 谁 哪 哪里 怎么
    为什么 因为 所以 如果 虽然 但是 但 而 而且 之 会 能 可以 可能 应该 必须 地 得 所 以 为 于 真 真的
    其实 其他 任何 所有 每 各 关系 有关 无关 重要 只 才 已经 曾经 当时 后来 然后 更 并 并且 比 由 由于 正
    正在 请问 是否 一些 有些 们 什么样 男人 女人 男 女
    """.split()
)
"""Function words, which bring in no idea; verbs and nouns, however common, do."""
