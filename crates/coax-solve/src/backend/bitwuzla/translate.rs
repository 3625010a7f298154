//! Our terms as Bitwuzla's terms.
//!
//! Ours have one sort, Bitwuzla's have three, so a term has up to three views: a truth value (width
//! 1 only), bits, and a float. The *native* view is made when the term is met, the others on
//! demand. Bits of a float result are a fresh symbol with a definition that says which
//! float it spells; asserting a term requires asserting its definitions too
//! ([`Translator::definitions`]).
//!
//! Terms are taken in the order of their ids, which puts operands first: no recursion over terms.

use std::collections::{HashMap, HashSet};

use coax_expr::{BinaryOp, CompareOp, FloatFormat, Function, Node, OverflowOp, Pool, Term, Var};

use super::ffi::{Handle, Kind, Library, Rounding, kind};
use super::gates;

/// The views of one term that exist already.
#[derive(Clone, Copy, Default)]
pub(super) struct Views {
    pub truth: Option<Handle>,
    pub bits: Option<Handle>,
    pub float: Option<Handle>,
    /// The float view is what the term is; bits, if there are any, were made for those who asked.
    pub native_float: bool,
}

impl Views {
    fn of_truth(handle: Handle) -> Views {
        Views { truth: Some(handle), ..Views::default() }
    }

    fn of_bits(handle: Handle) -> Views {
        Views { bits: Some(handle), ..Views::default() }
    }

    pub(super) fn of_float(handle: Handle) -> Views {
        Views { float: Some(handle), native_float: true, ..Views::default() }
    }
}

/// Why a term has no translation.
#[derive(Clone, Debug)]
pub struct Untranslatable(pub String);

/// Translates the terms of one pool, each once.
pub struct Translator {
    pub(super) library: Library,
    pub(super) views: HashMap<Term, Views>,
    /// For the float terms whose bits are a fresh symbol: what ties the two together.
    pub(super) meaning_of_bits: HashMap<Term, Handle>,
    functions: HashMap<Function, Handle>,
    symbols: HashMap<Var, Handle>,
}

impl Translator {
    pub fn new(library: Library) -> Translator {
        Translator {
            library,
            views: HashMap::new(),
            meaning_of_bits: HashMap::new(),
            functions: HashMap::new(),
            symbols: HashMap::new(),
        }
    }

    /// How many terms were translated: what a translator costs in memory.
    pub fn len(&self) -> usize {
        self.views.len()
    }

    pub fn library(&mut self) -> &mut Library {
        &mut self.library
    }

    /// A term of width 1 as a truth value.
    pub fn assertion(&mut self, pool: &Pool, term: Term) -> Result<Handle, Untranslatable> {
        self.translate(pool, term)?;
        Ok(self.truth(pool, term))
    }

    /// The symbol of a variable, if it occurs in what was translated.
    pub fn symbol(&self, var: Var) -> Option<Handle> {
        self.symbols.get(&var).copied()
    }

    /// The terms below `root` (itself included) whose bits need a definition, in order of ids.
    pub fn definitions(&self, pool: &Pool, root: Term) -> Vec<(Term, Handle)> {
        let mut found = Vec::new();
        if pool.has_float(root) && !self.meaning_of_bits.is_empty() {
            walk_below(
                pool,
                &[root],
                |term| pool.has_float(term),
                |term| {
                    if let Some(&definition) = self.meaning_of_bits.get(&term) {
                        found.push((term, definition));
                    }
                },
            );
            found.sort_unstable_by_key(|(term, _)| *term);
        }
        found
    }

    /// An estimate of the gates that terms become. Terms that were translated before count only if
    /// `again`: for a new instance.
    pub fn gates(&self, pool: &Pool, roots: &[Term], again: bool) -> u64 {
        let wanted = |term: Term| again || !self.views.contains_key(&term);
        let mut sum = 0u64;
        walk_below(pool, roots, wanted, |term| sum += gates::of_term(pool, term));
        sum
    }

    fn translate(&mut self, pool: &Pool, root: Term) -> Result<(), Untranslatable> {
        let mut missing = Vec::new();
        walk_below(
            pool,
            &[root],
            |term| !self.views.contains_key(&term),
            |term| missing.push(term),
        );
        missing.sort_unstable();
        for term in missing {
            let views = self.native(pool, term)?;
            self.views.insert(term, views);
        }
        Ok(())
    }

    /// The native view of a term whose operands are translated.
    fn native(&mut self, pool: &Pool, term: Term) -> Result<Views, Untranslatable> {
        let width = pool.width(term);
        Ok(match pool.node(term) {
            Node::Constant(limbs) if width == 1 => {
                Views::of_truth(self.library.truth(limbs[0] == 1))
            }
            Node::Constant(limbs) => Views::of_bits(self.library.bits(width, limbs)),
            Node::Var(var) => {
                let symbol = self.library.symbol(width, &format!("v{}", var.0));
                self.symbols.insert(var, symbol);
                Views::of_bits(symbol)
            }
            Node::Not(a) if width == 1 => self.truth_op(pool, kind::NOT, &[a]),
            Node::Not(a) => self.bits_op(pool, kind::BV_NOT, &[a], &[]),
            Node::Neg(a) => self.bits_op(pool, kind::BV_NEG, &[a], &[]),
            Node::Binary(op, a, b) => self.binary(pool, term, op, a, b),
            Node::Compare(op, a, b) => self.compare(pool, op, a, b),
            Node::Overflow(op, a, b) => {
                let (a, b) = (self.bits(pool, a), self.bits(pool, b));
                Views::of_truth(self.library.op2(overflow_kind(op), a, b))
            }
            Node::Concat { high, low } => self.bits_op(pool, kind::BV_CONCAT, &[high, low], &[]),
            Node::Extract { of, high, low } => {
                let indices = [u64::from(high), u64::from(low)];
                self.bits_op(pool, kind::BV_EXTRACT, &[of], &indices)
            }
            Node::ZeroExtend(of) => self.extend(pool, kind::BV_ZERO_EXTEND, of, width),
            Node::SignExtend(of) => self.extend(pool, kind::BV_SIGN_EXTEND, of, width),
            Node::Ite { condition, then, els } => self.ite(pool, width, condition, then, els),
            Node::Lookup { elements, index } => self.lookup(pool, elements, index),
            Node::Apply { function, args } => {
                Views::of_bits(self.application(pool, function, args, width))
            }
            Node::Float(..)
            | Node::FloatUnary(..)
            | Node::Fma(..)
            | Node::FloatCompare(..)
            | Node::FloatToFloat { .. }
            | Node::IntToFloat { .. }
            | Node::FloatToInt { .. } => self.float_node(pool, term)?,
        })
    }

    fn truth_op(&mut self, pool: &Pool, kind: Kind, operands: &[Term]) -> Views {
        let operands: Vec<_> = operands.iter().map(|operand| self.truth(pool, *operand)).collect();
        Views::of_truth(self.library.op(kind, &operands, &[]))
    }

    fn bits_op(&mut self, pool: &Pool, kind: Kind, operands: &[Term], indices: &[u64]) -> Views {
        let operands: Vec<_> = operands.iter().map(|operand| self.bits(pool, *operand)).collect();
        Views::of_bits(self.library.op(kind, &operands, indices))
    }

    fn binary(&mut self, pool: &Pool, term: Term, op: BinaryOp, a: Term, b: Term) -> Views {
        if pool.width(term) == 1 {
            let logical = match op {
                BinaryOp::And => Some(kind::AND),
                BinaryOp::Or => Some(kind::OR),
                BinaryOp::Xor => Some(kind::XOR),
                _ => None,
            };
            if let Some(logical) = logical {
                return self.truth_op(pool, logical, &[a, b]);
            }
        }
        match self.sign_change(pool, term) {
            Some(float) => Views::of_float(float),
            None => self.bits_op(pool, binary_kind(op), &[a, b], &[]),
        }
    }

    fn compare(&mut self, pool: &Pool, op: CompareOp, a: Term, b: Term) -> Views {
        if op == CompareOp::Eq && pool.width(a) == 1 {
            return self.truth_op(pool, kind::EQUAL, &[a, b]);
        }
        let (a, b) = (self.bits(pool, a), self.bits(pool, b));
        Views::of_truth(self.library.op2(compare_kind(op), a, b))
    }

    fn extend(&mut self, pool: &Pool, kind: Kind, of: Term, width: u32) -> Views {
        let by = u64::from(width - pool.width(of));
        self.bits_op(pool, kind, &[of], &[by])
    }

    fn ite(&mut self, pool: &Pool, width: u32, condition: Term, then: Term, els: Term) -> Views {
        let chosen = self.truth(pool, condition);
        let native_float = |term| self.views[&term].native_float;
        if width == 1 {
            let (then, els) = (self.truth(pool, then), self.truth(pool, els));
            Views::of_truth(self.library.op3(kind::ITE, chosen, then, els))
        } else if native_float(then) || native_float(els) {
            let (then, els) = (self.float(pool, then), self.float(pool, els));
            Views::of_float(self.library.op3(kind::ITE, chosen, then, els))
        } else {
            let (then, els) = (self.bits(pool, then), self.bits(pool, els));
            Views::of_bits(self.library.op3(kind::ITE, chosen, then, els))
        }
    }

    /// A table as a balanced tree of choices over the bits of the index: much easier on the solver
    /// than a chain of comparisons or an array.
    fn lookup(&mut self, pool: &Pool, elements: &[Term], index: Term) -> Views {
        let leaves: Vec<_> = elements.iter().map(|element| self.bits(pool, *element)).collect();
        let index_width = pool.width(index);
        let index = self.bits(pool, index);
        let last = *leaves.last().expect("a table has elements");
        let depth = leaves.len().next_power_of_two().trailing_zeros().min(index_width);
        let mut level = leaves;
        for bit in 0..depth {
            let bit = u64::from(bit);
            let selector = self.library.op(kind::BV_EXTRACT, &[index], &[bit, bit]);
            let odd = self.is_one(selector);
            level = level
                .chunks(2)
                .map(|pair| {
                    let (even, upper) = (pair[0], pair.get(1).copied().unwrap_or(last));
                    match even == upper {
                        true => even,
                        false => self.library.op3(kind::ITE, odd, upper, even),
                    }
                })
                .collect();
        }
        // What is left besides the first is out of the index's reach.
        let inside = level[0];
        if depth == index_width {
            return Views::of_bits(inside);
        }
        let high = [u64::from(index_width - 1), u64::from(depth)];
        let rest = self.library.op(kind::BV_EXTRACT, &[index], &high);
        let zero = self.zero(index_width - depth);
        let fits = self.library.op2(kind::EQUAL, rest, zero);
        Views::of_bits(self.library.op3(kind::ITE, fits, inside, last))
    }

    fn application(&mut self, pool: &Pool, f: Function, args: &[Term], width: u32) -> Handle {
        let operands: Vec<_> = args.iter().map(|arg| self.bits(pool, *arg)).collect();
        let name = format!("f{}", f.0);
        let library = &self.library;
        let symbol = *self.functions.entry(f).or_insert_with(|| match args {
            [] => library.symbol(width, &name),
            _ => {
                let widths: Vec<_> = args.iter().map(|arg| pool.width(*arg)).collect();
                library.function(&name, &widths, width)
            }
        });
        if args.is_empty() {
            return symbol;
        }
        let all: Vec<_> = std::iter::once(symbol).chain(operands).collect();
        self.library.op(kind::APPLY, &all, &[])
    }

    pub(super) fn truth(&mut self, pool: &Pool, term: Term) -> Handle {
        if let Some(truth) = self.views[&term].truth {
            return truth;
        }
        let bits = self.bits(pool, term);
        let truth = self.is_one(bits);
        self.view_mut(term).truth = Some(truth);
        truth
    }

    pub(super) fn bits(&mut self, pool: &Pool, term: Term) -> Handle {
        let views = self.views[&term];
        if let Some(bits) = views.bits {
            return bits;
        }
        let bits = match views.truth {
            Some(truth) => {
                let (one, zero) = (self.library.bits(1, &[1]), self.zero(1));
                self.library.op3(kind::ITE, truth, one, zero)
            }
            None => self.bits_of_float(pool, term, 0),
        };
        self.view_mut(term).bits = Some(bits);
        bits
    }

    pub(super) fn float(&mut self, pool: &Pool, term: Term) -> Handle {
        if let Some(float) = self.views[&term].float {
            return float;
        }
        let bits = self.bits(pool, term);
        let float = self.spelt_by(bits, format_of(pool, term));
        self.view_mut(term).float = Some(float);
        float
    }

    /// The float a bit pattern spells.
    pub(super) fn spelt_by(&self, bits: Handle, format: FloatFormat) -> Handle {
        self.library.op(kind::FP_TO_FP_FROM_BV, &[bits], &float_indices(format))
    }

    pub(super) fn view_mut(&mut self, term: Term) -> &mut Views {
        self.views.get_mut(&term).expect("views are derived from the native one")
    }

    fn is_one(&self, bit: Handle) -> Handle {
        self.library.op2(kind::EQUAL, bit, self.library.bits(1, &[1]))
    }

    fn zero(&self, width: u32) -> Handle {
        self.library.bits(width, &vec![0; width.div_ceil(64) as usize])
    }

    pub(super) fn rounding(&self, mode: Rounding) -> Handle {
        self.library.rounding(mode)
    }
}

/// The format of a term that is used as a float.
pub(super) fn format_of(pool: &Pool, term: Term) -> FloatFormat {
    let width = pool.width(term);
    let fits = |format: &FloatFormat| format.width() == width;
    FloatFormat::ALL.into_iter().find(fits).expect("only floats are viewed as floats")
}

/// Exponent and significand, as Bitwuzla counts them.
pub(super) fn float_indices(format: FloatFormat) -> [u64; 2] {
    [u64::from(format.exponent_bits()), u64::from(format.significand_bits())]
}

/// Visits each term below `roots` that can be reached through terms that are `wanted`, once.
fn walk_below(
    pool: &Pool,
    roots: &[Term],
    wanted: impl Fn(Term) -> bool,
    mut visit: impl FnMut(Term),
) {
    let mut seen = HashSet::new();
    let mut stack = roots.to_vec();
    while let Some(term) = stack.pop() {
        if wanted(term) && seen.insert(term) {
            visit(term);
            pool.node(term).for_each_operand(|operand| stack.push(operand));
        }
    }
}

fn binary_kind(op: BinaryOp) -> Kind {
    match op {
        BinaryOp::And => kind::BV_AND,
        BinaryOp::Or => kind::BV_OR,
        BinaryOp::Xor => kind::BV_XOR,
        BinaryOp::Add => kind::BV_ADD,
        BinaryOp::Sub => kind::BV_SUB,
        BinaryOp::Mul => kind::BV_MUL,
        BinaryOp::Udiv => kind::BV_UDIV,
        BinaryOp::Urem => kind::BV_UREM,
        BinaryOp::Sdiv => kind::BV_SDIV,
        BinaryOp::Srem => kind::BV_SREM,
        BinaryOp::Shl => kind::BV_SHL,
        BinaryOp::Lshr => kind::BV_SHR,
        BinaryOp::Ashr => kind::BV_ASHR,
    }
}

fn compare_kind(op: CompareOp) -> Kind {
    match op {
        CompareOp::Eq => kind::EQUAL,
        CompareOp::Ult => kind::BV_ULT,
        CompareOp::Ule => kind::BV_ULE,
        CompareOp::Slt => kind::BV_SLT,
        CompareOp::Sle => kind::BV_SLE,
    }
}

fn overflow_kind(op: OverflowOp) -> Kind {
    match op {
        OverflowOp::Sadd => kind::BV_SADD_OVERFLOW,
        OverflowOp::Ssub => kind::BV_SSUB_OVERFLOW,
        OverflowOp::Smul => kind::BV_SMUL_OVERFLOW,
        OverflowOp::Uadd => kind::BV_UADD_OVERFLOW,
        OverflowOp::Umul => kind::BV_UMUL_OVERFLOW,
    }
}
