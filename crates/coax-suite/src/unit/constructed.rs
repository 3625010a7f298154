//! Objects of classes as a person would write them: `std::vector<int> v = {3, 7};`.

use coax_case::{Construction, Making, Pointee, Use, Value};
use coax_ir::TypeId;
use coax_ir::names::short_standard_name;

use super::{
    body::Body,
    objects::{Form, Progress, Variable},
    place::Place,
};
use crate::text::string_literal;

impl<'c> Body<'c> {
    /// An object that its constructor makes, or the like of it.
    pub(super) fn constructed(&mut self, construction: &Construction) {
        if let Making::Created(function) | Making::Placed(function, _) | Making::Filled(function) =
            construction.making
        {
            return self.made_by_function(construction, function);
        }
        let index = construction.object;
        let given = &self.case.objects()[index];
        let arguments = self.constructor_arguments(construction);
        let uses = self.uses(index);
        let name = self.object_name(index);
        let class = self.class_name(construction.class);
        let made = Made { class: &class, construction, arguments: &arguments, uses: &uses };
        let (form, place) = if given.released.is_some() {
            self.lines.push(format!("{class} *{name} = {};", made.on_heap()));
            (Form::Pointer, Place::behind(&name))
        } else {
            self.lines.push(made.definition(&name));
            (Form::Single, Place::variable(&name))
        };
        self.lines.extend(made.afterwards(&place));
        self.made.push((name.clone(), made.in_words()));
        self.objects[index] = Variable { name, form, progress: Progress::There };
    }

    pub(super) fn constructor_arguments(&mut self, construction: &Construction) -> Vec<String> {
        let params = written(construction, &construction.params).iter();
        let arguments = written(construction, &construction.arguments).iter().zip(params);
        arguments.map(|(value, param)| self.part(self.types.named_by_user(*param), value)).collect()
    }

    /// The calls on an object that was made to be used.
    pub(super) fn uses(&mut self, object: usize) -> Vec<UsedWith<'c>> {
        let case = self.case;
        let used = |call: &'c Use| {
            let arguments = call.arguments.iter().zip(&call.params);
            let arguments = arguments
                .map(|(value, param)| self.part(self.types.named_by_user(*param), value))
                .collect();
            UsedWith { call, arguments }
        };
        case.uses(object).map(used).collect()
    }

    pub(super) fn class_name(&self, class: TypeId) -> String {
        let class = self.types.spell(self.types.assignable(class)).unwrap_or_default();
        short_standard_name(&class)
    }

    /// An argument or element. An object that is only there to be copied needs no name.
    fn part(&mut self, param: TypeId, value: &Value) -> String {
        let made = self.made_object(value);
        if made.is_none() {
            let value = Value { ty: self.types.named_by_user(value.ty), ..value.clone() };
            return self.argument("argument", param, &value);
        }
        let pointee = value.pointers.first().map(|pointer| &pointer.to);
        let is_whole = matches!(pointee, Some(Pointee::Object { offset: 0, .. }));
        let is_copied = is_whole && self.types.is_compound(param);
        let case = self.case;
        let construction = made.filter(|_| is_copied).and_then(|index| case.construction(index));
        let unnamed = construction.filter(|made| {
            let is_expression = !matches!(
                made.making,
                Making::Pushed(_)
                    | Making::Members(_)
                    | Making::Used { .. }
                    | Making::Created(_)
                    | Making::Placed(..)
                    | Making::Filled(_)
            );
            is_expression && self.objects[made.object].progress == Progress::Nothing
        });
        let Some(construction) = unnamed else {
            return self.argument("argument", param, value);
        };
        let arguments = self.constructor_arguments(construction);
        let class = self.class_name(construction.class);
        Made { class: &class, construction, arguments: &arguments, uses: &[] }.as_element()
    }
}

/// Those of a constructor's arguments, or of its parameters, that are written: of a text, the letters
/// behind their number that count.
fn written<'a, T>(construction: &Construction, all: &'a [T]) -> &'a [T] {
    if construction.making != Making::Text {
        return all;
    }
    let number = construction.arguments.first().and_then(|number| number.bytes.first());
    let end = 1 + usize::from(number.copied().unwrap_or(0));
    all.get(1..end).unwrap_or_default()
}

/// An object with what it is made of.
struct Made<'a> {
    class: &'a str,
    construction: &'a Construction,
    arguments: &'a [String],
    uses: &'a [UsedWith<'a>],
}

impl Made<'_> {
    fn list(&self) -> String {
        let list = self.arguments.join(", ");
        match self.construction.making {
            Making::Alternative(number) => format!("std::in_place_index<{number}>, {list}"),
            _ => list,
        }
    }

    /// The letters of a text.
    fn text(&self) -> Vec<u8> {
        let values = written(self.construction, &self.construction.arguments);
        values.iter().filter_map(|value| value.bytes.first().copied()).collect()
    }

    /// The letters as a literal; with its length, if a zero is among them.
    fn literal(&self) -> String {
        let text = self.text();
        let literal = string_literal(&text);
        if text.contains(&0) { format!("{literal}, {}", text.len()) } else { literal }
    }

    /// The letters as a text: as a string, if a zero is among them.
    fn read_text(&self) -> String {
        match self.literal() {
            literal if literal.ends_with('"') => literal,
            literal => format!("std::string({literal})"),
        }
    }

    /// What a pointer owns.
    fn owned(&self) -> Option<String> {
        let Making::Owner(class) = &self.construction.making else { return None };
        Some(format!("new {}({})", short_standard_name(class), self.arguments.first()?))
    }

    /// `T name = …;`
    fn definition(&self, name: &str) -> String {
        let class = self.class;
        let list = self.list();
        match self.construction.making {
            Making::Members(_) | Making::Used { has_constructor: false } => {
                format!("{class} {name}{{}};")
            }
            Making::Pushed(_) => format!("{class} {name};"),
            _ if list.is_empty() => format!("{class} {name};"),
            Making::List => format!("{class} {name} = {{{list}}};"),
            Making::Text => match self.literal() {
                literal if literal.ends_with('"') => format!("{class} {name} = {literal};"),
                literal => format!("{class} {name}({literal});"),
            },
            Making::Stream => format!("{class} {name}({});", self.read_text()),
            Making::Owner(_) => format!("{class} {name}({});", self.owned().unwrap_or_default()),
            Making::Call
            | Making::Pair
            | Making::Alternative(_)
            | Making::Used { .. }
            | Making::Created(_)
            | Making::Placed(..)
            | Making::Filled(_) => {
                format!("{class} {name}({list});")
            }
        }
    }

    /// An expression that makes an unnamed one.
    fn expression(&self) -> String {
        let class = self.class;
        let list = self.list();
        match self.construction.making {
            // Parentheses with nothing in them may be taken for those of a function.
            Making::Members(_) | Making::Pushed(_) => format!("{class}{{}}"),
            _ if list.is_empty() => format!("{class}{{}}"),
            Making::List => format!("{class}{{{list}}}"),
            Making::Text => format!("{class}({})", self.literal()),
            Making::Stream => format!("{class}({})", self.read_text()),
            Making::Owner(_) => format!("{class}({})", self.owned().unwrap_or_default()),
            Making::Call
            | Making::Pair
            | Making::Alternative(_)
            | Making::Used { .. }
            | Making::Created(_)
            | Making::Placed(..)
            | Making::Filled(_) => {
                format!("{class}({list})")
            }
        }
    }

    /// The same where its class is known.
    fn as_element(&self) -> String {
        match self.construction.making {
            Making::Pair => format!("{{{}}}", self.list()),
            Making::Text if self.literal().ends_with('"') => self.literal(),
            _ => self.expression(),
        }
    }

    fn on_heap(&self) -> String {
        format!("new {}", self.expression())
    }

    /// What is said once it is there.
    fn afterwards(&self, place: &Place) -> Vec<String> {
        let arguments = self.arguments.iter();
        match &self.construction.making {
            Making::Pushed(push) => {
                let push = place.member(push);
                arguments.map(|element| format!("{}({element});", push.value())).collect()
            }
            Making::Members(names) => {
                let set = names.iter().zip(arguments);
                set.map(|(name, value)| format!("{} = {value};", place.member(name).value()))
                    .collect()
            }
            Making::Used { .. } => self.uses.iter().flat_map(|one| one.statements(place)).collect(),
            _ => Vec::new(),
        }
    }

    /// For people.
    fn in_words(&self) -> String {
        match &self.construction.making {
            Making::List | Making::Pushed(_) | Making::Pair => format!("{{{}}}", self.list()),
            Making::Text => string_literal(&self.text()),
            Making::Stream => format!("{}({})", self.class, string_literal(&self.text())),
            Making::Members(names) => {
                let set = names.iter().zip(self.arguments);
                let set: Vec<_> = set.map(|(name, value)| format!(".{name} = {value}")).collect();
                format!("{{{}}}", set.join(", "))
            }
            Making::Owner(_) => self.owned().unwrap_or_else(|| "nullptr".into()),
            Making::Alternative(_) => self.arguments.join(", "),
            Making::Used { .. } => {
                let uses = self.uses.iter().map(UsedWith::in_words).collect::<String>();
                format!("{}({}){uses}", self.class, self.list())
            }
            Making::Call | Making::Created(_) | Making::Placed(..) | Making::Filled(_) => {
                format!("{}({})", self.class, self.list())
            }
        }
    }
}

/// A call on an object that was made to be used, with its arguments as expressions.
pub(super) struct UsedWith<'a> {
    call: &'a Use,
    arguments: Vec<String>,
}

impl UsedWith<'_> {
    pub(super) fn statements(&self, place: &Place) -> Vec<String> {
        let object = self.call.free.map(|_| place.address());
        let function = match object {
            Some(_) => self.call.function.clone(),
            None => place.member(&self.call.function).value(),
        };
        let list: Vec<String> = object.into_iter().chain(self.arguments.iter().cloned()).collect();
        let call = format!("{function}({});", list.join(", "));
        match self.call.times {
            1 => vec![call],
            times => vec![format!("for (int i = 0; i < {times}; i++)"), format!("    {call}")],
        }
    }

    pub(super) fn in_words(&self) -> String {
        let call = format!("{}({})", self.call.function, self.arguments.join(", "));
        match self.call.times {
            1 => format!(", {call}"),
            times => format!(", {times} x {call}"),
        }
    }
}
