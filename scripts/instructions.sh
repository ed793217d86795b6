#!/usr/bin/env bash
# Instructions that brains spend on a node of the search, and the ratio of each brain to the first one.
# They repeat exactly, which no timing does: a change of speed is judged by them first.
#
#     scripts/instructions.sh OLD/pbrain-shisan NEW/pbrain-shisan
#
# Positions of data/positions/games.txt are searched up to two limits of nodes; the difference of the two counts
# leaves out the start and most of the solvers. Needs valgrind; about a minute a brain.
#
# Exit code: 0 measured, 2 bad input or failure.
#
# Environment: EVERY (game of the file), LOW and HIGH (limits of nodes), RULES (those measured).
set -euo pipefail
games=$(dirname "$0")/../data/positions/games.txt
every=${EVERY:-6} low=${LOW:-10000} high=${HIGH:-40000} rules=${RULES:-freestyle standard renju}
fail() {
    echo "error: $1" >&2
    exit 2
}

[ $# != 0 ] || fail "no brain: usage: scripts/instructions.sh BRAIN..."
command -v valgrind >/dev/null || fail "valgrind is not installed"
for brain; do
    [ -x "$brain" ] || fail "$brain is no program"
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# A dialogue for each position, in a file of its own: after 10, 18 and 26 moves in turn.
awk -v rules="$rules" -v every="$every" -v folder="$folder" '
    BEGIN { number["freestyle"] = 0; number["standard"] = 1; number["renju"] = 4; number["caro"] = 9
            number["caro-overline"] = 8; split(rules, list); for (i in list) wanted[list[i]] = 1 }
    !($1 in wanted) || n++ % every { next }
    {
        sub(/x.*/, "", $2); plies = 10 + 8 * (k++ % 3); file = folder "/" k ".txt"
        # Valgrind is slow: no limit but that of nodes may end a search.
        printf "START %d\nINFO rule %d\nINFO timeout_turn 3600000\n", $2, number[$1] > file
        printf "INFO thread_num 1\nINFO max_node NODES\nBOARD\n" > file
        for (i = 0; i < plies && match($3, /^[a-z][0-9]+/); i++) {
            printf "%d,%d,%d\n", index("abcdefghijklmnopqrstuvwxyz", substr($3, 1, 1)) - 1, \
                substr($3, 2, RLENGTH - 1) - 1, 1 + (plies - i) % 2 > file
            $3 = substr($3, RLENGTH + 1)
        }
        print "DONE" > file
    }' "$games"

# Instructions of brain $1 for dialogue $2 with $3 nodes.
instructions() {
    sed "s/NODES/$3/" "$2" | valgrind --tool=callgrind --callgrind-out-file=/dev/null "$1" 2>&1 |
        sed -n 's/.*Collected : //p'
}

# Instructions of brain $1 a node, over all positions.
measure() {
    local total=0 positions=0 file few many count
    for file in "$folder"/*.txt; do
        few=$(instructions "$1" "$file" "$low")
        many=$(instructions "$1" "$file" "$high")
        [ -n "$few" ] && [ -n "$many" ] || fail "$1 fails under valgrind"
        count=$((many - few))
        # A checkmate or a forced move ends a search before its limit.
        if [ "$count" -gt $((500 * (high - low))) ]; then
            total=$((total + count)) positions=$((positions + 1))
        fi
    done
    [ "$positions" != 0 ] || fail "no position is searched to its limit"
    echo $((total / (positions * (high - low))))
}

first=
for brain; do
    count=$(measure "$brain")
    first=${first:-$count}
    echo "$brain: $count instructions a node, $((1000 * count / first)) / 1000"
done
