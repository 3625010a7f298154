//! Names as the linker has them, and what they are in a source.

/// How a source writes a variable that the linker knows by this name: its own, or one in namespaces and
/// classes that are no templates.
pub fn variable_name(symbol: &str) -> Option<String> {
    let is_word =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !symbol.starts_with("_Z") {
        return Some(symbol.to_owned()).filter(|name| is_word(name));
    }
    let mut rest = symbol.strip_prefix("_ZN")?.strip_suffix('E')?;
    let mut name = String::new();
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let length: usize = rest[..digits].parse().ok()?;
        let word = rest.get(digits..digits.checked_add(length)?).filter(|word| is_word(word))?;
        name = format!("{name}::{word}");
        rest = &rest[digits + length..];
    }
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_as_sources_write_them() {
        assert_eq!(variable_name("limit").unwrap(), "limit");
        assert_eq!(variable_name("_ZN3net4Pool5countE").unwrap(), "::net::Pool::count");
        for other in ["_ZTV4Pool", "_ZSt4cout", "_ZN4PoolIiE5countE", "_ZN9E", "a.b"] {
            assert_eq!(variable_name(other), None, "{other}");
        }
    }
}
