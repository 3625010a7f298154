//! What the functions of a program need to be given objects: makers for classes that nothing in it makes or
//! that only calls bring into all their states, and constructors that other translation units define.
//!
//! Invariant: what an object is made of has its maker before the object has, unless classes contain each
//! other.

use std::collections::{BTreeMap, BTreeSet};

use coax_engine::unit::{self, Makers, can_be_made};
use coax_ir::{
    Access, ClassFacts, Constructor, Field, FieldKind, Language, Program, Role, Type, TypeId,
    spell_declaration, spell_type, strip,
};

use crate::makers::Maker;
use crate::recipes::{ELEMENTS, Recipe, text_stream};
use crate::standard_classes::template;
use crate::uses::Uses;

/// Elements of a container that are constructed themselves, and letters of a text.
const MADE_ELEMENTS: usize = 2;
const LETTERS: usize = 8;

/// What a program's functions need to be given what they take.
#[derive(Debug, Default)]
pub struct Needed {
    pub makers: Vec<Maker>,
    /// Names of constructors and destructors that the program declares and does not define.
    pub defined_elsewhere: BTreeSet<String>,
}

/// Looks at all classes that functions of a program take.
pub fn needed(program: &Program) -> Needed {
    let mut walk = Walk::new(program);
    let signatures: Vec<_> =
        program.own_functions().iter().filter_map(|&id| program.signature_of(id)).collect();
    let is_cxx = |one: &coax_ir::SourceSignature| one.language == Language::Cxx;
    let mut types: Vec<TypeId> = Vec::new();
    for signature in signatures.iter().filter(|signature| is_cxx(signature)) {
        types.extend(signature.method.as_ref().map(|method| method.class));
        types.extend(signature.params.iter().map(|param| param.ty));
    }
    // Classes that templates only name.
    for &ty in &types {
        walk.know(ty);
    }
    for ty in types {
        walk.visit(ty);
    }
    walk.needed
}

/// Goes through types, and from classes to what they are made of.
struct Walk<'p> {
    program: &'p Program,
    known: BTreeMap<String, TypeId>,
    seen: BTreeSet<String>,
    needed: Needed,
}

impl<'p> Walk<'p> {
    fn new(program: &'p Program) -> Walk<'p> {
        Walk { program, known: BTreeMap::new(), seen: BTreeSet::new(), needed: Needed::default() }
    }

    /// The class that a type is, or leads to.
    fn class(&self, ty: TypeId) -> Option<TypeId> {
        let ty = strip(self.program, ty);
        match *self.program.type_of(ty) {
            Type::Pointer(to) | Type::Reference(to) | Type::RvalueReference(to) => self.class(to),
            Type::Array { element, .. } => self.class(element),
            Type::Struct { .. } | Type::Union { .. } => Some(ty),
            _ => None,
        }
    }

    /// Remembers a class, and those its members lead to, by how they are written.
    fn know(&mut self, ty: TypeId) {
        let Some(class) = self.class(ty) else { return };
        let Some(text) = spell_type(self.program, class, Language::Cxx) else { return };
        if self.known.insert(text, class).is_none() {
            let members: Vec<TypeId> = self.members(class).iter().map(|field| field.ty).collect();
            members.into_iter().for_each(|member| self.know(member));
        }
    }

    fn members(&self, class: TypeId) -> Vec<Field> {
        match &*self.program.type_of(class) {
            Type::Struct { fields, .. } => fields.to_vec(),
            _ => Vec::new(),
        }
    }

    fn visit(&mut self, ty: TypeId) {
        let Some(class) = self.class(ty) else { return };
        let Some(text) = spell_type(self.program, class, Language::Cxx) else { return };
        if text.starts_with("std::") {
            return self.standard(&text);
        }
        if !self.seen.insert(text.clone()) {
            return;
        }
        let Some(facts) = self.program.class_facts(class) else { return };
        self.look_for_definitions(&facts);
        let members = self.members(class);
        let parts = members.iter().map(|field| field.ty);
        let params = facts.constructors.iter().flat_map(|made| made.params.iter().copied());
        for part in parts.chain(params) {
            self.visit(part);
        }
        let uses = Uses::of(self.program, class, &text, &facts);
        let is_made = can_be_made(self.program, &Makers::default(), class) || facts.declares_pure;
        if uses.is_some() || !is_made {
            let mut ways: Vec<Recipe> =
                self.recipe(&text, &facts, &members, uses).into_iter().collect();
            if facts.constructors.iter().all(|made| self.is_copy(&text, made)) {
                ways.extend(self.by_templates(&text, class));
            }
            if let Some((recipe, otherwise)) = ways.split_first() {
                let (recipe, otherwise) = (recipe.clone(), otherwise.to_vec());
                self.needed.makers.push(Maker { class: text, recipe, otherwise, most: 0 });
            }
        }
    }

    /// Notes what the class declares and this program does not define.
    fn look_for_definitions(&mut self, facts: &ClassFacts) {
        let constructors = facts.constructors.iter().filter(|made| !made.is_deleted);
        let declared = constructors.map(|made| made.declaration);
        let destructor = facts.destructor.iter().map(|destructor| destructor.declaration);
        for declaration in declared.chain(destructor) {
            if self.program.definition_of(declaration).is_none() {
                let names = self.program.linkage_names_of(declaration);
                self.needed.defined_elsewhere.extend(names);
            }
        }
    }

    /// A class of the standard library, and those it is made of.
    fn standard(&mut self, class: &str) {
        let class = text_stream(class).unwrap_or(class);
        let Some(recipe) = Recipe::standard(class) else { return };
        if !self.seen.insert(class.to_owned()) {
            return;
        }
        let recipe = match recipe {
            Recipe::Owner(owned) => Recipe::Owner(self.concrete(owned)),
            recipe => recipe,
        };
        let most = self.most(&recipe, class);
        let otherwise = Vec::new();
        self.needed.makers.push(Maker { class: class.to_owned(), recipe, otherwise, most });
        let arguments = template(class).map(|(_, arguments)| arguments).unwrap_or_default();
        let owned = match &self.needed.makers[self.needed.makers.len() - 1].recipe {
            Recipe::Owner(owned) => Some(owned.clone()),
            _ => None,
        };
        for argument in arguments.into_iter().chain(owned.as_deref()) {
            // The allocator names what maps are made of.
            let element = template(argument).filter(|(name, _)| *name == "allocator");
            let argument =
                element.and_then(|(_, inner)| inner.first().copied()).unwrap_or(argument);
            let argument = argument.trim_start_matches("const ");
            self.standard(argument);
            if let Some(&class) = self.known.get(argument) {
                self.visit(class);
            }
        }
    }

    /// The class itself, or one derived from it if it has no objects of its own.
    fn concrete(&self, class: String) -> String {
        let is_abstract =
            |ty: TypeId| self.program.class_facts(ty).is_some_and(|facts| facts.declares_pure);
        if !self.known.get(&class).is_some_and(|&ty| is_abstract(ty)) {
            return class;
        }
        let mut others = self.known.iter().filter(|(_, ty)| !is_abstract(**ty));
        let derived = others.find(|(_, ty)| self.is_derived(**ty, &class));
        derived.map_or(class, |(text, _)| text.clone())
    }

    fn is_derived(&self, class: TypeId, base: &str) -> bool {
        let facts = self.program.class_facts(class);
        facts.is_some_and(|facts| {
            facts.bases.iter().any(|parent| {
                let ty = strip(self.program, parent.ty);
                spell_type(self.program, ty, Language::Cxx).as_deref() == Some(base)
                    || self.is_derived(ty, base)
            })
        })
    }

    /// How many elements an object has at most.
    fn most(&self, recipe: &Recipe, class: &str) -> usize {
        let (name, arguments) = template(class).unwrap_or_default();
        let element = arguments.first().copied().unwrap_or_default();
        let known = self.known.get(element);
        let is_plain = known.is_none_or(|&class| unit::is_plain(self.program, class));
        match recipe {
            Recipe::Owner(_) | Recipe::Maybe => 1,
            Recipe::Text | Recipe::Stream => LETTERS,
            _ if name.ends_with("map") || element.starts_with("std::") => MADE_ELEMENTS,
            _ if !is_plain => MADE_ELEMENTS,
            _ => ELEMENTS,
        }
    }

    /// How an object of a class of the user's is made that nothing in the program makes, or that only calls
    /// bring into all its states.
    fn recipe(
        &self,
        text: &str,
        facts: &ClassFacts,
        members: &[Field],
        uses: Option<Uses>,
    ) -> Option<Recipe> {
        if facts.constructors.is_empty() {
            // What a class destroys itself may own what its members point to: those stay as it sets them.
            let owns = facts.destructor.is_some();
            let is_left = |field: &&Field| !(owns && self.is_pointer(field.ty));
            let members = members.iter().filter(is_left);
            let members: Vec<_> = members.filter_map(|field| self.member(field)).collect();
            return Some(match uses {
                Some(uses) if members.is_empty() => Recipe::Used(uses),
                _ => Recipe::Members(members),
            });
        }
        if let Some(uses) = uses {
            return Some(Recipe::Used(uses));
        }
        let public = |made: &&Constructor| made.access == Access::Public && !made.is_deleted;
        let mut public: Vec<&Constructor> = facts.constructors.iter().filter(public).collect();
        public.sort_by_key(|made| made.params.len());
        // Constructors of templates are there where they are used; others have been found already,
        // unless the compiler makes them.
        let is_template = text.contains('<');
        public.into_iter().find_map(|made| match made.params.as_slice() {
            [] => Some(Recipe::Default),
            params if is_template && !made.variadic => self.call(text, params),
            _ => None,
        })
    }

    /// Is it made of another object of the same class?
    fn is_copy(&self, class: &str, made: &Constructor) -> bool {
        made.params.iter().any(|&ty| self.is_itself(class, ty))
    }

    /// Constructors that are templates, which a class does not list: as the program uses them, or else
    /// of what most of them take.
    fn by_templates(&self, text: &str, class: TypeId) -> Vec<Recipe> {
        let signatures =
            self.program.own_functions().iter().filter_map(|&id| self.program.signature_of(id));
        let used = signatures.filter_map(|signature| {
            let method = signature.method.as_ref()?;
            let is_it = method.role == Role::Constructor
                && coax_ir::compatible(self.program, strip(self.program, method.class), class);
            let params: Vec<TypeId> = signature.params.iter().map(|param| param.ty).collect();
            if is_it { self.call(text, &params) } else { None }
        });
        let mut ways: Vec<Recipe> = used.filter(|way| *way != Recipe::Call(Vec::new())).collect();
        ways.truncate(1);
        ways.extend(["int e0", "const char *e0"].map(|e0| Recipe::Call(vec![e0.to_owned()])));
        ways
    }

    fn is_itself(&self, class: &str, ty: TypeId) -> bool {
        let known = self.class(ty);
        let text = known.and_then(|ty| spell_type(self.program, ty, Language::Cxx));
        text.as_deref() == Some(class)
    }

    fn call(&self, class: &str, params: &[TypeId]) -> Option<Recipe> {
        if params.iter().any(|&ty| self.is_itself(class, ty)) {
            return None;
        }
        let declared = params
            .iter()
            .enumerate()
            .map(|(i, &ty)| spell_declaration(self.program, ty, &format!("e{i}"), Language::Cxx));
        Some(Recipe::Call(declared.collect::<Option<Vec<String>>>()?))
    }

    /// A public member that can be assigned to, as a parameter.
    fn member(&self, field: &Field) -> Option<(String, String)> {
        let is_set = field.kind == FieldKind::Member
            && field.access == Access::Public
            && field.bit_size.is_none()
            && !coax_ir::is_const(self.program, field.ty);
        let name = field.name.as_deref().filter(|_| is_set)?;
        let ty = strip(self.program, field.ty);
        match *self.program.type_of(ty) {
            Type::Array { .. } | Type::Reference(_) | Type::RvalueReference(_) => return None,
            Type::Struct { .. } | Type::Union { .. } if !self.is_makeable(ty) => return None,
            _ => {}
        }
        let declared = spell_declaration(self.program, field.ty, name, Language::Cxx)?;
        Some((declared, name.to_owned()))
    }

    fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(*self.program.type_of(strip(self.program, ty)), Type::Pointer(_))
    }

    fn is_makeable(&self, class: TypeId) -> bool {
        let text = spell_type(self.program, class, Language::Cxx);
        let has_maker = |text: String| self.needed.makers.iter().any(|maker| maker.class == text);
        can_be_made(self.program, &Makers::default(), class) || text.is_some_and(has_maker)
    }
}
