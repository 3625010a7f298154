#!/usr/bin/env bash
# Lists what is linked into coax, with versions and licences: `name version licence`, one a line. What this prints is
# kept in crates/coax/src/linked.txt, which `coax --version -v` shows.
# Usage: scripts/linked.sh > crates/coax/src/linked.txt
set -euo pipefail

of_rust() {
    cargo tree --locked -p coax -e normal --prefix none --no-dedupe --format '{p}|{l}' 2>/dev/null |
        sed -E 's/ \([^)]*\)//g' | grep -v '^coax' | sort -u |
        sed -E 's/^([^ ]+) v([^|]+)\|/\1 \2 /; s#([A-Za-z0-9.-]+)/([A-Za-z0-9.-]+)$#\1 OR \2#'
}

# Not Rust: the crates that bring them in say which.
of_others() {
    cat <<END
LLVM 22 Apache-2.0 WITH LLVM-exception
Bitwuzla (as in bitwuzla-sys) MIT
CaDiCaL (as in bitwuzla-sys) MIT
SymFPU (as in bitwuzla-sys) BSD-3-Clause
GMP (of the system) LGPL-3.0-or-later OR GPL-2.0-or-later
libffi (as in libffi-sys) MIT
libstdc++ (of the system) GPL-3.0-or-later WITH GCC-exception-3.1
glibc (of the system) LGPL-2.1-or-later
END
}

of_others
of_rust
