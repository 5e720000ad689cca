"""Codes of rooms: read however they are written, and never mistaken for one another."""

import pytest

from echoes.interfaces.web.room_codes import new_room_code, qr_svg, read_room_code, room_link, shown_room_code


def test_a_code_is_read_as_it_is_shown_and_as_people_write_it():
    code = new_room_code()
    assert len(code) == 8 and not {*code} & {*"01ILOAEUY"}
    written = shown_room_code(code)
    for text in (code, written, written.lower(), f" {code[:3]} {code[3:]} "):
        assert read_room_code(text) == code
    assert len({new_room_code() for _ in range(200)}) == 200


@pytest.mark.parametrize("text", ["", "BCDF-234", "BCDF-23456", "BCDF-234O", "../../x", "ＢＣＤＦ２３４５"])
def test_what_is_no_code_is_none(text: str):
    assert read_room_code(text) == ""


def test_a_link_stands_beside_the_page_that_asks_for_it_and_is_drawn():
    assert room_link("https://play.example/", "BCDF2345") == "https://play.example/r/BCDF-2345"
    assert (
        room_link("https://play.example/games/?x=1", "BCDF2345") == "https://play.example/games/r/BCDF-2345"
    )
    drawn = qr_svg("https://play.example/r/BCDF-2345")
    assert drawn.startswith("<svg") and "<script" not in drawn
    assert drawn != qr_svg("https://play.example/r/BCDF-2346")
