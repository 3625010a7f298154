//! What happens, in the few words of a line: `reads 1 byte past `text` (8 bytes)`.
//!
//! Invariant: what is not one of the known messages is said as it is.

use crate::model::Warning;

/// What happens.
pub(crate) fn brief(warning: &Warning) -> String {
    access(&warning.message).unwrap_or_else(|| match &warning.about {
        Some(name) if is_null(&warning.message) => {
            format!("{}, `{name}`", verb(&warning.message))
        }
        _ => warning.message.clone(),
    })
}

fn is_null(message: &str) -> bool {
    message.ends_with("a null pointer")
}

/// The message with a verb: `reads 8 bytes through a null pointer`.
fn verb(message: &str) -> String {
    match message.split_once(" of ") {
        Some(("read", rest)) => format!("reads {rest}"),
        Some(("write", rest)) => format!("writes {rest}"),
        _ => message.to_owned(),
    }
}

/// An access of an object that is too short, or no more there.
fn access(message: &str) -> Option<String> {
    let (what, rest) = message.split_once(" of ")?;
    let verb = match what {
        "read" => "reads",
        "write" => "writes",
        _ => return None,
    };
    let (bytes, rest) = rest.split_once(" at offset ")?;
    let count: i64 = bytes.split_once(" byte")?.0.parse().ok()?;
    let (offset, object) = rest.split_once(" of the ")?;
    let offset: i64 = offset.parse().ok()?;
    if let Some(object) = object.strip_prefix("freed ") {
        return Some(format!("{verb} freed memory, {}", Object::of(object)?.name));
    }
    if let Some(object) = object.strip_prefix("dead ") {
        return Some(format!("{verb} {} after its scope", Object::of(object)?.name));
    }
    let Object { size, name } = Object::of(object)?;
    let said = if size == 1 { "1 byte".to_owned() } else { format!("{size} bytes") };
    Some(match offset {
        _ if offset < 0 => format!("{verb} {bytes} before {name} ({said})"),
        _ if offset >= size => format!("{verb} {bytes} past {name} ({said})"),
        _ => format!("{verb} {} of {bytes} past {name} ({said})", offset + count - size),
    })
}

/// `8-byte object that `text` points to`.
struct Object {
    size: i64,
    name: String,
}

impl Object {
    fn of(said: &str) -> Option<Object> {
        let (size, kind) = said.split_once("-byte ")?;
        let size = size.parse().ok()?;
        let quoted = kind.split('`').nth(1).map(|name| format!("`{name}`"));
        Some(Object { size, name: quoted.unwrap_or_else(|| format!("the {kind}")) })
    }
}

#[cfg(test)]
mod tests {
    use super::access;

    #[test]
    fn accesses_are_said_in_few_words() {
        for (message, expected) in [
            (
                "read of 1 byte at offset 8 of the 8-byte object that `text` points to",
                Some("reads 1 byte past `text` (8 bytes)"),
            ),
            (
                "write of 4 bytes at offset -4 of the 1-byte local variable `a`",
                Some("writes 4 bytes before `a` (1 byte)"),
            ),
            (
                "write of 8 bytes at offset 4 of the 8-byte heap object",
                Some("writes 4 of 8 bytes past the heap object (8 bytes)"),
            ),
            (
                "read of 8 bytes at offset 8 of the freed 32-byte object that `s->first` points to",
                Some("reads freed memory, `s->first`"),
            ),
            ("read of 1 byte at offset 8 of an 8-byte object", None),
            ("division of 0 by zero", None),
        ] {
            assert_eq!(access(message).as_deref(), expected, "{message}");
        }
    }
}
