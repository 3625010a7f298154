//! Names of the standard library of C++.

use super::{Template, template};

/// The scope of the standard library.
const STANDARD: &str = "std::";

/// Namespaces that its implementations have in it and that sources leave out.
const INLINE: [&str; 2] = ["__cxx11::", "__1::"];

/// Is something of the standard library itself?
pub fn is_standard(name: &str) -> bool {
    name.starts_with(STANDARD)
}

/// What of the standard library a name mentions: `map` and `unique_ptr` of
/// `std::map<int, std::unique_ptr<A>>`.
pub fn standard_names(name: &str) -> impl Iterator<Item = &str> {
    let begins = name.match_indices(STANDARD).map(|(at, _)| at);
    begins.filter(|&at| !name[..at].ends_with(|c| super::is_of_word(c) || c == ':')).map(|at| {
        let inside = &name[at + STANDARD.len()..];
        let inside = INLINE.iter().find_map(|inline| inside.strip_prefix(inline)).unwrap_or(inside);
        inside.split(|letter| !super::is_of_word(letter)).next().unwrap_or_default()
    })
}

/// A class of the standard library as people write it: `std::string`, without arguments that are so
/// by default. Other names stay as they are.
pub fn short_standard_name(class: &str) -> String {
    let Some(Template { name, mut arguments }) = template(class).filter(|_| is_standard(class))
    else {
        return class.to_owned();
    };
    let name = INLINE
        .iter()
        .fold(name.to_owned(), |name, inline| name.replace(&format!("::{inline}"), "::"));
    let first = arguments[0];
    while arguments.len() > 1 && is_default(&name, first, arguments[arguments.len() - 1]) {
        arguments.pop();
    }
    // `std::string`, `std::ostringstream` and the like.
    if let Some(short) = name.strip_prefix("std::basic_").filter(|_| arguments == ["char"]) {
        return format!("{STANDARD}{short}");
    }
    let arguments: Vec<String> = arguments.into_iter().map(short_argument).collect();
    format!("{name}<{}>", arguments.join(", "))
}

/// Qualifiers and stars around a class stay.
fn short_argument(argument: &str) -> String {
    match argument.strip_prefix("const ") {
        Some(rest) => format!("const {}", short_standard_name(rest)),
        None => short_standard_name(argument),
    }
}

/// Is it what a container of this name whose first argument is `first` has anyway?
fn is_default(name: &str, first: &str, argument: &str) -> bool {
    const OF_FIRST: [&str; 5] =
        ["std::less", "std::hash", "std::equal_to", "std::default_delete", "std::char_traits"];
    let is_of_first = template(argument)
        .is_some_and(|made| OF_FIRST.contains(&made.name) && made.arguments == [first]);
    let inside = match name {
        "std::stack" | "std::queue" => Some("deque"),
        "std::priority_queue" => Some("vector"),
        _ => None,
    };
    let is_inside = inside.is_some_and(|inside| {
        let plain = format!("{STANDARD}{inside}<{first}>");
        short_standard_name(argument) == short_standard_name(&plain)
    });
    is_of_first || is_inside || argument.starts_with("std::allocator<")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_as_people_write_them() {
        let string =
            "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >";
        let list = format!("std::vector<{string}, std::allocator<{string} > >");
        let map = format!(
            "std::map<{string}, int, std::less<{string} >, \
             std::allocator<std::pair<const {string}, int> > >"
        );
        for (class, short) in [
            (string, "std::string"),
            (&list, "std::vector<std::string>"),
            (&map, "std::map<std::string, int>"),
            ("std::set<int, std::less<void> >", "std::set<int, std::less<void>>"),
            ("std::stack<int, std::deque<int, std::allocator<int> > >", "std::stack<int>"),
            (
                "std::__cxx11::basic_ostringstream<char, std::char_traits<char>, std::allocator<char> >",
                "std::ostringstream",
            ),
            ("ns::Stack<int>", "ns::Stack<int>"),
            ("std::exception", "std::exception"),
        ] {
            assert_eq!(short_standard_name(class), short);
        }
    }

    #[test]
    fn names_that_are_mentioned() {
        let all = |name| standard_names(name).collect::<Vec<_>>();
        assert_eq!(all("std::map<int, std::unique_ptr<A>>"), ["map", "unique_ptr"]);
        assert_eq!(all("const std::__cxx11::basic_string<char> &"), ["basic_string"]);
        assert!(all("my_std::string").is_empty() && all("ns::std::string").is_empty());
        assert!(is_standard("std::size_t") && !is_standard("ns::std::size_t"));
    }
}
