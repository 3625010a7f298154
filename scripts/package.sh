#!/usr/bin/env bash
# Makes packages below target/package: programs without their debug lines (those go into a file of their own, which gdb
# finds by its name), man pages, completions, licences.
# Usage: scripts/package.sh deb|tarball FOLDER-OF-BINARIES
set -euo pipefail
cd "$(dirname "$0")/.."
what=${1:?deb or tarball} built=${2:?folder of the binaries}
CARGO=${CARGO:-cargo}
out=target/package
stage=$out/coax

version() { sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1; }

# Everything as it lies below a prefix.
lay_out() {
    rm -rf "$stage"
    PREFIX=$stage scripts/install.sh "$built" >/dev/null
    install -D -m 644 -t "$stage/share/doc/coax" README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE crates/coax/src/linked.txt
    local program
    for program in "$stage"/bin/*; do split_debug "$program"; done
}

# The lines of a program go to NAME.debug in the folder of packages.
split_debug() {
    local debug
    debug=$out/$(basename "$1").debug
    objcopy --only-keep-debug "$1" "$debug"
    objcopy --strip-debug "$1"
    objcopy --add-gnu-debuglink="$debug" "$1"
    echo "$(basename "$1"): $(($(stat -c %s "$1") / 1000000)) MB, its debug lines in $debug"
}

make_deb() {
    command -v cargo-deb >/dev/null || $CARGO install cargo-deb --locked --quiet
    lay_out
    $CARGO deb --no-build --no-strip --package coax --output "$out/coax_$(version)_$(dpkg --print-architecture).deb"
}

# Libraries that are linked as they are in the system but need not be: found before the shared ones.
static_libraries() {
    local folder=$PWD/$out/static name file
    mkdir -p "$folder"
    for name in libstdc++.a libgmp.a; do
        file=$(g++ -print-file-name="$name")
        [ "$file" = "$name" ] || ln -sf "$file" "$folder/$name"
    done
    echo "$folder"
}

make_tarball() {
    local name libraries
    libraries=$(static_libraries)
    $CARGO build --release --locked --workspace --exclude xtask --bins
    $CARGO rustc --release --locked --package coax --bin coax -- -L "native=$libraries" -C link-arg=-static-libgcc
    lay_out
    name=coax-$(version)-$(uname -m)-linux
    tar -C "$out" --transform "s,^coax,$name," --sort=name --owner=0 --group=0 -czf "$out/$name.tar.gz" coax
    echo "$out/$name.tar.gz"
}

mkdir -p "$out"
case $what in
    deb) make_deb ;;
    tarball) make_tarball ;;
    *) echo "package: deb or tarball, not $what" >&2; exit 2 ;;
esac
