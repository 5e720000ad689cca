"""Lookup of an endpoint's API key."""

import os
from pathlib import Path

from pydantic import SecretStr

from echoes.core.errors import BadSetting
from echoes.models.settings import ModelSettings


def resolve_api_key(settings: ModelSettings) -> SecretStr | None:
    """Return the key from the settings or a file, or from `OPENAI_API_KEY` for OpenAI itself.

    Raises:
        BadSetting: the file can't be read.
    """
    if settings.api_key and settings.api_key.get_secret_value():
        return SecretStr(settings.api_key.get_secret_value().strip())
    if settings.api_key_file:
        path = Path(settings.api_key_file).expanduser()
        try:
            return SecretStr(path.read_text("utf-8").strip())
        except (OSError, UnicodeDecodeError) as error:
            raise BadSetting(
                f"models.api_key_file: {path} can't be read ({type(error).__name__})", "Name a readable file."
            ) from None
    if settings.base_url is None and (key := os.environ.get("OPENAI_API_KEY")):
        return SecretStr(key)
    return None
