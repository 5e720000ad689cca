"""Words to moves: right, or asked back, or answered; never something else."""

import re
from typing import Any

import pytest
from tests.unit.games.heist.playing import Game, begun, in_play, read, score_in
from tests.words import is_right_or_asked

from echoes.games.heist.pack.random_walk import PlainDice
from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.turn.questions import belonging_asked_about, rule_asked_about


def at(point: str, language: str) -> Game:
    """A game before its plan, in its first scene, or with dice or a price on offer."""
    game = begun("seed", language)
    game.first("ready")
    if point == "plan":
        return game
    game.first("plan:")
    game.first("detail:")
    if point == "scene":
        return game
    if point == "between":
        game.first("retreat")
        return game
    if point == "bargain":
        choices = ["bargain:heat", "bargain:ticks"]
        game.state = {**game.state, "mood": "bargain", "pool": [], "choices": choices}
        return game
    if point == "scar":
        game.state = {**game.state, "mood": "trauma", "choices": ["trauma:soft", "trauma:paranoid"]}
        return game
    game.first("approach:")
    while point == "price" and game.state["mood"] != "aftermath":
        dice = [move.key for move in game.moves if move.key.startswith("die:")]
        game.make(dice[-1]) if dice else game.first("way:", "trauma:", "exit:", "go", "approach:", "retreat")
    return game


@pytest.mark.parametrize(
    ("point", "language", "message", "kind", "move"),
    [
        ("plan", "en", "look around", "command", "recap"),
        ("plan", "en", "who is here?", "command", "people"),
        ("plan", "en", "the second one", "move", "plan:books"),
        ("plan", "en", "with a noise", "move", "plan:noise"),
        ("plan", "en", "I read the book", "unknown", ""),
        ("plan", "en", "let's go home", "unknown", ""),  # no word of it says anything
        ("plan", "zh", "看看四周", "command", "recap"),
        ("plan", "zh", "要不就第三个吧", "move", "plan:noise"),
        ("scene", "en", "I don't want to fight", "unknown", ""),
        ("scene", "en", "I run away", "choose", ""),
        ("scene", "en", "draw back", "move", "retreat"),
        ("scene", "en", "hello", "speak", ""),
        ("scene", "en", "tell her that I don't do this for the money", "speak", ""),
        ("scene", "en", "sneak across, then talk to them", "move", "approach:quay.patrol:slip"),
        ("scene", "en", "option 3", "move", "approach:quay.patrol:lure"),
        ("scene", "zh", "附近有没有人？", "command", "people"),
        ("scene", "zh", "我等一会儿", "command", "wait"),
        ("scene", "zh", "跟大家打个招呼", "unknown", ""),
        ("scene", "zh", "你好", "speak", ""),
        ("scene", "en", "talk to the watchmen", "move", "approach:quay.patrol:talk"),  # who are not Odalys
        ("scene", "en", "tell the watchmen that I will sneak across", "unknown", ""),
        ("scene", "zh", "告诉守卫我要撬开铁条", "unknown", ""),
        ("scene", "en", "I'm stuck", "command", "options"),
        ("scene", "zh", "我卡住了", "command", "options"),
        ("scene", "zh", "好无聊啊", "unknown", ""),
        ("scene", "zh", "别打架", "unknown", ""),
        ("dice", "en", "I push the old man out of the way", "choose", ""),
        ("dice", "en", "push myself harder", "move", "push"),
        ("dice", "en", "the one with the hat", "unknown", ""),
        ("dice", "en", "the third die", "move", "die:3"),
        ("dice", "en", "the sixth die", "unknown", ""),
        ("dice", "en", "the free four", "choose", ""),  # it costs something, so it is asked back
        ("dice", "zh", "第三颗", "move", "die:3"),
        ("dice", "zh", "便宜的那个四点", "move", "die:1"),
        ("dice", "zh", "三点就三点吧", "move", "die:3"),
        ("price", "en", "I'll live with it", "move", "accept"),
        ("price", "en", "I grit my teeth and resist with prowess", "move", "resist"),
        ("price", "zh", "咬咬牙认了", "move", "accept"),
        ("price", "zh", "用意志扛", "move", "resist"),
        ("price", "zh", "我扛不住了", "unknown", ""),
        ("between", "en", "I sit down and catch my breath for a while", "move", "do:recover"),
        ("between", "en", "Indulge", "move", "do:vice"),
        ("between", "zh", "避风头", "move", "do:lay_low"),
        ("between", "zh", "我想弄一条自己的船", "choose", ""),
        ("scar", "en", "paranoid", "move", "trauma:paranoid"),
        ("scar", "zh", "变得多疑", "move", "trauma:paranoid"),
        ("price", "en", "ok", "move", "accept"),
        ("price", "en", "let's go on home", "unknown", ""),
        ("price", "zh", "好", "move", "accept"),
        ("price", "zh", "最好的办法是什么都不做", "unknown", ""),
        ("scene", "en", "lie low", "unknown", ""),  # it is no lie
        ("scene", "en", "lie to the watchmen", "move", "approach:quay.patrol:talk"),
        ("scene", "en", "kill the lights", "choose", ""),  # to ask for one is another deed
        ("scene", "en", "force the grate", "move", "approach:quay.grate:bars"),
        ("scene", "en", "what else can I do?", "command", "options"),
        ("scene", "zh", "还有别的办法吗", "command", "options"),
        ("scene", "zh", "谁在那儿", "command", "people"),
        ("scene", "zh", "跟她上楼", "unknown", ""),  # who follows says nothing
        ("scene", "zh", "看清他们的路线", "move", "approach:quay.patrol:lure"),
        ("scene", "zh", "巡夜的有几个人", "question", ""),
        ("scene", "zh", "潮务局是干什么用的", "question", ""),
        ("scene", "zh", "告诉欧达莉我是干什么用的", "speak", ""),  # who tells does not ask
        ("scar", "zh", "谁都信不过", "move", "trauma:paranoid"),  # and is no question
        ("dice", "en", "four", "choose", ""),  # the die or the option
        ("dice", "en", "the free one", "command", "no_free_die"),
        ("dice", "zh", "花一颗不花代价的", "command", "no_free_die"),
        ("bargain", "en", "let myself be seen", "choose", ""),
        ("bargain", "zh", "缓一缓", "choose", ""),
        ("bargain", "zh", "让人看见我", "choose", ""),
    ],
)
def test_what_is_said_is_done_or_asked_back(point: str, language: str, message: str, kind: str, move: str):
    intent = read(at(point, language), message)
    asked = [one.key for one in intent.moves]
    match kind:
        case "move":
            assert is_right_or_asked(intent.move, asked, move)
        case "unknown":
            assert intent.kind in ("unknown", "choose"), "nothing is done"
        case _:
            assert (intent.kind, intent.move) == (kind, move)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_whatever_is_offered_can_be_said_in_its_own_words(language: str):
    game = begun("seed", language)
    for _ in range(60):
        for move in game.moves:
            name = move.text.partition(" — ")[0].partition(" ●")[0].partition(" ○")[0]
            said = {read(game, words).move or "asked back" for words in (move.text, name)}
            assert said <= {move.key, "asked back"}, (move.text, said)
        if not game.moves:
            break
        game.first(
            "own",
            "fill:",
            "plan:",
            "detail:",
            "accept",
            "way:",
            "trauma:",
            "exit:",
            "go",
            "die:",
            "approach:",
            "retreat",
        )


@pytest.mark.parametrize(
    ("language", "message", "die"),
    [
        ("en", "the four", 4),
        ("en", "spend a three", 3),
        ("en", "my best die", 5),
        ("en", "the worst one", 2),
        ("en", "give me the cheapest", 0),
        ("zh", "花那颗四", 4),
        ("zh", "三点吧", 3),
        ("zh", "用最好的那颗骰子", 5),
        ("en", "I'll use my best die to slip past him", 5),
        ("en", "take the 2, please", 2),
        ("en", "the one with the least heat", 0),
        ("zh", "哪个最便宜就选哪个", 0),
        ("zh", "点数最大的那颗", 5),
        ("zh", "用那颗四点的骰子", 4),
        ("zh", "用最差的那颗骰子去撬门", 2),
    ],
)
def test_a_die_is_named_by_its_pips_or_its_worth(language: str, message: str, die: int):
    game = at("dice", language)
    framing: Any = game.state["framing"]
    pool = [4, 2, 5, 3, 4]
    prices = [(1, 1), (3, 2), (1, 0), (2, 1), (1, 0)]
    outcomes = [
        {**framing["outcomes"][0], "die": pips, "stress": stress, "heat": heat}
        for pips, (stress, heat) in zip(pool, prices, strict=True)
    ]
    game.state = {**game.state, "pool": pool, "framing": framing | {"outcomes": outcomes}}
    picked = int(read(game, message).move.removeprefix("die:"))
    assert pool[picked - 1] == (die or 5)
    assert prices[picked - 1] == min(p for n, p in zip(pool, prices, strict=True) if n == (die or 5))


_NO_DIE = {
    "en": (
        "use my best lockpick; use my best smile on him; my worst fear is that he sees me use it;"
        "use the smallest pick; i take two steps back; push past the two men; use the lowest window;"
        "the six of us go; i do my best; take one; the two die if i fail; i use a 5 minute distraction;"
        "use my best die if nothing else works; the one with the hat; use number 4; the best option is to run"
    ),
    "zh": (
        "用最大的力气推;用最小的动静撬;拿一点盐撒进去;露出一点笑容;花一点时间听听动静;用一点钱买通他;出一点声音引开他;"
        "选最好的时机下手;花三个银元买通他;拿五个铜板给他;等到三点;最好小心点;用最好的撬锁工具;拿出一点耐心"
    ),
}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_words_that_say_more_than_a_die_spend_none(language: str):
    game = at("dice", language)
    for message in _NO_DIE[language].split(";"):
        said = read(game, message)
        assert not said.move.startswith("die:") and said.move != "no_die", message


@pytest.mark.parametrize(
    ("language", "rules", "world"),
    [
        (
            "en",
            "what is stress? how does heat work? what happens at full stress? how many dice do I have left?"
            " how do I lower my heat? what if I fail? how much coin do I have? what is a desperate position?",
            "what is the position of the guard? how much money is in the safe?"
            " how high is the heat from the furnace? what effect does the tide have?",
        ),
        (
            "zh",
            "热度是什么意思？压力满了会怎样？怎么降低热度？骰子怎么用？我有多少钱？我还有几颗骰子？什么是闪回？效果怎么算？",
            "保险柜里有多少钱？炉子的热度有多高？守卫的处境如何？药的效果怎么样？",
        ),
    ],
)
def test_a_word_of_the_rules_answers_no_question_about_the_world(language: str, rules: str, world: str):
    game = in_play("seed", language)
    play = HeistPlay(game.score, game.state, PlainDice())
    for answered, questions in ((True, rules), (False, world)):
        for question in filter(None, re.split("(?<=[?？])", questions)):
            assert bool(rule_asked_about(play, question.strip())) == answered, question


@pytest.mark.parametrize(
    ("language", "rule", "other", "has", "has_not"),
    [
        ("en", "What does heat mean?", "What do you want?", "Do I have a rope?", "Do I have a gun?"),
        ("zh", "热度是什么意思？", "现在几点钟？", "我带了绳子吗？", "我有枪吗？"),
    ],
)
def test_rules_and_belongings_are_known_and_not_left_to_chance(
    language: str, rule: str, other: str, has: str, has_not: str
):
    game = in_play("seed", language)
    play = HeistPlay(game.score, game.state, PlainDice())
    assert rule_asked_about(play, rule) and not rule_asked_about(play, other)
    assert game.score.items["rope"].label in belonging_asked_about(play, has)
    assert belonging_asked_about(play, has_not) == play.say("item_none")
    assert not belonging_asked_about(play, "Do I have time?" if language == "en" else "我有时间吗？")


@pytest.mark.parametrize(("stress", "warned"), [(0, False), (7, True), (8, True)])
def test_a_price_that_would_break_somebody_says_so(stress: int, warned: bool):
    game = at("dice", "en")
    game.state = {**game.state, "stress": stress}
    [push] = [move.text for move in game.moves if move.key == "push"]
    assert ("break you" in push) == warned


def in_scene(scene: str, language: str, score: str = "tidewater_ledger") -> Game:
    """A game in a scene where everything is done that its exits wait for."""
    game = in_play("seed", language)
    game.score = score_in(language, score)
    game.state = {
        **game.state,
        "scene": scene,
        "mood": "scene",
        "interrupt": None,
        "full": [f"{scene}.{key}" for key in game.score.scenes[scene].obstacles],
        "flags": ["whole_ledger", "ilse_knows", "vanterpool_past"],
    }
    return game


@pytest.mark.parametrize(
    ("score", "scene", "language", "message", "meant"),
    [
        ("tidewater_ledger", "vault", "zh", "我不撕那一页，把整本抱走", "exit:ledger"),
        ("tidewater_ledger", "vault", "zh", "翻到潮务局自己欠债的那一页看看", "exit:page"),
        ("tidewater_ledger", "vault", "en", "I won't take the whole book, I tear out the page", "exit:page"),
        ("tidewater_ledger", "vault", "en", "page", "exit:page"),
        ("tidewater_ledger", "wall", "zh", "欧达莉，整本账我带回来了", "odalys"),
        ("tidewater_ledger", "wall", "en", "Odalys!", "odalys"),
        ("tidewater_ledger", "wall", "en", "I set fire to the ledger and burn it", "exit:burn"),
        ("tidewater_ledger", "hall", "en", "I look down the stairs to the vault", "exit:stairs"),
        ("tidewater_ledger", "hall", "zh", "我不坐升降机，走楼梯", "exit:stairs"),
        ("tidewater_ledger", "quay", "en", "I run away and escape home", "retreat"),
        (
            "eleven_minutes",
            "roof",
            "en",
            "I hand the Widow to Ilse and ask her to play it, here in the yard",
            "exit:ilse",
        ),
    ],
)
def test_an_exit_is_asked_back_or_said_to_somebody_where_words_do_not_plainly_mean_it(
    score: str, scene: str, language: str, message: str, meant: str
):
    intent = read(in_scene(scene, language, score), message)
    assert intent.kind in ("choose", "speak")
    assert meant in (intent.person, *(move.key for move in intent.moves))


@pytest.mark.parametrize(
    ("scene", "language", "message", "key"),
    [
        ("vault", "en", "Tear out page 212 and go", "exit:page"),
        ("vault", "zh", "把整本《潮账》带走。", "exit:ledger"),
        ("wall", "zh", "跳上渡船，去找欧达莉", "exit:deliver"),
        ("hall", "en", "I take the stairs down to the vault", "exit:stairs"),
        ("quay", "zh", "从大门进大厅", "exit:in"),
    ],
)
def test_an_exit_is_taken_by_its_own_words_or_if_it_is_free_by_plain_ones(
    scene: str, language: str, message: str, key: str
):
    assert read(in_scene(scene, language), message).move == key


@pytest.mark.parametrize(
    ("language", "message"), [("en", "a deal with the devil, a bargain"), ("zh", "跟魔鬼做买卖")]
)
def test_a_bargain_is_never_struck_from_free_words(language: str, message: str):
    game = at("dice", language)
    assert any(move.key == "deal" for move in game.moves)
    intent = read(game, message)
    assert (intent.kind, [move.key for move in intent.moves]) == ("choose", ["deal"])
    assert not read(game, "deal" if language == "en" else "买卖").move


@pytest.mark.parametrize(
    ("language", "messages"),
    [
        ("en", "not the four;I don't push myself"),
        ("zh", "别用四点;不是四点那颗;我不跟魔鬼做买卖"),
    ],
)
@pytest.mark.parametrize("point", ["dice", "price"])
def test_what_is_denied_is_not_done_where_each_move_has_its_price(point: str, language: str, messages: str):
    for message in messages.split(";"):
        assert read(at(point, language), message).kind in ("unknown", "choose"), message


@pytest.mark.parametrize(
    ("language", "message", "kind", "keys"),
    [
        ("en", "take a worse position", "move", ["trade"]),
        ("en", "worse position, better effect", "choose", ["trade"]),
        ("en", "one of the fours", "move", ["die:1"]),
        ("en", "one of the twos", "command", ["no_die"]),
        ("en", "the higher one", "choose", ["die:1"]),
        ("en", "a lantern full in my face", "choose", ["die:5"]),
        ("zh", "处境差一点也行", "choose", ["trade"]),
        ("zh", "随便哪颗四点", "move", ["die:1"]),
        ("zh", "大的那颗", "choose", ["die:1"]),
    ],
)
def test_near_words_of_what_is_offered_beside_dice_mean_it_or_ask(
    language: str, message: str, kind: str, keys: list[str]
):
    intent = read(at("dice", language), message)
    found = [move.key for move in intent.moves] or [intent.move] * bool(keys)
    assert (intent.kind, found[:1]) == (kind, keys)


@pytest.mark.parametrize(
    ("language", "messages"),
    [
        ("en", "slip him some coin;I hand the guard a purse of silver;pay them off;grease his palm"),
        ("zh", "塞点钱给他;给他点好处;递上几枚银元"),
    ],
)
def test_whoever_hands_over_money_bribes_and_neither_sneaks_nor_fights(language: str, messages: str):
    for name, scene in (
        ("tidewater_ledger", "quay"),
        ("tidewater_ledger", "wall"),
        ("eleven_minutes", "roof"),
    ):
        game = in_scene(scene, language, name)
        game.state = {**game.state, "full": []}
        for message in messages.split(";"):
            intent = read(game, message)
            verb = next((move.verb for move in game.moves if move.key == intent.move), None)
            assert not intent.move or verb == "sway" or ":improvised:sway" in intent.move, message


@pytest.mark.parametrize(
    ("language", "messages"),
    [("en", "have a drink;go for a walk;I say a prayer"), ("zh", "喝一杯;去喝酒;散散步")],
)
def test_a_vice_of_somebody_else_is_asked_back_at_rest(language: str, messages: str):
    game = at("between", language)
    for message in messages.split(";"):
        intent = read(game, message)
        assert intent.kind == "choose" and "do:vice" in [move.key for move in intent.moves], message
    game.state = {**game.state, "scoundrel": {**game.state["scoundrel"], "vice": "drink"}}
    assert read(game, messages.split(";")[0]).move == "do:vice"


@pytest.mark.parametrize(("language", "message"), [("en", "ok, let's go in"), ("zh", "那就进去吧")])
def test_to_go_in_is_to_take_the_one_way_or_asks_which_or_says_what_is_in_the_way(
    language: str, message: str
):
    assert read(at("scene", language), message).why == "no_way_yet"
    ways = [move.key for move in in_scene("vault", language).moves if move.key.startswith("exit:")]
    assert [move.key for move in read(in_scene("vault", language), message).moves] == ways and len(ways) > 1
    assert read(in_scene("hall", language), message).move == "exit:stairs"
    assert read(at("between", language), message).move == "go"


@pytest.mark.parametrize(("language", "message"), [("en", "tear out page 212"), ("zh", "把书偷走")])
def test_whoever_is_come_for_does_nothing_else_first(language: str, message: str):
    game = at("scene", language)
    game.state = {**game.state, "interrupt": {"obstacle": "", "entanglement": "raid"}}
    assert next(move.key for move in game.moves).startswith("way:")
    intent = read(game, message)
    assert not intent.move and all(move.key.startswith("way:") for move in intent.moves)


@pytest.mark.parametrize(("language", "message"), [("en", "lie low"), ("en", "rest"), ("zh", "休息一下")])
@pytest.mark.parametrize("point", ["scene", "dice"])
def test_what_is_done_between_two_scenes_is_not_done_in_one(point: str, language: str, message: str):
    intent = read(at(point, language), message)
    assert (intent.kind, intent.why) == ("unknown", "only_between")
    assert read(at("between", language), message).move.startswith("do:")


@pytest.mark.parametrize(
    ("language", "message"), [("en", "I look down the stairs to the vault"), ("zh", "看看楼梯")]
)
def test_whoever_looks_somewhere_does_not_go_there(language: str, message: str):
    intent = read(in_scene("hall", language), message)
    assert not intent.move and "exit:stairs" in [move.key for move in intent.moves]


@pytest.mark.parametrize("message", ["I use Sway: convince Isolde to give me the key", "I sway Isolde"])
def test_the_verb_of_an_action_and_somebody_else_is_no_way_by_itself(message: str):
    game = in_play()
    game.state = {**game.state, "scene": "hall", "mood": "scene"}
    assert read(game, message).kind != "move"
    assert read(game, "I sway them with a tray of ink").move == "approach:hall.audit:clerk"
