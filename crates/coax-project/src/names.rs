//! Which functions `--function` means, and which names are near one that does not exist.

/// Does a name match a pattern in which `*` stands for any number of letters?
pub fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        // The leftmost place leaves most of the name to the parts that follow.
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

/// Names offered for one that does not exist.
const MOST_OFFERED: usize = 3;

/// The names most like a word, the likest first; those that are not like it at all are left out.
pub fn near<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let word = word.trim_matches('*');
    // Two letters changed places: that may happen in any word.
    let limit = (word.chars().count() / 3).max(2);
    let mut found: Vec<(usize, &str)> = names
        .map(|name| (if name.contains(word) { 0 } else { distance(word, name) }, name))
        .filter(|(distance, _)| *distance <= limit)
        .collect();
    found.sort();
    found.dedup();
    found.into_iter().map(|(_, name)| name).take(MOST_OFFERED).collect()
}

/// How many letters must be added, removed or changed.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (number, letter) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = number + 1;
        for (column, &counterpart) in other.iter().enumerate() {
            let changed = diagonal + usize::from(letter != counterpart);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_anything() {
        assert!(matches("parse", "parse"));
        assert!(!matches("parse", "parser") && !matches("parse", "xparse"));
        assert!(matches("parse_*", "parse_") && matches("parse_*", "parse_int"));
        assert!(matches("*::push", "ns::Stack::push"));
        assert!(matches("*a*a", "aa") && !matches("*a*a", "a"));
        assert!(matches("a*b*c", "abbcbc") && !matches("a*b*c", "acb"));
        assert!(matches("*", ""));
    }

    #[test]
    fn like_names_are_offered() {
        let names = ["parse_int", "parse_float", "print", "main"];
        assert_eq!(near("prase_int", names.into_iter()), ["parse_int"]);
        assert_eq!(near("parse", names.into_iter()), ["parse_float", "parse_int"]);
        assert!(near("zzz", names.into_iter()).is_empty());
    }
}
