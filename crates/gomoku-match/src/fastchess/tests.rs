use super::*;

/// Command lines that the client of `OpenBench` has passed.
const SPSA: &str = "-recover -variant standard -testEnv -concurrency 2 -rounds 16 -games 2 \
    -engine dir=Engines/ cmd=./Shisan-BFD8D43C proto=uci tc=inf nodes=300 option.Threads=1 option.Hash=16 \
    option.futility_margin=92 option.lmr_factor=97 name=Shisan-dev \
    -engine dir=Engines/ cmd=./Shisan-BFD8D43C proto=uci tc=inf nodes=300 option.Threads=1 option.Hash=16 \
    option.futility_margin=69 option.lmr_factor=83 name=Shisan-base \
    -openings file=Books/standard15.txt format=txt order=random start=1 -srand 5 \
    -pgnout file=PGNs/5.5.1795564532.0.pgn seldepth=true nodes=true 'match_line=^info string pgncomment .*'";
const SECOND: &str = "-recover -variant standard -testEnv -concurrency 2 -rounds 20 -games 2 \
    -engine dir=Engines/ cmd=./Shisan-83BE9082 proto=uci tc=inf nodes=1000 option.Threads=1 option.Hash=16 \
    name=Shisan-dev \
    -engine dir=Engines/ cmd=./Shisan-BFD8D43C proto=uci tc=inf nodes=1000 option.Threads=1 option.Hash=16 \
    name=Shisan-base -openings file=Books/standard15.txt format=txt order=random start=11 -srand 2 \
    -pgnout file=PGNs/2.2.1795564279.0.pgn seldepth=true nodes=true 'match_line=^info string pgncomment .*'";
const ADJUDICATED: &str = "-recover -variant standard -testEnv -concurrency 2 -rounds 32 -games 2 \
    -resign movecount=3 score=1500 -draw movenumber=40 movecount=8 score=10 \
    -engine dir=Engines/ cmd=./Shisan-83BE9082 proto=uci tc=inf nodes=500 option.Threads=1 option.Hash=16 \
    name=Shisan-dev \
    -engine dir=Engines/ cmd=./Shisan-BFD8D43C proto=uci tc=inf nodes=400 option.Threads=1 option.Hash=16 \
    name=Shisan-base -openings file=Books/standard15.txt format=txt order=random start=1 -srand 3 \
    -pgnout file=PGNs/3.3.1795564321.0.pgn seldepth=true nodes=true 'match_line=^info string pgncomment .*'";
const CLOCK: &str = "-recover -variant standard -testEnv -concurrency 2 -rounds 4 -games 2 \
    -engine dir=Engines/ cmd=./Shisan-83BE9082 proto=uci tc=1.93+0.02 timemargin=250 option.Threads=1 \
    option.Hash=16 name=Shisan-dev \
    -engine dir=Engines/ cmd=./Shisan-BFD8D43C proto=uci st=0.36 timemargin=250 option.Threads=1 \
    option.Hash=512 name=Shisan-base \
    -openings file=Books/standard15.txt format=txt order=random start=1 -srand 4 \
    -pgnout file=PGNs/4.4.1795564483.0.pgn seldepth=true nodes=true 'match_line=^info string pgncomment .*'";
/// The least that is a match.
const PLAIN: &str =
    "-engine cmd=brain name=a depth=3 -engine cmd=brain name=b depth=3 -openings file=renju15.txt";

fn params_of_test(command: &str) -> Vec<String> {
    assert_eq!(command, "Engines/Shisan-BFD8D43C", "a brain without options is not asked");
    ["futility_margin", "lmr_factor"].map(str::to_owned).into()
}

fn read_line(line: &str) -> anyhow::Result<Fastchess> {
    read(&shlex::split(line).expect("quotes"), &params_of_test)
}

fn match_of(line: &str) -> FastchessMatch {
    match read_line(line) {
        Ok(Fastchess::Match(found)) => found,
        other => panic!("{line}: {other:?}"),
    }
}

/// The match, which must have no notes, as one line without what all of them have.
fn line_of(line: &str) -> String {
    let found = match_of(line);
    assert_eq!(found.notes, [""; 0], "{line}");
    let line = found.words.join(" ");
    line.replace("match --no-progress ", "")
}

#[test]
fn what_openbench_passes_becomes_a_match() {
    assert_eq!(
        line_of(SPSA),
        "--engine=Shisan-dev=Engines/Shisan-BFD8D43C --set 'futility_margin=92' --set 'lmr_factor=97' \
         --limit=Shisan-dev.nodes=300 --limit=Shisan-dev.threads=1 --option=Shisan-dev.hash_size=16384 \
         --engine=Shisan-base=Engines/Shisan-BFD8D43C --set 'futility_margin=69' --set 'lmr_factor=83' \
         --limit=Shisan-base.nodes=300 --limit=Shisan-base.threads=1 --option=Shisan-base.hash_size=16384 \
         --tolerance=0ms --games=32 --seed=5 --rule=standard --size=15x15 \
         --openings=Books/standard15.txt --first=1 --transform --record=PGNs/5.5.1795564532.0.pgn \
         --journal=PGNs/5.5.1795564532.0.match.jsonl --resume --recover --jobs=2 --force-jobs"
    );
    let second = line_of(SECOND);
    assert!(second.contains(" --first=21 ") && second.contains(" --games=40 "), "{second}");
    let adjudicated = line_of(ADJUDICATED);
    let rules = "--adjudicate-win=points=1500,moves=3,stones=0 \
                 --adjudicate-draw=points=10,moves=8,stones=80";
    assert!(adjudicated.ends_with(rules), "{adjudicated}");
    let clock = line_of(CLOCK);
    for words in [
        "--limit=Shisan-dev.match-time=1930ms --limit=Shisan-dev.increment=20ms ",
        "--limit=Shisan-base.turn-time=360ms ",
        "--option=Shisan-base.hash_size=524288 --limit=Shisan-base.memory=538MiB --tolerance=250ms ",
    ] {
        assert!(clock.contains(words), "{clock}");
    }
    for line in [SPSA, SECOND, ADJUDICATED, CLOCK] {
        assert!(match_of(line).journal.starts_with("PGNs"));
    }
}

/// The windows of openings of clients that begin where the server tells them do not overlap.
#[test]
fn no_opening_is_played_by_two_clients() {
    let (mut start, mut next) = (1, 1);
    for rounds in [20, 8, 64, 2, 20] {
        let openings = format!("-openings file=renju15.txt order=random start={start}");
        let line = PLAIN.replace("-openings file=renju15.txt", &openings);
        let words = match_of(&format!("{line} -rounds {rounds}")).words;
        assert!(words.contains(&format!("--first={next}")), "{words:?}");
        // As the server counts, and as many as are played.
        (start, next) = (start + rounds / 2, next + rounds);
    }
}

#[test]
fn what_is_unknown_gets_a_note_and_the_rest_is_played() {
    let line = format!("{PLAIN} -each tc=5 option.Threads=2 -foo a=1 b -log file=x level=1 -quick");
    let line = line.replace("name=b", "name=b color=red");
    let found = match_of(&line);
    let notes = [
        "-foo a=1 b: ignored",
        "-log file=x level=1: ignored",
        "-quick: ignored",
        "-engine color=red: ignored",
    ];
    assert_eq!(found.notes, notes);
    for word in
        ["--engine=a=brain", "--limit=a.match-time=5000ms", "--limit=b.threads=2", "--sequential"]
    {
        assert!(found.words.contains(&word.to_owned()), "{word}: {:?}", found.words);
    }
    let plain = match_of(PLAIN);
    assert_eq!(plain.notes, [""; 0]);
    assert_ne!(plain.journal, match_of(PLAIN).journal, "a journal that was left is not in the way");
    let sprt =
        match_of(&format!("{PLAIN} -sprt elo0=-5 elo1=0 alpha=0.05 beta=0.05 model=logistic"));
    let expected = "--sprt=elo0=-5,elo1=0,alpha=0.05,beta=0.05,model=logistic".to_owned();
    assert!(sprt.words.contains(&expected));
    // The model that fastchess has where none is given.
    let sprt = match_of(&format!("{PLAIN} -sprt elo0=0 elo1=5"));
    assert!(sprt.words.contains(&"--sprt=elo0=0,elo1=5,model=normalized".to_owned()));
    let each = line_of(&format!("{PLAIN} -each st=1 tc=5 nodes=3 -each tc=6+1 nodes=5"));
    let limits = "--limit=b.turn-time=1000ms --limit=b.match-time=6000ms --limit=b.increment=1000ms \
                  --limit=b.nodes=5";
    assert!(each.contains(limits), "{each}");
}

#[test]
fn later_words_replace_earlier_ones() {
    let each = "-each tc=5+1 st=2 depth=4 option.Hash=1024 option.Threads=2";
    let own = "name=a tc=inf st=1 plies=5 option.Hash=16 option.Threads=1";
    let line = PLAIN.replace("name=a depth=3", own).replace("name=b depth=3", "name=b tc=3");
    let line = line_of(&format!("{line} {each}"));
    let expected = "--engine=a=brain --limit=a.turn-time=1000ms --limit=a.depth=5 \
                    --option=a.hash_size=16384 --limit=a.threads=1 --engine=b=brain \
                    --limit=b.turn-time=2000ms --limit=b.depth=4 --limit=b.match-time=3000ms \
                    --limit=b.increment=0ms ";
    assert!(line.starts_with(expected), "{line}");
}

#[test]
fn what_cannot_be_done_is_refused_in_one_line() {
    for (more, expected) in [
        ("-games 1", "-games 1: each opening is played twice, with both colours"),
        ("-rounds", "-rounds: expected a whole number"),
        ("-rounds 0", "-rounds 0: expected 1 or more, and fewer than 2^63"),
        (
            "-each tc=40/8.00+0.08",
            "-engine tc=40/8.00+0.08: no brain of Gomocup knows a clock for a number of moves",
        ),
        ("-each tc=1:30", "-engine tc=1:30: expected seconds, such as 0.5"),
        ("-each st=-1", "-engine st=-1: expected seconds, such as 0.5"),
        ("-each st=0.0004", "-engine st=0.0004: expected a millisecond or more"),
        ("-each nodes=0", "-engine nodes=0: expected 1 or more"),
        ("-each plies=0", "-engine plies=0: expected 1 or more"),
        ("-each option.Hash=all", "-engine option.Hash=all: invalid digit"),
        ("-each option.Threads=0", "-engine option.Threads=0: expected 1 or more"),
        ("-each option.x=", "-engine option.x=: expected option.NAME=VALUE"),
        ("-each option.=1", "-engine option.=1: expected option.NAME=VALUE"),
        ("-each plies=4294967296", "-engine plies=4294967296: expected a whole number"),
        ("-each tc=0+1", "-engine tc=0+1: expected 1ms or more: 0 means no limit to brains"),
        ("-each tc=99999999", "-engine tc=99999999: expected a year at most"),
        ("-each timemargin=99999999999", "-engine timemargin=99999999999: expected a year at most"),
        ("-engine cmd=x", "-engine cmd=x: no limit: expected tc, st, nodes or depth"),
        ("-engine cmd=x nodes=3 tc=inf name=a=b", "-engine name=a=b: expected a name without `=`"),
        ("-engine cmd=b=c nodes=3", "-engine cmd=b=c: expected a name without `=`"),
        ("-engine cmd=x nodes=3 name=a:b", "-engine name=a:b: expected a name in printable ASCII"),
        ("-concurrency 0", "-concurrency 0: expected a whole number from 1 to 1024"),
        ("-concurrency", "-concurrency: expected a whole number from 1 to 1024"),
        (
            "-sprt elo0=0 elo1=5 model=bayesian",
            "-sprt elo0=0 elo1=5 model=bayesian: unknown model \"bayesian\": expected logistic or normalized",
        ),
        (
            "-engine cmd=x nodes=3 -sprt elo0=0 elo1=5",
            "-sprt: a sequential test is between two engines",
        ),
        (
            "-resign score=9 movecount=0",
            "-resign score=9 movecount=0: expected movecount=N, 1 or more",
        ),
        (
            "-resign score=0 movecount=3",
            "-resign score=0 movecount=3: expected score=N, from 1 to 2147483647",
        ),
        ("-pgnout file=", "-pgnout file=: expected file=NAME.pgn"),
        ("-engine name=c", "-engine name=c: expected cmd=PROGRAM"),
        ("-resign score=100", "-resign score=100: expected movecount=N, a whole number"),
        (
            "-draw movenumber=2147483648 movecount=8 score=10",
            "-draw movenumber=2147483648 movecount=8 score=10: expected movenumber=N, fewer than 2^31",
        ),
        ("-pgnout", "-pgnout: expected file=NAME.pgn"),
        (
            "-pgnout file=a.pgn append=true",
            "-pgnout file=a.pgn append=true: the games of a match are a file of their own, name another",
        ),
        (
            "-openings file=Pohl.epd",
            "-openings file=Pohl.epd: expected a name that begins by rule and board",
        ),
        (
            "-openings file=renju15.txt start=0",
            "-openings start=0: expected a whole number from 1 on",
        ),
        (
            "-openings file=renju15.txt order=best",
            "-openings order=best: expected random or sequential",
        ),
    ] {
        let error = format!("{:#}", read_line(&format!("{PLAIN} {more}")).expect_err(more));
        assert!(error.starts_with(expected) && !error.contains('\n'), "{error}");
    }
    let error = read_line("games -engine cmd=a").expect_err("no option").to_string();
    assert_eq!(error, "games: expected an option of fastchess, such as -engine");
    let error = read_line("-engine cmd=a nodes=3").expect_err("one engine").to_string();
    assert_eq!(error, "-engine: expected two engines or more");
}

#[test]
fn names_and_versions() {
    for name in ["fastchess", "./fastchess-ob", "fastchess.exe", "/a b/fastchess-ob.exe"] {
        assert!(is_fastchess(OsStr::new(name)), "{name}");
    }
    for name in ["shisan", "fastchess-2", "/fastchess/shisan", ""] {
        assert!(!is_fastchess(OsStr::new(name)), "{name}");
    }
    for word in ["--version", "version", "-v", "-version"] {
        assert_eq!(read_line(word).expect("a version"), Fastchess::Version);
    }
    for word in ["--help", "-h", "-help"] {
        assert_eq!(read_line(word).expect("help"), Fastchess::Help);
    }
}
