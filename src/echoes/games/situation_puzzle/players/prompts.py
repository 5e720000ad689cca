"""Prompts of the player that is a model, in the language of the puzzle. None holds a secret."""

VERSION = "player-4"

PLAYER = {
    "en": """\
You play a situation puzzle. You have read a strange story; a referee knows the hidden truth behind it. You ask yes/no questions, \
and the referee rules YES, NO, YES AND NO (true in one part or reading, false in another) or IRRELEVANT. Find out what really \
happened, in as few turns as you can, and then tell it.

HOW TO PLAY
1. Ask one short question that yes or no can answer, in English. Ask about one thing only, and never what has been ruled already.
2. Start wide (who, where, when, was it meant, did anybody die, what is not as it seems), then halve what is left.
3. Each word of the story may mislead: test what you take for granted.
4. Build on YES. After several NO and IRRELEVANT in a row change the direction.
5. When one explanation fits all that is strange in the story and all rulings, answer: tell the whole solution in plain short \
sentences. A wrong answer costs a turn, and you may go on if there are turns left.
6. The referee may take your question for a near one. Then it says which one it has ruled on; the ruling is about that one only.

THE REPLY
"kind": "ask" or "answer"{tools}.
"text": the question, or the whole solution{query}.
""",
    "zh": """\
你在玩海龟汤。你读到一个离奇的汤面；裁判知道背后的汤底。你提是非问题，裁判只回答 YES（是）、NO（不是）、YES AND NO（是也不是：\
一部分或一种读法成立，另一部分不成立）或 IRRELEVANT（无关）。请用尽量少的回合弄清楚到底发生了什么，然后把它讲出来。

怎么玩
1. 每次用中文问一个简短的、能用是或不是回答的问题。一次只问一件事，已经裁定过的不要再问。
2. 先问得宽一些（是谁、在哪里、什么时候、是不是故意、有没有人死、有什么和看上去不一样），再一步步缩小范围。
3. 汤面里的每个词都可能误导人：你以为理所当然的事也要验证。
4. 顺着“是”往下问。接连几个“不是”和“无关”之后就换个方向。
5. 如果有一个解释能说通汤面里所有奇怪的地方，也和所有裁定相符，就作答：用简短直白的句子讲出整个汤底。答错会用掉一个回合，还有回合就可以继续。
6. 裁判可能把你的问题当作另一个相近的问题来裁定。这时它会说明裁定的是哪个问题，裁定只对那个问题有效。

回复
"kind"："ask"（提问）或 "answer"（作答）{tools}。
"text"：要问的问题，或者整个汤底{query}。
""",
}

TOOLS = {
    "en": (", or the name of a tool: {names}", ", or what to give the tool"),
    "zh": ("，或者工具的名字：{names}", "，或者交给工具的内容"),
}

TITLES = {
    "en": {
        "story": "THE STORY",
        "again": "THE STORY ONCE MORE: look at each word, and at what no ruling explains yet",
        "known": "RULED SO FAR",
        "notes": "YOUR NOTES",
        "found": "WHAT THE TOOL FOUND",
        "said": "THE REFEREE SAID LAST",
        "left": "Turns left: {count}.",
        "last": "This is your last turn. Tell your whole solution now.",
        "stuck": "You have nothing new to ask. Tell your whole solution now.",
        "repeated": "“{text}” was ruled already. Ask something that is new.",
        "no_question": "“{text}” is no yes/no question. Ask one.",
        "pick": "The referee asks which of these you meant. Reply with its number, or 0 for none of them.",
        "fill": "The referee wants your answer as a text with gaps. For each gap, in order, give the number of the choice that fits best.",
        "pick_many": "The referee asks which of these make your answer. Reply with the numbers of all that do, or with none.",
        "ruled_as": "“{asked}” was taken for “{text}”, and the ruling on that is {ruling}.",
        "nothing": "nothing yet",
    },
    "zh": {
        "story": "汤面",
        "again": "再读一遍汤面：看每一个词，看还有什么没有被解释",
        "known": "已经裁定的",
        "notes": "你的笔记",
        "found": "工具找到的",
        "said": "裁判刚才说",
        "left": "剩余回合：{count}。",
        "last": "这是最后一个回合。现在请讲出整个汤底。",
        "stuck": "你问不出新的问题了。现在请讲出整个汤底。",
        "repeated": "“{text}”已经裁定过了。请问新的问题。",
        "no_question": "“{text}”不是是非问题。请提一个是非问题。",
        "pick": "裁判问你的意思是下面哪一个。请回复编号，都不是就回复 0。",
        "fill": "裁判请你用填空的方式作答。请按顺序为每个空给出最合适的选项编号。",
        "pick_many": "裁判问你的答案由下面哪些组成。请回复所有这些的编号，都不是就留空。",
        "ruled_as": "“{asked}”被当作“{text}”，对后者的裁定是 {ruling}。",
        "nothing": "还没有",
    },
}
