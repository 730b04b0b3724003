# Needs make and Python 3.11 or newer, nothing else. Keep to what GNU make 3.81 knows: macOS ships that one.
# ARGS is handed to the command behind a target: make play ARGS="--help"

# The interpreters to try, in this order. To choose one: make PYTHON=python3.13
PYTHON ?= python3 python3.11 python3.12 python3.13 python3.14
ARGS ?=

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q
# What a lock file names: by uv, ten times as fast as pip; where pip is told of an index of one's own, which uv does not
# know of, or uv can't do it, by pip. Python compiles what it imports, and keeps it; compiling everything at once takes
# longer than installing it.
UV := $(BIN)/uv
UV_PINNED := uv==0.13.7
INSTALL = { ! $(BIN)/python -m pip config list | grep -q '\.index-url=' \
	&& { test -x $(UV) || $(PIP) install --no-compile --require-hashes -r requirements-uv.lock; } \
	&& $(UV) pip install -q --python $(BIN)/python --require-hashes -r $(1); } 2>/dev/null \
	|| $(PIP) install --no-compile --require-hashes -r $(1)
# Made last, when everything is installed; newer than what it was installed from. A player needs less than a developer.
INSTALLED := .venv/stamp
PLAYABLE := .venv/stamp-play
COMPILER := .venv/stamp-engine
DOCUMENTED := .venv/stamp-docs
# Without a working interpreter in .venv everything is installed anew, however new the stamp.
ANEW := $(shell test -e $(BIN)/python || echo anew)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play terminal page test check checked lint types cases pytest web browser postgres valgrind compiled lessons long engine fuzz
.PHONY: bench docs
.PHONY: release lock audit clean anew

# Run on the interpreted and on the compiled engine; the command, lessons, and tests that read texts and sources alone, once;
# whatever plays many matches, thinks long or starts many processes, on the compiled engine alone: what bots, analyses and
# environments for learners do follows from the engine, and that is the same on both.
ENGINE_TESTS := tests/unit tests/property tests/golden README.md
ONCE := anunnaki_catalogue catalogue emblems half_written house language notation quick_references refusals \
	texts types words

COMPILED_ALONE := tests/unit/test_bots.py tests/unit/test_bots_words.py tests/unit/test_bots_budget.py \
	tests/unit/test_foreign_game.py tests/unit/test_analysis.py tests/unit/test_analysis_matches.py \
	tests/unit/test_plans.py tests/unit/test_positions.py tests/unit/test_anunnaki_names.py tests/property/test_anunnaki_twins.py
# On two cores: whoever waits for a server, a browser or a clock leaves its core to others. The longest are shared out.
PYTEST := $(BIN)/pytest -n 4 --dist worksteal
# The tests start hundreds of processes; where Python is told to keep no compiled modules, each compiles all it imports
# anew, and is three times as long in coming up.
unexport PYTHONDONTWRITEBYTECODE
# Workers share the cores: threads of numpy that wait for each other took six times as long.
export OPENBLAS_NUM_THREADS := 1

# The page, built into the package.
PAGE := src/theomachy/server/page/index.html
# The names in the texts need emblems, which the build checks.
PAGE_SOURCES := $(shell find web -type f -not -path 'web/node_modules/*') $(shell find src/theomachy/games -name text.en.toml)

# The package with its engine compiled by mypyc; without a C compiler it is the plain package, and says so once.
# Commands run on it by putting it before the sources.
COMPILED := build/compiled
ENGINE := $(COMPILED)/stamp
ON_COMPILED := PYTHONPATH=$(COMPILED)
# Only one made of today's sources.
IF_COMPILED = $(shell test -e $(ENGINE) && test -z "$$(find $(SOURCES) -newer $(ENGINE) | head -1)" && echo $(ON_COMPILED))
SOURCES := $(shell find src -type f ! -name '*.pyc' ! -name '*.so' -not -path 'src/theomachy/server/page/*')

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile

# A newcomer wants to play within the minute: the page first, and the engine is compiled while they play. Bots use it as
# soon as it is there; when the server ends before that, the next `make play` goes on.
play: $(PLAYABLE) $(PAGE) ## play in the browser
	@test -n "$(IF_COMPILED)" || rm -f $(ENGINE)
	@mkdir -p build
	@test -e $(ENGINE) || nice $(MAKE) -s engine >build/engine.log 2>&1 &
	@THEOMACHY_ENGINE=$(COMPILED) $(IF_COMPILED) $(BIN)/theomachy serve --open $(ARGS)

terminal: $(PLAYABLE) ## play in the terminal
	@$(IF_COMPILED) $(BIN)/theomachy play $(ARGS)

page: $(PLAYABLE) $(PAGE) ## build the page

engine: $(ENGINE) ## compile the engine: bots think ten times as much in the same time

$(PAGE): $(PLAYABLE) $(PAGE_SOURCES)
	@echo 'Building the page ...'
	@$(BIN)/python web/build.py
	@touch $@

# The engine is compiled on one core while the rest is installed, and the interpreted checks run, on the other.
test: $(COMPILER) ## run all checks: lint, types, cases, pytest, and again with the compiled engine
	$(MAKE) -j 2 $(ENGINE) checked
	$(MAKE) compiled

# A minute or two, before every commit.
check: $(INSTALLED) ## a fast check before a commit: lint, types, cases, unit tests
	$(MAKE) lint
	$(MAKE) types
	$(MAKE) cases
	$(PYTEST) tests/unit tests/lessons

checked: $(INSTALLED)
	$(MAKE) lint
	$(MAKE) types
	$(MAKE) web
	$(MAKE) cases
	$(MAKE) pytest

lint: $(INSTALLED) ## check style and formatting
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(INSTALLED) ## check the types
	$(BIN)/mypy

cases: $(INSTALLED) ## run the conformance cases
	$(BIN)/theomachy cases $(ARGS)

pytest: $(INSTALLED) postgres ## run the tests of engine, bots, command and server (ARGS: only these)
	$(PYTEST) $(or $(ARGS),$(ENGINE_TESTS) $(COMPILED_ALONE:%=--ignore=%) tests/cli tests/lessons tests/book tests/hosting tests/server)

web: $(INSTALLED) ## check the page's types and run its unit tests
	$(BIN)/python web/build.py --check

# The tests of the page drive a real browser: Debian's, where it is missing and may be installed. Its shell, without windows
# and buttons of its own, runs them in half the time; where there is none the browser runs them all.
browser:
	@command -v chromium-headless-shell >/dev/null && command -v chromium >/dev/null && exit 0; \
	if command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
		echo 'Installing chromium for the browser tests ...'; apt-get update -qq; \
		for name in chromium chromium-headless-shell; do \
			DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $$name >/dev/null; done; \
	fi; \
	for name in chromium chromium-browser google-chrome; do command -v $$name >/dev/null && exit 0; done; \
	echo 'The browser tests need chromium, and it is not here: apt-get install chromium' >&2; exit 1

# The tests of the server run on SQLite and on PostgreSQL: Debian's, where it is missing and may be installed. The tests
# start one of their own in a temporary folder.
postgres:
	@command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && exit 0; \
	if command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
		echo 'Installing postgresql for the tests of the server ...'; \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql >/dev/null; \
	else \
		echo 'The tests of the server need PostgreSQL, and it is not here: apt-get install postgresql' >&2; exit 1; \
	fi

# A test counts the instructions of the compiled engine: with Debian's valgrind, where it is missing and may be installed.
valgrind:
	@command -v valgrind >/dev/null && exit 0; \
	if command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
		echo 'Installing valgrind for the count of instructions ...'; \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq valgrind >/dev/null; \
	else \
		echo 'The count of instructions needs valgrind, and it is not here: apt-get install valgrind' >&2; exit 1; \
	fi

# What plays many matches, and the page in a browser, are tested here: they don't care which engine runs, and this is fast.
compiled: $(INSTALLED) $(ENGINE) $(PAGE) browser valgrind ## run the cases and tests with the compiled engine
	@grep -q compiled $(ENGINE) || { echo 'The engine is not compiled, and these tests are of a compiled one: see above why, or rm -r $(COMPILED); make engine' >&2; exit 1; }
	$(ON_COMPILED) $(BIN)/theomachy cases
	THEOMACHY_BUILD=$$(cat $(ENGINE)) $(ON_COMPILED) $(PYTEST) $(or $(ARGS),$(ENGINE_TESTS) $(ONCE:%=--ignore=tests/unit/test_%.py) tests/research tests/lab tests/browser)

lessons: $(INSTALLED) $(ENGINE) $(PAGE) browser ## take every lesson by clicks, on a computer and on a phone
	$(MAKE) long LONG_TESTS=tests/browser/test_lessons.py

# Everything, and whole. `make test` has a part of it (tests/conftest.py, tests/examples.py): the page in one language or
# size of several, every twelfth lesson, the last turns of matches, one kind of decision in five by clicks; one of the two
# databases for each test that needs one; half as many examples, a third of the set-ups that are fuzzed, a sixth of the
# cases that are written and read back; bots that don't search; no cluster that loses a node.
LONG_TESTS := tests README.md
long: $(INSTALLED) $(ENGINE) $(PAGE) browser postgres valgrind ## run all tests whole, of which make test has a part: before a release
	THEOMACHY_LONG=1 THEOMACHY_BUILD=$$(cat $(ENGINE)) $(ON_COMPILED) $(PYTEST) $(LONG_TESTS)

$(ENGINE): $(COMPILER) hatch_build.py $(SOURCES)
	@echo 'Compiling the engine (a few minutes, once) ...'
	@$(BIN)/python hatch_build.py $(COMPILED)

fuzz: $(INSTALLED) $(ENGINE) ## play random matches and check what must always hold
	$(ON_COMPILED) $(BIN)/theomachy fuzz $(ARGS)

bench: $(INSTALLED) $(ENGINE) ## measure the speed
	$(ON_COMPILED) $(BIN)/theomachy bench $(ARGS)

# Every broken link and every name that the API reference lacks is an error.
docs: $(DOCUMENTED) ## build the documentation as a site in build/site
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --site-dir build/site

release: $(INSTALLED) ## build source and wheel of this version and try the wheel in a fresh environment
	$(BIN)/python release.py $(ARGS)

# Keeps the pins that still fit pyproject.toml. Does not need what is locked, so that a broken lock can be made anew.
# hatchling is locked too, because the project itself is built without isolation. No address of a package index goes in.
lock: $(BIN)/python ## pin the dependencies anew (ARGS=--upgrade: the newest versions)
	$(PIP) install $(UV_PINNED)
	echo $(UV_PINNED) | $(BIN)/uv pip compile $(LOCKING) --output-file requirements-uv.lock -
	echo hatchling | $(BIN)/uv pip compile $(LOCKING) --extra dev $(ARGS) --output-file requirements.lock pyproject.toml -
	echo hatchling | $(BIN)/uv pip compile $(LOCKING) --extra server --extra page --constraint requirements.lock $(ARGS) \
		--output-file requirements-play.lock pyproject.toml -
	$(BIN)/uv pip compile $(LOCKING) --extra engine --constraint requirements.lock $(ARGS) \
		--output-file requirements-engine.lock pyproject.toml
	$(BIN)/uv pip compile $(LOCKING) --extra docs --constraint requirements.lock $(ARGS) \
		--output-file requirements-docs.lock pyproject.toml
	@if grep -n '://' requirements*.lock; then echo 'Lock files must not contain addresses.' >&2; exit 1; fi

LOCKING := --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
	--no-annotate --custom-compile-command 'make lock'

# Not a part of `make test`: it asks services on the internet. What could not be looked up counts as found. In an
# environment of its own, since it brings thirty packages that nothing else needs.
AUDIT := build/audit/bin
audit: $(PLAYABLE) ## look for known weaknesses of all packages that are pinned (needs the internet)
	@test -e $(AUDIT)/pip-audit || { $(BIN)/python -m venv --clear build/audit && \
		$(AUDIT)/python -m pip --disable-pip-version-check -q install pip-audit==2.10.1; }
	$(AUDIT)/pip-audit --strict --disable-pip --progress-spinner off $(patsubst %,-r %,$(wildcard requirements*.lock))
	$(BIN)/python web/build.py --audit

# Leaves matches/ alone: those are people's games.
clean: ## remove the environment and everything else that was generated
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage build dist
	rm -rf web/node_modules src/theomachy/server/page
	find src tests -name __pycache__ -prune -exec rm -rf {} +
	find src -name '*.so' -exec rm -f {} +

anew:

$(INSTALLED): $(BIN)/python requirements.lock pyproject.toml $(ANEW)
	@echo 'Installing what the project needs into .venv ...'
	@$(call INSTALL,requirements.lock)
	@$(PIP) install --no-deps --no-build-isolation -e .
	@test -e $(PLAYABLE) || touch $(PLAYABLE)
	@test -e $(COMPILER) || touch $(COMPILER)
	@touch $@

$(COMPILER): $(PLAYABLE) requirements-engine.lock
	@echo 'Installing what the engine is compiled with into .venv ...'
	@$(call INSTALL,requirements-engine.lock)
	@touch $@

$(DOCUMENTED): $(INSTALLED) requirements-docs.lock
	@echo 'Installing what the documentation is built with into .venv ...'
	@$(call INSTALL,requirements-docs.lock)
	@touch $@

$(PLAYABLE): $(BIN)/python requirements-play.lock pyproject.toml $(ANEW)
	@echo 'Installing what playing needs into .venv ...'
	@$(call INSTALL,requirements-play.lock)
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

# A link to the interpreter: when that is gone (upgraded, removed), make sees no file here and runs this again.
$(BIN)/python:
	@for candidate in $(PYTHON); do \
		"$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
		if ! "$$candidate" -c 'import ensurepip, venv' 2>/dev/null; then \
			echo "$$candidate cannot make virtual environments. On Debian: apt-get install python3-venv" >&2; \
			exit 1; \
		fi; \
		echo "Making .venv with $$("$$candidate" --version) ..."; \
		exec "$$candidate" -m venv --clear .venv; \
	done; \
	echo 'Theomachy needs Python 3.11 or newer; none among: $(PYTHON).' >&2; \
	echo 'Install one, or name it: make PYTHON=/path/to/python3' >&2; \
	exit 1
