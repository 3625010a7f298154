#!/usr/bin/env bash
# Installs what building and testing Coax needs and is not there yet: LLVM 22, a C++ compiler,
# what Bitwuzla is built with, Z3, csmith, cargo-nextest; with `--tests` also a browser and test frameworks. Does nothing,
# quickly, when everything is there.
set -euo pipefail

PACKAGES=(
    build-essential     # cc, c++, make and the C and C++ libraries programs under test use
    pkg-config
    clang-22            # compiles the code under test
    llvm-22-dev         # reads the bitcode; linked statically, hence the libraries below
    libclang-22-dev
    libclang-rt-22-dev  # sanitizers for native runs
    libpolly-22-dev
    libzstd-dev
    zlib1g-dev
    libxml2-dev
    libcadical-dev      # the SAT solver below Bitwuzla, which is built from source the first time
    libsymfpu-dev       # and what else that build needs
    libgmp-dev
    meson
    ninja-build
    libz3-dev           # a second SMT solver, to test the first one against
    valgrind            # confirms reads of uninitialised memory in C++ programs
    csmith              # random programs for `make fuzz`
    libcsmith-dev
)

# With `--tests`, what only tests need.
TEST_PACKAGES=(
    chromium            # shows the page that `coax report --html` writes
    libgtest-dev        # frameworks that `coax test` writes suites for
    catch2
    libcmocka-dev
)

say() { echo "install-deps: $*" >&2; }
fail() { say "$@"; exit 1; }

is_installed() {
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

is_offered() {
    local candidate
    candidate=$(apt-cache policy "$1" 2>/dev/null | sed -n 's/^ *Candidate: //p')
    [ -n "$candidate" ] && [ "$candidate" != "(none)" ]
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        fail "needs root (and sudo is not there) to run: $*"
    fi
}

install_packages() {
    local missing=() absent=() package
    for package in "${PACKAGES[@]}"; do
        is_installed "$package" || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0

    say "installing ${missing[*]}"
    as_root apt-get update -qq
    for package in "${missing[@]}"; do
        is_offered "$package" || absent+=("$package")
    done
    if [ ${#absent[@]} -gt 0 ]; then
        say "not in the configured package sources: ${absent[*]}"
        say "LLVM 22 is in Debian 12's security suite (bookworm-security, main) and, for other"
        say "releases of Debian and Ubuntu, at https://apt.llvm.org (llvm.sh 22); csmith is in"
        say "Debian main and Ubuntu universe."
        exit 1
    fi
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "${missing[@]}"
}

install_nextest() {
    command -v cargo >/dev/null || fail "cargo is missing: install Rust from https://rustup.rs"
    command -v cargo-nextest >/dev/null && return 0
    say "installing cargo-nextest (once, takes minutes)"
    cargo install cargo-nextest --locked --quiet
}

if ! command -v apt-get >/dev/null; then
    say "knows Debian and Ubuntu only. Please install by hand:"
    say "  LLVM and clang 22 with development files, static libraries and compiler-rt,"
    say "  zlib, zstd and libxml2 with headers, a C++ compiler, make, pkg-config, csmith,"
    say "  CaDiCaL, SymFPU, GMP and Z3 with headers, meson, ninja,"
    say "  and cargo-nextest (cargo install cargo-nextest --locked)."
    exit 1
fi
[ "${1-}" != --tests ] || PACKAGES+=("${TEST_PACKAGES[@]}")
install_packages
install_nextest
