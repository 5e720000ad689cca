"""The face of the library: what `import echoes` offers, and that it costs nothing until it is used."""

import ast
import asyncio
import doctest
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.support import ROOT

import echoes
import echoes.testing

FACE = ROOT / "src" / "echoes" / "__init__.py"


def examples(offered: Any, name: str) -> list[doctest.DocTest]:
    globs = {**{one: getattr(echoes, one) for one in echoes.__all__}, "asyncio": asyncio, "Path": Path}
    finder = doctest.DocTestFinder(recurse=False, exclude_empty=True)
    return [found for found in finder.find(offered, name, module=False, globs=globs) if found.examples]


@pytest.mark.parametrize("name", echoes.__all__)
def test_a_public_name_has_an_example_that_runs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ready: None
):
    monkeypatch.chdir(tmp_path)
    found = examples(getattr(echoes, name), name)
    assert found, f"echoes.{name} has an example in its docstring"
    said: list[str] = []
    failed = sum(doctest.DocTestRunner().run(one, out=said.append).failed for one in found)
    assert failed == 0, "".join(said)


@pytest.mark.parametrize("name", ["serving", "canary_puzzle"])
def test_an_example_of_the_testing_kit_runs(name: str):
    offered = getattr(echoes.testing, name)
    finder = doctest.DocTestFinder(recurse=False)
    globs = vars(sys.modules[offered.__module__])
    [found] = finder.find(offered, name, module=False, globs={**globs})
    assert found.examples
    assert doctest.DocTestRunner().run(found).failed == 0


def test_type_checkers_see_the_names_that_are_imported_late():
    [block] = [node for node in ast.parse(FACE.read_text("utf-8")).body if isinstance(node, ast.If)]
    seen = {
        alias.name: node.module
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert seen == {name: f"echoes.{module}" for name, module in echoes._MODULES.items()}
    assert {*echoes.testing.__all__} == {
        name for name in echoes.testing.__all__ if hasattr(echoes.testing, name)
    }


def test_importing_the_face_imports_nothing_else():
    code = "import os, sys; before = {*sys.modules}; import echoes; print({*sys.modules} - before, echoes.Move.__name__)"
    command = [sys.executable, "-S", "-c", code]  # without `site`, which imports what it likes
    where = {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), *sys.path])}
    said = subprocess.run(command, capture_output=True, text=True, check=True, env=where).stdout
    assert said == "{'echoes'} Move\n"


def test_an_unknown_name_is_an_error_of_the_usual_kind():
    with pytest.raises(AttributeError, match="has no attribute 'no_such_name'"):
        _ = echoes.no_such_name  # pyright: ignore[reportAttributeAccessIssue]
    assert "open_engine" in dir(echoes)


@pytest.mark.parametrize("demo", sorted((ROOT / "demo").glob("*.py")), ids=lambda path: path.stem)
def test_a_demo_uses_the_face_alone(demo: Path):
    nodes = [*ast.walk(ast.parse(demo.read_text("utf-8")))]
    modules = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    modules += [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    assert [module for module in modules if module.startswith("echoes.")] == []
