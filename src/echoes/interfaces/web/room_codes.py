"""Codes of rooms: short enough to be read out, and drawn as a picture for a phone's camera.

A code leads to the signed link of its room. There are 27⁸ of them, 38 bits, and wrong ones are bounded
(`RateLimits.may_guess`), so nobody comes into a room by guessing.
"""

import io
import re
import secrets
from urllib.parse import urlsplit

import segno

_LETTERS = "23456789BCDFGHJKMNPQRSTVWXZ"
"""Digits and letters that nobody takes for one another, and that make no words."""
_LENGTH = 8
_CODE = re.compile(f"[{_LETTERS}]{{{_LENGTH}}}")


def new_room_code() -> str:
    """Return a code by chance."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


def read_room_code(text: str) -> str:
    """Return a code however it was written, with spaces, dashes or small letters; empty for what is none."""
    code = re.sub(r"[\s-]", "", text).upper()
    return code if _CODE.fullmatch(code) else ""


def shown_room_code(code: str) -> str:
    """Return a code in two halves, as people read it out."""
    return f"{code[: _LENGTH // 2]}-{code[_LENGTH // 2 :]}"


def room_link(page: str, code: str) -> str:
    """Return the link that a code makes.

    Args:
        page: the address of the page as its browser knows it, which alone is shown the link.
        code: of the room.
    """
    address = urlsplit(page)
    folder = address.path.rpartition("/")[0]
    return f"{address.scheme}://{address.netloc}{folder}/r/{shown_room_code(code)}"


def qr_svg(link: str) -> str:
    """Return a link as a QR code, dark on light in whatever colours the page has."""
    drawn = io.BytesIO()
    segno.make(link, micro=False, error="m").save(
        drawn, kind="svg", xmldecl=False, border=4, dark="#000", light="#fff", omitsize=True, nl=False
    )
    return drawn.getvalue().decode()
