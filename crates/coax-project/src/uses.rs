//! What may have happened to an object before a function gets it: its constructor, and a few calls of
//! what changes it. Only so does an object whose members are private come into other states than its
//! first.
//!
//! One function of a maker stands for each row of calls. The first call of a row may be repeated, with
//! the same arguments: `for (int i = 0; i < 4; i++) stack.push(0);`.

use coax_engine::unit::{self, UsedCall};
use coax_ir::{
    Access, ClassFacts, Constructor, Language, Program, Role, SourceSignature, Type, TypeId,
    spell_declaration, spell_type, strip,
};

use crate::standard_classes::is_text;

/// How many functions of a class are tried; a class may have a hundred.
const METHODS: usize = 4;
/// How often one is called that is the only one, and one that another follows.
const TIMES: usize = 16;
const TIMES_BEFORE: usize = 2;
/// Stands for the name in the declaration of a parameter.
const PARAM: &str = "coax_param";

/// How an object is made and used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uses {
    /// The parameters of the constructor, as they are declared; none if the class has no constructor.
    constructor: Option<Vec<String>>,
    methods: Vec<Method>,
}

/// A member function that changes an object.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Method {
    name: String,
    params: Vec<String>,
}

/// A call in a row: of which function, and how often at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Step {
    method: usize,
    times: usize,
}

impl Uses {
    /// Those of a class, if something of it is not for everybody to set and there is something to call.
    pub fn of(program: &Program, class: TypeId, text: &str, facts: &ClassFacts) -> Option<Uses> {
        if facts.declares_pure || unit::is_plain(program, class) {
            return None;
        }
        let constructor = match facts.constructors.is_empty() {
            true => None,
            false => Some(constructor(program, facts)?),
        };
        let mut found: Vec<(u32, Method)> = program
            .own_functions()
            .iter()
            .filter_map(|&id| program.signature_of(id))
            .filter(|signature| changes(program, signature, text))
            .filter_map(|signature| Some((signature.line, method(program, &signature)?)))
            .collect();
        found.sort_by_key(|(line, _)| *line);
        let methods: Vec<Method> =
            found.into_iter().map(|(_, method)| method).take(METHODS).collect();
        (!methods.is_empty()).then_some(Uses { constructor, methods })
    }

    /// All rows of calls; the first one is empty.
    fn rows(&self) -> Vec<Vec<Step>> {
        let all = 0..self.methods.len();
        let single = all.clone().map(|method| vec![Step { method, times: TIMES }]);
        let pairs = all.clone().flat_map(|first| {
            let others = all.clone().filter(move |&second| second != first);
            others.map(move |second| {
                let first = Step { method: first, times: TIMES_BEFORE };
                vec![first, Step { method: second, times: 1 }]
            })
        });
        std::iter::once(Vec::new()).chain(single).chain(pairs).collect()
    }

    /// The functions that make an object and use it, in C++; `coax_made` is the class.
    pub fn text(&self) -> String {
        let rows = self.rows();
        let makes = rows.iter().enumerate().map(|(number, row)| self.make(number, row));
        format!("{}{}", makes.collect::<String>(), counter(rows.len() - 1))
    }

    fn make(&self, number: usize, row: &[Step]) -> String {
        let mut params = Vec::new();
        let made = match &self.constructor {
            None => "()".into(),
            Some(declared) => match named(declared, "e", &mut params) {
                list if list.is_empty() => String::new(),
                list => format!("({list})"),
            },
        };
        let calls: String = row
            .iter()
            .enumerate()
            .map(|(at, step)| {
                let Step { method, times } = *step;
                let Method { name, params: declared } = &self.methods[method];
                if times == 1 {
                    let list = named(declared, &format!("p{at}_"), &mut params);
                    return format!(" coax_at->{name}({list});");
                }
                params.push("int again".into());
                let list = named(declared, &format!("p{at}_"), &mut params);
                format!(
                    " coax_assume(unsigned(again) < {times}); \
                     for (int i = 0; i <= again; ++i) coax_at->{name}({list});"
                )
            })
            .collect();
        format!(
            "void make{number}({}) {{ coax_made *coax_at = ::new ((void *)this) coax_made{made}; \
             (void)coax_at;{calls} }} ",
            params.join(", ")
        )
    }

    /// How many arguments the constructor takes, if there is one.
    pub fn constructor_arguments(&self) -> Option<usize> {
        self.constructor.as_ref().map(Vec::len)
    }

    /// The calls that the function of this number makes.
    pub fn calls(&self, number: usize) -> Vec<UsedCall> {
        let row = self.rows().into_iter().nth(number).unwrap_or_default();
        let call = |step: Step| {
            let Method { name, params } = &self.methods[step.method];
            UsedCall { name: name.clone(), arguments: params.len(), repeated: step.times > 1 }
        };
        row.into_iter().map(call).collect()
    }
}

/// Adds parameters under names of their own, and gives back these names as arguments.
fn named(declared: &[String], prefix: &str, params: &mut Vec<String>) -> String {
    let names = (0..declared.len()).map(|i| format!("{prefix}{i}"));
    let names: Vec<String> = names.collect();
    params.extend(declared.iter().zip(&names).map(|(text, name)| text.replace(PARAM, name)));
    names.join(", ")
}

/// A function that goes another way for each number.
pub fn counter(most: usize) -> String {
    let cases = (0..=most).map(|n| format!("case {n}: c = {n}; break; "));
    format!(
        "void count(unsigned char n) {{ int c = 0; switch (n) {{ {}}} (void)c; }}",
        cases.collect::<String>()
    )
}

/// The parameters of the public constructor that takes least, if all of them are simple.
fn constructor(program: &Program, facts: &ClassFacts) -> Option<Vec<String>> {
    let public = |made: &&Constructor| made.access == Access::Public && !made.is_deleted;
    let simple = facts.constructors.iter().filter(public).filter(|made| !made.variadic);
    let declared = simple.filter_map(|made| declared(program, made.params.iter().copied()));
    declared.min_by_key(Vec::len)
}

/// Is this a public function of the class that may change an object?
fn changes(program: &Program, signature: &SourceSignature, class: &str) -> bool {
    signature.method.as_ref().is_some_and(|method| {
        let own = spell_type(program, strip(program, method.class), Language::Cxx);
        method.role == Role::Other
            && method.access == Access::Public
            && !method.is_const
            && own.as_deref() == Some(class)
    })
}

fn method(program: &Program, signature: &SourceSignature) -> Option<Method> {
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    if signature.variadic
        || !signature.name.chars().all(is_name)
        || signature.name.starts_with("operator")
    {
        return None;
    }
    let params = declared(program, signature.params.iter().map(|param| param.ty))?;
    Some(Method { name: signature.name.to_string(), params })
}

/// Parameters as they are declared; none if one of them is more than a number or a text.
fn declared(program: &Program, params: impl Iterator<Item = TypeId>) -> Option<Vec<String>> {
    let declared = params.map(|ty| {
        is_simple(program, ty).then(|| spell_declaration(program, ty, PARAM, Language::Cxx))?
    });
    declared.collect()
}

fn is_simple(program: &Program, ty: TypeId) -> bool {
    let ty = strip(program, ty);
    match *program.type_of(ty) {
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum { .. } => true,
        Type::Reference(to) => coax_ir::is_const(program, to) && is_simple(program, to),
        Type::Struct { .. } => {
            spell_type(program, ty, Language::Cxx).is_some_and(|text| is_text(&text))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_is_used_in_every_row_of_two() {
        let method = |name: &str, params: &[&str]| Method {
            name: name.into(),
            params: params.iter().map(|&param| param.into()).collect(),
        };
        let uses = Uses {
            constructor: Some(vec!["int coax_param".into()]),
            methods: vec![method("push", &["int coax_param"]), method("pop", &[])],
        };
        let text = uses.text();
        for line in [
            "void make0(int e0) { coax_made *coax_at = ::new ((void *)this) coax_made(e0); (void)coax_at; }",
            "void make1(int e0, int again, int p0_0)",
            "for (int i = 0; i <= again; ++i) coax_at->push(p0_0); }",
            "void make3(int e0, int again, int p0_0)",
            "coax_at->push(p0_0); coax_at->pop(); }",
            "case 4:",
        ] {
            assert!(text.contains(line), "{line}: {text}");
        }
        assert!(!text.contains("make5"), "{text}");
        let call =
            |name: &str, arguments, repeated| UsedCall { name: name.into(), arguments, repeated };
        assert_eq!(uses.calls(0), []);
        assert_eq!(uses.calls(4), [call("pop", 0, true), call("push", 1, false)]);
    }
}
