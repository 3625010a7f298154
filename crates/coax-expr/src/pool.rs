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

use crate::bits::{Bits, limb_count};
use crate::meaning;
use crate::nesting::Nesting;
use crate::packed::{Kind, Packed};
use crate::rewritten::Rewritten;
use crate::term::{FloatFormat, Function, Node, Term, Var};
use crate::var_sets::{SetId, VarSets};

/// What is known of a term besides its node: its variables and what occurs in it.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Facts {
    vars: SetId,
    has_float: bool,
    has_apply: bool,
}

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
    facts: Vec<Facts>,
    table: HashTable<Term>,
    /// Limbs of constants wider than 64 bits.
    limbs: Vec<u64>,
    /// Where each distinct wide constant starts in `limbs`.
    wide_table: HashTable<(u32, u16)>,
    /// Operand lists, one after the other.
    operands: Vec<Term>,
    /// Start and length of each distinct operand list.
    lists: Vec<(u32, u32)>,
    list_table: HashTable<u32>,
    vars: Vec<VarInfo>,
    functions: Vec<Declared>,
    var_sets: VarSets,
    /// Keeps rules from nesting without bound.
    pub(crate) nesting: Nesting,
    rewritten: Rewritten,
}

/// Mixes words into a hash. The same on every run: nothing may depend on chance.
fn mix(words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(0x243F_6A88_85A3_08D3, |hash, word| {
        let product = u128::from(hash ^ word) * 0x9E37_79B9_7F4A_7C15u128;
        product as u64 ^ (product >> 64) as u64
    })
}

fn hash_node(node: &Packed) -> u64 {
    // Two kinds that collide here are told apart by the comparison that follows.
    let kind = match node.kind {
        Kind::Binary(op) => 32 + op as u64,
        Kind::Compare(op) => 64 + op as u64,
        Kind::Overflow(op) => 72 + op as u64,
        Kind::Float(op) => 80 + op as u64,
        Kind::FloatUnary(op) => 88 + op as u64,
        Kind::FloatCompare(op) => 96 + op as u64,
        Kind::Constant => 0,
        Kind::Var => 1,
        Kind::Not => 2,
        Kind::Neg => 3,
        Kind::Concat => 4,
        Kind::Extract => 5,
        Kind::ZeroExtend => 6,
        Kind::SignExtend => 7,
        Kind::Ite => 8,
        Kind::Fma => 9,
        Kind::FloatToFloat => 10,
        Kind::IntToFloat { signed } => 11 + u64::from(signed),
        Kind::FloatToInt { signed } => 13 + u64::from(signed),
        Kind::Lookup => 15,
        Kind::Apply => 16,
    };
    mix([u64::from(node.first) | kind << 32 | u64::from(node.width) << 48, node.rest])
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
        let start = self.intern_limbs(value.limbs());
        self.intern(Packed::new(Kind::Constant, value.width(), 0, start.into()))
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
            width => Bits::from_limbs(width.into(), self.limbs_at(node.rest as u32, width)),
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
            Kind::Constant => self.limbs_at(node.rest as u32, node.width).iter().all(|&l| l == 0),
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
            Kind::Constant => Node::Constant(self.limbs_at(node.rest as u32, node.width)),
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
            Kind::Lookup => Node::Lookup { elements: self.list(node.rest as u32), index: node.a() },
            Kind::Apply => {
                let function = Function((node.rest >> 32) as u32);
                Node::Apply { function, args: self.list(node.rest as u32) }
            }
        }
    }

    /// The variables a term depends on, sorted, each once.
    pub fn vars(&self, t: Term) -> &[Var] {
        self.var_sets.get(self.facts[t.index()].vars)
    }

    /// Does a float operation occur in it?
    pub fn has_float(&self, t: Term) -> bool {
        self.facts[t.index()].has_float
    }

    /// Does an uninterpreted function occur in it?
    pub fn has_apply(&self, t: Term) -> bool {
        self.facts[t.index()].has_apply
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
        let hash = hash_node(&node);
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
        let list = self.intern_list(elements);
        Packed::new(Kind::Lookup, width, index.raw(), list.into())
    }

    /// The node of an application.
    pub(crate) fn apply_node(&mut self, function: Function, args: &[Term]) -> Packed {
        let width = self.signature(function).result;
        let list = self.intern_list(args);
        Packed::new(Kind::Apply, width, 0, u64::from(list) | u64::from(function.0) << 32)
    }

    pub(crate) fn intern(&mut self, node: Packed) -> Term {
        let hash = hash_node(&node);
        if let Some(term) = self.find(hash, &node) {
            return term;
        }
        let term = Term::from_index(self.nodes.len());
        self.nodes.push(node);
        let facts = self.facts_of(term);
        self.facts.push(facts);
        let nodes = &self.nodes;
        self.table.insert_unique(hash, term, |&term| hash_node(&nodes[term.index()]));
        term
    }

    /// Facts of the node stored last, from those of its operands.
    fn facts_of(&mut self, term: Term) -> Facts {
        let node = self.nodes[term.index()];
        let of = |pool: &Pool, t: Term| pool.facts[t.index()];
        let mut facts = match node.kind {
            Kind::Constant => Facts::default(),
            Kind::Var => {
                Facts { vars: self.var_sets.singleton(Var(node.first)), ..Facts::default() }
            }
            Kind::Lookup | Kind::Apply => self.facts_of_list(&node),
            Kind::Ite | Kind::Fma => {
                let two = self.joined(of(self, node.a()), of(self, node.b()));
                self.joined(two, of(self, node.c()))
            }
            _ if node.rest != 0 && node.kind != Kind::Extract => {
                self.joined(of(self, node.a()), of(self, node.b()))
            }
            _ => of(self, node.a()),
        };
        facts.has_float |= matches!(
            node.kind,
            Kind::Float(_)
                | Kind::FloatUnary(_)
                | Kind::Fma
                | Kind::FloatCompare(_)
                | Kind::FloatToFloat
                | Kind::IntToFloat { .. }
                | Kind::FloatToInt { .. }
        );
        facts.has_apply |= node.kind == Kind::Apply;
        facts
    }

    fn facts_of_list(&mut self, node: &Packed) -> Facts {
        let mut facts = match node.kind {
            Kind::Lookup => self.facts[node.a().index()],
            _ => Facts::default(),
        };
        let (start, len) = self.lists[node.rest as u32 as usize];
        for place in start..start + len {
            let element = self.facts[self.operands[place as usize].index()];
            if element != facts {
                facts = self.joined(facts, element);
            }
        }
        facts
    }

    fn joined(&mut self, a: Facts, b: Facts) -> Facts {
        Facts {
            vars: self.var_sets.union(a.vars, b.vars),
            has_float: a.has_float | b.has_float,
            has_apply: a.has_apply | b.has_apply,
        }
    }

    fn list(&self, id: u32) -> &[Term] {
        let (start, len) = self.lists[id as usize];
        &self.operands[start as usize..][..len as usize]
    }

    fn intern_list(&mut self, terms: &[Term]) -> u32 {
        let hash_terms = |terms: &[Term]| mix(terms.iter().map(|term| term.raw().into()));
        let hash = hash_terms(terms);
        if let Some(&id) = self.list_table.find(hash, |&id| self.list(id) == terms) {
            return id;
        }
        let id = u32::try_from(self.lists.len()).expect("fewer than 2^32 lists");
        let start = u32::try_from(self.operands.len()).expect("fewer than 2^32 operands");
        self.operands.extend_from_slice(terms);
        self.lists.push((start, terms.len() as u32));
        let (lists, operands) = (&self.lists, &self.operands);
        self.list_table.insert_unique(hash, id, |&id| {
            let (start, len) = lists[id as usize];
            hash_terms(&operands[start as usize..][..len as usize])
        });
        id
    }

    fn limbs_at(&self, start: u32, width: u16) -> &[u64] {
        &self.limbs[start as usize..][..limb_count(width.into())]
    }

    fn intern_limbs(&mut self, value: &[u64]) -> u32 {
        let hash = mix(value.iter().copied());
        let limbs = &self.limbs;
        let at = |&(start, len): &(u32, u16)| &limbs[start as usize..][..len.into()];
        if let Some(&(start, _)) = self.wide_table.find(hash, |place| at(place) == value) {
            return start;
        }
        let start = u32::try_from(self.limbs.len()).expect("fewer than 2^32 limbs");
        self.limbs.extend_from_slice(value);
        let limbs = &self.limbs;
        self.wide_table.insert_unique(hash, (start, value.len() as u16), |&(start, len)| {
            mix(limbs[start as usize..][..len.into()].iter().copied())
        });
        start
    }
}
