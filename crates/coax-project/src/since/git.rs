//! What git says: which lines of which files are not those of a revision.
//!
//! Git runs in the sandbox and only reads: a repository may name programs to be run, and they are not trusted either.

use std::collections::HashMap;
use std::ffi::OsString;
use std::ops::Range;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

use coax_deadline::Deadline;
use coax_native::sandbox::Access;

use coax_workplace::sandbox;

/// What of a repository's own configuration must not matter.
const SETTINGS: &[&str] = &[
    "safe.directory=*",
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.quotePath=false",
    "core.pager=cat",
];

/// A repository with its files.
pub struct Repository<'d> {
    root: PathBuf,
    end: &'d Deadline,
}

/// Lines that are not those of a revision.
#[derive(Debug, Default)]
pub struct Changes {
    /// By file; an empty range is a place where lines were removed.
    lines: HashMap<PathBuf, Vec<Range<u32>>>,
    /// The text of what was removed.
    pub removed: String,
}

impl Changes {
    /// Those of a file.
    pub fn of(&self, file: &Path) -> Option<&[Range<u32>]> {
        self.lines.get(file).map(Vec::as_slice)
    }

    /// Some lines of one file.
    #[cfg(test)]
    pub fn lines(file: PathBuf, lines: Range<u32>) -> Changes {
        Changes { lines: HashMap::from([(file, vec![lines])]), removed: String::new() }
    }

    /// Out of a difference without context.
    fn read(root: &Path, text: &str) -> Changes {
        let mut changes = Changes::default();
        let mut file = None;
        let mut left = 0;
        for line in text.lines() {
            if left > 0 {
                // A line of a hunk, also if it looks like a header.
                left -= 1;
                if let Some(removed) = line.strip_prefix('-') {
                    changes.removed.push_str(removed);
                    changes.removed.push('\n');
                }
            } else if let Some(name) = line.strip_prefix("+++ ") {
                let name = name.trim_end_matches('\t');
                file = name.strip_prefix("b/").map(|name| root.join(name));
            } else if let Some((old, new)) = line.strip_prefix("@@ -").and_then(hunk) {
                left = old.len() + new.len();
                if let Some(file) = &file {
                    changes.lines.entry(file.clone()).or_default().push(new);
                }
            }
        }
        changes
    }
}

/// `1,2 +3,4 @@`: the old and the new lines. With no new ones, what is new lies behind the line that is named.
fn hunk(text: &str) -> Option<(Range<u32>, Range<u32>)> {
    let (old, rest) = text.split_once(" +")?;
    let (new, _) = rest.split_once(" @@")?;
    let lines = |text: &str| -> Option<Range<u32>> {
        let (first, count) = text.split_once(',').unwrap_or((text, "1"));
        let (first, count): (u32, u32) = (first.parse().ok()?, count.parse().ok()?);
        let first = if count == 0 { first + 1 } else { first };
        Some(first..first + count)
    };
    Some((lines(old)?, lines(new)?))
}

impl<'d> Repository<'d> {
    /// The one that a file lies in.
    pub fn around(file: &Path, end: &'d Deadline) -> Result<Repository<'d>, String> {
        let file = file.canonicalize().map_err(|error| format!("{}: {error}", file.display()))?;
        let folder = if file.is_dir() { &file } else { file.parent().unwrap_or(Path::new("/")) };
        let here = Repository { root: folder.to_path_buf(), end };
        let top = here.ask(&["rev-parse", "--show-toplevel"]).map_err(|said| match &said {
            Said::Failed(why) if why.contains("not a git repository") => {
                format!("{} is in no git repository", folder.display())
            }
            said => said.to_string(),
        })?;
        let root = PathBuf::from(OsString::from_vec(top.trim_ascii_end().to_vec()));
        Ok(Repository { root: root.canonicalize().unwrap_or(root), end })
    }

    /// The commit that a revision is.
    pub fn commit(&self, revision: &str) -> Result<String, String> {
        let wanted = format!("{revision}^{{commit}}");
        let found = self.ask(&["rev-parse", "--verify", "--quiet", "--end-of-options", &wanted]);
        let found = found.map_err(|said| match said {
            Said::Failed(_) => {
                "the repository has no such revision (a shallow clone has few: fetch more of it)"
                    .to_owned()
            }
            said => said.to_string(),
        })?;
        Ok(String::from_utf8_lossy(&found).trim().to_owned())
    }

    /// What is not as in a commit; a file that git does not know yet is new as a whole.
    pub fn changes(&self, commit: &str) -> Result<Changes, String> {
        let words = ["diff", "--no-color", "--no-ext-diff", "--no-textconv", "-M", "-U0"];
        let more = ["--src-prefix=a/", "--dst-prefix=b/", commit, "--"];
        let words: Vec<&str> = words.into_iter().chain(more).collect();
        let text = self.ask(&words).map_err(|said| said.to_string())?;
        let mut changes = Changes::read(&self.root, &String::from_utf8_lossy(&text));
        for file in self.listed(&["--others", "--exclude-standard"])? {
            changes.lines.insert(file, std::iter::once(0..u32::MAX).collect());
        }
        Ok(changes)
    }

    /// All its files, also those that git does not know yet.
    pub fn files(&self) -> Result<Vec<PathBuf>, String> {
        self.listed(&["--cached", "--others", "--exclude-standard"])
    }

    fn listed(&self, which: &[&str]) -> Result<Vec<PathBuf>, String> {
        let words: Vec<&str> = ["ls-files", "-z"].iter().chain(which).copied().collect();
        let names = self.ask(&words).map_err(|said| said.to_string())?;
        let names = names.split(|byte| *byte == 0).filter(|name| !name.is_empty());
        let file = |name: &[u8]| self.root.join(PathBuf::from(OsString::from_vec(name.to_vec())));
        Ok(names.map(file).collect())
    }

    fn ask(&self, words: &[&str]) -> Result<Vec<u8>, Said> {
        let mut command = sandbox::current().command("git", &Access::default()).into_command();
        command.current_dir(&self.root);
        command.env("GIT_OPTIONAL_LOCKS", "0").env("GIT_TERMINAL_PROMPT", "0").env("LC_ALL", "C");
        command.env_remove("GIT_DIR").env_remove("GIT_WORK_TREE");
        for setting in SETTINGS {
            command.args(["-c", setting]);
        }
        command.args(words);
        match coax_clang::output_until(&mut command, self.end) {
            Ok(Some(output)) if output.status.success() => Ok(output.stdout),
            Ok(Some(output)) => Err(Said::Failed(first_line(&output.stderr))),
            Ok(None) => Err(Said::Late),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(Said::NoGit),
            Err(error) => Err(Said::Failed(error.to_string())),
        }
    }
}

fn first_line(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    coax_report::one_line(text.lines().next().unwrap_or("git says not why"))
}

/// Why git gives no answer.
enum Said {
    Failed(String),
    Late,
    NoGit,
}

impl std::fmt::Display for Said {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Said::Failed(why) => write!(f, "git: {why}"),
            Said::Late => f.write_str("git takes longer than --time"),
            Said::NoGit => f.write_str("git is not installed"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hunks_name_the_lines_that_are_there() {
        let text = "diff --git a/x.c b/x.c\n--- a/x.c\n+++ b/x.c\n@@ -1,2 +1,3 @@ f\n-#define A\n-b\n+c\n+d\n+@@ -9 +9 @@\n\
                    @@ -7 +8,0 @@\n--- gone\n@@ -9,0 +11 @@\n+x\n\
                    diff --git a/y.c b/y.c\n--- a/y.c\n+++ /dev/null\n@@ -1 +0,0 @@\n-z\n";
        let changes = Changes::read(Path::new("/r"), text);
        assert_eq!(changes.of(Path::new("/r/x.c")), Some(&[1..4, 9..9, 11..12][..]));
        assert_eq!(changes.of(Path::new("/r/y.c")), None);
        assert_eq!(changes.removed, "#define A\nb\n-- gone\nz\n");
    }
}
