//! `coax run`: a program's `main`, run concretely in the engine.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::Instant;

use coax_engine::{ErrorReport, Limits, Location, Machine, State, Stop};
use coax_ir::Program;
use coax_models::Libc;
use coax_report::terminal::{Diagnostic, Kind, Note, Span, StackFrame};

use coax_campaign::{ExitStatus, Failure, HostWorld, load, process};

use crate::cli::{OutputOptions, RunOptions};

pub fn execute(options: &RunOptions, output: &OutputOptions) -> Result<ExitStatus, Failure> {
    let interrupt = process::Interrupt::listen()
        .map_err(|error| Failure::Input(format!("signals cannot be listened to: {error}")))?;
    process::sweep_scratch_folders();
    let cflags = options.clang_flags().map(str::to_string).collect();
    let program = load(&options.files, cflags, output.color.on_stderr())?;
    if program.function_named("main").is_none_or(|id| !program.function(id).defined) {
        return Err(Failure::Input(no_main(&options.files)));
    }
    if output.verbose > 1 {
        list_main(&program);
    }
    // From here on they are the program's.
    interrupt.give_back();
    Ok(run(&program, options))
}

fn no_main(files: &[std::path::PathBuf]) -> String {
    let names: Vec<_> = files.iter().map(|file| file.display().to_string()).collect();
    format!("{}: no `main` is defined, so there is nothing to run", names.join(", "))
}

/// The lowered body of `main`, for the curious.
fn list_main(program: &Program) {
    if let Some(Ok(body)) = program.function_named("main").map(|id| program.body(id)) {
        eprintln!("{body}");
    }
}

fn run(program: &Program, options: &RunOptions) -> ExitStatus {
    let environment: Vec<Vec<u8>> =
        std::env::vars_os().map(|(name, value)| variable(&name, &value)).collect();
    let arguments = arguments(options);
    let library = Libc::new(environment).with_program_name(arguments[0].clone());
    let limits =
        Limits { max_steps: options.max_steps.map_or(u64::MAX, Into::into), ..Limits::default() };
    let mut machine = Machine::new(program, &library, limits);
    let mut state = machine.initial_state(Box::new(HostWorld::of_this_process()));
    let started = Instant::now();
    let stop = machine.run_main(&mut state, &arguments);
    let outcome = finish(&mut machine, &mut state, &stop);
    if options.stats {
        eprintln!("steps: {}", state.steps);
        eprintln!("time: {:.6}", started.elapsed().as_secs_f64());
    }
    outcome
}

/// `NAME=value`.
fn variable(name: &OsStr, value: &OsStr) -> Vec<u8> {
    [name.as_bytes(), b"=", value.as_bytes()].concat()
}

/// The program's `argv`; its name is the first file's, without the extension.
fn arguments(options: &RunOptions) -> Vec<Vec<u8>> {
    let name = options.files.first().map(|file| file.with_extension(""));
    let name = name.as_deref().unwrap_or(Path::new("program")).as_os_str();
    std::iter::once(name)
        .chain(options.args.iter().map(|arg| arg.as_os_str()))
        .map(|word: &OsStr| word.as_bytes().to_vec())
        .collect()
}

fn finish<'p>(machine: &mut Machine<'p>, state: &mut State<'p>, stop: &Stop) -> ExitStatus {
    if let Stop::Exit(status) = stop {
        return ExitStatus::Program(*status as u8);
    }
    // What the program printed comes before what we say about it.
    machine.with_library(state, Libc::flush);
    let report = machine.report(state, stop);
    match stop {
        Stop::Unsupported(_) => print(report, Kind::Unsupported, ExitStatus::GaveUp),
        Stop::StepLimit => print(report, Kind::Stopped, ExitStatus::GaveUp),
        Stop::Internal(message) => panic!("{message}"),
        _ => {
            let kind = report.kind.map_or("error", |kind| kind.name()).to_string();
            print(report, Kind::Error(kind), ExitStatus::ErrorsFound)
        }
    }
}

fn print(report: ErrorReport, kind: Kind, outcome: ExitStatus) -> ExitStatus {
    let notes = report.notes.into_iter();
    let stack = report.trace.into_iter();
    let diagnostic = Diagnostic {
        kind,
        message: report.message,
        primary: report.location.map(span),
        notes: notes
            .map(|note| Note { message: note.message, span: note.location.map(span) })
            .collect(),
        stack: stack
            .map(|frame| StackFrame {
                function: frame.function.to_string(),
                span: frame.location.map(span),
            })
            .collect(),
    };
    anstream::eprint!("{}", diagnostic.render(&coax_campaign::sources_on_disk(Path::new("."))));
    outcome
}

fn span(location: Location) -> Span {
    Span {
        file: location.file.as_ref().into(),
        line: location.line,
        column: location.column,
        length: None,
    }
}
