//! The body of a test, growing: variables, what is assigned to them, and pointers between them.
//!
//! Invariants: a variable is written before it is used; a pointer to an object that is not there
//! yet is assigned once it is; every name is given out once.

use coax_case::{Pointee, PointerAt, Value};
use coax_ir::{Type, TypeId};

use super::{
    objects::{Progress, Variable},
    place::Place,
    resolved::Resolved,
    tree::{Elements, Image, Manner, Node},
    types::Types,
};
use crate::{
    format,
    names::Names,
    text::{WIDTH, identifier, literal_pieces, string_literal},
    value::Initializer,
};

/// Arrays of that many elements are written by those that matter, if those are few.
const MANY: u64 = 16;

/// Larger variables do not lie on the stack.
pub(super) const LARGE: usize = 64 << 10;

/// A test's body.
pub(super) struct Body<'c> {
    pub types: Types<'c>,
    pub case: &'c Resolved<'c>,
    pub names: Names,
    pub lines: Vec<String>,
    /// What became of each object of the case.
    pub objects: Vec<Variable>,
    /// Names of the case's stubs.
    pub stub_names: Vec<String>,
    /// Pointers to what is not there yet.
    late: Vec<Late>,
    /// Every variable with its value, for people.
    pub told: Vec<(String, TypeId, Node)>,
    /// Every object that a constructor makes, with its call, for people.
    pub made: Vec<(String, String)>,
    /// Something here has a destructor that must not run.
    pub keeps_objects: bool,
}

/// A pointer that is written when everything is there.
struct Late {
    to: Pointee,
    at: LatePlace,
}

enum LatePlace {
    /// An assignment.
    Assigned(Place, TypeId),
    /// That far into something.
    Written(Place, u64),
}

impl<'c> Body<'c> {
    pub fn new(types: Types<'c>, case: &'c Resolved<'c>) -> Self {
        let objects = case.objects().iter().map(|_| Variable::default()).collect();
        Body {
            types,
            case,
            names: Names::default(),
            lines: Vec::new(),
            objects,
            stub_names: Vec::new(),
            late: Vec::new(),
            told: Vec::new(),
            made: Vec::new(),
            keeps_objects: false,
        }
    }

    /// A name that is used nowhere else in the test.
    pub fn name(&mut self, wanted: &str) -> String {
        let letters = |letter: char| letter.is_ascii_alphanumeric();
        let words: Vec<_> =
            wanted.split(|letter| !letters(letter)).filter(|w| !w.is_empty()).collect();
        let word = identifier(&words.join("_"));
        self.names.unique(&word, "_")
    }

    /// A variable with a value; gives back its name.
    pub fn variable(&mut self, wanted: &str, value: &Value) -> String {
        self.pointees(&value.pointers);
        let name = self.name(wanted);
        let place = Place::variable(&name);
        if self.types.is_aggregate(value.ty) {
            let image = self.image(value, Manner::Initialized);
            self.told.push((name.clone(), value.ty, image.node.clone()));
            let declared = self.types.declare_variable(value.ty, &name);
            // A type without a name cannot be that of a value that is passed.
            let declared = declared.unwrap_or_else(|| format!("int {name}"));
            let rest = self.define(&declared, &image.node, value.ty, &place);
            self.assign_all(rest);
            self.write_rest(&image, &place);
        } else {
            self.unmade(value.ty, &name, None);
            let image = self.image(value, Manner::Assigned);
            self.told.push((name.clone(), value.ty, image.node.clone()));
            self.assign_image(&image, &place);
        }
        name
    }

    pub fn image(&self, value: &Value, how: Manner) -> Image {
        self.types.image(value.ty, &value.bytes, &value.pointers, how)
    }

    /// `declared = initialiser;`. What the initialiser could not say is handed back.
    pub fn define(
        &mut self,
        declared: &str,
        node: &Node,
        ty: TypeId,
        place: &Place,
    ) -> Vec<(Node, Place)> {
        let mut rest = Vec::new();
        let value = self.initializer(node, ty, place, &mut rest);
        self.define_as(declared, &value);
        rest
    }

    pub fn assign_all(&mut self, rest: Vec<(Node, Place)>) {
        rest.iter().for_each(|(node, place)| self.assign(node, place));
    }

    pub fn define_as(&mut self, declared: &str, value: &Initializer) {
        self.lines.push(format!("{};", format::defined(declared, value, 0)));
    }

    /// Room for an object of C++ without a call of its constructor.
    pub fn unmade(&mut self, ty: TypeId, name: &str, count: Option<u64>) {
        let room = self.name(&format!("{name}_room"));
        let (array, reference) = match count {
            Some(count) => (format!("[{count}]"), format!("(&{name})[{count}]")),
            None => (String::new(), format!("&{name}")),
        };
        let spelled = self.types.declare_variable(ty, &array).unwrap_or_default();
        let reference = self.types.declare_variable(ty, &reference).unwrap_or_default();
        self.lines.push(format!("coax_unmade<{spelled}> {room};"));
        self.lines.push(format!("{reference} = {room}.object;"));
        self.keeps_objects = true;
    }

    // ---- Initialisers ---------------------------------------------------------------------------

    /// What can be said at once; the rest is for assignments.
    pub fn initializer(
        &mut self,
        node: &Node,
        ty: TypeId,
        place: &Place,
        rest: &mut Vec<(Node, Place)>,
    ) -> Initializer {
        match node {
            Node::Zero => self.zero(ty),
            Node::Scalar(text) => Initializer::Scalar(text.clone()),
            Node::Text(text) => Initializer::Text(text.clone()),
            Node::Pointer { ty, to } => match self.pointer(*ty, to) {
                Some(pointer) => Initializer::Scalar(pointer),
                None => {
                    rest.push((node.clone(), place.clone()));
                    self.zero(*ty)
                }
            },
            Node::Members(members) => self.member_initializers(members, place, rest),
            Node::Elements(elements) => self.element_initializers(elements, place, rest),
        }
    }

    fn member_initializers(
        &mut self,
        members: &[(String, Node)],
        place: &Place,
        rest: &mut Vec<(Node, Place)>,
    ) -> Initializer {
        let mut list = Vec::new();
        for (name, node) in members {
            let inner = place.member(name);
            if let Node::Pointer { ty, to } = node
                && self.pointer(*ty, to).is_none()
            {
                rest.push((node.clone(), inner));
                continue;
            }
            let void = TypeId(0); // only asked for what is zero, and that is not here
            list.push((Some(name.clone()), self.initializer(node, void, &inner, rest)));
        }
        if list.is_empty() { self.empty_list() } else { Initializer::List(list) }
    }

    fn element_initializers(
        &mut self,
        elements: &Elements,
        place: &Place,
        rest: &mut Vec<(Node, Place)>,
    ) -> Initializer {
        let Elements { element, count, ref list } = *elements;
        if list.is_empty() {
            return self.empty_list();
        }
        let is_sparse = count > MANY && (list.len() as u64) < count / 4;
        if is_sparse && self.types.cxx {
            let assigned = list.iter().map(|(index, node)| (node.clone(), place.element(*index)));
            rest.extend(assigned);
            return self.empty_list();
        }
        let mut written = Vec::new();
        let mut next = 0;
        for (index, node) in list {
            if !is_sparse {
                let skipped = (next..*index).map(|_| (None, self.zero(element)));
                written.extend(skipped);
            }
            next = index + 1;
            let value = self.initializer(node, element, &place.element(*index), rest);
            written.push((is_sparse.then(|| format!("[{index}]")), value));
        }
        if !is_sparse && count - next < 4 {
            // So few that leaving them out would rather make readers count.
            written.extend((next..count).map(|_| (None, self.zero(element))));
        }
        Initializer::List(written)
    }

    fn empty_list(&self) -> Initializer {
        let zero = (None, Initializer::Scalar("0".into()));
        Initializer::List(if self.types.cxx { vec![] } else { vec![zero] })
    }

    /// Zero of a type.
    pub fn zero(&self, ty: TypeId) -> Initializer {
        let text = match &*self.types.bare(ty) {
            Type::Pointer(_) => self.null(),
            Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum { .. } => {
                let size = self.types.size(ty).unwrap_or(4) as usize;
                self.types.scalar(ty, &vec![0; size]).unwrap_or_else(|| "0".into())
            }
            _ => return self.empty_list(),
        };
        Initializer::Scalar(text)
    }

    pub fn null(&self) -> String {
        if self.types.cxx { "nullptr" } else { "NULL" }.into()
    }

    // ---- Assignments ----------------------------------------------------------------------------

    /// Everything that is not zero, and what cannot be assigned.
    pub fn assign_image(&mut self, image: &Image, place: &Place) {
        self.assign(&image.node, place);
        self.write_rest(image, place);
    }

    /// Assigns everything that is not zero.
    pub fn assign(&mut self, node: &Node, place: &Place) {
        match node {
            Node::Zero => {}
            Node::Scalar(text) => self.lines.push(format!("{} = {text};", place.value())),
            Node::Text(text) => self.write(&format!("{}, 0, ", place.value()), text),
            Node::Pointer { ty, to } => match self.pointer(*ty, to) {
                Some(pointer) => self.lines.push(format!("{} = {pointer};", place.value())),
                None => {
                    let at = LatePlace::Assigned(place.clone(), *ty);
                    self.late.push(Late { to: to.clone(), at });
                }
            },
            Node::Members(members) => {
                members.iter().for_each(|(name, node)| self.assign(node, &place.member(name)));
            }
            Node::Elements(elements) => {
                elements
                    .list
                    .iter()
                    .for_each(|(index, node)| self.assign(node, &place.element(*index)));
            }
        }
    }

    /// Bytes and pointers that the type has no words for.
    pub fn write_rest(&mut self, image: &Image, place: &Place) {
        for (offset, bytes) in &image.raw {
            self.write(&format!("{}, {offset}, ", place.address()), bytes);
        }
        for stray in &image.stray {
            let at = LatePlace::Written(place.clone(), stray.offset);
            self.late.push(Late { to: stray.to.clone(), at });
        }
    }

    fn write(&mut self, start: &str, bytes: &[u8]) {
        let flat = string_literal(bytes);
        let start = format!("coax_write({start}");
        let end = format!(", {});", bytes.len());
        if start.len() + flat.len() + end.len() + 4 <= WIDTH {
            self.lines.push(format!("{start}{flat}{end}"));
        } else {
            let pieces = literal_pieces(bytes, WIDTH - 10).join("\n    ");
            self.lines.push(format!("{}\n    {pieces}{end}", start.trim_end()));
        }
    }

    /// Writes the pointers whose objects were not there in time. All of them are now.
    pub fn write_late(&mut self) {
        for Late { to, at } in std::mem::take(&mut self.late) {
            let line = match at {
                LatePlace::Assigned(place, ty) => {
                    let pointer = self.pointer(ty, &to).unwrap_or_else(|| self.null());
                    format!("{} = {pointer};", place.value())
                }
                LatePlace::Written(place, offset) => {
                    let pointer = self.untyped_pointer(&to);
                    format!("coax_write_pointer({}, {offset}, {pointer});", place.address())
                }
            };
            self.lines.push(line);
        }
    }

    /// Defines what these point to, unless that has begun already.
    pub fn pointees(&mut self, pointers: &[PointerAt]) {
        for pointer in pointers {
            if let Pointee::Object { index, .. } = pointer.to
                && self.objects[index].progress == Progress::Nothing
            {
                self.object(index);
            }
        }
    }
}
