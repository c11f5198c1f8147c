# Every target makes the virtual environment .venv on its first run, and again when pyproject.toml changes.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
BENCH_READY := $(VENV)/ready-bench
NODE_READY := bench/server/node_modules/.package-lock.json
WEB_READY := $(VENV)/ready-web
WEB_FILES := $(shell find web -type f -not -path '*/node_modules/*' -not -path '*/tests/*')

.PHONY: play web test test-all test-neighbours test-web check faults bench bench-server bench-web strength studies shots browser clean

play: $(READY) $(WEB_READY)
	@$(BIN)/pioche serve --open

web: $(READY) $(WEB_READY)

test: $(READY) $(WEB_READY) browser
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python scripts/web.py test
	$(BIN)/python scripts/warm.py
	$(BIN)/python -m pytest -n 3 --dist loadgroup

# The same at full size, and with our neighbours; takes twice as long.
test-all: $(READY) $(WEB_READY) browser
	$(BIN)/python scripts/warm.py
	$(BIN)/python -m pytest -n 3 --dist loadgroup --all

# Only with other people's clusters and libraries: Ray, Dask.
test-neighbours: $(READY)
	$(BIN)/python -m pytest --neighbours

# Only the games and screens in Chromium.
test-web: $(READY) $(WEB_READY) browser
	$(BIN)/python -m pytest -n 3 --dist loadgroup tests/web

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest tests/test_cases.py tests/test_citations.py --interpreted-only

# Everything that tries to break the server, at full size; make faults ROWS=1,9 runs only these.
faults: $(READY)
	@$(BIN)/python scripts/faults.py $(if $(ROWS),--rows $(ROWS))

bench: $(BENCH_READY)
	@$(BIN)/pioche bench

bench-server: $(READY) $(NODE_READY)
	@$(BIN)/pioche bench-server

bench-web: $(READY) $(WEB_READY) browser
	@$(BIN)/python scripts/bench_web.py

# make strength QUICK=1 plays a tenth of the deals.
strength: $(READY)
	@$(BIN)/python scripts/strength.py $(if $(QUICK),--quick)

# The figures of docs/studies; make studies QUICK=1 plays a tenth of the games.
studies: $(READY)
	@$(BIN)/python scripts/studies.py $(if $(QUICK),--quick)

shots: $(READY) $(WEB_READY) browser
	@$(BIN)/python scripts/shots.py

browser: $(READY)
	@$(BIN)/python tests/web/chromium.py

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Pioche needs Python 3.11 or newer: make PYTHON=python3.11 …")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing Pioche into $(VENV) …"
	@$(BIN)/python -m pip install --quiet --upgrade pip
	@$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@

$(WEB_READY): $(READY) $(WEB_FILES) scripts/web.py
	@echo "Building the browser client …"
	@$(BIN)/python scripts/web.py build
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

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist
	rm -rf bench/server/node_modules web/node_modules src/pioche/web shots
