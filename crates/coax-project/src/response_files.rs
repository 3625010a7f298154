//! Response files: `@FILE` stands for the words in it.
//!
//! Invariant: a word whose file cannot be read stays, as it does for compilers; files that name each other come to an end.

use std::fs;
use std::path::Path;

/// Response files within response files.
const MOST_DEEP: usize = 8;

/// The words, with those of response files in their place.
pub fn expanded(words: Vec<String>, folder: &Path) -> Vec<String> {
    to_depth(words, folder, MOST_DEEP)
}

fn to_depth(words: Vec<String>, folder: &Path, depth: usize) -> Vec<String> {
    if depth == 0 || !words.iter().any(|word| word.starts_with('@')) {
        return words;
    }
    let words = words.into_iter().flat_map(|word| match read(&word, folder) {
        Some(inner) => to_depth(inner, folder, depth - 1),
        None => vec![word],
    });
    words.collect()
}

fn read(word: &str, folder: &Path) -> Option<Vec<String>> {
    let file = folder.join(word.strip_prefix('@')?);
    let is_regular = fs::metadata(&file).is_ok_and(|file| file.is_file());
    let text = is_regular.then(|| fs::read_to_string(&file).ok())??;
    shell_words::split(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_response_files_take_their_place() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write("flags", "-DA='x y' @more\n-I inc");
        write("more", "-DB");
        write("round", "@round");
        let words = |words: &[&str]| {
            expanded(words.iter().map(ToString::to_string).collect(), folder.path())
        };
        let expected = ["cc", "-DA=x y", "-DB", "-I", "inc", "@none", "a.c"];
        assert_eq!(words(&["cc", "@flags", "@none", "a.c"]), expected);
        assert_eq!(words(&["@round"]), ["@round"]);
    }
}
