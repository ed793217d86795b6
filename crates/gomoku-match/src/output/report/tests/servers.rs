//! What test servers read in a report.

use super::*;

/// What the client of `OpenBench` makes of a run's output, after its rules in the doc of this module.
#[derive(Debug, Default, PartialEq)]
struct Client {
    /// Losses, draws, wins.
    trinomial: [u64; 3],
    pentanomial: [u64; 5],
    crashes: u64,
    time_losses: u64,
    illegal: u64,
}

impl Client {
    fn read(output: &str) -> Self {
        assert!(output.is_ascii(), "decoded as ASCII");
        let mut client = Self::default();
        let mut waiting: BTreeMap<u64, usize> = BTreeMap::new();
        for line in output.lines().map(str::trim).take_while(|line| !line.is_empty()) {
            if !line.contains("Finished game") {
                continue;
            }
            let reason = line.split(':').nth(1).expect("a reason");
            client.crashes += u64::from(reason.contains("disconnect") || reason.contains("stalls"));
            client.time_losses += u64::from(reason.contains("on time"));
            client.illegal += u64::from(reason.contains("illegal"));
            let words: Vec<&str> = line.split_whitespace().collect();
            let number: u64 = words[2].parse().expect("a number");
            let points = ["0-1", "1/2-1/2", "1-0"].iter().position(|&result| result == words[6]);
            waiting.insert(number, points.expect("a result"));
            let odd = number - (number + 1) % 2;
            if let (Some(&first), Some(&second)) = (waiting.get(&odd), waiting.get(&(odd + 1))) {
                client.trinomial[first] += 1;
                client.trinomial[2 - second] += 1;
                client.pentanomial[first + 2 - second] += 1;
            }
        }
        client
    }
}

/// What fishtest's worker makes of it.
#[derive(Debug, Default, PartialEq)]
struct Worker {
    games: [u64; 4],
    points: f64,
    pentanomial: [u64; 5],
    crashes: u64,
    time_losses: u64,
    is_finished: bool,
}

impl Worker {
    fn read(output: &str) -> Self {
        let mut worker = Self::default();
        for line in output.lines() {
            worker.is_finished |= line.contains("Finished match");
            worker.crashes += u64::from(line.contains("disconnect") || line.contains("stall"));
            worker.time_losses += u64::from(line.contains("on time") || line.contains("timeout"));
            if let Some((_, rest)) = line.split_once("Games: ") {
                let mut rest = rest;
                for (count, next) in worker.games.iter_mut().zip([
                    ", Wins: ",
                    ", Losses: ",
                    ", Draws: ",
                    ", Points: ",
                ]) {
                    let (number, after) = rest.split_once(next).expect(next);
                    *count = number.parse().expect("a number");
                    rest = after;
                }
                let (points, _) = rest.split_once(" (").expect("a share");
                worker.points = points.parse().expect("points");
            }
            if let Some((_, rest)) = line.split_once("Ptnml(0-2): [") {
                let (list, _) = rest.split_once(']').expect("a bracket");
                let counts: Vec<u64> =
                    list.split(", ").map(|count| count.parse().expect("a number")).collect();
                worker.pentanomial = counts.try_into().expect("five numbers");
                assert_eq!(worker.games[0], 2 * worker.pentanomial.iter().sum::<u64>());
            }
        }
        worker
    }
}

/// A whole run of games that end in every way, as both would read it.
#[test]
fn servers_read_what_was_played() {
    let mut random = fastrand::Rng::with_seed(5);
    let names = ["New-0.2", "Base-0.1"];
    let mut summary = duel_of(Counts::default());
    for (engine, name) in summary.engines.iter_mut().zip(names) {
        engine.name = name.to_owned();
        engine.latency = Some(Latency { mean_ms: 1.0, max_ms: 2.0 });
    }
    let mut output = String::new();
    let (mut timeouts, mut stalls, mut disconnects, mut illegal) = (0, 0, 0, 0);
    for pair in 0..200 {
        let scores: [GameScore; 2] = std::array::from_fn(|index| {
            let number = 2 * pair + index as u64 + 1;
            // The first engine plays Black in the first game of a pair.
            let result = ['W', 'L', 'D'][random.usize(..3)];
            let mut game = game(Side::Black, result);
            (game.black, game.white) = (names[index].to_owned(), names[1 - index].to_owned());
            if result != 'D' {
                let code = TERMINATIONS[random.usize(..TERMINATIONS.len())];
                game.outcome.reason = code.parse().expect("a code");
                // What a brain writes is not read as ours.
                game.refused_move = Some("ERROR: B has lost: why?".into());
                game.last_stderr_line = Some("error: A, B: {1-0}".into());
            }
            match game.outcome.reason {
                Termination::Timeout(_) => timeouts += 1,
                Termination::Stalled => stalls += 1,
                Termination::Crash(_) | Termination::Start(_) => disconnects += 1,
                Termination::Illegal(_) | Termination::Foul(_) => illegal += 1,
                _ => {}
            }
            let (first, second) = (names[index], names[1 - index]);
            let started = Started { number, total: 400, first, second };
            let reason = termination::sentence(&game);
            let finished = termination::finished(number, &game, &reason, None);
            writeln!(output, "{started}\n{finished}").expect("disk space");
            if index == 0 { finished.score } else { finished.score.mirrored() }
        });
        let counts = &mut summary.encounters[0].counts;
        counts.count_pair(scores);
        let score = ScoreLine { first: names[0], second: names[1], counts: *counts };
        writeln!(output, "{score}").expect("disk space");
        if pair % 50 == 49 {
            output.push_str(&Standings(&summary).to_string());
        }
    }
    summary.engines[0].timeouts = timeouts;
    output.push_str(&FinalReport { summary: &summary, resume: None }.to_string());
    let Counts { games, pairs } = summary.encounters[0].counts;
    let client = Client {
        trinomial: games.classes(),
        pentanomial: pairs.classes(),
        crashes: disconnects + stalls,
        time_losses: timeouts,
        illegal,
    };
    assert_eq!(Client::read(&output), client);
    let worker = Worker {
        games: [400, games.wins, games.losses, games.draws],
        points: games.points(),
        pentanomial: pairs.classes(),
        crashes: disconnects + stalls,
        time_losses: timeouts,
        is_finished: true,
    };
    assert_eq!(Worker::read(&output), worker);
}
