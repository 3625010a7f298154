//! Functions and classes as the debug information declares them.

use coax_ir::{Access, Language, Role};

use super::debug::access;
use super::stream::Stream;

/// Directory and name of a file.
pub type FileName = (String, String);

/// A function as declared. Types are debug nodes plus 1; 0 is `void`.
pub struct SignatureRecord {
    /// Its own name.
    pub name: String,
    /// Its name with scopes.
    pub qualified: String,
    /// Where it is defined.
    pub file: FileName,
    /// Where it is defined.
    pub line: u32,
    /// The main file of its translation unit.
    pub unit: FileName,
    /// The language of its translation unit.
    pub language: Language,
    /// The calling convention is AArch64's.
    pub aarch64: bool,
    /// Result and parameters, without the object.
    pub types: TypesRecord,
    /// Set for non-static member functions.
    pub method: Option<MethodRecord>,
    /// Names of parameters by their number, which counts the object and starts at 1.
    pub names: Vec<(usize, String)>,
}

/// Result and parameters.
pub struct TypesRecord {
    /// Takes `...`.
    pub variadic: bool,
    /// The result.
    pub result: u32,
    /// The parameters.
    pub params: Vec<u32>,
}

/// What makes a function a member.
pub struct MethodRecord {
    /// Its class.
    pub class: u32,
    /// What it is for.
    pub role: Role,
    /// Who may call it.
    pub access: Access,
    /// Its object may be `const`.
    pub is_const: bool,
    /// It is virtual.
    pub is_virtual: bool,
}

/// Where a function is defined.
pub struct DefinitionRecord {
    /// Its symbol.
    pub symbol: u32,
    /// The file.
    pub file: FileName,
    /// The line.
    pub line: u32,
    /// The file is the translation unit's main file.
    pub in_main_file: bool,
    /// The compiler made it up.
    pub made_up: bool,
    /// The member declaration it defines: a debug node, plus 1.
    pub declaration: Option<u32>,
}

/// What only classes have.
pub struct ClassRecord {
    /// Objects contain pointers to tables of virtual functions or bases.
    pub is_dynamic: bool,
    /// A function is pure virtual.
    pub declares_pure: bool,
    /// May be passed in registers.
    pub trivial_for_calls: bool,
    /// Is a trivial class.
    pub is_trivial: bool,
    /// Base classes: node plus 1, offset unless virtual, access.
    pub bases: Vec<(u32, Option<u64>, Access)>,
    /// Constructors and the destructor.
    pub structors: Vec<StructorRecord>,
}

/// A constructor or destructor that a class declares.
pub struct StructorRecord {
    /// Which of the two.
    pub role: Role,
    /// Its parameters.
    pub types: TypesRecord,
    /// Who may call it.
    pub access: Access,
    /// `= delete`.
    pub is_deleted: bool,
    /// `explicit`.
    pub is_explicit: bool,
    /// `virtual`.
    pub is_virtual: bool,
    /// Its debug node, plus 1.
    pub declaration: u32,
}

impl SignatureRecord {
    /// Reads one, if there is debug information.
    pub fn read(stream: &mut Stream) -> Option<SignatureRecord> {
        stream.flag().then(|| SignatureRecord {
            name: stream.text(),
            qualified: stream.text(),
            file: file(stream),
            line: stream.small(),
            unit: file(stream),
            language: if stream.flag() { Language::Cxx } else { Language::C },
            aarch64: stream.flag(),
            types: TypesRecord::read(stream),
            method: stream.flag().then(|| MethodRecord::read(stream)),
            names: stream.list(|s| (s.index(), s.text())),
        })
    }
}

impl TypesRecord {
    fn read(stream: &mut Stream) -> TypesRecord {
        TypesRecord {
            variadic: stream.flag(),
            result: stream.small(),
            params: stream.list(Stream::small),
        }
    }
}

impl MethodRecord {
    fn read(stream: &mut Stream) -> MethodRecord {
        MethodRecord {
            class: stream.small(),
            role: role(stream),
            access: access(stream),
            is_const: stream.flag(),
            is_virtual: stream.flag(),
        }
    }
}

impl DefinitionRecord {
    /// Reads one.
    pub fn read(stream: &mut Stream) -> DefinitionRecord {
        DefinitionRecord {
            symbol: stream.small(),
            file: file(stream),
            line: stream.small(),
            in_main_file: stream.flag(),
            made_up: stream.flag(),
            declaration: Some(stream.small()).filter(|&node| node != 0),
        }
    }
}

impl ClassRecord {
    /// Reads one, if it is a class of C++.
    pub fn read(stream: &mut Stream) -> Option<ClassRecord> {
        if !stream.flag() {
            return None;
        }
        let flags = stream.number();
        Some(ClassRecord {
            is_dynamic: flags & 1 != 0,
            declares_pure: flags & 2 != 0,
            trivial_for_calls: flags & 4 != 0,
            is_trivial: flags & 8 != 0,
            bases: stream.list(|s| (s.small(), s.number().checked_sub(1), access(s))),
            structors: stream.list(StructorRecord::read),
        })
    }
}

impl StructorRecord {
    fn read(stream: &mut Stream) -> StructorRecord {
        let role = role(stream);
        let types = TypesRecord::read(stream);
        let access = access(stream);
        let flags = stream.number();
        StructorRecord {
            role,
            types,
            access,
            is_deleted: flags & 1 != 0,
            is_explicit: flags & 2 != 0,
            is_virtual: flags & 4 != 0,
            declaration: stream.small(),
        }
    }
}

fn file(stream: &mut Stream) -> FileName {
    (stream.text(), stream.text())
}

/// The codes are the shim's `RoleCode`.
fn role(stream: &mut Stream) -> Role {
    match stream.number() {
        0 => Role::Constructor,
        1 => Role::Destructor,
        _ => Role::Other,
    }
}
