//! The evaluator's network against a plain twin that computes every position from scratch.

use std::sync::Arc;

use super::shape::*;
use super::*;
use crate::eval::scored_move::ScoredMove;
use crate::eval::sides_of;
use crate::pattern::{LineCodes, Position};
use crate::score::Score;
use gomoku_rules::{Cell, Direction, Pos, Rule, Side, Size, Symmetry};

/// A network of random numbers, some of them the largest there are.
pub(super) fn random_network(rule: Rule, seed: u64) -> Network {
    let mut random = fastrand::Rng::with_seed(seed);
    let codes = LineCodes::of(rule);
    let side = |random: &mut fastrand::Rng| {
        let mut shorts = |count: usize, usual: i16, most: i16| -> Vec<i16> {
            let number = |_| if random.u8(..50) == 0 { most } else { random.i16(-usual..=usual) };
            (0..count).map(number).collect()
        };
        let mut rows = shorts(codes.count() * WIDTH, 90, MAX_ROW);
        for code in (0..codes.count()).filter(|&code| !codes.has_stone(code as u16)) {
            rows[code * WIDTH..][..WIDTH].fill(0);
        }
        let bias = shorts(WIDTH, 90, MAX_ROW).into_iter().map(|number| -number.abs()).collect();
        let taps = shorts(TAPS * WIDTH, 1500, MAX_TAP);
        let tap_bias = shorts(WIDTH, 90, MAX_ROW);
        let hidden1 = shorts(HIDDEN1 * INPUTS, 60, MAX_WEIGHT);
        let hidden2 = shorts(HIDDEN2 * HIDDEN1, 200, -MAX_WEIGHT);
        let output = shorts(HIDDEN2, 300, MAX_WEIGHT);
        let policy_hidden = shorts(POLICY_INPUTS * HIDDEN1, 100, -MAX_WEIGHT);
        let mut longs = |count: usize| -> Vec<i32> {
            (0..count).map(|_| random.i32(-20_000..20_000)).collect()
        };
        NetworkSide {
            rows,
            bias,
            taps,
            tap_bias,
            hidden1,
            bias1: longs(HIDDEN1),
            hidden2,
            bias2: longs(HIDDEN2),
            output,
            output_bias: longs(1),
            policy: longs(POLICY_INPUTS),
            policy_hidden,
        }
    };
    let sides = (0..sides_of(rule)).map(|_| side(&mut random)).collect();
    Network { rule, provenance: "random".to_owned(), sides }
}

/// The plain twin: sums in wide integers, one after the other.
struct Twin<'a> {
    network: &'a Network,
    position: &'a Position,
    /// A line whose row is left out.
    without: Option<(Pos, Direction)>,
}

impl Twin<'_> {
    fn side(&self, side: Side) -> &NetworkSide {
        &self.network.sides[side.index() % self.network.sides.len()]
    }

    /// What `side` sees of the empty cell `pos`.
    fn features(&self, side: Side, pos: Pos) -> Vec<i64> {
        let codes = LineCodes::of(self.network.rule);
        let mut sum: Vec<i64> = self.side(side).bias.iter().map(|&number| number.into()).collect();
        let codes_of_cell = self.position.map().line_codes(pos);
        for (direction, code) in Direction::ALL.into_iter().zip(codes_of_cell) {
            if self.without == Some((pos, direction)) {
                continue;
            }
            let code = if side == Side::Black { code } else { codes.swapped(code) };
            for (i, sum) in sum.iter_mut().enumerate() {
                *sum += i64::from(self.side(side).rows[usize::from(code) * WIDTH + i]);
            }
        }
        sum.into_iter().map(|sum| sum.clamp(0, MAX_FEATURE.into())).collect()
    }

    /// What `side` sees of the empty cell `pos` and the empty cells around it.
    fn convolved(&self, side: Side, pos: Pos) -> Vec<i64> {
        let board = self.position.board().size();
        let network = self.side(side);
        let mut sums = vec![[0; TAPS]; WIDTH];
        for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
            let near = board.pos(i32::from(pos.x()) + dx, i32::from(pos.y()) + dy);
            let is_empty = |pos: &Pos| self.position.map().empty().contains(*pos);
            let Some(near) = near.filter(is_empty) else { continue };
            for (sum, feature) in sums.iter_mut().zip(self.features(side, near)) {
                sum[(dx.abs() + dy.abs()) as usize] += feature;
            }
        }
        let convolved = |(channel, sums): (usize, &[i64; TAPS])| {
            let tap = |tap: usize| i64::from(network.taps[tap * WIDTH + channel]);
            let of_taps = sums.iter().enumerate().map(|(i, sum)| (sum * tap(i)).div_euclid(2048));
            let sum = of_taps.sum::<i64>() + i64::from(network.tap_bias[channel]);
            sum.clamp(0, MAX_CONVOLVED.into())
        };
        sums.iter().enumerate().map(convolved).collect()
    }

    fn layer(weights: &[i16], biases: &[i32], inputs: &[i64]) -> Vec<i64> {
        let sum = |(weights, bias): (&[i16], &i32)| {
            let products =
                weights.iter().zip(inputs).map(|(&weight, input)| i64::from(weight) * input);
            i64::from(*bias) + products.sum::<i64>()
        };
        weights.chunks_exact(inputs.len()).zip(biases).map(sum).collect()
    }

    fn hidden(outputs: Vec<i64>) -> Vec<i64> {
        let activate = |output: i64| output.div_euclid(256).clamp(0, MAX_HIDDEN.into());
        outputs.into_iter().map(activate).collect()
    }

    fn first_layer(&self, classical: Score) -> Vec<i64> {
        let mover = self.position.side_to_move();
        let mut inputs = Vec::new();
        for side in [mover, !mover] {
            let mut pool = vec![0; WIDTH];
            for pos in self.position.map().empty().iter() {
                for (sum, feature) in pool.iter_mut().zip(self.features(side, pos)) {
                    *sum += feature;
                }
            }
            inputs.extend(pool.into_iter().map(|sum: i64| (sum / 32).min(1023)));
        }
        for side in [mover, !mover] {
            let count = |threat| i64::from(self.position.count_of(side, threat).min(4)) * 32;
            inputs.extend(COUNTED.map(count));
        }
        inputs.push(i64::from((classical.get() * 64 / 200).clamp(-511, 511)));
        inputs.resize(INPUTS, 0);
        let head = self.side(mover);
        Self::hidden(Self::layer(&head.hidden1, &head.bias1, &inputs))
    }

    fn correction(&self, classical: Score) -> i64 {
        let head = self.side(self.position.side_to_move());
        let hidden = self.first_layer(classical);
        let hidden = Self::hidden(Self::layer(&head.hidden2, &head.bias2, &hidden));
        let output = Self::layer(&head.output, &head.output_bias, &hidden)[0];
        (output * 200).div_euclid(1 << 14)
    }

    fn move_score(&self, classical: Score, pos: Pos) -> i64 {
        let mover = self.position.side_to_move();
        let head = self.side(mover);
        let weights = Self::layer(&head.policy_hidden, &head.policy, &self.first_layer(classical));
        let features = [
            self.features(mover, pos),
            self.features(!mover, pos),
            self.convolved(mover, pos),
            self.convolved(!mover, pos),
        ]
        .concat();
        let product =
            |(weight, feature): (i64, i64)| weight.div_euclid(32).clamp(-16_383, 16_383) * feature;
        let sum: i64 = weights.into_iter().zip(features).map(product).sum();
        (sum * 24).div_euclid(1 << 16)
    }
}

/// Plays and takes back at random, and asks for values and move scores once in this many steps.
fn wander(rule: Rule, size: Size, steps: usize, period: usize) {
    let mut random = fastrand::Rng::with_seed((steps * size.cells() + period) as u64);
    let network = random_network(rule, random.u64(..));
    let weights = Arc::new(NetworkWeights::new(&network));
    let mut position = Position::new(size, rule);
    for _ in 0..random.usize(..size.cells() / 2) {
        let free: Vec<Pos> = position.board().empty_cells().collect();
        position.play(free[random.usize(..free.len())]);
    }
    let mut accumulator = Accumulator::new(weights, &position);
    for _ in 0..steps {
        let free: Vec<Pos> = position.board().empty_cells().collect();
        if !free.is_empty() && random.u8(..20) < 11 {
            match random.u8(..40) {
                0 => position.place(free[random.usize(..free.len())], Cell::Wall),
                _ => position.play(free[random.usize(..free.len())]),
            }
            accumulator.push();
        } else if !position.board().stones().is_empty() {
            accumulator.pop();
            position.undo();
        }
        if random.usize(..period) != 0 {
            continue;
        }
        let twin = Twin { network: &network, position: &position, without: None };
        let classical = Score::from_eval((position.key() % 6000) as i32 - 3000);
        if random.bool() {
            let found = accumulator.correction(&position, classical);
            assert_eq!(i64::from(found), twin.correction(classical), "{rule} {size}");
        }
        if random.bool() {
            let policy = accumulator.policy(&position, || classical);
            let empty = position.map().empty();
            for pos in empty.iter().skip(random.usize(..=empty.len().saturating_sub(9))).take(9) {
                let mut moves = [ScoredMove { pos, score: 7 }];
                policy.add_to(&mut moves);
                assert_eq!(
                    i64::from(moves[0].score) - 7,
                    twin.move_score(classical, pos),
                    "{rule} {size} {pos}"
                );
            }
        }
    }
}

#[test]
fn the_network_says_what_its_plain_twin_says() {
    for rule in Rule::ALL {
        for (size, steps) in [("15", 700), ("20", 400), ("5", 400), ("17x9", 400), ("32", 150)] {
            for period in [1, 7] {
                wander(rule, size.parse().expect("a size"), steps, period);
            }
        }
    }
}

#[test]
fn images_of_a_position_have_the_images_of_its_move_scores() {
    let mut random = fastrand::Rng::with_seed(5);
    for (rule, size) in Rule::ALL.into_iter().zip(["15", "20", "6", "32", "19x8"]) {
        let size: Size = size.parse().expect("a size");
        let weights = Arc::new(NetworkWeights::new(&random_network(rule, random.u64(..))));
        let mut cells: Vec<Pos> = size.positions().collect();
        random.shuffle(&mut cells);
        let stones = random.usize(2..size.cells() / 3);
        let scores = |symmetry: Symmetry| {
            let mut position = Position::new(size, rule);
            let mut accumulator = Accumulator::new(Arc::clone(&weights), &position);
            for &pos in &cells[..stones] {
                position.play(symmetry.apply(pos, size));
                accumulator.push();
            }
            let image = |&pos| ScoredMove { pos: symmetry.apply(pos, size), score: 0 };
            let mut moves: Vec<ScoredMove> = cells[stones..].iter().map(image).collect();
            accumulator.policy(&position, || Score::from_eval(50)).add_to(&mut moves);
            moves.iter().map(|scored| scored.score).collect::<Vec<_>>()
        };
        let expected = scores(Symmetry::ALL[0]);
        assert!(expected.iter().any(|&score| score != expected[0]), "{rule}");
        for symmetry in Symmetry::of(size) {
            assert_eq!(scores(symmetry), expected, "{rule} {size} {symmetry:?}");
        }
    }
}

#[test]
fn a_line_weighs_what_the_twin_says_without_it() {
    for rule in Rule::ALL {
        let network = random_network(rule, 9);
        let weights = NetworkWeights::new(&network);
        let mut position = Position::new(Size::square(9), rule);
        for cell in ["e5", "d4", "e4", "f6", "a1", "e6", "i8"] {
            position.play(cell.parse().expect("a cell"));
        }
        let classical = Score::from_eval(37);
        let effects = line_effects(&weights, &position, classical);
        assert!(effects.iter().any(|effect| effect.points != 0), "{rule}");
        let mut twin = Twin { network: &network, position: &position, without: None };
        let complete = twin.correction(classical);
        let mut effects = effects.into_iter().peekable();
        for pos in position.map().empty().iter() {
            for direction in Direction::ALL {
                twin.without = Some((pos, direction));
                let points = twin.correction(classical) - complete;
                let effect = effects.next_if(|it| (it.pos, it.direction) == (pos, direction));
                let found = effect.map_or(0, |effect| effect.points);
                assert_eq!(i64::from(found), points, "{rule} {pos} {direction}");
            }
        }
        assert_eq!(effects.next(), None);
    }
}

#[test]
fn files_are_read_as_they_were_written_and_others_refused() {
    for rule in Rule::ALL {
        let network = random_network(rule, 3);
        assert_eq!(Network::read(&network.write()), Ok(network));
    }
    let good = random_network(Rule::Freestyle, 3).write();
    let refusal = |bytes: &[u8]| Network::read(bytes).expect_err("not a good file");
    assert_eq!(refusal(b"[requirement]\nmin_version = 1"), "not a weights file");
    assert_eq!(refusal(b"shisanw1 any"), "tables, where a network is expected");
    assert!(refusal(&[b"shisann0", &good[8..]].concat()).contains("another version"));
    for length in [7, 9, 13, 200, good.len() - 1] {
        assert!(refusal(&good[..length]).contains("cut short"), "{length}");
    }
    let mut damaged = good.clone();
    damaged[5000] ^= 1;
    assert!(refusal(&damaged).contains("damaged"));
}

#[test]
fn numbers_that_could_overflow_are_refused() {
    let refused: [fn(&mut NetworkSide); 10] = [
        |side| side.rows[77] = MAX_ROW + 1,
        |side| side.rows[77] = i16::MIN,
        |side| side.bias[3] = 1,
        |side| side.taps[7] = -MAX_TAP - 1,
        |side| side.tap_bias[3] = MAX_ROW + 1,
        |side| side.hidden1[5] = MAX_WEIGHT + 1,
        |side| side.output[5] = -MAX_WEIGHT - 1,
        |side| side.policy_hidden[5] = i16::MAX,
        |side| side.bias2[0] = MAX_BIAS + 1,
        |side| side.policy[0] = i32::MIN,
    ];
    for change in refused {
        let mut network = random_network(Rule::Renju, 3);
        change(&mut network.sides[1]);
        let error = Network::read(&network.write()).expect_err("out of range");
        assert_eq!(error, "the network file has numbers out of range");
    }
}
