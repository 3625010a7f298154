//! Operators of C++, written between, before or behind their operands.

use coax_ir::names::{conversion, operator_symbol};

/// Operators with a left and a right operand.
const BINARY: &[&str] = &[
    "+", "-", "*", "/", "%", "^", "&", "|", "<<", ">>", "==", "!=", "<", ">", "<=", ">=", "<=>",
    "&&", "||", "=", "+=", "-=", "*=", "/=", "%=", "^=", "&=", "|=", "<<=", ">>=",
];

/// Operators before their only operand.
const PREFIX: &[&str] = &["+", "-", "*", "&", "!", "~", "++", "--"];

/// A call of an operator with its operands, that of a method first; none if it has no such form.
pub(super) fn operation(name: &str, operands: &[String]) -> Option<String> {
    let symbol = operator_symbol(name)?;
    match operands {
        [left, right] if symbol == "[]" => Some(format!("{}[{right}]", tight(left))),
        [object, arguments @ ..] if symbol == "()" => {
            Some(format!("{}({})", tight(object), arguments.join(", ")))
        }
        // The number only tells it from the operator before its operand.
        [only, _] if ["++", "--"].contains(&symbol) => Some(format!("{}{symbol}", tight(only))),
        [left, right] if BINARY.contains(&symbol) => Some(format!("{left} {symbol} {right}")),
        [only] if PREFIX.contains(&symbol) => Some(format!("{symbol}{}", loose(symbol, only))),
        [only] => conversion(symbol).map(|ty| format!("static_cast<{ty}>({only})")),
        _ => None,
    }
}

/// Does a statement of it do something even if what it gives is not used?
pub(super) fn is_statement(name: &str) -> bool {
    let symbol = operator_symbol(name).unwrap_or_default();
    let changes = symbol.ends_with('=') && !["==", "!=", "<=", ">="].contains(&symbol);
    changes || ["++", "--", "()", "<<", ">>"].contains(&symbol)
}

/// What an operator behind it takes as a whole.
fn tight(operand: &str) -> String {
    if operand.starts_with(['*', '&', '-', '+', '!']) {
        format!("({operand})")
    } else {
        operand.into()
    }
}

/// What the operator before it takes as a whole: two signs in a row may mean another one.
fn loose(symbol: &str, operand: &str) -> String {
    let is_joined = operand.starts_with(|first| symbol.ends_with(first));
    if is_joined { format!("({operand})") } else { operand.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_stand_where_they_belong() {
        for (name, operands, expected) in [
            ("operator+", &["a", "b"][..], Some("a + b")),
            ("operator[]", &["*v", "3"], Some("(*v)[3]")),
            ("operator()", &["f", "1", "2"], Some("f(1, 2)")),
            ("operator*", &["it"], Some("*it")),
            ("operator++", &["it"], Some("++it")),
            ("operator++", &["*it", "0"], Some("(*it)++")),
            ("operator-", &["-x"], Some("-(-x)")),
            ("operator bool", &["file"], Some("static_cast<bool>(file)")),
            ("operator->", &["it"], None),
            ("operator new", &["8"], None),
            ("push", &["a"], None),
        ] {
            let operands: Vec<String> = operands.iter().map(|&text| text.to_owned()).collect();
            assert_eq!(operation(name, &operands).as_deref(), expected, "{name}");
        }
        assert!(is_statement("operator+=") && is_statement("operator++"));
        assert!(!is_statement("operator==") && !is_statement("operator[]"));
    }
}
