#!/usr/bin/env bash
# Fits the shipped networks again, from nothing but the games in data/corpus, and compares the bytes.
#
#     scripts/networks.sh              all rules: three quarters of an hour of a core, 5 GB of memory
#     scripts/networks.sh caro         this rule
#
# The networks are written to target/networks. The same command continues a fit that was killed.
#
# Exit code: 0 the same bytes as in data/networks, 1 others, 75 interrupted, 2 bad input or failure.
#
# Environment: PROGRAM (instead of building one), OUTPUT (the folder of the networks).
. "$(dirname "$0")/continuable.sh"
target=${CARGO_TARGET_DIR:-target} corpus=data/corpus
output=${OUTPUT:-$target/networks}

# The games of a rule that its network was fitted to. Later files of the corpus wait for the next fit.
games() {
    case $1 in
        freestyle) echo 1.games 2.games 29927{133,163,203,233,273,303,343}000.txt ;;
        renju) echo {1..5}.games 29927{143,173,213,243,283,313,353}000.txt 6.games ;;
        standard) echo 1.games 2.games 29927{153,223,293}000.txt ;;
        caro) echo {1,3,4,5}.games 29927{183,253,323}000.txt 6.games ;;
        caro-overline) echo {1,3,4,5}.games 29927{193,263,333}000.txt 6.games ;;
    esac
}

# How its network was fitted to them.
options() {
    case $1 in
        freestyle) echo --epochs 12 ;;
        renju) echo --epochs 14 ;;
        standard) echo --epochs 12 "$(first renju-1)" ;;
        caro) echo --epochs 12 "$(first caro-overline-{1,3,5,6} standard-1)" ;;
        caro-overline) echo --epochs 12 "$(first caro-{1,3,5,6} standard-1)" ;;
    esac
}

# The games that a fit begins with.
first() {
    printf -- "--pretrain $corpus/%s.games.xz " "$@"
}

rules=("$@")
[ $# != 0 ] || rules=(freestyle standard renju caro caro-overline)
for rule in "${rules[@]}"; do
    if [ -z "$(games "$rule")" ]; then
        echo "error: unknown rule $rule: expected freestyle, standard, renju, caro or caro-overline" >&2
        exit 2
    fi
done
if [ -z "${PROGRAM:-}" ]; then
    step cargo build --release -p shisan
    PROGRAM=$target/release/shisan
fi
mkdir -p "$output"
status=0
for rule in "${rules[@]}"; do
    files=()
    for name in $(games "$rule"); do files+=("$corpus/$rule-$name.xz"); done
    resume=()
    [ ! -e "$output/$rule.checkpoint" ] || resume=(--resume)
    # shellcheck disable=SC2046 # options are words
    step "$PROGRAM" train --rule "$rule" --mixed ${resume[@]+"${resume[@]}"} $(options "$rule") --output "$output/$rule.bin" "${files[@]}"
    if cmp -s "$output/$rule.bin" "data/networks/$rule.bin"; then
        echo "$rule: the same bytes as data/networks/$rule.bin"
    else
        echo "$rule: other bytes than data/networks/$rule.bin"
        status=1
    fi
done
exit $status
