//! The whole way on a few games: gradients, determinism, and the integers that play.

use super::fit::{Options, State, fit};
use super::model::{Model, Weights};
use super::pass::{MoveWeights, Pass};
use super::quantize::quantized;
use super::reference::ResultLosses;
use super::sample::{Sample, Sampler};
use crate::fit::logistic;
use crate::model::{SCALE, SCORE_SCALE};
use crate::record::Record;
use gomoku_rules::{Rule, Side};
use shisan_engine::eval::WeightSet;
use shisan_engine::pattern::Position;

const FREESTYLE: [&str; 4] = [
    "freestyle 20x20 1 white j8? g10? g6? g11=-126 h7=156 g12=-131 g9=195 j9=-147 h8=91 h11=18 k8=43 \
     i8=17 h9=-61 h10=104 f10=-254 i7=254 i9=-271 f9=271 i12=-383 e11=466 f11=-29986",
    "freestyle 20x15 2 white p8? l10? m11? l12=-46 n8=46 l11=-53 l9=16 m12=-29 o8=-10 m8=-6 o9=-2 k10=18 \
     j9=-102 k12=91 n10=-133 q7 q8=-127 r8 n12=-127 n9=127 m10=-29992",
    "freestyle 20x15 3 white m6? k5? k8? m10? o6? m7? m5? l6=-92 n8=137 l7=-107 n7=211 m8=-221 l5=206 \
     o8=-235 n9=270 n6=-283 o5=152 l10=-132 m9=132 n10=13 k10=-60 k9=30 j10=-114 o9=115 p5=-264 n5 \
     o7=-264 m11=580 q4=-29986",
    "freestyle 20x20 4 white k7? i10? f9? j9? j8? i9=66 i8=-113 h8=109 k9=-94 j10=45 k11=-13 k8=-2 h11=24 \
     g10=-22 f10=29 j11=15 l10=7 j12=24 j13 i7=73 f11=-37 f12=100 h10=-153 g7=29989",
];
const RENJU: [&str; 4] = [
    "renju 15x15 1 white h10? j7? h6? g7? f9? i6=-9 f7=29 f6=-44 h5? i7=69 i9=-119 i4=-18 i5=67 j8=-156 \
     j5=54 k5=-164 g9=111 h9=-57 i11=54 f8=13 h4=-14 h7=255 k7 j6=261 f5=-29984",
    "renju 15x15 2 black l8? h10? i11? j10=24 j8=-24 h8=28 h9=54 g8=-75 i9=147 g9=-71 g10=42 i8=-45 \
     k7=42 f10=-20 e11=-19 k10? j6=327 i5=-368 l6=333 m5 l7=385 l5=-317 l10=240 l9 m9=280 n10 k11=394 \
     n8=-29984",
    "renju 15x15 3 white j6? k9? g10? g6? j9? k8=-110 j8? j7=-82 k7=31 l6=-31 i6=59 l5=-19 j10=96 l4=-44 \
     l7=91 m4=-91 k6=50 k4=-19 j4=-35 j3=35 j11=-146 j12 m6=-29986",
    "renju 15x15 4 white e11? e10? j11? h10? i10=88 h9=-43 h11=5 j9=-11 i9=-10 i11=19 g9=-19 g10=-45 \
     f11=77 h8=-61 d11=58 g11 h7=58 j7=-31 i8=65 i6=-31 d10=30 j6=16 j8=-120 k8=120 h5=-201 k6=286 \
     l6=-29982",
];

const OPTIONS: Options = Options {
    epochs: 12,
    seed: 1,
    rate: 0.01,
    batch: 16,
    decay: 0.1,
    moves: MoveWeights { loss: 0.7, mean: 0.001 },
};

fn records(rule: Rule) -> Vec<Record> {
    let lines = if rule == Rule::Renju { RENJU } else { FREESTYLE };
    lines.map(|line| line.parse().expect("a record")).to_vec()
}

fn samples(rule: Rule) -> Vec<Sample> {
    let reader = Sampler::new(rule);
    let of_games = records(rule).into_iter().flat_map(|record| reader.samples(&record, 0));
    let mut samples: Vec<Sample> = of_games.collect();
    for sample in &mut samples {
        sample.set_target(0.5, SCALE);
    }
    samples
}

/// A fit that has done this many epochs.
fn fitted(rule: Rule, epochs: usize) -> (Model, State) {
    let (model, samples) = (Model::new(rule, None), samples(rule));
    let mut state = State::new(&model, model.start(None, 1), &samples, &samples);
    let stop = |state: &State| {
        anyhow::ensure!(state.epochs() < epochs, "enough");
        Ok(())
    };
    fit(&model, &samples, &samples, OPTIONS, &mut state, &mut { stop }).ok();
    (model, state)
}

#[test]
fn samples_have_value_and_moves_where_they_are_wanted() {
    let samples = samples(Rule::Freestyle);
    assert!(samples.iter().all(|sample| sample.searched.is_some() || sample.played.is_some()));
    assert!(samples.iter().any(|sample| sample.target >= 0.98), "a proven win");
    assert!(samples.iter().any(|sample| sample.played.is_none()));
    for sample in &samples {
        assert!((0.02..=0.98).contains(&sample.target));
        let played = sample.played.map(|played| sample.cells[usize::from(played)]);
        assert!(played.is_none_or(|cell| cell.score().is_some()));
    }
}

#[test]
fn without_a_result_the_searched_score_alone_is_the_target() {
    let line = "freestyle 20x20 1 unfinished j8? g10? g6? g11=-126 h7=156 g12=-131";
    let samples = Sampler::new(Rule::Freestyle).samples(&line.parse().expect("a record"), 0);
    assert_eq!(samples.len(), 3);
    for mut sample in samples {
        let (result, score) = sample.searched.expect("a score");
        sample.set_target(0.9, SCALE);
        assert_eq!((result, sample.target), (None, logistic(score / SCALE)));
    }
}

#[test]
fn losses_against_results_need_results() {
    let model = Model::new(Rule::Freestyle, None);
    let weights = model.weights(&model.start(None, 1));
    let mut samples = samples(Rule::Freestyle);
    assert!(ResultLosses::new(&samples, &weights).is_some());
    for sample in &mut samples {
        sample.searched = sample.searched.map(|(_, score)| (None, score));
    }
    assert!(ResultLosses::new(&samples, &weights).is_none());
}

/// The gradient against differences of the loss. Weights are drawn towards each other, so that units are
/// live and the function has few corners nearby.
#[test]
fn the_gradient_is_that_of_the_loss() {
    for rule in [Rule::Freestyle, Rule::Renju] {
        let (model, state) = fitted(rule, 6);
        let variables = state.best();
        let samples: Vec<Sample> = samples(rule).into_iter().step_by(9).take(6).collect();
        let weights = model.weights(variables);
        let mut gradient = Weights::zero(model.codes(), model.sides());
        let (mut pass, options) = (Pass::default(), MoveWeights { loss: 0.7, mean: 0.0 });
        for sample in &samples {
            pass.backward(&weights, sample, options, &mut gradient);
        }
        let gradient = model.gradient(&gradient);
        let loss = |variables: &[f32]| {
            let (weights, mut pass) = (model.weights(variables), Pass::default());
            let each = samples.iter().map(|sample| pass.losses(&weights, sample));
            each.map(|sums| sums.value + f64::from(options.loss) * sums.moves).sum::<f64>()
        };
        // Along random directions, a few variables at a time, and along the gradient itself.
        let mut random = fastrand::Rng::with_seed(7);
        let mut checked = 0;
        for trial in 0..300 {
            let share = if trial < 150 { 20 } else { 400 };
            // Every third time of the convolutions alone, which are few among the variables.
            let (part, share) = match trial % 3 {
                0 => (model.convolutions_at(), 1 + share / 20),
                _ => (0..gradient.len(), share),
            };
            let mut direction = vec![0.0; gradient.len()];
            for at in part.filter(|&at| gradient[at] != 0.0) {
                if random.usize(..share) == 0 {
                    direction[at] = if random.bool() { 1.0 } else { -1.0 };
                }
            }
            let expected: f64 =
                gradient.iter().zip(&direction).map(|(a, b)| f64::from(a * b)).sum();
            let moved = |by: f32| -> f64 {
                let at: Vec<f32> =
                    variables.iter().zip(&direction).map(|(v, d)| v + by * d).collect();
                loss(&at)
            };
            let step = 2e-4;
            let found = (moved(step) - moved(-step)) / (2.0 * f64::from(step));
            let scale = expected.abs().max(0.3);
            checked += usize::from((found - expected).abs() < 0.05 * scale);
        }
        assert!(checked > 285, "{rule}: {checked} of 300 directions");
    }
}

#[test]
fn threads_do_not_matter_and_a_fit_goes_on_where_it_was() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| fitted(Rule::Freestyle, OPTIONS.epochs).1)
    };
    let (one, two) = (run(1), run(2));
    assert_eq!(one.best(), two.best());
    assert!(one.losses.len() == OPTIONS.epochs + 1);
    let (model, half) = fitted(Rule::Freestyle, 5);
    let text = serde_json::to_string(&half).expect("numbers");
    let mut rest: State = serde_json::from_str(&text).expect("what was written");
    assert_eq!(rest.epochs(), 5);
    let samples = samples(Rule::Freestyle);
    fit(&model, &samples, &samples, OPTIONS, &mut rest, &mut |_| Ok(()))
        .expect("no reason to stop");
    assert_eq!(rest.best(), one.best());
}

#[test]
fn a_fit_learns_its_games() {
    for rule in [Rule::Freestyle, Rule::Renju] {
        let (_, state) = fitted(rule, OPTIONS.epochs);
        let (first, last) = (state.losses[0], state.losses[OPTIONS.epochs]);
        assert!(last.value.validation < 0.8 * first.value.validation, "{rule}: {:?}", state.losses);
        assert!(last.moves.validation < 0.9 * first.moves.validation, "{rule}: {:?}", state.losses);
    }
}

/// The program that plays reads the file and finds what the floats say, but for rounding.
#[test]
fn the_integers_that_play_agree_with_the_floats() {
    for rule in [Rule::Freestyle, Rule::Renju] {
        let (model, state) = fitted(rule, OPTIONS.epochs);
        let network = quantized(&model, state.best(), rule, "a trial".to_owned(), &samples(rule));
        let set = WeightSet::default().with_file(&network.write()).expect("a network");
        let (weights, sampler) = (model.weights(state.best()), Sampler::new(rule));
        let (mut pass, mut values, mut scores) = (Pass::default(), Vec::new(), Vec::new());
        for record in records(rule) {
            let mut position = Position::new(record.size, rule);
            let tables = WeightSet::default().classical_only();
            for (pos, _) in &record.moves {
                let mut classical = tables.evaluator(&position);
                let (sample, _) = sampler.sample(&position, &mut classical, *pos);
                let found = pass.forward(&weights, &sample, true);
                let value = sample.classical + SCALE * found.output();
                values.push((value, set.value(&position).get() as f32));
                let mut evaluator = set.evaluator(&position);
                let policy = evaluator.policy(&position);
                let candidates = position.map().candidates();
                let legal = |pos: &_| position.is_legal(position.side_to_move(), *pos);
                let cells = sample.cells.iter().zip(pass.scores());
                let of_cells =
                    cells.filter_map(|(cell, score)| Some(cell.score()? + SCORE_SCALE * score));
                let pairs = of_cells.zip(candidates.filter(legal));
                scores.extend(pairs.map(|(score, pos)| (score, policy.score(pos) as f32)));
                position.play(*pos);
            }
        }
        for (name, pairs) in [("value", values), ("moves", scores)] {
            assert!(pairs.len() > 80, "{rule} {name}: {}", pairs.len());
            let error = |(a, b): &(f32, f32)| (a - b).abs();
            let mean = pairs.iter().map(error).sum::<f32>() / pairs.len() as f32;
            let max = pairs.iter().map(error).fold(0.0, f32::max);
            assert!(mean < 2.0 && max < 20.0, "{rule} {name}: {mean}, {max} at most");
        }
    }
}

#[test]
fn a_network_is_where_the_next_fit_starts() {
    let (model, state) = fitted(Rule::Renju, 3);
    let network = quantized(&model, state.best(), Rule::Renju, String::new(), &[]);
    let again = Model::new(Rule::Renju, Some(&network));
    let start = again.start(Some(&network), 1);
    assert_eq!(quantized(&again, &start, Rule::Renju, String::new(), &[]), network);
    assert_ne!(network.sides[Side::Black.index()], network.sides[Side::White.index()]);
}
