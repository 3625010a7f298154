//! The pieces of a test that includes the code under test, and what it gives in words.

use coax_case::{Callee, Pointee};
use coax_ir::FuncId;

use super::{
    body::Body,
    place::Place,
    resolved::{FuncKind, Resolved},
    stub_types::{StubKind, StubRef},
    tree::Manner,
    types::Types,
};
use crate::{
    format,
    in_words::shortened,
    parts::Parts,
    test::Test,
    text::{comment_text, string_literal},
};

/// Longest value that is shown in full in words.
const LONGEST: usize = 160;

/// The pieces of a test of a function.
pub(crate) fn parts(test: &Test<'_>) -> Parts {
    let Some(case) = resolved(test) else { return Parts::default() };
    let World { mut body, arguments, object } = World::of(test, &case);
    let given = body.lines.len();
    let call = body.call(&arguments, &object);
    body.lines.push(call);
    let end = body.keeps_objects.then(|| "coax_end(); /* destroys nothing */".to_owned());
    let definitions = [
        main_declaration(&body),
        variable_definitions(&body),
        tested(test).map(|id| body.foreign_declarations(id)).unwrap_or_default(),
        body.stub_definitions(),
    ]
    .concat();
    let teardown = body.destructions().into_iter().chain(end).collect();
    Parts {
        summary: case.summary(),
        includes: includes(test, &body),
        definitions,
        call: body.lines.split_off(given),
        setup: body.lines,
        checks: Vec::new(),
        teardown,
    }
}

/// The case of a test that calls a function of the source it includes.
pub(super) fn resolved<'c>(test: &Test<'c>) -> Option<Resolved<'c>> {
    tested(test).map(|id| Resolved::of(test, id))
}

/// The function that is called.
fn tested(test: &Test<'_>) -> Option<FuncId> {
    match test.case.callee() {
        Callee::Function(id) => Some(id),
        Callee::Program | Callee::Declared(_) => None,
    }
}

/// Does a function of the program give way to a stub?
pub(crate) fn is_replaced(test: &Test<'_>) -> bool {
    let Callee::Function(tested) = test.case.callee() else { return false };
    let mut stubs = test.case.environment.stubs.iter();
    stubs.any(|stub| StubKind::of(test.program, tested, stub).is_replaced())
}

pub(super) fn includes(test: &Test<'_>, body: &Body<'_>) -> String {
    let include = test.under_test.include.as_deref().unwrap_or_default();
    format!(
        "#ifndef COAX_UNDER_TEST\n#define COAX_UNDER_TEST\n#include \"{include}\"\n#endif\n\
         #include \"coax_unit.h\"\n{}",
        streams(body)
    )
}

/// The header of streams that read and write texts: the source may only name those it is given.
fn streams(body: &Body<'_>) -> &'static str {
    let is_used = body.lines.iter().any(|line| line.contains("stringstream"));
    if is_used { "#include <sstream>\n" } else { "" }
}

/// What a call finds.
struct World<'c> {
    /// The body of the test up to the call.
    body: Body<'c>,
    /// The arguments of the call, as expressions.
    arguments: Vec<String>,
    /// The object it is made on, if it is a method: a pointer.
    object: String,
}

impl<'c> World<'c> {
    fn of(test: &Test<'c>, case: &'c Resolved<'c>) -> World<'c> {
        let types = Types { program: test.program, cxx: test.under_test.cxx };
        let mut body = Body::new(types, case);
        reserve_names(&mut body);
        body.name_stubs();
        let is_constructor = case.function.kind == FuncKind::Constructor;
        let has_object = case.this().is_some() && !is_constructor;
        let object = if has_object { body.object_of_call() } else { String::new() };
        let arguments = body.arguments();
        body.stub_values();
        body.globals();
        body.write_late();
        World { body, arguments, object }
    }
}

/// Names of the program that the test uses: no variable may hide them.
fn reserve_names(body: &mut Body<'_>) {
    let case = body.case;
    let mut texts = vec![case.function.call.clone()];
    texts.extend(case.globals.iter().map(|global| global.name.clone()));
    let values = case.objects().iter().flat_map(|object| &object.pointers);
    let values = values.chain(case.arguments().flat_map(|value| &value.pointers));
    texts.extend(values.filter_map(|pointer| match pointer.to {
        Pointee::Function(id) => Some(body.function_name(id).to_owned()),
        _ => None,
    }));
    let types = case.objects().iter().map(|object| object.ty);
    let types = types.chain(case.function.params.iter().map(|param| param.ty));
    texts.extend(types.filter_map(|ty| body.types.spell(ty)));
    reserve_words(body, &texts);
}

/// Words of these texts that a variable would hide.
pub(super) fn reserve_words(body: &mut Body<'_>, texts: &[String]) {
    for text in texts {
        let mut tag = false;
        for word in text.split(|letter: char| !letter.is_alphanumeric() && letter != '_') {
            // In C, tags have a world of their own.
            if !tag && !word.is_empty() {
                body.names.reserve(word);
            }
            tag = !body.types.cxx && ["struct", "union", "enum"].contains(&word);
        }
    }
}

/// In C++, `main` goes by another name.
fn main_declaration(body: &Body<'_>) -> String {
    let function = &body.case.function;
    if function.call != "main" || !body.types.cxx {
        return String::new();
    }
    let params: Vec<_> =
        function.params.iter().filter_map(|param| body.types.spell(param.ty)).collect();
    let declared = format!("extern \"C\" int coax_main({}) __asm__(\"main\");", params.join(", "));
    format!("#ifndef COAX_MAIN\n#define COAX_MAIN\n{declared}\n#endif\n\n")
}

/// Variables that only the test defines. Tests of one program share them.
pub(super) fn variable_definitions(body: &Body<'_>) -> String {
    let undefined = body.case.globals.iter().filter_map(|global| {
        let symbol = global.undefined.as_deref()?;
        let ty = body.types.assignable(global.value.ty);
        let declared = body.types.declare(ty, &global.place())?;
        let guard = format!("COAX_VARIABLE_{symbol}");
        let label = string_literal(symbol.as_bytes());
        Some(format!(
            "#ifndef {guard}\n#define {guard}\n/* {}: no file that is given defines it. */\n\
             {declared} __asm__({label}) __attribute__((weak));\n#endif\n\n",
            comment_text(&global.name)
        ))
    });
    undefined.collect()
}

/// What the function is given, by name, as lines of text: parameters in order, then the objects
/// they lead to, then globals and what stubs return.
pub(crate) fn readable(test: &Test<'_>) -> Vec<(String, String)> {
    let Some(case) = resolved(test) else { return Vec::new() };
    let World { mut body, arguments, object } = World::of(test, &case);
    let mut list = Vec::new();
    let is_object = |known: &str| {
        let made = body.made.iter().any(|(made, _)| made == known);
        made || body.told.iter().any(|(told, _, _)| told == known)
    };
    if !object.is_empty() && !object.strip_prefix('&').is_some_and(is_object) {
        list.push(("this".to_owned(), object));
    }
    for (param, text) in case.function.params.iter().zip(arguments) {
        let name = param.name.clone().unwrap_or_else(|| "argument".into());
        // A parameter that points to an object of its own name says no more than that object.
        let refers = text.strip_prefix('&') == Some(&name) || text == format!("coax_moved({name})");
        if text != name && !(refers && is_object(&name)) {
            list.push((name, text));
        }
    }
    list.append(&mut body.made);
    for (name, ty, node) in std::mem::take(&mut body.told) {
        let value = body.initializer(&node, ty, &Place::variable(&name), &mut Vec::new());
        list.push((name, format::flat(&value)));
    }
    for global in &case.globals {
        let node = body.image(global.value, Manner::Initialized).node;
        let place = Place::variable(&global.name);
        let value = body.initializer(&node, global.value.ty, &place, &mut Vec::new());
        list.push((global.name.clone(), format::flat(&value)));
    }
    for stub in case.stubs.iter().filter(|stub| !stub.returns.is_empty()) {
        list.push((format!("{}()", stub.function), returned(&mut body, stub)));
    }
    list.into_iter().map(|(name, text)| (name, shortened(&text, LONGEST))).collect()
}

fn returned(body: &mut Body<'_>, stub: &StubRef<'_>) -> String {
    let values: Vec<_> = stub
        .returns
        .iter()
        .map(|value| {
            let node = body.image(value, Manner::Initialized).node;
            let place = Place::variable("value");
            format::flat(&body.initializer(&node, value.ty, &place, &mut Vec::new()))
        })
        .collect();
    values.join(", ")
}
