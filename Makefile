# gangoffour: `make play` plays, `make test` tests. Each does all of its own set-up in .venv/.
PYTHON ?= python3
BIN := .venv/bin
UV := $(BIN)/uv pip
PACKAGE := pyproject.toml $(wildcard README.md)

.DEFAULT_GOAL := help
.PHONY: help types play test lint types contracts unit golden bench lock clean

help: ## what there is to do
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

play: .venv/ready-play ## set up what is missing, then play
	@$(BIN)/gangoffour play

test: .venv/ready-test ## lint, types, import contracts, all tests
	@$(MAKE) --no-print-directory lint types contracts unit

lint: .venv/ready-test ## ruff: mistakes and formatting
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/ready-test ## mypy --strict
	$(BIN)/mypy

contracts: .venv/ready-test ## which package may import which
	$(BIN)/lint-imports

unit: .venv/ready-test ## unit, property, documentation and browser tests
	$(BIN)/pytest -n auto

golden: .venv/ready-test ## write the golden playthroughs anew
	$(BIN)/python -m tests.golden

bench: .venv/ready-bench ## measure, peers side by side
	$(BIN)/python -m bench

types: .venv/ready-test ## write the client's TypeScript types from the Python messages
	$(BIN)/python tools/typescript.py

lock: .venv/bin/uv ## pin and hash all requirements anew
	tools/lock

clean: ## remove what the other targets made
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis

.venv/bin/uv: requirements/uv.txt
	@tools/venv $(PYTHON)

.venv/ready-%: requirements/%.txt $(PACKAGE) .venv/bin/uv
	@echo "Installing what '$*' needs into .venv/ …"
	@$(UV) install --quiet --require-hashes -r $<
	@$(UV) install --quiet --no-deps --no-build-isolation -e .
	@touch $@
