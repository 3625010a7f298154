//! Names that are given out once: one that is taken is given out with a number.

use std::collections::{HashMap, HashSet};

/// The names given out so far.
#[derive(Debug, Default)]
pub(crate) struct Names {
    taken: HashSet<String>,
    /// The number to try next: programs ask for one input thousands of times.
    next: HashMap<String, u32>,
}

impl Names {
    /// A name that is not to be given out.
    pub(crate) fn reserve(&mut self, name: &str) {
        self.taken.insert(name.to_owned());
    }

    /// Is a name free?
    pub(crate) fn is_free(&self, name: &str) -> bool {
        !self.taken.contains(name)
    }

    /// The name, or the name with the separator and a number from 2 on.
    pub(crate) fn unique(&mut self, wanted: &str, separator: &str) -> String {
        if self.taken.insert(wanted.to_owned()) {
            return wanted.to_owned();
        }
        let next = self.next.entry(wanted.to_owned()).or_insert(2);
        loop {
            let name = format!("{wanted}{separator}{next}");
            *next += 1;
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_name_gets_the_next_free_number() {
        let mut names = Names::default();
        let given = ["x", "x_2", "x", "x", "y"].map(|name| names.unique(name, "_"));
        assert_eq!(given, ["x", "x_2", "x_3", "x_4", "y"]);
    }
}
