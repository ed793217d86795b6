#!/usr/bin/env bash
# One round of training for a rule: games of the present network against itself, labels of positions beside
# them, a new network fitted to both, and a match of the new network against the present one until a
# sequential test decides.
#
#     scripts/round.sh renju 1
#
# Round 1 starts from the network in data/networks, round 2 from the one that round 1 accepted. All files
# lie in rounds/renju-1; `result.md` is a line for docs/experiments.md. The same command continues a
# round that was killed, and prints the result of one that is over.
#
# Exit code: 0 the new network is stronger, 1 it is not, 3 undecided after all games of the match,
# 75 interrupted, 2 bad input or failure.
#
# Environment: GAMES, NODES (a move of them), LABELS (positions to label after variations of the games),
# LABEL_NODES (for each of them), SIZES, JOBS, LIMIT (of a move in the match), PAIRS (at most), OLDER
# (files of earlier games to train on, too), OTHERS (files of games of any rule to begin with), PROGRAM
# (instead of building one), ROUNDS (the folder of all rounds).
set -euo pipefail
cd "$(dirname "$0")/.."
if [ $# != 2 ] || ! [[ $2 =~ ^[1-9][0-9]*$ ]]; then
    echo "error: usage: scripts/round.sh RULE NUMBER" >&2
    exit 2
fi
rule=$1 number=$2
case $rule in
    freestyle) sizes=20,15 ;;
    standard | renju | caro | caro-overline) sizes=15 ;;
    *)
        echo "error: unknown rule $rule: expected freestyle, standard, renju, caro or caro-overline" >&2
        exit 2
        ;;
esac
sizes=${SIZES:-$sizes} games=${GAMES:-6000} nodes=${NODES:-6000} limit=${LIMIT:---nodes 20000}
labels=${LABELS:-150000} label_nodes=${LABEL_NODES:-6000} pairs=${PAIRS:-800} jobs=${JOBS:-$(nproc)}
rounds=${ROUNDS:-rounds}
folder=$rounds/$rule-$number before=$rounds/$rule-$((number - 1))
if [ "$number" -gt 1 ] && [ ! -e "$before/accepted.bin" ]; then
    echo "error: round $((number - 1)) has not accepted any network: $before/accepted.bin is missing" >&2
    exit 2
fi
mkdir -p "$folder"

# The round keeps its own copy of the program: builds do not change it.
if [ ! -e "$folder/shisan" ]; then
    if [ -z "${PROGRAM:-}" ]; then
        SHISAN_COMMIT=$(git describe --always --dirty || echo unknown) cargo build --release -p shisan
        PROGRAM=${CARGO_TARGET_DIR:-target}/release/shisan
    fi
    if [ "$number" -gt 1 ]; then
        cp "$before/accepted.bin" "$folder/present.bin"
    fi
    cp "$PROGRAM" "$folder/shisan.part"
    mv "$folder/shisan.part" "$folder/shisan"
fi
present=()
if [ -e "$folder/present.bin" ]; then
    present=(--weights "$folder/present.bin")
fi

"$folder/shisan" selfplay "${present[@]}" --rule "$rule" --size "$sizes" --games "$games" --first $((number * 1000000)) \
    --nodes "$nodes" --jobs "$jobs" "$folder/games.txt"

if [ ! -e "$folder/new.bin" ]; then
    "$folder/shisan" label "${present[@]}" --rule "$rule" --variations 8 --positions "$labels" \
        --nodes "$label_nodes" --jobs "$jobs" --output "$folder/labels.txt" "$folder/games.txt"
    own=("$folder/games.txt" "$folder/labels.txt")
    for file in "$before/games.txt" "$before/labels.txt"; do
        if [ -e "$file" ]; then own+=("$file"); fi
    done
    others=()
    for file in ${OTHERS:-}; do others+=(--pretrain "$file"); done
    RAYON_NUM_THREADS=$jobs "$folder/shisan" train --rule "$rule" --mixed --resume \
        --output "$folder/new.bin" "${others[@]}" "${own[@]}" ${OLDER:-}
fi
# The provenance in the file's header, behind its length.
length=$(od -An -j 10 -N 2 -t u2 "$folder/new.bin")
made=$(dd if="$folder/new.bin" bs=1 skip=12 count="$length" status=none)

# A member of the last summary of the match, the first one of this name: engines come first.
member() {
    grep '"event":"summary"' "$name.json" | tail -n 1 | grep -o "\"$1\":[^,}]*" | head -n 1 | cut -d : -f 2 | tr -d '"'
}

# A number of jobs that was asked for is meant.
force=${JOBS:+--force-jobs}
verdict=accepted
: > "$folder/result.part"
for size in ${sizes//,/ }; do
    name=$folder/match-$size
    "$folder/shisan" match --engine "new=$folder/shisan brain --weights $folder/new.bin" \
        --engine "present=$folder/shisan brain ${present[*]}" --rule "$rule" --size "$size" $limit --games $((2 * pairs)) \
        --sprt elo0=0,elo1=10 --transform --seed "$number" --jobs "$jobs" $force \
        --journal "$name.jsonl" --resume --chart "$name.svg" --json > "$name.json"
    case $(member verdict) in
        H1) ;;
        H0) verdict=rejected ;;
        *) verdict=undecided ;;
    esac
    printf '| round %s: %s; against the network before, %s, %s, LLR %.2f of SPRT [0, 10] | %s | %+.1f +/- %.1f | %s |\n' \
        "$number" "$made" "$size" "$limit" "$(member llr)" "$(member games)" "$(member elo)" "$(member elo_error)" \
        $verdict >> "$folder/result.part"
    if [ $verdict != accepted ]; then break; fi
done
mv "$folder/result.part" "$folder/result.md"
cat "$folder/result.md"
case $verdict in
    rejected) exit 1 ;;
    undecided) exit 3 ;;
esac
cp "$folder/new.bin" "$folder/accepted.part"
mv "$folder/accepted.part" "$folder/accepted.bin"
echo "To take it: cp $folder/accepted.bin data/networks/$rule.bin"
