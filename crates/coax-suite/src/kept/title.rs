//! What a test is called: the function, the state of what it is called on, and what it does there.
//!
//! `pop_of_a_new_stack_throws_out_of_range`, `gcd_of_4_and_6_returns_2`, `push_after_clear_returns_true`.
//!
//! Invariant: a name is an identifier of C that begins with a letter.

use coax_case::{Action, Argument, Check, Invocation, Pointee, Returned, TestCase, Value};
use coax_ir::names::{bare_name, class_word, operator_symbol, split_scope};
use coax_ir::{Language, Program, Role, Type, TypeId, spell_type, strip};

use crate::test::Test;
use crate::unit::literal_of;

/// Longer names are cut.
const LONGEST: usize = 76;

/// Numbers from here on do not help to tell tests apart.
const LARGE: i128 = 100_000;

/// Texts that are longer are not part of a name.
const LONGEST_WORD: usize = 12;

/// What a test is about, and what it may be called.
pub(super) struct Title {
    pub group: Option<String>,
    pub names: Vec<String>,
}

/// The title of a sequence.
pub(super) fn title(test: &Test<'_>, thrown: Option<&str>) -> Title {
    let found = test.case.tested_step().and_then(|at| {
        let invocation = test.case.steps[at].invocation()?;
        Some(Tested { test, at, invocation })
    });
    let Some(tested) = found else { return Title { group: None, names: vec!["calls".into()] } };
    let subject = tested.subject();
    let effect = tested.effect(thrown);
    let states = [tested.state(), tested.given(true)].map(Option::unwrap_or_default);
    let [state, given] = states;
    let named = |parts: &[&str]| joined(parts.iter().copied());
    let mut names = match (state.is_empty(), given.is_empty()) {
        (true, _) => vec![named(&[&subject, &given, &effect]), named(&[&subject, &effect])],
        (false, true) => vec![named(&[&subject, &state, &effect])],
        (false, false) => {
            vec![named(&[&subject, &state, &effect]), named(&[&subject, &given, &state, &effect])]
        }
    };
    if state.is_empty() && given.is_empty() {
        names.truncate(1);
    }
    Title { group: tested.group(), names }
}

/// The call under test.
struct Tested<'t, 'c> {
    test: &'t Test<'c>,
    at: usize,
    invocation: &'t Invocation,
}

impl Tested<'_, '_> {
    fn program(&self) -> &Program {
        self.test.program
    }

    fn case(&self) -> &TestCase {
        self.test.case
    }

    /// The class of a method or constructor.
    fn group(&self) -> Option<String> {
        let class = match self.invocation.action {
            Action::Construct { class, .. } => class,
            _ => self.program().signature_of(self.invocation.function()?)?.method.as_ref()?.class,
        };
        self.class_name(class)
    }

    fn class_name(&self, class: TypeId) -> Option<String> {
        let spelled = spell_type(self.program(), class, Language::Cxx)?;
        let word = identifier(class_word(&spelled));
        (!word.is_empty()).then_some(word)
    }

    /// What is called.
    fn subject(&self) -> String {
        match self.invocation.action {
            Action::Construct { .. } => "constructor".into(),
            Action::Delete { .. } => "destructor".into(),
            Action::Call(_) | Action::Method { .. } => self
                .invocation
                .function()
                .map_or_else(|| "call".into(), |id| self.function_word(id)),
        }
    }

    fn function_word(&self, id: coax_ir::FuncId) -> String {
        let Some(signature) = self.program().signature_of(id) else { return "call".into() };
        if signature.method.as_ref().is_some_and(|it| it.role == Role::Constructor) {
            return "construction".into();
        }
        let (_, name) = split_scope(&signature.qualified);
        let operands = self.invocation.operands().count();
        match operator_symbol(name) {
            Some(symbol) => operator_word(symbol, operands),
            None => identifier(bare_name(&signature.qualified)),
        }
    }

    /// The state of the object that is called on, or that is passed first.
    fn state(&self) -> Option<String> {
        if matches!(self.invocation.action, Action::Construct { .. }) {
            return None;
        }
        let subject = self.invocation.operands().find(|operand| self.is_object(operand))?;
        let users = self.users_before(subject);
        let class = self.class_of(subject);
        let (makers, uses): (Vec<_>, Vec<_>) =
            users.into_iter().partition(|&step| self.makes(step, subject));
        let words: Vec<String> =
            uses.iter().filter_map(|&step| self.word_of_use(step, &class)).collect();
        match words.as_slice() {
            [] if makers.is_empty() => None,
            [] => class.map(|class| format!("of_a_new_{class}")),
            [.., last] => Some(after(&words, last)),
        }
    }

    /// Is an operand something with a state?
    fn is_object(&self, operand: &Argument) -> bool {
        match operand {
            Argument::Result { .. } => true,
            Argument::Object { index, .. } => {
                let ty = self.case().environment.objects[*index].ty;
                matches!(
                    *self.program().type_of(strip(self.program(), ty)),
                    Type::Struct { .. } | Type::Union { .. } | Type::Pointer(_)
                )
            }
            _ => false,
        }
    }

    /// The steps before the call under test that make or use the same object.
    fn users_before(&self, subject: &Argument) -> Vec<usize> {
        let mut sources = vec![source(subject)];
        // What a step gave may be what another one filled or was called on.
        let steps = &self.case().steps[..self.at];
        let is_user = |step: usize, sources: &[Option<Source>]| {
            let Some(invocation) = steps[step].invocation() else { return false };
            sources.contains(&Some(Source::Step(step)))
                || invocation
                    .operands()
                    .any(|operand| source(operand).is_some_and(|it| sources.contains(&Some(it))))
        };
        if let Some(Source::Step(made)) = sources[0] {
            sources.push(Some(Source::Step(made)));
        }
        (0..steps.len()).filter(|&step| is_user(step, &sources)).collect()
    }

    /// Does a step make the object?
    fn makes(&self, step: usize, subject: &Argument) -> bool {
        if source(subject) == Some(Source::Step(step)) {
            return true;
        }
        let Some(invocation) = self.case().steps[step].invocation() else { return false };
        let name = invocation.function().map(|id| self.plain_word(id)).unwrap_or_default();
        ["init", "create", "new", "open", "make", "alloc"].iter().any(|word| name.contains(word))
    }

    fn plain_word(&self, id: coax_ir::FuncId) -> String {
        let signature = self.program().signature_of(id);
        signature.map_or_else(String::new, |it| identifier(bare_name(&it.qualified)))
    }

    /// The word of a step that used the object, without the name of the class in it.
    fn word_of_use(&self, step: usize, class: &Option<String>) -> Option<String> {
        let invocation = self.case().steps[step].invocation()?;
        if matches!(invocation.action, Action::Construct { .. }) {
            return None;
        }
        let word = self.plain_word(invocation.function()?);
        let (prefix, rest) = word.split_once('_').unwrap_or(("", &word));
        let is_prefix = class
            .as_deref()
            .is_some_and(|class| class.starts_with(prefix) || prefix.starts_with(class));
        Some(if !prefix.is_empty() && is_prefix { rest.to_owned() } else { word.clone() })
    }

    /// The class of an operand, as a word.
    fn class_of(&self, operand: &Argument) -> Option<String> {
        let ty = match operand {
            Argument::Result { step, .. } => match self.case().steps[*step].invocation()?.action {
                Action::Construct { class, .. } => class,
                _ => self.case().result_of(self.program(), *step)?,
            },
            Argument::Object { index, .. } => self.case().environment.objects[*index].ty,
            _ => return None,
        };
        let spelled = spell_type(self.program(), pointed(self.program(), ty), Language::Cxx)?;
        let word = snake(class_word(&spelled));
        let word = word.strip_suffix("_t").unwrap_or(&word).to_owned();
        (!word.is_empty()).then_some(word)
    }

    /// The numbers and texts that are passed, if they are few and short.
    fn given(&self, is_joined: bool) -> Option<String> {
        let function = self.invocation.function()?;
        let signature = self.program().signature_of(function)?;
        let words: Vec<String> = self
            .invocation
            .arguments
            .iter()
            .enumerate()
            .filter_map(|(at, argument)| {
                let ty = signature.params.get(at).map(|param| param.ty);
                self.argument_word(argument, ty)
            })
            .collect();
        let is_short = matches!(words.len(), 1..=3) && is_joined;
        is_short.then(|| format!("of_{}", words.join("_and_")))
    }

    fn argument_word(&self, argument: &Argument, param: Option<TypeId>) -> Option<String> {
        match argument {
            Argument::Value(value) => self.value_word(param.unwrap_or(value.ty), value),
            Argument::Text(text) => text_word(text),
            _ => None,
        }
    }

    fn value_word(&self, ty: TypeId, value: &Value) -> Option<String> {
        if let Some(at) = value.pointers.first() {
            return (at.to == Pointee::Null).then(|| "null".into());
        }
        let program = self.program();
        let ty = match *program.type_of(strip(program, ty)) {
            Type::Reference(to) | Type::RvalueReference(to) => to,
            Type::Pointer(_) => {
                return value.bytes.iter().all(|&byte| byte == 0).then(|| "null".into());
            }
            _ => ty,
        };
        if let Type::Bool = *program.type_of(strip(program, ty)) {
            return Some(if value.bytes.first() == Some(&0) { "false" } else { "true" }.into());
        }
        word_of_literal(&literal_of(self.test, ty, &value.bytes)?)
    }

    /// What the call does.
    fn effect(&self, thrown: Option<&str>) -> String {
        if self.case().checks.contains(&Check::Exception) {
            let class = thrown.map(|class| snake(class_word(class))).unwrap_or_default();
            return joined(["throws", class.as_str()].into_iter());
        }
        let returned = self.case().checks.iter().find_map(|check| match check {
            Check::Returned { step, value } if *step == self.at => Some(value),
            _ => None,
        });
        let word = match returned {
            Some(Returned::Scalar(value)) => {
                let ty = self.case().result_of(self.program(), self.at).unwrap_or(value.ty);
                self.value_word(ty, value)
            }
            Some(Returned::Text(text)) => text_word(text),
            None => None,
        };
        word.map_or_else(String::new, |word| format!("returns_{word}"))
    }
}

/// What names an object in a case.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Step(usize),
    Variable(usize),
}

fn source(operand: &Argument) -> Option<Source> {
    match operand {
        Argument::Result { step, .. } => Some(Source::Step(*step)),
        Argument::Object { index, .. } => Some(Source::Variable(*index)),
        _ => None,
    }
}

/// What pointers and references lead to.
fn pointed(program: &Program, ty: TypeId) -> TypeId {
    let bare = strip(program, ty);
    match *program.type_of(bare) {
        Type::Pointer(to) | Type::Reference(to) | Type::RvalueReference(to) => pointed(program, to),
        _ => bare,
    }
}

/// `after_push`, `after_push_twice`, `after_push_and_pop`, `after_clear`.
fn after(words: &[String], last: &str) -> String {
    let mut distinct: Vec<&str> = words.iter().map(String::as_str).collect();
    distinct.dedup();
    match (distinct.as_slice(), words.len()) {
        ([only], 1) => format!("after_{only}"),
        ([only], 2) => format!("after_{only}_twice"),
        ([only], count) => format!("after_{only}_{count}_times"),
        ([first, second], _) => format!("after_{first}_and_{second}"),
        _ => format!("after_{last}"),
    }
}

/// A literal as a word: `3`, `minus_3`, `true`, `red`, `a`.
fn word_of_literal(literal: &str) -> Option<String> {
    if let Ok(number) = literal.parse::<i128>() {
        let sign = if number < 0 { "minus_" } else { "" };
        return (number.abs() < LARGE).then(|| format!("{sign}{}", number.abs()));
    }
    if let Some(letter) = literal.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
        return letter.chars().all(|it| it.is_ascii_alphanumeric()).then(|| letter.to_owned());
    }
    if literal.contains('.') {
        return decimal_word(literal);
    }
    let is_name = literal.starts_with(|first: char| first.is_ascii_alphabetic());
    let name = literal.rsplit("::").next().unwrap_or_default();
    (is_name && name.len() < 24 && name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_'))
        .then(|| identifier(&name.to_lowercase()))
}

/// `2.5` as `2_5`; whole numbers as they are.
fn decimal_word(literal: &str) -> Option<String> {
    let number = literal.trim_end_matches(['f', 'L']);
    let (sign, digits) = match number.strip_prefix('-') {
        Some(digits) => ("minus_", digits),
        None => ("", number),
    };
    let (whole, part) = digits.split_once('.')?;
    let is_plain = |text: &str| text.bytes().all(|letter| letter.is_ascii_digit());
    if !is_plain(whole) || !is_plain(part) || whole.len() + part.len() > 5 {
        return None;
    }
    Some(if part == "0" { format!("{sign}{whole}") } else { format!("{sign}{whole}_{part}") })
}

fn text_word(text: &[u8]) -> Option<String> {
    if text.is_empty() {
        return Some("an_empty_text".into());
    }
    let is_word = text.len() <= LONGEST_WORD && text.iter().all(u8::is_ascii_alphanumeric);
    is_word.then(|| String::from_utf8_lossy(text).into_owned())
}

fn operator_word(symbol: &str, operands: usize) -> String {
    let word = match (symbol, operands) {
        ("-", 1) => "negation",
        ("*", 1) => "dereference",
        ("+", _) => "sum",
        ("-", _) => "difference",
        ("*", _) => "product",
        ("/", _) => "quotient",
        ("%", _) => "remainder",
        ("==", _) => "equality",
        ("!=", _) => "inequality",
        ("<", _) => "less",
        (">", _) => "greater",
        ("<=", _) => "less_or_equal",
        (">=", _) => "greater_or_equal",
        ("[]", _) => "index",
        ("()", _) => "call",
        ("=", _) => "assignment",
        ("+=", _) => "addition",
        ("-=", _) => "subtraction",
        ("*=", _) => "multiplication",
        ("/=", _) => "division",
        ("<<", _) => "shift_left",
        (">>", _) => "shift_right",
        ("++", _) => "increment",
        ("--", _) => "decrement",
        ("!", _) => "negation",
        ("->", _) => "arrow",
        (symbol, _) if symbol.starts_with(' ') || symbol.starts_with(char::is_alphabetic) => {
            return format!("conversion_to_{}", identifier(symbol.trim()));
        }
        _ => "operator",
    };
    word.into()
}

/// Parts with `_` between them; empty ones are left out.
fn joined<'p>(parts: impl Iterator<Item = &'p str>) -> String {
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    let mut name = identifier(&parts.join("_"));
    name.truncate(LONGEST);
    name.trim_end_matches('_').to_owned()
}

/// `HttpServer` as `http_server`.
fn snake(name: &str) -> String {
    crate::unit::snake(name).trim_matches('_').to_owned()
}

/// Letters, digits and single underscores.
fn identifier(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        match letter {
            'a'..='z' | 'A'..='Z' | '0'..='9' => text.push(letter),
            _ if text.ends_with('_') || text.is_empty() => {}
            _ => text.push('_'),
        }
    }
    text.truncate(text.trim_end_matches('_').len());
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_in_names() {
        for (literal, expected) in [
            ("3", Some("3")),
            ("-3", Some("minus_3")),
            ("100000", None),
            ("'a'", Some("a")),
            ("'\\n'", None),
            ("true", Some("true")),
            ("Color::Red", Some("red")),
            ("INT_MIN", Some("int_min")),
            ("0.5", Some("0_5")),
            ("-2.0f", Some("minus_2")),
            ("1e+300", None),
            ("0xffu", None),
        ] {
            assert_eq!(word_of_literal(literal).as_deref(), expected, "{literal}");
        }
    }

    #[test]
    fn what_was_called_before() {
        let words = |list: &[&str]| list.iter().map(|word| word.to_string()).collect::<Vec<_>>();
        let said = |list: &[&str]| after(&words(list), list.last().unwrap());
        assert_eq!(said(&["push"]), "after_push");
        assert_eq!(said(&["push", "push"]), "after_push_twice");
        assert_eq!(said(&["push", "push", "push"]), "after_push_3_times");
        assert_eq!(said(&["push", "push", "pop"]), "after_push_and_pop");
        assert_eq!(said(&["push", "pop", "clear"]), "after_clear");
    }
}
