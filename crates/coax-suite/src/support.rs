//! The files that lie beside the tests: the replay runtime, and the headers a program includes.

/// Name (with forward slashes, relative to the folder of the tests) and text of each file.
pub fn support_files() -> Vec<(&'static str, &'static str)> {
    vec![
        ("coax_replay.h", include_str!("../support/coax_replay.h")),
        ("coax_replay_words.h", include_str!("../support/coax_replay_words.h")),
        ("coax_replay_checks.h", include_str!("../support/coax_replay_checks.h")),
        ("coax_replay_batch.h", include_str!("../support/coax_replay_batch.h")),
        ("coax.h", include_str!("../support/coax.h")),
        ("klee/klee.h", include_str!("../support/klee/klee.h")),
    ]
}

/// The same for tests of single functions, and their runtime.
pub fn unit_support_files() -> Vec<(&'static str, &'static str)> {
    let mut files = support_files();
    files.extend([
        ("coax_unit.h", include_str!("../support/coax_unit.h")),
        ("coax_unit.c", include_str!("../support/coax_unit.c")),
        ("coax_unit.cpp", include_str!("../support/coax_unit.cpp")),
    ]);
    files
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    /// The names of the macros that a `coax.h` defines, apart from its guard and its own helpers.
    fn macros(header: &str) -> BTreeSet<&str> {
        let names = header.lines().filter_map(|line| line.strip_prefix("#define "));
        let names = names.filter_map(|rest| rest.split([' ', '(']).next());
        let own = ["COAX_H", "COAX_VALUE", "COAX_PARTITION_TEXT"];
        names.filter(|name| !own.contains(name)).collect()
    }

    #[test]
    fn both_coax_headers_offer_the_same() {
        let harmless = include_str!("../../coax-models/include/coax.h");
        let replaying = include_str!("../support/coax.h");
        assert_eq!(macros(harmless), macros(replaying));
        assert_eq!(macros(harmless).len(), 5);
        let values = harmless.lines().filter_map(|line| line.strip_prefix("COAX_VALUE("));
        let values: Vec<_> = values.map(|rest| rest.split(',').next().unwrap_or(rest)).collect();
        assert_eq!(values.len(), 10, "bool twice: {values:?}");
        for word in values {
            assert!(replaying.contains(&format!("coax_{word}(const char *name);")), "{word}");
        }
        for word in [
            "coax_symbolic(void *address, size_t size, const char *name)",
            "coax_assume(int condition)",
        ] {
            assert!(harmless.contains(word) && replaying.contains(word), "{word}");
        }
    }
}
