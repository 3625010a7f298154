//! Builds the tree with all mutants in it.
//!
//! Invariants: what does not compile is found by the compiler's own words and left out, and nothing else is; the
//! numbers of mutants do not hang on that. Nothing is shared with the ordinary build: cargo would take a crate with mutants
//! for the one of the same name without.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::modules::{MODULES, Module};
use super::operators::{Mutant, Source};
use super::{Place, switch, tree};

/// A program of tests.
#[derive(Debug)]
pub struct TestProgram {
    pub package: String,
    pub name: String,
    pub file: PathBuf,
    /// The folder that its tests are run in.
    pub folder: PathBuf,
}

/// What was built.
pub struct Built {
    pub mutants: Vec<Mutant>,
    /// How many do not compile.
    pub unviable: usize,
    pub programs: Vec<TestProgram>,
}

/// As often as this the compiler may complain; it does not say everything at once.
const ROUNDS: usize = 40;

/// Builds all tests.
pub fn with_all_mutants(place: &Place) -> Result<Built, String> {
    let (sources, mut mutants) = read(&place.root)?;
    let known = place.folder.join("unviable.txt");
    let mut without = remembered(&known, &mutants);
    let mut rounds = 0;
    loop {
        write(place, &sources, &without)?;
        let complaints = check(place, &sources)?;
        if complaints.is_empty() {
            break;
        }
        rounds += 1;
        let before = without.len();
        for complaint in &complaints {
            without.extend(complaint.mutants(&sources, &without));
        }
        eprintln!("mutants: {} do not compile", without.len());
        if without.len() == before || rounds == ROUNDS {
            return Err(format!("the tree does not compile: {}", complaints[0].message));
        }
        remember(&known, &mutants, &without)?;
    }
    let programs = tests(place, &sources)?;
    mutants.retain(|mutant| !without.contains(&mutant.number));
    Ok(Built { mutants, unviable: without.len(), programs })
}

/// The sources of all modules with their mutants.
fn read(root: &Path) -> Result<(BTreeMap<String, Source>, Vec<Mutant>), String> {
    let (mut sources, mut mutants) = (BTreeMap::new(), Vec::new());
    let files = tree::files(root).map_err(|error| error.to_string())?;
    for module in MODULES {
        let of_module: Vec<&String> = files.iter().filter(|path| module.holds(path)).collect();
        check_paths(module, &of_module)?;
        for path in of_module {
            let text =
                fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"))?;
            sources.insert(path.clone(), Source::read(module, path, text, &mut mutants)?);
        }
    }
    Ok((sources, mutants))
}

/// Every path of a module leads to a source.
fn check_paths(module: &Module, found: &[&String]) -> Result<(), String> {
    let is_found = |path: &&&str| found.iter().any(|file| file.starts_with(**path));
    match module.paths.iter().find(|path| !is_found(path)) {
        Some(path) => Err(format!("module {}: there is no source {path}", module.name)),
        None => Ok(()),
    }
}

/// The folder of the crate that a source belongs to.
fn crate_of(path: &str) -> &str {
    path.split_once("/src/").map_or(path, |(folder, _)| folder)
}

fn crates(sources: &BTreeMap<String, Source>) -> BTreeSet<&str> {
    sources.keys().map(|path| crate_of(path)).collect()
}

fn write(
    place: &Place,
    sources: &BTreeMap<String, Source>,
    without: &BTreeSet<u32>,
) -> Result<(), String> {
    let crates = crates(sources);
    let changed = |path: &str, bytes: &[u8]| {
        if let Some(source) = sources.get(path) {
            return Some(source.with_mutants(without).into_bytes());
        }
        let of_crate = path.strip_suffix("/src/lib.rs").filter(|folder| crates.contains(folder));
        let text = of_crate.and(std::str::from_utf8(bytes).ok())?;
        let module = switch::NAME;
        Some(format!("#![allow(warnings)] {text}\n#[doc(hidden)] pub mod {module};\n").into_bytes())
    };
    let failed = |error: std::io::Error| format!("{}: {error}", place.tree().display());
    tree::copy(&place.root, &place.tree(), &changed).map_err(failed)?;
    for folder in crates {
        let file = place.tree().join(folder).join("src").join(format!("{}.rs", switch::NAME));
        tree::write(&file, switch::SOURCE.as_bytes()).map_err(failed)?;
    }
    Ok(())
}

/// An error of the compiler.
struct Complaint {
    message: String,
    /// Files and bytes it is about.
    places: Vec<(String, usize)>,
}

impl Complaint {
    /// The mutants that may be the reason.
    fn mutants(&self, sources: &BTreeMap<String, Source>, without: &BTreeSet<u32>) -> Vec<u32> {
        let around = |(file, at): &(String, usize)| {
            sources.get(file).map(|source| source.around(without, *at)).unwrap_or_default()
        };
        let found = self.places.iter().map(around);
        found.into_iter().find(|mutants| !mutants.is_empty()).unwrap_or_default()
    }
}

/// What the compiler says against the crates with mutants.
fn check(place: &Place, sources: &BTreeMap<String, Source>) -> Result<Vec<Complaint>, String> {
    let mut command = cargo(place, "check");
    command.args(["--lib", "--keep-going"]).args(packages(&crates(sources)));
    let (messages, good) = messages(command)?;
    let complaints: Vec<Complaint> = messages.iter().filter_map(complaint).collect();
    match complaints.is_empty() && !good {
        true => Err("cargo check failed".into()),
        false => Ok(complaints),
    }
}

/// The programs of tests of the crates with mutants, and of the binary.
fn tests(place: &Place, sources: &BTreeMap<String, Source>) -> Result<Vec<TestProgram>, String> {
    let mut command = cargo(place, "test");
    let mut tested = crates(sources);
    tested.insert("crates/coax");
    command.args(["--no-run", "--all-targets"]).args(packages(&tested));
    let (messages, good) = messages(command)?;
    match good {
        true => Ok(messages.iter().filter_map(program).collect()),
        false => {
            let first = messages.iter().find_map(complaint).map(|complaint| complaint.message);
            Err(format!("the tests do not compile: {}", first.unwrap_or_default()))
        }
    }
}

fn packages(crates: &BTreeSet<&str>) -> Vec<String> {
    let name = |folder: &&str| folder.rsplit('/').next().unwrap_or(folder).to_owned();
    crates.iter().flat_map(|folder| ["-p".to_owned(), name(folder)]).collect()
}

fn cargo(place: &Place, job: &str) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.arg(job).args(["--profile", "ci", "--locked", "--message-format=json"]);
    command.current_dir(place.tree());
    command.env("CARGO_TARGET_DIR", place.folder.join("programs"));
    command.env("CARGO_INCREMENTAL", "1");
    command
}

/// What cargo says, and whether it succeeded.
fn messages(mut command: Command) -> Result<(Vec<Value>, bool), String> {
    command.stdin(Stdio::null()).stderr(Stdio::null());
    let output = command.output().map_err(|error| format!("cargo: {error}"))?;
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    let messages = lines.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    Ok((messages, output.status.success()))
}

fn complaint(message: &Value) -> Option<Complaint> {
    let said = message.get("message")?;
    if said["level"] != "error" {
        return None;
    }
    let mut spans: Vec<&Value> = said["spans"].as_array()?.iter().collect();
    spans.sort_by_key(|span| span["is_primary"] != true);
    let place = |span: &&Value| {
        let at = usize::try_from(span["byte_start"].as_u64()?).ok()?;
        Some((span["file_name"].as_str()?.to_owned(), at))
    };
    let places: Vec<_> = spans.iter().filter_map(place).collect();
    let message = said["rendered"].as_str().unwrap_or_default().to_owned();
    (!places.is_empty()).then_some(Complaint { message, places })
}

fn program(message: &Value) -> Option<TestProgram> {
    let file = message["executable"].as_str()?;
    if message["profile"]["test"] != true {
        return None;
    }
    let folder = Path::new(message["manifest_path"].as_str()?).parent()?;
    Some(TestProgram {
        package: folder.file_name()?.to_string_lossy().into_owned(),
        name: message["target"]["name"].as_str()?.to_owned(),
        file: file.into(),
        folder: folder.to_owned(),
    })
}

/// Those that did not compile the last time.
fn remembered(file: &Path, mutants: &[Mutant]) -> BTreeSet<u32> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let known: BTreeSet<&str> = text.lines().collect();
    let is_known = |mutant: &&Mutant| known.contains(&*mutant.identity());
    mutants.iter().filter(is_known).map(|mutant| mutant.number).collect()
}

fn remember(file: &Path, mutants: &[Mutant], without: &BTreeSet<u32>) -> Result<(), String> {
    let left_out = mutants.iter().filter(|mutant| without.contains(&mutant.number));
    let lines: Vec<String> = left_out.map(Mutant::identity).collect();
    fs::write(file, lines.join("\n")).map_err(|error| format!("{}: {error}", file.display()))
}
