# The jobs of this repository; `make` alone lists them.

CARGO  ?= cargo
PREFIX ?= /usr/local
DESTDIR ?=
COUNT  ?= 200
TARGET := $(or $(CARGO_TARGET_DIR),target)

# Clippy, tests and xtask share one profile and one selection of crates, so that dependencies and
# build scripts are built once (see [profile.ci] in Cargo.toml).
CI := --workspace --profile ci --locked

.DEFAULT_GOAL := help
.PHONY: help deps build demo deb tarball test attack corpus fuzz mutants bench fmt install uninstall clean

help: ## list the jobs
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | \
	    while IFS='|' read -r job what; do printf '  make %-10s %s\n' "$$job" "$$what"; done

deps: ## install what is missing to build and test (Debian, Ubuntu)
	@scripts/install-deps.sh

.PHONY: test-deps
test-deps:
	@scripts/install-deps.sh --tests

build: deps ## build target/release/coax
	$(CARGO) build --release --locked --workspace --exclude xtask --bins

demo: build ## build, then run the examples
	@scripts/demo.sh $(TARGET)/release/coax

deb: build ## a package for Debian and Ubuntu, in target/package
	CARGO='$(CARGO)' scripts/package.sh deb $(TARGET)/release

tarball: deps ## an archive that needs little of the system, in target/package
	CARGO='$(CARGO)' scripts/package.sh tarball $(TARGET)/release

test: test-deps ## check formatting, lints and rules of the tree; run all tests
	$(CARGO) fmt --all --check
	$(CARGO) clippy $(CI) --all-targets -- -D warnings
	$(CARGO) build $(CI) --all-targets
	$(TARGET)/ci/xtask tidy
	$(CARGO) nextest run --workspace --cargo-profile ci --locked
	$(CARGO) test $(CI) --doc

attack: deps ## attack the sandbox, the results folder, bitcode and deadlines, at full size
	CARGO='$(CARGO)' scripts/attack.sh $(CI)

corpus: deps ## run the corpora with every engine, order and number of workers
	COAX_CORPUS=all $(CARGO) test $(CI) --test check_corpus --test explore_corpus

fuzz: deps ## run COUNT=200 random programs against native runs
	COAX_FUZZ_COUNT=$(COUNT) $(CARGO) test $(CI) --test csmith -- --nocapture

mutants: deps ## change our own code, COUNT= places or all, and count what tests notice
	$(CARGO) run --package xtask --profile ci --locked --quiet -- mutants \
	    $(if $(filter file,$(origin COUNT)),,--count $(COUNT))

bench: build ## measure coax run against native runs, and what exploring takes
	$(CARGO) xtask bench --coax $(abspath $(TARGET))/release/coax

fmt: ## format all sources
	$(CARGO) fmt --all

install: build ## install binary, man pages and completions below PREFIX=/usr/local
	PREFIX='$(DESTDIR)$(PREFIX)' scripts/install.sh $(TARGET)/release

uninstall: ## remove what `make install` installed
	PREFIX='$(DESTDIR)$(PREFIX)' scripts/install.sh --remove

clean: ## remove everything that was built
	$(CARGO) clean
