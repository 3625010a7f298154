#!/usr/bin/env bash
# Attacks Coax at full size: canaries, fork bombs, kills, full disks, damaged bitcode, programs that
# take too long. What concerns the sandbox runs once per tier, as the present user and, when that is
# root, as an unprivileged user as well.
# Usage: scripts/attack.sh [cargo's options for the build]
set -euo pipefail
cd "$(dirname "$0")/.."
build=("$@")
user=nobody
group=nogroup
tiers=(namespaces landlock)

attack() { # WORD... : tests, after the variables they are given
    printf '\nattack: %s\n' "$*"
    env "${@:1:$#-1}" ${CARGO:-cargo} test "${build[@]}" ${!#}
}

attack_sandbox() {
    local tier
    for tier in "${tiers[@]}"; do
        attack "$@" COAX_SANDBOX="$tier" "--test sandbox --test judge_batch --test mixed_cli"
    done
    attack "$@" "--test attack_sandbox"
}

# Builds as root, runs each test as USER: cargo starts test programs by a runner if there is one.
attack_sandbox_as_user() {
    local host
    host=$(rustc -vV | sed -n 's/^host: //p' | tr 'a-z-' 'A-Z_')
    if ! setpriv --reuid "$user" --clear-groups test -x "$PWD/crates"; then
        echo "attack: not run as $user, who cannot read $PWD: use a folder that others may enter" >&2
        return
    fi
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    chown "$user:$group" "$folder"
    attack_sandbox "CARGO_TARGET_${host}_RUNNER=setpriv --reuid $user --regid $group \
        --clear-groups env HOME=$folder TMPDIR=$folder"
}

attack_sandbox
if [ "$(id -u)" -eq 0 ]; then
    attack_sandbox_as_user
fi
attack COAX_ATTACK_COUNT=60 "--test attack_folder --test file_names --test verdicts"
attack COAX_ATTACK_COUNT=500 "--test damaged_bitcode"
attack COAX_ATTACK_LARGE=1 "--test deadlines -- --test-threads 1 --include-ignored"
echo "attack: survived"
