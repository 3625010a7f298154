//! Conditions over assumption identifiers: sets of cubes, of which one must hold.
//!
//! Invariants: no cube has another one's literals and more; no cube contradicts itself. Conditions in which an
//! identifier is never both negated and not have one form only, so that equal ones are equal sets.

use std::collections::BTreeSet;
use std::fmt;

use crate::assumption::AssumptionId;

/// An identifier or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Literal {
    /// The identifier.
    pub id: AssumptionId,
    /// What it is.
    pub value: bool,
}

/// Literals that must all hold, in order.
pub type Cube = Vec<Literal>;

/// More cubes than this are not kept.
const MOST_CUBES: usize = 64;

/// A condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    cubes: BTreeSet<Cube>,
}

impl Condition {
    /// Always.
    pub fn always() -> Condition {
        Condition { cubes: BTreeSet::from([Vec::new()]) }
    }

    /// Never.
    pub fn never() -> Condition {
        Condition { cubes: BTreeSet::new() }
    }

    /// One literal.
    pub fn literal(id: AssumptionId, value: bool) -> Condition {
        Condition { cubes: BTreeSet::from([vec![Literal { id, value }]]) }
    }

    /// One of these cubes; those that contradict themselves are left out.
    fn of(cubes: impl IntoIterator<Item = Cube>) -> Condition {
        let mut kept: Vec<Cube> = Vec::new();
        let mut all: Vec<Cube> = cubes.into_iter().filter_map(ordered).collect();
        all.sort_by_key(Vec::len);
        for cube in all {
            if !kept.iter().any(|known| is_part(known, &cube)) {
                kept.push(cube);
            }
        }
        Condition { cubes: kept.into_iter().collect() }
    }

    /// Is it always true?
    pub fn is_always(&self) -> bool {
        self.cubes.first().is_some_and(Vec::is_empty)
    }

    /// Is it never true?
    pub fn is_never(&self) -> bool {
        self.cubes.is_empty()
    }

    /// The cubes.
    pub fn cubes(&self) -> impl Iterator<Item = &Cube> {
        self.cubes.iter()
    }

    /// Either.
    pub fn or(&self, other: &Condition) -> Condition {
        Condition::of(self.cubes.iter().chain(&other.cubes).cloned())
    }

    /// Both, or something that implies both if that would be too long.
    pub fn and(&self, other: &Condition) -> Condition {
        let both = self.cubes.iter().flat_map(|a| {
            other.cubes.iter().map(move |b| a.iter().chain(b).copied().collect::<Cube>())
        });
        let mut product = Condition::of(both);
        while product.cubes.len() > MOST_CUBES {
            product.cubes.pop_last();
        }
        product
    }

    /// Not. Nothing if that would be too long.
    pub fn negated(&self) -> Option<Condition> {
        let mut result = Condition::always();
        for cube in &self.cubes {
            let flipped =
                cube.iter().map(|literal| vec![Literal { value: !literal.value, ..*literal }]);
            let either = Condition::of(flipped);
            if result.cubes.len() * either.cubes.len() > MOST_CUBES {
                return None;
            }
            result = result.and(&either);
        }
        Some(result)
    }

    /// The condition with an identifier replaced by a value.
    pub fn assigned(&self, id: AssumptionId, value: bool) -> Condition {
        let cubes = self.cubes.iter().filter(|cube| !cube.contains(&Literal { id, value: !value }));
        Condition::of(cubes.map(|cube| cube.iter().copied().filter(|one| one.id != id).collect()))
    }
}

/// A cube in order; nothing if it contradicts itself.
fn ordered(mut cube: Cube) -> Option<Cube> {
    cube.sort_unstable();
    cube.dedup();
    let contradicts = cube.windows(2).any(|pair| pair[0].id == pair[1].id);
    (!contradicts).then_some(cube)
}

fn is_part(part: &Cube, whole: &Cube) -> bool {
    part.iter().all(|literal| whole.binary_search(literal).is_ok())
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_always() {
            return f.write_str("true");
        }
        if self.is_never() {
            return f.write_str("false");
        }
        let literal = |one: &Literal| format!("{}a{}", if one.value { "" } else { "!" }, one.id.0);
        let cube = |cube: &Cube| cube.iter().map(literal).collect::<Vec<_>>().join(" && ");
        f.write_str(&self.cubes.iter().map(cube).collect::<Vec<_>>().join(" || "))
    }
}
