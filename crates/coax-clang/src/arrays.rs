//! Parameters of C functions that are declared as arrays: `int a[4]`.
//!
//! To the language, and so to bitcode and debug information, such a parameter is a pointer. What its
//! author said is only in the source: clang is asked to print its declarations, with all
//! expressions worked out.
//!
//! Invariant: what cannot be read is left out; no function is left out because of it.

use std::collections::HashMap;
use std::sync::Arc;

/// Words before parentheses that are not the name of a function.
const NO_NAMES: &[&str] = &["__attribute__", "__declspec", "_Alignas", "typeof", "__typeof__"];

/// By the name of a function: for each parameter, how many elements it is declared with.
#[derive(Clone, Debug, Default)]
pub struct DeclaredArrays(Arc<HashMap<String, Vec<Option<u64>>>>);

impl DeclaredArrays {
    /// Reads what clang prints for a translation unit. Definitions begin at the start of a line, and
    /// what they declare is on it.
    pub fn read(printed: &str) -> DeclaredArrays {
        let heads = printed.lines().filter_map(|line| line.strip_suffix(" {"));
        let heads = heads.filter(|head| head.starts_with(|first: char| !first.is_whitespace()));
        let found =
            heads.filter_map(declared).filter(|(_, arrays)| arrays.iter().any(Option::is_some));
        DeclaredArrays(Arc::new(found.collect()))
    }

    /// How many elements a parameter of a function is declared with.
    pub fn of(&self, function: &str, param: usize) -> Option<u64> {
        self.0.get(function)?.get(param).copied().flatten()
    }
}

/// May a text in C declare parameters that are arrays? Only a "no" is certain: brackets stand neither in
/// parentheses outside of all braces nor in a macro, and all braces are closed.
pub fn may_declare(text: &str) -> bool {
    let mut braces = 0i64;
    let mut parentheses = 0i64;
    let mut rest = text;
    while let Some(at) = rest.find(['/', '"', '\'', '#', '(', ')', '{', '}', '[']) {
        let here = &rest[at..];
        let mut taken = 1;
        match here.as_bytes()[0] {
            b'/' | b'"' | b'\'' => taken = unread(here),
            b'#' => {
                taken = directive(here);
                if here[..taken].contains('[') {
                    return true;
                }
            }
            b'(' => parentheses += 1,
            b')' => parentheses = (parentheses - 1).max(0),
            b'{' => braces += 1,
            b'}' => braces -= 1,
            _ if braces == 0 && parentheses > 0 => return true,
            _ => {}
        }
        rest = &here[taken..];
    }
    braces != 0
}

/// The length of the comment or literal that a text begins with; 1 for a mere slash.
pub fn unread(text: &str) -> usize {
    let length = |end: Option<usize>| end.unwrap_or(text.len());
    let past = |end: &str| length(text[2..].find(end).map(|at| 2 + at + end.len()));
    match text.as_bytes() {
        [b'/', b'/', ..] => past("\n"),
        [b'/', b'*', ..] => past("*/"),
        [b'/', ..] => 1,
        literal => {
            let quote = literal[0];
            let mut escaped = false;
            let is_end = |&letter: &u8| {
                let is_end = !escaped && (letter == quote || letter == b'\n');
                escaped = !escaped && letter == b'\\';
                is_end
            };
            length(literal[1..].iter().position(is_end).map(|at| at + 2))
        }
    }
}

/// The length of the directive of the preprocessor that a text begins with, further lines included.
pub fn directive(text: &str) -> usize {
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        end += line.len();
        if !line.trim_end().ends_with('\\') {
            break;
        }
    }
    end
}

/// The name of a function and the arrays among its parameters.
fn declared(head: &str) -> Option<(String, Vec<Option<u64>>)> {
    let mut from = 0;
    loop {
        let open = from + head[from..].find('(')?;
        let name = name_before(&head[..open]);
        let close = open + closing(&head[open..])?;
        if NO_NAMES.contains(&name) {
            from = close;
        } else if name.is_empty() {
            // `int *(*f(int a[4]))(int)`: the name is inside.
            from = open + 1;
        } else {
            let arrays = parameters(&head[open + 1..close]).into_iter().map(elements);
            return Some((name.to_owned(), arrays.collect()));
        }
    }
}

/// The identifier that a text ends with.
fn name_before(text: &str) -> &str {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    &text[text.trim_end_matches(is_part).len()..]
}

/// Where the parenthesis is closed that a text begins with.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    text.char_indices().find_map(|(at, letter)| {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(at)
    })
}

/// What is between the commas of a list that are in no parentheses.
fn parameters(list: &str) -> Vec<&str> {
    let mut depth = 0;
    let is_comma = |letter: char| {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        letter == ',' && depth == 0
    };
    list.split(is_comma).collect()
}

/// How many elements a parameter is declared with: `int a[4]`, `int a[static 4]`, `int a[4][2]`.
fn elements(param: &str) -> Option<u64> {
    let open = param.find('[')?;
    let inside = &param[open + 1..open + param[open..].find(']')?];
    // `int (*a)[4]` points to an array, and `int (*f)(int a[4])` to a function.
    let is_array = !param[..open].contains('(');
    let count = inside.split_whitespace().last()?.parse().ok()?;
    (is_array && count > 0).then_some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_may_declare_arrays() {
        let none = [
            "int f(int *a, int n) { int t[4]; return t[n] + g(a[1]); }",
            "struct s { char name[16]; int (*call)(int x[3]); };\nint table[4];",
            "int f(void); // g(int a[4])\n/* h(int a[2]) */ char s[] = \"(a[1]\", c = '(', d[2];",
            "char quote = '\\'', other = '\"', t[3];",
            "int half(int a) { return a / 2; }\nint t[2];",
        ];
        let some = [
            "int f(int a[4]) { return a[0]; }",
            "int later(const char key[static 16]);",
            "#define PAIR int a[2]\nint f(PAIR) { return 0; }",
            "#define PAIR \\\n int a[2]\nint f(PAIR) { return 0; }",
            "#if A\nint f(int a) {\n#else\nint f(long a) {\n#endif\n}\nint g(int a[3]) { return 0; }",
        ];
        assert_eq!(none.map(may_declare), [false; 5]);
        assert_eq!(some.map(may_declare), [true; 5]);
    }

    #[test]
    fn arrays_among_parameters() {
        let printed = "\
int later(int a[3]);
static int sum(const int a[5], int n) {
    int inside(int a[7]) {
}
int st(int a[static 7], row r, int (*p)[3], int b[10], int m[3][4]) {
__attribute__((noinline)) static inline void z(double v[2], ...) {
struct S *(*fp(int k[6]))(int) {
int any(int a[], int (*cb)(int x[3]), int z[0]) {
struct point {
";
        let arrays = DeclaredArrays::read(printed);
        let of = |function: &str| (0..5).map(|i| arrays.of(function, i)).collect::<Vec<_>>();
        assert_eq!(of("sum"), [Some(5), None, None, None, None]);
        assert_eq!(of("st"), [Some(7), None, None, Some(10), Some(3)]);
        assert_eq!(of("z"), [Some(2), None, None, None, None]);
        assert_eq!(of("fp"), [Some(6), None, None, None, None]);
        assert_eq!(of("any"), [None; 5]);
        assert_eq!(of("later"), [None; 5]);
        assert_eq!(of("inside"), [None; 5]);
    }
}
