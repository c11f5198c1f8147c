# Every target makes the virtual environment .venv on its first run, and again when pyproject.toml changes.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAY_READY := $(VENV)/ready-play
READY := $(VENV)/ready
BENCH_READY := $(VENV)/ready-bench
NODE_READY := bench/server/node_modules/.package-lock.json
WEB_READY := $(VENV)/ready-web
WEB_FILES := $(shell find web -type f -not -path '*/node_modules/*' -not -path '*/tests/*')

.PHONY: play web test test-all test-neighbours test-web check faults bench bench-server bench-web strength studies shots browser \
	emulator ahead wheel release clean help

play: $(PLAY_READY) $(WEB_READY) ## Play in the browser.
	@$(BIN)/pioche serve --open

web: $(PLAY_READY) $(WEB_READY) ## Set up what playing needs and build the browser client, without starting anything.

test: $(READY) $(WEB_READY) browser emulator ## Lint, types and all tests.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python scripts/build_web.py test
	$(BIN)/python -m pioche.ahead
	$(BIN)/python -m pytest -n 3 --dist loadgroup

test-all: $(READY) $(WEB_READY) browser emulator ## The tests at full size, and with Ray and Dask; takes twice as long.
	$(BIN)/python -m pioche.ahead
	$(BIN)/python -m pytest -n 3 --dist loadgroup --all

test-neighbours: $(READY) ## Only the tests with other people's clusters and libraries: Ray, Dask.
	$(BIN)/python -m pytest --neighbours

test-web: $(READY) $(WEB_READY) browser ## Only the games and screens in Chromium.
	$(BIN)/python -m pytest -n 3 --dist loadgroup tests/web

check: $(READY) ## The quick look: lint, types and the cases of the rules.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest tests/games/test_cases.py tests/games/test_citations.py --interpreted-only

faults: $(READY) $(NODE_READY) ## Everything that tries to break the server, at full size; needs Node; ROWS=1,9 runs only these.
	@$(BIN)/python scripts/faults.py $(if $(ROWS),--rows $(ROWS))

bench: $(BENCH_READY) ## The speed of the games, side by side with other libraries.
	@$(BIN)/python -m bench.moves_per_second

bench-server: $(READY) $(NODE_READY) ## The speed of the server, side by side with boardgame.io's; needs Node.
	@$(BIN)/python -m bench.server_speed

bench-web: $(READY) $(WEB_READY) browser ## The speed of the page in Chromium.
	@$(BIN)/python -m bench.page_speed

strength: $(READY) ## How strong the bots are; QUICK=1 plays a tenth of the deals.
	@$(BIN)/python scripts/strength.py $(if $(QUICK),--quick)

studies: $(READY) ## The figures of docs/studies; QUICK=1 plays a tenth of the games.
	@$(BIN)/python scripts/studies.py $(if $(QUICK),--quick)

shots: $(READY) $(WEB_READY) browser ## Pictures of every screen, to be looked at, into shots/.
	@$(BIN)/python scripts/screenshots.py

browser: $(READY) ## Find Chromium, or have it installed.
	@$(BIN)/python tests/support/chromium.py

emulator: $(READY) ## Find the emulator of another processor, or have it installed.
	@$(BIN)/python tests/support/emulator.py

ahead: $(READY) ## Make the games' machine code for every platform, as far as it is not there yet.
	@$(BIN)/python -m pioche.ahead --all

wheel: ahead $(WEB_READY) ## Build the wheel, with the page and the machine code, into dist/.
	@PIOCHE_OBJECTS=required $(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .

release: $(READY) ## Test, date and tag a new version, and push nothing: VERSION=0.2.0.
	@$(BIN)/python scripts/release.py $(VERSION)

$(PLAY_READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Pioche needs Python 3.11 or newer: make PYTHON=python3.11 …")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing Pioche into $(VENV) …"
	@$(BIN)/python -m pip install --quiet --upgrade pip
	@$(BIN)/python -m pip install --quiet --editable '.[jit,reports,server]'
	@touch $@

$(READY): $(PLAY_READY)
	@echo "Installing what the tests need, too …"
	@$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@

$(WEB_READY): $(PLAY_READY) $(WEB_FILES) scripts/build_web.py
	@echo "Building the browser client …"
	@$(BIN)/python scripts/build_web.py build
	@touch $@

$(BENCH_READY): $(READY)
	@echo "Installing the peers to measure against …"
	@$(BIN)/python -m pip install --quiet --editable '.[bench]'
	@touch $@

$(NODE_READY): bench/server/package.json bench/server/package-lock.json
	@npm --version > /dev/null || { echo "The server benchmark needs Node 20 or newer, with npm."; exit 1; }
	@echo "Installing the load generators and boardgame.io into bench/server …"
	@cd bench/server && npm ci --silent --no-audit --no-fund
	@touch $@

clean: ## Remove the virtual environment and everything that was built.
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist
	rm -rf bench/server/node_modules web/node_modules src/pioche/objects src/pioche/web shots

help: ## This list.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-16s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))
