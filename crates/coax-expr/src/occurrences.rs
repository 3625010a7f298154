//! What occurs in each term: its variables, floats, applications. Known without looking into the term again.

use crate::packed::{Kind, Packed};
use crate::term::{Term, Var};
use crate::var_sets::{SetId, VarSets};

/// What occurs in one term.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Occurring {
    vars: SetId,
    float: bool,
    apply: bool,
}

/// What occurs in all terms, by their index.
#[derive(Default)]
pub(crate) struct Occurrences {
    terms: Vec<Occurring>,
    var_sets: VarSets,
}

impl Occurrences {
    /// The variables of a term, sorted, each once.
    pub(crate) fn vars(&self, t: Term) -> &[Var] {
        self.var_sets.get(self.of(t).vars)
    }

    /// Does a float operation occur in it?
    pub(crate) fn has_float(&self, t: Term) -> bool {
        self.of(t).float
    }

    /// Does an uninterpreted function occur in it?
    pub(crate) fn has_apply(&self, t: Term) -> bool {
        self.of(t).apply
    }

    /// Adds the next term, whose operands are known; `list` are those that its node has in a list.
    pub(crate) fn push(&mut self, node: &Packed, list: &[Term]) {
        let mut found = self.in_operands(node, list);
        found.float |= is_float(node.kind);
        found.apply |= node.kind == Kind::Apply;
        self.terms.push(found);
    }

    fn of(&self, t: Term) -> Occurring {
        self.terms[t.index()]
    }

    fn in_operands(&mut self, node: &Packed, list: &[Term]) -> Occurring {
        match node.kind {
            Kind::Constant => Occurring::default(),
            Kind::Var => {
                let vars = self.var_sets.singleton(Var(node.first));
                Occurring { vars, ..Occurring::default() }
            }
            Kind::Lookup => self.in_list(self.of(node.a()), list),
            Kind::Apply => self.in_list(Occurring::default(), list),
            Kind::Ite | Kind::Fma => {
                let two = self.joined(self.of(node.a()), self.of(node.b()));
                self.joined(two, self.of(node.c()))
            }
            _ if node.rest != 0 && node.kind != Kind::Extract => {
                self.joined(self.of(node.a()), self.of(node.b()))
            }
            _ => self.of(node.a()),
        }
    }

    /// What occurs in a list, and what was found before.
    fn in_list(&mut self, mut found: Occurring, list: &[Term]) -> Occurring {
        for &element in list {
            let element = self.of(element);
            if element != found {
                found = self.joined(found, element);
            }
        }
        found
    }

    fn joined(&mut self, a: Occurring, b: Occurring) -> Occurring {
        Occurring {
            vars: self.var_sets.union(a.vars, b.vars),
            float: a.float | b.float,
            apply: a.apply | b.apply,
        }
    }
}

fn is_float(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Float(_)
            | Kind::FloatUnary(_)
            | Kind::Fma
            | Kind::FloatCompare(_)
            | Kind::FloatToFloat
            | Kind::IntToFloat { .. }
            | Kind::FloatToInt { .. }
    )
}
