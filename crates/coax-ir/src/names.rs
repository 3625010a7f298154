//! Names of functions and classes as debug information and sources write them, taken apart.
//!
//! All that reads such text is here and in [`standard`], so that those who write tests and reports need
//! not know where a `<` is a bracket and where it is an operator. It is here and not with what reads
//! sources (`coax-clang`), because names are part of the program: who writes tests need not know LLVM.
//!
//! Invariants: a part that is given out is a slice of the name; what is no such name is one part.

mod standard;

pub use standard::{is_standard, short_standard_name, standard_names};

/// The word that begins the name of an operator.
const OPERATOR: &str = "operator";

/// The scope of a qualified name, and the last part: `Stack<ns::T>` and `push<a::b>`. Template arguments
/// and operators may hold what looks like either.
pub fn split_scope(name: &str) -> (&str, &str) {
    let end = operator_at(name).unwrap_or(name.len());
    let is_scope = |&(at, letter): &(usize, char)| letter == ':' && name[at..end].starts_with("::");
    let split = outside_brackets(&name[..end]).filter(is_scope).last();
    split.map_or(("", name), |(at, _)| (&name[..at], &name[at + 2..]))
}

/// The last part of a function's name alone: `push` of `Stack<ns::T>::push<a::b>(int)`.
pub fn bare_name(function: &str) -> &str {
    let (_, name) = split_scope(function);
    let Some(symbol) = operator_symbol(name) else {
        return name.split(['<', '(', '[']).next().unwrap_or_default();
    };
    // What calls or indexes is a pair of brackets itself.
    let own = if symbol.starts_with("()") || symbol.starts_with("[]") { 2 } else { 0 };
    let begin = name.len() - symbol.len() + own;
    let end = name[begin..].find(['(', '[']).map_or(name.len(), |at| begin + at);
    &name[..end]
}

/// The last part of a class's name alone: `Server` of `struct net::Server<int>`.
pub fn class_word(class: &str) -> &str {
    let (_, name) = split_scope(class);
    let name = name.split('<').next().unwrap_or_default();
    name.rsplit(' ').next().unwrap_or_default()
}

/// A class that is made of a template.
#[derive(Debug, PartialEq, Eq)]
pub struct Template<'n> {
    /// The template: `std::map`.
    pub name: &'n str,
    /// What it was given: `int` and `std::vector<A>`.
    pub arguments: Vec<&'n str>,
}

/// The template of a class and its arguments, if it has one.
pub fn template(class: &str) -> Option<Template<'_>> {
    let rest = class.strip_suffix('>')?;
    let (open, _) = outside_brackets(class).filter(|&(_, letter)| letter == '<').last()?;
    let arguments = template_arguments(rest.get(open + 1..)?);
    Some(Template { name: &class[..open], arguments })
}

/// Arguments of a template, out of the text between its brackets: what is between commas outside of
/// further brackets.
pub fn template_arguments(inner: &str) -> Vec<&str> {
    let mut arguments = Vec::new();
    let mut start = 0;
    for (at, _) in outside_brackets(inner).filter(|&(_, letter)| letter == ',') {
        arguments.push(inner[start..at].trim());
        start = at + 1;
    }
    arguments.push(inner[start..].trim());
    arguments
}

/// The symbol of an operator, of which this is the last part of the name: `<<` of `operator<<`, `bool` of
/// `operator bool`.
pub fn operator_symbol(name: &str) -> Option<&str> {
    let rest = name.strip_prefix(OPERATOR)?;
    (!rest.starts_with(is_of_word)).then(|| rest.trim_start())
}

/// The type that an operator converts to, by its symbol.
pub fn conversion(symbol: &str) -> Option<&str> {
    let word = symbol.split(|letter| !is_of_word(letter)).next().unwrap_or_default();
    let is_other = ["new", "delete", "co_await"].contains(&word);
    let begins = word.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    (begins && !is_other).then_some(symbol)
}

/// The name of a function with dots for the arguments of templates: `std::map<…>::insert<…>`.
pub fn with_elided_arguments(function: &str) -> String {
    let end = operator_at(function).unwrap_or(function.len());
    let mut text = String::new();
    let mut depth = 0;
    for letter in function[..end].chars() {
        match letter {
            '<' => {
                text.push_str(if depth == 0 { "<…" } else { "" });
                depth += 1;
            }
            '>' if depth > 0 => {
                depth -= 1;
                text.push_str(if depth == 0 { ">" } else { "" });
            }
            _ if depth == 0 => text.push(letter),
            _ => {}
        }
    }
    text + &function[end..]
}

/// Where the word `operator` is in a name, outside of brackets: brackets behind it may be its symbol.
fn operator_at(name: &str) -> Option<usize> {
    let begins = |&(at, _): &(usize, char)| {
        operator_symbol(&name[at..]).is_some() && !name[..at].ends_with(is_of_word)
    };
    outside_brackets(name).find(begins).map(|(at, _)| at)
}

/// The letters of a text that are in no brackets, with those that open the outermost ones.
fn outside_brackets(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let mut depth = 0i32;
    text.char_indices().filter(move |&(_, letter)| {
        let was_outside = depth == 0;
        match letter {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth -= 1,
            _ => {}
        }
        was_outside
    })
}

/// Can a letter be one of a word of the language?
fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes() {
        for (call, scope, name) in [
            ("push", "", "push"),
            ("ns::Stack::push", "ns::Stack", "push"),
            ("Stack<ns::T>::push<a::b>", "Stack<ns::T>", "push<a::b>"),
            ("V::operator<", "V", "operator<"),
            ("V::operator std::string", "V", "operator std::string"),
            ("V::~V", "V", "~V"),
            ("operators::find", "operators", "find"),
            ("my_operator::operator a::B", "my_operator", "operator a::B"),
            ("Of<&V::operator+>::call", "Of<&V::operator+>", "call"),
            ("f(a::B)::Local::g", "f(a::B)::Local", "g"),
        ] {
            assert_eq!(split_scope(call), (scope, name));
        }
    }

    #[test]
    fn functions_without_scope_arguments_and_parameters() {
        for (function, name) in [
            ("Stack<ns::T>::push<a::b>(int)", "push"),
            ("text[abi:cxx11]", "text"),
            ("V::~V()", "~V"),
            ("V::operator()(int)", "operator()"),
            ("V::operator[]", "operator[]"),
            ("operator<<(std::ostream&, V const&)", "operator<<"),
            ("V::operator<(V const&) const", "operator<"),
            ("V::operator+(V const&)", "operator+"),
        ] {
            assert_eq!(bare_name(function), name);
        }
    }

    #[test]
    fn words_of_classes() {
        assert_eq!(class_word("struct rb_node"), "rb_node");
        assert_eq!(class_word("ns::HttpServer<a::B>"), "HttpServer");
        assert_eq!(class_word("Tree<int>::Node"), "Node");
        assert_eq!(class_word(""), "");
    }

    #[test]
    fn templates() {
        let arguments = vec!["int", "std::pair<A, B>", "void (*)(int, int)"];
        let map = "std::map<int, std::pair<A, B>, void (*)(int, int) >";
        assert_eq!(template(map), Some(Template { name: "std::map", arguments }));
        let nested = template("Tree<int>::Node<A, 3>").unwrap();
        assert_eq!(nested, Template { name: "Tree<int>::Node", arguments: vec!["A", "3"] });
        for other in ["std::exception", "Tree<int>::Node", "int", ">", ""] {
            assert_eq!(template(other), None, "{other}");
        }
    }

    #[test]
    fn operators() {
        for (name, symbol, converts_to) in [
            ("operator<<", Some("<<"), None),
            ("operator bool", Some("bool"), Some("bool")),
            ("operator std::string", Some("std::string"), Some("std::string")),
            ("operator newer::Type", Some("newer::Type"), Some("newer::Type")),
            ("operator new[]", Some("new[]"), None),
            ("operator()", Some("()"), None),
            ("operators", None, None),
            ("push", None, None),
        ] {
            assert_eq!(operator_symbol(name), symbol);
            assert_eq!(symbol.and_then(conversion), converts_to);
        }
    }

    #[test]
    fn arguments_of_templates_become_dots() {
        let short = with_elided_arguments;
        let insert = "std::map<A, B<C>, std::less<A>>::insert<std::pair<A const, B<C>>&>";
        assert_eq!(short(insert), "std::map<…>::insert<…>");
        assert_eq!(short("std::_Iter<T>::operator<"), "std::_Iter<…>::operator<");
        assert_eq!(short("V<T>::operator->"), "V<…>::operator->");
        assert_eq!(short("my_operators<T>::f"), "my_operators<…>::f");
        assert_eq!(short("plain"), "plain");
    }
}
