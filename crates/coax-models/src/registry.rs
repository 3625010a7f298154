//! All models by name: joins the tables of the single files.
//!
//! Invariant: no name is in two tables (a test checks it).

use std::collections::HashMap;
use std::sync::OnceLock;

use coax_engine::Model;

use crate::{Models, words};

const TABLES: &[Models] = &[
    crate::assert::MODELS,
    crate::clock::MODELS,
    crate::ctype::MODELS,
    crate::directories::MODELS,
    crate::environment::MODELS,
    crate::errno::MODELS,
    crate::files::MODELS,
    crate::fortified::MODELS,
    crate::heap::MODELS,
    crate::locale::MODELS,
    crate::math::MODELS,
    crate::memory::MODELS,
    crate::messages::MODELS,
    crate::multibyte::MODELS,
    crate::numbers::MODELS,
    crate::paths::MODELS,
    crate::process::MODELS,
    crate::signals::MODELS,
    crate::stdio::blocks::MODELS,
    crate::stdio::characters::MODELS,
    crate::stdio::lines::MODELS,
    crate::stdio::open::MODELS,
    crate::stdio::output::MODELS,
    crate::stdio::positions::MODELS,
    crate::stdio::input::MODELS,
    crate::stdio::wide::MODELS,
    crate::strftime::MODELS,
    crate::string::MODELS,
    crate::string_copy::MODELS,
    crate::system::MODELS,
    crate::temporary::MODELS,
    crate::time::MODELS,
    crate::wide::MODELS,
    crate::wide_numbers::MODELS,
    crate::words::MODELS,
];

/// The model of a function of the C library.
pub(crate) fn find(name: &str) -> Option<Model> {
    static ALL: OnceLock<HashMap<&'static str, Model>> = OnceLock::new();
    let all = ALL.get_or_init(|| TABLES.iter().flat_map(|table| table.iter().copied()).collect());
    all.get(name)
        .copied()
        .or_else(|| name.starts_with(words::NONDET).then_some(words::nondet as Model))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_registered_once() {
        let mut names: Vec<_> = TABLES.iter().flat_map(|t| t.iter().map(|row| row.0)).collect();
        names.sort_unstable();
        for pair in names.windows(2) {
            assert_ne!(pair[0], pair[1]);
        }
        assert!(find("strlen").is_some());
        assert!(find("no_such_function").is_none());
    }
}
