"""The patterns of speech acts by language."""

from collections.abc import Mapping, Sequence

from echoes.language.chinese.speech import CHINESE_ACTS
from echoes.language.english.speech import ENGLISH_ACTS, with_plain_verbs
from echoes.language.speech_act import SpeechAct, read_act


def read_speech_act(language: str, text: str, names: Mapping[str, Sequence[str]]) -> SpeechAct:
    """Read a message as an act.

    Args:
        language: `en` or `zh`.
        text: of the message.
        names: the names of each who may be addressed, by id.
    """
    if language == "zh":
        return read_act(text, names, CHINESE_ACTS)
    return read_act(with_plain_verbs(text), names, ENGLISH_ACTS)
