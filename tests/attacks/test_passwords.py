"""Passwords: few may be guessed, wherever the guesses seem to come from."""

import sys

import httpx
import pytest
from tests.attacks.conftest import Attacker, Target


@pytest.mark.skipif(sys.platform != "linux", reason="only there a machine has many addresses of its own")
def test_guesses_are_bounded_whoever_they_claim_to_come_from(target: Target, elsewhere: str | None):
    if target.own is None:
        pytest.skip("would lock out who runs the server")
    guesser = Attacker(target, elsewhere)
    said = []
    for number in range(12):
        claims = {
            "x-forwarded-for": f"10.0.0.{number}",
            "x-real-ip": f"10.1.0.{number}",
            "forwarded": f"for=10.2.0.{number}",
        }
        guesser.client.cookies.clear()
        guess = {"password": f"guess {number}"}
        said.append(guesser.client.post("/login?to=/desk/", data=guess, headers=claims).status_code)
    assert said == [403] * 10 + [429] * 2
    assert Attacker(target).enter(target.operator) == 303, "who comes from elsewhere is not locked out"


def test_a_copy_of_the_cookie_opens_nothing_once_its_owner_has_left(target: Target):
    if not target.operator:
        pytest.skip("needs the operator's password")
    author, thief, other = (Attacker(target) for _ in range(3))
    assert author.enter(target.operator) == other.enter(target.operator) == 303
    thief.client.cookies = httpx.Cookies(author.client.cookies)
    assert thief.client.get("/desk/").status_code == 200
    assert author.client.post("/leave").status_code == 303
    opened = [one.client.get("/desk/").status_code for one in (author, thief, other)]
    assert opened == [401, 401, 200]


def test_a_copy_of_the_cookie_opens_nothing_once_its_owner_has_logged_in_again(target: Target):
    if not target.operator:
        pytest.skip("needs the operator's password")
    author, thief = Attacker(target), Attacker(target)
    author.enter(target.operator)
    thief.client.cookies = httpx.Cookies(author.client.cookies)
    assert thief.client.get("/desk/").status_code == 200
    author.enter(target.operator)
    assert [one.client.get("/desk/").status_code for one in (author, thief)] == [200, 401]


def test_no_password_is_a_wrong_password(target: Target):
    visitor = Attacker(target)
    for body in ("", "password=", "password[]=a&password=", "p=a"):
        sent = {"content-type": "application/x-www-form-urlencoded"}
        assert visitor.client.post("/login?to=/desk/", content=body, headers=sent).status_code in (
            400,
            403,
            429,
        )
    assert visitor.client.get("/desk/").status_code == 401
