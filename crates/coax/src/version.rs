//! `coax --version -v`: what is linked in, with versions and licences.
//!
//! The list is `linked.txt`, which `scripts/linked.sh` writes; a test compares its versions with Cargo.lock.

use std::ffi::OsString;

const LINKED: &str = include_str!("linked.txt");

/// The text, if these words ask for it and for nothing else.
pub fn in_full(words: impl Iterator<Item = OsString>) -> Option<String> {
    let (mut version, mut verbose) = (false, false);
    for word in words {
        match word.to_str()? {
            "--version" | "-V" => version = true,
            "--verbose" | "-v" | "-vv" => verbose = true,
            "-vV" | "-Vv" => (version, verbose) = (true, true),
            _ => return None,
        }
    }
    (version && verbose).then(|| {
        let lines: String = LINKED.lines().map(|line| format!("  {line}\n")).collect();
        let (version, licence) = (env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_LICENSE"));
        format!("coax {version} {licence}\n\nlinked in:\n{lines}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_shown_where_it_is_asked_for() {
        let said = |words: &[&str]| in_full(words.iter().map(OsString::from));
        let text = said(&["--version", "-v"]).unwrap();
        assert!(text.starts_with("coax ") && text.contains("  LLVM "), "{text}");
        assert_eq!(said(&["-vV"]), Some(text));
        assert_eq!(said(&["--version"]), None);
        assert_eq!(said(&["check", "-v", "--version"]), None);
    }

    #[test]
    fn versions_are_those_of_the_lock_file() {
        let lock = concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.lock");
        let lock = std::fs::read_to_string(lock).unwrap();
        let of_rust = LINKED.lines().skip_while(|line| !line.starts_with("anstream "));
        for line in of_rust {
            let mut words = line.split(' ');
            let (name, version) = (words.next().unwrap(), words.next().unwrap());
            let entry = format!("name = \"{name}\"\nversion = \"{version}\"\n");
            assert!(
                lock.contains(&entry),
                "{line}: run scripts/linked.sh > crates/coax/src/linked.txt"
            );
            assert!(words.next().is_some(), "{line}: no licence");
        }
    }
}
