#!/usr/bin/env bash
# Shows `coax check` on functions nobody calls, `coax explore` on a program with errors that only some
# inputs show, then `coax run` on two programs that work and one that does not.
# Usage: scripts/demo.sh [path of coax]
set -euo pipefail
cd "$(dirname "$0")/.."
coax=${1:-target/release/coax}

if [ -t 1 ]; then bold=$(printf '\033[1m') plain=$(printf '\033[0m'); else bold='' plain=''; fi

# show TITLE EXPECTED-EXIT-CODE ARGUMENTS...
show() {
    local title=$1 expected=$2 code=0
    shift 2
    printf '\n%s%s%s\n%s$ coax %s%s\n' "$bold" "$title" "$plain" "$bold" "$*" "$plain"
    "$coax" "$@" 2>&1 || code=$?
    printf '%s(exit code %s)%s\n' "$bold" "$code" "$plain"
    if [ "$code" -ne "$expected" ]; then
        echo "demo: expected exit code $expected" >&2
        exit 1
    fi
}

out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
show "Functions nobody calls: what breaks them?" 1 \
    check examples/inventory.c --no-null-arguments --out "$out/checked"
printf '\n%sOne of the tests it wrote%s\n' "$bold" "$plain"
cat "$out/checked/errors/clear_use_after_free_1.c"

show "All inputs of four bytes: which of them break this program?" 1 \
    explore examples/settings.c --symbolic-stdin 4 --out "$out/coax-out"
printf '\n%sOne of the tests it wrote%s\n' "$bold" "$plain"
cat "$out/coax-out/errors/main_division_by_zero_1.c"
printf '\n%sThe tests run without coax%s\n' "$bold" "$plain"
make --no-print-directory -C "$out/coax-out/tests" check | tail -3

show "A suite of unit tests, and a call too many" 1 \
    test examples/stack.c --time 15s --out "$out/suite"
printf '\n%sThe suite it wrote, which runs without coax%s\n' "$bold" "$plain"
head -40 "$out/suite/suite/stack_test.c"
make --no-print-directory -C "$out/suite/suite" check | tail -1
show "What can never fail" 0 \
    verify examples/stack.c --out "$out/verified"

show "A C program, with arguments" 0 \
    run examples/wordfreq.c -- the quick fox jumps over the lazy dog and the cat
show "A C++ program: classes, containers, an exception" 0 \
    run examples/shapes.cpp
show "A program that writes past the end of its buffer" 1 \
    run examples/overflow.c -- name=coax kind=engine
