//! What names of functions and parameters say, as people choose them.

/// What a function is for, as far as its name says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Makes something out of memory that the caller provides, or anew.
    Initialise,
    /// Ends the life of something.
    Destroy,
    #[default]
    Other,
}

const INITIALISE: &[&str] = &[
    "init",
    "initialize",
    "initialise",
    "create",
    "new",
    "setup",
    "make",
    "construct",
    "open",
    "start",
    "begin",
];
const DESTROY: &[&str] = &[
    "free",
    "destroy",
    "delete",
    "release",
    "close",
    "dispose",
    "deinit",
    "uninit",
    "fini",
    "finalize",
    "finalise",
    "destruct",
    "cleanup",
    "teardown",
    "drop",
    "unref",
    "deallocate",
    "kill",
    "done",
];
/// Words of functions that fill memory of which nothing is known.
const ANEW: &[&str] =
    &["init", "initialize", "initialise", "setup", "construct", "ctor", "create", "new", "open"];
/// Words of functions that add to an object.
const GROW: &[&str] = &[
    "add", "push", "append", "insert", "put", "set", "enqueue", "write", "load", "parse", "read",
    "feed", "update", "register", "prepend", "fill",
];
const LENGTH: &[&str] = &[
    "len",
    "length",
    "size",
    "n",
    "count",
    "num",
    "sz",
    "cap",
    "capacity",
    "bytes",
    "max",
    "maxlen",
    "buflen",
    "bufsize",
    "buffersize",
    "elements",
    "nelem",
    "nmemb",
    "datalen",
    "siz",
    "width",
];

/// What the last word of a length ends in: `initlen`, `bufsize`.
const LENGTH_ENDS: &[&str] = &["len", "length", "size", "count", "argc"];

/// What a function is for.
pub(crate) fn purpose_of(name: &str) -> Purpose {
    let words = words_of(name);
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    // Of `list_free_data`, the last word says what is freed: a part of it.
    let ends_in = |list: &[&str]| {
        words.iter().rev().take(2).any(|word| list.contains(&word.as_str()))
            || words.first().is_some_and(|word| list.contains(&word.as_str()))
    };
    if ends_in(DESTROY) {
        Purpose::Destroy
    } else if has(INITIALISE) {
        Purpose::Initialise
    } else {
        Purpose::Other
    }
}

/// Does a function's name say that it gives memory its first contents?
pub(crate) fn makes_anew(name: &str) -> bool {
    let words = words_of(name);
    let ends = words.first().into_iter().chain(words.last());
    ends.into_iter().any(|word| ANEW.contains(&word.as_str()))
}

/// Does a function's name say that it adds to an object?
pub(crate) fn may_grow(name: &str) -> bool {
    words_of(name).iter().any(|word| GROW.contains(&word.as_str()))
}

/// Does a parameter's name say that it is a length?
pub(crate) fn is_length(name: &str) -> bool {
    let words = words_of(name);
    let is_one = |word: &String| LENGTH.contains(&word.as_str());
    let has_end = |word: &String| LENGTH_ENDS.iter().any(|end| word.ends_with(end));
    words.last().is_some_and(|word| is_one(word) || has_end(word))
        || words.first().is_some_and(|word| matches!(word.as_str(), "len" | "size" | "num" | "n"))
}

/// The words of a name: `cJSON_AddItem`, `buf_len`.
fn words_of(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut was_small = false;
    for letter in name.chars() {
        let begins = letter.is_ascii_uppercase() && was_small;
        if !letter.is_ascii_alphanumeric() {
            words.push(String::new());
        } else if begins || words.is_empty() {
            words.push(letter.to_ascii_lowercase().to_string());
        } else if let Some(word) = words.last_mut() {
            word.push(letter.to_ascii_lowercase());
        }
        was_small = letter.is_ascii_lowercase() || letter.is_ascii_digit();
    }
    words.retain(|word| !word.is_empty());
    words.iter_mut().for_each(|word| {
        let bare = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
        *word = bare.to_owned();
    });
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn purposes() {
        for (name, expected) in [
            ("list_free", Purpose::Destroy),
            ("cJSON_Delete", Purpose::Destroy),
            ("free_list", Purpose::Destroy),
            ("map_deinit_", Purpose::Destroy),
            ("list_new", Purpose::Initialise),
            ("board_init", Purpose::Initialise),
            ("cJSON_CreateObject", Purpose::Initialise),
            ("list_push", Purpose::Other),
            ("freedom", Purpose::Other),
        ] {
            assert_eq!(purpose_of(name), expected, "{name}");
        }
    }

    #[test]
    fn lengths() {
        for name in [
            "len",
            "buf_len",
            "bufferSize",
            "n",
            "num_values",
            "keyLength",
            "maxlen",
            "initlen",
            "argc",
        ] {
            assert!(is_length(name), "{name}");
        }
        for name in ["index", "value", "flags", "lens_index", "c"] {
            assert!(!is_length(name), "{name}");
        }
    }
}
