//! Which files the tests of a workshop are built from: the sources under test and the headers they
//! include, without those of the system and of the tests.

use super::compiler::{Stop, succeed_unless};
use super::flavour::Flavour;
use super::workshop::Workshop;
use std::path::{Path, PathBuf};

impl Workshop {
    /// The sources and their headers; the compiler is asked once. Without an answer, the sources.
    pub fn files_read(&self, stop: Stop<'_>) -> &[PathBuf] {
        self.files_read.get_or_init(|| {
            let mut files: Vec<PathBuf> = self.under_test().to_vec();
            for source in self.under_test() {
                let means = Flavour::Plain.means(self.subject());
                let mut command = self.compiler(source, means, true, &self.scratch);
                command.arg("-MM").arg(source);
                if let Ok(rule) = succeed_unless(Some(stop), &mut command) {
                    let named = prerequisites(&String::from_utf8_lossy(&rule));
                    // A rule cannot spell every name: what is not there was never read.
                    files.extend(named.into_iter().filter(|file| file.exists()));
                }
            }
            let is_ours = |file: &PathBuf| {
                self.subject().include_dirs.iter().any(|folder| file.starts_with(folder))
            };
            files.retain(|file| !is_ours(file));
            files.sort();
            files.dedup();
            files
        })
    }
}

/// The files in a rule for `make`, after its target.
fn prerequisites(rule: &str) -> Vec<PathBuf> {
    let Some((_, rest)) = rule.split_once(": ") else { return Vec::new() };
    let (mut words, mut word) = (Vec::new(), String::new());
    let mut letters = rest.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, letters.peek()) {
            ('\\', Some(' ' | '#' | '\\')) => word.extend(letters.next()),
            ('\\', Some('\n')) | ('$', Some('$')) => {
                word.extend(letters.next().filter(|next| *next == '$'));
            }
            (' ' | '\n', _) => words.push(std::mem::take(&mut word)),
            _ => word.push(letter),
        }
    }
    words.push(word);
    let absolute = |word: String| std::path::absolute(Path::new(&word)).ok();
    words.into_iter().filter(|word| !word.is_empty()).filter_map(absolute).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_spaces_and_signs_are_read_back() {
        let rule = "a.o: /p/a.c /p/my\\ head.h \\\n  /p/x\\#1.h /p/$$home.h\n";
        let expected = ["/p/a.c", "/p/my head.h", "/p/x#1.h", "/p/$home.h"].map(PathBuf::from);
        assert_eq!(prerequisites(rule), expected);
        assert!(prerequisites("nothing").is_empty());
    }
}
