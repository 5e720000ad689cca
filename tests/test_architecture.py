"""The house keeps its shape: floors, seams, sizes, style and types."""

import ast
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from tests.support import ROOT, committed

SOURCES = sorted((ROOT / "src" / "echoes").rglob("*.py"))
BIN = Path(sys.executable).parent
COMMON = frozenset(
    {
        *("main", "match_frame", "parse_keyword_form", "parse_logical_form"),  # of a script, of a language
        *("same_family", "undoes"),  # of a language
        *("learn", "measure", "progress", "tallies"),  # of a model or a report, of figures, of a state
    }
)
"""Names that mean the same wherever they stand."""
COMMANDS = ("interfaces/cli/", "command_runner.py", "web/actions.py")
"""Where functions are called as a person types or clicks them."""


def check(*command: str) -> None:
    done = subprocess.run(
        [str(BIN / command[0]), *command[1:]], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_imports_go_down_only():
    check("lint-imports")


def test_there_are_no_import_circles():
    import grimp

    graph = grimp.build_graph("echoes", cache_dir=None)
    for module in sorted(graph.modules):
        circular = [
            other
            for other in graph.find_modules_directly_imported_by(module)
            if graph.chain_exists(other, module)
        ]
        assert not circular, f"{module} ↔ {circular}"


def test_style():
    check("ruff", "check", ".")
    check("ruff", "format", "--check", ".")


def test_types():
    check("pyright")


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT / "src")))
def test_a_file_is_short_says_what_it_is_and_its_functions_are_short(path: Path):
    text = path.read_text("utf-8")
    tree = ast.parse(text)
    assert len(text.splitlines()) <= 300
    assert ast.get_docstring(tree), "a module says what it is"
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    nested = {inner for outer in functions for inner in ast.walk(outer) if inner is not outer}
    for node in functions:
        body = (node.end_lineno or 0) - node.body[0].lineno
        assert body <= 45, f"{node.name} has {body} lines"
        public = not node.name.startswith("_") and node not in nested
        assert not public or ast.get_docstring(node) or _is_stub(node), f"{node.name} says what it does"


VAGUE_OPENING = re.compile(
    r"((What|Whether|How|Who|Where|Which|When|Why|Lets?|Have|True)|Return (what|who|how|where|which|when|why|True)"
    r"|Tell (whether|where))\b"
)
"""A question in place of a noun, "let" and "have" in place of an active verb, and truths other than "Return whether"."""


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT / "src")))
def test_a_docstring_opens_with_a_verb_or_a_noun(path: Path):
    documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    nodes = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, documented)]
    openings = [(ast.get_docstring(node) or "").partition("\n\n")[0] for node in nodes]
    assert [opening for opening in openings if VAGUE_OPENING.match(opening)] == []


def _offered(node: ast.stmt) -> str | None:
    """The name of a class, a function or a type that a module defines; type variables aside."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return node.name
    if not isinstance(node, ast.Assign) or ast.unparse(node.value).startswith("TypeVar("):
        return None
    name = ast.unparse(node.targets[0])
    return name if re.fullmatch(r"[A-Z][A-Za-z]*[a-z][A-Za-z]*", name) else None


def test_a_public_class_function_or_type_has_a_name_of_its_own():
    """One name for one thing: what a module offers is called so nowhere else, but for what is `COMMON`."""
    owners: dict[str, set[str]] = {}
    for path in SOURCES:
        if any(part in str(path) for part in COMMANDS):
            continue
        for node in ast.parse(path.read_text("utf-8")).body:
            if name := _offered(node):
                owners.setdefault(name, set()).add(str(path.relative_to(ROOT / "src")))
    shared = {name: where for name, where in owners.items() if len(where) > 1 and not name.startswith("_")}
    assert {name: sorted(shared[name]) for name in sorted(shared.keys() - COMMON)} == {}


@pytest.mark.parametrize("room", ["interfaces", "bench"])
def test_nobody_reaches_through_the_engine(room: str):
    """Sessions are read by `engine/sessions/queries.py`; a part of the engine may be asked, but not a part of a part."""
    reached = [
        f"{path.relative_to(ROOT)}:{node.lineno} {ast.unparse(node)}"
        for path in (ROOT / "src" / "echoes" / room).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and re.search(r"\bengine(\.\w+){3}$|engine\.storage\.event_log", ast.unparse(node))
        and "performance" not in path.parts
    ]  # fmt: skip
    assert reached == []


UNIT_TESTS = sorted((ROOT / "tests" / "unit").rglob("test_*.py"))


@pytest.mark.parametrize("path", UNIT_TESTS, ids=lambda path: str(path.relative_to(ROOT / "tests")))
def test_a_unit_test_stands_where_the_code_that_it_tests_does(path: Path):
    """`tests/unit` mirrors `src`: a test is named after a module or a folder, and perhaps after an aspect of it."""
    folder = ROOT / "src" / "echoes" / path.parent.relative_to(ROOT / "tests" / "unit")
    words = path.stem.removeprefix("test_").split("_")
    names = {"_".join(words[:count]) for count in range(1, len(words) + 1)}
    assert any((folder / f"{name}.py").exists() or (folder / name).is_dir() for name in names)


LOGIC = 40
"""Statements within functions from which on a module has a unit test of its own; less is mostly declared."""
TESTED_WHOLE = {
    "attacks/test_routes.py": ["interfaces/web/routes.py", "interfaces/web/server.py"],
    "cli/test_contract.py": [
        "app.py", "interfaces/cli/doctor.py", "interfaces/cli/terminal_game.py", "interfaces/cli/session_changes.py",
        "interfaces/cli/sessions.py", "interfaces/cli/situation_puzzle/puzzles.py",
    ],
    "cli/test_drafts.py": ["engine/scenarios/drafting.py"],
    "cli/test_ingest.py": ["interfaces/cli/situation_puzzle/puzzle_folders.py"],
    "cli/test_memory_and_time.py": ["interfaces/cli/players.py", "interfaces/cli/storage.py"],
    "cli/test_scenarios.py": ["interfaces/cli/scenarios.py"],
    "contracts/test_game_types.py": [
        "games/heist/game.py", "games/party/game.py", "games/situation_puzzle/game.py", "games/story/game.py",
    ],
    "contracts/test_rag_providers.py": ["rag/providers/chroma.py", "rag/providers/minirag.py"],
    "contracts/test_storage.py": ["storage/postgres/event_log.py", "storage/sqlite/storage.py"],
    "durability/test_postgres.py": [
        "storage/postgres/connections.py", "storage/postgres/locks.py", "storage/postgres/storage.py",
    ],
    "flows/test_ai_players.py": ["engine/ai_players/autoplay.py"],
    "flows/test_benchmarks.py": [
        "bench/performance/ingest.py", "bench/performance/memory.py", "bench/players/games.py",
        "bench/players/processes.py", "bench/situation_puzzle/rejudge.py",
    ],
    "flows/test_leaks_of_tables.py": ["bench/leaks/whole_games.py", "bench/party/leaks.py"],
    "flows/test_tables.py": ["engine/ai_players/table_runner.py"],
    "flows/test_tables_by_companions.py": ["bench/party/games.py"],
    "flows/test_turn_taking.py": ["engine/turns/turn_taking.py"],
    "flows/test_whole_games.py": ["engine/engine.py"],
    "flows/test_workers_measured.py": ["bench/performance/models.py"],
    "web/test_desk.py": ["interfaces/web/desk/actions.py", "interfaces/web/desk/pages.py"],
    "web/test_games.py": ["interfaces/web/actions.py"],
    "web/test_seats.py": ["interfaces/web/table_actions.py"],
    "test_docs.py": ["bench/performance/sessions.py"],
    "web/test_workers.py": ["bench/performance/web.py"],
}  # fmt: skip
"""Modules whose work is something whole (a server, a page, a command, a game, a run), by the tests that do it.

No module comes anew: one with logic of its own has a unit test, and one that can't have it is taken apart.
"""
UNTESTED = ["bench/heist/turns.py", "bench/performance/storage.py"]
"""Measurements of speed that only `echoes bench overhead` runs."""


def _statements(path: Path) -> int:
    """Return how many statements stand in functions of a module, docstrings and imports apart."""
    functions = [
        node
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    nodes = {
        node for function in functions for node in ast.walk(function)
        if isinstance(node, ast.stmt) and node not in functions
        and not isinstance(node, ast.Import | ast.ImportFrom | ast.Pass)
        and not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    }  # fmt: skip
    return len(nodes)


def test_a_module_with_logic_has_a_unit_test():
    """By its name, or by that of its folder; what follows the name is an aspect of it."""
    tests = [path.relative_to(ROOT / "tests" / "unit").with_suffix("").as_posix() for path in UNIT_TESTS]
    lacking: list[str] = []
    for path in SOURCES:
        module = path.relative_to(ROOT / "src" / "echoes").with_suffix("")
        wanted = [(one.parent / f"test_{one.name}").as_posix() for one in (module, module.parent) if one.name]
        named = any(test == one or test.startswith(f"{one}_") for test in tests for one in wanted)
        if not named and _statements(path) >= LOGIC:
            lacking.append(f"{module.as_posix()}.py")
    assert lacking == sorted([*UNTESTED, *(name for names in TESTED_WHOLE.values() for name in names)])
    assert [name for name in TESTED_WHOLE if not (ROOT / "tests" / name).is_file()] == []


def _is_stub(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return isinstance(node.body[0], ast.Expr) and isinstance(node.body[0].value, ast.Constant)


def test_a_player_installs_nothing_that_nothing_uses():
    """The extra `llama` is a server, `mcp` is what Gradio imports, `dev` holds tools, and `minirag` what it does not declare."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = [
        wanted
        for name, wanted in project["optional-dependencies"].items()
        if name not in ("llama", "minirag", "mcp", "dev")
    ]
    found = [Requirement(wanted) for part in (project["dependencies"], *extras) for wanted in part]
    wanted = {canonicalize_name(one.name) for one in found if not one.marker or one.marker.evaluate()}
    brings = packages_distributions()
    used = {canonicalize_name(package) for name in _imported() for package in brings.get(name, ())}
    assert sorted(wanted - used) == []


def _imported() -> set[str]:
    """The first part of the name of each module that a source file imports."""
    nodes = [node for path in SOURCES for node in ast.walk(ast.parse(path.read_text("utf-8")))]
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    calls = [
        node for node in nodes if isinstance(node, ast.Call) and ast.unparse(node.func) == "import_module"
    ]
    names += [str(ast.literal_eval(node.args[0])) for node in calls if isinstance(node.args[0], ast.Constant)]
    return {name.partition(".")[0] for name in names}


def test_no_address_of_a_registry_and_no_path_of_a_machine_is_committed():
    assert "uv.lock" not in committed()
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    assert all("://" not in line and not line.startswith("-") for line in lines)


LARGE = (
    "src/echoes/language/words/chinese.npz",
    "src/echoes/language/words/english.npz",
    "src/echoes/models/minilm/weights.npz",
)
"""The word vectors and the weights of the encoder, which change with neither puzzles nor code."""


def test_no_other_file_of_more_than_a_megabyte_is_committed():
    assert sorted(name for name in committed() if (ROOT / name).stat().st_size > 1_000_000) == [*LARGE]


KINDS = frozenset(path.parent.name for path in (ROOT / "src" / "echoes" / "games").glob("*/game.py"))
OF_PUZZLES = (
    *("config.py", "bench/players/", "bench/performance/", "interfaces/web/views/puzzle_view.py"),
    *("__init__.py", "environments/", "testing/puzzles.py", "testing/contracts/referees.py"),
)
"""What is about situation puzzles outside folders of that name: settings that they had before other kinds
came, games of AI players, the measurements of the platform, their page, their public names, their environments, and their tests."""
WORDS_OF_A_KIND = re.compile(r"referee|ruling|hypothes|verdict|max_hints|max_questions|hint_master")


def _above_games() -> list[Path]:
    """The modules above the games, but for those that belong to one kind."""
    names = {path: path.relative_to(ROOT / "src" / "echoes") for path in SOURCES}
    above = [path for path, name in names.items() if name.parts[0] not in ("core", "games", "language")]
    return [
        path
        for path in above
        if not KINDS & {*names[path].parts} and not names[path].as_posix().startswith(OF_PUZZLES)
    ]


def test_nothing_above_the_games_imports_a_kind_of_game():
    imported = [
        f"{path.relative_to(ROOT)}: {node.module}"
        for path in _above_games()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and KINDS & {*(node.module or "").split(".")}
    ]
    assert imported == []


def test_the_engine_and_the_command_line_have_no_words_of_one_kind_of_game():
    """Whatever an argument, an attribute or a function is called; texts and the contract's keys apart."""
    rooms = ("engine/", "interfaces/cli/", "interfaces/web/live/", "app.py")
    paths = [
        path for path in _above_games() if str(path.relative_to(ROOT / "src" / "echoes")).startswith(rooms)
    ]
    said = [
        f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)} {name}"
        for path in [*paths, *(ROOT / "src" / "echoes" / "games").glob("*.py")]
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        for name in (getattr(node, key, None) for key in ("name", "id", "arg", "attr"))
        if isinstance(name, str) and WORDS_OF_A_KIND.search(name.lower())
    ]
    assert said == []


UNTYPED = re.compile(r"JsonObject|(dict|Mapping)\[str, (Any|JsonValue)\]")
JSON_FORMS = {"to_json", "from_json", "load", "schema", "public_view"}
"""Functions that turn something into JSON or back; wire and disk have no other form."""
FREE_FORMS = {
    "a log's line, as `to_json` of what is in it": {
        "core/log/entries.py": ["noted"],
        "core/log/event_kinds.py": ["read"],
        "core/log/events.py": ["event_to_json"],
    },
    "a file or a request that somebody else wrote, before a form has read it": {
        "core/files/json_values.py": ["is_object", "as_object", "objects_of"],
        "games/situation_puzzle/importing/cases.py": ["label_column", "case_of"],
        "games/situation_puzzle/importing/containers.py": ["is_record"],
        "games/situation_puzzle/puzzle/field_mapping.py": ["map_fields"],
        "games/situation_puzzle/puzzle/formats.py": ["to_schema"],
        "interfaces/web/desk/request.py": ["fields"],
        "interfaces/web/request_bodies.py": ["json_object"],
    },
    "settings of YAML, whose keys nest": {
        "core/files/layers.py": ["lay"],
        "games/agent_settings.py": ["read_settings"],
    },
    "information about a step, as TextArena hands it on": {
        "environments/textarena_env.py": ["step", "close"]
    },
    "JSON Schema, SARIF, and the functions of a model's server": {
        "games/player.py": ["args"],
        "games/situation_puzzle/puzzle/json_schema.py": ["puzzle_schema"],
        "interfaces/cli/lint_report.py": ["sarif_log"],
        "models/structured/json_schema.py": ["strict_schema"],
    },
    "requests to a model's server, and its replies before anything is believed of them": {
        "models/providers/reply_draft.py": ["error_in", "first_object"],
        "models/providers/request_body.py": ["shaped_body", "tool_definitions"],
        "models/providers/server_chat.py": ["body", "take"],
        "models/providers/transport.py": ["get", "post", "pieces"],
        "testing/model_protocols.py": ["openai", "openai_stream", "ollama"],
    },
    "values of LangGraph's store and its checkpoints": {
        "memory/documents.py": ["below"],
        "storage/sqlite/checkpoints.py": ["alist"],
    },
}
"""All other public functions that take or return JSON of no declared form, by the reason; none comes anew."""


_WORD = re.compile(r"[A-Za-z]{3,}|[\u4e00-\u9fff]")
_PATTERNS_LEFT = {"heist/turn/questions.py", "heist/turn/matching.py"}
"""The files that read a player's words by patterns of their own; they may leave this list, and none may come."""


def _has_pattern_over_words(path: Path) -> bool:
    """Return whether a file has a regular expression with words in it, such as `go|walk` or 去."""
    calls = [one for one in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(one, ast.Call)]
    of_re = [
        one for one in calls if isinstance(one.func, ast.Attribute) and ast.unparse(one.func.value) == "re"
    ]
    parts = (part for one in of_re for part in ast.walk(one) if isinstance(part, ast.Constant))
    texts = (part.value for part in parts if isinstance(part.value, str))
    bare = (re.sub(r"\(\?P<\w+>|\[[^\]]*\]|\\\w+", "", text) for text in texts)
    return any(_WORD.search(text) for text in bare)


def test_the_words_of_players_are_read_by_patterns_of_the_language_room_alone():
    games = ROOT / "src" / "echoes" / "games"
    folders = [games / "reading", *(games / kind / "turn" for kind in ("story", "party", "heist"))]
    files = [path for folder in folders for path in folder.rglob("*.py")]
    found = {path.relative_to(games).as_posix() for path in files if _has_pattern_over_words(path)}
    assert found == _PATTERNS_LEFT


def test_public_functions_take_and_return_typed_rows():
    found: dict[str, list[str]] = {}
    for path in SOURCES:
        name = path.relative_to(ROOT / "src" / "echoes").as_posix()
        tree = ast.parse(path.read_text("utf-8"))
        classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
        bodies = [tree.body, *(node.body for node in classes if not node.name.startswith("_"))]
        for node in (node for body in bodies for node in body):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or node.name.startswith("_"):
                continue
            noted = [one.annotation for one in (*node.args.args, *node.args.kwonlyargs)] + [node.returns]
            said = " ".join(ast.unparse(one) for one in noted if one)
            if UNTYPED.search(said) and node.name not in JSON_FORMS:
                found.setdefault(name, []).append(node.name)
    assert found == {name: names for files in FREE_FORMS.values() for name, names in files.items()}


LOOSELY_TYPED = {
    "a game of any kind, as the engine holds it": {
        "games/base.py": ["AnyGame"],
        "games/drafts.py": ["AnyDraft", "AnyDrafter"],
        "games/packs/schema_files.py": ["add_files"],
    },
    "a game narrows it to what is its own: a scenario, a value of its atoms": {
        "games/guide.py": ["starters"],
        "games/conditions.py": ["Predicates"],
        "games/world/rules.py": ["initial_state"],
    },
    "a type that is built at run time for pydantic": {
        "games/situation_puzzle/players/model.py": ["_move_form"],
        "games/situation_puzzle/referees/llm/schemas.py": ["_ids"],
    },
    "declared so, or too narrowly, by LangChain and PyYAML": {
        "games/packs/faults.py": ["places_in", "_lines"],
        "games/player.py": ["tool_call_schema"],
        "games/situation_puzzle/importing/yaml_files.py": ["construct_mapping", "construct_scalar"],
    },
}
"""All that says `Any` or casts in the games and their memory, by the reason; none comes anew."""


def _loose_types(body: list[ast.stmt], loose: set[str]) -> list[str]:
    """Return the names of what uses one of some names: functions and methods, or what is assigned."""
    found: list[str] = []
    for node in body:
        if isinstance(node, ast.ClassDef):
            found += _loose_types(node.body, loose)
        elif any(isinstance(part, ast.Name) and part.id in loose for part in ast.walk(node)):
            target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
            found.append(ast.unparse(target) if target else getattr(node, "name", ast.unparse(node)))
    return found


def test_games_and_memory_know_the_types_of_what_they_handle():
    """Records of other people are narrowed by `core/files/json_values.py` or by pydantic instead."""
    found: dict[str, list[str]] = {}
    for path in SOURCES:
        name = path.relative_to(ROOT / "src" / "echoes").as_posix()
        body = ast.parse(path.read_text("utf-8")).body
        imports = [node for node in body if isinstance(node, ast.ImportFrom) and node.module == "typing"]
        loose = {one.asname or one.name for node in imports for one in node.names} & {"Any", "cast"}
        if loose and name.startswith(("games/", "memory/")):
            found[name] = _loose_types(body, loose)
    assert found == {name: names for files in LOOSELY_TYPED.values() for name, names in files.items()}


def test_what_ships_as_yaml_is_read_without_a_compiled_library_too():
    refused = []
    for name in (name for name in committed() if name.endswith((".yaml", ".yml"))):
        try:
            list(yaml.parse((ROOT / name).read_text("utf-8"), yaml.SafeLoader))
        except yaml.YAMLError as error:
            refused.append(f"{name}: {error}")
    assert not refused
