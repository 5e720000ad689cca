"""Lookup of an endpoint's API key."""

import os
from pathlib import Path

from pydantic import SecretStr

from echoes.core.errors import BadSetting
from echoes.models.settings import ModelSettings


def resolve_api_key(settings: ModelSettings) -> SecretStr | None:
    """Return the key from the settings or a file, or from `OPENAI_API_KEY` for OpenAI itself.

    Raises:
        BadSetting: the file can't be read, or the key has a character that no key has.
    """
    if settings.api_key and settings.api_key.get_secret_value():
        return _checked("models.api_key", settings.api_key.get_secret_value())
    if settings.api_key_file:
        path = Path(settings.api_key_file).expanduser()
        try:
            return _checked(f"models.api_key_file, {path},", path.read_text("utf-8-sig"))
        except (OSError, UnicodeDecodeError) as error:
            raise BadSetting(
                f"models.api_key_file: {path} can't be read ({type(error).__name__})", "Name a readable file."
            ) from None
    if settings.base_url is None and (key := os.environ.get("OPENAI_API_KEY")):
        return _checked("OPENAI_API_KEY", key)
    return None


def _checked(source: str, key: str) -> SecretStr:
    """Return a key that a header can hold; one that was copied from a page may have hidden characters."""
    key = key.strip()
    odd = next((number for number, c in enumerate(key) if not "!" <= c <= "~"), None)
    if odd is not None:
        character = f"U+{ord(key[odd]):04X}"
        raise BadSetting(
            f"{source} has a character that no key has: {character}, the {odd + 1}. of {len(key)}",
            "It may be a line break or invisible: type the key anew, or copy it without what surrounds it.",
        )
    return SecretStr(key)
