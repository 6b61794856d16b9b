# Targets: verify, test, check, docs, bench, clean. Each makes or renews .venv when it has to.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready

.PHONY: verify test check docs bench clean

verify: $(READY)            ## check the shipped articles against the source they cite
	$(BIN)/claims verify --locked

test: $(READY)              ## the whole test suite
	$(BIN)/pytest -n auto

check: $(READY)             ## style, types, import direction
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

docs: $(READY)              ## write the pages that are made from the code
	$(BIN)/claims explain --format markdown --output docs/expectations.md

bench: $(READY)             ## ratios against git cat-file + parse of the same bytes
	$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; say which with make PYTHON=...")'
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --config-settings editable_mode=compat --editable '.[dev]'
	touch $@
