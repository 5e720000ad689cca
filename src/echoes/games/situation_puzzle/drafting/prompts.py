"""Prompts of a draft, in the language that is written; those of the questioner hold no solution."""

from echoes.games.situation_puzzle.referees.llm.prompts import RULES

AUTHOR = {
    "en": """\
You help the author of a situation puzzle: a strange story, whose hidden solution players find by yes/no questions. You know \
both. Write plain, natural English. Say nothing that the solution does not say and that does not follow from it. Reply with \
the JSON object that is asked for, and nothing else.
""",
    "zh": """\
你在帮一道海龟汤的作者写材料。玩家只读到离奇的汤面，靠提是非问题找出隐藏的汤底；两者你都知道。请用自然、直白的中文。\
汤底没有说、也推不出来的事不要写。只回复要求的 JSON 对象。
""",
}

QUESTIONER = {
    "en": """\
You are good at situation puzzles. You have read a strange story and do not know its hidden solution. Write the yes/no \
questions that many different people would ask: short, as people type them, one thing at a time, such that a referee can \
answer them with yes or no. Never why, who, what, and never this or that. Reply with the JSON object that is asked for, and \
nothing else.
""",
    "zh": """\
你很会玩海龟汤。你读到一个离奇的汤面，不知道汤底。请写出各种各样的人会问的是非问题：简短、口语，一次只问一件事，\
裁判能用“是”或“不是”回答。不要问为什么、是谁、是什么，也不要让人二选一。只回复要求的 JSON 对象。
""",
}

JUDGE = {
    "en": RULES["en"]
    + """

THE REPLY
You get a list of numbered questions, each perhaps with other wordings behind “also”. Rule on each question by its first \
wording, and leave none out. For each:
"n": its number.
"ruling": one of "YES", "NO", "YES AND NO", "IRRELEVANT".
"facts": on a YES, the ids of the facts whose heart a player has got by it; mostly empty.
"steps": on a YES, the ids of the facts that it plainly leads towards, without being them; mostly empty.
"confidence": 0 to 1, how sure you are that the most careful referee would rule the same.
"different": the numbers of the other wordings (1 is the first behind “also”) that mean something else than the first wording; \
mostly empty.
""",
    "zh": RULES["zh"]
    + """

回复
你会得到一串编了号的问题，有的在“也问作”后面还有其他问法。每个问题都按第一种问法裁定，一个都不要漏。对每个问题写出：
"n"：编号。
"ruling"："YES"、"NO"、"YES AND NO"、"IRRELEVANT" 之一。
"facts"：裁定为 YES 时，玩家由此掌握了要点的那些事实的编号；多数时候是空的。
"steps"：裁定为 YES 时，它明显通向、但还不等于的那些事实的编号；多数时候是空的。
"confidence"：0 到 1，表示你有多大把握最仔细的裁判也会这样裁定。
"different"：其他问法里（“也问作”后面第一个是 1）与第一种问法意思不同的那些的编号；多数时候是空的。
""",
}

TRANSLATOR = {
    "en": """\
You translate a Chinese situation puzzle into English, as somebody would write it who is at home in the language. Keep who does \
what to whom, numbers, negations, and whatever the story leaves open or makes sound ambiguous. Reply with the JSON object that \
is asked for, and nothing else.
""",
    "zh": """\
你把一道英文情境谜题译成中文，要像以中文为母语的人写的那样。谁对谁做了什么、数量、否定，以及故事有意留白或有歧义的地方，\
都要保持原样。只回复要求的 JSON 对象。
""",
}

TASKS = {
    "en": {
        "facts": 'List the facts that make up the solution, 4 to 10 of them, the most important first. Each is one short '
        'sentence that says one thing, is clear by itself, and names people and things instead of using pronouns. "core": '
        "true for the two to five without which nobody could say that they have found the solution.",
        "wordings": "Write {count} other wordings of one fact, as players might tell it in their final answer: other words, "
        "another order, active and passive, short and long. Each says exactly the same, with the reason if the fact gives "
        "one.\nThe fact: {fact}",
        "hints": "Write four hints, from gentle to strong, each towards one core fact. The first two only turn the attention to "
        'something, the third comes close, and only the last may state a core fact, and no other one. "facts": the ids of the facts that a hint states; empty for all but '
        "the last.",
        "cloze": "Write the solution as three to six short sentences with gaps, four to seven of them, for players to fill. "
        '"text": the sentences, with each gap as its id in braces, such as {{who}}; outside the gaps they tell nothing that the '
        'story does not tell. "gaps", in the order of the text: "id"; "right": what belongs there; "wrong": three or four other '
        'choices that a player may well believe and that are plainly false; "facts": the ids of the facts that the right choice '
        "tells. The choices of a gap are of one kind and one form, about equally long, and each fits into its sentence; the right "
        "one must not stand out, by its length, as the only one with a negation or a reason, or by a name. Each of these facts "
        "is told by a gap: {core}.",
        "cloze_again": "{task}\n\nYOUR PROPOSAL\n{proposal}\n\nWHAT IS WRONG WITH IT\n{findings}\n\nWrite it anew, "
        "without these faults.",
        "cast": 'List each person, animal and group of story and solution. "name": the plainest name, such as “the woman”. '
        '"aliases": all other names, nouns and pronouns that players may use for them; a pronoun may stand with several.',
        "synonyms": "List 8 to 20 groups of words that players may exchange in this story without changing the answer to any "
        'question. "words": of the same meaning, in the form of a dictionary, at least two, those of the solution first. '
        '"broader": more general words for them, or none. Never put two words together of which one says more.',
        "near": "Write {count} yes/no questions about one fact. The first half are to be answered YES, and whoever hears it has "
        "got the fact, or a part of it. The others are near misses that are to be answered NO: another person, another "
        "reason, another thing. Give each in {wordings} wordings that mean exactly the same, short, as people type "
        "them.\nThe fact: {fact}",
        "blind": "Write {count} different questions on this: {place}. Give each in {wordings} wordings that mean exactly the "
        "same, the likeliest first.",
        "follow": "Write the {count} questions that would bring you further now. Build on each YES, test explanations, halve "
        "what is left, and think of {places}. Give each in {wordings} wordings that mean exactly the same, the likeliest "
        'first. "about": its place on this map: {map}.\n\nRULED SO FAR\n{ruled}',
        "judge": "{look}\n\nTHE QUESTIONS\n{questions}",
        "story": "Translate title, statement and public facts.\n\nTITLE\n{title}\n\nSTATEMENT\n{statement}\n\n"
        "PUBLIC FACTS\n{public}",
        "solution": "Translate the solution, and each fact and hint in its order.\n\nSOLUTION\n{answer}\n\nFACTS\n{facts}\n\n"
        "HINTS\n{hints}",
        "cloze_text": 'Translate a text with gaps and the choices of each gap. "text": the text, with each gap as its number in '
        'braces, such as {{1}}, where it belongs. "gaps": for each number, in their order, the list of its choices, in their order; '
        "they stay different from each other, about equally long, and each fits into its sentence.\n\nTEXT\n{text}\n\n"
        "CHOICES\n{choices}",
        "texts": 'Translate each numbered entry. Its wordings stand between slashes: "texts" are as many wordings in English, '
        "each as somebody would naturally say it.\n\n{entries}",
        "also": "also: ",
        "story_title": "STORY",
        "solution_title": "SOLUTION",
        "facts_title": "FACTS, each with its id",
        "clues_title": "CLUES of its author, perhaps wrong",
        "original_title": "THE STORY IN CHINESE",
        "translation_title": "THE STORY IN ENGLISH",
        "nothing": "nothing yet",
    },
    "zh": {
        "facts": "列出构成汤底的事实，4 到 10 条，最重要的在前。每条是一个短句，只说一件事，单独看也明白，人和物要写名称，"
        '不用代词。"core"：缺了它就不能算解开的那两到五条为 true。',
        "wordings": "写出一条事实的 {count} 种其他说法，就像玩家在最终答案里会说的那样：换词、换语序、主动和被动、有长有短。"
        "每一种意思都必须完全相同；事实里有原因的，也要说出原因。\n事实：{fact}",
        "hints": "写四个提示，从含蓄到直接，每个只指向一条关键事实。前两个只是把注意力引向某处，第三个很接近，只有最后一个可以说出一条关键事实。"
        '"facts"：这个提示说出了的事实的编号；除了最后一个都是空的。',
        "cloze": "把汤底写成三到六个短句，挖四到七个空，让玩家来填。\"text\"：这几句话，每个空写成花括号里的编号，比如 {{who}}；"
        "空以外的文字不能透露汤面没有的事。\"gaps\"：按文中的顺序，每个空写出 \"id\"；\"right\"：该填的话；\"wrong\"：另外三四个"
        "选项，玩家很可能会信，但明显不对；\"facts\"：正确选项说出的事实的编号。同一个空的选项要同一类、同一种句式，长短相近，"
        "放进句子里都通顺；正确的那个不能因为长短、名字，或只有它有否定词、有原因而显眼。下面每条事实都要有一个空说到：{core}。",
        "cloze_again": "{task}\n\n你上次写的\n{proposal}\n\n其中的问题\n{findings}\n\n请重写一遍，不要再有这些问题。",
        "cast": '列出汤面和汤底里的每个人、动物和群体。"name"：最普通的称呼，比如“女人”。"aliases"：玩家可能用的其他'
        "称呼、名词和代词；一个代词可以属于好几个。",
        "synonyms": "列出 8 到 20 组在这个故事里可以互换、而不改变任何问题答案的词。\"words\"：意思相同的词，至少两个，"
        '汤底里的词在前。"broader"：更宽泛的词，可以没有。一个词比另一个说得更多的，不要放在一组。',
        "near": "针对一条事实写 {count} 个是非问题。前一半的回答应当是“是”，听到回答的玩家就掌握了这条事实或它的一部分。"
        "其余的是差一点点、回答应当是“不是”的：换一个人、换一个原因、换一样东西。每个问题写 {wordings} 种意思完全相同的问法，"
        "简短、口语。\n事实：{fact}",
        "blind": "围绕这一点写 {count} 个不同的问题：{place}。每个写 {wordings} 种意思完全相同的问法，最可能的在前。",
        "follow": "写出现在最能帮你前进的 {count} 个问题。顺着每个“是”往下问，验证各种解释，缩小范围，并想想{places}。"
        '每个写 {wordings} 种意思完全相同的问法，最可能的在前。"about"：它在这张图上的位置：{map}。\n\n已经裁定的\n{ruled}',
        "judge": "{look}\n\n问题\n{questions}",
        "story": "请翻译标题、汤面和公开的信息。\n\n标题\n{title}\n\n汤面\n{statement}\n\n公开的信息\n{public}",
        "solution": "请翻译汤底，并按顺序翻译每条事实和每个提示。\n\n汤底\n{answer}\n\n事实\n{facts}\n\n提示\n{hints}",
        "cloze_text": "请翻译一段带空的文字，以及每个空的选项。\"text\"：这段文字，每个空写成花括号里的数字，比如 {{1}}，"
        "放在通顺的位置。\"gaps\"：按数字的顺序，列出每个空的选项，选项的顺序不变，彼此不能相同，长短相近，放进句子里都通顺。"
        "\n\n文字\n{text}\n\n选项\n{choices}",
        "texts": '请翻译每个编了号的条目。几种说法用斜线隔开："texts" 里写出同样多的中文说法，每一种都要自然。\n\n{entries}',
        "also": "也问作：",
        "story_title": "汤面",
        "solution_title": "汤底",
        "facts_title": "事实及编号",
        "clues_title": "作者的线索，不一定对",
        "original_title": "英文原文",
        "translation_title": "中文译文",
        "nothing": "还没有",
    },
}  # fmt: skip

PLACES_ZH = {
    "who": "某个人是谁：性别、年龄、职业、性格、身体，是人还是动物",
    "how_many": "有多少人、多少东西、多少次；是不是独自一人",
    "alive_or_dead": "谁活着、谁死了，有没有生病、受伤、遇险",
    "relations": "谁认识谁，是什么关系：家人、朋友、陌生人、仇人、同事",
    "where": "地点：室内还是室外，城里还是乡下，哪个国家，多远，地点重不重要",
    "when": "一天里的什么时候、季节、年代、多久；时间重不重要",
    "order": "先后顺序；故事之前和之后发生了什么",
    "objects": "东西：是谁的，哪一种，大小、材料、状态，用来做什么",
    "causes": "怎么发生的，为什么会这样；东西是怎么起作用的",
    "intentions": "是不是故意的，有没有计划，某个人想要什么",
    "feelings": "害怕、生气、高兴、难过、惊讶",
    "knowledge": "谁知道、看见、相信、说谎、被告知、弄错了",
    "crime": "犯罪、暴力、惩罚、警察",
    "accident": "意外、巧合、失误、天气、自然",
    "supernatural": "魔法、鬼怪、梦、科幻、演戏",
    "surface": "汤面的字面本身：是不是真的这样，重不重要",
    "false_trails": "说得通但其实不对的解释",
}
"""The places of the question map in Chinese."""
