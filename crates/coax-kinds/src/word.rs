//! Enums whose values have names, and words that may be none of those names.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An enum whose values have names.
pub trait Named: Copy + 'static {
    /// Every value.
    const ALL: &'static [Self];

    /// The name of a value.
    fn name(self) -> &'static str;

    /// The value of a name.
    fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|value| value.name() == name)
    }
}

/// Declares an enum by its values and their names. The order of values is the order of declaration.
macro_rules! named {
    (
        $(#[$about:meta])*
        pub enum $Enum:ident { $($(#[$doc:meta])* $value:ident = $name:literal,)* }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $Enum {
            $($(#[$doc])* $value,)*
        }

        impl $Enum {
            /// Every value, in the order of declaration.
            pub const ALL: &[$Enum] = &[$($Enum::$value),*];

            /// The name.
            pub const fn name(self) -> &'static str {
                match self { $($Enum::$value => $name,)* }
            }
        }

        impl $crate::Named for $Enum {
            const ALL: &'static [$Enum] = $Enum::ALL;

            fn name(self) -> &'static str {
                $Enum::name(self)
            }
        }

        impl std::fmt::Display for $Enum {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $Enum {
            type Err = $crate::UnknownWord;

            fn from_str(name: &str) -> Result<$Enum, $crate::UnknownWord> {
                <$Enum as $crate::Named>::named(name).ok_or_else(|| $crate::UnknownWord(name.to_owned()))
            }
        }

        impl serde::Serialize for $Enum {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> serde::Deserialize<'de> for $Enum {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$Enum, D::Error> {
                let name = <String as serde::Deserialize>::deserialize(deserializer)?;
                let unknown = || serde::de::Error::unknown_variant(&name, &[$($name),*]);
                <$Enum as $crate::Named>::named(&name).ok_or_else(unknown)
            }
        }
    };
}
pub(crate) use named;

/// A word that no value has as its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownWord(pub String);

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown word `{}`", self.0)
    }
}

impl std::error::Error for UnknownWord {}

/// A word of a file, which may be that of another version of Coax: every text is accepted, and written as
/// it was read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Word<K> {
    /// A name.
    Known(K),
    /// A text that is not the name of any value.
    Unknown(String),
}

impl<K: Named> Word<K> {
    /// The value it names, if it names one.
    pub fn known(&self) -> Option<K> {
        match self {
            Word::Known(value) => Some(*value),
            Word::Unknown(_) => None,
        }
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        match self {
            Word::Known(value) => value.name(),
            Word::Unknown(text) => text,
        }
    }
}

impl<K: Named> From<K> for Word<K> {
    fn from(value: K) -> Word<K> {
        Word::Known(value)
    }
}

impl<K: Named> FromStr for Word<K> {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Word<K>, Self::Err> {
        Ok(K::named(text).map_or_else(|| Word::Unknown(text.to_owned()), Word::Known))
    }
}

impl<K: Named + PartialEq> PartialEq<K> for Word<K> {
    fn eq(&self, value: &K) -> bool {
        self.known().as_ref() == Some(value)
    }
}

impl<K: Named + Eq> Ord for Word<K> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl<K: Named + Eq> PartialOrd for Word<K> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<K: Named> fmt::Display for Word<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl<K: Named> Serialize for Word<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de, K: Named> Deserialize<'de> for Word<K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Word<K>, D::Error> {
        let text = String::deserialize(deserializer)?;
        Ok(K::named(&text).map_or(Word::Unknown(text), Word::Known))
    }
}

/// Checks an enum against its names, stated as data in the order of declaration: there are no others, and each
/// of them leads back to its value, alone, in JSON and as a [`Word`].
#[cfg(test)]
pub(crate) fn assert_names<K>(names: &[&str])
where
    K: Named + PartialEq + fmt::Debug + fmt::Display + FromStr<Err = UnknownWord>,
    K: Serialize + serde::de::DeserializeOwned,
{
    let all: Vec<&str> = K::ALL.iter().map(|value| value.name()).collect();
    assert_eq!(all, names);
    for (&value, name) in K::ALL.iter().zip(names) {
        let json = format!("\"{name}\"");
        assert_eq!(name.parse(), Ok(value));
        assert_eq!(value.to_string(), *name);
        assert_eq!(serde_json::to_string(&value).unwrap(), json);
        assert_eq!(serde_json::from_str::<K>(&json).unwrap(), value);
        assert_eq!(serde_json::from_str::<Word<K>>(&json).unwrap(), Word::Known(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;

    type Kind = Word<ErrorKind>;

    #[test]
    fn unknown_words_are_kept_as_they_are() {
        let read: Kind = serde_json::from_str("\"data-race\"").unwrap();
        assert_eq!(read, Word::Unknown("data-race".into()));
        assert_eq!(read.known(), None);
        assert_eq!(read.to_string(), "data-race");
        assert_eq!(serde_json::to_string(&read).unwrap(), "\"data-race\"");
        assert_eq!("data-race".parse(), Ok(read));
    }

    #[test]
    fn an_enum_alone_refuses_them() {
        let unknown: Result<ErrorKind, _> = "data-race".parse();
        assert_eq!(unknown.unwrap_err().to_string(), "unknown word `data-race`");
        let error = serde_json::from_str::<ErrorKind>("\"data-race\"").unwrap_err().to_string();
        assert!(
            error.starts_with("unknown variant `data-race`, expected one of `null-dere"),
            "{error}"
        );
    }

    #[test]
    fn words_are_in_the_order_of_their_text() {
        let word = |text: &str| text.parse::<Kind>().unwrap();
        let mut words = ["out-of-bounds", "data-race", "abort", "null-dereference"].map(word);
        words.sort();
        assert_eq!(words, ["abort", "data-race", "null-dereference", "out-of-bounds"].map(word));
    }

    #[test]
    fn a_word_is_what_it_names() {
        assert_eq!(Kind::from(ErrorKind::Abort), ErrorKind::Abort);
        assert_ne!(Kind::from(ErrorKind::Abort), ErrorKind::Assertion);
        assert_ne!(Kind::Unknown("abort!".into()), ErrorKind::Abort);
    }

    #[test]
    fn names_are_padded_like_any_text() {
        assert_eq!(
            format!("{:>7}|{:7}|", ErrorKind::Abort, Kind::from(ErrorKind::Abort)),
            "  abort|abort  |"
        );
    }
}
