//! Revising terms until nothing changes: each says what its operands make of it, and what it leaves
//! of them.

use coax_expr::{BinaryOp, Node};

use super::floats::Floats;
use super::net::{Net, TermNode, flips_sign};
use super::value::{Empty, Value};

/// How often all terms may be revised up and down. Bounds that still creep then do so place by place,
/// and splitting gets further.
const MOST_ROUNDS: u32 = 64;

/// Whether something is left.
pub type Revised = Result<(), Empty>;

/// Bounds on the way to a fixed point.
pub struct Propagator<'n, 'p> {
    pub net: &'n Net<'p>,
    pub values: Vec<Value>,
    dirty: Vec<bool>,
    work: u64,
}

impl<'n, 'p> Propagator<'n, 'p> {
    /// Everything is to be revised, the conjuncts hold.
    pub fn new(net: &'n Net<'p>, work: u64) -> Result<Propagator<'n, 'p>, Empty> {
        let dirty = vec![true; net.places.len()];
        let mut propagator = Propagator { net, values: net.start(), dirty, work };
        for &conjunct in &net.conjuncts {
            propagator.decide(conjunct, true)?;
        }
        Ok(propagator)
    }

    /// Goes on from bounds that were settled.
    pub fn resume(net: &'n Net<'p>, values: Vec<Value>, work: u64) -> Propagator<'n, 'p> {
        Propagator { net, values, dirty: vec![false; net.places.len()], work }
    }

    /// How many revisions are left.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Revises up and down until nothing changes, or little, or the work is used up.
    pub fn run(&mut self) -> Revised {
        let count = self.net.places.len();
        for _ in 0..MOST_ROUNDS {
            if self.work == 0 || !self.dirty.contains(&true) {
                break;
            }
            for place in (0..count).chain((0..count).rev()) {
                if self.dirty[place] && self.work > 0 {
                    self.dirty[place] = false;
                    self.revise(place)?;
                }
            }
        }
        Ok(())
    }

    fn revise(&mut self, at: usize) -> Revised {
        let net = self.net;
        let place = &net.places[at];
        self.work = self.work.saturating_sub(1 + place.args.len() as u64 / 8);
        if !place.is_word {
            return Ok(());
        }
        self.revise_word(at, place)
    }

    fn revise_word(&mut self, at: usize, place: &TermNode<'p>) -> Revised {
        let args = &place.args[..];
        match place.node {
            Node::Constant(_) | Node::Var(_) => Ok(()),
            Node::Not(_) => self.complement(at, args[0]),
            Node::Neg(_) => self.negation(at, args[0]),
            Node::Binary(op, ..) => self.binary(at, place, op),
            Node::Compare(op, ..) => self.compare(at, op, args[0], args[1]),
            Node::Overflow(op, ..) => self.overflow(at, op, args[0], args[1]),
            Node::Concat { .. } => self.concat(at, args[0], args[1]),
            Node::Extract { low, .. } => self.extract(at, args[0], low),
            Node::ZeroExtend(_) => {
                if let Some(of) = place.magnitude_of {
                    self.absolute(at, of)?;
                }
                self.zero_extend(at, args[0])
            }
            Node::SignExtend(_) => self.sign_extend(at, args[0]),
            Node::Ite { .. } => self.choice(at, args[0], args[1], args[2]),
            Node::Float(op, format, ..) => self.float(at, op, format, args[0], args[1]),
            Node::FloatUnary(op, format, _) => self.float_unary(at, op, format, args[0]),
            Node::Fma(format, _) => self.fused(at, format, args),
            Node::FloatCompare(op, format, ..) => {
                self.float_compare(at, op, format, args[0], args[1])
            }
            Node::FloatToFloat { from, to, .. } => self.float_to_float(at, from, to, args[0]),
            Node::IntToFloat { signed, to, .. } => self.int_to_float(at, signed, to, args[0]),
            Node::FloatToInt { signed, from, .. } => self.float_to_int(at, signed, from, args[0]),
            Node::Lookup { .. } => self.table(at, args[0], &args[1..]),
            Node::Apply { .. } => match &place.function {
                Some(known) => self.application(at, known, args),
                None => Ok(()),
            },
        }
    }

    fn binary(&mut self, at: usize, place: &TermNode<'p>, op: BinaryOp) -> Revised {
        let (a, b) = (place.args[0], place.args[1]);
        if flips_sign(self.net.pool, &place.node) {
            self.opposite(at, a)?;
        }
        match op {
            BinaryOp::And => self.and(at, a, b),
            BinaryOp::Or => self.or(at, a, b),
            BinaryOp::Xor => self.xor(at, a, b),
            BinaryOp::Add => self.sum(at, place.wraps, a, b),
            BinaryOp::Sub => self.difference(at, place.wraps, a, b),
            BinaryOp::Mul => self.product(at, place.wraps, a, b),
            BinaryOp::Udiv => self.natural_quotient(at, a, b),
            BinaryOp::Urem => self.natural_remainder(at, a, b),
            BinaryOp::Sdiv => self.signed_quotient(at, a, b),
            BinaryOp::Srem => self.signed_remainder(at, a, b),
            BinaryOp::Shl => self.shift_left(at, a, b),
            BinaryOp::Lshr => self.shift_right(at, a, b),
            BinaryOp::Ashr => self.shift_right_signed(at, a, b),
        }
    }
}

/// Reading and narrowing.
impl Propagator<'_, '_> {
    /// Natural or signed bounds.
    pub fn bounds(&self, at: usize, signed: bool) -> (i128, i128) {
        match signed {
            true => self.values[at].signed_wide(),
            false => self.values[at].natural_wide(),
        }
    }

    /// Replaces bounds by tighter ones, and marks who must hear of it.
    pub fn replace(&mut self, at: usize, value: Value) {
        if self.values[at] == value {
            return;
        }
        self.values[at] = value;
        self.dirty[at] = true;
        for &user in &self.net.places[at].users {
            self.dirty[user] = true;
        }
    }

    /// Narrows natural or signed bounds.
    pub fn narrow(&mut self, at: usize, signed: bool, bounds: (i128, i128)) -> Revised {
        let value = match signed {
            true => self.values[at].with_signed(bounds.0, bounds.1)?,
            false => self.values[at].with_natural(bounds.0, bounds.1)?,
        };
        self.replace(at, value);
        Ok(())
    }

    /// Narrows a float.
    pub fn narrow_floats(&mut self, at: usize, floats: Floats) -> Revised {
        let value = self.values[at].with_floats(floats)?;
        self.replace(at, value);
        Ok(())
    }

    /// Narrows all views to another term's, or to a hull of them.
    pub fn narrow_to(&mut self, at: usize, other: &Value) -> Revised {
        let value = self.values[at].meet(other)?;
        self.replace(at, value);
        Ok(())
    }

    /// A condition holds, or does not.
    pub fn decide(&mut self, at: usize, holds: bool) -> Revised {
        self.narrow(at, false, (holds.into(), holds.into()))
    }
}
