//! Pointers as expressions.

use coax_case::Pointee;
use coax_ir::{FuncId, Type, TypeId};

use super::{
    body::Body,
    objects::{Form, Progress},
    place::Place,
    stub_types::StubKind,
};
use crate::text::string_literal;

impl Body<'_> {
    /// The value of a pointer of that type; none if what it points to is not there yet.
    pub fn pointer(&self, ty: TypeId, to: &Pointee) -> Option<String> {
        Some(match to {
            Pointee::Null => self.null(),
            Pointee::Object { index, offset } => self.address(*index, *offset, Some(ty))?,
            Pointee::Function(id) => self.function_name(*id).to_owned(),
            Pointee::Stub(index) => self.stub_address(*index, Some(ty)),
            Pointee::File(bytes) => {
                let file = format!("coax_file({}, {})", string_literal(bytes), bytes.len());
                if self.types.cxx { self.cast(ty, &file) } else { file }
            }
        })
    }

    /// A pointer for which any type will do; all objects are there.
    pub fn untyped_pointer(&self, to: &Pointee) -> String {
        match to {
            Pointee::Object { index, offset } => {
                self.address(*index, *offset, None).unwrap_or_else(|| self.null())
            }
            Pointee::Function(id) => format!("(void *){}", self.function_name(*id)),
            Pointee::Stub(index) => self.stub_address(*index, None),
            Pointee::Null | Pointee::File(_) => {
                self.pointer(TypeId(0), to).unwrap_or_else(|| self.null())
            }
        }
    }

    fn stub_address(&self, index: usize, ty: Option<TypeId>) -> String {
        let name = self.stub_names[index].clone();
        let made_up = self.case.stubs[index].how == StubKind::Pointer;
        match ty {
            Some(_) if made_up => name,
            Some(ty) => self.cast(ty, &name),
            None => format!("(void *){name}"),
        }
    }

    fn cast(&self, ty: TypeId, expression: &str) -> String {
        let name = self.types.spell(self.types.assignable(ty)).unwrap_or_else(|| "void *".into());
        format!("({name}){expression}")
    }

    /// How the source names a function that a pointer leads to.
    pub fn function_name(&self, id: FuncId) -> &str {
        &self.types.program.function(id).source_name
    }

    /// The address of an object or of what lies in it; any pointer if no type is wanted.
    fn address(&self, index: usize, offset: u64, ty: Option<TypeId>) -> Option<String> {
        let object = &self.objects[index];
        if object.progress != Progress::There {
            return None;
        }
        let given = &self.case.objects()[index];
        let wanted = ty.and_then(|ty| self.types.pointee(ty));
        let any = ty.is_none() || wanted.is_some_and(|wanted| self.types.is_void(wanted));
        let typed = object.form != Form::Bytes;
        let base = match object.form {
            Form::Single => format!("&{}", object.name),
            Form::Array | Form::Pointer | Form::Bytes => object.name.clone(),
        };
        if offset == 0 && any {
            return Some(base);
        }
        if let (true, Some(wanted)) = (typed, wanted)
            && let Some(address) = self.typed_address(index, offset, wanted)
        {
            return Some(address);
        }
        let is_bytes = wanted.is_some_and(|wanted| {
            matches!(&*self.types.bare(wanted), Type::Int { name, .. } if &**name == "unsigned char")
        });
        if !typed && (any || is_bytes) {
            return Some(format!("{base} + {offset}")).map(|sum| sum.replace(" + 0", ""));
        }
        let bytes = match offset {
            0 if self.types.cxx && self.types.is_compound(given.ty) && typed => {
                format!("(char *){base}")
            }
            0 => base,
            _ => format!("((char *){base} + {offset})"),
        };
        Some(ty.filter(|_| !any).map_or_else(|| bytes.clone(), |ty| self.cast(ty, &bytes)))
    }

    fn typed_address(&self, index: usize, offset: u64, wanted: TypeId) -> Option<String> {
        let (object, given) = (&self.objects[index], &self.case.objects()[index]);
        let size = self.types.size(given.ty).filter(|&size| size > 0)?;
        let (element, rest) = (offset / size, offset % size);
        let same = self.types.compatible(given.ty, wanted);
        if same && rest == 0 && element >= given.count {
            let base = if object.form == Form::Single { "&" } else { "" };
            return Some(match element {
                0 => object.name.clone(),
                _ => format!("{base}{} + {element}", object.name),
            });
        }
        let place = match object.form {
            Form::Single => Place::variable(&object.name),
            _ if element == 0 && same && rest == 0 => return Some(object.name.clone()),
            Form::Pointer if element == 0 => Place::behind(&object.name),
            _ => Place::variable(&object.name).element(element),
        };
        let part = self.types.part(given.ty, rest, wanted, &place)?;
        Some(part.address())
    }
}

/// What a pointer points to.
pub(super) fn behind(pointer: &str) -> String {
    match pointer.strip_prefix('&') {
        Some(place) if !place.contains(" + ") => place.into(),
        _ if pointer.contains(" + ") && !pointer.starts_with('(') => format!("*({pointer})"),
        _ => format!("*{pointer}"),
    }
}
