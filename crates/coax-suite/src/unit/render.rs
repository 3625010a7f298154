//! A case as the text of a file, and in words.

use coax_ir::Program;
use coax_kinds::ErrorKind;

use super::{
    body::Body,
    case::{FuncKind, Pointee, Stub, UnitCase, UnitPlace},
    command::unit_compile_command,
    place::Place,
    tree::Manner,
    types::Types,
};
use crate::{
    Ending, format,
    readable::{ending_in_words, shortened},
    render::wrapped,
    text::{WIDTH, comment_text, string_literal},
};

/// Longest value that is shown in full in words.
const LONGEST: usize = 160;

/// The test of a function, as the text of a file.
pub fn render_unit(case: &UnitCase, program: &Program, place: &UnitPlace) -> String {
    let mut body = filled_body(case, program, place.cxx);
    let mut file = heading(case, place);
    let include = &place.include;
    file.push_str(&format!(
        "#ifndef COAX_UNDER_TEST\n#define COAX_UNDER_TEST\n#include \"{include}\"\n#endif\n\
         #include \"coax_unit.h\"\n{}\n",
        streams(&body)
    ));
    file.push_str(&main_declaration(&body));
    file.push_str(&variable_definitions(&body));
    file.push_str(&body.stub_definitions());
    file.push_str(&format!("COAX_TEST({})\n{{\n", string_literal(case.id.as_bytes())));
    if body.keeps_objects {
        body.lines.push("coax_end(); /* destroys nothing */".into());
    }
    for line in body.lines.iter().flat_map(|text| text.lines()) {
        file.push_str(&format!("    {line}\n"));
    }
    file.push_str("}\n");
    file
}

/// The header of streams that read and write texts: the source may only name those it is given.
fn streams(body: &Body<'_>) -> &'static str {
    let is_used = body.lines.iter().any(|line| line.contains("stringstream"));
    if is_used { "#include <sstream>\n" } else { "" }
}

/// Everything but the braces.
fn filled_body<'c>(case: &'c UnitCase, program: &'c Program, cxx: bool) -> Body<'c> {
    let (mut body, arguments, object) = world(case, program, cxx);
    expectation(&mut body);
    let mut call = body.call(&arguments, &object);
    if matches!(case.ending, Ending::Exception) {
        call = format!("COAX_THROWS({})", call.trim_end_matches(';'));
    } else if let Ending::Error { kind, .. } = &case.ending {
        if cxx && *kind == ErrorKind::MemoryLeak {
            call = format!("COAX_CATCHES({});", call.trim_end_matches(';'));
        }
        call = format!("{call} /* {kind} */");
    }
    body.lines.push(call);
    body
}

/// What the call finds: the body up to it, its arguments and its object.
fn world<'c>(
    case: &'c UnitCase,
    program: &'c Program,
    cxx: bool,
) -> (Body<'c>, Vec<String>, String) {
    let mut body = Body::new(Types { program, cxx }, case);
    reserve_names(&mut body);
    body.name_stubs();
    let is_constructor = case.function.kind == FuncKind::Constructor;
    let has_object = case.this.is_some() && !is_constructor;
    let object = if has_object { body.object_of_call() } else { String::new() };
    let arguments = body.arguments();
    body.stub_values();
    body.globals();
    body.write_late();
    (body, arguments, object)
}

/// Names of the program that the test uses: no variable may hide them.
fn reserve_names(body: &mut Body<'_>) {
    let case = body.case;
    let mut texts = vec![case.function.call.clone()];
    texts.extend(case.globals.iter().map(|global| global.name.clone()));
    let values = case.objects.iter().flat_map(|object| &object.pointers);
    let values = values.chain(case.arguments.iter().flat_map(|value| &value.pointers));
    texts.extend(values.filter_map(|pointer| match &pointer.to {
        Pointee::Function(name) | Pointee::Global { name, .. } => Some(name.clone()),
        _ => None,
    }));
    let types = case.objects.iter().map(|object| object.ty);
    let types = types.chain(case.function.params.iter().map(|param| param.ty));
    texts.extend(types.filter_map(|ty| body.types.spell(ty)));
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

fn expectation(body: &mut Body<'_>) {
    body.lines.push(match &body.case.ending {
        Ending::Normal { status: 0 } | Ending::AnyStatus | Ending::AssumedAway => return,
        Ending::Normal { status } => format!("replay_expect_status({});", status & 0xff),
        Ending::Exception => "replay_expect_exception();".into(),
        Ending::Error { kind, file, line, .. } => {
            let place = string_literal(format!("{file}:{line}").as_bytes());
            format!("replay_expect_failure(\"{kind}\", {place});")
        }
    });
}

/// The command, and what the test shows.
fn heading(case: &UnitCase, place: &UnitPlace) -> String {
    let command = comment_text(&unit_compile_command(case, place));
    let shows = ending_in_words(&case.ending, false);
    let mut text = format!("{}(): {shows}.", case.function.call);
    for note in &case.note {
        text.push_str(&format!(" {note}."));
    }
    let words = wrapped(&comment_text(&text), WIDTH - 6).join("\n * ");
    format!("/* {command} */\n/* {words} */\n")
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
fn variable_definitions(body: &Body<'_>) -> String {
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
pub fn readable_unit(case: &UnitCase, program: &Program, cxx: bool) -> Vec<(String, String)> {
    let (mut body, arguments, object) = world(case, program, cxx);
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
        let node = body.image(&global.value, Manner::Initialized).node;
        let place = Place::variable(&global.name);
        let value = body.initializer(&node, global.value.ty, &place, &mut Vec::new());
        list.push((global.name.clone(), format::flat(&value)));
    }
    for stub in case.stubs.iter().filter(|stub| !stub.returns.is_empty()) {
        list.push((format!("{}()", stub.function), returned(&mut body, stub)));
    }
    list.into_iter().map(|(name, text)| (name, shortened(&text, LONGEST))).collect()
}

fn returned(body: &mut Body<'_>, stub: &Stub) -> String {
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
