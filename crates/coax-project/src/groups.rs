//! Which translation units are linked together.
//!
//! A unit is checked in a program that also has what it calls: the translation units that define
//! the names it needs, and what those need. Programs are shared as far as their members do not
//! define the same names (several `main`s, say).
//!
//! Invariants: every translation unit is the host of exactly one group; the members of a group have
//! the same flags; a name that several translation units define resolves to none of them, as far as that is known
//! when the group is made.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::scan::{ScannedUnit, Scans};
use crate::sources::Translation;
use crate::under_test::is_cxx;

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
    /// Its place among the translation units.
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

/// How much is gathered before it becomes programs, and how large those are.
#[derive(Debug, Clone)]
pub struct GroupPolicy {
    /// Translation units that are put into programs together, when all they need is known: 16 by default. More
    /// would let the first findings wait, fewer would load what they share more often.
    pub gathered_files: usize,
    /// The same as a number of functions, for files that have many: 200 by default.
    pub gathered_functions: usize,
    /// Translation units in one program: 64 by default, more would take too much memory.
    pub most_members: usize,
    /// All programs together may have so many times the translation units there are: 4 by default.
    pub most_copies: usize,
}

impl Default for GroupPolicy {
    fn default() -> GroupPolicy {
        GroupPolicy {
            gathered_files: 16,
            gathered_functions: 200,
            most_members: 64,
            most_copies: 4,
        }
    }
}

/// Puts translation units into groups as they are scanned.
///
/// One waits while a translation unit that is not scanned yet may define what it needs, or what that needs: its
/// text is looked at for that. So groups do not depend on how quickly files are scanned, only on their order.
pub struct Grouping<'a> {
    policy: GroupPolicy,
    translations: &'a [Translation],
    scans: &'a Scans,
    definers: HashMap<&'a str, Vec<usize>>,
    /// Names of functions that make objects of a type.
    makers: HashMap<&'a str, BTreeSet<&'a str>>,
    unscanned: Unscanned,
    /// Those in no group yet, with one that may define what they need, if there is one.
    waiting: BTreeMap<usize, Option<usize>>,
    /// Members of all groups so far.
    files: usize,
}

impl<'a> Grouping<'a> {
    /// Nothing is scanned yet.
    pub fn new(
        policy: GroupPolicy,
        translations: &'a [Translation],
        scans: &'a Scans,
    ) -> Grouping<'a> {
        let unscanned = Unscanned::read(translations);
        let (definers, makers, waiting) = (HashMap::new(), HashMap::new(), BTreeMap::new());
        Grouping { policy, translations, scans, definers, makers, unscanned, waiting, files: 0 }
    }

    /// The next translation unit was scanned, or could not be.
    pub fn add(&mut self, index: usize) {
        self.unscanned.is_known[index] = true;
        if let Some(scan) = self.scans.get(index) {
            for name in &scan.defines {
                self.definers.entry(name).or_default().push(index);
            }
            for (class, functions) in &scan.makes {
                let known = self.makers.entry(class).or_default();
                known.extend(functions.iter().map(String::as_str));
            }
            self.waiting.insert(index, None);
        }
        let blocked: Vec<usize> = self
            .waiting
            .iter()
            .filter(|&(&host, &blocker)| host == index || blocker == Some(index))
            .map(|(&host, _)| host)
            .collect();
        for host in blocked {
            let blocker = self.blocker(host);
            self.waiting.insert(host, blocker);
        }
    }

    /// The groups of those that wait for no other, if they are enough; of all that wait, if no other will be
    /// scanned.
    pub fn take(&mut self, is_last: bool) -> Vec<Group> {
        let ready = self.waiting.iter().filter(|(_, blocker)| is_last || blocker.is_none());
        let ready: Vec<usize> = ready.map(|(&host, _)| host).collect();
        let functions = || ready.iter().map(|&host| self.scan(host).functions.len()).sum::<usize>();
        let policy = &self.policy;
        let are_enough = is_last
            || ready.len() >= policy.gathered_files
            || functions() >= policy.gathered_functions;
        if !are_enough {
            return Vec::new();
        }
        self.waiting.retain(|host, _| !ready.contains(host));
        let mut groups = Vec::new();
        ready.into_iter().for_each(|host| self.put(host, &mut groups));
        groups
    }

    /// Puts a translation unit into one of the groups, or a new one.
    fn put(&mut self, index: usize, groups: &mut Vec<Group>) {
        let most = self.policy.most_copies * self.translations.len();
        let fits =
            |needed: &BTreeSet<usize>| self.fits(needed) && self.files + needed.len() <= most;
        let wanted = [
            self.with_makers(index),
            self.with_constructors(index),
            self.closure(BTreeSet::from([index])),
        ];
        let needed = wanted.into_iter().find(fits).unwrap_or_else(|| BTreeSet::from([index]));
        let others = needed.iter().copied().filter(|&other| other != index).collect();
        let host = Host { translation: index, others };
        let joined = groups.iter_mut().find_map(|group| {
            let joined = self.joined(group, &needed)?;
            Some((group, joined))
        });
        match joined {
            Some((group, joined)) => {
                self.files += joined.len() - group.members.len();
                group.members = joined.into_iter().collect();
                group.hosts.push(host);
            }
            None => {
                self.files += needed.len();
                groups.push(Group { members: needed.into_iter().collect(), hosts: vec![host] });
            }
        }
    }

    fn scan(&self, index: usize) -> &'a ScannedUnit {
        self.scans.get(index).expect("only scanned translation units are grouped")
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

    /// A translation unit that is not scanned yet and may define something that this one needs, or what it is
    /// linked with. What needs too many to be linked with them waits for none.
    fn blocker(&self, index: usize) -> Option<usize> {
        let (mut seen, mut open) = (BTreeSet::from([index]), vec![index]);
        while let Some(next) = open.pop() {
            let scan = self.scan(next);
            let constructors = scan.defined_elsewhere.iter().filter(|_| next == index);
            for name in scan.needs.iter().chain(constructors) {
                if let Some(blocker) = self.unscanned.may_define(name) {
                    return Some(blocker);
                }
                let found = self.definer(name, next).filter(|&found| seen.insert(found));
                open.extend(found);
            }
            if seen.len() > self.policy.most_members {
                return None;
            }
        }
        None
    }

    /// A translation unit with everything that it needs, and what its tests need to make objects.
    fn with_constructors(&self, index: usize) -> BTreeSet<usize> {
        let constructors = self.scan(index).defined_elsewhere.iter();
        let definers = constructors.filter_map(|name| self.definer(name, index));
        self.closure(definers.chain([index]).collect())
    }

    /// The same, and what makes objects that its functions are given, as far as that is known.
    fn with_makers(&self, index: usize) -> BTreeSet<usize> {
        let scan = self.scan(index);
        let functions = scan.takes.iter().filter_map(|class| self.makers.get(&**class)).flatten();
        let makers = functions.filter_map(|name| self.definer(name, index));
        self.closure(makers.chain(self.with_constructors(index)).collect())
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
            && members.len() <= self.policy.most_members
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

/// What translation units may define that are not scanned yet.
struct Unscanned {
    is_known: Vec<bool>,
    by_word: HashMap<Box<str>, Vec<usize>>,
}

impl Unscanned {
    /// Looks at the texts of all of them. One that cannot be read defines nothing, nor can it be compiled.
    fn read(translations: &[Translation]) -> Unscanned {
        let mut by_word: HashMap<Box<str>, Vec<usize>> = HashMap::new();
        for (index, Translation { file, .. }) in translations.iter().enumerate() {
            let Ok(text) = std::fs::read(file) else { continue };
            let text = String::from_utf8_lossy(&text);
            let words = match is_cxx(file) {
                true => coax_clang::words(&text),
                false => coax_clang::may_define(&text),
            };
            for word in words {
                match by_word.get_mut(word) {
                    Some(files) => files.push(index),
                    None => drop(by_word.insert(word.into(), vec![index])),
                }
            }
        }
        Unscanned { is_known: vec![false; translations.len()], by_word }
    }

    /// The first of them that may define a symbol.
    fn may_define(&self, symbol: &str) -> Option<usize> {
        let is_unknown = |index: &usize| !self.is_known[*index];
        match coax_clang::word_of(symbol) {
            Some(word) => self.by_word.get(word)?.iter().copied().find(is_unknown),
            None => (0..self.is_known.len()).find(is_unknown),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names that a translation unit defines and needs, and its flag.
    type Names = (&'static [&'static str], &'static [&'static str], &'static str);

    fn set(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|name| name.to_string()).collect()
    }

    /// The members and hosts of the groups that there are after each translation unit was scanned, and at the end.
    fn stages(units: &[Names], gathered_files: usize) -> Vec<Vec<(Vec<usize>, Vec<usize>)>> {
        let folder = tempfile::tempdir().unwrap();
        let translation = |(index, (defines, _, flag)): (usize, &Names)| {
            let file = folder.path().join(format!("{index}.c"));
            let text = defines.iter().map(|name| format!("int {name}(void) {{ return 0; }}\n"));
            std::fs::write(&file, text.collect::<String>()).unwrap();
            Translation { file, flags: vec![flag.to_string()] }
        };
        let translations: Vec<Translation> = units.iter().enumerate().map(translation).collect();
        let scans = Scans::new(units.len());
        let policy = GroupPolicy { gathered_files, ..GroupPolicy::default() };
        let mut grouping = Grouping::new(policy, &translations, &scans);
        let plain = |group: Group| {
            (group.members, group.hosts.iter().map(|host| host.translation).collect())
        };
        let mut stages: Vec<Vec<_>> = Vec::new();
        for (index, (defines, needs, _)) in units.iter().enumerate() {
            let (defines, needs) = (set(defines), set(needs));
            let strong = defines.clone();
            scans.set(index, ScannedUnit { defines, strong, needs, ..ScannedUnit::default() });
            grouping.add(index);
            stages.push(grouping.take(false).into_iter().map(plain).collect());
        }
        stages.push(grouping.take(true).into_iter().map(plain).collect());
        stages
    }

    fn groups(units: &[Names]) -> Vec<(Vec<usize>, Vec<usize>)> {
        stages(units, usize::MAX).concat()
    }

    #[test]
    fn what_links_is_one_program() {
        let units: [Names; 3] =
            [(&["main"], &["f"], ""), (&["f"], &["printf"], ""), (&["g"], &[], "")];
        assert_eq!(groups(&units), [(vec![0, 1, 2], vec![0, 1, 2])]);
    }

    #[test]
    fn two_programs_share_a_library() {
        let units: [Names; 3] =
            [(&["main"], &["f"], ""), (&["main"], &["f"], ""), (&["f"], &[], "")];
        assert_eq!(groups(&units), [(vec![0, 2], vec![0, 2]), (vec![1, 2], vec![1])]);
    }

    #[test]
    fn other_flags_are_another_program() {
        let units: [Names; 2] = [(&["main"], &["f"], "-DA"), (&["f"], &[], "")];
        assert_eq!(groups(&units), [(vec![0], vec![0]), (vec![1], vec![1])]);
    }

    #[test]
    fn a_name_that_two_define_resolves_to_neither() {
        let units: [Names; 3] = [(&["a"], &["f"], ""), (&["f"], &[], ""), (&["f"], &[], "")];
        assert_eq!(groups(&units), [(vec![0], vec![0]), (vec![1], vec![1]), (vec![2], vec![2])]);
    }

    #[test]
    fn a_file_waits_for_those_that_may_define_what_it_needs_and_for_no_others() {
        let units: [Names; 4] = [
            (&["a"], &["d"], ""),
            (&["b"], &["printf"], ""),
            (&["c"], &["b"], ""),
            (&["d"], &["c"], ""),
        ];
        let expected = [
            vec![],
            vec![(vec![1], vec![1])],
            vec![(vec![1, 2], vec![2])],
            // The first needs the last, which needs all others; both are complete now.
            vec![(vec![0, 1, 2, 3], vec![0, 3])],
            vec![],
        ];
        // Once the last is scanned, two are ready: each by itself is enough.
        assert_eq!(stages(&units, 1), expected);
    }
}
