# Two commands matter: `make kit` prints the Alchemicus kit, `make test` checks everything.
# Both set themselves up from PyPI on first use and need no network after that.

PYTHON ?= python3
BIN := .venv/bin
LANGUAGES := pl,en,de,it

.PHONY: kit test lint types pytest soak bench messages pictures format clean

kit: .venv/ready
	$(BIN)/pnp kit alchemicus --with noctis --lang $(LANGUAGES)

test: lint types pytest

lint: .venv/ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/ready-dev
	$(BIN)/mypy

pytest: .venv/ready-dev
	$(BIN)/pytest

bench: .venv/ready-dev
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[bench]'
	$(BIN)/python benchmarks/cards.py
	$(BIN)/python benchmarks/rulebook.py
	$(BIN)/python benchmarks/referee.py
	$(BIN)/python benchmarks/explaining.py

# thousands of games through the referee; takes some minutes
soak: .venv/ready-dev
	$(BIN)/python tests/soak.py

# the pictures in the README, from real pages
pictures: .venv/ready-dev
	$(BIN)/python docs/pictures.py

messages: .venv/ready
	$(BIN)/pnp messages

format: .venv/ready-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf .venv dist build output/*

.venv/ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "pnp needs Python 3.11 or newer; name one with: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 2; }
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/ready-dev: .venv/ready
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@
