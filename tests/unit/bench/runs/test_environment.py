"""A run keeps the versions of the packages on which its figures depend."""

import pytest

from echoes.bench.runs import environment
from echoes.config import load_config


def test_a_package_that_is_not_installed_has_no_version(monkeypatch: pytest.MonkeyPatch):
    """Packages of extras need not be there; whoever only plays has not got them."""
    monkeypatch.setattr(environment, "_PACKAGES", ("pydantic", "no-such-package"))
    packages = environment.run_environment(load_config())["machine"]["packages"]
    assert packages["no-such-package"] is None
    assert packages["pydantic"]
