# gangoffour: `make play` plays, `make test` tests. Each does all of its own set-up in .venv/.
PYTHON ?= python3
BIN := .venv/bin
UV := $(BIN)/uv pip
PACKAGE := pyproject.toml $(wildcard README.md)
TOGETHER := --no-print-directory -j2
CORES := $(shell nproc)
# All that the client is made of.
CLIENT := $(shell find web docs/rules docs/rules.md docs/strategy -type f -not -path 'web/node_modules/*' -not -path 'web/dist/*' -not -path 'web/.svelte-check/*' -not -path 'web/tests/*' -not -path 'web/src/paraglide/*' 2>/dev/null)
# Tests with servers and browsers wait a lot: two processes more than there are cores.
TESTERS ?= $(shell expr $(CORES) + 2)
# Compiled modules start several times as fast.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help types play dev test check checks looked-over quick lint mypy contracts client browser compiler unit costs steady starved faults golden bench chaos programs parts lock clean

help: ## what there is to do
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

play: ## set up what is missing, then serve the game and open it
	@$(MAKE) -s $(TOGETHER) .venv/ready-play web/dist/index.html
	@$(BIN)/gangoffour serve

dev: ## the game with hot reload of client and server; PORT=… for another port than 5173
	@$(MAKE) -s .venv/ready-test
	@tools/web node -e '' # installs the client's parts if need be
	@$(BIN)/python -m tools.dev --port $(or $(PORT),5173)

test: ## all tests but those that take long
	@$(MAKE) -s $(TOGETHER) PARTS=parts .venv/ready-test web/dist/index.html browser programs
	@$(MAKE) $(TOGETHER) unit client-unit

check: ## for every day: format, lint, types, contracts, all tests that start no server and no browser
	@$(MAKE) -s $(TOGETHER) PARTS=parts .venv/ready-test web/dist/index.html programs
	@$(MAKE) $(TOGETHER) quick looked-over

checks: ## what needs no test to be found: format, lint, types, contracts; and the client's unit tests
	@$(MAKE) -s $(TOGETHER) PARTS=parts .venv/ready-test web/dist/index.html
	@$(MAKE) $(TOGETHER) looked-over

looked-over: mypy client lint contracts

lint: .venv/ready-test ## ruff: mistakes and formatting
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

mypy: .venv/ready-test ## types of the Python code, of the tests, of the tools and of the documents' examples
	@$(BIN)/python tools/doc_examples.py build/doc_examples
	$(BIN)/mypy src/gangoffour tests tools build/doc_examples

contracts: .venv/ready-test ## which package may import which
	$(BIN)/lint-imports

client: .venv/ready-test web/dist/index.html ## the web client: types, lint, format, imports, unit tests, and no drift from messages and rules
	$(BIN)/python tools/typescript.py --check
	$(BIN)/python tools/sheet.py --check
	@$(MAKE) -s --no-print-directory build/client-is-right

# What was found right stays so as long as nothing of the client changes; CI, in a new clone, always looks.
build/client-is-right: $(CLIENT) $(shell find web/tests 2>/dev/null; find web/src -type d -not -path 'web/src/paraglide*' 2>/dev/null) tools/web
	nice tools/web check
	@mkdir -p $(@D) && touch $@

unit: .venv/ready-test .venv/compiled ## unit, property, documentation and browser tests
	$(BIN)/pytest -n $(TESTERS) -m "not long"

# Beside the others it takes what they leave of the processors: a browser that waits for one looks slow to its test.
.PHONY: client-unit
client-unit: web/dist/index.html
	@nice tools/web test

# The first time, the tests are compiled once, not by each of pytest's processes at the same moment. What does not
# load is told by the tests themselves.
.venv/compiled: .venv/ready-test
	@$(BIN)/pytest --collect-only -qq -p no:cacheprovider >/dev/null 2>&1 || true
	@touch $@

quick: .venv/ready-test ## the tests that start no server and no browser
	$(BIN)/pytest -n $(CORES) -m "not server and not long"

costs: .venv/ready-test ## processor seconds per test file, dearest first; ARGS=tests/browser for some of them
	$(BIN)/python -m pytest -p tests.support.costs -n $(CORES) $(ARGS)

# A minute's work takes minutes where others have the cores, and is no hang.
.PHONY: long
long: ## the tests that take too long for make test: journeys through the whole client, every page and language; CI runs them, too
	@$(MAKE) -s $(TOGETHER) .venv/ready-test web/dist/index.html browser programs
	$(BIN)/pytest -n $(TESTERS) -o faulthandler_timeout=900 -m long

steady: ## make test N=10 times in a row, with the times
	@tools/steady $(or $(N),10)

starved: .venv/ready-test web/dist/index.html browser programs ## all tests on a machine whose processors are taken away 40% of the time; ARGS=tests/browser for some
	$(BIN)/python tools/starve.py -- $(BIN)/pytest -n $(TESTERS) $(ARGS)

faults: .venv/ready-test web/dist/index.html ## plant faults one by one; each must be caught by the tests that guard against it
	$(BIN)/python -m tests.planted

golden: .venv/ready-test ## write the golden playthroughs anew
	$(BIN)/python -m tests.golden

bench: .venv/ready-bench web/dist/index.html browser ## measure, peers side by side
	$(BIN)/python -m bench

chaos: .venv/ready-test web/dist/index.html ## the long proofs: servers killed under play, rules against oracle and simulator
	$(BIN)/python -m tests.chaos
	$(BIN)/python -m tests.rules.test_agreement
	$(BIN)/python -m tests.chaos.arena
	GANGOFFOUR_TESTS=long $(BIN)/pytest -n $(CORES) -m "proof or long or not server" -o faulthandler_timeout=0
	$(BIN)/python -m gangoffour.lab.agreement --rounds 100000

types: .venv/ready-test ## write the client's TypeScript from the Python messages and rules
	$(BIN)/python tools/typescript.py
	$(BIN)/python tools/sheet.py

.PHONY: phrases
phrases: .venv/ready-test ## one sheet of all texts of LANGUAGE=de to correct; READ=sheet.csv takes the corrections
	@$(BIN)/python tools/phrases.py $(LANGUAGE) $(if $(READ),--read --sheet $(READ))

.PHONY: docs dist
docs: build/docs-env/ready .venv/ready-play web/dist/index.html ## the documentation as a site, in build/docs; whatever is broken fails; VERSIONS=folder puts it beside other versions there
	build/docs-env/bin/python -m tools.site $(if $(VERSIONS),--versions $(VERSIONS))

.PHONY: wasm
wasm: build/wasm-env/ready ## the network's arithmetic for browsers anew, from bots/kernel/exact.c; CHECK=--check only compares
	@build/wasm-env/bin/python tools/wasm.py $(CHECK)

.PHONY: site
site: .venv/ready-play web/dist/index.html ## the game as one folder of files for any web host, in build/site; with the documentation if make docs has made it
	@$(BIN)/gangoffour site --out build/site

.PHONY: image
image: web/dist/index.html ## the image, built by buildah without a daemon, started and asked whether it is well; ARGS=--own-base without a registry
	@tools/image $(ARGS)

dist: build/dist-env/ready .venv/ready-test web/dist/index.html ## wheel and sdist, checked, installed with every Python found, their examples run
	build/dist-env/bin/python -m tools.dist

# Environments of their own, for those two alone.
build/%-env/ready: requirements/%.txt .venv/bin/uv
	@echo "Installing what 'make $*' needs into build/$*-env/ …"
	@$(BIN)/uv venv --quiet --clear --python $(PYTHON) build/$*-env
	@$(UV) install --quiet --python build/$*-env/bin/python --require-hashes -r $<
	@touch $@

lock: .venv/bin/uv ## pin and hash all requirements anew
	tools/lock

clean: ## remove what the other targets made
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis

parts: .venv/bin/uv # all of the client's parts, before anything reads them
	@tools/web install

browser: .venv/ready-test compiler
	@tools/browser

programs: .venv/bin/uv # the proxies that are shipped with files of ours
	@tools/programs

compiler: .venv/bin/uv
	@tools/compiler

# With PARTS=parts all of the client's parts are there before it is built, not only those that building needs.
web/dist/built: $(CLIENT) .venv/bin/uv | $(PARTS)
	@tools/web build

# Playing without a server has our Python modules in it, too, the networks' weights and their arithmetic.
web/dist/index.html: web/dist/built $(shell find src/gangoffour -name '*.py' -o -name '*.npz' -o -name '*.wasm' 2>/dev/null)
	@tools/web follow
	@touch $@

.venv/bin/uv: requirements/uv.txt
	@tools/venv $(PYTHON)

.venv/ready-%: requirements/%.txt $(PACKAGE) .venv/bin/uv
	@echo "Installing what '$*' needs into .venv/ …"
	@$(UV) install --quiet --compile-bytecode --require-hashes -r $<
	@$(UV) install --quiet --no-deps --no-build-isolation -e .
	@touch $@

.PHONY: screenshots
screenshots: .venv/ready-test web/dist/index.html browser ## pictures of every page and table state, in build/screenshots/
	$(BIN)/python tools/screenshots.py

.PHONY: cluster
cluster: .venv/ready-test web/dist/index.html ## PostgreSQL, NATS, three servers, two workers and a balancer, here
	@$(BIN)/python tools/cluster.py
