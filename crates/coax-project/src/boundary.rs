//! Which functions a user of the code can call.
//!
//! Of a library, what its headers for users declare: installed ones, those in a folder for headers, else those that are
//! not private by name or place. Of a program, `main`, and what headers declare. Where there are no headers to look at
//! (a single file, a folder without any), or none that declares a function of the library: what other files can name,
//! and of classes the public members.

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use coax_ir::{Access, FuncId, Linkage, Program, SourceSignature};

use crate::exclude::Exclusion;
use crate::headers::{self, Headers, Wanted};
use crate::names;
use crate::sources::{Sources, common_folder};

/// What makes every function one of the boundary.
const ALL: &str = "all";

/// Scopes of C++ that are not for users, in any header.
const PRIVATE_SCOPES: &[&str] = &["detail", "details", "internal", "impl", "priv"];

/// Can a user of the code call a function, and a test write the call?
pub fn is_boundary(program: &Program, id: FuncId) -> bool {
    let Some(signature) = program.signature_of(id) else { return false };
    is_public(&signature)
        && signature.linkage == Linkage::External
        && &*signature.qualified != "main"
        && signature.is_matched()
        && signature.is_nameable()
}

/// The functions of a program that a user can call, by their names for the linker.
pub fn symbols(program: &Program) -> BTreeSet<String> {
    let own = program.own_functions().iter().filter(|&&id| is_boundary(program, id));
    own.map(|&id| program.function(id).name.to_string()).collect()
}

fn is_public(signature: &SourceSignature) -> bool {
    signature.method.as_ref().is_none_or(|it| it.access == Access::Public)
}

/// Does `--boundary` mean a function of this name, with its scope? Where nothing is said, all are meant.
pub fn is_meant(patterns: &[String], qualified: &str) -> bool {
    let name = qualified.rsplit("::").next().unwrap_or(qualified);
    let is_it = |pattern: &String| {
        pattern == ALL || [name, qualified].iter().any(|name| names::matches(pattern, name))
    };
    patterns.is_empty() || patterns.iter().any(is_it)
}

/// What is known of a project about its boundary.
#[derive(Debug, Default)]
pub struct Boundary {
    /// What the user says, if anything: nothing else counts then.
    patterns: Vec<String>,
    /// Functions that the user asks for by name: they count as well.
    asked: Vec<String>,
    headers: Headers,
}

impl Boundary {
    /// What the user says, if anything; else the headers of the project that `paths` belong to.
    pub fn find(
        patterns: &[String],
        asked: &[String],
        exclusion: &Exclusion,
        paths: &[PathBuf],
        sources: &Sources,
    ) -> Boundary {
        let headers = match patterns.is_empty() {
            true => Headers::below(&header_folders(paths, sources), &|file| exclusion.has(file)),
            false => Headers::default(),
        };
        Boundary { patterns: patterns.to_vec(), asked: asked.to_vec(), headers }
    }

    /// The headers that were looked at.
    pub fn headers(&self) -> impl Iterator<Item = &Path> {
        self.headers.paths()
    }

    /// The functions of a program that a user of the code can call.
    pub fn functions(&self, program: &Program) -> HashSet<FuncId> {
        let own = || {
            let ids = program.own_functions().iter().copied();
            ids.filter_map(|id| Some((id, program.signature_of(id)?)))
        };
        let is_said = |patterns: &[String], signature: &SourceSignature| {
            !patterns.is_empty() && is_meant(patterns, &signature.qualified)
        };
        let mut functions: HashSet<FuncId> = match self.patterns.is_empty() {
            true => self.offered(program, own()),
            false => {
                let said = own().filter(|(_, signature)| is_said(&self.patterns, signature));
                said.map(|(id, _)| id).collect()
            }
        };
        let asked = own().filter(|(_, signature)| is_said(&self.asked, signature));
        functions.extend(asked.map(|(id, _)| id));
        functions
    }

    /// The functions that are offered to other code.
    fn offered(
        &self,
        program: &Program,
        own: impl Iterator<Item = (FuncId, Arc<SourceSignature>)>,
    ) -> HashSet<FuncId> {
        let main = program.function_named("main").filter(|&id| program.function(id).defined);
        let wanted = match main.is_some() && !self.headers.has_public() {
            true => Wanted::All,
            false => Wanted::ForUsers,
        };
        let own: Vec<(FuncId, Arc<SourceSignature>)> =
            own.filter(|(_, signature)| is_public(signature)).collect();
        let ids = |is_it: &dyn Fn(&SourceSignature) -> bool| -> HashSet<FuncId> {
            own.iter().filter(|(_, signature)| is_it(signature)).map(|(id, _)| *id).collect()
        };
        let mut offered = ids(&|signature| self.is_declared(signature, wanted));
        if self.headers.is_empty() || offered.is_empty() && main.is_none() {
            offered = ids(&|signature| signature.linkage == Linkage::External);
        }
        offered.extend(main);
        offered
    }

    /// Does a header declare a function, for those whom it is for?
    fn is_declared(&self, signature: &SourceSignature, wanted: Wanted) -> bool {
        let is_external = signature.linkage == Linkage::External;
        let file = Path::new(&*signature.file);
        if headers::is_header(file) {
            return self.headers.has(file, wanted) && !is_in_private_scope(signature);
        }
        is_external
            && !is_in_private_scope(signature)
            && declared_names(signature).any(|name| self.headers.declare(name, wanted))
    }
}

/// The names by which a header would mention a function: of a method, those of its class and of the classes that this
/// is declared in.
fn declared_names(signature: &SourceSignature) -> impl Iterator<Item = &str> {
    let plain = |name| str::split(name, ['<', '[']).next().unwrap_or(name);
    let (scopes, name) = match plain(&signature.qualified).rsplit_once("::") {
        Some((scopes, _)) if signature.method.is_some() => (scopes, None),
        _ => ("", Some(plain(&signature.name))),
    };
    let name = name.map(|name| if name.starts_with("operator") { "operator" } else { name });
    scopes.split("::").filter(|scope| !scope.is_empty()).chain(name)
}

fn is_in_private_scope(signature: &SourceSignature) -> bool {
    let scopes = signature.qualified.rsplit_once("::").map_or("", |(scopes, _)| scopes);
    scopes.split("::").any(|scope| PRIVATE_SCOPES.contains(&scope))
}

/// The folders in which headers of the project are looked for: those that the user named, the one of a compilation
/// database with all its files, and headers that lie beside such a folder. None if only files are named.
fn header_folders(paths: &[PathBuf], sources: &Sources) -> BTreeSet<PathBuf> {
    let mut folders = BTreeSet::new();
    let absolute = |path: &Path| path.canonicalize().ok();
    for path in paths {
        if path.is_dir() {
            folders.extend(absolute(path));
        } else if path.extension().is_some_and(|extension| extension == "json") {
            let files = sources.translations.iter().filter_map(|one| absolute(&one.file));
            folders.extend(common_folder(files));
        }
    }
    let beside: Vec<PathBuf> = folders
        .iter()
        .filter_map(|folder| folder.parent())
        .flat_map(|parent| ["include", "inc"].map(|name| parent.join(name)))
        .filter(|folder| folder.is_dir())
        .collect();
    folders.extend(beside);
    folders
}
