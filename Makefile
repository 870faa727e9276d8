# `make` alone says what there is. Every target installs what it needs first; PYTHON=/path/to/python chooses the interpreter.

.PHONY: help install develop demo test check format measure consumers newest newest-smoke lock clean
.DEFAULT_GOAL := help

PYTEST_ARGS ?=

help: ## this list
	@grep -E '^[a-z-]+:.*## ' $(firstword $(MAKEFILE_LIST)) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 16

install: ## .venv with benchmill and the pinned packages that a user needs
	@requirements/install.sh run

develop: ## the same .venv, and in it what tests and checks need
	@requirements/install.sh dev

demo: install ## grow a benchmark from examples/docs, retrieve with BM25, score: no model, no key, no network
	@examples/demo.sh

test: develop ## the test-suite; PYTEST_ARGS="tests/scorer -k mrr" for a part of it
	@.venv/bin/python -m pytest -n 3 --dist loadfile $(PYTEST_ARGS)

check: develop ## what CI asks for: format, lint, types, tests
	@.venv/bin/python -m ruff format --check --quiet .
	@.venv/bin/python -m ruff check --quiet .
	@.venv/bin/python -m mypy
	@.venv/bin/python -m pytest -n 3 --dist loadfile

format: develop ## rewrite the files as `check` wants them
	@.venv/bin/python -m ruff check --fix .
	@.venv/bin/python -m ruff format .

measure: develop ## print the numbers that README and decisions quote
	@.venv/bin/python -m measurements

consumers: develop ## load our exports with the programs they are for; downloads them, some gigabytes
	@.venv/bin/python -m measurements.consumers
	@.venv/bin/python -m measurements.consumers.readers

newest: develop ## the tests against the newest versions that the ranges allow, in a fresh environment
	@requirements/newest.sh

newest-smoke: develop ## the same, a small part
	@requirements/newest.sh --smoke

lock: ## pin requirements/*.txt again after a change of the dependencies
	@requirements/lock.sh

clean: ## remove everything that `make` made
	rm -rf .venv build dist benchmill.egg-info demo-bench .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
