//! Random statements: variables and control flow.

use super::generate::{INTEGERS, Variable, Writer};

impl Writer {
    /// So many statements, and the ways out of them.
    pub fn statements(&mut self, count: usize) {
        for _ in 0..count {
            self.statement();
        }
    }

    fn statement(&mut self) {
        match self.chance.below(32) {
            0..=3 => self.declaration(),
            4..=6 => self.assignment(),
            7..=9 if self.may_fork(1) => self.branch(),
            10 if self.may_fork(2) => self.switch(),
            11 if self.loops == 0 => self.counted_loop(),
            12 if self.loops == 0 && self.may_fork(2) => self.open_loop(),
            13 => self.array(),
            14 | 15 => self.element_assignment(),
            16 => self.pointer(),
            17 => self.pointed_assignment(),
            18 if !self.helpers.is_empty() => self.call(),
            19 if self.may_fork(2) => self.call_through_table(),
            20 if self.may_fork(1) => self.jump(),
            21 => self.copy(),
            22 if self.may_fork(2) => self.heap(),
            23 => self.structure(),
            24 => self.union(),
            25 if self.may_fork(2) => self.string(),
            26 => self.pointer_table(),
            27 => self.structures(),
            28 if self.may_fork(1) => self.gone(),
            29 => self.assertion(),
            30 if self.may_fork(2) => self.passed(),
            _ => self.accumulate(),
        }
    }

    /// Adds an integer to the result, so that it matters.
    pub fn accumulate(&mut self) {
        let value = self.int(2);
        self.line(&format!("r = (i32)((u32)r * 3u + (u32)({value}));"));
    }

    fn declaration(&mut self) {
        let float = self.floats && self.chance.one_in(3);
        let (ty, value) = match float {
            true => (self.chance.pick(&["float", "double"]), self.float(2)),
            false => (self.chance.pick(INTEGERS), self.int(3)),
        };
        let name = self.name("v");
        self.line(&format!("{ty} {name} = {value};"));
        self.scope.variables.push(Variable { name, assignable: true, float });
    }

    pub fn assignment(&mut self) {
        let targets: Vec<String> = self
            .scope
            .variables
            .iter()
            .filter(|v| v.assignable && !v.float)
            .map(|v| v.name.clone())
            .collect();
        if targets.is_empty() {
            return;
        }
        let target = targets[self.chance.below(targets.len())].clone();
        let value = self.int(3);
        match self.chance.below(6) {
            0 if !self.guards() => {
                let op = self.chance.pick(&["+=", "-=", "*=", "/=", "%=", "<<=", ">>="]);
                let value = self.variable();
                let cast = if op.len() == 3 { "(i32)" } else { "" };
                self.line(&format!("{target} {op} {cast}{value};"));
            }
            1 => {
                let op = self.chance.pick(&["&=", "|=", "^="]);
                self.line(&format!("{target} {op} {value};"));
            }
            2 if !self.guards() => {
                let op = self.chance.pick(&["++", "--"]);
                self.line(&format!("{target}{op};"));
            }
            _ => self.line(&format!("{target} = {value};")),
        }
    }

    fn branch(&mut self) {
        let condition = self.condition(3);
        let count = 1 + self.chance.below(2);
        let ends = self.chance.below(8);
        self.block(&format!("if ({condition})"), |writer| {
            writer.statements(count);
            writer.leave(ends);
        });
        if self.chance.one_in(2) {
            let count = 1 + self.chance.below(2);
            self.block("else", |writer| writer.statements(count));
        }
    }

    /// Leaves a loop or the function, sometimes.
    fn leave(&mut self, how: usize) {
        match how {
            0 => {
                let value = self.int(2);
                self.line(&format!("return (i32)({value});"));
            }
            1 if self.loops > 0 => self.line("break;"),
            2 if self.loops > 0 => self.line("continue;"),
            _ => {}
        }
    }

    fn switch(&mut self) {
        let value = self.int(2);
        let mask = self.chance.pick(&["", " & 3", " & 7", " % 5"]);
        let (loops, cases) = (self.loops, 2 + self.chance.below(3));
        let step = self.chance.pick(&[1, 1, 3, 17]);
        // `break` would leave the switch, not the loop.
        self.loops = 0;
        self.block(&format!("switch ((i32)({value}){mask})"), |writer| {
            for case in 0..cases {
                writer.line(&format!("case {}:", case * step));
                writer.accumulate();
                if !writer.chance.one_in(4) {
                    writer.line("break;");
                }
            }
            if writer.chance.one_in(2) {
                writer.line("default:");
                writer.assignment();
                writer.accumulate();
            }
        });
        self.loops = loops;
    }

    fn counted_loop(&mut self) {
        let (name, bound) = (self.name("loop"), 2 + self.chance.below(3));
        self.loops += 1;
        self.block(&format!("for (i32 {name} = 0; {name} < {bound}; {name}++)"), |writer| {
            writer.scope.variables.push(Variable { name, assignable: false, float: false });
            let count = 1 + writer.chance.below(2);
            writer.statements(count);
        });
        self.loops -= 1;
    }

    /// A loop whose end depends on inputs.
    fn open_loop(&mut self) {
        let (name, fuel) = (self.name("n"), self.name("n"));
        let (bound, mask) = (self.int(2), self.chance.pick(&[1, 3, 7]));
        self.line(&format!("u32 {name} = (u32)({bound}) & {mask};"));
        self.line(&format!("u32 {fuel} = 0;"));
        let condition = match self.chance.below(3) {
            0 => format!("{fuel} < {name}"),
            1 => format!("{name} && {fuel} < 5"),
            _ => format!("({name} >> {fuel}) & 1"),
        };
        let head =
            if self.chance.one_in(3) { "do".to_string() } else { format!("while ({condition})") };
        let tail = (head == "do").then(|| format!("while ({fuel} < 4 && {condition});"));
        self.loops += 1;
        self.block(&head, |writer| {
            // First of all, so that `continue` cannot skip it.
            writer.line(&format!("{fuel}++;"));
            writer.scope.variables.push(Variable { name: fuel, assignable: false, float: false });
            writer.accumulate();
            if writer.chance.one_in(2) {
                writer.statement();
            }
            if condition.contains("&& ") {
                writer.line(&format!("{name} /= 2;"));
            }
        });
        self.loops -= 1;
        if let Some(tail) = tail {
            self.line(&tail);
        }
        self.scope.variables.push(Variable { name, assignable: true, float: false });
    }

    fn call(&mut self) {
        let helper = self.helpers[self.chance.below(self.helpers.len())].clone();
        let (x, y, name) = (self.int(2), self.int(2), self.name("v"));
        let ty = self.chance.pick(INTEGERS);
        self.line(&format!("{ty} {name} = {helper}({x}, {y});"));
        self.scope.variables.push(Variable { name, assignable: true, float: false });
    }

    /// A call of one of several functions, by a number or by a pointer from a table.
    fn call_through_table(&mut self) {
        let (table, index) = (self.name("t"), self.int(2));
        let functions = ["plus1", "twice", "negated", "halved"];
        let mut chosen = Vec::new();
        for _ in 0..4 {
            chosen.push(self.chance.pick(&functions));
        }
        self.line(&format!("static u32 (*const {table}[4])(u32) = {{{}}};", chosen.join(", ")));
        let value = self.int(2);
        self.line(&format!("r ^= (i32){table}[(u32)({index}) & 3]((u32)({value}));"));
    }

    fn jump(&mut self) {
        let (label, condition) = (self.name("l"), self.condition(2));
        self.block("", |writer| {
            let count = 1 + writer.chance.below(2);
            writer.line(&format!("if ({condition})"));
            writer.line(&format!("    goto {label};"));
            writer.statements(count);
        });
        self.line(&format!("{label}:;"));
    }
}
