//! Random statements about memory behind pointers: tables of them, structures in arrays, blocks that
//! may be gone, and what must hold.

use super::generate::{Array, Writer};

impl Writer {
    /// An access through a pointer that an input picks from a table.
    pub fn pointer_table(&mut self) {
        if self.scope.arrays.is_empty() {
            return self.array();
        }
        let at = self.chance.below(self.scope.arrays.len());
        let element = self.scope.arrays[at].element;
        let same: Vec<Array> =
            self.scope.arrays.iter().filter(|array| array.element == element).cloned().collect();
        let mut chosen = Vec::new();
        for _ in 0..4 {
            chosen.push(same[self.chance.below(same.len())].clone());
        }
        let (table, which) = (self.name("t"), self.int(1));
        let names: Vec<String> = chosen.iter().map(|array| array.name.clone()).collect();
        let lens: Vec<String> = chosen.iter().map(|array| array.len.to_string()).collect();
        self.line(&format!("{element} *{table}[4] = {{{}}};", names.join(", ")));
        self.line(&format!("SHADOW(i32 {table}_len[4] = {{{}}};)", lens.join(", ")));
        self.line(&format!("u32 {table}_i = (u32)({which}) & 3;"));
        let index = match self.guards() {
            true => "0".to_string(),
            false => format!("(i32)({} & 7)", self.variable()),
        };
        let target =
            format!("AT({table}[{table}_i], {table}[{table}_i], {table}_len[{table}_i], {index})");
        if self.chance.one_in(2) {
            let value = self.int(2);
            self.line(&format!("{target} = {value};"));
        }
        self.line(&format!("r ^= (i32){target};"));
    }

    /// Structures in an array, one of them picked by an input.
    pub fn structures(&mut self) {
        let (name, which, value) = (self.name("s"), self.int(1), self.int(2));
        let len = self.chance.pick(&[2usize, 3, 4]);
        let fields = ["one", "two", "three", "four", "five", "bits[2]"];
        let (first, second) = (self.chance.pick(&fields), self.chance.pick(&fields));
        self.line(&format!("struct mixed {name}[{len}];"));
        self.line(&format!("memset({name}, {}, sizeof {name});", self.seed % 5));
        let index = match self.guards() {
            true => format!("(i32)((u32)({which}) % {len})"),
            false => format!("(i32)({} & 7)", self.variable()),
        };
        self.line(&format!("AT({name}, {name}, {len}, {index}).{first} = {value};"));
        let again = self.int(1);
        self.line(&format!("r ^= (i32){name}[(u32)({again}) % {len}].{second};"));
    }

    /// A block that may have been given back before it is used.
    pub fn gone(&mut self) {
        let (name, condition, value) = (self.name("h"), self.condition(2), self.int(1));
        let late = !self.guards();
        self.line(&format!("i32 *{name} = malloc(8);"));
        self.line(&format!("{name}[0] = {name}[1] = {value};"));
        self.line(&format!("u8 {name}_c = !!({condition});"));
        self.line(&format!("if ({name}_c)"));
        self.line(&format!("    free({name});"));
        match late {
            true => self.line(&format!("r ^= ALIVE(!{name}_c, {name}[1]);")),
            false => self.line(&format!("r += {name}_c;")),
        }
        self.line(&format!("if (!{name}_c)"));
        self.line(&format!("    free({name});"));
    }

    /// Something that holds, or does not.
    pub fn assertion(&mut self) {
        let condition = match self.guards() {
            true => format!("({0} ^ {0}) == 0", self.variable()),
            false => self.condition(2),
        };
        self.line(&format!("HOLDS({condition});"));
    }

    /// A function that goes through memory it was given.
    pub fn passed(&mut self) {
        if self.scope.arrays.is_empty() {
            return self.array();
        }
        let at = self.chance.below(self.scope.arrays.len());
        let (array, count) = (self.scope.arrays[at].name.clone(), self.int(1));
        self.line(&format!(
            "r ^= (i32)summed((const u8 *){array}, (u32)({count}) % (sizeof {array} + 1) & 3);"
        ));
    }
}
