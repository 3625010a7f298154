//! Compiles the runtime (`runtime/c/*.c`, `runtime/cxx/*.cpp`) to bitcode and writes the table
//! that embeds it.
//!
//! The flags keep the code plain: the interpreter sees through it, so it must not be vectorised,
//! and calls of library functions must stay calls.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::{env, fs, thread};

/// Oldest and newest clang that is looked for.
const VERSIONS: std::ops::RangeInclusive<u32> = 13..=22;

const COMMON_FLAGS: &[&str] = &[
    "-O1",
    "-g0",
    "-fno-builtin",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-Wall",
    "-Wextra",
    "-emit-llvm",
    "-c",
];

struct Language {
    folder: &'static str,
    extension: &'static str,
    flags: &'static [&'static str],
}

const LANGUAGES: [Language; 2] = [
    Language { folder: "c", extension: "c", flags: &["-std=gnu17", "-x", "c"] },
    Language { folder: "cxx", extension: "cpp", flags: &["-std=gnu++20", "-x", "c++"] },
];

/// One source file on its way to bitcode.
struct Job {
    name: String,
    source: PathBuf,
    output: PathBuf,
    flags: &'static [&'static str],
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=runtime");
    println!("cargo::rerun-if-env-changed=COAX_CLANG");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let clang = find_clang();
    // For the tests that compile parts of the runtime again.
    println!("cargo::rustc-env=COAX_RUNTIME_CLANG={}", clang.to_string_lossy());
    let jobs: Vec<Job> = LANGUAGES.iter().flat_map(|language| jobs(language, &out)).collect();
    compile_all(&clang, &jobs);
    fs::write(out.join("runtime_table.rs"), table(&jobs)).expect("the output folder is writable");
}

fn find_clang() -> OsString {
    if let Some(chosen) = env::var_os("COAX_CLANG") {
        return chosen;
    }
    let names = VERSIONS.rev().map(|version| format!("clang-{version}"));
    names.chain(["clang".into()]).find(|name| runs(name)).map_or_else(
        || panic!("no clang found: install clang 13 or newer, or set COAX_CLANG"),
        OsString::from,
    )
}

fn runs(name: &str) -> bool {
    Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
}

fn jobs(language: &Language, out: &Path) -> Vec<Job> {
    let folder = Path::new("runtime").join(language.folder);
    let Ok(entries) = fs::read_dir(&folder) else { return Vec::new() };
    let mut sources: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == language.extension))
        .collect();
    sources.sort();
    let job = |source: PathBuf| {
        println!("cargo::rerun-if-changed={}", source.display());
        let file = source.file_name().expect("a listed file has a name").to_string_lossy();
        let name = format!("{}/{file}", language.folder);
        let output = out.join(format!("{}_{file}.bc", language.folder));
        Job { name, source: source.clone(), output, flags: language.flags }
    };
    sources.into_iter().map(job).collect()
}

/// Compiles on as many threads as cargo allows us.
fn compile_all(clang: &OsString, jobs: &[Job]) {
    let workers = env::var("NUM_JOBS").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let queue = Mutex::new(jobs.iter());
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(job) = next(&queue) {
                    compile(clang, job);
                }
            });
        }
    });
}

fn next<'j>(queue: &Mutex<std::slice::Iter<'j, Job>>) -> Option<&'j Job> {
    queue.lock().expect("no worker panics while it holds the queue").next()
}

fn compile(clang: &OsString, job: &Job) {
    let status = Command::new(clang)
        .args(job.flags)
        .args(COMMON_FLAGS)
        .arg(&job.source)
        .arg("-o")
        .arg(&job.output)
        .status();
    assert!(status.is_ok_and(|status| status.success()), "cannot compile {}", job.name);
}

fn table(jobs: &[Job]) -> String {
    let mut text = String::from("static RUNTIME: &[(&str, &[u8])] = &[\n");
    for job in jobs {
        let name = &job.name;
        text += &format!("    ({name:?}, include_bytes!({:?})),\n", job.output);
    }
    text + "];\n"
}
