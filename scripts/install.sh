#!/usr/bin/env bash
# Copies the built programs, their man pages and shell completions below $PREFIX, or removes them.
# Usage: PREFIX=/usr/local scripts/install.sh FOLDER-OF-BINARIES | --remove
set -euo pipefail
prefix=${PREFIX:?say where to install}

BINARIES=(coax coax-native-helper)
BASH=$prefix/share/bash-completion/completions/coax
ZSH=$prefix/share/zsh/site-functions/_coax
FISH=$prefix/share/fish/vendor_completions.d/coax.fish

man_page() { echo "$prefix/share/man/man1/coax${1:+-$1}.1"; }

remove() {
    local name
    for name in "${BINARIES[@]}"; do rm -f "$prefix/bin/$name"; done
    rm -f "$BASH" "$ZSH" "$FISH" "$(man_page '')" "$(man_page '')".gz
    rm -f "$prefix"/share/man/man1/coax-*.1
}

install_from() {
    local built=$1 name
    # Binaries the engine starts itself lie beside coax; a build may have none.
    for name in "${BINARIES[@]}"; do
        [ "$name" != coax ] && [ ! -e "$built/$name" ] && continue
        install -D -m 755 "$built/$name" "$prefix/bin/$name"
    done
    "$built/coax" completions bash | install -D -m 644 /dev/stdin "$BASH"
    "$built/coax" completions zsh | install -D -m 644 /dev/stdin "$ZSH"
    "$built/coax" completions fish | install -D -m 644 /dev/stdin "$FISH"
    "$built/coax" man | install -D -m 644 /dev/stdin "$(man_page '')"
    # The first page names the others.
    for name in $("$built/coax" man | tr -d '\\' | sed -n 's/^coax-\([a-z-]*\)(1)$/\1/p'); do
        "$built/coax" man "$name" | install -D -m 644 /dev/stdin "$(man_page "$name")"
    done
    echo "installed below $prefix"
}

case ${1:?folder of the binaries, or --remove} in
    --remove) remove ;;
    *) install_from "$1" ;;
esac
