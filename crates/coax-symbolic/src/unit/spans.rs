//! Buffers that two pointers state, one to the first element and one behind the last: `begin` and
//! `end`. By names again, as with lengths. A third pointer beside them is somewhere in between.
//!
//! The variable of such a pointer is how many elements it is into the buffer; that of the end is the
//! buffer's length.

use std::collections::BTreeMap;
use std::sync::Arc;

use coax_expr::{Term, Var};
use coax_ir::{Program, compatible};
use coax_kinds::Incomplete;

use super::lengths::{self, Elements, Length, Named, Role};
use super::objects::{Made, elements};
use super::shapes::{NumberKind, Scalar, ScalarKind, is_data};
use super::{Leaf, Pointer, Target};
use crate::layers::InputMaker;
use crate::{State, Stop};

/// How the first element is called,
const BEGINS: &[&str] = &["begin", "start", "first", "beg", "base", "head"];
/// how what is behind the last one is, as the only or the last word of a name,
const ENDS: &[&str] = &["end", "limit", "stop", "finish"];
/// and how what is in between.
const CURSORS: &[&str] = &["cur", "current", "cursor", "pos", "position", "ptr", "pointer", "here"];

/// Where a pointer points into the buffer of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inside {
    /// Behind the last element of that one's buffer: it states the length.
    End(usize),
    /// Anywhere in it.
    Within(usize),
}

impl Inside {
    /// The pointer to the first element.
    pub(super) fn start(self) -> usize {
        let (Inside::End(start) | Inside::Within(start)) = self;
        start
    }
}

/// What pointers and numbers that stand together say about each other.
pub(super) struct Roles {
    /// For each of them, the number that states the length of its buffer.
    pub(super) stated: Vec<Option<usize>>,
    /// For each of them, whose buffer it points into.
    pub(super) inside: Vec<Option<Inside>>,
    /// A number is the length of something unknown.
    pub(super) any_loose: bool,
}

impl Roles {
    /// By their names; `alike` says whether two of them point to the same type.
    pub(super) fn of(all: &[Named<'_>], alike: impl Fn(usize, usize) -> bool) -> Roles {
        if all.len() < 2 {
            return Roles::none(all.len());
        }
        let stated = lengths::pairs(all);
        let inside = inside(all, &stated, alike);
        let any_loose = lengths::any_loose(all, &stated);
        Roles { stated, inside, any_loose }
    }

    /// By the names of fields: those of one structure, but not those of its neighbours in an array
    /// or of the structures in it.
    pub(super) fn of_fields(program: &Program, scalars: &[&Scalar]) -> Roles {
        let pointee = |scalar: &Scalar| match scalar.kind {
            ScalarKind::Pointer(to) if is_data(program, to) => Some(to),
            _ => None,
        };
        let role = |scalar: &Scalar| match (pointee(scalar), &scalar.kind) {
            (Some(to), _) => Role::Buffer(elements(program, to)),
            (None, ScalarKind::Number(_)) if scalar.size >= 2 => Role::Number,
            _ => Role::Other,
        };
        let mut structures: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (i, scalar) in scalars.iter().enumerate() {
            let (structure, _) = scalar.path.split_at(name_at(&scalar.path));
            structures.entry(structure).or_default().push(i);
        }
        let mut all = Roles::none(scalars.len());
        for members in structures.values() {
            let named: Vec<Named<'_>> = members
                .iter()
                .map(|&i| scalars[i])
                .map(|scalar| Named {
                    name: &scalar.path[name_at(&scalar.path)..],
                    role: role(scalar),
                })
                .collect();
            let roles = Roles::of(&named, |i, j| {
                let both = pointee(scalars[members[i]]).zip(pointee(scalars[members[j]]));
                both.is_some_and(|(a, b)| compatible(program, a, b))
            });
            all.add(roles, members);
        }
        all
    }

    /// So many of them that say nothing.
    pub(super) fn none(count: usize) -> Roles {
        Roles { stated: vec![None; count], inside: vec![None; count], any_loose: false }
    }

    /// Adds what those at these places say about each other.
    pub(super) fn add(&mut self, roles: Roles, places: &[usize]) {
        for (i, &place) in places.iter().enumerate() {
            self.stated[place] = roles.stated[i].map(|number| places[number]);
            self.inside[place] = roles.inside[i].map(|inside| match inside {
                Inside::End(start) => Inside::End(places[start]),
                Inside::Within(start) => Inside::Within(places[start]),
            });
        }
    }

    /// Do others point into the buffer of this one?
    pub(super) fn has_inside(&self, start: usize) -> bool {
        self.inside.iter().flatten().any(|inside| inside.start() == start)
    }
}

/// Where the name of a field begins in its path.
fn name_at(path: &str) -> usize {
    path.rfind('.').map_or(0, |dot| dot + 1)
}

/// Which pointers point into the buffers of others, given the numbers that state lengths; `alike`
/// says whether two point to the same type.
fn inside(
    all: &[Named<'_>],
    stated: &[Option<usize>],
    alike: impl Fn(usize, usize) -> bool,
) -> Vec<Option<Inside>> {
    let is_buffer =
        |i: &usize| matches!(all[*i].role, Role::Buffer(Elements::Scalars) | Role::Single);
    let buffers: Vec<usize> = (0..all.len()).filter(is_buffer).collect();
    let mut found = vec![None; all.len()];
    for &end in buffers.iter().filter(|&&i| ends(all[i].name).is_some()) {
        let others: Vec<usize> = buffers
            .iter()
            .copied()
            .filter(|&i| i != end && alike(i, end) && ends(all[i].name).is_none())
            .collect();
        let Some(start) = start_of(all, &others, end) else { continue };
        let has_end = found.iter().flatten().any(|inside: &Inside| inside.start() == start);
        if has_end || found[start].is_some() {
            continue;
        }
        // A number states the length better.
        found[end] = Some(match stated[start] {
            Some(_) => Inside::Within(start),
            None => Inside::End(start),
        });
        for other in others.into_iter().filter(|&other| other != start) {
            let is_cursor = words(all[other].name).iter().any(|word| is_one(word, CURSORS));
            if is_cursor && found[other].is_none() {
                found[other] = Some(Inside::Within(start));
            }
        }
    }
    found
}

/// The pointer to the first of the elements that `end` is behind.
fn start_of(all: &[Named<'_>], others: &[usize], end: usize) -> Option<usize> {
    let stem = ends(all[end].name)?;
    let stem_of = |i: usize| -> Vec<String> {
        let is_said = |word: &String| !is_one(word, BEGINS);
        words(all[i].name).into_iter().filter(is_said).collect()
    };
    let begins = |i: usize| words(all[i].name).iter().any(|word| is_one(word, BEGINS));
    let before = || others.iter().copied().rfind(|&i| i < end);
    let by_name = others.iter().copied().find(|&i| !stem.is_empty() && stem_of(i) == stem);
    let by_letter = || {
        let [letter] = stem.as_slice() else { return None };
        let is_like = |&i: &usize| letter.len() == 1 && words(all[i].name)[0].starts_with(letter);
        others.iter().copied().find(is_like)
    };
    // Two tables may be called `limit` and `base`: only what is called an end may come first.
    let may_be_first = words(all[end].name).iter().any(|word| word == "end");
    let is_start = |&i: &usize| begins(i) && (i < end || may_be_first);
    let by_place = || match stem.is_empty() {
        true => others.iter().copied().find(is_start).or_else(before),
        false => None,
    };
    by_name.or_else(by_letter).or_else(by_place)
}

/// What the name of an end says beside that: `buf_end` is that of `buf`, `iend` of what begins with
/// an `i`, `end` of anything.
fn ends(name: &str) -> Option<Vec<String>> {
    let mut words = words(name);
    if let [word] = words.as_slice()
        && let Some(letter) = word.strip_suffix("end").filter(|letter| letter.len() == 1)
    {
        return Some(vec![letter.to_owned()]);
    }
    let at = words.iter().position(|word| is_one(word, ENDS))?;
    let is_outer = at == 0 || at + 1 == words.len();
    words.remove(at);
    is_outer.then_some(words)
}

fn is_one(word: &str, list: &[&str]) -> bool {
    list.contains(&word)
}

/// The words of a name: `m_beginDoc_` has `begin` and `doc`.
fn words(name: &str) -> Vec<String> {
    let name = name.strip_prefix("m_").unwrap_or(name);
    let mut words = vec![String::new()];
    let mut was_small = false;
    for letter in name.chars() {
        let is_new = letter == '_' || letter.is_uppercase() && was_small;
        if is_new && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        was_small = letter.is_lowercase() || letter.is_ascii_digit();
        if let Some(last) = words.last_mut().filter(|_| letter != '_') {
            last.extend(letter.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    // A letter that says only that it is a pointer.
    if words.len() > 1 && words[0] == "p" {
        words.remove(0);
    }
    if words.is_empty() { vec![String::new()] } else { words }
}

/// A scalar, what it is called, and the variable that chooses its value.
#[derive(Clone, Copy)]
pub(super) struct NamedScalar<'a> {
    pub(super) scalar: &'a Scalar,
    pub(super) name: &'a str,
    pub(super) var: Var,
}

impl<'p> InputMaker<'_, 'p> {
    /// The length that a variable is.
    pub(super) fn count_in(&mut self, var: Var) -> Length {
        let var = self.symbols.pool.var(var);
        Length { count: self.symbols.pool.zext(var, 64), unstated: None, own: false }
    }

    /// A pointer into what `start` points to, at most `most` elements behind its first one; or
    /// behind the last that there may be.
    pub(super) fn pointer_inside(
        &mut self,
        state: &mut State<'p>,
        pointer: NamedScalar<'_>,
        start: &Leaf,
        most: Option<Term>,
    ) -> Result<Made, Stop> {
        let first = start.targets.as_ref().and_then(|pointer| pointer.targets.first());
        let Some(&Target::Object(object)) = first else {
            return self.null_pointer(state, pointer);
        };
        let NamedScalar { scalar, name, var } = pointer;
        let node = Arc::clone(&state.above.tree().objects[object]);
        let count = self.count_in(var).count;
        let most = match most {
            Some(most) => most,
            None => {
                self.symbols.incomplete.insert(Incomplete::InputSize);
                self.symbols.pool.constant(64, node.most.into())
            }
        };
        let fits = self.symbols.pool.ule(count, most);
        self.require(state, fits)?;
        let element = self.symbols.pool.constant(64, node.element.into());
        let offset = self.symbols.pool.mul(count, element);
        let base = self.symbols.pool.constant(64, node.base.into());
        let inside = self.symbols.pool.add(base, offset);
        let (choice, chosen) = (self.symbols.pool.var(start.var), self.symbols.pool.constant(8, 0));
        let is_there = self.symbols.pool.eq(choice, chosen);
        let null = self.symbols.pool.constant(64, 0);
        let term = self.symbols.pool.ite(is_there, inside, null);
        let targets = vec![Target::Inside { object, start: start.var }];
        let targets = Some(Arc::new(Pointer { name: name.into(), targets }));
        let number = Some(NumberKind::Unsigned);
        Ok((Leaf { offset: scalar.offset, size: scalar.size, var, number, targets }, term))
    }

    /// A pointer that is null for every value of its variable.
    fn null_pointer(
        &mut self,
        state: &mut State<'p>,
        NamedScalar { scalar, name, var }: NamedScalar<'_>,
    ) -> Result<Made, Stop> {
        let pointer = Pointer { name: name.into(), targets: vec![Target::Null] };
        let term = self.pointer_term(state, &pointer, var)?;
        let (offset, size) = (scalar.offset, scalar.size);
        Ok((Leaf { offset, size, var, number: None, targets: Some(Arc::new(pointer)) }, term))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names with the letter of their type before a colon; numbers have none.
    fn found(text: &str) -> Vec<Option<Inside>> {
        let all: Vec<(&str, &str)> =
            text.split(' ').map(|word| word.split_once(':').unwrap_or(("", word))).collect();
        let role = |ty: &str| match ty {
            "" => Role::Number,
            "s" => Role::Buffer(Elements::Structs),
            _ => Role::Buffer(Elements::Scalars),
        };
        let named: Vec<_> = all.iter().map(|(ty, name)| Named { name, role: role(ty) }).collect();
        inside(&named, &vec![None; all.len()], |i, j| all[i].0 == all[j].0)
    }

    #[test]
    fn an_end_goes_with_a_beginning() {
        let end = Some(Inside::End(0));
        assert_eq!(found("c:begin c:end"), [None, end]);
        assert_eq!(found("c:key c:end"), [None, end]);
        assert_eq!(found("c:beginDoc c:endDoc x"), [None, end, None]);
        assert_eq!(found("c:start_ c:end_"), [None, end]);
        assert_eq!(found("c:m_pBegin c:m_pEnd"), [None, end]);
        assert_eq!(found("c:buf c:other c:buf_end"), [None, None, end]);
        assert_eq!(found("c:ip c:iend"), [None, end]);
        assert_eq!(found("c:base c:limit"), [None, end]);
        assert_eq!(found("c:end c:start"), [Some(Inside::End(1)), None]);
    }

    #[test]
    fn two_buffers_have_an_end_each() {
        let both = [None, None, Some(Inside::End(0)), Some(Inside::End(1))];
        assert_eq!(found("c:ip c:op c:iend c:oend"), both);
        assert_eq!(found("c:src c:dst c:src_end c:dst_end"), both);
    }

    #[test]
    fn a_cursor_is_in_between() {
        let all = [None, Some(Inside::Within(0)), Some(Inside::End(0))];
        assert_eq!(found("c:start c:pointer c:end"), all);
        assert_eq!(found("c:buf c:cur_pos c:buf_end"), all);
    }

    #[test]
    fn other_pointers_have_no_end() {
        assert_eq!(found("c:begin i:end"), [None, None]);
        assert_eq!(found("s:begin s:end"), [None, None]);
        assert_eq!(found("c:begin end"), [None, None]);
        assert_eq!(found("c:text c:append"), [None, None]);
        assert_eq!(found("c:text c:extended"), [None, None]);
        assert_eq!(found("c:end"), [None]);
        assert_eq!(found("c:out c:key_end"), [None, None]);
        assert_eq!(found("i:limit i:base"), [None, None]);
    }
}
