//! How often a path has come back to a place.
//!
//! Forks share what neither has changed: a change copies the counts of one function and the list of functions, both short
//! (only places that are jumped back to are counted).

use std::sync::Arc;

use coax_ir::FuncId;

/// How often a path has come back to a place.
#[derive(Clone, Debug, Default)]
pub struct Visits {
    /// Sorted by function.
    functions: Arc<Vec<FunctionVisits>>,
}

#[derive(Clone, Debug)]
struct FunctionVisits {
    function: FuncId,
    /// Sorted by instruction.
    places: Arc<Vec<(usize, Visit)>>,
}

/// How often, and how many choices the path had had when it last counted.
#[derive(Clone, Copy, Debug, Default)]
struct Visit {
    count: u32,
    choices: Option<usize>,
}

impl Visits {
    /// Notes that it comes back to a place: how often it has. Where choices are told, coming back
    /// without a new one does not count.
    pub fn count(&mut self, function: FuncId, pc: usize, choices: Option<usize>) -> u32 {
        let visit = self.get(function, pc);
        if choices.is_some() && visit.choices == choices {
            return visit.count;
        }
        let visit = Visit { count: visit.count + 1, choices };
        self.set(function, pc, visit);
        visit.count
    }

    fn get(&self, function: FuncId, pc: usize) -> Visit {
        let Ok(at) = self.functions.binary_search_by_key(&function.0, |visits| visits.function.0)
        else {
            return Visit::default();
        };
        let places = &self.functions[at].places;
        places
            .binary_search_by_key(&pc, |place| place.0)
            .map_or(Visit::default(), |at| places[at].1)
    }

    fn set(&mut self, function: FuncId, pc: usize, visit: Visit) {
        let functions = Arc::make_mut(&mut self.functions);
        let at = match functions.binary_search_by_key(&function.0, |visits| visits.function.0) {
            Ok(at) => at,
            Err(at) => {
                functions.insert(at, FunctionVisits { function, places: Arc::default() });
                at
            }
        };
        let places = Arc::make_mut(&mut functions[at].places);
        match places.binary_search_by_key(&pc, |place| place.0) {
            Ok(at) => places[at].1 = visit,
            Err(at) => places.insert(at, (pc, visit)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_by_themselves() {
        let mut visits = Visits::default();
        for (function, pc, expected) in [(1, 7, 1), (0, 7, 1), (1, 3, 1), (1, 7, 2), (0, 7, 2)] {
            assert_eq!(visits.count(FuncId(function), pc, None), expected);
        }
    }

    #[test]
    fn only_visits_with_a_new_choice_count_where_choices_do() {
        let mut visits = Visits::default();
        for (choices, expected) in [(0, 1), (0, 1), (1, 2), (1, 2), (3, 3)] {
            assert_eq!(visits.count(FuncId(0), 5, Some(choices)), expected);
        }
    }

    #[test]
    fn forks_count_by_themselves() {
        let mut left = Visits::default();
        left.count(FuncId(0), 1, None);
        let mut right = left.clone();
        assert_eq!(left.count(FuncId(0), 1, None), 2);
        assert_eq!(left.count(FuncId(0), 2, None), 1);
        assert_eq!(right.count(FuncId(0), 1, None), 2);
        assert_eq!(right.count(FuncId(1), 1, None), 1);
        assert_eq!(left.count(FuncId(0), 1, None), 3);
    }
}
