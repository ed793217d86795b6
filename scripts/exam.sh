#!/usr/bin/env bash
# The exam of a rule, from the games in data/corpus to data/exam/RULE.txt.xz. If there is one already, whose
# truth is known in part, the build that has begun the truth is built and goes on with it.
#
#     scripts/exam.sh renju
#
# Half of its truth comes from an older network, which the history of this repository holds. Until it is done
# it lies in data/exam/RULE; the same command continues a run that was killed.
#
# Exit code: 0 made, 75 interrupted, 2 bad input or failure.
#
# Environment: QUESTIONS, NODES (of a search for the truth), JOBS, PROGRAM (instead of building one), EXAMS (the
# folder of all exams).
. "$(dirname "$0")/continuable.sh"
rule=${1:-}
if [ $# != 1 ] || [ ! -e "data/networks/$rule.bin" ]; then
    echo "error: usage: scripts/exam.sh RULE, one of freestyle, standard, renju, caro, caro-overline" >&2
    exit 2
fi
exams=${EXAMS:-data/exam} jobs=${JOBS:-$(nproc)}
folder=$exams/$rule
exam=$folder/$rule.txt
mkdir -p "$folder/games"

# The exam keeps its own copy of the program and of the games: neither builds nor new games change it.
if [ ! -e "$folder/shisan" ]; then
    source=. commit=$(git describe --always --dirty || echo unknown)
    # The first network whose move scores see the cells around a cell, fitted to other games than the present one.
    older=2e93b0f
    if [ -e "$exams/$rule.txt.xz" ]; then
        xz -dc "$exams/$rule.txt.xz" >"$exam"
        # Freestyle's was begun with that of round 3, whose format only the builds of its time read.
        [ "$rule" != freestyle ] || older=f7a8c36
        source=$folder/source commit=$(sed -n 's/^# shisan exam 1 truth: .*+//p' "$exam" | sort -u)
        mkdir -p "$source"
        git archive "$commit" | tar -x -C "$source"
    fi
    if [ -z "${PROGRAM:-}" ]; then
        SHISAN_COMMIT=$commit step cargo build --release -p shisan --manifest-path "$source/Cargo.toml"
        PROGRAM=${CARGO_TARGET_DIR:-$source/target}/release/shisan
    fi
    git show "$older:data/networks/$rule.bin" >"$folder/older.bin"
    cp data/corpus/"$rule"-[0-9]*.xz "$folder/games"
    cp "$PROGRAM" "$folder/shisan.part"
    mv "$folder/shisan.part" "$folder/shisan"
fi

if ! grep -q '^# shisan exam 1 truth' "$exam" 2>/dev/null; then
    step "$folder/shisan" exam draw --rule "$rule" --questions "${QUESTIONS:-5000}" --jobs "$jobs" --output "$exam" \
        "$folder"/games/*
fi
step "$folder/shisan" exam truth --nodes "${NODES:-1000000}" --second-weights "$folder/older.bin" --jobs "$jobs" "$exam"
step xz -9e -c "$exam" >"$folder/exam.xz"
mv "$folder/exam.xz" "$exams/$rule.txt.xz"
