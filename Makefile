# make run    set everything up and start Kesher (http://127.0.0.1:8765)
# make test   set everything up and pass the checks and the tests
# make lint   ruff, mypy, import rows, known vulnerabilities of dependencies
# make bench  measure; results are written to docs/benchmarks.md by hand
# make screens  photograph every screen of the page, and list what axe and the console find
# make soak   longer checks (kill -9 twenty times, 1,000 random trajectories ...)
# make wheel  a wheel that carries the built page

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= python3
BIN := .venv/bin
STAMPS := .make
STATIC := src/kesher/server/static/index.html
WEB_SOURCES := $(shell find web -type f -not -path '*/node_modules/*' -not -path '*/test-results/*' 2>/dev/null)
# Where an old node or none is found, the one inside .venv serves.
export PATH := $(CURDIR)/$(STAMPS)/bin:$(PATH)

.PHONY: help setup run test lint types rows audit unit web web-test bench screens soak wheel lock openapi clean

help:
	@sed -n 's/^# make/make/p' Makefile

$(STAMPS)/venv: requirements.lock pyproject.toml
	@mkdir -p $(STAMPS)/bin
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Kesher needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) -V). Set PYTHON=..."; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "Installing Python packages into .venv (about a minute) ..."
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	@touch $@

$(STAMPS)/dev: $(STAMPS)/venv requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.lock
	@touch $@

$(STAMPS)/tesseract: scripts/tesseract.sh
	@mkdir -p $(STAMPS)
	bash scripts/tesseract.sh
	@touch $@

$(STAMPS)/browser: scripts/browser.sh
	@mkdir -p $(STAMPS)
	bash scripts/browser.sh
	@touch $@

$(STAMPS)/node: $(STAMPS)/venv scripts/node.sh
	bash scripts/node.sh $(BIN) $(STAMPS)/bin
	@touch $@

web/node_modules/.package-lock.json: web/package.json web/package-lock.json $(STAMPS)/node
	@echo "Installing what the page is built with ..."
	cd web && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

# What tests sign in through (tests/integration/oidc); without it they are skipped.
OIDC := $(STAMPS)/oidc-provider/node_modules/.package-lock.json
$(OIDC): tests/integration/oidc/provider/package.json tests/integration/oidc/provider/package-lock.json $(STAMPS)/node
	@mkdir -p $(STAMPS)/oidc-provider
	cp tests/integration/oidc/provider/package*.json $(STAMPS)/oidc-provider
	cd $(STAMPS)/oidc-provider && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

$(STATIC): web/node_modules/.package-lock.json $(WEB_SOURCES)
	cd web && npm run build --silent
	@touch $@

setup: $(STAMPS)/venv $(STAMPS)/tesseract $(STATIC)

web: $(STATIC)

run: setup
	$(BIN)/kesher serve

lint: $(STAMPS)/dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(MAKE) --no-print-directory types rows audit

# Says plainly where no registry can be asked, and fails only on a vulnerability that is known.
audit: $(STAMPS)/dev
	$(BIN)/python scripts/audit.py

types: $(STAMPS)/dev
	$(BIN)/mypy

rows: $(STAMPS)/dev
	$(BIN)/lint-imports

web-test: $(STATIC)
	cd web && npm run --silent typecheck && npm run --silent test

# The two use a core each; what one says is shown when it has ended, where make can hold it back.
test: setup $(STAMPS)/dev $(STAMPS)/browser $(OIDC)
	$(MAKE) --no-print-directory -j2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target) lint web-test
	$(BIN)/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder $(PYTEST)

bench: setup $(STAMPS)/dev
	bash benchmarks/run_all.sh

screens: setup $(STAMPS)/dev $(STAMPS)/browser
	$(BIN)/python -m benchmarks.web.screens

soak: setup $(STAMPS)/dev
	$(BIN)/python -m pytest -m soak tests/soak
	TRAJECTORIES=1000 $(BIN)/python -m pytest tests/unit/context/compaction/test_every_order.py
	$(BIN)/python -m benchmarks.reading.hostile.run --minutes 10

wheel: $(STAMPS)/dev $(STATIC)
	$(BIN)/python -m build --wheel --no-isolation --outdir dist .

lock: $(STAMPS)/dev
	$(BIN)/pip-compile --quiet --upgrade --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-emit-options --no-header --no-annotate --strip-extras -o requirements.lock pyproject.toml
	$(BIN)/pip-compile --quiet --upgrade --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-emit-options --no-header --no-annotate --strip-extras --allow-unsafe -o requirements-dev.lock requirements-dev.in

openapi: $(STAMPS)/venv
	$(BIN)/kesher openapi > web/openapi.json
	cd web && npm run --silent generate

clean:
	rm -rf .venv $(STAMPS) dist web/node_modules src/kesher/server/static .mypy_cache .ruff_cache .pytest_cache
