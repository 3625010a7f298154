//! Classes of the standard library, known by their names.

/// The name of a template of the standard library, and its arguments.
pub fn template(class: &str) -> Option<(&str, Vec<&str>)> {
    let rest = class.strip_prefix("std::")?;
    let (scoped, rest) = rest.split_once('<')?;
    let inner = rest.strip_suffix('>')?;
    let name = scoped.rsplit("::").next()?;
    Some((name, coax_ir::names::template_arguments(inner)))
}

/// Is it `std::string`?
pub fn is_text(class: &str) -> bool {
    let arguments_of_string = template(class).filter(|(name, _)| *name == "basic_string");
    arguments_of_string.is_some_and(|(_, arguments)| arguments.first() == Some(&"char"))
}
