//! What the texts of a project say about null arguments: calls that pass one, comments that allow or forbid one.
//!
//! Sources that are not checked (tests, examples) are read as well: they show how the code is used.
//!
//! Invariant: files are only read, and what cannot be read says nothing.

use std::fs;
use std::path::PathBuf;

use crate::headers::Tokens;

/// More text than this is not read.
const MOST_BYTES: usize = 48 << 20;

/// Lines of a declaration before the function's name.
const DECLARATION_LINES: usize = 3;

/// Lines of a comment.
const COMMENT_LINES: usize = 80;

/// Library functions whose result may be null.
const MAY_RETURN_NULL: &[&str] = &[
    "malloc",
    "calloc",
    "realloc",
    "strdup",
    "strndup",
    "strchr",
    "strrchr",
    "strstr",
    "strpbrk",
    "strtok",
    "memchr",
    "getenv",
    "fopen",
    "fdopen",
    "fgets",
    "bsearch",
    "setlocale",
    "dlopen",
    "opendir",
    "getcwd",
    "gethostbyname",
];

/// What a comment says of a parameter that may be null,
const ALLOWED: &[&str] = &[
    "may be null",
    "can be null",
    "might be null",
    "could be null",
    "or null",
    "is null",
    "if null",
    "null if",
    "nullable",
    "null for",
    "null to",
    "null is ",
    "be null,",
    "null, ",
    "null means",
    "optional",
    "accepts null",
    "null-safe",
    "null safe",
    "pass null",
];

/// and of one that must not be.
const FORBIDDEN: &[&str] = &[
    "not be null",
    "not null",
    "non-null",
    "nonnull",
    "never null",
    "cannot be null",
    "can't be null",
    "must be non",
    "returns null",
    "return null",
    "returned",
    "not accept null",
];

/// The texts of a project.
#[derive(Debug, Default)]
pub struct NullEvidence {
    texts: Vec<String>,
}

/// A parameter of a function.
#[derive(Debug, Clone, Copy)]
pub struct Parameter<'a> {
    /// The function, without its scope.
    pub function: &'a str,
    /// Which of its parameters.
    pub index: usize,
    /// Its name.
    pub name: &'a str,
}

/// A function's name in a text, with what is in the brackets behind it.
struct Mention<'a> {
    /// Where the name is.
    at: usize,
    arguments: Vec<&'a str>,
    /// What follows the bracket, up to the end of the statement.
    behind: &'a str,
}

impl NullEvidence {
    /// What these files say.
    pub fn read(files: impl Iterator<Item = PathBuf>) -> NullEvidence {
        let mut texts: Vec<String> = Vec::new();
        let mut size = 0;
        for file in files {
            let Ok(bytes) = fs::read(&file) else { continue };
            size += bytes.len();
            if size > MOST_BYTES {
                break;
            }
            texts.push(String::from_utf8_lossy(&bytes).into_owned());
        }
        NullEvidence { texts }
    }

    /// May a parameter be null? `None` if nothing is said about it.
    pub fn allows_null(&self, parameter: Parameter<'_>) -> Option<bool> {
        let mut passed = false;
        let mut said = None;
        for text in &self.texts {
            for mention in mentions(text, parameter.function) {
                passed |= mention.arguments.get(parameter.index).is_some_and(|text| is_null(text));
                said = said.or_else(|| said_at(text, &mention, parameter));
            }
        }
        said.or(passed.then_some(true))
    }
}

/// What a declaration or definition, and the comment before it, say.
fn said_at(text: &str, mention: &Mention<'_>, parameter: Parameter<'_>) -> Option<bool> {
    let own = mention.arguments.get(parameter.index)?.to_ascii_lowercase();
    let declares = own.contains('*') || own.contains('[') || own.split_whitespace().count() > 1;
    if !declares {
        return None;
    }
    if mention.behind.contains("nonnull") || own.contains("nonnull") || own.contains("notnull") {
        return Some(false);
    }
    if own.contains("nullable") || own.contains("@null@") || own.contains("may be null") {
        return Some(true);
    }
    let comment = comment_before(text, mention.at).to_ascii_lowercase();
    let name = parameter.name.to_ascii_lowercase();
    let about =
        sentences(&comment).filter(|sentence| has_word(sentence, &name)).collect::<Vec<_>>();
    let says = |words: &[&str]| {
        about.iter().any(|one| one.contains("null") && words.iter().any(|word| one.contains(word)))
    };
    match (says(FORBIDDEN), says(ALLOWED)) {
        (true, _) => Some(false),
        (false, true) => Some(true),
        (false, false) => None,
    }
}

/// The sentences of a comment; what is said of a parameter by a word of a documentation tool is one.
fn sentences(comment: &str) -> impl Iterator<Item = &str> {
    comment.split(['.', '@', '\\', ';']).filter(|sentence| !sentence.trim().is_empty())
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|letter: char| letter != '_' && !letter.is_alphanumeric()).any(|one| one == word)
}

/// Is an argument a null pointer, or the result of a function that may return one?
fn is_null(argument: &str) -> bool {
    let tokens: Vec<&str> = Tokens::of(argument).collect();
    let last = tokens.last().copied().unwrap_or_default();
    let is_literal = matches!(last, "NULL" | "nullptr" | "0");
    match tokens.as_slice() {
        [] => false,
        [_] => is_literal,
        // A cast, or a default argument.
        ["(", .., ")", _] => is_literal,
        [.., "=", _] => is_literal,
        [function, "(", .., ")"] => MAY_RETURN_NULL.contains(function),
        _ => false,
    }
}

/// Where a function is named with a bracket behind it.
fn mentions<'a>(text: &'a str, function: &'a str) -> impl Iterator<Item = Mention<'a>> {
    let is_part = |letter: char| letter == '_' || letter.is_alphanumeric();
    text.match_indices(function).filter_map(move |(at, _)| {
        if text[..at].ends_with(is_part) {
            return None;
        }
        let rest = text[at + function.len()..].trim_start().strip_prefix('(')?;
        let (arguments, rest) = in_brackets(rest)?;
        let behind = &rest[..rest.find([';', '{']).unwrap_or(rest.len().min(200))];
        Some(Mention { at, arguments, behind })
    })
}

/// What is in a bracket, at its commas; and what follows it.
fn in_brackets(text: &str) -> Option<(Vec<&str>, &str)> {
    let (mut depth, mut from, mut parts) = (0, 0, Vec::new());
    let mut quote = None;
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match (quote, letter) {
            (Some(_), '\\') => drop(letters.next()),
            (Some(open), _) if letter == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(letter),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')') if depth == 0 => {
                parts.push(text[from..at].trim());
                return Some((parts, &text[at + 1..]));
            }
            (None, ')' | ']' | '}') => depth -= 1,
            (None, ',') if depth == 0 => {
                parts.push(text[from..at].trim());
                from = at + 1;
            }
            (None, _) => {}
        }
    }
    None
}

/// The comment right before a declaration.
fn comment_before(text: &str, at: usize) -> String {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let mut lines = text[..start].lines().rev();
    let mut comment: Vec<&str> = Vec::new();
    let mut declared = 0;
    for line in lines.by_ref() {
        let line = line.trim();
        let is_comment =
            ["*", "/*", "//"].iter().any(|start| line.starts_with(start)) || line.ends_with("*/");
        if is_comment {
            comment.push(line);
            break;
        }
        declared += 1;
        if declared > DECLARATION_LINES || line.contains([';', '}', '#']) {
            return String::new();
        }
    }
    let Some(last) = comment.first().copied() else { return String::new() };
    if !last.contains("/*") {
        let is_block = last.ends_with("*/");
        for line in lines.take(COMMENT_LINES) {
            let line = line.trim();
            if !is_block && !line.starts_with("//") {
                break;
            }
            comment.push(line);
            if is_block && line.contains("/*") {
                break;
            }
        }
    }
    comment.reverse();
    comment.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(text: &str, function: &str, index: usize, name: &str) -> Option<bool> {
        let evidence = NullEvidence { texts: vec![text.to_owned()] };
        evidence.allows_null(Parameter { function, index, name })
    }

    #[test]
    fn calls_that_pass_null_allow_it() {
        assert_eq!(allows("int main(void) { f(1, NULL); }", "f", 1, "p"), Some(true));
        assert_eq!(allows("int main(void) { f(1, (struct s *)0); }", "f", 1, "p"), Some(true));
        assert_eq!(allows("void g(void) { f(1, strdup(\"a)\")); }", "f", 1, "p"), Some(true));
        assert_eq!(allows("void f(int n, T *p = nullptr);", "f", 1, "p"), Some(true));
        assert_eq!(
            allows("void g(void) { f(NULL, q); of(1, NULL); f2(1, NULL); }", "f", 1, "p"),
            None
        );
        assert_eq!(allows("void g(void) { f(1, 10); f(1, x - 0); }", "f", 1, "p"), None);
    }

    #[test]
    fn comments_before_declarations_allow_or_forbid_it() {
        let doc = |said: &str| {
            format!("int a;\n\n/**\n * Frees it.\n * {said}\n */\nLIB_API void\nf(struct s *p);\n")
        };
        assert_eq!(allows(&doc("@param p what to free, may be NULL"), "f", 0, "p"), Some(true));
        assert_eq!(allows(&doc("@param p must not be NULL"), "f", 0, "p"), Some(false));
        assert_eq!(allows(&doc("If p is NULL, nothing happens."), "f", 0, "p"), Some(true));
        assert_eq!(allows(&doc("Returns NULL on failure."), "f", 0, "p"), None);
        assert_eq!(allows(&doc("@param q may be NULL"), "f", 0, "p"), None);
        assert_eq!(allows("// p may be NULL.\nvoid f(int *p);", "f", 0, "p"), Some(true));
        assert_eq!(allows("// p may be NULL.\nint x;\nvoid f(int *p);", "f", 0, "p"), None);
    }

    #[test]
    fn attributes_of_declarations_count() {
        let text = "void f(char *p) __attribute__((nonnull(1)));\nvoid g(void) { f(NULL); }";
        assert_eq!(allows(text, "f", 0, "p"), Some(false));
        assert_eq!(allows("void f(char * _Nullable p);", "f", 0, "p"), Some(true));
    }
}
