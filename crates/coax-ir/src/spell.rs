//! Types as C or C++ text.
//!
//! A declaration is written from the inside out: the name, then around it what the type says,
//! from the outermost derivation to the innermost, as in the languages' own grammar.
//!
//! Invariant: text that is given out names the same type in the translation unit the type comes
//! from. Types that have no name there (local ones, closures, structs without tag and typedef)
//! have no text.

use crate::{Language, Program, SourceSignature, Type, TypeId};

/// How debug information writes the scope of what is in an anonymous namespace.
const ANONYMOUS_NAMESPACE: &str = "(anonymous namespace)::";

/// A type's name: `struct node *`, `char[16]`, `int (*)(char *)`.
pub fn spell_type(program: &Program, ty: TypeId, language: Language) -> Option<String> {
    spell_declaration(program, ty, "", language)
}

/// A declaration of `name` with a type: `struct node *name`, `char name[16]`,
/// `int (*name)(char *)`.
pub fn spell_declaration(
    program: &Program,
    ty: TypeId,
    name: &str,
    language: Language,
) -> Option<String> {
    Speller { program, language }.declare(ty, name.to_owned(), "")
}

impl SourceSignature {
    /// Can a call of it be written outside of the function that contains it? Members of local
    /// classes and of closures cannot.
    pub fn is_nameable(&self) -> bool {
        is_nameable(&self.qualified)
    }
}

/// Can something of this qualified name be named outside of functions?
fn is_nameable(name: &str) -> bool {
    // `f()::Local`, `(lambda at f.cpp:1:2)`, `(unnamed struct at ...)`, `$_0`.
    let local = name.contains("()::");
    let made_up = ["(lambda", "(unnamed", "(anonymous ", "$_", "'lambda", "{lambda"];
    let rest = name.replace(ANONYMOUS_NAMESPACE, "");
    !local && !rest.is_empty() && !made_up.iter().any(|mark| rest.contains(mark))
}

struct Speller<'a> {
    program: &'a Program,
    language: Language,
}

impl Speller<'_> {
    /// `inner` declared as `ty`, with qualifiers (`const volatile`) on top of it.
    fn declare(&self, ty: TypeId, inner: String, qualifiers: &str) -> Option<String> {
        match &*self.program.type_of(ty) {
            Type::Qualified { word, target } => {
                self.declare(*target, inner, &joined(qualifiers, self.qualifier(word)))
            }
            // The record behind x86-64's `va_list` has a name in some compilers only.
            Type::Pointer(target) if self.is_argument_list(*target) => {
                Some(joined("__builtin_va_list", &inner))
            }
            Type::Pointer(target) => {
                self.declare_pointer(*target, format!("*{}", joined(qualifiers, &inner)))
            }
            // References themselves cannot be qualified.
            Type::Reference(target) => self.declare_pointer(*target, format!("&{inner}")),
            Type::RvalueReference(target) => self.declare_pointer(*target, format!("&&{inner}")),
            Type::MemberPointer { class, target } => {
                self.declare_member_pointer(*class, *target, &joined(qualifiers, &inner))
            }
            Type::Array { element, count } => {
                let count = count.map(|count| count.to_string()).unwrap_or_default();
                self.declare(*element, format!("{inner}[{count}]"), qualifiers)
            }
            Type::Function { result, params, variadic } => {
                let params = self.parameters(params, *variadic)?;
                self.declare(*result, format!("{inner}({params})"), "")
            }
            Type::Vector { element, size, .. } => {
                let attribute = format!("__attribute__((vector_size({size})))");
                self.declare(*element, inner, &joined(qualifiers, &attribute))
            }
            Type::Typedef { name, target } => match self.scoped(name) {
                Some(name) => Some(joined(&joined(qualifiers, &name), &inner)),
                // A typedef inside a function: what it stands for may still have a name.
                None => self.declare(*target, inner, qualifiers),
            },
            base => {
                let base = self.base(ty, base)?;
                Some(joined(&joined(qualifiers, &base), &inner))
            }
        }
    }

    /// Arrays and functions bind tighter than `*`.
    fn declare_pointer(&self, target: TypeId, inner: String) -> Option<String> {
        let inner = if self.binds_tighter(target) { format!("({inner})") } else { inner };
        self.declare(target, inner, "")
    }

    fn declare_member_pointer(&self, class: TypeId, target: TypeId, inner: &str) -> Option<String> {
        let class = self.declare(class, String::new(), "")?;
        let inner = format!("{class}::*{inner}");
        match &*self.program.type_of(target) {
            Type::Function { result, params, variadic } => {
                let object = params.first()?;
                let constant = if self.is_pointer_to_const(*object) { " const" } else { "" };
                let params = self.parameters(&params[1..], *variadic)?;
                self.declare(*result, format!("({inner})({params}){constant}"), "")
            }
            _ => self.declare_pointer(target, inner),
        }
    }

    fn is_pointer_to_const(&self, ty: TypeId) -> bool {
        match *self.program.type_of(crate::strip(self.program, ty)) {
            Type::Pointer(target) => crate::is_const(self.program, target),
            _ => false,
        }
    }

    fn is_argument_list(&self, ty: TypeId) -> bool {
        match &*self.program.type_of(ty) {
            Type::Struct { name, .. } => name.as_deref() == Some("__va_list_tag"),
            _ => false,
        }
    }

    fn binds_tighter(&self, ty: TypeId) -> bool {
        match *self.program.type_of(ty) {
            Type::Array { .. } | Type::Function { .. } => true,
            Type::Qualified { target, .. } => self.binds_tighter(target),
            Type::Typedef { ref name, target } => {
                self.scoped(name).is_none() && self.binds_tighter(target)
            }
            _ => false,
        }
    }

    fn parameters(&self, params: &[TypeId], variadic: bool) -> Option<String> {
        let mut texts = Vec::new();
        for param in params {
            texts.push(self.declare(*param, String::new(), "")?);
        }
        match (self.language, texts.is_empty(), variadic) {
            // A C function without a prototype; C++ knows no such thing.
            (Language::C, true, true) | (Language::Cxx, true, false) => {}
            (Language::C, true, false) => texts.push("void".to_owned()),
            (_, _, true) => texts.push("...".to_owned()),
            (_, false, false) => {}
        }
        Some(texts.join(", "))
    }

    /// A type that is written before the name only.
    fn base(&self, id: TypeId, ty: &Type) -> Option<String> {
        let (tag, name) = match ty {
            Type::Void => return Some("void".to_owned()),
            Type::Bool if self.language == Language::C => return Some("_Bool".to_owned()),
            Type::Bool => return Some("bool".to_owned()),
            Type::Int { name, .. } | Type::Float { name, .. } => return Some(name.to_string()),
            Type::Complex { bits } => return complex(*bits),
            Type::Struct { name, class: true, .. } => ("class", name),
            Type::Struct { name, .. } => ("struct", name),
            Type::Union { name, .. } => ("union", name),
            Type::Enum { name, .. } => ("enum", name),
            Type::Opaque { name, tag } => (*tag, name),
            _ => return None,
        };
        let Some(name) = name else { return self.scoped(&self.program.alias_of(id)?) };
        let plain = self.scoped(name)?;
        // `struct stat` and the function `stat` live side by side, in C++ too.
        let hidden = self.program.function_named(&plain).is_some();
        let needs_tag = !tag.is_empty() && (self.language == Language::C || hidden);
        Some(if needs_tag { joined(tag, &plain) } else { plain })
    }

    /// A qualified name as source writes it; none if it cannot be written.
    fn scoped(&self, name: &str) -> Option<String> {
        let plain = name.replace(ANONYMOUS_NAMESPACE, "");
        let scopes_exist = self.language == Language::Cxx || !plain.contains("::");
        (is_nameable(name) && scopes_exist).then_some(plain)
    }

    fn qualifier(&self, word: &'static str) -> &'static str {
        match word {
            // Known to both languages in every version.
            "restrict" => "__restrict",
            word => word,
        }
    }
}

fn complex(bits: u32) -> Option<String> {
    let part = match bits {
        64 => "float",
        128 => "double",
        256 => "long double",
        _ => return None,
    };
    Some(format!("_Complex {part}"))
}

/// Two words with a space between them, unless one is missing or the second clings to the first.
fn joined(first: &str, second: &str) -> String {
    match (first.is_empty(), second.is_empty()) {
        (true, _) => second.to_owned(),
        (_, true) => first.to_owned(),
        _ if second.starts_with('[') => format!("{first}{second}"),
        _ => format!("{first} {second}"),
    }
}
