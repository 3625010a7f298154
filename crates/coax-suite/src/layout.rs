//! How a struct is written in C so that its fields lie exactly where they lay in the program.
//!
//! A struct whose fields lie where a C compiler puts them is written plainly. Any other (packed,
//! over-aligned, with fields of unknown kind) is written packed, with its gaps spelt out. Fields
//! that overlap, as those of a union or bit-fields do, have no plan.

use coax_case::{Field, Shape};

use crate::names::Names;
use crate::text::identifier;

/// A struct as it is to be written.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    pub packed: bool,
    pub members: Vec<Member>,
}

/// One member of it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Member {
    pub name: String,
    pub offset: u64,
    pub shape: Shape,
    /// A gap: no field asks for it.
    pub is_padding: bool,
}

/// The plan for these fields.
///
/// Gaps are members of their own also in a plain struct when the compiler would leave none there;
/// a plain struct needs its gaps to be zero, which holds for static data.
pub(crate) fn plan(fields: &[Field], size: u64) -> Option<Plan> {
    let members = members(fields, size)?;
    if let Some(plain) = natural(&members, size) {
        return Some(Plan { packed: false, members: plain });
    }
    Some(Plan { packed: true, members })
}

/// Fields and gaps, without overlap, from 0 to the size.
fn members(fields: &[Field], size: u64) -> Option<Vec<Member>> {
    let mut members: Vec<Member> = Vec::new();
    let mut names = Names::default();
    let mut end = 0;
    for (number, field) in fields.iter().enumerate() {
        let next = fields.get(number + 1).map_or(size, |next| next.offset);
        let shape = sized(&field.shape, next.checked_sub(field.offset)?);
        if shape.size() == Some(0) {
            continue;
        }
        members.extend(gap(&mut names, end, field.offset)?);
        end = field.offset + shape.size()?;
        let name = names.unique(&identifier(&field.name), "_");
        members.push(Member { name, offset: field.offset, shape, is_padding: false });
    }
    members.extend(gap(&mut names, end, size)?);
    (!members.is_empty()).then_some(members)
}

/// A shape of known size; bytes of unknown number fill the room there is.
fn sized(shape: &Shape, room: u64) -> Shape {
    match shape {
        Shape::Bytes => bytes(room),
        _ => shape.clone(),
    }
}

fn bytes(count: u64) -> Shape {
    Shape::Array(Box::new(Shape::Unsigned(8)), count)
}

/// The padding between two places; `None` if they overlap.
fn gap(names: &mut Names, from: u64, to: u64) -> Option<Option<Member>> {
    let size = to.checked_sub(from)?;
    Some((size > 0).then(|| {
        let name = names.unique(&format!("padding_{from}"), "_");
        Member { name, offset: from, shape: bytes(size), is_padding: true }
    }))
}

/// The members without their gaps, if the compiler leaves just these.
fn natural(members: &[Member], size: u64) -> Option<Vec<Member>> {
    let mut end = 0u64;
    let mut strictest = 1;
    let mut fields = Vec::new();
    for member in members.iter().filter(|member| !member.is_padding) {
        let alignment = alignment(&member.shape)?;
        if end.next_multiple_of(alignment) != member.offset {
            return None;
        }
        end = member.offset + member.shape.size()?;
        strictest = strictest.max(alignment);
        let Member { name, offset, shape, .. } = member;
        fields.push(Member {
            name: name.clone(),
            offset: *offset,
            shape: shape.clone(),
            is_padding: false,
        });
    }
    (!fields.is_empty() && end.next_multiple_of(strictest) == size).then_some(fields)
}

/// What the compiler aligns such a thing to.
fn alignment(shape: &Shape) -> Option<u64> {
    match shape {
        Shape::Array(element, _) => alignment(element),
        Shape::Struct { fields, size, .. } => {
            let plan = plan(fields, *size)?;
            let members = plan.members.iter().map(|member| alignment(&member.shape));
            if plan.packed { Some(1) } else { members.max().flatten() }
        }
        _ => shape.size(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(name: &str, offset: u64, shape: Shape) -> Field {
        Field { name: name.into(), offset, shape }
    }

    fn names(plan: &Plan) -> Vec<&str> {
        plan.members.iter().map(|member| member.name.as_str()).collect()
    }

    #[test]
    fn a_usual_struct_is_plain() {
        let fields = [field("c", 0, Shape::Char), field("n", 4, Shape::Signed(32))];
        let plan = plan(&fields, 8).unwrap();
        assert!(!plan.packed);
        assert_eq!(names(&plan), ["c", "n"]);
    }

    #[test]
    fn a_packed_struct_is_packed_and_an_overaligned_one_spells_out_its_gap() {
        let fields = [field("c", 0, Shape::Char), field("n", 1, Shape::Signed(32))];
        assert!(plan(&fields, 5).unwrap().packed);
        let fields = [field("n", 0, Shape::Signed(32))];
        let plan = plan(&fields, 16).unwrap();
        assert!(plan.packed);
        assert_eq!(names(&plan), ["n", "padding_4"]);
    }

    #[test]
    fn overlapping_fields_have_no_plan() {
        let fields = [field("a", 0, Shape::Signed(32)), field("b", 0, Shape::Float(32))];
        assert_eq!(plan(&fields, 4), None);
        let fields = [field("a", 0, Shape::Signed(32)), field("b", 2, Shape::Char)];
        assert_eq!(plan(&fields, 4), None);
    }

    #[test]
    fn unknown_bytes_fill_the_room_up_to_the_next_field() {
        let fields = [field("u", 0, Shape::Bytes), field("n", 8, Shape::Signed(64))];
        let plan = plan(&fields, 16).unwrap();
        assert!(!plan.packed);
        assert_eq!(plan.members[0].shape, bytes(8));
    }
}
