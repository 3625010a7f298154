//! Constants of a file: a table without one of its rows, a number that is one more.
//!
//! A constant is known when the program is compiled, so its mutants are constants of other names that
//! stand beside it, and where it is used one of them is taken.
//! Invariant: only constants at the top of a file are changed, and only where the file itself uses them.

use std::collections::HashSet;

use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{Expr, Item, ItemConst, Lit, Type};

/// Another value of a constant.
pub struct Variant {
    pub value: String,
    pub change: String,
}

/// The constants of a file that can be changed.
pub fn constants(file: &syn::File) -> impl Iterator<Item = &ItemConst> {
    file.items.iter().filter_map(|item| match item {
        Item::Const(constant) => Some(constant),
        _ => None,
    })
}

/// The names that functions of a file use. What only other constants are made of cannot be changed at run time.
pub fn used_by_functions(file: &syn::File) -> HashSet<String> {
    let mut used = Used::default();
    used.visit_file(file);
    used.0
}

#[derive(Default)]
struct Used(HashSet<String>);

impl<'ast> Visit<'ast> for Used {
    fn visit_item_const(&mut self, _: &'ast ItemConst) {}

    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}

    fn visit_type(&mut self, _: &'ast Type) {}

    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        self.0.extend(path.path.get_ident().map(ToString::to_string));
    }
}

/// What a constant may be instead.
pub fn variants(constant: &ItemConst, source: &str) -> Vec<Variant> {
    let name = &constant.ident;
    match (&*constant.ty, &*constant.expr) {
        (Type::Reference(of), Expr::Reference(table)) if matches!(&*of.elem, Type::Slice(_)) => {
            let Expr::Array(rows) = &*table.expr else { return Vec::new() };
            let texts: Vec<&str> = rows.elems.iter().map(|row| text(row, source)).collect();
            let without = |row: usize| Variant {
                value: format!("&[{}]", except(&texts, row).join(", ")),
                change: format!("{name} without its row {}", texts[row]),
            };
            (0..texts.len()).map(without).collect()
        }
        (Type::Array(_), Expr::Array(rows)) => {
            let texts: Vec<&str> = rows.elems.iter().map(|row| text(row, source)).collect();
            let other = |row: usize| {
                let mut others = texts.clone();
                others[row] = texts[(row + 1) % texts.len()];
                let change = format!("{name} with {} for {}", others[row], texts[row]);
                Variant { value: format!("[{}]", others.join(", ")), change }
            };
            (0..texts.len()).filter(|_| texts.len() > 1).map(other).collect()
        }
        (Type::Path(_), value) if is_number(value) => {
            let value = text(value, source);
            vec![Variant { value: format!("({value}) + 1"), change: format!("{name} + 1") }]
        }
        _ => Vec::new(),
    }
}

fn except<'t>(texts: &[&'t str], row: usize) -> Vec<&'t str> {
    texts.iter().enumerate().filter(|(at, _)| *at != row).map(|(_, text)| *text).collect()
}

fn is_number(value: &Expr) -> bool {
    match value {
        Expr::Lit(literal) => matches!(literal.lit, Lit::Int(_)),
        Expr::Binary(binary) => is_number(&binary.left) && is_number(&binary.right),
        _ => false,
    }
}

fn text<'s>(row: &Expr, source: &'s str) -> &'s str {
    &source[row.span().byte_range()]
}
