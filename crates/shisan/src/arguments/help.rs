//! What the help of each subcommand says behind its options.

pub const PLAY: &str = "\
docs/page.md describes the page in the browser, docs/play.md the game in a terminal or through a pipe.

Examples:
  shisan play
  shisan play --rule renju --size 15 h8i9
  shisan play --text --rule renju --side white --level 900
  shisan play --text --opponent \"shisan classic chain\"
  shisan play --text --size 11 --black \"shisan classic gobang\" --white person
  shisan play --text --side none --nodes 10000 --threads 1 < /dev/null

Exit code: 0 left by quit or the end of a pipe, or the page by an interrupt; 75 interrupted (the game
is saved), 2 bad input or failure";

pub const SERVE: &str = "\
docs/page.md describes the page, and how programs ask the server.

Examples:
  shisan serve --open
  shisan serve --port 0 --jobs 2
  shisan serve --lan

Exit code: 0 interrupted, 2 bad options or failure";

pub const GTP: &str = "\
docs/gtp.md says how to load it, and lists the commands.

Examples:
  shisan gtp --rule renju
  shisan gtp --turn-time 2s --level 1200

Exit code: 0 left by quit or the end of the input, 2 bad options or failure";

pub const CLASSIC: &str = "\
People play them by `shisan play`: docs/classics.md.

Examples:
  shisan classic zheng --keep 10 --no-check-kill
  shisan match --engine a=\"shisan classic finard\" --engine b=\"shisan classic chain\" --turn-time 1s
  shisan check --brain \"shisan classic gobang\"";

pub const ANALYZE: &str = "\
docs/json.md describes queries and answers. The last search ends with the input.

Examples:
  echo '{\"rule\": \"renju\", \"moves\": \"h8i9\", \"lines\": 3}' | shisan analyze
  shisan analyze --jobs 4 --ordered < queries.jsonl > answers.jsonl

Exit code: 0 answered; 2 bad options or failure";

pub const REVIEW: &str = "\
docs/review.md says what the classes of moves and the accuracy mean.

Examples:
  shisan review game.sgf
  shisan review --rule renju --nodes 500000 --all game.psq
  shisan review --html review.html game.sgf
  echo h8i9h9g7 | shisan review --json
  shisan review --journal reviews.jsonl --jobs 4 games.sgf

A journal holds a JSON line for each game, and nothing is printed.

Exit code: 0 reviewed; 1 games were skipped, 75 interrupted, or the journal is in use (the same command with
--resume continues), 2 bad input or failure";

pub const PUZZLES: &str = "\
docs/puzzles.md says which positions are puzzles, and what is proved of them.

Examples:
  shisan puzzles game.sgf
  shisan puzzles --max-moves 8 --skip-errors games/*.psq
  shisan puzzles --json games.txt > puzzles.jsonl
  shisan puzzles --proved games.txt | shisan solve --verify

Exit code: 0 searched; 1 games were skipped, 2 bad input or failure";

pub const SOLVE: &str = "\
VCF: a win by continuous fours, each of which has to be answered at once.
VCT: a win by continuous fours and threes; it includes VCF.

Examples:
  shisan solve --rule renju h8h9i9g7i10j10g8f6f8e8 --verify
  shisan solve --rule freestyle < board.txt
  shisan solve --json < positions.txt

Exit code: 0 a checkmate, 1 none: every attack of that kind fails, 2 bad input, 3 undecided: the time
ran out; the greatest code of several positions";

pub const FORBID: &str = "\
Examples:
  shisan forbid --size 15 h8h9i7i9h10i6i11i12
  shisan forbid --cell g9 h8h9i7i9h10i6i11i12
  shisan forbid --json < board.txt

Exit code: 0 judged, 2 bad input; with --cell 0 forbidden, 1 not forbidden, 2 bad input; the greatest
code of several positions";

pub const INSPECT: &str = "\
The value and the move scores are those of the position itself, before any search. A line is drawn with
X for Black, O for White, * for its cell and # for the edge; its change is what the value for the side to
move would gain if the network did not see it.

Examples:
  shisan inspect --rule renju h8i9
  shisan inspect --moves 3 --weights new.bin < board.txt

Exit code: 0 shown, 2 bad input";

pub const CONVERT: &str = "\
Examples:
  shisan convert --to sgf games.psq > games.sgf
  shisan convert --to sgf openings.txt
  shisan convert --from jsonl games.jsonl

Exit code: 0 converted; 1 games were skipped or salvaged, 2 bad input or failure";

pub const GAMES: &str = "\
docs/games.md says what an index holds, and how games are found.

Examples:
  shisan games index --output games.idx games/
  shisan games find games.idx --player Nakamura --since 1996
  shisan games find games.idx h8i9j7 --to sgf > found.sgf
  shisan games moves games.idx h8i9
  shisan games duplicates games.idx

Exit code: 0 done; 1 games were skipped, 2 bad input or failure, or an index that is older than its files";

pub const BOOK: &str = "\
Examples:
  shisan book build --rule renju renju.book games.sgf study.lib rapfi.db
  shisan book expand renju.book h8h7 --searches 1000
  shisan book query renju.book h8i9
  shisan book export renju.book --to lib --output renju.lib
  shisan play --text --rule renju --book renju.book

Exit code: 0 done, 1 the position is not in the book or games were skipped, 75 interrupted (the same
command continues), 2 bad input";

pub const MATCH: &str = "\
Examples:
  shisan match --engine new=./pbrain-new --engine base=./pbrain-base --rule standard --size 15 \\
      --turn-time 500ms --games 400 --jobs 2 --sprt elo0=0,elo1=5
  shisan match --engine a=\"shisan brain --set razor_depth=2\" --engine b=\"shisan brain\" --nodes 5000
  shisan match merge --html report.html shard*.jsonl
  shisan match rate season/ other.jsonl games.pgn

Exit code: 0 finished, 75 interrupted, or the journal is in use (the same command with --resume
continues), 2 bad input or failure; of merge: 0 decided or complete, 75 games are missing, 2 bad input; of
rate: 0 rated, 2 bad input";

pub const CHECK: &str = "\
Examples:
  shisan check --brain ./pbrain-other
  shisan check --brain ./pbrain-other --only judge/ --log talk.txt

A failed check is required (the brain loses games or cannot play), expected (some managers rely on it) or
advised (no known manager needs it).

Exit code: 0 nothing failed, 1 something did (with --fail-on something of that severity), 2 bad input, or
a brain that does not start";

pub const GRADE: &str = "\
The opponents are the levels of this program, from 100 to 2200 (docs/levels.md). Each pair of games is with
a level near the estimate. docs/write-a-brain.md makes a first brain, docs/grade.md leads on to its Elo and
to the moves that lost.

Examples:
  shisan grade ./brain.py
  shisan grade \"python3 brain.py\" --rule renju --margin 100 --record games.sgf
  shisan grade ./pbrain-other --turn-time 200ms --jobs 2 --journal other.jsonl

Exit code: 0 graded, 75 interrupted (with --journal the same command and --resume continue), 2 bad input or
a brain that cannot be graded";

pub const SOAK: &str = "\
Examples:
  shisan soak --brain ./pbrain-other --duration 8h
  shisan soak --brain ./pbrain-other --duration 8h --resume

Exit code: 0 no fault, 1 any, 75 interrupted, or the journal is in use, 2 bad input or failure";

pub const OPENINGS: &str = "\
Examples:
  shisan openings --rule standard --size 15 --count 2000 --jobs 2 --output openings.txt
  shisan openings --rule standard --size 15 --candidates openings.txt --nodes 10000000 --max-eval 30 \\
    --game-nodes 60000 --count 200 --output long.txt

Exit code: 0 finished, 75 interrupted, or the file is in use (the same command continues), 2 bad input
or failure";

pub const SELFPLAY: &str = "\
Examples:
  shisan selfplay --rule renju --nodes 3000 --games 30000 --jobs 2 games.txt
  shisan selfplay --stats games.txt

Exit code: 0 finished, 75 interrupted, or the file is in use (the same command continues), 2 bad input
or failure";

pub const LABEL: &str = "\
Examples:
  shisan label --rule renju --variations 8 --positions 20000 --output labels.txt games.txt
  shisan label --rule renju --held-out --nodes 100000 --positions 2000 --output gold.txt games.txt

Exit code: 0 finished, 75 interrupted, or the file is in use (the same command continues), 2 bad input
or failure";

pub const CORPUS: &str = "\
docs/corpus.md describes packed files. All commands that take training games read them, and xz.

Examples:
  shisan corpus pack --rule renju --output renju-1.games.xz games.txt older.txt.xz
  shisan corpus pack --output all.games.xz renju-1.games.xz renju-2.games.xz
  shisan corpus unpack all.games.xz > games.txt
  shisan selfplay --stats all.games.xz";

pub const EXAM: &str = "\
docs/testing.md says what an exam proves, and how it is read.

Examples:
  shisan exam draw --rule renju --output exam.txt games.txt
  shisan exam truth exam.txt --second-weights older.bin --jobs 2
  shisan exam take exam.txt --output base.txt
  shisan exam take exam.txt --output new.txt --set futility_margin=90
  shisan exam compare exam.txt base.txt new.txt
  shisan exam tune exam.txt --param futility_margin --output tuning.txt

Exit code: 0 finished, 75 interrupted, or the file is in use (the same command continues), 2 bad input
or failure";

pub const TUNE: &str = "\
Example:
  shisan tune --rule renju --output new.bin games.txt

Exit code: 0 finished, 75 another run makes the same file, 2 bad input or failure";

pub const TRAIN: &str = "\
Example:
  shisan train --rule renju --output net.bin games.txt

Exit code: 0 finished, 75 another run makes the same file, 2 bad input or failure";

pub const ROUND: &str = "\
docs/training.md describes the settings.

Example:
  echo '{\"rule\": \"renju\", \"games\": 6000}' > renju.json
  shisan round --rounds 9 renju.json

Exit code: 0 all rounds were accepted, 1 one was rejected, 3 one is undecided after all games of its match,
75 interrupted (the same command continues), 2 bad input or failure";

pub const SPSA: &str = "\
Examples:
  shisan spsa --list
  shisan spsa --param futility_margin --param lmr_factor --nodes 10000 --jobs 2

Exit code: 0 finished, 75 interrupted, or the journal is in use (the same command with --resume
continues), 2 bad input or failure";

pub const COMPLETIONS: &str = "\
Examples:
  shisan completions bash > ~/.local/share/bash-completion/completions/shisan
  shisan completions zsh > ~/.zfunc/_shisan";
