"""Files that authors have sent: each lies in a folder of its own, and goes by a token and never by a path."""

import asyncio
import os
import re
import secrets
import shutil
import time
from contextlib import suppress
from pathlib import Path

from echoes.core.errors import BadInput, StorageFailed
from echoes.core.files.writing import atomic_write, private_folder
from echoes.core.text.plain_text import clean

_KEPT_S = 3600
_MOST = 64
_LOOK_EVERY_S = 60.0
_LONGEST_NAME = 100
_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")
_NAMELESS = "data/files"
"""Folders that name no collection: an id must not hold the token, which is another one each time."""


class Uploads:
    """The folder of files that were sent.

    Args:
        folder: in which nothing else lies.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, name: str, content: bytes) -> str:
        """Keep a file for an hour from when it was used last.

        Args:
            name: as its author calls it.
            content: its bytes.
        Returns:
            The token by which it goes.
        Raises:
            StorageFailed: the folder can't be written.
        """
        token = secrets.token_urlsafe(16)
        try:
            self.drop_old()
            own = private_folder(self._folder / token / _NAMELESS)
            atomic_write(own / _plain_name(name), content, private=True)
        except OSError as error:
            raise StorageFailed(
                f"{self._folder} can't be written ({error.strerror})", "Free space."
            ) from error
        return token

    async def sweep(self) -> None:
        """Remove, again and again, what was used an hour ago; to be run beside the server."""
        while True:
            with suppress(OSError):  # the folder can't be written: nothing is kept there either
                await asyncio.to_thread(self.drop_old)
            await asyncio.sleep(_LOOK_EVERY_S)

    def path_of(self, token: object) -> Path:
        """Return the path of a token's file, which is used by that.

        Raises:
            BadInput: no file goes by it.
        """
        folder = self._folder / token if isinstance(token, str) and _TOKEN.fullmatch(token) else None
        young = folder is not None and folder.is_dir() and folder.stat().st_mtime >= time.time() - _KEPT_S
        found = folder.glob(f"{_NAMELESS}/*") if folder and young else ()
        files = [path for path in found if path.is_file()]
        if not files or not folder:
            raise BadInput(
                "that file is no longer here", "Drop it again.", zh="那个文件已经不在了。请重新拖进来。"
            )
        os.utime(folder)
        return files[0]

    def drop_old(self) -> None:
        """Remove what was used an hour ago, and the oldest of too many."""
        folders = [path for path in self._folder.iterdir() if path.is_dir()] if self._folder.is_dir() else []
        aged = sorted(folders, key=lambda path: path.stat().st_mtime)
        young = time.time() - _KEPT_S
        for index, folder in enumerate(aged):
            if folder.stat().st_mtime < young or index < len(aged) - _MOST:
                shutil.rmtree(folder, ignore_errors=True)


def _plain_name(name: str) -> str:
    """Return a name of a file without folders and what can't be shown; its ending stays."""
    plain = re.sub(r'[<>:"|?*\n\t]', "_", clean(name.replace("\\", "/").rpartition("/")[2])).strip(". ")
    stem, dot, ending = plain.rpartition(".")
    return f"{stem[:_LONGEST_NAME]}{dot}{ending[:10]}" if dot else plain[:_LONGEST_NAME] or "file"
