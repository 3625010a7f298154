//! Whether it can matter which engine explores a program: only where it calls a function that has a body,
//! in the program itself or in our library, is there something to sum up.
//!
//! Invariant: in doubt it matters.

use std::path::PathBuf;
use std::process::Command;

/// Functions of the library that have no body: they are done by the engine, whichever it is.
const WITHOUT_BODY: [&str; 9] = [
    "malloc",
    "calloc",
    "realloc",
    "free",
    "abort",
    "memcpy",
    "memmove",
    "memset",
    "__assert_fail",
];

/// Whether the program may call a function that can be summed up.
pub fn may_be_summed_up(sources: &[PathBuf], cflags: &[String]) -> bool {
    let [source] = sources else { return true };
    let clang = std::env::var_os("COAX_CLANG").unwrap_or_else(|| "clang-22".into());
    let mut command = Command::new(clang);
    command.args(["-w", "-O0", "-S", "-emit-llvm", "-o", "-"]).args(cflags).arg(source);
    match command.output() {
        Ok(output) if output.status.success() => calls(&String::from_utf8_lossy(&output.stdout)),
        _ => true,
    }
}

/// Whether a module in textual form declares a function that may have a body elsewhere, or names one
/// that it defines.
fn calls(module: &str) -> bool {
    let names = |start: &str| -> Vec<&str> {
        module.lines().filter(|line| line.starts_with(start)).filter_map(function).collect()
    };
    let elsewhere = |name: &&str| !name.starts_with("llvm.") && !WITHOUT_BODY.contains(name);
    if names("declare ").iter().any(elsewhere) {
        return true;
    }
    let defined = names("define ");
    module.lines().filter(|line| !line.starts_with("define ")).any(|line| {
        line.match_indices('@').any(|(at, _)| {
            let name = line[at + 1..].split(|c: char| !is_part_of_name(c)).next();
            name.is_some_and(|name| defined.contains(&name) || name.is_empty())
        })
    })
}

/// The function that a line begins or declares.
fn function(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once('@')?;
    Some(rest.split_once('(')?.0)
}

fn is_part_of_name(c: char) -> bool {
    c.is_alphanumeric() || "._$".contains(c)
}

/// The criterion is right about these modules; called by the corpus as a test of its own.
pub fn is_told_apart() -> Result<(), String> {
    let modules = [
        (false, "define i32 @f(i32 %0) {\n  %2 = load i32, ptr @g\n  ret i32 %2\n}\n"),
        (false, "define void @f() {\n  call void @free(ptr null)\n}\ndeclare void @free(ptr)\n"),
        (false, "declare void @llvm.va_start(ptr)\n"),
        (true, "define i32 @f() {\n  %1 = call i32 @g()\n}\ndefine i32 @g() {\n}\n"),
        (true, "@table = global ptr @f\ndefine i32 @f() {\n}\n"),
        (true, "define i32 @f() {\n  %1 = call i32 @f()\n}\n"),
        (true, "declare i64 @strlen(ptr)\n"),
        (true, "@table = global ptr @\"odd name\"\ndefine i32 @\"odd name\"() {\n}\n"),
    ];
    match modules.iter().find(|(expected, module)| calls(module) != *expected) {
        Some((expected, module)) => Err(format!("not {expected}:\n{module}")),
        None => Ok(()),
    }
}
