//! The parameters of a function, read from its source text, because bitcode keeps neither their
//! names nor their signs for a function that is only declared.

use crate::partition::types::{self, QUALIFIERS, TYPE_KEYWORDS};
use crate::pieces::{Piece, pieces};

/// How many names of types are followed to their definitions.
const ALIASES: u32 = 8;

/// Words before a name that make it a call.
const CALLERS: [&str; 6] = ["return", "else", "case", "throw", "do", "co_return"];

/// The names of a declared function's parameters (empty where they have none) and whether their
/// types are unsigned, read from its source text: the declaration of `name` at or after line `line`
/// (from 1). None if it is not found. Types named by `typedef` or `using` are looked up in the same
/// text; an unknown type counts as signed, and so do pointers.
pub fn declared_parameters(source: &str, line: u32, name: &str) -> Option<Vec<(String, bool)>> {
    let pieces = pieces(source);
    let open = opening(&pieces, line, name)?;
    let inside = &pieces[open + 1..];
    let inside = &inside[..group_length(inside)?];
    let parameters = split(inside).into_iter().filter_map(|words| parameter(&pieces, &words));
    Some(parameters.collect())
}

/// The bracket that begins the parameters of the function.
fn opening(pieces: &[Piece], line: u32, name: &str) -> Option<usize> {
    let mut depth = 0_u32;
    let begin = pieces.iter().position(|piece| piece.line >= line)?;
    (begin..pieces.len()).find_map(|at| {
        match pieces[at].text {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            text if text == name => return bracket_after_name(pieces, at, depth),
            _ => {}
        }
        None
    })
}

/// The bracket after a name, if that declares it: `int name(`, or `int (name)(`, which keeps a
/// macro of that name from being expanded.
fn bracket_after_name(pieces: &[Piece], at: usize, depth: u32) -> Option<usize> {
    let is = |at: usize, text: &str| pieces.get(at).is_some_and(|piece| piece.text == text);
    let wrapped = at > 0 && is(at - 1, "(") && is(at + 1, ")");
    let (before, after, depth) = match wrapped {
        true => (at.checked_sub(2)?, at + 2, depth.saturating_sub(1)),
        false => (at.checked_sub(1)?, at + 1, depth),
    };
    let before = &pieces[before];
    let is_type = before.is_word() && !CALLERS.contains(&before.text);
    let declares = is_type || ["*", "&", ">", ")", "::"].contains(&before.text);
    (depth == 0 && declares && is(after, "(")).then_some(after)
}

/// How many pieces come before the bracket that closes the group they begin in.
fn group_length(pieces: &[Piece]) -> Option<usize> {
    let mut depth = 0_u32;
    pieces.iter().position(|piece| match piece.text {
        "(" => {
            depth += 1;
            false
        }
        ")" if depth == 0 => true,
        ")" => {
            depth -= 1;
            false
        }
        _ => false,
    })
}

/// The pieces between commas that no bracket holds together, without default values.
fn split<'s>(pieces: &[Piece<'s>]) -> Vec<Vec<&'s str>> {
    let mut parts = vec![Vec::new()];
    let mut depth = 0_u32;
    let mut default = false;
    for piece in pieces {
        match piece.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            "<" if !default => depth += 1,
            ">" if !default => depth = depth.saturating_sub(1),
            "=" if depth == 0 => default = true,
            "," if depth == 0 => {
                parts.push(Vec::new());
                default = false;
                continue;
            }
            _ => {}
        }
        if !default && let Some(part) = parts.last_mut() {
            part.push(piece.text);
        }
    }
    parts
}

/// The name of a parameter and whether its type is unsigned; none for `void` and `...`.
fn parameter(pieces: &[Piece], texts: &[&str]) -> Option<(String, bool)> {
    let texts = without_attributes(texts);
    if texts.is_empty() || texts == ["void"] || texts == ["..."] {
        return None;
    }
    if texts.contains(&"(") {
        return Some((function_pointer(&texts).to_owned(), false));
    }
    let indirect = texts.iter().any(|text| ["*", "&", "["].contains(text));
    let (ty, name) = type_and_name(&texts);
    let unsigned = !indirect && is_unsigned(pieces, &ty, ALIASES);
    Some((name.unwrap_or_default().to_owned(), unsigned))
}

/// Without `[[...]]` and `__attribute__((...))`.
fn without_attributes<'s>(texts: &[&'s str]) -> Vec<&'s str> {
    let mut kept = Vec::new();
    let mut at = 0;
    while at < texts.len() {
        match texts[at..] {
            ["[", "[", ..] => at = after_group(texts, at),
            ["__attribute__" | "__attribute" | "alignas" | "_Alignas", ..] => {
                at = after_group(texts, at + 1);
            }
            _ => {
                kept.push(texts[at]);
                at += 1;
            }
        }
    }
    kept
}

/// The place after the group that begins at a place.
fn after_group(texts: &[&str], begin: usize) -> usize {
    let mut depth = 0_u32;
    for (at, &text) in texts.iter().enumerate().skip(begin) {
        match text {
            "(" | "[" => depth += 1,
            ")" | "]" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    texts.len()
}

/// The name in `int (*name)(int)` or `int name(int)`.
fn function_pointer<'s>(texts: &[&'s str]) -> &'s str {
    let open = texts.iter().position(|&text| text == "(").unwrap_or(0);
    let is_name = |text: &&str| is_word(text) && !QUALIFIERS.contains(text);
    match texts[open..] {
        ["(", "*" | "&" | "^", ..] => {
            let inside = texts[open + 1..].iter().take_while(|&&text| text != ")" && text != "(");
            inside.copied().find(is_name).unwrap_or_default()
        }
        _ => type_and_name(&texts[..open]).1.unwrap_or_default(),
    }
}

/// The words of the type, and the name.
fn type_and_name<'s>(texts: &[&'s str]) -> (Vec<&'s str>, Option<&'s str>) {
    let words = plain_words(texts);
    let is_keyword = |word: &&str| TYPE_KEYWORDS.contains(word);
    if let Some(last) = words.iter().rposition(is_keyword) {
        let ty = words[..=last].iter().copied().filter(is_keyword).collect();
        return (ty, words.get(last + 1).copied());
    }
    let tagged = matches!(words.first(), Some(&("struct" | "union" | "enum" | "class")));
    let length = if tagged { 2 } else { 1 };
    (words.iter().take(length).copied().collect(), words.get(length).copied())
}

/// The words before any `[`, without qualifiers, template arguments and the names of scopes.
fn plain_words<'s>(texts: &[&'s str]) -> Vec<&'s str> {
    let mut words = Vec::new();
    let mut depth = 0_u32;
    for &text in texts.iter().take_while(|&&text| text != "[") {
        match text {
            "<" => depth += 1,
            ">" => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            "::" => {
                words.pop();
            }
            _ if is_word(text) && !QUALIFIERS.contains(&text) => words.push(text),
            _ => {}
        }
    }
    words
}

fn is_word(text: &str) -> bool {
    Piece { text, line: 0 }.is_word()
}

fn is_unsigned(pieces: &[Piece], ty: &[&str], aliases: u32) -> bool {
    match (types::named(ty), ty) {
        (Some(known), _) => known.is_unsigned(),
        (None, [name]) if aliases > 0 => aliased(pieces, name)
            .is_some_and(|texts| is_unsigned(pieces, &type_and_name(&texts).0, aliases - 1)),
        _ => false,
    }
}

/// What `typedef ... name;` or `using name = ...;` says a name is; none for pointers and the like.
fn aliased<'s>(pieces: &[Piece<'s>], name: &str) -> Option<Vec<&'s str>> {
    (0..pieces.len()).find_map(|at| {
        let rest = match pieces[at].text {
            "typedef" => &pieces[at + 1..],
            "using" if pieces.get(at + 1)?.text == name && pieces.get(at + 2)?.text == "=" => {
                &pieces[at + 3..]
            }
            _ => return None,
        };
        let texts = rest.iter().map(|piece| piece.text).take_while(|&text| text != ";");
        let mut texts: Vec<&str> = texts.collect();
        if pieces[at].text == "typedef" && texts.pop()? != name {
            return None;
        }
        let plain = texts.iter().all(|text| is_word(text) || *text == "::");
        plain.then_some(texts)
    })
}

#[cfg(test)]
mod tests {
    use super::declared_parameters;

    /// The parameters of `f`, with `u` before those that are unsigned.
    fn shown(source: &str, line: u32) -> Option<String> {
        let found = declared_parameters(source, line, "f")?;
        let one = |(name, unsigned): &(String, bool)| {
            format!("{}{name};", if *unsigned { "u " } else { "" })
        };
        Some(found.iter().map(one).collect())
    }

    #[test]
    fn parameters_of_declarations() {
        for (source, expected) in [
            ("int f(int x);", "x;"),
            ("int f(void);", ""),
            ("int f();", ""),
            ("int f(int);", ";"),
            ("int f(unsigned);", "u ;"),
            ("int f(int x, unsigned y, unsigned long int z);", "x;u y;u z;"),
            ("int f(const char c, long unsigned const n);", "c;u n;"),
            ("int f(size_t n, uint8_t, std::size_t m, ::uint32_t k);", "u n;u ;u m;u k;"),
            ("int f(bool b, _Bool c, int64_t d, double e, float);", "u b;u c;d;e;;"),
            ("int f(word w);", "w;"),
            ("int f(struct s s, enum e, union u);", "s;;;"),
            ("int f(unsigned *p, unsigned a[4], unsigned &r, const char *const q);", "p;a;r;q;"),
            (
                "int f(int (*call)(int, unsigned), int g(int x), void (*)(void), int z);",
                "call;g;;z;",
            ),
            ("int f(const char *format, ...);", "format;"),
            ("int f(int x = 3, unsigned y = g(1, 2), bool z = a < b);", "x;u y;u z;"),
            ("int f(std::map<int, unsigned> m, unsigned x);", "m;u x;"),
            ("int f(int x UNUSED, UNUSED unsigned y, [[maybe_unused]] int z);", "x;u y;z;"),
            ("int f(int __attribute__((unused)) x, int y __attribute__((unused)));", "x;y;"),
            ("unsigned __int128 f(unsigned __int128 big, long double wide);", "big;wide;"),
            ("int f(int x) { return f(x - 1, 2); }", "x;"),
            ("char *f(int x);", "x;"),
            ("int (f)(int x);", "x;"),
            ("int n::f(int x);", "x;"),
            ("std::vector<int> f(int x);", "x;"),
            ("extern \"C\" { extern int f(int x) noexcept; }", "x;"),
        ] {
            assert_eq!(shown(source, 1).as_deref(), Some(expected), "{source}");
        }
    }

    #[test]
    fn marks_comments_and_lines_around_them() {
        for (source, line) in [
            ("COAX_CONCRETE COAX_PARTITION(x > 3, x <= 3) int f(int x, unsigned y);", 1),
            (
                "COAX_PARTITION(f(x) > f(y))\nint\nf(int x,\n  unsigned /* f(int a) */ y // f(int b)\n);",
                1,
            ),
            ("COAX_PARTITION(x > 3,\n x <= f(3)) int f(int x, unsigned y);", 2),
            ("int f(int a);\nint f(int x, unsigned y);", 2),
            ("int g(void) { return f(1) + 2 * (f(2)); }\nint f(int x, unsigned y);", 1),
            ("#define f(a) \\\n int f(b)\n # define f int f(c)\nint f(int x, unsigned y);", 1),
            (
                "char s[] = \"int f(int a); \\\" int f(int b);\", c = '\"';\nint f(int x, unsigned y);",
                1,
            ),
            ("auto s = R\"(\"int f(int a);)\"; int n = 1'000;\nint f(int x, unsigned y);", 1),
            ("int f_(int a), xf(int b), f, *g = f; int f(int x, unsigned y);", 1),
            ("__attribute__((nonnull(1))) static inline int f(int x, unsigned y) NOTHROW(1);", 1),
            ("int\r\nf(int x,\r\n unsigned y);", 2),
        ] {
            assert_eq!(shown(source, line).as_deref(), Some("x;u y;"), "{source}");
        }
    }

    #[test]
    fn named_types_are_looked_up() {
        let source = "typedef unsigned char byte;
            typedef byte octet;
            using word = unsigned long;
            typedef word *words;
            typedef loop loop;
            int f(byte b, octet o, word w, words p, loop l);";
        assert_eq!(shown(source, 1).as_deref(), Some("u b;u o;u w;p;l;"));
    }

    #[test]
    fn what_is_not_declared_is_not_found() {
        for (source, line) in [
            ("", 1),
            ("int g(int x);", 1),
            ("int f(int x);\n", 2),
            ("int f;", 1),
            ("int f(int x", 1),
            ("int x = f(3);", 1),
            ("int g(int x) { return f(x); }", 1),
            ("// int f(int x);", 1),
            ("/* int f(int x);", 1),
            ("f", 1),
            ("f(", 1),
            ("\"int f(int x);", 1),
            ("R\"(int f(int x);", 1),
        ] {
            assert_eq!(shown(source, line), None, "{source}");
        }
    }
}
