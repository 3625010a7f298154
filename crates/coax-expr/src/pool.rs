//! The pool: every term there is, each exactly once.
//!
//! Invariants: equal terms have equal ids (structurally, after rewriting); an operand's id is
//! smaller than that of the term made of it; a term never changes. A node takes 16 bytes, with
//! wide constants and operand lists beside it, and making one is a single table lookup.
//!
//! Terms are made only by the constructors (`build.rs` and its neighbours), which rewrite; what
//! is here stores terms as they are given.

use std::rc::Rc;

use hashbrown::HashTable;

use crate::bits::Bits;
use crate::meaning;
use crate::nesting::Nesting;
use crate::occurrences::Occurrences;
use crate::packed::{Kind, Packed};
use crate::rewritten::Rewritten;
use crate::slices::Slices;
use crate::term::{FloatFormat, Function, Node, Term, Var};

struct VarInfo {
    name: Box<str>,
    width: u32,
    term: Option<Term>,
}

/// What a function gives for the values of its arguments; `None` where it gives nothing (it never
/// returns, or it cannot be called). The same arguments always give the same result.
pub type Meaning = Rc<dyn Fn(&[u128]) -> Option<u128>>;

struct Declared {
    signature: Signature,
    meaning: Meaning,
}

/// The signature of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// Its name.
    pub name: Box<str>,
    /// Widths of its arguments.
    pub args: Box<[u32]>,
    /// Width of its result.
    pub result: u32,
}

/// All terms. See the file's head for what it keeps.
#[derive(Default)]
pub struct Pool {
    nodes: Vec<Packed>,
    table: HashTable<Term>,
    occurrences: Occurrences,
    /// Limbs of constants wider than 64 bits.
    limbs: Slices<u64>,
    /// Operands of tables and applications.
    lists: Slices<Term>,
    vars: Vec<VarInfo>,
    functions: Vec<Declared>,
    /// Keeps rules from nesting without bound.
    pub(crate) nesting: Nesting,
    rewritten: Rewritten,
}

/// Leaves.
impl Pool {
    /// A pool without terms.
    pub fn new() -> Pool {
        Pool::default()
    }

    /// A constant, cut to the width.
    pub fn constant(&mut self, width: u32, value: u128) -> Term {
        if width <= 64 && width > 0 {
            return self.word_constant(width, value as u64);
        }
        self.bits_constant(&Bits::new(width, value))
    }

    /// A constant of any width, least significant limb first, cut to the width.
    pub fn wide_constant(&mut self, width: u32, limbs: &[u64]) -> Term {
        self.bits_constant(&Bits::from_limbs(width, limbs))
    }

    /// A value as a constant.
    pub fn bits_constant(&mut self, value: &Bits) -> Term {
        if value.width() <= 64 {
            return self.word_constant(value.width(), value.low_word());
        }
        let limbs = self.limbs.intern(value.limbs());
        self.intern(Packed::new(Kind::Constant, value.width(), 0, limbs.into()))
    }

    /// A constant of at most 64 bits, cut to the width.
    pub(crate) fn word_constant(&mut self, width: u32, value: u64) -> Term {
        self.intern(Packed::new(Kind::Constant, width, 0, value & meaning::mask(width)))
    }

    /// A constant of width 1.
    pub fn truth(&mut self, value: bool) -> Term {
        self.word_constant(1, value.into())
    }

    /// The constant 0.
    pub(crate) fn zero(&mut self, width: u32) -> Term {
        self.constant(width, 0)
    }

    /// The constant with all bits 1.
    pub(crate) fn ones(&mut self, width: u32) -> Term {
        self.bits_constant(&Bits::ones(width))
    }

    /// A new variable of 1 to 64 bits. Names are for people; two variables may share one.
    pub fn new_var(&mut self, name: &str, width: u32) -> Var {
        assert!((1..=64).contains(&width), "no variable has {width} bits");
        let var = Var(u32::try_from(self.vars.len()).expect("fewer than 2^32 variables"));
        self.vars.push(VarInfo { name: name.into(), width, term: None });
        var
    }

    /// A variable as a term.
    pub fn var(&mut self, var: Var) -> Term {
        let info = &self.vars[var.0 as usize];
        if let Some(term) = info.term {
            return term;
        }
        let term = self.intern(Packed::new(Kind::Var, info.width, var.0, 0));
        self.vars[var.0 as usize].term = Some(term);
        term
    }

    /// The name a variable was given.
    pub fn var_name(&self, var: Var) -> &str {
        &self.vars[var.0 as usize].name
    }

    /// The width of a variable.
    pub fn var_width(&self, var: Var) -> u32 {
        self.vars[var.0 as usize].width
    }

    /// How many variables there are; their numbers are below this.
    pub fn var_count(&self) -> usize {
        self.vars.len()
    }

    /// A new function, with the widths of its arguments and of its result.
    pub fn declare(&mut self, name: &str, args: &[u32], result: u32, meaning: Meaning) -> Function {
        let function = Function(u32::try_from(self.functions.len()).expect("few functions"));
        let signature = Signature { name: name.into(), args: args.into(), result };
        self.functions.push(Declared { signature, meaning });
        function
    }

    /// What was declared.
    pub fn signature(&self, function: Function) -> &Signature {
        &self.functions[function.0 as usize].signature
    }

    /// What a function gives for these values, if it gives anything.
    pub fn call(&self, function: Function, args: &[u128]) -> Option<u128> {
        (self.functions[function.0 as usize].meaning)(args)
    }
}

/// Looking.
impl Pool {
    /// How many bits a term has.
    #[inline]
    pub fn width(&self, t: Term) -> u32 {
        self.nodes[t.index()].width.into()
    }

    /// The value of a constant of at most 128 bits.
    pub fn as_constant(&self, t: Term) -> Option<u128> {
        match self.width(t) {
            0..=64 => self.as_word(t).map(u128::from),
            65..=128 => self.as_bits(t).map(|bits| bits.low_u128()),
            _ => None,
        }
    }

    /// The value of a constant of at most 64 bits.
    #[inline]
    pub(crate) fn as_word(&self, t: Term) -> Option<u64> {
        let node = &self.nodes[t.index()];
        (node.kind == Kind::Constant && node.width <= 64).then_some(node.rest)
    }

    /// The value of a constant.
    #[inline]
    pub fn as_bits(&self, t: Term) -> Option<Bits> {
        match self.is_constant(t) {
            true => Some(self.constant_bits(t)),
            false => None,
        }
    }

    fn constant_bits(&self, t: Term) -> Bits {
        let node = &self.nodes[t.index()];
        match node.width {
            0..=64 => Bits::new(node.width.into(), node.rest.into()),
            width => Bits::from_limbs(width.into(), self.limbs.get(node.list())),
        }
    }

    /// Is it a constant?
    #[inline]
    pub fn is_constant(&self, t: Term) -> bool {
        self.nodes[t.index()].kind == Kind::Constant
    }

    /// Is it the constant 1 of width 1?
    pub fn is_true(&self, t: Term) -> bool {
        self.width(t) == 1 && self.as_word(t) == Some(1)
    }

    /// Is it the constant 0 of width 1?
    pub fn is_false(&self, t: Term) -> bool {
        self.width(t) == 1 && self.as_word(t) == Some(0)
    }

    /// Is it the constant 0?
    #[inline]
    pub(crate) fn is_zero(&self, t: Term) -> bool {
        let node = &self.nodes[t.index()];
        match node.kind {
            Kind::Constant if node.width <= 64 => node.rest == 0,
            Kind::Constant => self.limbs.get(node.list()).iter().all(|&l| l == 0),
            _ => false,
        }
    }

    /// Is it the constant with all bits 1?
    #[inline]
    pub(crate) fn is_ones(&self, t: Term) -> bool {
        match self.as_word(t) {
            Some(word) => word == meaning::mask(self.width(t)),
            None => self.as_bits(t).is_some_and(|bits| bits.is_ones()),
        }
    }

    #[inline]
    pub(crate) fn packed(&self, t: Term) -> &Packed {
        &self.nodes[t.index()]
    }

    /// What a term is.
    #[inline]
    pub fn node(&self, t: Term) -> Node<'_> {
        let node = &self.nodes[t.index()];
        let of_result = || FloatFormat::of_width(node.width.into());
        let of_operand = || FloatFormat::of_width(self.width(node.a()));
        match node.kind {
            Kind::Constant if node.width <= 64 => Node::Constant(std::slice::from_ref(&node.rest)),
            Kind::Constant => Node::Constant(self.limbs.get(node.list())),
            Kind::Var => Node::Var(Var(node.first)),
            Kind::Not => Node::Not(node.a()),
            Kind::Neg => Node::Neg(node.a()),
            Kind::Binary(op) => Node::Binary(op, node.a(), node.b()),
            Kind::Compare(op) => Node::Compare(op, node.a(), node.b()),
            Kind::Overflow(op) => Node::Overflow(op, node.a(), node.b()),
            Kind::Concat => Node::Concat { high: node.a(), low: node.b() },
            Kind::Extract => {
                let low = node.rest as u32;
                Node::Extract { of: node.a(), high: low + u32::from(node.width) - 1, low }
            }
            Kind::ZeroExtend => Node::ZeroExtend(node.a()),
            Kind::SignExtend => Node::SignExtend(node.a()),
            Kind::Ite => Node::Ite { condition: node.a(), then: node.b(), els: node.c() },
            Kind::Float(op) => Node::Float(op, of_result(), node.a(), node.b()),
            Kind::FloatUnary(op) => Node::FloatUnary(op, of_result(), node.a()),
            Kind::Fma => Node::Fma(of_result(), [node.a(), node.b(), node.c()]),
            Kind::FloatCompare(op) => Node::FloatCompare(op, of_operand(), node.a(), node.b()),
            Kind::FloatToFloat => {
                Node::FloatToFloat { from: of_operand(), to: of_result(), of: node.a() }
            }
            Kind::IntToFloat { signed } => {
                Node::IntToFloat { signed, to: of_result(), of: node.a() }
            }
            Kind::FloatToInt { signed } => {
                Node::FloatToInt { signed, from: of_operand(), of: node.a() }
            }
            Kind::Lookup => Node::Lookup { elements: self.lists.get(node.list()), index: node.a() },
            Kind::Apply => {
                let function = Function((node.rest >> 32) as u32);
                Node::Apply { function, args: self.lists.get(node.list()) }
            }
        }
    }

    /// The variables a term depends on, sorted, each once.
    pub fn vars(&self, t: Term) -> &[Var] {
        self.occurrences.vars(t)
    }

    /// Does a float operation occur in it?
    pub fn has_float(&self, t: Term) -> bool {
        self.occurrences.has_float(t)
    }

    /// Does an uninterpreted function occur in it?
    pub fn has_apply(&self, t: Term) -> bool {
        self.occurrences.has_apply(t)
    }

    /// How many terms there are; their indices are below this.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Is there no term yet?
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}

/// Storing.
impl Pool {
    /// A node that is stored already, or what the rules make of it, or the node itself.
    ///
    /// Looking first is right because rules see nothing but the operands, which never change: they
    /// have been asked about a stored node before and had no answer.
    #[inline]
    pub(crate) fn rewritten_or_stored(
        &mut self,
        node: Packed,
        rules: impl FnOnce(&mut Pool) -> Option<Term>,
    ) -> Term {
        let hash = node.hash();
        if let Some(term) = self.find(hash, &node).or_else(|| self.rewritten.find(hash, &node)) {
            return term;
        }
        if self.nesting.enter() {
            let result = rules(self);
            self.nesting.leave();
            if let Some(term) = result {
                self.rewritten.note(hash, node, term);
                return term;
            }
        }
        self.intern(node)
    }

    #[inline]
    fn find(&self, hash: u64, node: &Packed) -> Option<Term> {
        self.table.find(hash, |&term| self.nodes[term.index()] == *node).copied()
    }

    /// The node of a table.
    pub(crate) fn lookup_node(&mut self, elements: &[Term], index: Term) -> Packed {
        let width = self.width(elements[0]);
        let list = self.lists.intern(elements);
        Packed::new(Kind::Lookup, width, index.raw(), list.into())
    }

    /// The node of an application.
    pub(crate) fn apply_node(&mut self, function: Function, args: &[Term]) -> Packed {
        let width = self.signature(function).result;
        let list = self.lists.intern(args);
        Packed::new(Kind::Apply, width, 0, u64::from(list) | u64::from(function.0) << 32)
    }

    pub(crate) fn intern(&mut self, node: Packed) -> Term {
        let hash = node.hash();
        if let Some(term) = self.find(hash, &node) {
            return term;
        }
        let term = Term::from_index(self.nodes.len());
        self.nodes.push(node);
        let list = match node.kind {
            Kind::Lookup | Kind::Apply => self.lists.get(node.list()),
            _ => &[],
        };
        self.occurrences.push(&node, list);
        let nodes = &self.nodes;
        self.table.insert_unique(hash, term, |&term| nodes[term.index()].hash());
        term
    }
}
