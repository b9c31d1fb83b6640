# Two commands matter: `make kit` prints the Alchemicus kit, `make test` checks everything.
# Both set themselves up from PyPI on first use and need no network after that.

PYTHON ?= python3
BIN := .venv/bin
LANGUAGES := pl,en,de,it
SEED ?= 1
BEFORE ?= HEAD

MEASURE := PYTHONPATH=tests:tests/helpers $(BIN)/python tests/measurements
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable

.PHONY: kit test quick hooks lint types pytest fast soak mutants measure bench complete messages docs pictures format constraints clean

kit: .venv/ready
	$(BIN)/pnp kit alchemicus --with noctis --lang $(LANGUAGES)

test: lint types pytest

# what to run between two thoughts: everything but the tests that build whole kits or play many games
quick: lint types fast

# from now on, git runs that: lint before a commit, types and tests before a push
hooks: .venv/ready-dev
	$(BIN)/pre-commit install

lint: .venv/ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/ready-dev
	$(BIN)/mypy

pytest: .venv/ready-dev
	$(BIN)/pytest --numprocesses auto --dist loadfile

fast: .venv/ready-dev
	$(BIN)/pytest --numprocesses auto --dist loadfile -m 'not slow'

bench: .venv/ready-dev
	$(BIN)/python benchmarks/cards.py
	$(BIN)/python benchmarks/rulebook.py
	$(BIN)/python benchmarks/referee.py
	$(BIN)/python benchmarks/explaining.py
	$(BIN)/python benchmarks/before.py $(BEFORE)

# thousands of games through the referee; takes some minutes
soak: .venv/ready-dev
	$(MEASURE)/soak.py

# faults in the code of the referee, one at a time: do its tests find them? takes some minutes; SEED=2 tries others
mutants: .venv/ready-dev
	$(MEASURE)/mutants.py --seed $(SEED)

# another measurement of the referee: make measure NAME=pairs ARGS='--games 100'
measure: .venv/ready-dev
	$(MEASURE)/$(NAME).py $(ARGS)

# the site of docs/, for a browser: output/site/index.html
docs: .venv/ready-dev
	$(BIN)/zensical build --strict --clean

# the pictures in the docs, from real pages
pictures: .venv/ready-dev
	$(BIN)/python docs/pictures.py

# before a release: every text translated into every language
complete: .venv/ready
	$(BIN)/pnp check

messages: .venv/ready
	$(BIN)/pnp messages

format: .venv/ready-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# the newest versions that pyproject.toml allows, written down for everybody
constraints:
	rm -rf .venv-newest
	$(PYTHON) -m venv .venv-newest
	.venv-newest/bin/pip install --quiet --disable-pip-version-check --editable '.[dev,bench]'
	{ head -n 2 constraints.txt; .venv-newest/bin/pip --disable-pip-version-check freeze --exclude-editable; } > constraints.new
	mv constraints.new constraints.txt
	rm -rf .venv-newest

clean:
	rm -rf .venv dist build output/*

.venv/ready: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "pnp needs Python 3.11 or newer; name one with: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 2; }
	$(PYTHON) -m venv .venv
	$(INSTALL) .
	@touch $@

.venv/ready-dev: .venv/ready
	$(INSTALL) '.[dev,bench]'
	@touch $@
