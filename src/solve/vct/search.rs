//! The depth-first proof-number search: its nodes and their exploration.

use super::children::{Child, push_attacks, push_replies};
use crate::pattern::{CellSet, Position, Threat};
use crate::solve::budget::NodeBudget;
use crate::solve::mate::{Mate, Outcome};
use crate::solve::proof_numbers::{ProofNumbers, Table};
use crate::solve::vcf::VcfSolver;
use gomoku_rules::Side;

/// What a solver keeps between searches.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    pub table: Table,
    vcf: VcfSolver,
    /// The node limit of each search for a win by fours.
    vcf_nodes: u64,
    /// The children of all nodes on the path, one node after the other.
    children: Vec<Child>,
}

impl Memory {
    /// A table of `entries` positions, and at most `vcf_nodes` for each search for a win by fours.
    pub fn new(entries: usize, vcf_nodes: u64) -> Self {
        Self {
            vcf: VcfSolver::new(entries / 4),
            vcf_nodes,
            table: Table::new(entries),
            children: Vec::with_capacity(1024),
        }
    }
}

/// One search; `position` is that of the current node.
pub(super) struct VctSearch<'a, 'b> {
    pub position: &'a mut Position,
    pub attacker: Side,
    pub budget: &'a mut NodeBudget<'b>,
    memory: &'a mut Memory,
    quiet: bool,
    /// Distinguishes the searches of either side, quiet or not, in the memory.
    variant_key: u64,
}

/// The maximum that a child other than the hardest adds to a node's number. Plain sums count positions
/// that are reached by many paths again and again, and grow without bound.
const MAX_SHARE: u32 = 8;

impl<'a, 'b> VctSearch<'a, 'b> {
    /// A search for a win of `attacker`, which is to move in `position`.
    pub fn new(
        memory: &'a mut Memory,
        position: &'a mut Position,
        attacker: Side,
        quiet: bool,
        budget: &'a mut NodeBudget<'b>,
    ) -> Self {
        memory.children.clear();
        let quiet_key = if quiet { 0x5555_5555_5555_5555 } else { 0 };
        let variant_key = if attacker == Side::Black { quiet_key } else { !quiet_key };
        Self { position, attacker, budget, memory, quiet, variant_key }
    }

    fn key(&self) -> u64 {
        self.position.key() ^ self.variant_key
    }

    /// Searches a node of the attacker until its numbers exceed `limit`.
    pub fn attack(&mut self, limit: ProofNumbers) -> ProofNumbers {
        if self.position.count_of(self.attacker, Threat::Five) > 0 {
            return ProofNumbers::proven(1);
        }
        let key = self.key();
        let known = self.memory.table.get(key);
        if let Some(numbers) = known.filter(|numbers| numbers.exceeds(limit)) {
            return numbers;
        }
        let mut numbers = ProofNumbers::open(1, 1);
        if known.is_none()
            && let Outcome::Mate(mate) = self.vcf(Mate::MAX_PLIES)
        {
            numbers = ProofNumbers::proven(mate.plies);
        }
        if !numbers.is_solved() {
            let first = self.push_attacks();
            numbers = self.explore(first, limit, Self::defend);
            self.memory.children.truncate(first);
        }
        self.store(key, numbers);
        numbers
    }

    /// Searches a node of the defender until its numbers exceed `limit`.
    pub fn defend(&mut self, limit: ProofNumbers) -> ProofNumbers {
        if self.position.count_of(!self.attacker, Threat::Five) > 0 {
            return ProofNumbers::proven(1);
        }
        let key = self.key();
        if let Some(numbers) = self.memory.table.get(key).filter(|numbers| numbers.exceeds(limit)) {
            return numbers;
        }
        let mut numbers;
        match self.replies() {
            Err(escape) => numbers = escape,
            Ok((plies, replies)) => {
                let first = self.push_replies(&replies);
                for i in first..self.memory.children.len() {
                    let child = self.memory.children[i];
                    if child.numbers == ProofNumbers::open(1, 1) && self.budget.visit() {
                        self.position.play(child.pos);
                        self.memory.children[i].numbers = self.attack(ProofNumbers::open(1, 1));
                        self.position.undo();
                        if self.memory.children[i].numbers.delta == 0 {
                            break;
                        }
                    }
                }
                numbers = self.explore(first, limit, Self::attack);
                self.memory.children.truncate(first);
                numbers.plies = numbers.plies.max(plies + 1);
            }
        }
        self.store(key, numbers);
        numbers
    }

    /// Searches the children from `first` on, the most promising first, until the numbers of this node
    /// exceed `limit`.
    fn explore(
        &mut self,
        first: usize,
        limit: ProofNumbers,
        visit: fn(&mut Self, ProofNumbers) -> ProofNumbers,
    ) -> ProofNumbers {
        loop {
            let mut numbers = ProofNumbers::disproven(0);
            let (mut best, mut second) = (first, ProofNumbers::INFINITE);
            let mut others = 0;
            for (i, child) in self.memory.children.iter().enumerate().skip(first) {
                let child = child.numbers;
                if child.delta < numbers.phi {
                    (best, second) = (i, numbers.phi);
                    numbers.phi = child.delta;
                } else {
                    second = second.min(child.delta);
                }
                others += child.phi.min(MAX_SHARE);
                numbers.delta = numbers.delta.max(child.phi);
            }
            numbers.delta =
                (numbers.delta + others - numbers.delta.min(MAX_SHARE)).min(ProofNumbers::INFINITE);
            if numbers.phi == 0 {
                return ProofNumbers::proven(self.memory.children[best].numbers.plies_before());
            }
            if numbers.delta == 0 {
                let children = self.memory.children[first..].iter();
                let plies = children.map(|child| child.numbers.plies_before());
                return ProofNumbers::disproven(plies.max().unwrap_or(0));
            }
            if numbers.exceeds(limit) {
                return numbers;
            }
            let Child { pos, numbers: child } = self.memory.children[best];
            let bound = ProofNumbers::open(
                limit.delta - (others - child.phi.min(MAX_SHARE)),
                limit.phi.min(second.saturating_add(second / 4 + 1)),
            );
            if !self.budget.visit() {
                return numbers;
            }
            self.position.play(pos);
            self.memory.children[best].numbers = visit(self, bound);
            self.position.undo();
            if self.budget.is_spent() {
                return numbers;
            }
        }
    }

    /// Stores the numbers of a node, unless its search was interrupted.
    fn store(&mut self, key: u64, numbers: ProofNumbers) {
        if !self.budget.is_spent() {
            self.memory.table.insert(key, numbers);
        }
    }

    /// The replies that do not lose at once, with the plies in which the others lose; the numbers of the
    /// node if no threat is found.
    pub fn replies(&mut self) -> Result<(u32, CellSet), ProofNumbers> {
        if self.position.count_of(self.attacker, Threat::Five) > 0 {
            return Ok((1, self.position.defences(self.attacker, Threat::Five)));
        }
        let short = self.vcf(5);
        match if short.is_mate() { short } else { self.vcf(Mate::MAX_PLIES) } {
            Outcome::Mate(mate) => Ok((mate.plies, mate.defence_set)),
            Outcome::Refuted => Err(ProofNumbers::proven(0)),
            Outcome::Unknown => Err(ProofNumbers::proven(ProofNumbers::UNSURE)),
        }
    }

    /// The attacker's win by fours alone, if it were its turn.
    pub fn vcf(&mut self, max_plies: u32) -> Outcome {
        let Self { memory: Memory { vcf, vcf_nodes, .. }, position, attacker, budget, .. } = self;
        let solve = |budget: &mut NodeBudget| vcf.solve(position, *attacker, max_plies, budget);
        budget.with_limit(*vcf_nodes, solve)
    }

    /// The solved children of a proven node of the attacker: its attacks.
    pub fn solved_attacks(&mut self) -> impl Iterator<Item = Child> {
        let first = self.push_attacks();
        self.explore(first, ProofNumbers::UNBOUNDED, Self::defend);
        self.memory.children.drain(first..)
    }

    /// The solved children of a lost node of the defender: its `replies`.
    pub fn solved_replies(&mut self, replies: &CellSet) -> impl Iterator<Item = Child> {
        let first = self.push_replies(replies);
        self.explore(first, ProofNumbers::UNBOUNDED, Self::attack);
        self.memory.children.drain(first..)
    }

    /// Appends the attacks of this node; returns the index of the first.
    fn push_attacks(&mut self) -> usize {
        let Self { memory: Memory { table, children, .. }, position, .. } = self;
        let known = |pos| table.get(position.key_after(pos) ^ self.variant_key);
        let first = children.len();
        push_attacks(children, position, self.attacker, self.quiet, known);
        first
    }

    /// Appends the legal ones of `replies`; returns the index of the first.
    fn push_replies(&mut self, replies: &CellSet) -> usize {
        let Self { memory: Memory { table, children, .. }, position, .. } = self;
        let known = |pos| table.get(position.key_after(pos) ^ self.variant_key);
        let first = children.len();
        push_replies(children, position, replies, known);
        first
    }
}
