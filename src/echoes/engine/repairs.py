"""Repairs of a session in words: one line each, in the language of whoever reads it."""

from echoes.core.plain_text import pluralize
from echoes.core.torn_end import TornEnd


def torn_end_line(session_id: str, torn: TornEnd, language: str) -> str:
    """Say that the end of a log was torn, and where it is now."""
    if language == "zh":
        return f"对局“{session_id}”的记录末尾不完整，有 {torn.size} 个字节移到了 {torn.aside}"
    moved = f"{pluralize(torn.size, 'byte')} {'was' if torn.size == 1 else 'were'} set aside in {torn.aside}"
    return f"the end of the log of session '{session_id}' was torn: {moved}"


def rebuilt_state_line(session_id: str, language: str) -> str:
    """Say that a state was not what the log tells, and was made anew from it."""
    if language == "zh":
        return f"对局“{session_id}”的状态已按记录重新建立"
    return f"the state of session '{session_id}' was built again from its log"
