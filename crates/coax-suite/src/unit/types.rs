//! What the renderer asks about types: how they are written, what is under their names, and how a
//! variable of them can be given a value.

use std::sync::Arc;

use coax_ir::names::{is_standard, standard_names};
use coax_ir::{Constructor, FieldKind, Language, Program, Type, TypeId};

/// The types of a program, in one language.
#[derive(Clone, Copy)]
pub(super) struct Types<'p> {
    pub program: &'p Program,
    pub cxx: bool,
}

impl Types<'_> {
    fn language(&self) -> Language {
        if self.cxx { Language::Cxx } else { Language::C }
    }

    /// The type's name, if it has one.
    pub fn spell(&self, ty: TypeId) -> Option<String> {
        coax_ir::spell_type(self.program, ty, self.language()).map(with_name)
    }

    /// A declaration, if the type can be written. The name may have parts of a declarator.
    pub fn declare(&self, ty: TypeId, name: &str) -> Option<String> {
        coax_ir::spell_declaration(self.program, ty, name, self.language()).map(with_name)
    }

    /// A declaration of something that can be assigned to.
    pub fn declare_variable(&self, ty: TypeId, name: &str) -> Option<String> {
        self.declare(self.assignable(ty), name)
    }

    /// The type without what forbids to change a variable of it.
    pub fn assignable(&self, ty: TypeId) -> TypeId {
        match *self.program.type_of(ty) {
            Type::Qualified { target, .. } => self.assignable(target),
            Type::Typedef { target, .. } if coax_ir::is_const(self.program, ty) => {
                self.assignable(target)
            }
            _ => ty,
        }
    }

    /// The type without the names that makers and the standard library have for it.
    pub fn named_by_user(&self, ty: TypeId) -> TypeId {
        match &*self.program.type_of(ty) {
            Type::Typedef { name, target }
                if name.starts_with(coax_case::MAKER) || is_standard(name) =>
            {
                self.named_by_user(*target)
            }
            Type::Qualified { target, .. } => self.named_by_user(*target),
            _ => ty,
        }
    }

    /// What is under typedefs and qualifiers.
    pub fn bare(&self, ty: TypeId) -> Arc<Type> {
        self.program.type_of(coax_ir::strip(self.program, ty))
    }

    pub fn size(&self, ty: TypeId) -> Option<u64> {
        coax_ir::size_of(self.program, ty)
    }

    pub fn is_const(&self, ty: TypeId) -> bool {
        coax_ir::is_const(self.program, ty)
    }

    pub fn is_void(&self, ty: TypeId) -> bool {
        matches!(*self.bare(ty), Type::Void)
    }

    pub fn compatible(&self, a: TypeId, b: TypeId) -> bool {
        coax_ir::compatible(self.program, a, b)
    }

    /// What a pointer or reference refers to.
    pub fn pointee(&self, ty: TypeId) -> Option<TypeId> {
        match *self.bare(ty) {
            Type::Pointer(target) | Type::Reference(target) | Type::RvalueReference(target) => {
                Some(target)
            }
            _ => None,
        }
    }

    /// Whether it is a character type that text is made of, and whether that is plain `char`.
    pub fn character(&self, ty: TypeId) -> Option<bool> {
        match &*self.bare(ty) {
            Type::Int { name, bits: 8, .. } => Some(&**name == "char"),
            _ => None,
        }
    }

    /// Whether a value of it contains pointers.
    pub fn has_pointers(&self, ty: TypeId) -> bool {
        match &*self.bare(ty) {
            Type::Pointer(_) => true,
            Type::Array { element, .. } => self.has_pointers(*element),
            Type::Struct { fields, .. } | Type::Union { fields, .. } => {
                fields.iter().any(|field| self.has_pointers(field.ty))
            }
            _ => false,
        }
    }

    /// Whether a value of it is a struct, union or array.
    pub fn is_compound(&self, ty: TypeId) -> bool {
        matches!(*self.bare(ty), Type::Struct { .. } | Type::Union { .. } | Type::Array { .. })
    }

    /// Whether `T x = {...}` with the names of members says everything. In C it does.
    pub fn is_aggregate(&self, ty: TypeId) -> bool {
        if !self.cxx {
            return true;
        }
        match &*self.bare(ty) {
            Type::Array { element, .. } => self.is_aggregate(*element),
            Type::Struct { fields, .. } | Type::Union { fields, .. } => {
                let facts = self.program.class_facts(coax_ir::strip(self.program, ty));
                facts.is_none_or(|facts| facts.is_aggregate && !facts.is_dynamic)
                    && fields.iter().all(|field| {
                        field.kind == FieldKind::Member
                            && field.name.is_some()
                            && self.is_aggregate(field.ty)
                    })
            }
            Type::Reference(_) | Type::RvalueReference(_) => false,
            _ => true,
        }
    }

    /// Whether an object can be copied, as far as constructors that are declared tell.
    pub fn is_copyable(&self, ty: TypeId) -> bool {
        let class = coax_ir::strip(self.program, ty);
        let Some(facts) = self.program.class_facts(class) else { return true };
        // Containers declare that they copy, whether their elements can be copied or not.
        if self.spell(class).is_some_and(|name| standard_names(&name).any(|it| it == "unique_ptr"))
        {
            return false;
        }
        let takes = |made: &Constructor, moved: bool| match made.params.as_slice() {
            [one] => match *self.bare(*one) {
                Type::Reference(to) => !moved && coax_ir::strip(self.program, to) == class,
                Type::RvalueReference(to) => moved && coax_ir::strip(self.program, to) == class,
                _ => false,
            },
            _ => false,
        };
        if let Some(copies) = facts.constructors.iter().find(|made| takes(made, false)) {
            return !copies.is_deleted;
        }
        let parts = match &*self.program.type_of(class) {
            Type::Struct { fields, .. } => fields.iter().map(|field| field.ty).collect(),
            _ => Vec::new(),
        };
        !facts.constructors.iter().any(|made| takes(made, true))
            && parts.into_iter().all(|part| self.is_copyable(part))
    }
}

/// What `va_list` is made of has a name that only compilers may use; the tests' header has another.
fn with_name(text: String) -> String {
    const COMPILERS: &str = "__va_list_tag";
    match text.contains(COMPILERS) {
        true => text.replace("struct ", "").replace(COMPILERS, "coax_va_list_tag"),
        false => text,
    }
}
