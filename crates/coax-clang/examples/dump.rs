//! Prints the lowered bodies of C or C++ files: `dump FILE... [-f FUNCTION] [-q | -s]`.
//!
//! `-q` lowers everything, checks it, and prints only how much there was. `-s` prints the functions
//! of the files as their source declares them instead.

#[path = "../tests/verify/mod.rs"]
mod verify;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use coax_clang::{LoadOptions, load};
use coax_ir::{FuncId, GlobalId, Inst, Program, spell_declaration};

fn main() -> ExitCode {
    let (mut files, mut only, mut quiet, mut source) = (Vec::new(), None, false, false);
    let mut cflags = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-f" => only = args.next(),
            "-q" => quiet = true,
            "-s" => source = true,
            flag if flag.starts_with('-') => cflags.push(flag.to_owned()),
            file => files.push(PathBuf::from(file)),
        }
    }
    let options = LoadOptions { cflags, whole_units: source, ..LoadOptions::default() };
    let scratch = std::env::temp_dir().join(format!("coax-dump-{}", std::process::id()));
    let made = std::fs::create_dir_all(&scratch);
    let loaded = load(&files, &options, &[], &scratch);
    let _ = made.and_then(|()| std::fs::remove_dir_all(&scratch));
    match loaded {
        Ok(program) if quiet => count(&program),
        Ok(program) if source => declare(&program),
        Ok(program) => print(&program, only.as_deref()),
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

fn print(program: &Program, only: Option<&str>) {
    for (number, function) in program.functions().iter().enumerate() {
        let wanted =
            only.is_none_or(|name| *function.name == *name || *function.source_name == *name);
        if !function.defined || !wanted {
            continue;
        }
        println!("f{number} {} ({})", function.source_name, function.name);
        match program.body(FuncId(number as u32)) {
            Ok(body) => println!("{body}"),
            Err(error) => println!("  {error}"),
        }
    }
}

fn declare(program: &Program) {
    let start = Instant::now();
    let own = program.own_functions();
    let listed = start.elapsed();
    let mut unmatched = 0;
    for id in own {
        let Some(signature) = program.signature_of(*id) else { continue };
        unmatched += usize::from(!signature.is_matched());
        let language = signature.language;
        let mut params: Vec<String> = signature
            .params
            .iter()
            .map(|param| {
                let name = param.name.as_deref().unwrap_or("");
                spell_declaration(program, param.ty, name, language)
                    .unwrap_or_else(|| format!("? {name}"))
            })
            .collect();
        if signature.variadic {
            params.push("...".to_owned());
        }
        let text = format!("{}({})", signature.qualified, params.join(", "));
        let text = spell_declaration(program, signature.result, &text, language).unwrap_or(text);
        println!("{}:{}: {text} {:?}", signature.file, signature.line, signature.arguments);
    }
    println!(
        "{} functions listed in {listed:?}, declared in {:?}, {unmatched} not matched",
        own.len(),
        start.elapsed() - listed
    );
}

fn count(program: &Program) {
    let (mut functions, mut instructions, mut slots) = (0, 0, 0);
    let mut unsupported = std::collections::BTreeMap::new();
    let start = Instant::now();
    for (number, function) in program.functions().iter().enumerate().filter(|f| f.1.defined) {
        match program.body(FuncId(number as u32)) {
            Ok(body) => {
                functions += 1;
                instructions += body.code.len();
                slots += body.slots as usize;
                for inst in &body.code {
                    if let Inst::Unsupported { what } = inst {
                        *unsupported.entry(body.strings[*what as usize].clone()).or_insert(0) += 1;
                    }
                }
            }
            Err(error) => println!("{}: {error}", function.name),
        }
    }
    let elapsed = start.elapsed();
    for (number, function) in program.functions().iter().enumerate().filter(|f| f.1.defined) {
        if let Ok(body) = program.body(FuncId(number as u32)) {
            verify::verify(&function.name, body);
        }
    }
    let globals = program.globals().iter().enumerate().filter(|g| g.1.parts.defined);
    let mut bytes = 0;
    for (number, global) in globals {
        match program.initial(GlobalId(number as u32)) {
            Ok(initial) => bytes += initial.len(),
            Err(error) => println!("{}: {error}", global.parts.name),
        }
    }
    println!(
        "{functions} functions, {instructions} instructions, {slots} slots, {bytes} bytes of globals, {elapsed:?}"
    );
    for (what, times) in unsupported {
        println!("  unsupported {times} times: {what}");
    }
}
