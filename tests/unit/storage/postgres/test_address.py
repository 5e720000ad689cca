"""The address of the database: what can't be read is said, and no part of a password is ever shown."""

import pytest
from psycopg.abc import ConnDict
from pydantic import SecretStr

from echoes.core.errors import BadSetting
from echoes.storage.postgres.address import connection_parameters, shown_address
from echoes.storage.settings import StorageSettings


def parameters(url: str | None) -> ConnDict:
    return connection_parameters(
        StorageSettings(backend="postgres", url=SecretStr(url) if url else None, timeout_s=3)
    )


def test_without_an_address_the_form_of_one_is_told():
    with pytest.raises(
        BadSetting, match=r"storage\.url is not set\. Set ECHOES__STORAGE__URL to postgresql://"
    ):
        parameters(None)


@pytest.mark.parametrize(
    "url",
    [
        "zzpass",
        "postgresql://ann:zz@pass@host/db",
        "postgresql://ann:zz/pass@host/db",
        "postgresql://ann:1/pass@host/db",
        "postgresql://ann:zzpass@host/db?nonsense=zzpass",
        "postgresql://ann:zz%pass@host/db",
    ],
)
def test_an_address_that_can_not_be_read_is_not_repeated(url: str):
    with pytest.raises(BadSetting, match=r"storage\.url can't be read") as failed:
        parameters(url)
    assert "pass@" not in str(failed.value) and "zz" not in str(failed.value)


def test_the_address_is_shown_without_user_and_password():
    assert (
        shown_address(parameters("postgresql://ann:zzpass@db.example:6432/games"))
        == "'games' at db.example:6432"
    )
    assert shown_address(parameters("postgresql:///games")) == "'games' at this machine"
    assert "zzpass" not in repr(
        StorageSettings(backend="postgres", url=SecretStr("postgresql://ann:zzpass@host/db"))
    )


def test_settings_of_the_address_come_before_ours():
    found = parameters("postgresql://host/db?connect_timeout=9&options=-csearch_path%3Dmine")
    assert found["connect_timeout"] == "9"
    assert str(found["options"]).endswith("-csearch_path=mine")
    assert "-c statement_timeout=3000" in str(found["options"])


@pytest.mark.parametrize("backend", ["sqlite", "memory"])
def test_an_address_that_nobody_would_read_is_refused(backend: str):
    with pytest.raises(ValueError, match=f"storage.url is set, but storage.backend '{backend}' uses none"):
        StorageSettings(backend=backend, url=SecretStr("postgresql://ann@host/db"))
