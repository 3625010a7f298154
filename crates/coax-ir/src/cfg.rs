//! The control-flow graph of a function: where control can go after an instruction.
//!
//! Its nodes are instructions, not blocks: code is one row, and most edges lead to the next instruction.
//! Edges are read from the code on demand; nothing is stored.
//!
//! Invariant: an instruction has an edge to the next one, or it ends a straight piece of code
//! ([`Body::ends_straight_code`]), never both.

use crate::{Body, Inst, Pc};

/// One way from an instruction to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Where it leads.
    pub to: Pc,
    /// What makes control go there.
    pub kind: EdgeKind,
}

/// What makes control go along an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EdgeKind {
    /// The instruction is done; the next one follows.
    FallThrough,
    /// A jump without a condition.
    Jump,
    /// One side of a branch, of a switch or of a jump to a computed address.
    Branch,
    /// A call has returned.
    Return,
    /// A call has thrown an exception.
    Unwind,
}

impl EdgeKind {
    /// Does it depend on values whether control goes this way?
    pub const fn is_choice(self) -> bool {
        matches!(self, EdgeKind::Branch | EdgeKind::Unwind)
    }
}

impl Body {
    /// Visits the edges of an instruction. Sides of a branch come in its order (the side taken if the
    /// condition holds, then the other; cases, then the default), a return before an exception.
    pub fn for_each_edge(&self, at: Pc, mut visit: impl FnMut(Edge)) {
        let mut branch = |to: Pc| visit(Edge { to, kind: EdgeKind::Branch });
        let inst = &self.code[at.index()];
        match *inst {
            Inst::Switch { table, .. } => self.switches[table as usize].targets().for_each(branch),
            Inst::IndirectBr { .. } => self.blocks.iter().copied().for_each(branch),
            Inst::Jump { to } => visit(Edge { to, kind: EdgeKind::Jump }),
            Inst::Call { site } => {
                let call = &self.calls[site as usize];
                visit(Edge { to: call.next, kind: EdgeKind::Return });
                if let Some(unwind) = call.unwind {
                    visit(Edge { to: unwind.to, kind: EdgeKind::Unwind });
                }
            }
            _ => match inst.sides() {
                Some(sides) => sides.into_iter().for_each(&mut branch),
                None if leaves_function(inst) => {}
                None => visit(Edge { to: Pc(at.0 + 1), kind: EdgeKind::FallThrough }),
            },
        }
    }

    /// The edges of an instruction, in the order of [`Body::for_each_edge`].
    pub fn edges(&self, at: Pc) -> Vec<Edge> {
        let mut edges = Vec::new();
        self.for_each_edge(at, |edge| edges.push(edge));
        edges
    }

    /// Does control never go on to the next instruction by falling through?
    pub fn ends_straight_code(&self, at: Pc) -> bool {
        let inst = &self.code[at.index()];
        let jumps = matches!(
            inst,
            Inst::Jump { .. } | Inst::Switch { .. } | Inst::IndirectBr { .. } | Inst::Call { .. }
        );
        jumps || inst.sides().is_some() || leaves_function(inst)
    }

    /// The first instruction from `start` on that ends a straight piece of code; `start` itself if the
    /// code is not well-formed and has none.
    pub fn end_of_straight_code(&self, start: Pc) -> Pc {
        let mut onwards = (start.0..self.code.len() as u32).map(Pc);
        onwards.find(|&at| self.ends_straight_code(at)).unwrap_or(start)
    }
}

impl Inst {
    /// Both sides of a branch: where it goes if its condition holds, and else. A switch is none.
    pub fn sides(&self) -> Option<[Pc; 2]> {
        match *self {
            Inst::Br { then, els, .. } => Some([then, els]),
            ref other => other.branch_parts().map(|parts| [parts.then, parts.els]),
        }
    }
}

/// Does control leave the function, or stop?
fn leaves_function(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Ret { .. }
            | Inst::RetVoid
            | Inst::RetMany { .. }
            | Inst::Resume { .. }
            | Inst::Trap { .. }
            | Inst::Unsupported { .. }
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CallSite, Callee, FuncId, IntOp, Slot, Switch, TrapKind, Unwind};

    fn call(next: Pc, unwind: Option<Unwind>) -> CallSite {
        CallSite {
            callee: Callee::Direct(FuncId(0)),
            args: Box::default(),
            flat: Box::default(),
            has_byval: false,
            ret: Box::default(),
            dst: Slot(0),
            next,
            unwind,
            variadic: false,
            fixed: 0,
        }
    }

    fn body() -> Body {
        let [a, b] = [Slot(0), Slot(1)];
        Body {
            slots: 2,
            code: vec![
                Inst::Move { dst: b, src: a },
                Inst::branch(IntOp::Ult, 32, a, b, Pc(2), Pc(4)),
                Inst::Call { site: 0 },
                Inst::Jump { to: Pc(1) },
                Inst::Switch { value: a, table: 0 },
                Inst::Br { cond: a, then: Pc(6), els: Pc(0) },
                Inst::Trap { kind: TrapKind::SignedOverflow },
                Inst::IndirectBr { addr: a },
                Inst::Call { site: 1 },
                Inst::Ret { src: a },
            ],
            calls: vec![call(Pc(3), Some(Unwind { pad: 0, to: Pc(9) })), call(Pc(9), None)],
            switches: vec![Switch::new(32, vec![(7, Pc(5)), (1, Pc(7))], Pc(8))],
            blocks: vec![Pc(0), Pc(8)],
            ..Body::default()
        }
    }

    #[test]
    fn every_instruction_has_the_edges_of_its_meaning() {
        use EdgeKind::{Branch, FallThrough, Jump, Return, Unwind};
        let expected: [&[(u32, EdgeKind)]; 10] = [
            &[(1, FallThrough)],
            &[(2, Branch), (4, Branch)],
            &[(3, Return), (9, Unwind)],
            &[(1, Jump)],
            &[(7, Branch), (5, Branch), (8, Branch)],
            &[(6, Branch), (0, Branch)],
            &[],
            &[(0, Branch), (8, Branch)],
            &[(9, Return)],
            &[],
        ];
        let body = body();
        for (at, expected) in expected.into_iter().enumerate() {
            let edges = body.edges(Pc(at as u32)).into_iter().map(|edge| (edge.to.0, edge.kind));
            assert_eq!(edges.collect::<Vec<_>>(), expected, "instruction {at}");
        }
    }

    #[test]
    fn straight_code_ends_where_there_is_no_edge_to_the_next_instruction() {
        let body = body();
        for at in (0..body.code.len() as u32).map(Pc) {
            let falls = body.edges(at).iter().any(|edge| edge.kind == EdgeKind::FallThrough);
            assert_eq!(body.ends_straight_code(at), !falls, "{at:?}");
        }
        assert_eq!(body.end_of_straight_code(Pc(0)), Pc(1));
        assert_eq!(body.end_of_straight_code(Pc(1)), Pc(1));
    }

    #[test]
    fn code_without_an_end_ends_where_it_starts() {
        let body = Body {
            slots: 2,
            code: vec![Inst::Move { dst: Slot(1), src: Slot(0) }],
            ..Body::default()
        };
        assert_eq!(body.end_of_straight_code(Pc(0)), Pc(0));
    }

    #[test]
    fn sides_and_exceptions_are_choices() {
        let choices = [EdgeKind::Branch, EdgeKind::Unwind];
        assert!(choices.into_iter().all(EdgeKind::is_choice));
        let certain = [EdgeKind::FallThrough, EdgeKind::Jump, EdgeKind::Return];
        assert!(!certain.into_iter().any(EdgeKind::is_choice));
    }
}
