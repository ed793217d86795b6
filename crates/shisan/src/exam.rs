//! The subcommand `exam`: positions that measure a change of play without games.

use std::io::{self, Write};

use gomoku_match::Finish;
use shisan_train::{self as train, CompareArgs, DrawArgs, ExamTuneArgs, TakeArgs, TruthArgs};

use crate::engine_args::EngineArgs;
use crate::host::stop_on_interrupt;

/// The steps of an exam.
#[derive(Debug, clap::Subcommand)]
pub enum ExamCommand {
    /// Draw the questions: positions of games, of searches, and of wins that are seen late
    Draw {
        #[command(flatten)]
        engine: EngineArgs,
        #[command(flatten)]
        args: DrawArgs,
    },
    /// Find the best move of each question by a long search
    Truth {
        #[command(flatten)]
        engine: EngineArgs,
        #[command(flatten)]
        args: TruthArgs,
    },
    /// Answer the questions by short searches
    Take {
        #[command(flatten)]
        engine: EngineArgs,
        #[command(flatten)]
        args: TakeArgs,
    },
    /// Compare the answers of two candidates: wrong moves, values, proofs, and what they cost
    Compare(CompareArgs),
    /// Tune parameters of the search on the questions (SPSA)
    Tune {
        #[command(flatten)]
        engine: EngineArgs,
        #[command(flatten)]
        args: ExamTuneArgs,
    },
}

/// Takes a step. An interrupt ends it in order; the same command continues.
///
/// # Errors
/// When a file cannot be read or written or does not belong, a parameter is unknown, or memory is short.
pub fn run(command: &ExamCommand, out: &mut dyn Write) -> anyhow::Result<Finish> {
    let (stop, mut progress) = (&stop_on_interrupt, io::stderr());
    match command {
        ExamCommand::Draw { engine, args } => {
            train::draw(args, engine.weights(), engine.settings(), stop, &mut progress)
        }
        ExamCommand::Truth { engine, args } => {
            train::find_truth(args, engine.weights(), engine.settings(), stop, &mut progress)
        }
        ExamCommand::Take { engine, args } => {
            train::take(args, engine.weights(), engine.settings(), stop, &mut progress)
        }
        ExamCommand::Compare(args) => train::compare(args, stop, out, &mut progress),
        ExamCommand::Tune { engine, args } => {
            let (weights, settings) = (engine.weights(), engine.settings());
            train::tune_by_exam(args, weights, settings, stop, out, &mut progress)
        }
    }
}
