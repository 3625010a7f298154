//! Random statements about memory: arrays, pointers, the heap, structures and strings.
//!
//! Every access that may be wrong is written with a macro of the sources' preamble that checks it in
//! native runs. Indices are of 32 bits at most: larger ones could come around to the array again.

use super::generate::{Array, INTEGERS, Variable, Writer};

impl Writer {
    fn some_array(&mut self) -> Array {
        let at = self.chance.below(self.scope.arrays.len());
        self.scope.arrays[at].clone()
    }

    /// An index, within the bounds or anything.
    fn index(&mut self, len: usize) -> String {
        self.inside_index = true;
        let value = self.int(1);
        self.inside_index = false;
        match (self.guards(), len.is_power_of_two()) {
            (true, true) => format!("(i32)(({value}) & {})", len - 1),
            (true, false) => format!("(i32)((u32)({value}) % {len})"),
            (false, _) => match self.chance.below(3) {
                0 => format!("(i32)({value})"),
                1 => format!("(i32)(({value}) & 15)"),
                _ => format!("(u8)({value})"),
            },
        }
    }

    /// An element of an array, as it is read.
    pub fn element(&mut self) -> String {
        let array = self.some_array();
        let index = self.index(array.len);
        format!("AT({0}, {0}, {1}, {index})", array.name, array.len)
    }

    pub fn element_assignment(&mut self) {
        if self.scope.arrays.is_empty() {
            return self.array();
        }
        let (element, value) = (self.element(), self.int(2));
        let op = self.chance.pick(&["=", "=", "^=", "|="]);
        self.line(&format!("{element} {op} {value};"));
    }

    pub fn array(&mut self) {
        let (name, element, len) =
            (self.name("m"), self.chance.pick(INTEGERS), 1 + self.chance.below(8));
        let values: Vec<String> = (0..len).map(|_| self.int(1)).collect();
        self.line(&format!("{element} {name}[{len}] = {{{}}};", values.join(", ")));
        self.scope.arrays.push(Array { name, element, len });
    }

    /// A pointer into one of the arrays, which may depend on inputs.
    pub fn pointer(&mut self) {
        if self.scope.arrays.is_empty() {
            return self.array();
        }
        let first = self.some_array();
        let same: Vec<Array> = self
            .scope
            .arrays
            .iter()
            .filter(|array| array.element == first.element)
            .cloned()
            .collect();
        let second = same[self.chance.below(same.len())].clone();
        let name = self.name("p");
        let element = first.element;
        let chooses = self.chance.one_in(2) && self.may_fork(1);
        let null = !self.guarded && chooses && self.chance.one_in(4);
        let (c, other) = match chooses {
            true => (self.condition(2), if null { "0".to_string() } else { second.name.clone() }),
            false => ("1".to_string(), first.name.clone()),
        };
        let other_len = if null { 0 } else { second.len };
        let offset = match self.chance.below(3) {
            0 if !null => format!(" + {}", self.index(first.len.min(second.len))),
            _ => String::new(),
        };
        self.line(&format!("u8 {name}_c = !!({c});"));
        self.line(&format!("{element} *{name} = ({name}_c ? {} : {other}){offset};", first.name));
        self.line(&format!(
            "SHADOW({element} *{name}_base = {name}_c ? {} : {other};)",
            first.name
        ));
        self.line(&format!("SHADOW(i32 {name}_len = {name}_c ? {} : {other_len};)", first.len));
        self.scope.pointers.push(name);
    }

    /// What a pointer points to, as it is read.
    pub fn pointed(&mut self) -> String {
        let at = self.chance.below(self.scope.pointers.len());
        let pointer = self.scope.pointers[at].clone();
        let index = if self.guards() {
            "0".to_string()
        } else {
            self.chance.pick(&["1", "2", "-1", "(a & 3)"]).to_string()
        };
        format!("AT({pointer}, {pointer}_base, {pointer}_len, {index})")
    }

    pub fn pointed_assignment(&mut self) {
        if self.scope.pointers.is_empty() {
            return self.pointer();
        }
        let (target, value) = (self.pointed(), self.int(2));
        self.line(&format!("{target} = {value};"));
    }

    /// `memcpy` and `memset` with lengths that may depend on inputs.
    pub fn copy(&mut self) {
        if self.scope.arrays.is_empty() {
            return self.array();
        }
        let (to, from, length) = (self.some_array(), self.some_array(), self.int(1));
        let small = to.len.min(from.len);
        let length = match self.guards() {
            true => format!("((u32)({length}) % {})", small + 1),
            false => format!("((u32)({length}) & 15)"),
        };
        let (a, b) = (to.name.clone(), from.name.clone());
        let bool_target = to.element == "_Bool";
        match self.chance.below(3) {
            0 if a != b && !bool_target => {
                self.line(&format!("COPY(memcpy, {a}, sizeof {a}, {b}, sizeof {b}, {length});"))
            }
            1 if !bool_target => {
                self.line(&format!("COPY(memmove, {a}, sizeof {a}, {b}, sizeof {b}, {length});"))
            }
            _ => {
                // A byte other than 0 or 1 is no value of a `_Bool`.
                let mask = if bool_target { " & 1" } else { "" };
                let byte = self.int(1);
                self.line(&format!("FILL({a}, sizeof {a}, ({byte}){mask}, {length});"));
            }
        }
    }

    /// A block of the heap whose size depends on inputs, used and given back.
    pub fn heap(&mut self) {
        let (name, size, len) = (self.name("h"), self.int(2), self.name("n"));
        let element = self.chance.pick(&["u8", "i16", "i32", "u64"]);
        let clears = self.chance.one_in(2);
        self.line(&format!("u32 {len} = ((u32)({size}) & 3) + 1;"));
        match clears {
            true => self.line(&format!("{element} *{name} = calloc({len}, sizeof *{name});")),
            false => {
                self.line(&format!("{element} *{name} = malloc({len} * sizeof *{name});"));
                let byte = self.int(1);
                self.line(&format!("memset({name}, (u8)({byte}), {len} * sizeof *{name});"));
            }
        }
        let (at, value) = (self.int(1), self.int(1));
        let wrap = if self.guards() { format!("% {len}") } else { "& 3".to_string() };
        self.line(&format!("AT({name}, {name}, {len}, (i32)((u32)({at}) {wrap})) = {value};"));
        let again = self.int(1);
        self.line(&format!("r ^= (i32)AT({name}, {name}, {len}, (i32)((u32)({again}) {wrap}));"));
        self.line(&format!("free({name});"));
    }

    /// A structure with bit-fields and an array, written, copied and read.
    pub fn structure(&mut self) {
        let (x, y) = (self.name("s"), self.name("s"));
        let fields = ["one", "two", "three", "four", "five", "bits"];
        let values: Vec<String> = (0..5).map(|_| self.int(1)).collect();
        self.line(&format!("struct mixed {x} = {{{}, {{1, 2, 3, 4}}}};", values.join(", ")));
        let (field, value, index) = (self.chance.pick(&fields[..5]), self.int(2), self.int(1));
        self.line(&format!("{x}.{field} = {value};"));
        self.line(&format!("{x}.bits[({index}) & 3] ^= (u16)({value});"));
        self.line(&format!("struct mixed {y} = {x};"));
        let (again, element) = (self.chance.pick(&fields[..5]), self.int(1));
        self.line(&format!("{x}.{again} = 0;"));
        self.line(&format!("r ^= (i32)((u32){y}.{again} + (u32){y}.bits[({element}) & 3] * 7u);"));
        for field in ["one", "two", "three", "four"] {
            let name = format!("{y}.{field}");
            self.scope.variables.push(Variable { name, assignable: true, float: false });
        }
    }

    /// The bytes of one type read as another.
    pub fn union(&mut self) {
        let (name, value, byte) = (self.name("pun"), self.int(2), self.int(1));
        let index = self.int(1);
        self.line(&format!("union punned {name} = {{.whole = (u64)({value})}};"));
        self.line(&format!("{name}.bytes[({index}) & 7] = (u8)({byte});"));
        let read = self.chance.pick(&[
            "whole",
            "halves[1]",
            "halves[0]",
            "shorts[1]",
            "shorts[3]",
            "bytes[5]",
        ]);
        self.scope.variables.push(Variable {
            name: format!("{name}.{read}"),
            assignable: true,
            float: false,
        });
    }

    /// A short string of inputs, and what the library says about it.
    pub fn string(&mut self) {
        let name = self.name("z");
        let (x, y) = (self.int(1), self.int(1));
        self.line(&format!("char {name}[4] = {{(char)({x}), (char)({y}), 'x', 0}};"));
        match self.chance.below(4) {
            0 => self.line(&format!("r += (i32)strlen({name});")),
            1 => self.line(&format!(
                "r ^= (strcmp({name}, \"xx\") > 0) + 2 * (strcmp({name}, \"xy\") == 0);"
            )),
            2 => self.line(&format!("r ^= strchr({name}, 'x') != 0;")),
            _ => {
                let z = self.int(1);
                self.line(&format!("u8 {name}_o[2] = {{(u8)({z}), 7}};"));
                self.line(&format!("r ^= memcmp({name}, {name}_o, 2) < 0;"));
            }
        }
    }
}
