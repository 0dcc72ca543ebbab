# Everything runs in $(VENV), made from the lock file; making it again is free while the lock file stands.
PYTHON ?= python3
VENV ?= .venv
# What `make check` checks; `.ci/run` adds the tutorial.
CHECKED ?= spec
WORKERS ?= 2

BIN := $(VENV)/bin
READY := $(VENV)/ready

.PHONY: check test campaign lint types fmt environment

check: $(READY)
	$(BIN)/refengine check $(CHECKED)

test: $(READY)
	$(BIN)/python -m pytest -n $(WORKERS)

campaign: $(READY)
	$(BIN)/python -m pytest -n $(WORKERS) -m campaign

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy refengine tests

fmt: $(READY)
	$(BIN)/ruff check --fix --show-fixes .
	$(BIN)/ruff format .

environment: $(READY)

# The stamp comes last, so that an interrupted installation is begun again.
$(READY): requirements.lock pyproject.toml
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@
