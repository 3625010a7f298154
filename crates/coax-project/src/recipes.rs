//! How objects of a class are made, and how a test writes that.
//!
//! A container of the standard library is made of some elements, a class without constructors of its
//! own by giving its members values, any other by a constructor.

use coax_case::Making;
use coax_engine::unit::Written;
use coax_ir::{Program, TypeId};

use crate::standard_classes::{is_text, template};
use crate::uses::{Uses, counter};

/// Elements of a container.
pub const ELEMENTS: usize = 4;

/// How a maker makes an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recipe {
    /// Of a range of elements.
    List,
    /// Of elements between braces, which live as long as it does.
    Braces,
    /// Of letters.
    Text,
    /// Of a text of letters: a stream that reads it.
    Stream,
    /// Of exactly so many elements.
    Array(usize),
    /// By pushing elements with this function, one after the other.
    Pushed(&'static str),
    /// Of two values.
    Pair,
    /// Of where others of this type are and how many: it looks at them and owns none.
    View(String),
    /// It owns a value of this class on the heap, or none.
    Owner(String),
    /// It has a value, or none.
    Maybe,
    /// It has a value of one of these types.
    OneOf(Vec<String>),
    /// As it is by default.
    Default,
    /// By a constructor with these parameters.
    Call(Vec<String>),
    /// By giving its members values: each as a parameter is declared, and its name.
    Members(Vec<(String, String)>),
    /// By its constructor, and by a few calls after that.
    Used(Uses),
}

impl Recipe {
    /// How a test writes what the maker's function of this number makes.
    pub fn written(&self, number: usize) -> Written {
        let (arguments, uses) = match self {
            Recipe::Used(uses) => {
                (Some(uses.constructor_arguments().unwrap_or(0)), uses.calls(number))
            }
            _ => (None, Vec::new()),
        };
        Written { making: self.making(number), arguments, uses }
    }

    fn making(&self, number: usize) -> Making {
        match self {
            Recipe::List | Recipe::Braces | Recipe::Array(_) => Making::List,
            Recipe::OneOf(_) => Making::Alternative(number),
            Recipe::Text => Making::Text,
            Recipe::Stream => Making::Stream,
            Recipe::Pushed(push) => Making::Pushed(push),
            Recipe::Owner(owned) => Making::Owner(owned.clone()),
            Recipe::Pair => Making::Pair,
            Recipe::Maybe | Recipe::Default | Recipe::View(_) | Recipe::Call(_) => Making::Call,
            Recipe::Used(uses) => {
                Making::Used { has_constructor: uses.constructor_arguments().is_some() }
            }
            Recipe::Members(members) => {
                Making::Members(members.iter().map(|(_, name)| name.clone()).collect())
            }
        }
    }

    /// The recipe of a class of the standard library.
    pub fn standard(class: &str) -> Option<Recipe> {
        let (name, arguments) = template(class)?;
        Some(match name {
            _ if is_text(class) => Recipe::Text,
            "vector" | "deque" | "list" if is_moved(arguments.first()?) => {
                Recipe::Pushed("push_back")
            }
            "basic_string" | "vector" | "deque" | "list" | "forward_list" | "set" | "multiset"
            | "map" | "multimap" | "unordered_set" | "unordered_multiset" | "unordered_map"
            | "unordered_multimap" => Recipe::List,
            "stack" | "queue" | "priority_queue" => Recipe::Pushed("push"),
            "basic_istringstream" | "basic_stringstream" => Recipe::Stream,
            "basic_ostringstream" => Recipe::Call(Vec::new()),
            "basic_string_view" => Recipe::View(format!("const {}", arguments.first()?)),
            "span" if is_dynamic(&arguments) => Recipe::View((*arguments.first()?).to_owned()),
            "array" => Recipe::Array(elements_of_array(&arguments)?),
            "pair" => Recipe::Pair,
            "unique_ptr" | "shared_ptr" if !class.contains("[]") => {
                Recipe::Owner((*arguments.first()?).to_owned())
            }
            "optional" => Recipe::Maybe,
            "tuple" => Recipe::Call(parameters(&arguments)?),
            "variant" => Recipe::OneOf(parameters(&arguments)?),
            "initializer_list" => Recipe::Braces,
            "function" => Recipe::Call(vec![function_pointer(arguments.first()?)?]),
            _ => return None,
        })
    }

    /// Does the program have what the recipe calls? A default constructor may be declared only.
    pub fn is_defined(&self, program: &Program, class: TypeId) -> bool {
        let Some(facts) = program.class_facts(class).filter(|_| *self == Recipe::Default) else {
            return true;
        };
        let declared = facts.constructors.iter().find(|made| made.params.is_empty());
        facts.is_trivial
            || declared.is_none_or(|made| program.definition_of(made.declaration).is_some())
    }

    /// The functions that make an object, in C++; `coax_made` is the class, and `most`
    /// says how many elements it has at most.
    pub fn text(&self, most: usize) -> String {
        const NEW: &str = "::new ((void *)this) coax_made";
        match self {
            Recipe::Text => letters(most),
            Recipe::List => counted("coax_made::value_type", most, |elements| match elements {
                [] => format!("{NEW};"),
                _ => format!(
                    "coax_element all[] = {{ {} }}; {NEW}(all, all + {});",
                    elements.join(", "),
                    elements.len()
                ),
            }),
            // The elements stay where they are, and so does the list: it says where and how many.
            Recipe::Braces => counted("coax_made::value_type", most, |elements| {
                let moved: Vec<String> = elements.iter().map(|name| moved(name)).collect();
                let (moved, count) = (moved.join(", "), elements.len());
                let all = match count {
                    0 => "nullptr".into(),
                    _ => format!("new coax_element[{count}]{{ {moved} }}"),
                };
                format!(
                    "struct {{ coax_element *first; __SIZE_TYPE__ size; }} list = {{ {all}, {count} }}; \
                     __builtin_memcpy((void *)this, &list, sizeof list);"
                )
            }),
            Recipe::Stream => counted("char", most, |elements| match elements {
                [] => format!("{NEW};"),
                _ => format!(
                    "char all[] = {{ {} }}; {NEW}(std::basic_string<char>(all, all + {}));",
                    elements.join(", "),
                    elements.len()
                ),
            }),
            Recipe::Array(count) => {
                let names = elements(*count);
                let params = names.iter().map(|name| format!("coax_made::value_type {name}"));
                let params: Vec<String> = params.collect();
                let moved: Vec<String> = names.iter().map(|name| moved(name)).collect();
                let moved = moved.join(", ");
                format!("void make0({}) {{ {NEW}{{{{ {moved} }}}}; }}", params.join(", "))
            }
            Recipe::Pushed(push) => counted("coax_made::value_type", most, |elements| {
                let moved = elements.iter().map(|name| moved(name));
                let pushed = moved.map(|moved| format!(" at->{push}({moved});"));
                format!("coax_made *at = {NEW}; (void)at;{}", pushed.collect::<String>())
            }),
            Recipe::Owner(owned) => counted(owned, most, |elements| match elements {
                [one] => format!("{NEW}(new coax_element({}));", moved(one)),
                _ => format!("{NEW};"),
            }),
            Recipe::Maybe => counted("coax_made::value_type", most, |elements| match elements {
                [one] => format!("{NEW}({});", moved(one)),
                _ => format!("{NEW};"),
            }),
            Recipe::OneOf(params) => {
                let makes = params.iter().enumerate().map(|(i, param)| {
                    let name = moved(&format!("e{i}"));
                    format!("void make{i}({param}) {{ {NEW}(std::in_place_index<{i}>, {name}); }} ")
                });
                format!("{}{}", makes.collect::<String>(), counter(params.len() - 1))
            }
            Recipe::View(element) => format!(
                "void make0({element} *data, __SIZE_TYPE__ size) \
                 {{ {NEW}(data, size); }}"
            ),
            Recipe::Pair => format!(
                "void make0(coax_made::first_type first, coax_made::second_type second) \
                 {{ {NEW}({}, {}); }}",
                moved("first"),
                moved("second")
            ),
            Recipe::Default => format!("void make0() {{ {NEW}; }}"),
            Recipe::Used(uses) => uses.text(),
            Recipe::Call(params) => {
                let names: Vec<String> =
                    elements(params.len()).iter().map(|name| moved(name)).collect();
                format!("void make0({}) {{ {NEW}({}); }}", params.join(", "), names.join(", "))
            }
            Recipe::Members(members) => {
                let params: Vec<&str> = members.iter().map(|(param, _)| &**param).collect();
                let set = members.iter().map(|(_, name)| (name, moved(name)));
                let set = set.map(|(name, moved)| format!(" coax_at->{name} = {moved};"));
                format!(
                    "void make0({}) {{ coax_made *coax_at = {NEW}(); (void)coax_at;{} }}",
                    params.join(", "),
                    set.collect::<String>()
                )
            }
        }
    }
}

/// A function that makes a text of the first `n` of some letters. It goes the same way for every
/// number: the object is made with as many letters as it has room for in itself, and shortened.
fn letters(most: usize) -> String {
    const ROOM: usize = 15;
    let names = elements(most);
    let params: Vec<String> = names.iter().map(|name| format!("char {name}")).collect();
    let kept = names.iter().enumerate().map(|(i, name)| format!("char({name} & -int(n > {i}))"));
    let kept: Vec<String> = kept.collect();
    format!(
        "void make0(unsigned char n, {}) {{ coax_assume(n <= {most}); char all[{ROOM}] = {{ {} }}; \
         (::new ((void *)this) coax_made(all, {ROOM}))->resize(n); }}",
        params.join(", "),
        kept.join(", ")
    )
}

/// A parameter whose value is no longer needed: what it has may be taken.
fn moved(name: &str) -> String {
    format!("static_cast<__decltype({name}) &&>({name})")
}

/// Can elements of this type only be moved, not copied?
fn is_moved(element: &str) -> bool {
    template(element).is_some_and(|(name, _)| name == "unique_ptr")
}

/// How many elements an array has, if they are few enough to be told one by one.
fn elements_of_array(arguments: &[&str]) -> Option<usize> {
    let count = arguments.get(1)?.trim_end_matches(['U', 'u', 'L', 'l']);
    count.parse().ok().filter(|count| (1..=ELEMENTS).contains(count))
}

/// Does a span of these arguments say itself how many elements it has?
fn is_dynamic(arguments: &[&str]) -> bool {
    arguments.get(1).is_none_or(|extent| extent.starts_with(&u64::MAX.to_string()))
}

/// The class that stands for a stream of the standard library: one that reads or writes a text.
pub fn text_stream(class: &str) -> Option<&'static str> {
    let (name, arguments) = template(class)?;
    match name {
        _ if arguments.first() != Some(&"char") => None,
        "basic_istream" => Some("std::basic_istringstream<char>"),
        "basic_ostream" => Some("std::basic_ostringstream<char>"),
        "basic_iostream" => Some("std::basic_stringstream<char>"),
        _ => None,
    }
}

/// Types as parameters; none if one of them is written around its name.
fn parameters(types: &[&str]) -> Option<Vec<String>> {
    let is_simple = |text: &&&str| !text.is_empty() && !text.contains(['(', '[']);
    let params = types.iter().take_while(is_simple).enumerate();
    let params: Vec<String> = params.map(|(i, text)| format!("{text} e{i}")).collect();
    (params.len() == types.len()).then_some(params)
}

/// A parameter that points to a function of this type: `int (char)`.
fn function_pointer(function: &str) -> Option<String> {
    let (result, params) = function.split_once(" (")?;
    (!result.contains('(')).then(|| format!("{result} (*e0)({params}"))
}

/// A function for each number of elements, and one that tells these numbers apart.
fn counted(element: &str, most: usize, body: impl Fn(&[String]) -> String) -> String {
    let makes = (0..=most).map(|n| {
        let names = elements(n);
        let params: Vec<String> = names.iter().map(|name| format!("coax_element {name}")).collect();
        format!("void make{n}({}) {{ {} }} ", params.join(", "), body(&names))
    });
    format!("typedef {element} coax_element; {}{}", makes.collect::<String>(), counter(most))
}

fn elements(n: usize) -> Vec<String> {
    (0..n).map(|i| format!("e{i}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_taken_apart() {
        let map = "std::map<int, std::pair<A, B>, std::less<int> >";
        assert_eq!(template(map), Some(("map", vec!["int", "std::pair<A, B>", "std::less<int>"])));
        let text = "std::__cxx11::basic_string<char, std::char_traits<char> >";
        assert_eq!(template(text).unwrap().0, "basic_string");
        assert_eq!(template("Stack<int>"), None);
        assert_eq!(template("std::exception"), None);
    }

    #[test]
    fn standard_recipes() {
        let recipe = |text: &str| Recipe::standard(text);
        assert_eq!(recipe("std::vector<int, std::allocator<int> >"), Some(Recipe::List));
        assert_eq!(recipe("std::__cxx11::basic_string<char, X>"), Some(Recipe::Text));
        assert_eq!(recipe("std::basic_string<wchar_t, X>"), Some(Recipe::List));
        assert_eq!(recipe("std::unique_ptr<int[], X>"), None);
        assert_eq!(
            recipe("std::function<int (char)>"),
            Some(Recipe::Call(vec!["int (*e0)(char)".into()]))
        );
        assert_eq!(
            recipe("std::tuple<int, A::B>"),
            Some(Recipe::Call(vec!["int e0".into(), "A::B e1".into()]))
        );
        assert_eq!(recipe("std::tuple<int (*)()>"), None);
        assert_eq!(
            recipe("std::variant<int, A>"),
            Some(Recipe::OneOf(vec!["int e0".into(), "A e1".into()]))
        );
        assert_eq!(
            recipe("std::vector<std::unique_ptr<int, X>, Y>"),
            Some(Recipe::Pushed("push_back"))
        );
        assert_eq!(recipe("std::future<int>"), None);
        assert_eq!(recipe("std::array<A, 3UL>"), Some(Recipe::Array(3)));
        assert_eq!(recipe("std::array<A, 300UL>"), None);
        assert_eq!(recipe("std::span<int, 4UL>"), None);
        let view = |element: &str| Some(Recipe::View(element.into()));
        assert_eq!(recipe("std::span<int, 18446744073709551615UL>"), view("int"));
        assert_eq!(recipe("std::basic_string_view<char, X>"), view("const char"));
        assert_eq!(recipe("std::basic_istream<char, X>"), None);
        assert_eq!(recipe("std::basic_istringstream<char>"), Some(Recipe::Stream));
    }

    #[test]
    fn streams_are_read_from_and_written_to_texts() {
        let of = |text: &str| text_stream(text);
        assert_eq!(of("std::basic_ostream<char, X>"), Some("std::basic_ostringstream<char>"));
        assert_eq!(of("std::basic_ostream<wchar_t, X>"), None);
        assert_eq!(of("std::basic_ofstream<char, X>"), None);
    }

    #[test]
    fn a_text_is_made_without_asking_how_long_it_is() {
        let text = Recipe::Text.text(2);
        let shortened = "void make0(unsigned char n, char e0, char e1) { \
                         coax_assume(n <= 2); char all[15] = { \
                         char(e0 & -int(n > 0)), char(e1 & -int(n > 1)) }; \
                         (::new ((void *)this) coax_made(all, 15))->resize(n); }";
        assert_eq!(text, shortened);
    }

    #[test]
    fn a_list_is_made_of_exactly_its_elements() {
        let text = Recipe::List.text(2);
        let two = "void make2(coax_element e0, coax_element e1) { \
                   coax_element all[] = { e0, e1 }; ::new ((void *)this) coax_made(all, all + 2); }";
        assert!(text.contains(two), "{text}");
        assert!(!text.contains("make3") && !text.contains("case 3"), "{text}");
    }
}
