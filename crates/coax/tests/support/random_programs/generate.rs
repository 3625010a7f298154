//! A random function: its inputs, its globals and helpers, and the writer that makes it up.

use super::chance::Chance;

/// The most combinations of inputs for which the explored program has a table of all results.
const TABLE: usize = 1024;
/// The names of inputs.
pub(super) const NAMES: [&str; 4] = ["a", "b", "c", "d"];
/// One function of so many goes through a text; the others are statements of all kinds.
const PARSERS: u64 = 3;

/// A function under test.
pub struct RandomFunction {
    pub seed: u64,
    /// Globals, helpers, the function `f<seed>` and `reset<seed>`, which gives globals their first values.
    pub text: String,
    pub inputs: Vec<InputRange>,
    /// Combinations that must be on exactly one path, by number.
    pub points: Vec<usize>,
}

/// An input of 8 bits and the values it may have.
#[derive(Clone, Copy)]
pub struct InputRange {
    pub signed: bool,
    pub low: i32,
    pub count: usize,
    /// Which word of the harness it comes from.
    pub word: usize,
}

impl RandomFunction {
    pub fn new(seed: u64) -> RandomFunction {
        let mut chance = Chance::new(seed);
        let parses = seed.is_multiple_of(PARSERS);
        let inputs = if parses { characters(&mut chance) } else { inputs(&mut chance) };
        let combinations: usize = inputs.iter().map(|input| input.count).product();
        let mut points: Vec<usize> = (0..4).map(|_| chance.below(combinations)).collect();
        points.sort_unstable();
        points.dedup();
        let writer = Writer::new(seed, chance);
        let text = if parses { writer.parser(&inputs) } else { writer.function(&inputs) };
        RandomFunction { seed, text, inputs, points }
    }

    /// How many combinations of inputs there are.
    pub fn combinations(&self) -> usize {
        self.inputs.iter().map(|input| input.count).product()
    }

    /// Does the explored program compare every result with a table?
    pub fn has_table(&self) -> bool {
        self.combinations() <= TABLE
    }
}

fn inputs(chance: &mut Chance) -> Vec<InputRange> {
    let shapes: &[&[usize]] = &[
        &[256],
        &[256],
        &[256, 4],
        &[16, 16],
        &[32, 32],
        &[10, 10, 10],
        &[4, 256],
        &[256, 256],
        &[40, 40, 40],
    ];
    let shape = chance.pick(shapes);
    shape
        .iter()
        .map(|&count| {
            let signed = chance.one_in(3);
            let lowest = if signed { -128 } else { 0 };
            let slack = 256 - count;
            let low = match chance.below(3) {
                0 if signed => -(count as i32) / 2,
                0 | 1 => lowest,
                _ => lowest + chance.below(slack + 1) as i32,
            };
            InputRange { signed, low, count, word: chance.below(4) }
        })
        .collect()
}

/// The characters of a text: few different ones, mostly with the one that ends it.
fn characters(chance: &mut Chance) -> Vec<InputRange> {
    let shape =
        chance.pick(&[[5, 5, 5, 5], [4, 4, 4, 4], [3, 4, 4, 5], [1, 8, 8, 8], [1, 1, 16, 16]]);
    let word = chance.below(4);
    let low = chance.pick(&[0, 0, 0, 1, 97]);
    let mut range = |count| {
        // A text that is always empty is none.
        let low = if count == 1 { low.max(1) } else { low };
        InputRange { signed: chance.one_in(3), low, count, word }
    };
    shape.into_iter().map(&mut range).collect()
}

/// A scalar in scope.
#[derive(Clone)]
pub(super) struct Variable {
    pub name: String,
    pub assignable: bool,
    pub float: bool,
}

/// An array in scope.
#[derive(Clone)]
pub(super) struct Array {
    pub name: String,
    pub element: &'static str,
    pub len: usize,
}

/// What can be used where the writer is.
#[derive(Clone, Default)]
pub(super) struct Scope {
    pub variables: Vec<Variable>,
    pub arrays: Vec<Array>,
    /// Native runs keep what a pointer points into in `<name>_base` and `<name>_len`.
    pub pointers: Vec<String>,
}

/// Integer types.
pub(super) const INTEGERS: &[&str] =
    &["i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "_Bool"];

/// Writes one function.
pub(super) struct Writer {
    pub seed: u64,
    pub chance: Chance,
    pub scope: Scope,
    /// No undefined behaviour is meant to be possible.
    pub guarded: bool,
    /// Floats are used.
    pub floats: bool,
    /// How many more times paths may fork, in powers of two.
    pub forks: i32,
    /// Inside how many loops.
    pub loops: usize,
    /// What is written is an index; native runs evaluate it twice, so it has no index inside.
    pub inside_index: bool,
    /// Functions that take two integers and give one.
    pub helpers: Vec<String>,
    globals: String,
    resets: String,
    body: String,
    depth: usize,
    names: usize,
}

impl Writer {
    fn new(seed: u64, mut chance: Chance) -> Writer {
        let guarded = chance.one_in(2);
        let floats = chance.one_in(6);
        let forks = 3 + chance.below(5) as i32;
        Writer {
            seed,
            chance,
            scope: Scope::default(),
            guarded,
            floats,
            forks,
            loops: 0,
            inside_index: false,
            helpers: Vec::new(),
            globals: String::new(),
            resets: String::new(),
            body: String::new(),
            depth: 1,
            names: 0,
        }
    }

    fn function(mut self, inputs: &[InputRange]) -> String {
        for _ in 0..self.chance.below(4) {
            self.global();
        }
        for _ in 0..self.chance.below(3) {
            self.helper();
        }
        for (i, name) in NAMES.iter().enumerate().take(inputs.len()) {
            let name = name.to_string();
            // Before globals: leaves of expressions prefer what stands first.
            self.scope.variables.insert(i, Variable { name, assignable: true, float: false });
        }
        self.line("i32 r = 0;");
        self.scope.variables.push(Variable { name: "r".into(), assignable: true, float: false });
        let count = 3 + self.chance.below(6);
        self.statements(count);
        let result = self.int(3);
        self.line(&format!("return r ^ (i32)({result});"));
        self.finish(inputs)
    }

    /// What was written, as the text of a function and all it needs.
    pub fn finish(self, inputs: &[InputRange]) -> String {
        let parameter = |input: &InputRange, name: &str| {
            format!("{} {name}", if input.signed { "i8" } else { "u8" })
        };
        let parameters: Vec<String> =
            inputs.iter().zip(NAMES).map(|(input, name)| parameter(input, name)).collect();
        let seed = self.seed;
        format!(
            "{}static i32 f{seed}({}) {{\n{}}}\nstatic void reset{seed}(void) {{\n{}}}\n\n",
            self.globals,
            parameters.join(", "),
            self.body,
            self.resets
        )
    }

    /// Writes a function that others call: its name. `head` is what stands before the name, and the parameters.
    pub fn other_function(
        &mut self,
        kind: &str,
        head: (&str, &str),
        inside: impl FnOnce(&mut Writer),
    ) -> String {
        let name = self.global_name(kind);
        let body = std::mem::take(&mut self.body);
        inside(self);
        let written = std::mem::replace(&mut self.body, body);
        let (result, parameters) = head;
        self.globals.push_str(&format!("static {result}{name}({parameters}) {{\n{written}}}\n"));
        name
    }

    /// A name nothing else has.
    pub fn name(&mut self, kind: &str) -> String {
        self.names += 1;
        format!("{kind}{}", self.names)
    }

    /// The same for what is outside the function: no other function of the batch has it either.
    fn global_name(&mut self, kind: &str) -> String {
        let kind = format!("{kind}{}_", self.seed);
        self.name(&kind)
    }

    /// Writes a line of the body.
    pub fn line(&mut self, text: &str) {
        self.body.push_str(&"    ".repeat(self.depth));
        self.body.push_str(text);
        self.body.push('\n');
    }

    /// Writes a block: what it declares is not in scope afterwards.
    pub fn block(&mut self, head: &str, inside: impl FnOnce(&mut Writer)) {
        let scope = self.scope.clone();
        self.line(&format!("{head} {{"));
        self.depth += 1;
        inside(self);
        self.depth -= 1;
        self.line("}");
        self.scope = scope;
    }

    /// May paths fork here once more? Inside loops a fork counts for several.
    pub fn may_fork(&mut self, times: i32) -> bool {
        let cost = if self.loops > 0 { times * 3 } else { times };
        let may = self.forks >= cost;
        if may {
            self.forks -= cost;
        }
        may
    }

    /// Shall what could be undefined be guarded here?
    pub fn guards(&mut self) -> bool {
        self.guarded || self.chance.below(20) < 17
    }

    fn global(&mut self) {
        let element = self.chance.pick(INTEGERS);
        let name = self.global_name("g");
        if self.chance.one_in(3) {
            let value = self.constant();
            self.globals.push_str(&format!("static {element} {name} = ({element}){value};\n"));
            self.resets.push_str(&format!("    {name} = ({element}){value};\n"));
            self.scope.variables.push(Variable { name, assignable: true, float: false });
            return;
        }
        let len = 1 + self.chance.below(9);
        let mut values = Vec::new();
        for i in 0..len {
            let value = self.constant();
            values.push(format!("({element}){value}"));
            self.resets.push_str(&format!("    {name}[{i}] = ({element}){value};\n"));
        }
        self.globals
            .push_str(&format!("static {element} {name}[{len}] = {{{}}};\n", values.join(", ")));
        self.scope.arrays.push(Array { name, element, len });
    }

    /// A function of two integers, from what is global.
    fn helper(&mut self) {
        let name = self.global_name("h");
        let (x, y) = (self.chance.pick(INTEGERS), self.chance.pick(INTEGERS));
        let result = self.chance.pick(&["i32", "u32", "i64", "u8", "i16"]);
        let (scope, body) = (self.scope.clone(), std::mem::take(&mut self.body));
        for parameter in ["x", "y"] {
            let variable = Variable { name: parameter.into(), assignable: true, float: false };
            self.scope.variables.insert(0, variable);
        }
        if self.chance.one_in(3) {
            let (step, mix) = (self.int(1), self.int(2));
            self.line("if ((x & 3) == 0)");
            self.line(&format!("    return ({result})({step});"));
            self.line(&format!("return ({result})({name}((x & 3) - 1, y + 1) ^ ({mix}));"));
        } else {
            if self.may_fork(1) {
                let (condition, early) = (self.condition(2), self.int(2));
                self.line(&format!("if ({condition})"));
                self.line(&format!("    return ({result})({early});"));
            }
            if self.chance.one_in(2) {
                self.assignment();
            }
            let late = self.int(3);
            self.line(&format!("return ({result})({late});"));
        }
        let written = std::mem::replace(&mut self.body, body);
        self.globals.push_str(&format!("static {result} {name}({x} x, {y} y) {{\n{written}}}\n"));
        self.scope = scope;
        self.helpers.push(name);
    }
}
