//! type_info objects in memory: which handler catches which exception.
//!
//! Layouts are those of the Itanium C++ ABI, section 2.9.5.

use crate::Stop;
use crate::machine::{Call, Hooks};

/// What a type_info describes, told by its vtable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    /// A class without bases.
    Class,
    /// A class with one public non-virtual base.
    SingleBase,
    /// Any other class.
    ManyBases,
    /// A pointer.
    Pointer,
    /// A function.
    Function,
    /// Anything else.
    Other,
}

const POINTER_FLAGS: u64 = 16;
const POINTEE: u64 = 24;
const SINGLE_BASE: u64 = 16;
const BASE_COUNT: u64 = 20;
const BASES: u64 = 24;
const BASE_SIZE: u64 = 16;
const BASE_IS_VIRTUAL: i64 = 1;
const BASE_IS_PUBLIC: i64 = 2;
/// The qualifier `const` of what is pointed to.
const CONST: u64 = 1;
/// const, volatile, restrict.
const QUALIFIERS: u64 = 7;

/// Where a base was found inside an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Found {
    No,
    At(u64),
    Ambiguous,
}

impl<H: Hooks> Call<'_, '_, H> {
    /// The address a handler for type `caught` sees of an exception of type `thrown`, if it catches it.
    pub fn catch_match(
        &mut self,
        thrown: u64,
        caught: u64,
        object: u64,
    ) -> Result<Option<u64>, Stop> {
        let (thrown_shape, caught_shape) = (self.shape(thrown)?, self.shape(caught)?);
        if caught_shape == Shape::Pointer {
            return self.pointer_match(thrown, thrown_shape, caught, object);
        }
        if self.same_type(thrown, caught)? {
            return Ok(Some(object));
        }
        if is_class(thrown_shape) && is_class(caught_shape) {
            return self.base_at(thrown, caught, object);
        }
        Ok(None)
    }

    fn pointer_match(
        &mut self,
        thrown: u64,
        shape: Shape,
        caught: u64,
        object: u64,
    ) -> Result<Option<u64>, Stop> {
        if shape != Shape::Pointer {
            // nullptr converts to every pointer.
            return Ok((self.type_name(thrown)? == b"Dn").then_some(0));
        }
        let value = self.load::<8>(object)?;
        if self.same_type(thrown, caught)? {
            return Ok(Some(value));
        }
        let Some((from, to)) = self.pointees(thrown, caught)? else { return Ok(None) };
        let (from_shape, to_shape) = (self.shape(from)?, self.shape(to)?);
        if self.same_type(from, to)? {
            return Ok(Some(value));
        }
        if self.type_name(to)? == b"v" {
            return Ok((from_shape != Shape::Function).then_some(value));
        }
        if is_class(from_shape) && is_class(to_shape) {
            return self.base_at(from, to, value);
        }
        let outer_const = self.load::<4>(caught + POINTER_FLAGS)? & CONST != 0;
        Ok(self.inner_match(from, to, outer_const)?.then_some(value))
    }

    /// What two pointer types point to, if the second has all qualifiers of the first.
    fn pointees(&mut self, thrown: u64, caught: u64) -> Result<Option<(u64, u64)>, Stop> {
        let flags = self.load::<4>(thrown + POINTER_FLAGS)?;
        let wanted = self.load::<4>(caught + POINTER_FLAGS)?;
        if flags & !wanted & QUALIFIERS != 0 {
            return Ok(None);
        }
        Ok(Some((self.load::<8>(thrown + POINTEE)?, self.load::<8>(caught + POINTEE)?)))
    }

    /// Qualification conversion below the first level: `int **` to `const int *const *`.
    fn inner_match(&mut self, from: u64, to: u64, outer_const: bool) -> Result<bool, Stop> {
        if self.same_type(from, to)? {
            return Ok(true);
        }
        if self.shape(from)? != Shape::Pointer || self.shape(to)? != Shape::Pointer || !outer_const
        {
            return Ok(false);
        }
        let Some((inner_from, inner_to)) = self.pointees(from, to)? else { return Ok(false) };
        let inner_const = self.load::<4>(to + POINTER_FLAGS)? & CONST != 0;
        self.inner_match(inner_from, inner_to, inner_const)
    }

    /// Where the one public base of type `base` is in an object of class `class`.
    fn base_at(&mut self, class: u64, base: u64, object: u64) -> Result<Option<u64>, Stop> {
        match self.find_base(class, base, object)? {
            Found::At(address) => Ok(Some(address)),
            Found::No | Found::Ambiguous => Ok(None),
        }
    }

    fn find_base(&mut self, class: u64, base: u64, object: u64) -> Result<Found, Stop> {
        if self.same_type(class, base)? {
            return Ok(Found::At(object));
        }
        match self.shape(class)? {
            Shape::SingleBase => {
                let next = self.load::<8>(class + SINGLE_BASE)?;
                self.find_base(next, base, object)
            }
            Shape::ManyBases => self.find_in_bases(class, base, object),
            _ => Ok(Found::No),
        }
    }

    fn find_in_bases(&mut self, class: u64, base: u64, object: u64) -> Result<Found, Stop> {
        let count = self.load::<4>(class + BASE_COUNT)?;
        let mut found = Found::No;
        for i in 0..count {
            let entry = class + BASES + i * BASE_SIZE;
            let next = self.load::<8>(entry)?;
            let flags = self.load::<8>(entry + 8)? as i64;
            if flags & BASE_IS_PUBLIC == 0 {
                continue;
            }
            let mut offset = flags >> 8;
            // A null pointer has no vtable, and stays null with any offset.
            if object == 0 {
                offset = 0;
            } else if flags & BASE_IS_VIRTUAL != 0 {
                let vtable = self.load::<8>(object)?;
                offset = self.load::<8>(vtable.wrapping_add(offset as u64))? as i64;
            }
            let inside = self.find_base(next, base, object.wrapping_add(offset as u64))?;
            found = match (found, inside) {
                (Found::No, other) | (other, Found::No) => other,
                (Found::At(a), Found::At(b)) if a == b => Found::At(a),
                _ => Found::Ambiguous,
            };
        }
        Ok(found)
    }

    /// Two type_infos are one type if they are one object or have one name
    /// (names that start with `*` are unique to their module).
    fn same_type(&mut self, a: u64, b: u64) -> Result<bool, Stop> {
        if a == b {
            return Ok(true);
        }
        let name = self.type_name(a)?;
        Ok(!name.starts_with(b"*") && name == self.type_name(b)?)
    }

    /// The mangled name a type_info holds.
    pub fn type_name(&mut self, type_info: u64) -> Result<Vec<u8>, Stop> {
        let name = self.load::<8>(type_info + 8)?;
        Ok(self.c_string(name, u64::MAX)?.to_vec())
    }

    fn shape(&mut self, type_info: u64) -> Result<Shape, Stop> {
        let vtable = self.load::<8>(type_info)?;
        let name = self.program.global_at(vtable).map(|id| &*self.program.global(id).parts.name);
        Ok(match name {
            Some("_ZTVN10__cxxabiv117__class_type_infoE") => Shape::Class,
            Some("_ZTVN10__cxxabiv120__si_class_type_infoE") => Shape::SingleBase,
            Some("_ZTVN10__cxxabiv121__vmi_class_type_infoE") => Shape::ManyBases,
            Some("_ZTVN10__cxxabiv119__pointer_type_infoE") => Shape::Pointer,
            Some("_ZTVN10__cxxabiv120__function_type_infoE") => Shape::Function,
            _ => Shape::Other,
        })
    }
}

fn is_class(shape: Shape) -> bool {
    matches!(shape, Shape::Class | Shape::SingleBase | Shape::ManyBases)
}
