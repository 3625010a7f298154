//! The symbols of a module: what the linker sees.

use super::constant::Constant;
use super::stream::Stream;
use super::types::TypeNumber;

/// A function, variable, alias or ifunc of a module.
#[derive(Debug)]
pub struct Symbol {
    /// Linkage name; may be empty for local ones.
    pub name: String,
    /// How it takes part in linking.
    pub linkage: Linkage,
    /// Defined here.
    pub defined: bool,
    /// What it is.
    pub what: What,
}

/// How a symbol takes part in linking; the order is the shim's `LinkageCode`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linkage {
    /// At most one definition in the program.
    Strong,
    /// The first definition wins, a strong one beats it.
    Weak,
    /// A tentative definition of C: the largest wins.
    Common,
    /// A copy of a definition that is elsewhere.
    AvailableExternally,
    /// Not visible outside its module.
    Local,
    /// Address 0 if no module defines it.
    ExternWeak,
    /// Lists LLVM keeps for itself (`llvm.global_ctors`, `llvm.used`).
    Appending,
}

/// What a symbol is.
#[derive(Debug)]
pub enum What {
    /// A function.
    Function(FunctionSymbol),
    /// A variable.
    Variable(VariableSymbol),
    /// Another name for an address.
    Alias(Constant),
    /// A function chosen at start-up.
    IFunc,
}

/// A function's declaration.
#[derive(Debug)]
pub struct FunctionSymbol {
    /// For LLVM's own functions, the name without type suffixes.
    pub intrinsic: Option<String>,
    /// Name as the source writes it.
    pub source_name: String,
    /// Type of the result.
    pub result: TypeNumber,
    /// Takes variadic arguments.
    pub variadic: bool,
    /// The result must be initialised.
    pub result_noundef: bool,
    /// Certainly not optimised.
    pub optnone: bool,
    /// Parameters.
    pub params: Vec<Parameter>,
}

/// A parameter's declaration.
#[derive(Debug)]
pub struct Parameter {
    /// Its type.
    pub ty: TypeNumber,
    /// Must be initialised.
    pub noundef: bool,
    /// Where a struct result goes.
    pub sret: bool,
    /// Passed as a copy in memory: size and alignment.
    pub byval: Option<(u64, u64)>,
}

/// A variable's declaration.
#[derive(Debug)]
pub struct VariableSymbol {
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// Cannot be written.
    pub constant: bool,
    /// One per thread.
    pub thread_local: bool,
    /// Starts as zeros.
    pub zero: bool,
    /// What the debug information says.
    pub debug: Option<VariableDebug>,
}

/// What the debug information says of a variable.
#[derive(Debug)]
pub struct VariableDebug {
    /// Name as the source writes it.
    pub name: String,
    /// Debug node of the type, plus 1; 0 for none.
    pub node: u32,
    /// Directory and name of the file.
    pub file: (String, String),
    /// Line.
    pub line: u32,
}

/// A function to run before or after `main`.
#[derive(Debug)]
pub struct Structor {
    /// Lower runs first (constructors).
    pub priority: u32,
    /// Symbol number of the function.
    pub function: u32,
    /// Only runs if this symbol's definition is the one of this module.
    pub associated: Option<u32>,
}

/// A mark on a function.
#[derive(Debug)]
pub struct Annotation {
    /// Symbol number of the function.
    pub function: u32,
    /// What it says.
    pub text: String,
    /// Where it stands.
    pub file: String,
    /// The line there.
    pub line: u32,
}

/// Everything the linker needs to know of a module.
#[derive(Debug, Default)]
pub struct SymbolTable {
    /// By symbol number.
    pub symbols: Vec<Symbol>,
    /// Constructors in order.
    pub constructors: Vec<Structor>,
    /// Destructors in order.
    pub destructors: Vec<Structor>,
    /// Marks on functions.
    pub annotations: Vec<Annotation>,
}

impl SymbolTable {
    /// Reads the table.
    pub fn read(stream: &mut Stream) -> SymbolTable {
        SymbolTable {
            symbols: stream.list(read_symbol),
            constructors: stream.list(read_structor),
            destructors: stream.list(read_structor),
            annotations: stream.list(read_annotation),
        }
    }
}

fn read_symbol(stream: &mut Stream) -> Symbol {
    let code = stream.number();
    let name = stream.text();
    let linkage = read_linkage(stream.number());
    let defined = stream.flag();
    let what = match code {
        0 => What::Function(read_function(stream)),
        1 => What::Variable(read_variable(stream)),
        2 => What::Alias(Constant::read(stream)),
        _ => What::IFunc,
    };
    Symbol { name, linkage, defined, what }
}

fn read_linkage(code: u64) -> Linkage {
    match code {
        0 => Linkage::Strong,
        1 => Linkage::Weak,
        2 => Linkage::Common,
        3 => Linkage::AvailableExternally,
        4 => Linkage::Local,
        5 => Linkage::ExternWeak,
        _ => Linkage::Appending,
    }
}

fn read_function(stream: &mut Stream) -> FunctionSymbol {
    let intrinsic = Some(stream.text()).filter(|name| !name.is_empty());
    let source_name = stream.text();
    let result = TypeNumber(stream.small());
    let flags = stream.number();
    FunctionSymbol {
        intrinsic,
        source_name,
        result,
        variadic: flags & 1 != 0,
        result_noundef: flags & 2 != 0,
        optnone: flags & 4 != 0,
        params: stream.list(read_parameter),
    }
}

fn read_parameter(stream: &mut Stream) -> Parameter {
    let ty = TypeNumber(stream.small());
    let flags = stream.number();
    let byval = (flags & 4 != 0).then(|| (stream.number(), stream.number()));
    Parameter { ty, noundef: flags & 1 != 0, sret: flags & 2 != 0, byval }
}

fn read_variable(stream: &mut Stream) -> VariableSymbol {
    let (size, align, flags) = (stream.number(), stream.number(), stream.number());
    let debug = stream.flag().then(|| VariableDebug {
        name: stream.text(),
        node: stream.small(),
        file: (stream.text(), stream.text()),
        line: stream.small(),
    });
    VariableSymbol {
        size,
        align,
        constant: flags & 1 != 0,
        thread_local: flags & 2 != 0,
        zero: flags & 4 != 0,
        debug,
    }
}

fn read_annotation(stream: &mut Stream) -> Annotation {
    Annotation {
        function: stream.small(),
        text: stream.text(),
        file: stream.text(),
        line: stream.small(),
    }
}

fn read_structor(stream: &mut Stream) -> Structor {
    Structor {
        priority: stream.small(),
        function: stream.small(),
        associated: stream.small().checked_sub(1),
    }
}
