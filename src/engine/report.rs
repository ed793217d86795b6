//! The reports of a search: lines that are known before it come before those that it finds.

use super::root::KnownLine;
use crate::search::{Clock, PvInfo, SearchInfo};

/// Reports to `on_info`.
pub(super) struct Reporter<'a> {
    /// The best lines, where they are known before the search.
    pub known: Vec<KnownLine>,
    clock: &'a Clock,
    on_info: &'a mut dyn FnMut(&SearchInfo),
}

impl<'a> Reporter<'a> {
    /// A reporter that knows no line yet.
    pub fn new(clock: &'a Clock, on_info: &'a mut dyn FnMut(&SearchInfo)) -> Self {
        Self { known: Vec::new(), clock, on_info }
    }

    /// Reports the known lines, which come before `others` that a search to `depth` finds.
    pub fn report_known(&mut self, nodes: u64, depth: u32, others: usize) {
        let multi_pv = self.known.len() + others;
        for (pv_index, line) in self.known.iter().enumerate() {
            let depth = line.depth().max(depth);
            (self.on_info)(&SearchInfo::Pv(PvInfo {
                depth,
                seldepth: depth,
                score: line.score,
                nodes,
                time: self.clock.elapsed(),
                pv: line.pv.clone(),
                pv_index,
                multi_pv,
            }));
        }
    }

    /// Passes on a report of the search for `others`, below the known lines. The solvers visited
    /// `solver_nodes` before it.
    pub fn report(&mut self, info: &SearchInfo, solver_nodes: u64, others: usize) {
        let SearchInfo::Pv(info) = info else { return (self.on_info)(info) };
        let nodes = solver_nodes + info.nodes;
        if info.pv_index == 0 {
            self.report_known(nodes, info.depth, others);
        }
        (self.on_info)(&SearchInfo::Pv(PvInfo {
            nodes,
            pv_index: self.known.len() + info.pv_index,
            multi_pv: self.known.len() + others,
            ..info.clone()
        }));
    }
}
