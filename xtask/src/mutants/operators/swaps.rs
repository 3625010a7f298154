//! What stands for what: operators, methods, results.

use syn::{BinOp, ReturnType, Type};

/// What a binary operator becomes; none if it is only negated, or left alone.
pub fn operator(op: &BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Lt(_) => "<=",
        BinOp::Le(_) => "<",
        BinOp::Gt(_) => ">=",
        BinOp::Ge(_) => ">",
        BinOp::Add(_) => "-",
        BinOp::Sub(_) => "+",
        BinOp::Mul(_) => "+",
        BinOp::Div(_) | BinOp::Rem(_) => "*",
        BinOp::And(_) => "||",
        BinOp::Or(_) => "&&",
        BinOp::BitAnd(_) => "|",
        BinOp::BitOr(_) | BinOp::BitXor(_) => "&",
        BinOp::Shl(_) => ">>",
        BinOp::Shr(_) => "<<",
        BinOp::AddAssign(_) => "-=",
        BinOp::SubAssign(_) => "+=",
        BinOp::BitAndAssign(_) => "|=",
        BinOp::BitOrAssign(_) => "&=",
        _ => return None,
    })
}

/// Whether the result is a truth value that can be negated.
pub fn is_comparison(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) | BinOp::Eq(_) | BinOp::Ne(_)
    )
}

/// Methods that are taken for one another, in both directions.
const METHODS: &[(&str, &str)] = &[
    ("min", "max"),
    ("min_by_key", "max_by_key"),
    ("min_by", "max_by"),
    ("any", "all"),
    ("first", "last"),
    ("push_back", "push_front"),
    ("pop_back", "pop_front"),
    ("saturating_add", "saturating_sub"),
    ("wrapping_add", "wrapping_sub"),
    ("checked_add", "checked_sub"),
    ("starts_with", "ends_with"),
    ("is_some_and", "is_none_or"),
];

/// What a method becomes.
pub fn method(name: &str) -> Option<&'static str> {
    let other = |&(one, two): &(&'static str, &'static str)| match name {
        _ if name == one => Some(two),
        _ if name == two => Some(one),
        _ => None,
    };
    METHODS.iter().find_map(other)
}

/// Methods whose result is a truth value.
pub const ASKING: &[&str] =
    &["is_empty", "is_some", "is_none", "is_ok", "is_err", "contains", "contains_key"];

/// Methods whose closure says yes or no.
pub const WITH_CONDITION: &[&str] = &[
    "filter",
    "any",
    "all",
    "find",
    "position",
    "retain",
    "take_while",
    "skip_while",
    "is_some_and",
    "is_none_or",
    "partition",
    "take_if",
];

/// Calls that do not come back, so that what follows relies on it.
pub const WITHOUT_RETURN: &[&str] = &["exit", "fail", "imitate", "abort", "_exit", "resume_unwind"];

/// What a function with this result may return at once.
pub fn results(output: &ReturnType) -> &'static [&'static str] {
    let ReturnType::Type(_, of_type) = output else { return &[""] };
    let Type::Path(path) = &**of_type else { return &[] };
    let Some(last) = path.path.segments.last() else { return &[] };
    let of = argument(last);
    match (last.ident.to_string().as_str(), of.as_deref()) {
        ("bool", _) => &["true", "false"],
        ("u8" | "u16" | "u32" | "u64" | "usize" | "i32" | "i64" | "isize", _) => &["0", "1"],
        ("Option", _) => &["None"],
        ("Vec", _) => &["Vec::new()"],
        ("String", _) => &["String::new()"],
        ("Result", Some("()")) => &["Ok(())"],
        ("Result", Some("bool")) => &["Ok(true)", "Ok(false)"],
        ("Result", Some("Option")) => &["Ok(None)"],
        _ => &[],
    }
}

/// The first argument of a type, by its name.
fn argument(segment: &syn::PathSegment) -> Option<String> {
    let syn::PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    match arguments.args.first()? {
        syn::GenericArgument::Type(Type::Tuple(tuple)) if tuple.elems.is_empty() => {
            Some("()".to_owned())
        }
        syn::GenericArgument::Type(Type::Path(path)) => {
            Some(path.path.segments.last()?.ident.to_string())
        }
        _ => None,
    }
}
