"""Events of a table as blocks of the conversation."""

import re
from collections.abc import Sequence

from echoes.core.log.events import Event
from echoes.core.text.plain_text import capitalized
from echoes.core.views.blocks import Badge, Block, Choices, Dice, Ending, Gift, Line, Outcome, Sheet
from echoes.games.party import events as happened
from echoes.games.party.phrases import creation_phrase, table_phrase
from echoes.games.party.view.fight_blocks import blocks_of_fight
from echoes.games.world.events import MoveOption

_WORDS = {
    "en": {
        "success": "success",
        "failure": "failure",
        "heroic": "a natural 20",
        "unlucky": "a natural 1",
        "got": "{name} has: {label}",
        "lost": "{name} no longer has: {label}",
        "coins": "{name}: {by:+} coins, {total} now",
        "hurt": "{name}: {by:+} hit points, {hit_points} of {most}",
        "left": "{name} leaves.",
        "learned": "You know",
        "told": "{name} tells a secret",
        "page": "Script of {name}",
        "pages": "Script of {name}",
        "own": "Your script",
        "map": "Map",
        "clue": "Clue",
        "clues": "Clues",
        "voted": "Your vote: {name}",
        "vote": "{name} names {suspect}.",
        "accused": "Accused: {name}",
        "tied": "No one has the most votes. You may vote once more, or let it be.",
        "split": "No one has the most votes, and it stays at that.",
        "aside": " ({text})",
        "aims": "What you wanted for yourselves",
        "whisper": "{name} whispers to {to}",
        "clock": "{name}: {filled} of {segments}",
        "quest": "Quest",
        "quest_done": "Quest done",
        "round": "Round {round} is over.",
        "score": "Score",
        "secrets": "What was secret",
        "knew": "known by {names}",
        "nobody": "nobody knew",
        "comma": ", ",
        "colon": ": ",
        "come": "{names} come to {title}.",
        "comes": "{names} comes to {title}.",
        "suggests": "{name} suggests to the master",
    },
    "zh": {
        "success": "成功",
        "failure": "失败",
        "heroic": "骰出 20",
        "unlucky": "骰出 1",
        "got": "{name}得到：{label}",
        "lost": "{name}失去了：{label}",
        "coins": "{name}：钱 {by:+}，现有 {total}",
        "hurt": "{name}：生命 {by:+}，{hit_points}/{most}",
        "left": "{name}走了。",
        "learned": "你知道了",
        "told": "{name}说出了秘密",
        "page": "{name}的剧本",
        "pages": "{name}的剧本",
        "own": "你的剧本",
        "map": "地图",
        "clue": "线索",
        "clues": "线索",
        "voted": "你的一票：{name}",
        "vote": "{name}的一票：{suspect}",
        "accused": "众人的结论：{name}",
        "tied": "票数相持不下。还可以再投一次，也可以就此作罢。",
        "split": "票数还是相持不下，只好就此作罢。",
        "aside": "（{text}）",
        "aims": "各人想要的",
        "whisper": "{name}悄悄对{to}说",
        "clock": "{name}：{filled}/{segments}",
        "quest": "任务",
        "quest_done": "任务完成",
        "round": "第 {round} 轮结束。",
        "score": "得分",
        "secrets": "那些秘密",
        "knew": "{names}知道",
        "nobody": "没有人知道",
        "comma": "、",
        "colon": "：",
        "come": "{names}来到{title}。",
        "comes": "{names}来到{title}。",
        "suggests": "{name}向主持人提议",
    },
}


def blocks_of_table(event: Event, language: str) -> Sequence[Block] | None:
    """Return the blocks that show an event; None where the platform shows it, or nobody does."""
    words = _WORDS.get(language, _WORDS["en"])
    match event:
        case happened.PartyStarted():
            return _opening(event, language)
        case happened.CharacterActed():
            unseen = [table_phrase(language, how, name=event.name) for how in ("quietly", "votes")]
            return [Line(event.text, "quiet", "" if event.text in unseen else event.name)]
        case happened.TurnTaken() | happened.TurnPassed() | happened.PartySettled():
            return []  # what is done and what is offered names whose turn it is
        case happened.MasterActed():
            return [Line(event.text, "quiet")] if event.text else []
        case happened.Suggested():
            return [Line(event.text, "quiet", words["suggests"].format(name=event.name))]
        case happened.ContentStopped() | happened.LinesDrawn():
            return [Line(event.text, "notice")]
        case (
            happened.CharacterAsked()
            | happened.CharacterKept()
            | happened.CharacterMade()
            | happened.CharacterJoined()
        ):
            return _made(event, language)
        case happened.SheetDealt():
            return [Sheet(event.name, event.text)]
        case happened.PartyArrived():
            return _arrival(event, words)
        case happened.SomebodyLeft():
            return [Line(words["left"].format(name=event.name), "quiet")]
        case happened.Said():
            drawn = [Sheet(words["map"], "\n".join(event.map))] if event.map else []
            return [Line(event.text, "spoken", capitalized(event.name)), *drawn]
        case happened.MovesOffered():
            return [Choices(event.prompt, [*map(_begun, event.options)], free=True)]
        case happened.RoundEnded():
            return [Line(words["round"].format(round=event.round), "quiet")]
        case happened.PartyEnded():
            return _ending(event, words)
        case _:
            return blocks_of_fight(event, language) or _change(event, words)


def _begun(option: MoveOption) -> MoveOption:
    """Return an option as it stands at the beginning of a line."""
    return option.model_copy(update={"text": capitalized(option.text)})


def _arrival(event: happened.PartyArrived, words: dict[str, str]) -> Sequence[Block]:
    names, title = words["comma"].join(event.names), re.sub("^The ", "the ", event.title)
    come = words["come" if len(event.names) > 1 else "comes"].format(names=names, title=title)
    told = [Line(event.text, "spoken")] if event.text else []
    drawn = [Sheet(event.title, "\n".join(event.map))] if event.map else []
    return [Line(come, "quiet"), *told, *drawn]


def _opening(event: happened.PartyStarted, language: str) -> Sequence[Block]:
    party = [
        Line(table_phrase(language, "introduced", name=one.name, calling=one.calling), "quiet")
        for one in event.party
    ]
    here = [Line(event.scene_text, "spoken")] if event.scene_text and not event.resumed else []
    return [Line(event.statement), *party, *here]


def _change(event: Event, words: dict[str, str]) -> Sequence[Block] | None:
    match event:
        case happened.Checked():
            result = Badge(
                words["success" if event.succeeds else "failure"], tone="good" if event.succeeds else "bad"
            )
            sides = int(event.formula.partition("d")[2].partition("k")[0].partition("+")[0].partition("-")[0])
            luck = f"{words['comma']}{words[event.luck]}" if event.luck else ""
            what = f"{capitalized(event.name)}{words['colon']}{event.label}"
            return [
                Dice(what, event.faces, sides, None if len(event.faces) > 1 else event.total),
                Outcome(event.turn, event.label, result, remark=f"{event.formula} = {event.total}{luck}"),
            ]
        case happened.ItemMoved():
            key = "got" if event.got else "lost"
            said = words[key].format(name=event.name, label=event.label)
            return [Gift(event.turn, said, event.text)] if event.text else [Line(said, "notice")]
        case happened.CoinsMoved():
            return [Line(words["coins"].format(**event.model_dump()), "notice")]
        case happened.LifeChanged():
            return [Line(words["hurt"].format(**event.model_dump()), "notice")]
        case happened.PartySecretLearned():
            return [Sheet(f"{words['learned']}{words['colon']}{event.title}", event.text)]
        case happened.Handout():
            return _handout(event, words)
        case happened.VoteCast():
            return [Line(words["voted"].format(name=event.suspect_name), "notice")]
        case happened.VotesCounted():
            return _votes(event, words)
        case happened.SecretTold():
            return [_secret(event), Line(_told(event, words), "notice")]
        case happened.Whispered():
            to = words["whisper"].format(name=event.name, to=event.to_name)
            return [Line(event.text, "quiet", to)]
        case happened.ClockMoved():
            text = words["clock"].format(name=event.name, filled=event.filled, segments=event.segments)
            return [Line(text, "notice"), *([Line(event.text)] if event.text else [])]
        case happened.QuestMoved():
            title = words["quest_done" if event.done else "quest"]
            return [Line(f"{title}{words['colon']}{event.title}", "notice")]
        case _:
            return None


def _made(
    event: happened.CharacterAsked
    | happened.CharacterKept
    | happened.CharacterMade
    | happened.CharacterJoined,
    language: str,
) -> Sequence[Block]:
    """Return the blocks that show the making of a character."""
    match event:
        case happened.CharacterAsked():
            return [Choices(event.prompt, event.options, free=True)]
        case happened.CharacterKept():
            return [Line(event.text, "notice")]
        case happened.CharacterMade():
            secret = event.character.secret
            return [Sheet(creation_phrase(language, "own_secret"), secret)] if secret else []
        case _:
            one = event.character
            said = {"name": one.name, "calling": one.calling, "was": event.instead_of}
            return [Line(creation_phrase(language, "joined", **said), "notice"), Line(one.looks, "quiet")]


def _handout(event: happened.Handout, words: dict[str, str]) -> Sequence[Block]:
    plural = "s" if len(event.cards) > 1 else ""
    head = words[f"{event.kind}{plural}"].format(name=words["comma"].join(event.names))
    if event.kind == "page" and not event.names:  # of a session that began before pages said whose they are
        head = words["own"]
    if len(event.cards) == 1:
        [card] = event.cards
        return [Sheet(f"{head}{words['colon']}{card.title}", card.text)]
    lines = [f"{card.title}{words['colon']}{card.text}" for card in event.cards]
    return [Sheet(head, "\n".join(lines))]


def _votes(event: happened.VotesCounted, words: dict[str, str]) -> Sequence[Block]:
    votes = [words["vote"].format(name=one.name, suspect=one.suspect_name) for one in event.votes]
    tied = words["tied" if event.again else "split"]
    end = words["accused"].format(name=event.suspect_name) if event.suspect else tied
    return [Sheet("", "\n".join(votes)), Line(end, "notice")]


def _secret(event: happened.SecretTold) -> Line:
    """Return an author's words for a secret, before which no name stands where they begin with it."""
    called = event.name.split(" ") if event.name.isascii() else [event.name[:2]]
    after = [event.text.removeprefix(one) for one in called if event.text.startswith(one)]
    begins = any(not (rest[:1].isascii() and rest[:1].isalpha()) for rest in after)  # Ash, but not Ashes
    return Line(event.text, "spoken", "" if begins else event.name)


def _told(event: happened.SecretTold, words: dict[str, str]) -> str:
    return f"{words['told'].format(name=event.name)}{words['colon']}{event.title}"


def _ending(event: happened.PartyEnded, words: dict[str, str]) -> Sequence[Block]:
    told = event.details
    secrets = [f"{one.title}{words['colon']}{one.text}{_known_by(one, words)}" for one in told.secrets]
    aims = [f"{'✔' if one.reached else '✘'} {one.name}{words['colon']}{one.text}" for one in told.aims]
    return [
        *([Line(told.text, "spoken")] if told.text else []),
        *([Sheet(words["secrets"], "\n".join(secrets))] if secrets else []),
        *([Sheet(words["aims"], "\n".join(aims))] if aims else []),
        Ending(told.title, str(told.score) if told.ending else "", ""),
    ]


def _known_by(secret: happened.RevealedSecret, words: dict[str, str]) -> str:
    names = words["comma"].join(secret.known_by)
    return words["aside"].format(text=words["knew"].format(names=names) if names else words["nobody"])
