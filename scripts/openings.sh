#!/usr/bin/env bash
# The balanced openings of a rule and the side of a board, in data/openings: RULE-SIDE.txt for short games,
# RULE-SIDE-long.txt, those of them that stay level in long ones, and RULE-SIDE-book.txt, more from shorter
# searches, for the books of OpenBench.
#
#     scripts/openings.sh renju 15
#
# The same command continues a run that was killed, and files that hold fewer openings.
#
# Exit code: 0 made, 75 interrupted, 2 bad input or failure.
#
# Environment: COUNT, LONG and BOOK (openings of each kind), JOBS, PROGRAM (instead of building one).
. "$(dirname "$0")/continuable.sh"
if [ $# != 2 ]; then
    echo "error: usage: scripts/openings.sh RULE SIDE, such as renju 15" >&2
    exit 2
fi
rule=$1 side=$2 jobs=${JOBS:-$(nproc)}
if [ -z "${PROGRAM:-}" ]; then
    step cargo build --release -p shisan
    PROGRAM=${CARGO_TARGET_DIR:-target}/release/shisan
fi
short=data/openings/$rule-$side.txt long=data/openings/$rule-$side-long.txt book=data/openings/$rule-$side-book.txt
mkdir -p data/openings
make() {
    step "$PROGRAM" openings --rule "$rule" --size "$side" --jobs "$jobs" "$@"
}
make --nodes 500000 --max-eval 50 --count "${COUNT:-2000}" --output "$short"
make --candidates "$short" --nodes 10000000 --max-eval 100 --game-nodes 60000 --count "${LONG:-200}" --output "$long"
make --seed 2 --nodes 50000 --max-eval 50 --count "${BOOK:-10000}" --output "$book"
