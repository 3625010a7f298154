//! Streams as inputs: every `FILE *` a unit is given is one stream, on a file that is input.

use std::collections::HashSet;

use coax_expr::Var;
use coax_ir::{Program, SourceSignature, Type, TypeId, strip};

use super::Makers;
use super::arguments::scratch;
use super::construct::{derived_classes, is_plain};
use super::objects::MOST_DEPTH;
use super::shapes::{ScalarKind, scalars};
use crate::Mark;
use crate::layers::UnitRun;
use crate::scenario::{Ready, Role, RunningStep, Step};
use crate::symbolic::{Input, InputSource, Symbols};
use crate::{State, Stop};

/// The files of which one is the stream's: names and lengths. The library must have them.
pub const INPUT_FILES: [(&str, u64); 3] =
    [("coax-input-16", 16), ("coax-input-1", 1), ("coax-input-0", 0)];
/// The function of the runtime that opens the stream.
pub const INPUT_STREAM: &str = "__coax_input_stream";

impl<'p> UnitRun<'_, 'p> {
    /// Is a unit given a stream?
    pub(super) fn takes_stream(&self, signature: &SourceSignature, makers: &Makers) -> bool {
        let program = self.program;
        let class = signature.method.as_ref().map(|method| method.class);
        let params = signature.params.iter().map(|param| param.ty);
        let mut open: Vec<(TypeId, u32)> = params.chain(class).map(|ty| (ty, 0)).collect();
        let mut known = HashSet::new();
        while let Some((ty, depth)) = open.pop() {
            if is_file(program, strip(program, ty)) {
                return true;
            }
            if depth <= MOST_DEPTH && known.insert(strip(program, ty)) {
                open.extend(leads_to(program, makers, ty).into_iter().map(|to| (to, depth + 1)));
            }
        }
        false
    }

    /// The next step opens the stream; on which file is input.
    pub(super) fn open_stream(&mut self, state: &mut State<'p>) -> Result<(), Stop> {
        let names = INPUT_FILES.map(|(name, _)| [name.as_bytes(), &[0]].concat());
        let mut places = Vec::new();
        for name in names {
            let at = scratch(state, name.len() as u64)?;
            state.memory.write(at, &name)?;
            places.extend(at.to_le_bytes());
        }
        let table = scratch(state, places.len() as u64)?;
        state.memory.write(table, &places)?;
        let source = InputSource::Unit { name: "file".into() };
        let symbols = self.symbols();
        let var = symbols.input(state, source, None, vec![1])[0];
        let which = symbols.pool.var(var);
        let count = symbols.pool.constant(8, INPUT_FILES.len() as u128);
        let known = symbols.pool.ult(which, count);
        symbols.assume(state, known)?;
        let value = symbols.value(state, which) as u64;
        state.above.tree().stream = Some((0, var));
        let open = self.program.function_named(INPUT_STREAM);
        let open = open.ok_or_else(|| Stop::Unsupported("a FILE as input".into()))?;
        let words = vec![(table, Mark::NONE), (value, Mark { undefined: 0, term: Some(which) })];
        let step = RunningStep::new(Step::call(open), Role::OpenStream);
        let ready = Some(Ready { words, ..Ready::default() });
        state.above.progress().run_first(RunningStep { ready, ..step });
        Ok(())
    }

    /// The stream is open.
    pub(crate) fn opened_stream(&mut self, state: &mut State<'p>) {
        let address = self.result.first().map_or(0, |&(word, _)| word);
        if let Some(stream) = &mut state.above.tree().stream {
            stream.0 = address;
        }
    }
}

impl<'p> Symbols<'p> {
    /// What can be read from the stream of a path.
    pub(super) fn stream_bytes(&self, state: &State<'p>, var: Var) -> Vec<u8> {
        let which = state.above.path.model.get(var) as usize;
        let Some(&(name, size)) = INPUT_FILES.get(which) else { return Vec::new() };
        let is_it = |input: &&Input| matches!(&input.source, InputSource::File(n) if **n == *name);
        match state.above.path.inputs.newest_first().find(is_it) {
            Some(input) => input.bytes(&state.above.path.model),
            // It has not been accessed.
            None => vec![0; size as usize],
        }
    }

    /// Is a stream what a pointer to this type points to?
    pub(super) fn is_stream(
        &self,
        state: &State<'p>,
        program: &Program,
        ty: TypeId,
        name: &str,
    ) -> Result<bool, Stop> {
        let open = state.above.unit.as_ref().is_some_and(|tree| tree.stream.is_some());
        match is_file(program, ty) {
            true if !open => Err(Stop::Unsupported(format!("`{name}`: a FILE behind a pointer"))),
            is_file => Ok(is_file),
        }
    }
}

/// The types that pointers in a value of a type lead to, what its constructors take, and the classes
/// that are derived from it.
fn leads_to(program: &Program, makers: &Makers, ty: TypeId) -> Vec<TypeId> {
    let (scalars, _) = scalars(program, ty);
    let pointed = scalars.into_iter().filter_map(|scalar| match scalar.kind {
        ScalarKind::Pointer(to) | ScalarKind::Reference(to) => Some(to),
        _ => None,
    });
    let facts = program.class_facts(strip(program, ty)).filter(|_| !is_plain(program, ty));
    let made_from = facts.map(|facts| {
        let params = facts.constructors.iter().flat_map(|made| made.params.clone());
        let derived = match facts.is_dynamic {
            true => derived_classes(program, makers, strip(program, ty)),
            false => Vec::new(),
        };
        params.chain(derived.into_iter().map(|(class, _)| class)).collect::<Vec<_>>()
    });
    pointed.chain(made_from.unwrap_or_default()).collect()
}

fn is_file(program: &Program, ty: TypeId) -> bool {
    matches!(
        &*program.type_of(ty),
        Type::Struct { name: Some(name), .. } if &**name == "_IO_FILE"
    )
}
