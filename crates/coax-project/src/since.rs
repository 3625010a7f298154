//! `--since REV`: the functions that a change may have changed, as far as texts tell.
//!
//! Git says which lines differ between a revision and the files as they are. What those lines are in (a function, a
//! type, a macro, a variable) has changed; so has, in turn, everything that mentions a name which changed: callers of
//! a function up to those that nothing calls, functions that use a type.
//!
//! Invariant: names are compared, not what they mean, so too much is taken rather than too little; what is not named
//! at all (a call through a pointer that a table of another file sets, an operator) is followed by the names
//! in its declaration.

mod git;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use coax_clang::{Piece, PieceKind, outline};
use coax_deadline::Deadline;
use coax_report::{Earlier, Since};

use self::git::{Changes, Repository};
use coax_workplace::end::Failure;

/// Extensions of files that are looked at.
const EXTENSIONS: &[&str] = &[
    "c", "cc", "cpp", "cxx", "c++", "C", "h", "hh", "hpp", "hxx", "h++", "inc", "inl", "ipp",
    "tcc", "def",
];

/// Code that has changed since a revision.
#[derive(Debug)]
pub struct ChangedCode {
    /// The revision, in full.
    pub revision: String,
    /// Lines of code that is to be looked at, by file.
    lines: HashMap<PathBuf, Vec<Range<u32>>>,
    /// The files of the repository; of others (generated ones, for instance) it is not known what has changed.
    known: HashSet<PathBuf>,
}

impl ChangedCode {
    /// That of the repository that a file lies in.
    pub fn since(revision: &str, file: &Path, end: &Deadline) -> Result<ChangedCode, Failure> {
        let wrong = |why: String| Failure::Input(format!("--since {revision}: {why}"));
        let repository = Repository::around(file, end).map_err(wrong)?;
        let commit = repository.commit(revision).map_err(wrong)?;
        let changes = repository.changes(&commit).map_err(wrong)?;
        let mut files: Vec<SourceFile> = Vec::new();
        let known: HashSet<PathBuf> = repository.files().map_err(wrong)?.into_iter().collect();
        let mut paths: Vec<PathBuf> = known.iter().filter(|path| is_code(path)).cloned().collect();
        paths.sort();
        for path in paths {
            let Ok(text) = fs::read(&path) else { continue };
            let pieces = outline(&String::from_utf8_lossy(&text));
            files.push(SourceFile { path, pieces });
        }
        let affected = affected(&files, &changes);
        let mut lines: HashMap<PathBuf, Vec<Range<u32>>> = HashMap::new();
        for (file, piece) in affected {
            let file = &files[file];
            let lines = lines.entry(file.path.clone()).or_default();
            lines.push(file.pieces[piece].lines.clone());
        }
        Ok(ChangedCode { revision: commit, lines, known })
    }

    /// As the report has it, with so many functions left out.
    pub fn told(&self, unchanged: usize) -> Earlier {
        let since = Since { revision: self.revision.clone(), unchanged: unchanged as u64 };
        Earlier { since: Some(since), ..Earlier::default() }
    }

    /// May a function that begins at this line of a file behave in another way?
    pub fn may_affect(&self, file: &Path, line: u32) -> bool {
        let file = file.canonicalize().unwrap_or_else(|_| file.to_path_buf());
        let is_in = |all: &Vec<Range<u32>>| all.iter().any(|lines| lines.contains(&line));
        !self.known.contains(&file) || self.lines.get(&file).is_some_and(is_in)
    }
}

fn is_code(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| EXTENSIONS.contains(&extension))
}

/// A source or a header.
struct SourceFile {
    path: PathBuf,
    pieces: Vec<Piece>,
}

/// A piece of a file, both by their places.
type PieceAt = (usize, usize);

/// Names that have come to mean something else.
#[derive(Default)]
struct Names {
    /// Of functions: a type is not changed by the declaration of one in it.
    functions: HashSet<String>,
    /// Of types, macros and variables,
    others: HashSet<String>,
    /// and of fields.
    members: HashSet<String>,
}

/// The pieces that have changed or hang on what has.
fn affected(files: &[SourceFile], changes: &Changes) -> BTreeSet<PieceAt> {
    let users = Users::of(files);
    let mut affected: BTreeSet<PieceAt> = BTreeSet::new();
    let mut queue: VecDeque<PieceAt> = VecDeque::new();
    let mut names = Names::default();
    let mut open: Vec<PieceAt> = Vec::new();
    for (number, file) in files.iter().enumerate() {
        let Some(changed) = changes.of(&file.path) else { continue };
        open.extend(changed_pieces(file, changed).map(|piece| (number, piece)));
    }
    for at in open {
        if affected.insert(at) {
            queue.push_back(at);
        }
    }
    // What was removed is known by the text that is gone.
    for piece in outline(&changes.removed) {
        if piece.kind == PieceKind::Macro {
            let macros = piece.declares.iter().filter(|name| names.others.insert((*name).clone()));
            let found = macros.flat_map(|name| users.mentioning(name)).collect::<Vec<_>>();
            for at in found {
                if affected.insert(at) {
                    queue.push_back(at);
                }
            }
        }
    }
    while let Some((file, piece)) = queue.pop_front() {
        let whole = (0..files[file].pieces.len()).map(|other| (file, other));
        let piece = &files[file].pieces[piece];
        let is_directive = piece.kind == PieceKind::Directive;
        let hanging = users.hanging_on(piece, files, &mut names);
        for at in hanging.into_iter().chain(whole.filter(|_| is_directive)) {
            if affected.insert(at) {
                queue.push_back(at);
            }
        }
    }
    affected
}

/// The pieces of a file that changed lines are in; all of them if what the preprocessor takes has changed.
fn changed_pieces(file: &SourceFile, changed: &[Range<u32>]) -> impl Iterator<Item = usize> {
    let is_in = |lines: &Range<u32>| {
        changed.iter().any(|change| match change.is_empty() {
            // Something is gone between two lines: both are in the piece, or it is outside of it.
            true => lines.start < change.start && change.start < lines.end,
            false => change.start < lines.end && lines.start < change.end,
        })
    };
    let directives = file.pieces.iter().filter(|piece| piece.kind == PieceKind::Directive);
    let is_whole = directives.into_iter().any(|piece| is_in(&piece.lines));
    let wanted: Vec<usize> = (0..file.pieces.len())
        .filter(|&piece| is_whole || is_in(&file.pieces[piece].lines))
        .collect();
    wanted.into_iter()
}

/// Which pieces mention a name.
struct Users<'f> {
    mentions: BTreeMap<&'f str, Vec<PieceAt>>,
    accesses: BTreeMap<&'f str, Vec<PieceAt>>,
}

impl<'f> Users<'f> {
    fn of(files: &'f [SourceFile]) -> Users<'f> {
        let mut users = Users { mentions: BTreeMap::new(), accesses: BTreeMap::new() };
        for (number, file) in files.iter().enumerate() {
            for (index, piece) in file.pieces.iter().enumerate() {
                for name in &piece.mentions {
                    users.mentions.entry(name).or_default().push((number, index));
                }
                for name in &piece.accesses {
                    users.accesses.entry(name).or_default().push((number, index));
                }
            }
        }
        users
    }

    fn mentioning(&self, name: &str) -> Vec<PieceAt> {
        self.mentions.get(name).cloned().unwrap_or_default()
    }

    /// What a changed piece changes.
    fn hanging_on(&self, piece: &Piece, files: &[SourceFile], names: &mut Names) -> Vec<PieceAt> {
        let mut found = Vec::new();
        let is_function = piece.kind == PieceKind::Function;
        for name in &piece.declares {
            let known = if is_function { &mut names.functions } else { &mut names.others };
            if !known.insert(name.clone()) {
                continue;
            }
            let users = self.mentioning(name).into_iter();
            found.extend(users.filter(|&(file, user)| {
                let user = &files[file].pieces[user];
                !is_function || user.kind != PieceKind::Declaration || is_table(user, name)
            }));
        }
        for name in &piece.members {
            if names.members.insert(name.clone()) {
                found.extend(self.accesses.get(&**name).into_iter().flatten());
            }
        }
        found
    }
}

/// Is it a variable with a function in it, not a mere declaration of that?
fn is_table(piece: &Piece, function: &str) -> bool {
    !piece.declares.contains(function)
        && !piece.members.contains(function)
        && piece.members.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The functions that are to be looked at after lines of the first of these files have changed.
    fn after(texts: &[&str], changed: Range<u32>) -> Vec<String> {
        let file = |(number, text): (usize, &&str)| SourceFile {
            path: PathBuf::from(format!("/{number}.c")),
            pieces: outline(text),
        };
        let files: Vec<SourceFile> = texts.iter().enumerate().map(file).collect();
        let changes = Changes::lines("/0.c".into(), changed);
        let functions = affected(&files, &changes).into_iter().filter_map(|(file, piece)| {
            let piece = &files[file].pieces[piece];
            (piece.kind == PieceKind::Function).then(|| piece.declares.first().cloned())?
        });
        functions.collect::<BTreeSet<_>>().into_iter().collect()
    }

    const CODE: &str = "static int low(int n) {\n    return n + 1;\n}\n\
                        int middle(int n) { return low(n); }\nint other(int n) { return n; }\n";

    #[test]
    fn a_function_and_its_callers() {
        let user = "int middle(int n);\nint high(int n) {\n    return middle(n);\n}\nint far(void) { return 3; }\n";
        assert_eq!(after(&[CODE, user], 2..3), ["high", "low", "middle"]);
        assert_eq!(after(&[CODE, user], 5..6), ["other"]);
        // Three lines were removed between two functions: neither has changed.
        assert_eq!(after(&[CODE, user], 4..4), [""; 0]);
        assert_eq!(after(&[CODE, user], 3..3), ["high", "low", "middle"]);
    }

    #[test]
    fn types_macros_and_variables_change_what_uses_them() {
        let header = "struct list {\n    int length;\n};\n#define LIMIT 4\nextern int level;\n";
        let user = "#include \"0.c\"\nint empty(struct list *all) { return 0; }\n\
                    int all_of(void) { return get()->length; }\nint limited(int n) { return n < LIMIT; }\n\
                    int leveled(void) { return level; }\nint length(int n) { return n; }\n";
        assert_eq!(after(&[header, user], 2..3), ["all_of", "empty"]);
        assert_eq!(after(&[header, user], 4..5), ["limited"]);
        assert_eq!(after(&[header, user], 5..6), ["leveled"]);
    }

    #[test]
    fn a_table_of_functions_leads_to_its_users() {
        let code = "static int on(int n) {\n    return n;\n}\nint (*const table[])(int) = { on };\n\
                    int call(int n) { return table[0](n); }\n";
        assert_eq!(after(&[code], 2..3), ["call", "on"]);
    }

    #[test]
    fn what_the_preprocessor_takes_changes_the_whole_file() {
        let code = "#ifdef A\nint f(void) { return 1; }\n#endif\nint g(void) { return 2; }\n";
        assert_eq!(after(&[code], 1..2), ["f", "g"]);
    }
}
