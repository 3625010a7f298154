//! One seed of the fuzzer: generate a program, run it natively and in coax, judge the difference.
//!
//! csmith promises programs without undefined behaviour but does not quite keep the promise
//! (`__builtin_clz(0)`, float conversions, partly written unions). Invariant: a program counts as
//! undefined only if a sanitizer says so natively; coax's own opinion is never enough.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::clang::Clang;
use crate::process::{self, End, Invocation, ProcessResult};

/// csmith cannot know whether its programs end; most that do, do so at once.
const NATIVE_LIMIT: Duration = Duration::from_secs(2);
/// Only catches a hang: coax itself is bounded in steps.
const COAX_LIMIT: Duration = Duration::from_secs(300);
const MAX_STEPS: u64 = 400_000_000;

/// csmith's own headers are not clean C of today.
const FLAGS: [&str; 2] = ["-w", "-Wno-incompatible-pointer-types"];

/// The kinds of programs, taken in turn by seed.
const VARIANTS: [&[&str]; 8] = [
    &["--no-packed-struct"],
    &["--packed-struct", "--bitfields"],
    &["--no-bitfields", "--no-volatiles", "--max-funcs", "5"],
    &["--float", "--no-packed-struct"],
    &["--builtins", "--disable-builtin-kinds", "x86,powerpc"],
    &["--no-unions", "--inline-function", "--max-array-dim", "4"],
    &["--max-pointer-depth", "5", "--max-block-depth", "3"],
    &["--float", "--packed-struct", "--max-struct-fields", "20"],
];

/// What became of one seed.
#[derive(Debug)]
pub enum Verdict {
    Agrees,
    /// The native program did not end in time.
    Endless,
    /// coax reached its bound on steps.
    TooLong,
    /// A sanitizer found undefined behaviour in the program.
    Undefined,
    Differs(String),
    /// csmith or clang failed.
    Broken(String),
}

impl Verdict {
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Agrees => "agree",
            Verdict::Endless => "natively endless",
            Verdict::TooLong => "beyond the step limit",
            Verdict::Undefined => "undefined",
            Verdict::Differs(_) => "differ",
            Verdict::Broken(_) => "broken",
        }
    }
}

/// Everything that all seeds share.
pub struct Bench {
    clang: Clang,
    flags: Vec<String>,
    failures: PathBuf,
}

impl Bench {
    pub fn new(clang: Clang) -> Result<Bench, String> {
        let mut flags = vec![format!("-I{}", headers()?.display())];
        flags.extend(FLAGS.map(str::to_owned));
        // CARGO_TARGET_TMPDIR is target/tmp: failures are worth a place of their own.
        let failures = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../csmith-failures");
        Ok(Bench { clang, flags, failures })
    }

    pub fn compiler(&self) -> &str {
        &self.clang.version
    }

    pub fn try_seed(&self, seed: u64) -> Verdict {
        self.judge_seed(seed).unwrap_or_else(Verdict::Broken)
    }

    fn judge_seed(&self, seed: u64) -> Result<Verdict, String> {
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        let source = folder.path().join(format!("csmith{seed}.c"));
        generate(seed, &source)?;
        let native = self.run_native(&source, &[])?;
        if native.end == End::TimedOut {
            return Ok(Verdict::Endless);
        }
        let ours = self.run_coax(&source)?;
        if native.end == ours.end && native.stdout == ours.stdout {
            return Ok(Verdict::Agrees);
        }
        if is_bounded(&ours) {
            return Ok(Verdict::TooLong);
        }
        if self.is_undefined(&source)? {
            return Ok(Verdict::Undefined);
        }
        self.keep(&source, &native, &ours)?;
        Ok(Verdict::Differs(difference(&native, &ours)))
    }

    fn run_native(&self, source: &Path, sanitizers: &[&str]) -> Result<ProcessResult, String> {
        let binary = source.with_extension("native");
        let mut flags = self.flags.clone();
        flags.extend(sanitizers.iter().map(|&f| f.to_owned()));
        self.clang.build(&[source.to_path_buf()], &flags, &binary)?;
        process::run(&binary, &Invocation::default(), cwd(source), NATIVE_LIMIT)
    }

    fn run_coax(&self, source: &Path) -> Result<ProcessResult, String> {
        let invocation = Invocation {
            args: vec![
                "run".to_owned(),
                "--color=never".to_owned(),
                format!("--max-steps={MAX_STEPS}"),
                format!("--cflags={}", self.flags.join(" ")),
                source.to_string_lossy().into_owned(),
            ],
            ..Invocation::default()
        };
        let coax = Path::new(env!("CARGO_BIN_EXE_coax"));
        process::run(coax, &invocation, cwd(source), COAX_LIMIT)
    }

    fn is_undefined(&self, source: &Path) -> Result<bool, String> {
        const SANITIZERS: [&[&str]; 2] = [
            &[
                "-g",
                "-fsanitize=address,undefined,float-cast-overflow",
                "-fno-sanitize-recover=all",
            ],
            &["-g", "-fsanitize=memory"],
        ];
        for sanitizers in SANITIZERS {
            let outcome = self.run_native(source, sanitizers)?;
            let text = String::from_utf8_lossy(&outcome.stderr);
            if text.contains("runtime error:") || text.contains("Sanitizer:") {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The program and both outputs, enough to reproduce and reduce without the fuzzer.
    fn keep(
        &self,
        source: &Path,
        native: &ProcessResult,
        ours: &ProcessResult,
    ) -> Result<(), String> {
        let kept = self.failures.join(source.file_name().unwrap_or_default());
        let files = [("native", &native.stdout), ("coax", &ours.stdout), ("stderr", &ours.stderr)];
        fs::create_dir_all(&self.failures)
            .and_then(|()| fs::copy(source, &kept).map(drop))
            .and_then(|()| {
                let mut writes = files.iter();
                writes.try_for_each(|(name, bytes)| fs::write(kept.with_extension(name), bytes))
            })
            .map_err(|e| format!("{}: {e}", kept.display()))
    }
}

fn cwd(source: &Path) -> &Path {
    source.parent().unwrap_or(source)
}

/// csmith.h is in a folder whose name carries the version on some systems.
fn headers() -> Result<PathBuf, String> {
    for root in ["/usr/include", "/usr/local/include"] {
        let Ok(entries) = fs::read_dir(root) else {
            continue;
        };
        let mut folders: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
        folders.sort();
        if let Some(found) = folders.into_iter().find(|f| is_csmith_folder(f)) {
            return Ok(found);
        }
    }
    Err("csmith.h is not installed".into())
}

fn is_csmith_folder(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with("csmith") && folder.join("csmith.h").is_file()
}

fn generate(seed: u64, source: &Path) -> Result<(), String> {
    let variant = VARIANTS[usize::try_from(seed).unwrap_or(0) % VARIANTS.len()];
    let output = Command::new("csmith")
        .args(["--seed", &seed.to_string(), "--quiet", "--output"])
        .arg(source)
        .args(variant)
        .current_dir(cwd(source)) // csmith leaves a platform file where it runs
        .output()
        .map_err(|e| format!("csmith: {e}"))?;
    if output.status.success() && source.is_file() {
        return Ok(());
    }
    Err(format!("csmith: {}", String::from_utf8_lossy(&output.stderr)))
}

fn is_bounded(ours: &ProcessResult) -> bool {
    let text = String::from_utf8_lossy(&ours.stderr);
    ours.end != End::Exit(0) && (text.contains("step limit") || text.contains("--max-steps"))
}

fn difference(native: &ProcessResult, ours: &ProcessResult) -> String {
    let first_line = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        text.lines().next().unwrap_or_default().to_owned()
    };
    format!(
        "native {:?} `{}`, coax {:?} `{}` {}",
        native.end,
        first_line(&native.stdout),
        ours.end,
        first_line(&ours.stdout),
        first_line(&ours.stderr)
    )
}
