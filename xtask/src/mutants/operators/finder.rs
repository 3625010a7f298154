//! Walks through a source and notes what can be changed.
//!
//! Invariant: a place is noted before the places in it, as [`crate::mutants::rewrite`] wants them.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Arm, Expr, Item, Lit, Pat, Stmt};

use super::site::{Kind, Site, on_one_line};
use super::{swaps, tables};

/// The line of a change, and the change in words.
pub type Change = (usize, String);

/// All places of a file, and their changes; these have numbers from `next` on.
pub fn find(file: &syn::File, source: &str, next: u32) -> (Vec<Site>, Vec<Change>) {
    let mut finder = Finder { source, next, ..Finder::default() };
    let used = tables::used_by_functions(file);
    let can_be_changed = |constant: &&syn::ItemConst| {
        !is_test(&constant.attrs) && used.contains(&constant.ident.to_string())
    };
    for constant in tables::constants(file).filter(can_be_changed) {
        finder.beside(constant);
    }
    finder.visit_file(file);
    (finder.sites, finder.changes)
}

#[derive(Default)]
struct Finder<'s> {
    source: &'s str,
    next: u32,
    sites: Vec<Site>,
    changes: Vec<Change>,
    /// Conditions that are negated already.
    negated: HashSet<(usize, usize)>,
    /// Names of constants, and the mutants that stand beside them.
    constants: HashMap<String, Vec<(u32, String)>>,
}

/// Longer changes are cut in lists of mutants.
const WORDS: usize = 90;

impl Finder<'_> {
    fn text(&self, node: &impl Spanned) -> &str {
        &self.source[node.span().byte_range()]
    }

    /// A number for a change at a node.
    fn number(&mut self, node: &impl Spanned, change: &str) -> u32 {
        let number = self.next;
        self.next += 1;
        let change = on_one_line(change);
        let cut = change.char_indices().nth(WORDS).map_or(change.len(), |(at, _)| at);
        self.changes.push((node.span().start().line, change[..cut].to_owned()));
        number
    }

    fn add(&mut self, piece: Range<usize>, kind: Kind) {
        self.sites.push(Site { piece, kind });
    }

    /// Another text for an expression.
    fn choose(&mut self, node: &impl Spanned, texts: &[String]) {
        let old = self.text(node).to_owned();
        let number = |finder: &mut Self, text: &String| {
            (finder.number(node, &format!("{old} → {text}")), text.clone())
        };
        let texts: Vec<_> = texts.iter().map(|text| number(self, text)).collect();
        self.add(node.span().byte_range(), Kind::Choose(texts));
    }

    fn negate(&mut self, condition: &Expr) {
        let piece = condition.span().byte_range();
        let has_own =
            matches!(condition, Expr::Unary(_) | Expr::Paren(_)) || is_with_let(condition);
        if has_own || !self.negated.insert((piece.start, piece.end)) {
            return;
        }
        let change = format!("not ({})", self.text(condition));
        let number = self.number(condition, &change);
        self.add(piece, Kind::Negate(number));
    }

    fn beside(&mut self, constant: &syn::ItemConst) {
        let (name, of_type) = (constant.ident.to_string(), self.text(&constant.ty).to_owned());
        let mut texts = Vec::new();
        for variant in tables::variants(constant, self.source) {
            let number = self.number(&constant.ident, &variant.change);
            let value = on_one_line(&variant.value);
            let text = format!(" const {name}_{number}: {of_type} = {value};");
            self.constants.entry(name.clone()).or_default().push((number, text.clone()));
            texts.push((number, text));
        }
        let end = constant.span().byte_range().end;
        self.add(end..end, Kind::Beside(texts));
    }

    fn binary(&mut self, binary: &syn::ExprBinary, whole: &Expr) {
        if is_with_let(whole) {
            return;
        }
        if swaps::is_comparison(&binary.op) {
            self.negate(whole);
        }
        if let Some(other) = swaps::operator(&binary.op) {
            let (left, right) = (self.text(&binary.left), self.text(&binary.right));
            let is_assignment = other.ends_with('=') && !swaps::is_comparison(&binary.op);
            let text = match is_assignment {
                true => format!("{left} {other} {right}"),
                false => format!("({left}) {other} ({right})"),
            };
            self.choose(whole, &[text]);
        }
    }

    fn literal(&mut self, literal: &syn::ExprLit) {
        match &literal.lit {
            Lit::Bool(word) => self.choose(literal, &[(!word.value).to_string()]),
            Lit::Int(number) => {
                let Ok(value) = number.base10_parse::<u64>() else { return };
                let next = value.saturating_add(1);
                self.choose(literal, &[format!("{next}{}", number.suffix())]);
            }
            _ => {}
        }
    }

    fn method(&mut self, call: &syn::ExprMethodCall, whole: &Expr) {
        let name = call.method.to_string();
        if swaps::ASKING.contains(&name.as_str()) {
            self.negate(whole);
        }
        let piece = whole.span().byte_range();
        let method = call.method.span().byte_range();
        let (before, after) =
            (&self.source[piece.start..method.start], &self.source[method.end..piece.end]);
        if let Some(other) = swaps::method(&name) {
            let text = format!("{before}{other}{after}");
            self.choose(whole, &[text]);
        } else if name == "cmp" || name == "partial_cmp" {
            let reversed =
                if name == "cmp" { ".reverse()" } else { ".map(std::cmp::Ordering::reverse)" };
            let text = format!("{}{reversed}", self.text(whole));
            self.choose(whole, &[text]);
        }
    }

    fn body(&mut self, signature: &syn::Signature, block: &syn::Block) {
        let is_fixed = signature.constness.is_some() || signature.ident == "fmt";
        let results = swaps::results(&signature.output);
        let is_one_statement = results == [""] && block.stmts.len() <= 1;
        if is_fixed || is_one_statement {
            return;
        }
        let name = signature.ident.to_string();
        let present = self.text(block).trim_matches(['{', '}', ' ', '\n']).to_owned();
        let mut texts = Vec::new();
        for result in results.iter().filter(|result| **result != present) {
            let number = self.number(&signature.ident, &format!("{name} returns {result} at once"));
            texts.push((number, (*result).to_owned()));
        }
        let start = block.brace_token.span.open().byte_range().end;
        self.add(start..start, Kind::Return(texts));
    }

    /// An arm fits nothing, if another fits everything.
    fn arm_fits_never(&mut self, arm: &Arm) {
        let change = format!("no arm {}", self.text(&arm.pat));
        let number = self.number(&arm.pat, &change);
        let end = arm.pat.span().byte_range().end;
        self.add(end..end, Kind::Never(number));
    }

    /// An arm does what the next one does.
    fn arm_like_next(&mut self, arm: &Arm, arms: &[Arm], at: usize) {
        let own = self.text(&arm.body).to_owned();
        let others = arms[at + 1..].iter().chain(&arms[..at]);
        let mut others = others.filter(|other| binds_nothing(&other.pat));
        let Some(other) = others.find(|other| self.text(&other.body) != own) else { return };
        let other = self.text(&other.body).to_owned();
        let change = format!("{} => {other}", self.text(&arm.pat));
        let number = self.number(&arm.body, &change);
        self.add(arm.body.span().byte_range(), Kind::Body(vec![(number, other)]));
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes: &[syn::Attribute] = match item {
            Item::Fn(function) => &function.attrs,
            Item::Mod(module) => &module.attrs,
            Item::Impl(implementation) => &implementation.attrs,
            Item::Const(_) | Item::Static(_) | Item::Enum(_) | Item::Struct(_) | Item::Use(_) => {
                return;
            }
            _ => &[],
        };
        if !is_test(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        if function.sig.constness.is_none() {
            self.body(&function.sig, &function.block);
            self.visit_block(&function.block);
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        if function.sig.constness.is_none() && !is_test(&function.attrs) {
            self.body(&function.sig, &function.block);
            self.visit_block(&function.block);
        }
    }

    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        if let Stmt::Expr(expression, Some(_)) = statement
            && can_be_left_out(expression)
        {
            let change = format!("without {}", self.text(statement));
            let number = self.number(statement, &change);
            self.add(statement.span().byte_range(), Kind::Skip(number));
        }
        visit::visit_stmt(self, statement);
    }

    fn visit_expr(&mut self, expression: &'ast Expr) {
        match expression {
            Expr::If(conditional) => self.negate_unless_first(&conditional.cond),
            Expr::Path(path) => self.constant(path),
            Expr::Binary(binary) => self.binary(binary, expression),
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Not(_)) => {
                let text = format!("!!({})", self.text(&unary.expr));
                self.choose(expression, &[text]);
            }
            Expr::Lit(literal) => self.literal(literal),
            Expr::MethodCall(call) => self.method(call, expression),
            Expr::Macro(call) if call.mac.path.is_ident("matches") => self.negate(expression),
            _ => {}
        }
        visit::visit_expr(self, expression);
    }

    fn visit_expr_while(&mut self, repeated: &'ast syn::ExprWhile) {
        self.negate_unless_first(&repeated.cond);
        visit::visit_expr_while(self, repeated);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.visit_expr(&call.receiver);
        let asks = swaps::WITH_CONDITION.iter().any(|name| call.method == name);
        for argument in &call.args {
            match argument {
                Expr::Closure(closure) if asks => {
                    self.negate(&closure.body);
                    self.visit_expr(&closure.body);
                }
                _ => self.visit_expr(argument),
            }
        }
    }

    fn visit_expr_match(&mut self, choice: &'ast syn::ExprMatch) {
        self.visit_expr(&choice.expr);
        let has_rest = choice
            .arms
            .last()
            .is_some_and(|arm| matches!(arm.pat, Pat::Wild(_)) && arm.guard.is_none());
        for (at, arm) in choice.arms.iter().enumerate() {
            let is_rest = at + 1 == choice.arms.len();
            match &arm.guard {
                Some((_, guard)) => {
                    self.negate(guard);
                    self.visit_expr(guard);
                }
                None if has_rest && !is_rest => self.arm_fits_never(arm),
                None => {}
            }
            if !has_rest && binds_nothing(&arm.pat) {
                self.arm_like_next(arm, &choice.arms, at);
            }
            self.visit_expr(&arm.body);
        }
    }

    fn visit_expr_repeat(&mut self, repeated: &'ast syn::ExprRepeat) {
        self.visit_expr(&repeated.expr);
    }

    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}

    fn visit_pat(&mut self, _: &'ast Pat) {}

    fn visit_type(&mut self, _: &'ast syn::Type) {}

    fn visit_path(&mut self, _: &'ast syn::Path) {}

    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
}

impl Finder<'_> {
    /// The condition of an `if` or `while`.
    fn negate_unless_first(&mut self, condition: &Expr) {
        if !matches!(condition, Expr::Let(_)) {
            self.negate(condition);
        }
    }

    /// A constant of this file, where it is used.
    fn constant(&mut self, path: &syn::ExprPath) {
        let Some(name) = path.path.get_ident().map(ToString::to_string) else { return };
        let Some(variants) = self.constants.get(&name) else { return };
        let named = |(number, _): &(u32, String)| (*number, format!("{name}_{number}"));
        let texts = variants.iter().map(named).collect();
        self.add(path.span().byte_range(), Kind::Choose(texts));
    }
}

/// Whether a part of a condition is a pattern to be matched: such a condition has to stand as it does.
fn is_with_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(binary) => is_with_let(&binary.left) || is_with_let(&binary.right),
        _ => false,
    }
}

/// Whether a statement is an action that the program goes on without.
fn can_be_left_out(expression: &Expr) -> bool {
    match expression {
        Expr::Try(tried) => can_be_left_out(&tried.expr),
        Expr::MethodCall(call) => !swaps::WITHOUT_RETURN.iter().any(|name| call.method == name),
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) => {
                let name = path.path.segments.last().map(|segment| segment.ident.to_string());
                name.is_none_or(|name| {
                    !swaps::WITHOUT_RETURN.contains(&name.as_str()) && name != "drop"
                })
            }
            _ => true,
        },
        Expr::Assign(_) => true,
        Expr::Binary(binary) => {
            swaps::operator(&binary.op).is_some_and(|other| other.ends_with('='))
        }
        _ => false,
    }
}

/// Whether a pattern gives nothing a name, so that its arm can do what another does.
fn binds_nothing(pattern: &Pat) -> bool {
    match pattern {
        Pat::Ident(name) => {
            name.subpat.is_none() && name.ident.to_string().starts_with(char::is_uppercase)
        }
        Pat::Tuple(tuple) => tuple.elems.iter().all(binds_nothing),
        Pat::TupleStruct(tuple) => tuple.elems.iter().all(binds_nothing),
        Pat::Struct(fields) => fields.fields.iter().all(|field| binds_nothing(&field.pat)),
        Pat::Or(cases) => cases.cases.iter().all(binds_nothing),
        Pat::Reference(reference) => binds_nothing(&reference.pat),
        Pat::Paren(inner) => binds_nothing(&inner.pat),
        Pat::Lit(_) | Pat::Path(_) | Pat::Range(_) | Pat::Rest(_) | Pat::Wild(_) => true,
        _ => false,
    }
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute
                .meta
                .require_list()
                .is_ok_and(|list| list.tokens.to_string().contains("test"))
    })
}
