//! What a source consists of at its top level, as far as its text says: functions, types, macros and variables, each with
//! its lines, the names it declares and the names it mentions. A cheap look at which code hangs on which.
//!
//! Invariants: every line with code is in a piece, a statement is in one only; what cannot be told apart (braces that
//! preprocessing pairs, functions that macros make) becomes a piece that is too large, never one that is missing.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::top_level::{is_word, tokens_and_directives};

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// A function with a body.
    Function,
    /// A type, a variable or a declaration.
    Declaration,
    /// A macro.
    Macro,
    /// A directive that other code hangs on: an inclusion or a condition.
    Directive,
}

/// A part of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What it is.
    pub kind: PieceKind,
    /// Its lines, counted from 1.
    pub lines: Range<u32>,
    /// The names it makes known.
    pub declares: BTreeSet<String>,
    /// Those of fields: they are used behind `.` and `->`.
    pub members: BTreeSet<String>,
    /// All names in it,
    pub mentions: BTreeSet<String>,
    /// and those of them behind `.` or `->`.
    pub accesses: BTreeSet<String>,
}

/// The pieces of a source in C or C++.
pub fn outline(text: &str) -> Vec<Piece> {
    let mut starts = vec![0];
    starts
        .extend(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1));
    let (directives, tokens): (Vec<&str>, Vec<&str>) =
        tokens_and_directives(text).into_iter().partition(|token| token.starts_with('#'));
    let mut outliner = Outliner { text, starts, tokens, pieces: Vec::new() };
    directives.into_iter().for_each(|directive| outliner.directive(directive));
    outliner.statements(0..outliner.tokens.len(), None);
    outliner.pieces
}

/// Words before a name that are none.
const KEYWORDS: &[&str] = &[
    "if",
    "else",
    "for",
    "while",
    "do",
    "switch",
    "case",
    "return",
    "sizeof",
    "goto",
    "break",
    "continue",
    "default",
    "int",
    "char",
    "long",
    "short",
    "void",
    "float",
    "double",
    "unsigned",
    "signed",
    "const",
    "volatile",
    "static",
    "extern",
    "inline",
    "struct",
    "class",
    "union",
    "enum",
    "typedef",
    "register",
    "restrict",
    "auto",
    "bool",
    "_Bool",
    "public",
    "private",
    "protected",
    "virtual",
    "override",
    "final",
    "template",
    "typename",
    "namespace",
    "using",
    "new",
    "delete",
    "this",
    "throw",
    "try",
    "catch",
    "constexpr",
    "noexcept",
    "explicit",
    "friend",
    "operator",
    "true",
    "false",
    "nullptr",
    "NULL",
    "decltype",
    "static_cast",
    "const_cast",
    "reinterpret_cast",
    "dynamic_cast",
];

/// What types begin with.
const TYPES: &[&str] = &["struct", "class", "union", "enum"];

struct Outliner<'t> {
    text: &'t str,
    /// Where each line starts.
    starts: Vec<usize>,
    tokens: Vec<&'t str>,
    pieces: Vec<Piece>,
}

impl<'t> Outliner<'t> {
    fn line_of(&self, token: &str, at_end: bool) -> u32 {
        let first = token.as_ptr() as usize - self.text.as_ptr() as usize;
        let last = first + token.trim_end().len().max(1) - 1;
        let at = if at_end { last } else { first };
        self.starts.partition_point(|start| *start <= at) as u32
    }

    fn directive(&mut self, directive: &'t str) {
        let lines = self.line_of(directive, false)..self.line_of(directive, true) + 1;
        let body = directive.trim_start_matches(['#', ' ', '\t']);
        let Some(definition) = body.strip_prefix("define") else {
            let is_inclusion = body.starts_with("include");
            let mentions = if is_inclusion { vec![] } else { words_of(body) };
            let mentions = mentions.into_iter().collect();
            self.pieces.push(Piece { kind: PieceKind::Directive, mentions, ..piece(lines) });
            return;
        };
        let words = words_of(definition);
        let mut words = words.into_iter();
        let name = words.next();
        self.pieces.push(Piece {
            kind: PieceKind::Macro,
            declares: name.into_iter().collect(),
            mentions: words.collect(),
            ..piece(lines)
        });
    }

    /// Goes through the statements of a range; those of a type's body belong to its piece, but for functions.
    fn statements(&mut self, range: Range<usize>, within: Option<usize>) {
        let (mut begin, mut at, mut parens) = (range.start, range.start, 0usize);
        // Statements since the last brace, each with the number of pieces before it.
        let mut since: Vec<(usize, usize)> = Vec::new();
        while at < range.end {
            match self.tokens[at] {
                "(" | "[" => parens += 1,
                ")" | "]" => parens = parens.saturating_sub(1),
                ";" if parens == 0 => {
                    since.push((begin, self.pieces.len()));
                    self.declaration(begin..at + 1, within);
                    begin = at + 1;
                }
                "{" if parens == 0 => {
                    let close = self.closing(at, range.end);
                    if begin == at && within.is_none() {
                        // The parameters' types stand before the body: `int f(a) int a; {`.
                        let first =
                            since.iter().rev().find(|(first, _)| self.is_old_function(*first, at));
                        if let Some(&(first, pieces)) = first {
                            self.pieces.truncate(pieces);
                            begin = first;
                        }
                    }
                    since.clear();
                    match self.opened(begin, at) {
                        Opened::Scope => {
                            self.statements(at + 1..close, within);
                            begin = close + 1;
                        }
                        Opened::Body => {
                            self.function(begin..(close + 1).min(range.end), at);
                            begin = close + 1;
                        }
                        Opened::Type => {
                            let end = self.end_of_statement(close, range.end);
                            let own = self.type_piece(begin..end, at..close, within);
                            if !self.tokens[begin..at].contains(&"enum") {
                                self.statements(at + 1..close.min(range.end), Some(own));
                            }
                            (at, begin) = (end.max(at + 1) - 1, end);
                            parens = 0;
                            at += 1;
                            continue;
                        }
                        Opened::Values => {}
                    }
                    at = close;
                }
                _ => {}
            }
            at += 1;
        }
        if begin < range.end {
            self.declaration(begin..range.end, within);
        }
    }

    /// Does a statement begin a function whose parameters have their types behind them?
    fn is_old_function(&self, first: usize, end: usize) -> bool {
        let tokens = &self.tokens[first..end];
        let close = tokens.iter().position(|token| *token == ")");
        close.is_some_and(|close| tokens.get(close + 1).is_some_and(|next| is_word(next)))
    }

    /// The place of the brace that closes one, or the end.
    fn closing(&self, open: usize, end: usize) -> usize {
        let mut depth = 0usize;
        for at in open..end {
            match self.tokens[at] {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return at;
            }
        }
        end
    }

    fn end_of_statement(&self, from: usize, end: usize) -> usize {
        (from..end).find(|&at| self.tokens[at] == ";").map_or(end, |at| at + 1)
    }

    fn opened(&self, begin: usize, open: usize) -> Opened {
        let header = &self.tokens[begin..open];
        let is_old = header.contains(&";");
        let header: Vec<&str> = header.iter().copied().filter(|token| *token != ";").collect();
        let has_type = header.iter().any(|token| TYPES.contains(token));
        let last = header.last().copied().unwrap_or_default();
        let behind_parameters = [")", "const", "noexcept", "override", "try"].contains(&last);
        match header.as_slice() {
            ["extern"] | [] => Opened::Scope,
            _ if is_old => Opened::Body,
            _ if header.contains(&"namespace") => Opened::Scope,
            ["typedef", ..] => Opened::Type,
            _ if header.contains(&"=") && !header.contains(&"operator") => Opened::Values,
            _ if has_type && !behind_parameters => Opened::Type,
            _ if header.contains(&"(") => Opened::Body,
            _ => Opened::Values,
        }
    }

    fn lines(&self, range: &Range<usize>) -> Range<u32> {
        let last = self.tokens[range.end - 1];
        self.line_of(self.tokens[range.start], false)..self.line_of(last, true) + 1
    }

    /// The names in a range, and those behind `.` and `->`.
    fn names(&self, range: Range<usize>) -> [BTreeSet<String>; 2] {
        let mut names = [BTreeSet::new(), BTreeSet::new()];
        for at in range.clone() {
            let token = self.tokens[at];
            if !is_word(token) || KEYWORDS.contains(&token) {
                continue;
            }
            let behind = at.checked_sub(1).map(|before| self.tokens[before]).unwrap_or_default();
            let is_access = behind == "." || behind == ">" && at >= 2 && self.tokens[at - 2] == "-";
            names[usize::from(is_access)].insert(token.to_owned());
        }
        names
    }

    fn function(&mut self, range: Range<usize>, body: usize) {
        let header = &self.tokens[range.start..body];
        let name = function_name(header);
        let declares: BTreeSet<String> = match name {
            // Operators are used without their name: what they are about is.
            Some("operator") | None => words_in(header)
                .filter(|word| !KEYWORDS.contains(word))
                .map(str::to_owned)
                .collect(),
            Some(name) => BTreeSet::from([name.to_owned()]),
        };
        let [words, accesses] = self.names(range.clone());
        let mentions = words.into_iter().chain(accesses.iter().cloned()).collect();
        let lines = self.lines(&range);
        self.pieces.push(Piece {
            kind: PieceKind::Function,
            declares,
            mentions,
            accesses,
            ..piece(lines)
        });
    }

    /// A type with a body; one within another belongs to that. Gives back whose piece it is.
    fn type_piece(
        &mut self,
        range: Range<usize>,
        body: Range<usize>,
        within: Option<usize>,
    ) -> usize {
        let head = range.start..body.start;
        let tail = (body.end + 1).min(range.end)..range.end;
        let mut declares = self.declared(head.clone());
        declares.extend(self.declared(tail.clone()));
        let is_enum = self.tokens[head.clone()].contains(&"enum");
        if is_enum {
            declares.extend(self.names(body)[0].clone());
        }
        let tag = |at: usize| TYPES.contains(&self.tokens[at]);
        let tags = head.clone().filter(|&at| tag(at)).filter_map(|at| self.tokens.get(at + 1));
        declares.extend(tags.filter(|token| is_word(token)).map(|token| (*token).to_owned()));
        let [mentions, _] = self.names(head);
        let whole = self.lines(&range);
        if let Some(outer) = within {
            let outer_piece = &mut self.pieces[outer];
            outer_piece.declares.extend(declares);
            outer_piece.mentions.extend(mentions);
            return outer;
        }
        self.pieces.push(Piece {
            kind: PieceKind::Declaration,
            declares,
            mentions,
            ..piece(whole)
        });
        self.pieces.len() - 1
    }

    /// A statement without a body of its own.
    fn declaration(&mut self, range: Range<usize>, within: Option<usize>) {
        let [words, accesses] = self.names(range.clone());
        let mentions: BTreeSet<String> = words.into_iter().chain(accesses).collect();
        if mentions.is_empty() {
            return;
        }
        let declared = self.declared(range.clone());
        if let Some(own) = within {
            self.pieces[own].members.extend(declared);
            self.pieces[own].mentions.extend(mentions);
            return;
        }
        let lines = self.lines(&range);
        self.pieces.push(Piece {
            kind: PieceKind::Declaration,
            declares: declared,
            mentions,
            ..piece(lines)
        });
    }

    /// The names that a statement declares: those before what ends a declarator.
    fn declared(&self, range: Range<usize>) -> BTreeSet<String> {
        let mut declared = BTreeSet::new();
        let mut depth = 0usize;
        for at in range.clone() {
            let token = self.tokens[at];
            let next = if at + 1 < range.end { self.tokens[at + 1] } else { ";" };
            let before = if at > range.start { self.tokens[at - 1] } else { "" };
            let ends = [";", ",", "[", "=", ":", "(", "{"].contains(&next);
            let is_name = is_word(token) && !KEYWORDS.contains(&token);
            // `(*name)` and `(*const name[])` name something within parentheses.
            let is_pointer = ["*", "const"].contains(&before) && [")", "["].contains(&next);
            if is_name && ((depth == 0 && ends) || is_pointer) {
                declared.insert(token.to_owned());
            }
            match token {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        declared
    }
}

/// What may follow the parameters of a function.
const BEHIND_PARAMETERS: &[&str] =
    &["const", "volatile", "noexcept", "override", "final", "throw", "try", "requires"];

/// The name before the parameters of a function. A macro with arguments may stand before it.
fn function_name<'t>(header: &[&'t str]) -> Option<&'t str> {
    let mut name = None;
    let mut at = 0;
    while let Some(open) = header[at..].iter().position(|token| *token == "(").map(|open| at + open)
    {
        let (mut depth, mut close) = (0usize, header.len());
        for (place, token) in header.iter().enumerate().skip(open) {
            match *token {
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                close = place;
                break;
            }
        }
        let before = header[..open].iter().rev().find(|token| is_word(token));
        // `int (*f(int n))(int)`: the name is inside.
        let is_returned = header.get(close + 1) == Some(&"(") && header.get(open + 1) == Some(&"*");
        let inside = || words_in(&header[open..close]).next();
        name = if is_returned { inside() } else { before.copied().or(name) };
        let goes_on = header
            .get(close + 1)
            .is_some_and(|next| is_word(next) && !BEHIND_PARAMETERS.contains(next) || *next == "*");
        if !goes_on {
            break;
        }
        at = close + 1;
    }
    name
}

/// What a brace outside of functions begins.
enum Opened {
    /// A namespace or a linkage: what is in it is as if it were outside.
    Scope,
    Body,
    Type,
    Values,
}

fn piece(lines: Range<u32>) -> Piece {
    let none = BTreeSet::new;
    let (declares, members, mentions, accesses) = (none(), none(), none(), none());
    Piece { kind: PieceKind::Declaration, lines, declares, members, mentions, accesses }
}

fn words_in<'t>(tokens: &[&'t str]) -> impl Iterator<Item = &'t str> {
    tokens.iter().copied().filter(|token| is_word(token))
}

fn words_of(text: &str) -> Vec<String> {
    words_in(&tokens_and_directives(text)).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `kind lines: declares`, for every piece.
    fn told(text: &str) -> Vec<String> {
        let mut pieces = outline(text);
        pieces.sort_by_key(|piece| (piece.lines.start, piece.lines.end));
        let told = |piece: &Piece| {
            let names: Vec<&str> = piece.declares.iter().map(String::as_str).collect();
            let members: Vec<&str> = piece.members.iter().map(String::as_str).collect();
            let kind = format!("{:?}", piece.kind).to_lowercase();
            let members = if members.is_empty() {
                String::new()
            } else {
                format!(" .{}", members.join(" ."))
            };
            format!(
                "{kind} {}-{}: {}{members}",
                piece.lines.start,
                piece.lines.end - 1,
                names.join(" ")
            )
        };
        pieces.iter().map(told).collect()
    }

    #[test]
    fn pieces_of_c() {
        let text = "#include <a.h>\n#define LIMIT(x) \\\n    (x + BASE)\n\
                    typedef struct node {\n    struct node *next;\n    int (*call)(size_t, int), n[4];\n} node_t;\n\
                    enum color { RED, GREEN = 2 };\n\
                    static int table[2] = { 1, 2 };\n\
                    struct node *find(struct node *list,\n                  int n)\n{\n    return list->next;\n}\n\
                    int f(int a);\n";
        assert_eq!(
            told(text),
            [
                "directive 1-1: ",
                "macro 2-3: LIMIT",
                "declaration 4-7: node node_t .call .n .next",
                "declaration 8-8: GREEN RED color",
                "declaration 9-9: table",
                "function 10-14: find",
                "declaration 15-15: f",
            ]
        );
        let pieces = outline(text);
        let find = pieces.iter().find(|piece| piece.declares.contains("find")).unwrap();
        assert!(find.mentions.contains("node") && find.accesses.contains("next"));
        assert!(!find.mentions.contains("return"));
    }

    #[test]
    fn pieces_of_cxx() {
        let text = "namespace n {\nclass Stack : public Base {\npublic:\n    int top() const { return last(); }\n    void push(int);\n    int count;\n};\n\
                    void Stack::push(int value) {\n    count += value;\n}\nVec operator+(const Vec &a, const Vec &b) {\n    return a;\n}\n}\n";
        assert_eq!(
            told(text),
            [
                "declaration 2-7: Base Stack .count .push",
                "function 3-4: top",
                "function 8-10: push",
                "function 11-13: Vec a b",
            ]
        );
    }

    #[test]
    fn names_of_functions() {
        let names = |text: &str| -> Vec<String> {
            outline(text).into_iter().flat_map(|piece| piece.declares).collect()
        };
        for (text, name) in [
            ("PUBLIC(item *) item_of(int n) { return 0; }", "item_of"),
            ("__attribute__((cold)) int f(int a) { return g(a); }", "f"),
            ("Foo::Foo(int a) : x(a), y(b(1)) { }", "Foo"),
            ("int Foo::size() const noexcept(true) { return n; }", "size"),
            ("int (*pick(int n))(int) { return 0; }", "pick"),
            ("int old(a, b) int a; char *b; { return a; }", "old"),
            ("template <class T> T max_of(T a, T b) { return a; }", "max_of"),
        ] {
            assert_eq!(names(text), [name], "{text}");
        }
    }

    #[test]
    fn what_is_not_closed_is_one_large_piece() {
        assert_eq!(
            told("int f(void) {\n#if X\n  if (a) {\n#else\n  {\n#endif\n  }\n}\nint g;\n")[0],
            "function 1-9: f"
        );
        assert_eq!(told("}\n;;\nint g;\n").last().unwrap(), "declaration 3-3: g");
        assert_eq!(told(""), [""; 0]);
    }
}
