//! Which translation units are linked together.
//!
//! A unit is checked in a program that also has what it calls: the translation units that define
//! the names it needs, and what those need. Programs are shared as far as their members do not
//! define the same names (several `main`s, say).
//!
//! Invariants: every translation unit is the host of exactly one group; the members of a group have
//! the same flags; a name that several translation units define resolves to none of them.

use std::collections::{BTreeMap, BTreeSet};

use super::scan::ScannedUnit;
use super::sources::Translation;

/// Files in one program: more would take too much memory.
const MOST_MEMBERS: usize = 64;

/// All programs together may have so many times the files there are.
const MOST_COPIES: usize = 4;

/// Translation units that make up one program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// By their place in the list, in order.
    pub members: Vec<usize>,
    /// Those whose functions are checked in this program, each with the members it needs.
    pub hosts: Vec<Host>,
}

/// A translation unit whose functions are checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Host {
    pub translation: usize,
    /// What it is linked with, without itself.
    pub others: Vec<usize>,
}

impl Group {
    /// A translation unit by itself.
    pub fn alone(translation: usize) -> Group {
        let hosts = vec![Host { translation, others: Vec::new() }];
        Group { members: vec![translation], hosts }
    }

    /// The same translation units, each by itself.
    pub fn apart(&self) -> impl Iterator<Item = Group> {
        self.hosts.iter().map(|host| Group::alone(host.translation))
    }
}

/// The groups of all translation units that could be scanned.
pub fn of(translations: &[Translation], scans: &[Option<ScannedUnit>]) -> Vec<Group> {
    let map = Map::new(translations, scans);
    let mut groups: Vec<Group> = Vec::new();
    let mut files = 0;
    for index in (0..translations.len()).filter(|&index| scans[index].is_some()) {
        let fits = |needed: &BTreeSet<usize>| {
            map.fits(needed) && files + needed.len() <= MOST_COPIES * translations.len()
        };
        let wanted = [map.with_constructors(index), map.closure(BTreeSet::from([index]))];
        let needed = wanted.into_iter().find(fits).unwrap_or_else(|| BTreeSet::from([index]));
        let others = needed.iter().copied().filter(|&other| other != index).collect();
        let host = Host { translation: index, others };
        let joined = groups.iter_mut().find_map(|group| {
            let joined = map.joined(group, &needed)?;
            Some((group, joined))
        });
        match joined {
            Some((group, joined)) => {
                files += joined.len() - group.members.len();
                group.members = joined.into_iter().collect();
                group.hosts.push(host);
            }
            None => {
                files += needed.len();
                groups.push(Group { members: needed.into_iter().collect(), hosts: vec![host] });
            }
        }
    }
    groups
}

/// Who defines what.
struct Map<'a> {
    translations: &'a [Translation],
    scans: &'a [Option<ScannedUnit>],
    definers: BTreeMap<&'a str, Vec<usize>>,
}

impl<'a> Map<'a> {
    fn new(translations: &'a [Translation], scans: &'a [Option<ScannedUnit>]) -> Map<'a> {
        let mut definers: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, scan) in scans.iter().enumerate() {
            for name in scan.iter().flat_map(|scan| &scan.defines) {
                definers.entry(name).or_default().push(index);
            }
        }
        Map { translations, scans, definers }
    }

    fn scan(&self, index: usize) -> &'a ScannedUnit {
        self.scans[index].as_ref().expect("only scanned translation units are grouped")
    }

    fn flags(&self, index: usize) -> &[String] {
        &self.translations[index].flags
    }

    /// The one translation unit that defines a name, with the flags of `asking`.
    fn definer(&self, name: &str, asking: usize) -> Option<usize> {
        match self.definers.get(name)?.as_slice() {
            [one] if self.flags(*one) == self.flags(asking) => Some(*one),
            _ => None,
        }
    }

    /// A translation unit with everything that it needs, and what its tests need to make objects.
    fn with_constructors(&self, index: usize) -> BTreeSet<usize> {
        let constructors = self.scan(index).defined_elsewhere.iter();
        let definers = constructors.filter_map(|name| self.definer(name, index));
        self.closure(definers.chain([index]).collect())
    }

    /// Translation units with everything they need.
    fn closure(&self, mut closure: BTreeSet<usize>) -> BTreeSet<usize> {
        let mut open: Vec<usize> = closure.iter().copied().collect();
        while let Some(next) = open.pop() {
            let needs = self.scan(next).needs.iter();
            for found in needs.filter_map(|name| self.definer(name, next)) {
                if closure.insert(found) {
                    open.push(found);
                }
            }
        }
        closure
    }

    /// Can all of these be linked, and is nothing resolved among them by accident?
    fn fits(&self, members: &BTreeSet<usize>) -> bool {
        let mut strong: BTreeSet<&str> = BTreeSet::new();
        let all = || members.iter().map(|&member| self.scan(member));
        let unique = all().flat_map(|scan| &scan.strong).all(|name| strong.insert(name));
        let accident = |name: &&String| {
            let definers = self.definers.get(name.as_str()).map_or(&[][..], Vec::as_slice);
            definers.len() > 1 && definers.iter().any(|definer| members.contains(definer))
        };
        unique
            && members.len() <= MOST_MEMBERS
            && !all().flat_map(|scan| &scan.needs).any(|name| accident(&name))
    }

    /// The members of a group with these in it, if that can be.
    fn joined(&self, group: &Group, needed: &BTreeSet<usize>) -> Option<BTreeSet<usize>> {
        let one = *needed.first()?;
        if self.flags(group.members[0]) != self.flags(one) {
            return None;
        }
        let joined: BTreeSet<usize> = group.members.iter().chain(needed).copied().collect();
        (joined.len() == group.members.len() || self.fits(&joined)).then_some(joined)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(units: &[(&[&str], &[&str], &str)]) -> Vec<(Vec<usize>, Vec<usize>)> {
        let set =
            |names: &[&str]| names.iter().map(|name| name.to_string()).collect::<BTreeSet<_>>();
        let translations: Vec<_> = units
            .iter()
            .map(|(.., flags)| Translation { file: "x.c".into(), flags: vec![flags.to_string()] })
            .collect();
        let scans: Vec<_> = units
            .iter()
            .map(|(defines, needs, _)| {
                let defines = set(defines);
                Some(ScannedUnit {
                    functions: Vec::new(),
                    strong: defines.clone(),
                    defines,
                    needs: set(needs),
                    defined_elsewhere: BTreeSet::new(),
                    makers: Vec::new(),
                    variables: Vec::new(),
                })
            })
            .collect();
        let plain = |group: Group| {
            (group.members, group.hosts.iter().map(|host| host.translation).collect())
        };
        of(&translations, &scans).into_iter().map(plain).collect()
    }

    #[test]
    fn what_links_is_one_program() {
        let units: [(&[&str], &[&str], &str); 3] =
            [(&["main"], &["f"], ""), (&["f"], &["printf"], ""), (&["g"], &[], "")];
        assert_eq!(groups(&units), [(vec![0, 1, 2], vec![0, 1, 2])]);
    }

    #[test]
    fn two_programs_share_a_library() {
        let units: [(&[&str], &[&str], &str); 3] =
            [(&["main"], &["f"], ""), (&["main"], &["f"], ""), (&["f"], &[], "")];
        assert_eq!(groups(&units), [(vec![0, 2], vec![0, 2]), (vec![1, 2], vec![1])]);
    }

    #[test]
    fn other_flags_are_another_program() {
        let units: [(&[&str], &[&str], &str); 2] = [(&["main"], &["f"], "-DA"), (&["f"], &[], "")];
        assert_eq!(groups(&units), [(vec![0], vec![0]), (vec![1], vec![1])]);
    }

    #[test]
    fn a_name_that_two_define_resolves_to_neither() {
        let units: [(&[&str], &[&str], &str); 3] =
            [(&["a"], &["f"], ""), (&["f"], &[], ""), (&["f"], &[], "")];
        assert_eq!(groups(&units), [(vec![0], vec![0]), (vec![1], vec![1]), (vec![2], vec![2])]);
    }
}
