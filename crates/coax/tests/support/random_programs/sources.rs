//! The two programs a batch of functions becomes.
//!
//! The native one calls each function with all inputs. The explored one takes the number of a
//! function as its argument, asks for inputs, calls it, and ends with a status that says which of
//! a few classes the result is in. Before that it compares the result with the table of all
//! results, if there is one ([`MISMATCH`] if it can differ: then a term is wrong for every
//! model), and singles out some inputs ([`POINT`] and above).

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::generate::{InputRange, NAMES, RandomFunction};
use super::native::NativeOutcomes;

/// The status of an input that is singled out; the others count from here.
pub const POINT: i32 = 100;
/// The status of a result that is not what it natively is.
pub const MISMATCH: i32 = 250;

/// Writes the program that tries all inputs; its file.
pub fn write_native(folder: &Path, functions: &[RandomFunction]) -> io::Result<PathBuf> {
    fs::write(folder.join("preamble.h"), include_str!("preamble.h"))?;
    let text: String = functions.iter().map(|function| function.text.as_str()).collect();
    fs::write(folder.join("functions.h"), text)?;
    let mut tries = String::from("int main(void) {\n");
    for function in functions {
        tries.push_str(&try_all(function));
    }
    tries.push_str("    return 0;\n}\n");
    fs::write(folder.join("tries.h"), tries)?;
    let file = folder.join("all_inputs.c");
    fs::write(&file, include_str!("all_inputs.c"))?;
    Ok(file)
}

fn try_all(function: &RandomFunction) -> String {
    let mut text = String::new();
    for (input, name) in function.inputs.iter().zip(NAMES) {
        let InputRange { low, count, .. } = input;
        text.push_str(&format!(
            "    for (int {name} = {low}; {name} < {low} + {count}; {name}++)\n"
        ));
    }
    let (seed, arguments) = (function.seed, arguments(function));
    text.push_str(&format!("        TRY(reset{seed}(), f{seed}({arguments}));\n"));
    text
}

fn arguments(function: &RandomFunction) -> String {
    NAMES[..function.inputs.len()].join(", ")
}

/// Writes the explored program with something before it, so that all its functions and globals are elsewhere; its file.
pub fn write_elsewhere(folder: &Path, explored: &Path) -> io::Result<PathBuf> {
    let file = folder.join("elsewhere.c");
    let before = "int elsewhere[5] = {1};\nint *where(void) { return elsewhere; }\n";
    fs::write(&file, format!("{before}#include \"{}\"\n", explored.display()))?;
    Ok(file)
}

/// Writes the program that is explored; its file.
pub fn write_explored(
    folder: &Path,
    functions: &[RandomFunction],
    outcomes: &[NativeOutcomes],
) -> io::Result<PathBuf> {
    let mut text = String::from(
        "#include <coax.h>\n#include \"preamble.h\"\n#include \"functions.h\"\n\
         unsigned char __VERIFIER_nondet_uchar(void);\nchar __VERIFIER_nondet_char(void);\n",
    );
    for (function, outcomes) in functions.iter().zip(outcomes) {
        text.push_str(&check(function, outcomes));
    }
    text.push_str("int main(int argc, char **argv) {\n    switch (atoi(argv[1])) {\n");
    for (number, function) in functions.iter().enumerate() {
        text.push_str(&format!("    case {number}: check{}(); break;\n", function.seed));
    }
    text.push_str("    }\n    return 255;\n}\n");
    let file = folder.join("explored.c");
    fs::write(&file, text)?;
    Ok(file)
}

/// The function that asks for inputs and ends the program with the class of the result.
fn check(function: &RandomFunction, outcomes: &NativeOutcomes) -> String {
    let seed = function.seed;
    let mut text = String::new();
    if function.has_table() {
        let values: Vec<String> = outcomes.values().map(|value| format!("{value}")).collect();
        let values = values.join(",").replace("-2147483648", "(-2147483647 - 1)");
        text.push_str(&format!("static const i32 expected{seed}[] = {{{values}}};\n"));
    }
    text.push_str(&format!("static void check{seed}(void) {{\n    u32 at = 0;\n"));
    for (input, name) in function.inputs.iter().zip(NAMES) {
        text.push_str(&ask(*input, name));
    }
    text.push_str(&format!("    i32 value = f{seed}({});\n", arguments(function)));
    if function.has_table() {
        text.push_str(&format!(
            "    if (value != expected{seed}[at])\n        exit({MISMATCH});\n"
        ));
    }
    text.push_str("    switch (at) {\n");
    for (number, point) in function.points.iter().enumerate() {
        text.push_str(&format!("    case {point}: exit({});\n", POINT + number as i32));
    }
    text.push_str("    }\n    switch (((u32)value ^ (u32)value >> 7) & 7) {\n");
    for class in 0..8 {
        text.push_str(&format!("    case {class}: exit({class});\n"));
    }
    text.push_str("    }\n}\n");
    text
}

/// The class of a result, as the explored program's status.
pub fn class(value: i32) -> i32 {
    ((value as u32 ^ (value as u32) >> 7) & 7) as i32
}

fn ask(input: InputRange, name: &str) -> String {
    let InputRange { signed, low, count, word } = input;
    let ty = if signed { "i8" } else { "u8" };
    let call = match (word, signed) {
        (0, _) => format!("{ty} {name}; coax_symbolic(&{name}, 1, \"{name}\");"),
        (1, _) => format!("{ty} {name} = ({ty})coax_char(\"{name}\");"),
        (_, true) => format!("{ty} {name} = __VERIFIER_nondet_char();"),
        (_, false) => format!("{ty} {name} = __VERIFIER_nondet_uchar();"),
    };
    let (last, distance) = (count - 1, format!("(u8)({name} - ({low}))"));
    // Without a condition that is always true: not every input is assumed about.
    let assume = if count < 256 {
        format!("    coax_assume({distance} <= {last});\n")
    } else {
        String::new()
    };
    format!(
        "    {call}\n{assume}    u8 {name}_at = {distance};\n    at = at * {count} + {name}_at;\n"
    )
}
