//! Coax's own program: small, dense and fully resolved.
//!
//! The front end lowers LLVM bitcode into it; the engine runs it. Nothing here
//! knows LLVM, memory or solvers.
//!
//! Invariants every lowered program keeps:
//! - Functions, globals, slots and code positions are 32-bit ids; there are no
//!   names to look up while running.
//! - Every global and every function has its final address before the first
//!   body is lowered (see [`address`]), so address constants are plain words.
//! - A *slot* is one machine word of a frame. A scalar of up to 64 bits is one
//!   slot, zero-extended (the bits above its width are always 0). Wider
//!   scalars (up to 128 bits) are two slots, low word first. Aggregates and
//!   vectors are the slots of their scalar leaves, in order.
//! - Bodies are lowered on first use and never change afterwards.

pub mod address;
mod body;
mod call_graph;
mod cfg;
mod display;
mod ids;
mod inst;
mod kind;
mod layout;
mod live_slots;
mod liveness;
mod mangled;
pub mod names;
mod operands;
mod ops;
pub mod partition;
mod program;
mod source;
mod spell;
mod types;

pub use body::{
    Arg, Body, BodyVariable, CallSite, Callee, Clause, Home, Pad, Place, StackObject, Switch,
    Unwind,
};
pub use call_graph::{CallGraph, called_from};
pub use cfg::{Edge, EdgeKind};
pub use ids::{FuncId, GlobalId, Pc, Slot, TypeId};
pub use inst::{BranchParts, Inst, IntParts};
pub use kind::Kind;
pub use layout::{align_of, compatible, is_const, size_of, strip};
pub use live_slots::{Liveness, SlotSet};
pub use mangled::variable_name;
pub use ops::{ArithOp, CastOp, FloatOp, FloatPred, IntOp, OverflowOp, TrapKind, UnaryOp};
pub use program::{
    Annotation, Front, Function, Global, GlobalParts, LowerError, Param, Program, ProgramParts,
    Signature, Symbol, TYPE_OF,
};
pub use source::{
    Access, Base, ClassFacts, Constructor, Declaration, Destructor, Language, Linkage, Method,
    Passing, Role, SourceParam, SourceSignature,
};
pub use spell::{spell_declaration, spell_type};
pub use types::{Enumerator, Field, FieldKind, Type};
