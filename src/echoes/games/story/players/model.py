"""The AI player of stories that is a language model: it reads what a person reads."""

from collections.abc import Mapping

from echoes.games.player import PlayerSeat
from echoes.games.story.view.blocks import blocks_of_story
from echoes.games.world.players import PromptedPlayer

_SYSTEM: Mapping[str, str] = {
    "en": "You play a story: people know things, hide them and lie. Find out what happened by asking, "
    "looking, and telling people what you have learned; then see the story to an ending that you would "
    "want. Reply with the `number` of an option, or with 0 and `words` of your own, one short sentence in "
    "English.",
    "zh": "你在玩一个故事：人人知道些什么，瞒着些什么，也会说谎。去问，去看，把打听到的说给该听的人，"
    "弄清发生了什么，再把故事带到你愿意看到的结局。回答一个选项的编号 `number`；或者 `number` 填 0，"
    "在 `words` 里用一句简短的中文说你要做什么。",
}


def model_reader(seat: PlayerSeat) -> PromptedPlayer:
    """Return the AI player of stories that is a model."""
    return PromptedPlayer(seat, blocks_of_story, _SYSTEM, 600)
