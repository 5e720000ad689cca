"""Passwords: few may be guessed, wherever the guesses seem to come from."""

import sys

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
