//! Which number states how long a buffer is: by the names people give them, and by where they stand.

use coax_expr::Term;

/// Names of a length that stands beside its buffer.
const LENGTHS: &[&str] = &[
    "n",
    "len",
    "length",
    "size",
    "count",
    "num",
    "cnt",
    "sz",
    "nbytes",
    "nb",
    "bytes",
    "nelem",
    "nelems",
    "nmemb",
    "elements",
    "buflen",
    "bufsize",
    "buf_len",
    "buf_size",
    "maxlen",
    "max_len",
    "datalen",
    "data_len",
    "data_size",
    "nitems",
    "used",
    "slen",
    "strsize",
];
/// Names of how many elements there is room for; they win over lengths.
const CAPACITIES: &[&str] = &[
    "cap",
    "capacity",
    "alloc",
    "allocated",
    "alloced",
    "room",
    "nalloc",
    "asize",
    "maxsize",
    "reserved",
];
/// Names of buffers that a length beside any buffer may carry: `buffer_length`.
const BUFFERS: &[&str] = &[
    "buffer", "buf", "data", "str", "string", "text", "input", "output", "in", "out", "src", "dst",
    "msg", "message", "content",
];
/// What is put before or after the name of a buffer,
const AFFIXES: &[&str] = &["len", "length", "size", "count", "num", "cnt", "sz", "n", "bytes"];
/// and what says that it is how many there is room for.
const ROOM_AFFIXES: &[&str] = &["cap", "capacity", "alloc", "allocated"];
/// The same, but only behind: `max_value` says nothing about how many values there are.
const ROOM_SUFFIX: &str = "max";

/// How names end that say how much there is of something.
const SIZES: &[&str] = &["size", "len", "length", "bytes", "capacity"];

/// How many elements an object has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Length {
    /// A term of 64 bits.
    pub(super) count: Term,
    /// The condition under which the count means nothing: by a negative length people say that the
    /// buffer ends with a zero, or that it is long enough.
    pub(super) unstated: Option<Term>,
    /// Other pointers point into the object: it shares its length with no other.
    pub(super) own: bool,
}

/// Who says how many elements an object has.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stated {
    /// A number that goes with it.
    By(Length),
    /// Its terminator.
    ByTerminator,
    /// Not stated: as many as the code needs.
    Nowhere,
}

impl Stated {
    /// Does a pointer with this length beside it say the same? Two lengths of one object would
    /// contradict each other.
    pub(super) fn is_like(&self, length: Option<Length>) -> bool {
        match (self, length) {
            (Stated::By(own), Some(length)) => own.count == length.count,
            (Stated::By(_), None) | (Stated::ByTerminator | Stated::Nowhere, Some(_)) => false,
            (Stated::ByTerminator | Stated::Nowhere, None) => true,
        }
    }
}

/// A parameter or a field, as far as it matters here.
pub(super) struct Named<'a> {
    pub(super) name: &'a str,
    pub(super) role: Role,
}

/// What it may be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Buffer(Elements),
    /// A pointer to one object: no number is its length.
    Single,
    Number,
    Other,
}

/// What a buffer consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Elements {
    Scalars,
    Structs,
}

/// For each buffer, the number that states its length.
pub(super) fn pairs(all: &[Named<'_>]) -> Vec<Option<usize>> {
    let is_buffer = |i: usize| matches!(all[i].role, Role::Buffer(_));
    let buffers = (0..all.len()).filter(|&i| is_buffer(i)).count();
    let mut found: Vec<Option<usize>> = (0..all.len())
        .map(|i| if is_buffer(i) { by_name(all, all[i].name) } else { None })
        .collect();
    for words in [CAPACITIES, LENGTHS] {
        let numbers = |i: &usize| {
            all[*i].role == Role::Number
                && (is_one_of(all[*i].name, words)
                    || words == LENGTHS && is_of_buffer(all[*i].name))
                && !is_end_of_range(all, all[*i].name)
        };
        for number in (0..all.len()).filter(numbers) {
            if found.contains(&Some(number)) {
                continue;
            }
            // All buffers of a kind right before it; without any, those right after it. Something
            // else may be at most what it says: that is right before it.
            let is_bound = plain(all[number].name).starts_with(ROOM_SUFFIX);
            let between = |&i: &usize| all[i].role == Role::Number && !is_bound;
            let several = |i: &usize| all[*i].role != Role::Single;
            let before = (0..number).rev().filter(several).skip_while(between);
            let mut own = like_the_first(all, before);
            if own.is_empty() {
                own = like_the_first(all, (number + 1..all.len()).filter(several));
            }
            if own.is_empty() && buffers == 1 {
                // `capacity, factor, buffer`: there is no other that it could be about.
                own = (0..all.len()).filter(|&i| is_buffer(i) && found[i].is_none()).collect();
            }
            for buffer in own {
                found[buffer].get_or_insert(number);
            }
        }
    }
    found
}

/// Is there a number that says how much there is of something, but not of which buffer (`compressedSize`)? Then
/// a text may be what it is about, and need not end with a zero.
pub(super) fn any_loose(all: &[Named<'_>], stated: &[Option<usize>]) -> bool {
    let is_size = |named: &Named<'_>| {
        let name = plain(named.name);
        named.role == Role::Number && SIZES.iter().any(|size| name.ends_with(size))
    };
    (0..all.len()).any(|i| is_size(&all[i]) && !stated.contains(&Some(i)))
}

/// The first of these, if it is a buffer, and those after it that are like it.
fn like_the_first(all: &[Named<'_>], these: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut these = these.peekable();
    let first = these.peek().map(|&i| all[i].role);
    let is_like = |&i: &usize| Some(all[i].role) == first && matches!(all[i].role, Role::Buffer(_));
    these.take_while(is_like).collect()
}

/// The number whose name is made from the buffer's: rather room than what is used of it.
fn by_name(all: &[Named<'_>], buffer: &str) -> Option<usize> {
    let buffer = plain(buffer);
    if buffer.is_empty() {
        // Every name contains that of what has none.
        return None;
    }
    let said = |named: &Named<'_>| match named.role {
        Role::Number if !is_end_of_range(all, named.name) => about(&plain(named.name), &buffer),
        _ => None,
    };
    let first = |wanted: Says| all.iter().position(|named| said(named) == Some(wanted));
    first(Says::Room).or_else(|| first(Says::Length))
}

/// What a number says about a buffer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Says {
    Length,
    Room,
}

/// What a number of this name says about a buffer of that name.
fn about(name: &str, buffer: &str) -> Option<Says> {
    let at = name.find(buffer)?;
    let (before, after) = (&name[..at], &name[at + buffer.len()..]);
    let is_length = |affix: &str| affix.is_empty() || AFFIXES.contains(&affix);
    let is_room = |affix: &str| ROOM_AFFIXES.contains(&affix);
    let says_room = is_room(before) || is_room(after) || after == ROOM_SUFFIX;
    let known = (is_length(before) || is_room(before))
        && (is_length(after) || is_room(after) || after == ROOM_SUFFIX);
    match (known && name.len() > buffer.len(), says_room) {
        (false, _) => None,
        (true, true) => Some(Says::Room),
        (true, false) => Some(Says::Length),
    }
}

/// Does it go from a least to a most? `min_len` and `max_len` are about values.
fn is_end_of_range(all: &[Named<'_>], name: &str) -> bool {
    let name = plain(name);
    name.contains(ROOM_SUFFIX) && {
        let least = name.replace(ROOM_SUFFIX, "min");
        all.iter().any(|named| named.role == Role::Number && plain(named.name) == least)
    }
}

/// A name without what styles of writing add: `m_`, underscores, capitals.
fn plain(name: &str) -> String {
    let name = name.strip_prefix("m_").unwrap_or(name);
    name.chars().filter(|c| *c != '_').flat_map(char::to_lowercase).collect()
}

/// Is it the length of a buffer, by some buffer's name?
fn is_of_buffer(name: &str) -> bool {
    let name = plain(name);
    BUFFERS.iter().any(|buffer| about(&name, buffer) == Some(Says::Length))
}

fn is_one_of(name: &str, words: &[&str]) -> bool {
    let name = plain(name);
    words.iter().any(|word| plain(word) == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<Option<usize>> {
        with_roles(text, pairs)
    }

    fn with_roles<T>(text: &str, ask: impl Fn(&[Named<'_>]) -> T) -> T {
        let role = |word: &str| match word.strip_prefix('*') {
            Some(name) => match name.strip_prefix('*') {
                Some(name) => (name.to_string(), Role::Buffer(Elements::Structs)),
                None => (name.to_string(), Role::Buffer(Elements::Scalars)),
            },
            None => match word.strip_prefix('1') {
                Some(name) => (name.to_string(), Role::Single),
                None => (word.to_string(), Role::Number),
            },
        };
        let all: Vec<_> = text.split(' ').map(role).collect();
        let all: Vec<_> = all.iter().map(|(name, role)| Named { name, role: *role }).collect();
        ask(&all)
    }

    #[test]
    fn a_size_of_nobody_knows_what_is_loose() {
        let any_loose = |text: &str| with_roles(text, |all| any_loose(all, &pairs(all)));
        assert!(any_loose("*source *dest compressedSize maxDecompressedSize"));
        assert!(any_loose("*src *dst compressedSize dstCapacity"));
        assert!(!any_loose("*source sourceLen *dest n"));
        assert!(!any_loose("*text width"));
    }

    #[test]
    fn a_length_stands_beside_its_buffer() {
        assert_eq!(found("*a n"), [Some(1), None]);
        assert_eq!(found("n *a"), [None, Some(0)]);
        assert_eq!(found("*dst *src n"), [Some(2), Some(2), None]);
        assert_eq!(found("**to *from n"), [None, Some(2), None]);
        assert_eq!(found("**items n"), [Some(1), None]);
        assert_eq!(found("*a x"), [None, None]);
        assert_eq!(found("*a n *b m_len"), [Some(1), None, Some(3), None]);
        assert_eq!(found("*a 1sum n"), [Some(2), None, None]);
        assert_eq!(found("**items 1out n"), [Some(2), None, None]);
        assert_eq!(found("1out n"), [None, None]);
        assert_eq!(found("* n x"), [Some(1), None, None]);
        assert_eq!(found("*text x n *"), [Some(2), None, None, None]);
        assert_eq!(found("size capacity factor *slots"), [None, None, None, Some(1)]);
    }

    #[test]
    fn a_length_may_carry_the_name_of_its_buffer() {
        assert_eq!(found("*key key_len *value valueSize"), [Some(1), None, Some(3), None]);
        assert_eq!(found("nargs *args"), [None, Some(0)]);
        assert_eq!(found("*value buffer_length"), [Some(1), None]);
        assert_eq!(found("*value block_size"), [None, None]);
        assert_eq!(found("*src src_len *dst max"), [Some(1), None, None, None]);
    }

    #[test]
    fn room_counts_more_than_what_is_used() {
        assert_eq!(found("*data len cap"), [Some(2), None, None]);
        assert_eq!(found("*block nblock nblockMAX"), [Some(2), None, None]);
        assert_eq!(found("*data size asize"), [Some(2), None, None]);
        assert_eq!(found("*line line_max line_len"), [Some(1), None, None]);
    }

    #[test]
    fn the_bounds_of_values_are_no_lengths() {
        assert_eq!(found("*code minLen maxLen"), [None, None, None]);
        assert_eq!(found("*len *freq alphaSize maxLen"), [None, None, None, None]);
        assert_eq!(found("*val max_val"), [None, None]);
        assert_eq!(found("*text maxlen"), [Some(1), None]);
    }
}
