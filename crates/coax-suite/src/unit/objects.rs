//! The objects of a case as variables: inner ones first, on the stack unless they are released.

use coax_case::{Object, Pointee, Release};
use coax_ir::TypeId;
use coax_ir::names::class_word;

use super::{
    body::{Body, LARGE},
    place::Place,
    tree::{Image, Manner, Node},
};
use crate::value::Initializer;

/// What became of an object: a variable of the test.
#[derive(Clone, Debug, Default)]
pub(super) struct Variable {
    /// Its name; until it is there, the one it should have if the object itself has none.
    pub name: String,
    pub form: Form,
    pub progress: Progress,
}

/// How an object is referred to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Form {
    /// A variable.
    #[default]
    Single,
    /// A variable that is an array.
    Array,
    /// A variable that points to it.
    Pointer,
    /// An array of bytes.
    Bytes,
}

/// An object and the variable that is defined for it.
#[derive(Clone, Copy)]
struct Defined<'a> {
    given: &'a Object,
    form: Form,
    name: &'a str,
}

/// How far an object is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Progress {
    #[default]
    Nothing,
    /// What it points to is being made.
    Started,
    There,
}

impl<'c> Body<'c> {
    /// Defines an object, after what it points to.
    pub fn object(&mut self, index: usize) {
        let given = &self.case.objects()[index];
        self.objects[index].progress = Progress::Started;
        match self.case.construction(index) {
            Some(construction) => self.constructed(construction),
            None => {
                self.pointees(&given.pointers);
                self.plain_object(index, given);
            }
        }
        self.objects[index].progress = Progress::There;
    }

    pub(super) fn object_name(&mut self, index: usize) -> String {
        let given = &self.case.objects()[index];
        match &*given.name {
            "" => {
                let wanted = std::mem::take(&mut self.objects[index].name);
                self.name(if wanted.is_empty() { "object" } else { &wanted })
            }
            "this" => {
                let class = self.types.spell(given.ty).unwrap_or_default();
                let word = class_word(&class).to_lowercase();
                self.name(if word.is_empty() || self.types.character(given.ty).is_some() {
                    "object"
                } else {
                    &word
                })
            }
            name => self.name(name),
        }
    }

    fn plain_object(&mut self, index: usize, given: &Object) {
        let name = self.object_name(index);
        let form = if given.bytes.is_empty() {
            self.empty_object(given, &name)
        } else if self.is_typed(given) {
            self.typed_object(given, &name)
        } else {
            self.bytes_object(given, &name)
        };
        self.objects[index] = Variable { name, form, progress: Progress::There };
    }

    /// Whether its type can be written and says what all its bytes are.
    fn is_typed(&self, given: &Object) -> bool {
        let size = self.types.size(given.ty).filter(|&size| size > 0);
        let fits = |size: u64| size.checked_mul(given.count) == Some(given.bytes.len() as u64);
        size.is_some_and(fits) && self.types.declare_variable(given.ty, "x").is_some()
    }

    /// An object without a single byte: nothing may be read from its address.
    fn empty_object(&mut self, given: &Object, name: &str) -> Form {
        let made = match given.released {
            Some(Release::Free) => format!("coax_malloced({}, 0)", self.null()),
            Some(Release::Delete | Release::DeleteArray) => "::operator new[](0)".into(),
            None => "coax_empty()".into(),
        };
        self.pointer_variable(given.ty, name, &made);
        self.made.push((name.to_owned(), "no bytes".into()));
        Form::Pointer
    }

    /// `T *name = made;`
    fn pointer_variable(&mut self, ty: TypeId, name: &str, made: &str) {
        let pointer = format!("*{name}");
        let unknown = || format!("unsigned char {pointer}");
        let declared = self.types.declare_variable(ty, &pointer).unwrap_or_else(unknown);
        let spelled =
            self.types.declare_variable(ty, "*").unwrap_or_else(|| "unsigned char *".into());
        let is_untyped = made.starts_with("coax_malloced") || !made.starts_with("coax_newed");
        let cast =
            if self.types.cxx && is_untyped { format!("({spelled})") } else { String::new() };
        self.lines.push(format!("{declared} = {cast}{made};"));
    }

    fn typed_object(&mut self, given: &Object, name: &str) -> Form {
        let is_aggregate = self.types.is_aggregate(given.ty);
        let how = if is_aggregate { Manner::Initialized } else { Manner::Assigned };
        let single =
            given.count == 1 && !given.text && self.types.character(given.ty) != Some(true);
        let image = if single {
            self.types.image(given.ty, &given.bytes, &given.pointers, how)
        } else {
            self.types.array_image(given, how)
        };
        let form = if single { Form::Single } else { Form::Array };
        self.told.push((name.to_owned(), given.ty, image.node.clone()));
        if let Some(release) = given.released {
            self.heap_object(Defined { given, form, name }, &image, release);
            return Form::Pointer;
        }
        let place = Place::variable(name);
        let rest = self.defined_object(Defined { given, form, name }, &image.node, &place);
        self.assign_all(rest);
        // What an array is called is its address already.
        let start = if single { place } else { Place::behind(name) };
        self.write_rest(&image, &start);
        form
    }

    /// Defines a variable for an object; what could not be said is to be assigned to `place`.
    fn defined_object(
        &mut self,
        defined: Defined<'_>,
        node: &Node,
        place: &Place,
    ) -> Vec<(Node, Place)> {
        let Defined { given, form, name } = defined;
        if !self.types.is_aggregate(given.ty) {
            self.unmade(given.ty, name, (form != Form::Single).then_some(given.count));
            return vec![(node.clone(), place.clone())];
        }
        let declarator = match (node, form) {
            (_, Form::Single) => name.to_owned(),
            (Node::Text(text), _) if text.len() as u64 + 1 == given.count => format!("{name}[]"),
            _ => format!("{name}[{}]", given.count),
        };
        let declared = self.types.declare_variable(given.ty, &declarator).unwrap_or_default();
        if given.bytes.len() > LARGE {
            self.lines.push(format!("static {declared};"));
            return vec![(node.clone(), place.clone())];
        }
        self.define(&declared, node, given.ty, place)
    }

    /// A copy on the heap of a value that is made first.
    fn heap_object(&mut self, defined: Defined<'_>, image: &Image, release: Release) {
        let Defined { given, form, name } = defined;
        let value = self.name(&format!("{name}_value"));
        let place = match form {
            Form::Single => Place::behind(name),
            _ => Place::variable(name),
        };
        let rest = self.defined_object(Defined { name: &value, ..defined }, &image.node, &place);
        let made = match (release, form) {
            (Release::Delete, Form::Single) => format!("coax_newed({value})"),
            (Release::DeleteArray, Form::Array) => format!("coax_newed_array({value})"),
            (_, Form::Single) => format!("coax_malloced(&{value}, sizeof {value})"),
            _ => format!("coax_malloced({value}, sizeof {value})"),
        };
        self.pointer_variable(given.ty, name, &made);
        self.assign_all(rest);
        self.write_rest(image, &Place::behind(name));
    }

    /// Bytes that have no type, or not one that can be written.
    fn bytes_object(&mut self, given: &Object, name: &str) -> Form {
        let mut bytes = given.bytes.clone();
        for pointer in &given.pointers {
            let start = usize::try_from(pointer.offset).unwrap_or(usize::MAX);
            if let Some(place) = bytes.get_mut(start..start.saturating_add(8)) {
                place.fill(0);
            }
        }
        let used = bytes.iter().rposition(|&byte| byte != 0).map_or(1, |last| last + 1);
        let byte = |&byte: &u8| match (byte, used) {
            (0, 1) => (None, Initializer::Scalar("0".into())),
            _ => (None, Initializer::Scalar(format!("{byte:#04x}"))),
        };
        let list = Initializer::List(bytes[..used].iter().map(byte).collect());
        let variable = match given.released {
            Some(_) => self.name(&format!("{name}_value")),
            None => name.to_owned(),
        };
        let storage = if bytes.len() > LARGE { "static " } else { "" };
        let size = bytes.len();
        let declared =
            format!("{storage}unsigned char {variable}[{size}] __attribute__((aligned(16)))");
        self.define_as(&declared, &list);
        if let Some(release) = given.released {
            let made = match release {
                Release::Free => format!("coax_malloced({variable}, {size})"),
                _ => format!("coax_newed_array({variable})"),
            };
            let cast = if self.types.cxx { "(unsigned char *)" } else { "" };
            self.lines.push(format!("unsigned char *{name} = {cast}{made};"));
        }
        let image = Image { node: Node::Zero, raw: vec![], stray: given.pointers.clone() };
        let not_null = |image: Image| Image {
            stray: image.stray.into_iter().filter(|at| at.to != Pointee::Null).collect(),
            ..image
        };
        self.write_rest(&not_null(image), &Place::behind(name));
        Form::Bytes
    }
}
