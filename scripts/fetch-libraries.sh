#!/usr/bin/env bash
# Lays out the real libraries that docs/check-on-real-code.md and docs/summaries.md measure: their C
# and C++ sources as they come inside crates, without programs and tests, each in a folder of its
# own below DIR. Cargo fetches the crates, in exactly these versions.
set -euo pipefail

[ $# -eq 1 ] || { echo "usage: scripts/fetch-libraries.sh DIR" >&2; exit 2; }
mkdir -p "$1"
target=$(cd "$1" && pwd)

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/src"
touch "$scratch/src/lib.rs"
cat > "$scratch/Cargo.toml" <<'TOML'
[package]
name = "libraries"
version = "0.0.0"
edition = "2021"

[workspace]

[dependencies]
bzip2-sys = "=0.1.13"
hoedown = "=6.0.0"
utf8proc-sys = "=0.1.2"
libz-sys = "=1.1.31"
lz4-sys = "=1.11.1"
double-conversion-sys = "=0.1.0"
libsqlite3-sys = "=0.39.1"
TOML
(cd "$scratch" && cargo vendor --quiet crates >/dev/null)

# The library $1: the files named by the remaining patterns, relative to the crate $2.
library() {
    local name=$1 from=$scratch/crates/$2 pattern
    shift 2
    rm -rf "${target:?}/$name"
    mkdir "$target/$name"
    for pattern in "$@"; do
        # The patterns are meant to be expanded.
        # shellcheck disable=SC2086
        (cd "$from" && cp $pattern "$target/$name/")
    done
    echo "$target/$name: $(cat "$target/$name"/*.c* | wc -l) lines"
}

library bzip2 bzip2-sys 'bzip2-*/bzlib*.h' \
    'bzip2-*/blocksort.c' 'bzip2-*/bzlib.c' 'bzip2-*/compress.c' 'bzip2-*/crctable.c' \
    'bzip2-*/decompress.c' 'bzip2-*/huffman.c' 'bzip2-*/randtable.c'
library hoedown hoedown 'libhoedown/src/*.[ch]'
library utf8proc utf8proc-sys 'utf8proc/utf8proc*.[ch]'
library zlib libz-sys 'src/zlib/*.[ch]'
library lz4 lz4-sys 'liblz4/lib/*.[ch]'
library double-conversion double-conversion-sys 'double-conversion/double-conversion/*.cc' \
    'double-conversion/double-conversion/*.h'
library sqlite libsqlite3-sys 'sqlite3/sqlite3.[ch]'
