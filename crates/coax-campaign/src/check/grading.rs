//! Whose mistake a possible error is: the code's own, a caller's as well, or unexplained.
//!
//! A defect needs a function that users can call, values that any caller may pass, and objects that the code made itself
//! or that are plain data which callers fill in. What is plain data is told by the code: nothing in it makes such an
//! object.
//!
//! Invariant: every reason that applies is named, and the grade is that of the reason which says least.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Mutex, PoisonError};

use coax_engine::ErrorReport;
use coax_engine::unit::Assumes;
use coax_ir::{
    Body, FuncId, Inst, Program, Slot, SourceSignature, Type, TypeId, is_const, size_of, strip,
};
use coax_kinds::{ErrorKind, Grade, GradeReason};

use super::precondition::{is_precondition, slot_of, tolerates_null};
use crate::project::boundary::Boundary;
use crate::project::null_evidence::{NullEvidence, Parameter};

/// So many functions with a parameter of a type are needed to say what most of them do.
const FEW: usize = 3;

/// What is known of a project, for grades.
#[derive(Debug, Default)]
pub struct Rules {
    pub boundary: Boundary,
    pub nulls: NullEvidence,
}

/// A grade with its reasons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grading {
    /// Can users call the function?
    pub is_boundary: bool,
    pub grade: Grade,
    pub because: Vec<GradeReason>,
}

/// What is graded.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    pub function: FuncId,
    pub signature: &'a SourceSignature,
    pub report: &'a ErrorReport,
    pub assumes: &'a Assumes,
    /// The argument that is null, if that is the cause.
    pub null_argument: Option<&'a str>,
}

/// The rules for a program.
pub struct Grader<'a> {
    rules: &'a Rules,
    program: &'a Program,
    /// Functions that users can call.
    pub boundary: HashSet<FuncId>,
    /// Types, by their names, of objects that the code makes itself.
    made: HashSet<String>,
    /// For every type that functions of the boundary take a pointer to: how many of them look whether it is null, and how
    /// many there are.
    looking: BTreeMap<String, (usize, usize)>,
    tolerated: Mutex<HashMap<(FuncId, usize), bool>>,
}

impl<'a> Grader<'a> {
    /// Looks at the functions of a program.
    pub fn new(rules: &'a Rules, program: &'a Program) -> Grader<'a> {
        let own = program.own_functions();
        let boundary = rules.boundary.functions(program);
        let made = made_types(program, own);
        let looking = looking(program, own.iter().copied().filter(|id| boundary.contains(id)));
        Grader { rules, program, boundary, made, looking, tolerated: Mutex::default() }
    }

    /// The grade of a possible error.
    pub fn grade(&self, subject: Subject<'_>) -> Grading {
        let mut because = self.reasons(subject);
        because.sort_unstable();
        because.dedup();
        let grade = because.iter().map(|reason| reason.grade()).max().unwrap_or(Grade::Defect);
        because.retain(|reason| reason.grade() == grade);
        Grading { is_boundary: self.boundary.contains(&subject.function), grade, because }
    }

    fn reasons(&self, subject: Subject<'_>) -> Vec<GradeReason> {
        let Subject { function, report, assumes, null_argument, .. } = subject;
        let claims = matches!(report.kind, Some(ErrorKind::Assertion | ErrorKind::Abort));
        let stated = claims && is_precondition(self.program, function, report);
        let all = [
            (GradeReason::Internal, !self.boundary.contains(&function)),
            (GradeReason::Precondition, stated),
            (GradeReason::Extreme, assumes.extreme),
            (GradeReason::Protocol, assumes.initial_global.is_some()),
            (GradeReason::Aliasing, assumes.aliases),
            (GradeReason::Callback, assumes.callbacks),
            (GradeReason::Stub, assumes.unknown_answers),
            (GradeReason::Fields, self.needs_state(report, assumes)),
        ];
        let mut because: Vec<GradeReason> =
            all.into_iter().filter(|(_, holds)| *holds).map(|(reason, _)| reason).collect();
        match (null_argument, &assumes.culprit) {
            (Some(name), _) if self.allows_null(subject, name) => {
                because.push(GradeReason::ToleratedNull);
            }
            // A null pointer in plain data is as one that is passed.
            (Some(_), _) | (None, Some(_)) => because.push(GradeReason::NullArgument),
            (None, None) => because.push(GradeReason::Values),
        }
        because
    }

    /// Does it hang on fields of an object that the code makes itself, or on variables of other code's?
    fn needs_state(&self, report: &ErrorReport, assumes: &Assumes) -> bool {
        let is_made = |&structure: &TypeId| {
            type_name(self.program, structure).is_none_or(|name| self.made.contains(&name))
        };
        let last =
            assumes.fields && (assumes.other_state || assumes.structures.iter().any(is_made));
        let asked = is_about_memory(report) && assumes.asked_structures.iter().any(is_made);
        assumes.made_up || last || asked
    }

    /// Does the project tolerate null for a parameter?
    fn allows_null(&self, subject: Subject<'_>, name: &str) -> bool {
        let Subject { function, signature, .. } = subject;
        let mut params = signature.params.iter();
        let Some(index) = params.position(|param| param.name.as_deref() == Some(name)) else {
            return false;
        };
        let plain = signature.name.split('<').next().unwrap_or(&signature.name);
        let parameter = Parameter { function: plain, index, name };
        let said = self.rules.nulls.allows_null(parameter);
        said.unwrap_or_else(|| {
            self.looks(function, index) || self.most_look(signature.params[index].ty)
        })
    }

    /// Does a function look whether a parameter is null?
    fn looks(&self, function: FuncId, index: usize) -> bool {
        let mut known = self.tolerated.lock().unwrap_or_else(PoisonError::into_inner);
        *known
            .entry((function, index))
            .or_insert_with(|| tolerates_null(self.program, function, index))
    }

    /// Do most functions of the boundary look whether a pointer of this type is null?
    fn most_look(&self, ty: TypeId) -> bool {
        let target = target_name(self.program, ty);
        let counts = target.and_then(|name| self.looking.get(&name).copied());
        counts.is_some_and(|(looking, all)| all >= FEW && 2 * looking > all)
    }
}

/// Is it an access, a release or a claim? Which of these happens on a path hangs on all that it asked about; of
/// arithmetic, what it asked last says it.
fn is_about_memory(report: &ErrorReport) -> bool {
    use ErrorKind::{DivisionByZero, FloatCastOverflow, ShiftOutOfRange, SignedOverflow};
    let arithmetic = [DivisionByZero, FloatCastOverflow, ShiftOutOfRange, SignedOverflow];
    report.kind.is_none_or(|kind| !arithmetic.contains(&kind))
}

/// For every structure that functions take a pointer to: how many of these look whether it is null, and how many there
/// are. Pointers to letters and numbers are too different from each other.
fn looking(
    program: &Program,
    functions: impl Iterator<Item = FuncId>,
) -> BTreeMap<String, (usize, usize)> {
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for id in functions {
        let Some(signature) = program.signature_of(id) else { continue };
        for (index, param) in signature.params.iter().enumerate() {
            let Some(name) = target_name(program, param.ty) else { continue };
            let count = counts.entry(name).or_default();
            count.0 += usize::from(tolerates_null(program, id, index));
            count.1 += 1;
        }
    }
    counts
}

/// What a pointer points to, if that is a structure: its name.
fn target_name(program: &Program, ty: TypeId) -> Option<String> {
    match *program.type_of(strip(program, ty)) {
        Type::Pointer(target) => type_name(program, target),
        _ => None,
    }
}

/// The name of a structure: its tag, or that of the typedef.
fn type_name(program: &Program, ty: TypeId) -> Option<String> {
    match &*program.type_of(strip(program, ty)) {
        Type::Struct { name, .. } | Type::Union { name, .. } | Type::Opaque { name, .. } => {
            name.as_ref().map(|name| name.to_string()).or_else(|| alias(program, ty))
        }
        _ => None,
    }
}

/// The name that a typedef gives to a type without a tag.
fn alias(program: &Program, ty: TypeId) -> Option<String> {
    match &*program.type_of(ty) {
        Type::Typedef { name, .. } => Some(name.to_string()),
        Type::Qualified { target, .. } => alias(program, *target),
        _ => program.alias_of(strip(program, ty)).map(|name| name.to_string()),
    }
}

/// The types of objects that functions make: they return one or a pointer to one without being given one, store a
/// pointer to one where they are told to, or fill one in that they are given.
fn made_types(program: &Program, functions: &[FuncId]) -> HashSet<String> {
    let mut made = HashSet::new();
    for &id in functions {
        let Some(signature) = program.signature_of(id) else { continue };
        let given: Vec<Option<String>> =
            signature.params.iter().map(|param| target_name(program, param.ty)).collect();
        let result =
            type_name(program, signature.result).or_else(|| target_name(program, signature.result));
        made.extend(result.filter(|name| !given.contains(&Some(name.clone()))));
        for (index, param) in signature.params.iter().enumerate() {
            made.extend(stored_to(program, param.ty));
            let is_filled = || fills_in(program, id, &signature, index);
            made.extend(given[index].clone().filter(|_| is_filled()));
        }
    }
    made
}

/// Of a parameter `T **`: the name of `T`.
fn stored_to(program: &Program, ty: TypeId) -> Option<String> {
    match *program.type_of(strip(program, ty)) {
        Type::Pointer(target) if !is_const(program, target) => target_name(program, target),
        _ => None,
    }
}

/// Does a function write to half of an object's fields or more, and read none of them?
fn fills_in(program: &Program, id: FuncId, signature: &SourceSignature, param: usize) -> bool {
    let Type::Pointer(target) = *program.type_of(strip(program, signature.params[param].ty)) else {
        return false;
    };
    let Type::Struct { ref fields, .. } = *program.type_of(strip(program, target)) else {
        return false;
    };
    let Ok(body) = program.body(id) else { return false };
    let Some(slot) = slot_of(program, id, signature, body, param) else { return false };
    let Accesses { written, is_read, is_cleared } = Accesses::of(body, slot);
    let is_large = size_of(program, target).is_some_and(|size| size > 8);
    !is_read && is_large && (is_cleared || 2 * written.len() >= fields.len() && written.len() > 1)
}

/// What code does to the object that a parameter points to.
#[derive(Default)]
struct Accesses {
    /// Offsets that are written to.
    written: HashSet<i32>,
    is_read: bool,
    /// All of it is set to one byte.
    is_cleared: bool,
}

impl Accesses {
    fn of(body: &Body, param: Slot) -> Accesses {
        // Slots that point into the object, and how far.
        let mut into: HashMap<Slot, i32> = HashMap::from([(param, 0)]);
        let mut accesses = Accesses::default();
        for inst in &body.code {
            match *inst {
                Inst::Move { dst, src } => {
                    if let Some(&offset) = into.get(&src) {
                        into.insert(dst, offset);
                    }
                }
                Inst::Offset { dst, base, offset } => {
                    if let Some(&before) = into.get(&base) {
                        into.insert(dst, before + offset);
                    }
                }
                Inst::Store8 { addr, offset, .. }
                | Inst::Store16 { addr, offset, .. }
                | Inst::Store32 { addr, offset, .. }
                | Inst::Store64 { addr, offset, .. } => {
                    accesses.written.extend(into.get(&addr).map(|before| before + offset));
                }
                Inst::Load8 { addr, .. }
                | Inst::Load16 { addr, .. }
                | Inst::Load32 { addr, .. }
                | Inst::Load64 { addr, .. } => accesses.is_read |= into.contains_key(&addr),
                Inst::MemSet { dst, .. } => accesses.is_cleared |= into.get(&dst) == Some(&0),
                _ => {}
            }
        }
        accesses
    }
}
