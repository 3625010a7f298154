//! Programs whose bodies are written by hand, without a front end.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use coax_interp::{Call, Flow, Hooks, Library, LibraryState, Model, Stop};
use coax_ir::{
    Body, Front, FuncId, Function, GlobalId, Inst, Kind, LowerError, Param, Program, ProgramParts,
    Signature,
};

use super::nowhere::NoMemory;

struct Bodies(Vec<Option<Body>>);

impl Front for Bodies {
    fn lower(&mut self, _: &Program, id: FuncId) -> Result<Body, LowerError> {
        self.0[id.index()].take().ok_or_else(|| LowerError::Unreadable("lowered twice".into()))
    }

    fn initial(&mut self, _: &Program, _: GlobalId) -> Result<Box<[u8]>, LowerError> {
        Err(LowerError::Unreadable("no globals".into()))
    }
}

/// A library with one function.
pub struct Nothing;

impl<H: Hooks> Library<H> for Nothing {
    fn model(&self, name: &str) -> Option<Model<H>> {
        (name == "twice").then_some(|call: &mut Call<'_, '_, H>| Ok(Flow::Word(call.word(0) * 2)))
    }

    fn global(&self, _: &str, _: u64, _: &mut Call<'_, '_, H>) -> Option<Result<Vec<u8>, Stop>> {
        None
    }

    fn initial_state(&self) -> Box<dyn LibraryState> {
        Box::new(NoMemory)
    }
}

fn function(name: &str, body: Option<&Body>) -> Function {
    let kinds = || Box::from([Kind::Int(64)]);
    let param = || Param { kinds: kinds(), noundef: true, byval: None, sret: false };
    let params = (0..body.map_or(0, |body| body.param_slots)).map(|_| param()).collect();
    Function {
        name: name.into(),
        source_name: name.into(),
        defined: body.is_some(),
        signature: Signature { params, ..Signature::default() },
        file: None,
        line: 0,
        runtime: false,
        annotations: Vec::new(),
        ty: None,
        body: OnceLock::new(),
    }
}

/// A program of functions by name, some with bodies.
pub fn program(bodies: Vec<(&str, Option<Body>)>) -> Program {
    let mut parts = ProgramParts { symbols: HashMap::new(), ..ProgramParts::default() };
    for (i, (name, body)) in bodies.iter().enumerate() {
        parts.functions.push(function(name, body.as_ref()));
        let symbol = coax_ir::Symbol::Function(FuncId(i as u32));
        parts.symbols.insert(Arc::from(*name), symbol);
    }
    Program::new(parts, Box::new(Bodies(bodies.into_iter().map(|(_, body)| body).collect())))
}

/// A body of plain code.
pub fn body(constants: &[u64], params: u32, slots: u32, code: Vec<Inst>) -> Body {
    Body {
        place_of: vec![0; code.len()],
        code,
        slots,
        constants: constants.into(),
        param_slots: params,
        ..Body::default()
    }
}
