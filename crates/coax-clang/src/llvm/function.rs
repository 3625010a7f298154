//! A function as plain data: blocks of instructions over numbered values.
//!
//! Values are the parameters, then every instruction in order (also those without a result), so
//! the value of instruction `i` is `params + i`. Codes are those of the shim's functions.cpp.

use std::ops::Range;

use super::constant::Constant;
use super::stream::Stream;
use super::types::TypeNumber;

/// A value: a parameter or an instruction's result.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Value(pub u32);

impl Value {
    /// As an index into tables of values.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What an instruction works on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// A parameter or an earlier result.
    Local(Value),
    /// An entry of [`Function::constants`].
    Constant(u32),
    /// Something that is no value (metadata).
    None,
}

/// A function's body.
pub struct Function {
    /// How many parameters.
    pub params: u32,
    /// Constants: type and scalar leaves.
    pub constants: Vec<(TypeNumber, Vec<Constant>)>,
    /// Places; [`Instruction::place`] minus 1 is an index.
    pub places: Vec<PlaceRecord>,
    /// Blocks in order; the first is the entry.
    pub blocks: Vec<Block>,
    /// All instructions, block after block.
    pub instructions: Vec<Instruction>,
    /// Source variables that have a home.
    pub variables: Vec<VariableRecord>,
}

/// A block: a range of instructions.
pub struct Block {
    /// Indices into [`Function::instructions`].
    pub range: Range<usize>,
}

/// A source place; `outer` is the number (plus 1) of the place it was inlined at.
#[derive(Debug)]
#[allow(missing_docs, reason = "the fields say what they are")]
pub struct PlaceRecord {
    pub directory: String,
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub outer: u32,
    pub function: String,
}

/// A source variable whose address is known.
#[derive(Debug)]
pub struct VariableRecord {
    /// Its address.
    pub address: Operand,
    /// The address of its address, rather.
    pub indirect: bool,
    /// Its name.
    pub name: String,
    /// Debug node of its type, plus 1; 0 for none.
    pub node: u32,
    /// Number of the parameter, from 1; 0 if it is none.
    pub parameter: u32,
    /// Where it is declared: place number.
    pub place: u32,
}

/// An instruction.
pub struct Instruction {
    /// What it does.
    pub op: Op,
    /// Type of the result.
    pub ty: TypeNumber,
    /// Place number; 0 is none.
    pub place: u32,
}

/// A binary operation; the order is LLVM's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "LLVM's names")]
pub enum BinaryOp {
    Add,
    FAdd,
    Sub,
    FSub,
    Mul,
    FMul,
    UDiv,
    SDiv,
    FDiv,
    URem,
    SRem,
    FRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
}

impl BinaryOp {
    /// From LLVM's opcode minus its first binary opcode.
    pub fn from_code(code: u64) -> BinaryOp {
        use BinaryOp::*;
        const ALL: [BinaryOp; 18] = [
            Add, FAdd, Sub, FSub, Mul, FMul, UDiv, SDiv, FDiv, URem, SRem, FRem, Shl, LShr, AShr,
            And, Or, Xor,
        ];
        ALL[code as usize]
    }
}

/// A conversion; the order is LLVM's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "LLVM's names")]
pub enum CastOp {
    Trunc,
    ZExt,
    SExt,
    FPToUI,
    FPToSI,
    UIToFP,
    SIToFP,
    FPTrunc,
    FPExt,
    PtrToInt,
    PtrToAddr,
    IntToPtr,
    BitCast,
    AddrSpaceCast,
}

impl CastOp {
    fn from_code(code: u64) -> CastOp {
        use CastOp::*;
        const ALL: [CastOp; 14] = [
            Trunc,
            ZExt,
            SExt,
            FPToUI,
            FPToSI,
            UIToFP,
            SIToFP,
            FPTrunc,
            FPExt,
            PtrToInt,
            PtrToAddr,
            IntToPtr,
            BitCast,
            AddrSpaceCast,
        ];
        ALL[code as usize]
    }
}

/// What an atomic read-modify-write does; the order is LLVM's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "LLVM's names")]
pub enum RmwOp {
    Xchg,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    Max,
    Min,
    UMax,
    UMin,
    FAdd,
    FSub,
    FMax,
    FMin,
    Other,
    UIncWrap,
    UDecWrap,
    USubCond,
    USubSat,
}

impl RmwOp {
    fn from_code(code: u64) -> RmwOp {
        use RmwOp::*;
        const ALL: [RmwOp; 21] = [
            Xchg, Add, Sub, And, Nand, Or, Xor, Max, Min, UMax, UMin, FAdd, FSub, FMax, FMin,
            Other, Other, UIncWrap, UDecWrap, USubCond, USubSat,
        ];
        ALL.get(code as usize).copied().unwrap_or(Other)
    }
}

/// What an instruction does. Block numbers are plain `u32`.
#[derive(Debug)]
#[allow(missing_docs, reason = "as in LLVM's language reference")]
pub enum Op {
    Ret(Option<(TypeNumber, Operand)>),
    Jump(u32),
    Branch { cond: Operand, then: u32, els: u32 },
    Switch { value: Operand, default: u32, cases: Vec<(u128, u32)> },
    IndirectBr { address: Operand, targets: Vec<u32> },
    Invoke { call: Call, normal: u32, unwind: u32 },
    Resume(Operand),
    Unreachable,
    Binary { op: BinaryOp, nsw: bool, a: Operand, b: Operand },
    FNeg(Operand),
    Alloca { of: TypeNumber, size: u64, align: u64, count: Option<Operand> },
    Load(Operand),
    Store { ty: TypeNumber, value: Operand, address: Operand },
    Gep { base: Operand, offset: i64, indices: Vec<(Operand, i64)> },
    Cast { op: CastOp, from: TypeNumber, src: Operand },
    ICmp { pred: u32, ty: TypeNumber, a: Operand, b: Operand },
    FCmp { pred: u32, ty: TypeNumber, a: Operand, b: Operand },
    Phi(Vec<(Operand, u32)>),
    Select { cond: Operand, then: Operand, els: Operand },
    ExtractValue { from: Operand, ty: TypeNumber, path: Vec<u32> },
    InsertValue { into: Operand, value: Operand, path: Vec<u32> },
    ExtractElement { ty: TypeNumber, from: Operand, index: Operand },
    InsertElement { into: Operand, value: Operand, index: Operand },
    Shuffle { ty: TypeNumber, a: Operand, b: Operand, mask: Vec<i64> },
    Freeze(Operand),
    LandingPad { cleanup: bool, clauses: Vec<PadClause> },
    AtomicRmw { op: RmwOp, address: Operand, value: Operand },
    CmpXchg { ty: TypeNumber, address: Operand, expected: Operand, new: Operand },
    Fence,
    Call(Call),
    Unsupported(String),
}

/// A clause of a landing pad; type_infos are symbol numbers.
#[derive(Debug)]
pub enum PadClause {
    /// This type, or anything.
    Catch(Option<u32>),
    /// None of these types.
    Filter(Vec<Option<u32>>),
}

/// A call.
#[derive(Debug)]
pub struct Call {
    /// Who is called.
    pub callee: Called,
    /// Its own function type is variadic.
    pub variadic: bool,
    /// May return twice (`setjmp`).
    pub returns_twice: bool,
    /// Named arguments.
    pub fixed: u32,
    /// All arguments.
    pub args: Vec<Argument>,
}

/// Who is called.
#[derive(Debug)]
pub enum Called {
    /// A symbol of the module.
    Symbol(u32),
    /// A function address.
    Operand(Operand),
    /// An intrinsic, by its name without type suffixes.
    Intrinsic(String),
    /// Inline assembly that computes nothing: each result is the argument of this number.
    InertAssembly(Vec<u32>),
    /// Any other inline assembly.
    Assembly,
}

/// An argument of a call.
#[derive(Debug)]
pub struct Argument {
    /// Its value.
    pub value: Operand,
    /// Must be initialised.
    pub noundef: bool,
    /// Passed as a copy: size and alignment.
    pub byval: Option<(u64, u64)>,
}

impl Function {
    /// Reads a function's stream.
    pub fn read(stream: &mut Stream) -> Function {
        let params = stream.small();
        let constants = stream.list(|s| (TypeNumber(s.small()), s.list(Constant::read)));
        let places = stream.list(read_place);
        let mut instructions = Vec::new();
        let blocks = stream.list(|s| {
            let first = instructions.len();
            instructions.extend((0..s.index()).map(|_| read_instruction(s)));
            Block { range: first..instructions.len() }
        });
        let variables = stream.list(read_variable);
        Function { params, constants, places, blocks, instructions, variables }
    }

    /// The value of an instruction.
    pub fn value(&self, instruction: usize) -> Value {
        Value(self.params + instruction as u32)
    }

    /// The instruction a value is the result of; none for a parameter.
    pub fn definition(&self, value: Value) -> Option<usize> {
        value.0.checked_sub(self.params).map(|index| index as usize)
    }

    /// The blocks a block can continue at.
    pub fn successors(&self, block: usize) -> Vec<u32> {
        let range = &self.blocks[block].range;
        match self.instructions[range.clone()].last().map(|last| &last.op) {
            Some(Op::Jump(to)) => vec![*to],
            Some(Op::Branch { then, els, .. }) => vec![*then, *els],
            Some(Op::Switch { default, cases, .. }) => {
                std::iter::once(*default).chain(cases.iter().map(|case| case.1)).collect()
            }
            Some(Op::IndirectBr { targets, .. }) => targets.clone(),
            Some(Op::Invoke { normal, unwind, .. }) => vec![*normal, *unwind],
            _ => Vec::new(),
        }
    }
}

impl Op {
    /// Calls `visit` with every operand, in order (phis included).
    pub fn operands(&self, mut visit: impl FnMut(Operand)) {
        match self {
            Op::Jump(_)
            | Op::Unreachable
            | Op::Fence
            | Op::Unsupported(_)
            | Op::LandingPad { .. } => {}
            Op::Ret(value) => value.iter().for_each(|(_, value)| visit(*value)),
            Op::Branch { cond, .. } => visit(*cond),
            Op::Switch { value, .. } => visit(*value),
            Op::IndirectBr { address, .. } => visit(*address),
            Op::Resume(a) | Op::FNeg(a) | Op::Load(a) | Op::Freeze(a) => visit(*a),
            Op::Binary { a, b, .. }
            | Op::ICmp { a, b, .. }
            | Op::FCmp { a, b, .. }
            | Op::Shuffle { a, b, .. } => [*a, *b].into_iter().for_each(visit),
            Op::Alloca { count, .. } => count.iter().for_each(|count| visit(*count)),
            Op::Store { value, address, .. } => [*value, *address].into_iter().for_each(visit),
            Op::Gep { base, indices, .. } => {
                visit(*base);
                indices.iter().for_each(|(index, _)| visit(*index));
            }
            Op::Cast { src, .. } => visit(*src),
            Op::Phi(incoming) => incoming.iter().for_each(|(value, _)| visit(*value)),
            Op::Select { cond, then, els } => [*cond, *then, *els].into_iter().for_each(visit),
            Op::ExtractValue { from, .. } => visit(*from),
            Op::InsertValue { into, value, .. } => [*into, *value].into_iter().for_each(visit),
            Op::ExtractElement { from, index, .. } => [*from, *index].into_iter().for_each(visit),
            Op::InsertElement { into, value, index } => {
                [*into, *value, *index].into_iter().for_each(visit);
            }
            Op::AtomicRmw { address, value, .. } => [*address, *value].into_iter().for_each(visit),
            Op::CmpXchg { address, expected, new, .. } => {
                [*address, *expected, *new].into_iter().for_each(visit);
            }
            Op::Call(call) | Op::Invoke { call, .. } => {
                if let Called::Operand(callee) = call.callee {
                    visit(callee);
                }
                call.args.iter().for_each(|arg| visit(arg.value));
            }
        }
    }
}

fn read_operand(stream: &mut Stream) -> Operand {
    let code = stream.number();
    let number = (code >> 2) as u32;
    match code & 3 {
        0 => Operand::Local(Value(number)),
        1 => Operand::Constant(number),
        _ => Operand::None,
    }
}

fn read_type(stream: &mut Stream) -> TypeNumber {
    TypeNumber(stream.small())
}

fn read_place(stream: &mut Stream) -> PlaceRecord {
    let (directory, file) = (stream.text(), stream.text());
    let (line, column, outer) = (stream.small(), stream.small(), stream.small());
    let function = if outer == 0 { String::new() } else { stream.text() };
    PlaceRecord { directory, file, line, column, outer, function }
}

fn read_variable(stream: &mut Stream) -> VariableRecord {
    VariableRecord {
        address: read_operand(stream),
        indirect: stream.flag(),
        name: stream.text(),
        node: stream.small(),
        parameter: stream.small(),
        place: stream.small(),
    }
}

fn read_instruction(stream: &mut Stream) -> Instruction {
    let code = stream.number();
    let ty = read_type(stream);
    let place = stream.small();
    Instruction { op: read_op(code, stream), ty, place }
}

/// Field initialisers run in the order they are written, which is the order of the stream.
fn read_op(code: u64, s: &mut Stream) -> Op {
    match code {
        0 => Op::Ret(s.small().checked_sub(1).map(|ty| (TypeNumber(ty), read_operand(s)))),
        1 => Op::Jump(s.small()),
        2 => Op::Branch { cond: read_operand(s), then: s.small(), els: s.small() },
        3 => Op::Switch { value: read_operand(s), default: s.small(), cases: s.list(read_case) },
        4 => Op::IndirectBr { address: read_operand(s), targets: s.list(Stream::small) },
        5 => Op::Invoke { call: read_call(s), normal: s.small(), unwind: s.small() },
        6 => Op::Resume(read_operand(s)),
        7 => Op::Unreachable,
        8 => Op::Binary {
            op: BinaryOp::from_code(s.number()),
            nsw: s.flag(),
            a: read_operand(s),
            b: read_operand(s),
        },
        9 => Op::FNeg(read_operand(s)),
        10 => Op::Alloca {
            of: read_type(s),
            size: s.number(),
            align: s.number(),
            count: s.flag().then(|| read_operand(s)),
        },
        11 => Op::Load(read_operand(s)),
        12 => Op::Store { ty: read_type(s), value: read_operand(s), address: read_operand(s) },
        13 => Op::Gep {
            base: read_operand(s),
            offset: s.signed(),
            indices: s.list(|s| (read_operand(s), s.signed())),
        },
        14 => {
            Op::Cast { op: CastOp::from_code(s.number()), from: read_type(s), src: read_operand(s) }
        }
        15 => {
            Op::ICmp { pred: s.small(), ty: read_type(s), a: read_operand(s), b: read_operand(s) }
        }
        16 => {
            Op::FCmp { pred: s.small(), ty: read_type(s), a: read_operand(s), b: read_operand(s) }
        }
        17 => Op::Phi(s.list(|s| (read_operand(s), s.small()))),
        18 => Op::Select { cond: read_operand(s), then: read_operand(s), els: read_operand(s) },
        19 => Op::ExtractValue {
            from: read_operand(s),
            ty: read_type(s),
            path: s.list(Stream::small),
        },
        20 => Op::InsertValue {
            into: read_operand(s),
            value: read_operand(s),
            path: s.list(Stream::small),
        },
        21 => {
            Op::ExtractElement { ty: read_type(s), from: read_operand(s), index: read_operand(s) }
        }
        22 => Op::InsertElement {
            into: read_operand(s),
            value: read_operand(s),
            index: read_operand(s),
        },
        23 => Op::Shuffle {
            ty: read_type(s),
            a: read_operand(s),
            b: read_operand(s),
            mask: s.list(Stream::signed),
        },
        24 => Op::Freeze(read_operand(s)),
        25 => Op::LandingPad { cleanup: s.flag(), clauses: s.list(read_clause) },
        26 => Op::AtomicRmw {
            op: RmwOp::from_code(s.number()),
            address: read_operand(s),
            value: read_operand(s),
        },
        27 => Op::CmpXchg {
            ty: read_type(s),
            address: read_operand(s),
            expected: read_operand(s),
            new: read_operand(s),
        },
        28 => Op::Fence,
        29 => Op::Call(read_call(s)),
        _ => Op::Unsupported(s.text()),
    }
}

fn read_case(stream: &mut Stream) -> (u128, u32) {
    let low = u128::from(stream.number());
    let high = u128::from(stream.number());
    (high << 64 | low, stream.small())
}

fn read_clause(stream: &mut Stream) -> PadClause {
    if stream.flag() {
        PadClause::Filter(stream.list(|s| s.small().checked_sub(1)))
    } else {
        PadClause::Catch(stream.small().checked_sub(1))
    }
}

fn read_call(stream: &mut Stream) -> Call {
    let callee = match stream.number() {
        0 => Called::Symbol(stream.small()),
        1 => Called::Operand(read_operand(stream)),
        2 => Called::Intrinsic(stream.text()),
        3 => Called::InertAssembly(stream.list(Stream::small)),
        _ => Called::Assembly,
    };
    let flags = stream.number();
    Call {
        callee,
        variadic: flags & 1 != 0,
        returns_twice: flags & 2 != 0,
        fixed: stream.small(),
        args: stream.list(read_argument),
    }
}

fn read_argument(stream: &mut Stream) -> Argument {
    let value = read_operand(stream);
    let flags = stream.number();
    let byval = (flags & 2 != 0).then(|| (stream.number(), stream.number()));
    Argument { value, noundef: flags & 1 != 0, byval }
}
