//! Checkmate solvers: wins by continuous fours ([`VcfSolver`]) and by fours and threes ([`VctSolver`]),
//! within a node budget.
//!
//! A mate returned here is proven: every legal reply was tried, or shown to change nothing.

mod budget;
mod defence_set;
mod fours;
mod mate;
mod mate_line;
mod proof_numbers;
mod proofs;
mod refuted;
#[cfg(test)]
pub(crate) mod testing;
mod vcf;
mod vct;
pub mod verify;

pub use budget::NodeBudget;
pub use mate::{Mate, Outcome};
pub use mate_line::{Helpers, MateLines};
pub use proofs::{probe_mate, store_vcf_proof};
pub use vcf::VcfSolver;
pub use vct::{VctLimits, VctSolver};
