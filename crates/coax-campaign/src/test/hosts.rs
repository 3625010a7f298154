//! Which translation units make up a program to be tested, and which of them a test includes.
//!
//! Functions are called together if their files have to do with each other: a program is the files that are connected by
//! what they need. A test includes the file of the function under test, or another one that it calls; it is
//! linked with what that needs, and with the files of all other functions that it calls.
//!
//! Invariant: a test is linked with the definitions of everything it calls.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use coax_ir::FuncId;

use super::found::Found;
use crate::project::groups::{Group, Host};
use crate::project::scan::{FunctionName, Scans};

/// So many ways to write a test are tried.
const MOST_VERSIONS: usize = 3;

/// The parts of groups whose files have nothing to do with each other.
pub fn connected(groups: Vec<Group>) -> Vec<Group> {
    groups.iter().flat_map(parts).collect()
}

fn parts(group: &Group) -> Vec<Group> {
    let mut parts: Vec<Group> = Vec::new();
    for host in &group.hosts {
        let mut members: BTreeSet<usize> = host.others.iter().copied().collect();
        members.insert(host.translation);
        let touches = |part: &Group| part.members.iter().any(|member| members.contains(member));
        let (touched, others): (Vec<Group>, Vec<Group>) = parts.into_iter().partition(touches);
        let mut hosts = Vec::new();
        for part in touched {
            members.extend(part.members);
            hosts.extend(part.hosts);
        }
        hosts.push(host.clone());
        parts = others;
        parts.push(Group { members: members.into_iter().collect(), hosts });
    }
    parts.sort_by_key(|part| part.hosts[0].translation);
    parts
}

/// Where functions are defined, and what each file is linked with.
pub struct Hosts {
    /// The files that have a function: several, if it is an inline one of a header.
    of: HashMap<FunctionName, Vec<usize>>,
    others: BTreeMap<usize, Vec<usize>>,
}

impl Hosts {
    pub fn new(scans: &Scans, groups: &[Group]) -> Hosts {
        let mut of: HashMap<FunctionName, Vec<usize>> = HashMap::new();
        let mut members: Vec<usize> =
            groups.iter().flat_map(|group| group.members.clone()).collect();
        members.sort_unstable();
        members.dedup();
        for translation in members {
            for name in scans.get(translation).iter().flat_map(|scan| &scan.functions) {
                of.entry(name.clone()).or_default().push(translation);
            }
        }
        let hosts = groups.iter().flat_map(|group| &group.hosts);
        let others = hosts.map(|host| (host.translation, host.others.clone())).collect();
        Hosts { of, others }
    }

    /// The file of a program with these members that has a function.
    fn translation_of(&self, found: &Found<'_>, function: FuncId) -> Option<usize> {
        let all = self.of.get(&FunctionName::of(found.program, function))?;
        all.iter().copied().find(|translation| found.members.contains(translation))
    }

    /// The files that a test of a sequence may include, the likeliest first, each with what it is linked with.
    pub fn of_sequence(&self, found: &Found<'_>) -> Vec<Host> {
        let steps = found.driver.case.steps.iter().rev();
        let called = steps.filter_map(|step| step.invocation()?.function());
        let called = std::iter::once(found.driver.under_test).chain(called);
        let mut wanted: Vec<usize> = Vec::new();
        for translation in called.filter_map(|function| self.translation_of(found, function)) {
            if !wanted.contains(&translation) {
                wanted.push(translation);
            }
        }
        let hosts = wanted.iter().take(MOST_VERSIONS);
        hosts.map(|&translation| self.linked(translation, &wanted)).collect()
    }

    /// A file with what it needs and these files, and what they need.
    fn linked(&self, translation: usize, wanted: &[usize]) -> Host {
        let needed = |one: usize| self.others.get(&one).into_iter().flatten().copied();
        let mut all: BTreeSet<usize> = needed(translation).collect();
        for &other in wanted.iter().filter(|&&other| other != translation) {
            if all.insert(other) {
                all.extend(needed(other));
            }
        }
        all.remove(&translation);
        Host { translation, others: all.into_iter().collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(hosts: &[(usize, &[usize])]) -> Group {
        let hosts: Vec<Host> = hosts
            .iter()
            .map(|&(translation, others)| Host { translation, others: others.to_vec() })
            .collect();
        let members = hosts.iter().map(|host| host.translation).collect();
        Group { members, hosts }
    }

    fn members(groups: Vec<Group>) -> Vec<Vec<usize>> {
        groups.into_iter().map(|group| group.members).collect()
    }

    #[test]
    fn files_that_need_each_other_are_one_program() {
        let one = group(&[(0, &[2]), (1, &[]), (2, &[]), (3, &[1]), (4, &[])]);
        assert_eq!(members(connected(vec![one])), [vec![0, 2], vec![1, 3], vec![4]]);
    }

    #[test]
    fn two_programs_that_a_third_file_needs_become_one() {
        let one = group(&[(0, &[]), (1, &[]), (2, &[0, 1])]);
        assert_eq!(members(connected(vec![one])), [vec![0, 1, 2]]);
    }

    #[test]
    fn a_test_is_linked_with_the_files_of_all_it_calls() {
        let groups = [group(&[(0, &[1]), (1, &[]), (2, &[3]), (3, &[])])];
        let hosts = Hosts::new(&Scans::new(4), &groups);
        assert_eq!(hosts.linked(0, &[0, 2]).others, [1, 2, 3]);
        assert_eq!(hosts.linked(1, &[1]).others, Vec::<usize>::new());
    }
}
