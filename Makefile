# Two commands do everything on a fresh machine: `make play` and `make test`.
# They need Python 3.11 or newer with its venv module (Debian: apt-get install python3-venv).

PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
# Everything that is installed is named in `requirements`, with its hashes; `make lock` writes these files.
PIP = $(BIN)/python -m pip --disable-pip-version-check install --quiet --no-compile
LOCKED = $(PIP) --no-deps --require-hashes -r requirements
# Bytecode is kept whatever the surroundings say: else each of a thousand processes that the tests
# start compiles Numba's modules anew.
unexport PYTHONDONTWRITEBYTECODE
CORES = $(shell $(PYTHON) -c "import os; print(os.cpu_count() or 1)")

.DEFAULT_GOAL := help
.PHONY: help play test check style docs golden words finished long mutants bench site lock wheel release clean chromium \
	.tests-without-browser .tests-in-browser

help: ## list the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 12

play: $(VENV)/.installed ## install what is needed and open the tables in the browser
	@$(BIN)/kermesse serve

test: $(VENV)/.tests chromium ## install what is needed and run the everyday tests
	@echo "Compiling the games …"
	@$(BIN)/python -m tools.warm
	@$(MAKE) --no-print-directory --jobs 2 .tests-without-browser .tests-in-browser

# Both at once: tests in a browser wait most of the time, and the others use what they leave. What a
# browser did is told at the end; it is apart, too, because Playwright keeps an event loop running.
.tests-without-browser:
	nice -n 19 $(BIN)/pytest -n $(CORES) --dist worksteal --durations 10 --ignore tests/browser

.tests-in-browser:
	@$(BIN)/pytest -n $$((($(CORES) + 1) / 2)) --dist worksteal --durations 10 tests/browser \
		> $(VENV)/browser.log 2>&1; found=$$?; cat $(VENV)/browser.log; exit $$found

check: export KERMESSE_THOROUGH = 1
check: $(VENV)/.checks ## what must hold before a change lands: style, types, longer forms of the tests
	@$(MAKE) --no-print-directory style & style=$$!; \
		$(MAKE) --no-print-directory test; tests=$$?; wait $$style && exit $$tests

style: $(VENV)/.checks ## format, lint, types, imports
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy src/kermesse bench tools
	$(BIN)/lint-imports

docs: $(VENV)/.tests ## run the code and follow the links of all documents
	$(BIN)/pytest tests/docs/test_docs.py

golden: $(VENV)/.tests ## rewrite the golden playthroughs and the pictures; review the diff
	$(BIN)/python -m tools.golden
	$(BIN)/python -m tools.pictures

words: $(VENV)/.tests ## bring the translations up to date with the source
	$(BIN)/python -m tools.words

finished: $(VENV)/.tests ## play the finished games of the tests anew; review the diff
	$(BIN)/python -m tools.finished_games

long: $(VENV)/.long ## the long walks: a million matches, plain = compiled on 100,000
	$(BIN)/pytest -m long -s

mutants: $(VENV)/.tests ## break the rules on purpose and count what the tests notice
	$(BIN)/python -m tools.mutants muvuca
	$(BIN)/python -m tools.mutants viva
	$(BIN)/python -m tools.mutants shuppa
	$(BIN)/python -m tools.mutants muckle
	$(BIN)/python -m tools.mutants moon_river

bench: $(VENV)/.bench ## speed beside C, OpenSpiel, RLCard and plain Python
	$(BIN)/python -m bench.run
	$(BIN)/python -m bench.api
	$(BIN)/python -m bench.startup

site: $(VENV)/.site ## build the documentation as a site, strictly, into build/site
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

wheel: $(VENV)/.tests ## build a wheel that carries machine code, for this system
	$(BIN)/python -m tools.wheel

release: $(VENV)/.release ## build and look at a release; says what is left to do
	$(BIN)/python -m tools.release

clean: ## remove the local environment
	rm -rf $(VENV)

# The browser of the browser tests is Debian's, installed where that is allowed: Chromium without
# windows, which takes a third less of the processor; the one with windows does as well.
SHELL_OF_CHROMIUM = chromium-headless-shell
chromium:
	@test -x /usr/bin/$(SHELL_OF_CHROMIUM) || { \
		if test "$$(id -u)" = 0; then as=""; \
		elif sudo -n true 2> /dev/null; then as="sudo -n"; else as="nobody may"; fi; \
		if test "$$as" != "nobody may" && command -v apt-get > /dev/null; then \
			echo "Installing Debian's $(SHELL_OF_CHROMIUM) for the tests of the web table …"; \
			$$as apt-get update -qq; \
			$$as apt-get install -qq -y --no-install-recommends $(SHELL_OF_CHROMIUM); fi; }; \
	test -x /usr/bin/$(SHELL_OF_CHROMIUM) || test -x /usr/bin/chromium || { \
		echo "The tests of the web table need a browser: install Debian's package" \
			"$(SHELL_OF_CHROMIUM) or chromium."; exit 1; }

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Kermesse needs Python 3.11 or newer; try make PYTHON=python3.11 …"; exit 1; }
	@echo "Making a local environment in $(VENV) (first use only) …"
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo "Python's venv module is missing; on Debian: apt-get install python3-venv"; exit 1; }

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml requirements/run.txt requirements/build.txt
	@echo "Installing Kermesse …"
	@$(LOCKED)/run.txt -r requirements/build.txt
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.tests: $(VENV)/.installed requirements/test.txt
	@$(LOCKED)/test.txt
	@touch $@

$(VENV)/.long: $(VENV)/.tests requirements/long.txt
	@$(LOCKED)/long.txt
	@touch $@

$(VENV)/.checks: $(VENV)/.tests requirements/check.txt
	@$(LOCKED)/check.txt
	@touch $@

$(VENV)/.bench: $(VENV)/.installed requirements/bench.txt
	@$(LOCKED)/bench.txt
	@touch $@

$(VENV)/.site: $(VENV)/.installed requirements/site.txt
	@$(LOCKED)/site.txt
	@touch $@

$(VENV)/.release: $(VENV)/.tests requirements/release.txt
	@$(LOCKED)/release.txt
	@touch $@

# What is installed for what: a group or an extra of pyproject.toml each, with what it needs itself.
lock: $(VENV)/.release ## pin anew what is installed, with hashes, within constraints.txt
	@$(BIN)/python -m tools.lock
