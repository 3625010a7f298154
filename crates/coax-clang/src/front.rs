//! The front end at run time: lowers bodies and evaluates initial contents when first asked for, until the
//! deadline of the program it belongs to.

use std::path::PathBuf;

use coax_deadline::Deadline;
use coax_ir::{
    Body, ClassFacts, Declaration, Front, FuncId, GlobalId, LowerError, Program, SourceSignature,
    TYPE_OF, Type, TypeId, strip,
};

use crate::declarations;
use crate::definitions::{self, Definitions};
use crate::files::Files;
use crate::link::{Input, Linked, SymbolRef};
use crate::linkable::Linkable;
use crate::llvm::{Function, PlaceRecord, TypeNumber, What};
use crate::lower::{self, Late, Outline};
use crate::typegraph::{TypeCache, TypeGraph};

/// Keeps the modules and lowers out of them.
pub struct ModuleFront {
    modules: Vec<Linkable>,
    function_places: Vec<Option<SymbolRef>>,
    global_places: Vec<Option<SymbolRef>>,
    files: Files,
    /// Folders with headers of ours.
    our_headers: Vec<PathBuf>,
    definitions: Option<Definitions>,
    /// A source only compiles as old C.
    old_c: bool,
    /// When nothing more is lowered.
    deadline: Deadline,
}

// SAFETY: everything that is not Send in here is LLVM's context, its modules and the reference
// counts that tie them together. All of them are inside this one value and nothing else refers to
// them, so whichever thread has the value (behind the program's lock) is the only one to touch them.
unsafe impl Send for ModuleFront {}

impl ModuleFront {
    /// Takes the linked modules; gives back what the program is made of.
    pub fn new(
        inputs: Vec<Input>,
        linked: Linked,
        files: Files,
        our_headers: Vec<PathBuf>,
        deadline: Deadline,
    ) -> (ModuleFront, coax_ir::ProgramParts) {
        let Linked { parts, targets, function_places, global_places } = linked;
        let old_c = inputs.iter().any(|input| input.old_c);
        let modules = inputs.into_iter().zip(targets).map(|(input, targets)| Linkable {
            module: input.module,
            table: input.table,
            targets,
            types: TypeCache::default(),
            runtime: input.runtime,
            from_source: input.from_source,
            arrays: input.arrays,
        });
        let front = ModuleFront {
            modules: modules.collect(),
            function_places,
            global_places,
            files,
            our_headers,
            definitions: None,
            old_c,
            deadline,
        };
        (front, parts)
    }

    fn in_time(&self) -> Result<(), LowerError> {
        if self.deadline.is_over() { Err(LowerError::NoTime) } else { Ok(()) }
    }

    fn variable_types(
        &mut self,
        program: &Program,
        place: SymbolRef,
        function: &Function,
    ) -> Vec<Option<TypeId>> {
        let Linkable { module, types, .. } = &mut self.modules[place.module];
        let mut graph = TypeGraph { module, cache: types, store: program };
        function.variables.iter().map(|variable| graph.known_type(variable.node)).collect()
    }

    fn definitions(&mut self, program: &Program) -> &Definitions {
        self.definitions.get_or_insert_with(|| {
            let (modules, places) = (&mut self.modules, &self.function_places);
            Definitions::read(modules, places, program, &self.our_headers)
        })
    }

    /// The type of a variable that no module defines: debug information is silent about such a one,
    /// but there may be a pointer to its type.
    fn declared_type(&mut self, program: &Program, global: GlobalId) -> Option<TypeId> {
        let name = &program.global(global).parts.name;
        let witness = program.global_named(&format!("{TYPE_OF}{name}"))?;
        let pointer = self.global_type(program, witness)?;
        match *program.type_of(strip(program, pointer)) {
            Type::Pointer(to) => Some(to),
            _ => None,
        }
    }

    fn params(&self, place: SymbolRef) -> Vec<TypeNumber> {
        match &self.modules[place.module].table.symbols[place.symbol as usize].what {
            What::Function(function) => function.params.iter().map(|param| param.ty).collect(),
            _ => Vec::new(),
        }
    }
}

impl Front for ModuleFront {
    fn is_old_c(&self) -> bool {
        self.old_c
    }

    fn lower(&mut self, program: &Program, function: FuncId) -> Result<Body, LowerError> {
        let place = self.function_places[function.index()]
            .ok_or_else(|| LowerError::Unreadable("the function is not defined".to_owned()))?;
        self.in_time()?;
        let read = self.modules[place.module].module.function(place.symbol);
        let read = read.map_err(LowerError::Unreadable)?;
        self.in_time()?;
        let variable_types = self.variable_types(program, place, &read);
        let places = places(&mut self.files, &read.places);
        let params = self.params(place);
        let linkable = &self.modules[place.module];
        let unit = linkable.unit(program);
        let outline = Outline {
            params: &params,
            places,
            variable_types: &variable_types,
            maybe_optimised: linkable.maybe_optimised(place.symbol),
        };
        lower::lower(&unit, &read, outline, &self.deadline).map_err(|Late| LowerError::NoTime)
    }

    fn initial(&mut self, program: &Program, global: GlobalId) -> Result<Box<[u8]>, LowerError> {
        let place = self.global_places[global.index()]
            .ok_or_else(|| LowerError::Unreadable("the variable is not defined".to_owned()))?;
        self.in_time()?;
        let linkable = &mut self.modules[place.module];
        let initial = linkable.module.initial(place.symbol);
        let unit = linkable.unit(program);
        let mut bytes = initial.bytes;
        for (offset, size, constant) in initial.relocations {
            let value = constant.evaluate(&unit).map_err(LowerError::Unreadable)?;
            bytes[offset..offset + size].copy_from_slice(&value.to_le_bytes()[..size]);
        }
        Ok(bytes.into_boxed_slice())
    }

    fn signature(&mut self, program: &Program, function: FuncId) -> Option<SourceSignature> {
        let place = self.function_places[function.index()]?;
        declarations::signature(&mut self.modules[place.module], program, place.symbol)
    }

    fn class_facts(&mut self, program: &Program, class: TypeId) -> Option<ClassFacts> {
        let number = self.modules.iter().position(|m| m.types.record(class).is_some())?;
        declarations::class_facts(&mut self.modules[number], number, program, class)
    }

    fn own_functions(&mut self, program: &Program) -> Vec<FuncId> {
        self.definitions(program).own().to_vec()
    }

    fn definition(&mut self, program: &Program, declaration: Declaration) -> Option<FuncId> {
        if let Some(id) = self.definitions(program).member(declaration) {
            return Some(id);
        }
        let names = self.linkage_names(declaration);
        names.iter().find_map(|name| {
            let id = program.function_named(name)?;
            program.function(id).defined.then_some(id)
        })
    }

    fn linkage_names(&mut self, declaration: Declaration) -> Vec<String> {
        let Some(node) = declaration.node.checked_sub(1) else { return Vec::new() };
        let module = &mut self.modules[declaration.module as usize].module;
        definitions::variants_of(&module.linkage_name(node))
    }

    fn global_type(&mut self, program: &Program, global: GlobalId) -> Option<TypeId> {
        let Some(place) = self.global_places[global.index()] else {
            return self.declared_type(program, global);
        };
        let Linkable { module, table, types, .. } = &mut self.modules[place.module];
        let What::Variable(variable) = &table.symbols[place.symbol as usize].what else {
            return None;
        };
        let node = variable.debug.as_ref()?.node;
        TypeGraph { module, cache: types, store: program }.known_type(node)
    }
}

/// The places of a function; entry 0 is "none".
fn places(files: &mut Files, records: &[PlaceRecord]) -> Vec<coax_ir::Place> {
    let none = coax_ir::Place {
        file: "".into(),
        line: 0,
        column: 0,
        inlined_function: None,
        inlined_at: None,
    };
    let place = |record: &PlaceRecord| coax_ir::Place {
        file: files.name(&record.directory, &record.file),
        line: record.line,
        column: record.column,
        inlined_function: (record.outer != 0).then(|| record.function.as_str().into()),
        inlined_at: (record.outer != 0).then_some(record.outer),
    };
    std::iter::once(none).chain(records.iter().map(place)).collect()
}
