//! Random expressions without side effects.

use super::generate::{INTEGERS, Writer};

const CONSTANTS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "5",
    "7",
    "8",
    "15",
    "16",
    "31",
    "33",
    "63",
    "100",
    "127",
    "128",
    "200",
    "255",
    "256",
    "1000",
    "-1",
    "-2",
    "-7",
    "-128",
    "65535",
    "32767",
    "0x7fffffff",
    "(-2147483647 - 1)",
    "0x80000000u",
    "4000000000u",
    "0x7fffffffffffffffLL",
    "0x8000000000000001ull",
    "1000000007LL",
    "2u",
    "10LL",
    "'x'",
];
const COMPARISONS: &[&str] = &["==", "!=", "<", "<=", ">", ">="];

impl Writer {
    pub fn constant(&mut self) -> String {
        self.chance.pick(CONSTANTS).to_string()
    }

    /// An integer expression.
    pub fn int(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.leaf();
        }
        match self.chance.below(20) {
            0..=4 => self.arithmetic(depth),
            5 => self.division(depth),
            6 | 7 => self.shift(depth),
            8 | 9 => {
                let (x, op, y) =
                    (self.int(depth - 1), self.chance.pick(&["&", "|", "^"]), self.int(depth - 1));
                format!("({x} {op} {y})")
            }
            10 => self.comparison(depth),
            11 if self.may_fork(1) => {
                let (x, op, y) = (
                    self.condition(depth - 1),
                    self.chance.pick(&["&&", "||"]),
                    self.condition(depth - 1),
                );
                format!("({x} {op} {y})")
            }
            12 if self.may_fork(1) => {
                let (c, x, y) =
                    (self.condition(depth - 1), self.int(depth - 1), self.int(depth - 1));
                format!("({c} ? {x} : {y})")
            }
            13 | 14 => {
                let (to, x) = (self.chance.pick(INTEGERS), self.int(depth - 1));
                format!("(({to})({x}))")
            }
            15 => {
                let x = self.int(depth - 1);
                match self.chance.pick(&["~", "!", "-"]) {
                    "-" if self.guards() => format!("(-(u32)({x}))"),
                    "-" => format!("(-{})", self.variable()),
                    op => format!("({op}({x}))"),
                }
            }
            16 if self.floats => self.float_as_int(depth),
            17 => self.bits(depth),
            _ => self.leaf(),
        }
    }

    /// A condition, mostly a comparison.
    pub fn condition(&mut self, depth: usize) -> String {
        match self.chance.below(6) {
            0 => self.int(depth),
            1 if self.floats => {
                let (x, op, y) = (self.float(1), self.chance.pick(COMPARISONS), self.float(1));
                format!("({x} {op} {y})")
            }
            _ => self.comparison(depth.max(1)),
        }
    }

    fn comparison(&mut self, depth: usize) -> String {
        let (x, op) = (self.int(depth - 1), self.chance.pick(COMPARISONS));
        let y = if self.chance.one_in(2) { self.constant() } else { self.int(depth - 1) };
        format!("({x} {op} {y})")
    }

    fn arithmetic(&mut self, depth: usize) -> String {
        let (x, op, y) =
            (self.int(depth - 1), self.chance.pick(&["+", "-", "*"]), self.int(depth - 1));
        match self.guards() {
            true => {
                let wide = self.chance.pick(&["u32", "u32", "u64", "unsigned __int128"]);
                let back = self.chance.pick(INTEGERS);
                format!("(({back})(({wide})({x}) {op} ({wide})({y})))")
            }
            false => format!("({} {op} {y})", self.variable()),
        }
    }

    fn division(&mut self, depth: usize) -> String {
        let (x, op, y) = (self.int(depth - 1), self.chance.pick(&["/", "%"]), self.int(depth - 1));
        match (self.guards(), self.chance.below(3)) {
            (true, 0) => format!("({x} {op} ((({y}) & 7) + 1))"),
            (true, 1) => format!("((u32)({x}) {op} ((u32)({y}) | 1))"),
            (true, _) => format!("((i64)(i32)({x}) {op} ((i64)(i16)({y}) * 2 - 1))"),
            (false, _) => format!("({x} {op} {})", self.variable()),
        }
    }

    fn shift(&mut self, depth: usize) -> String {
        let (x, op, y) =
            (self.int(depth - 1), self.chance.pick(&["<<", ">>"]), self.int(depth - 1));
        match (self.guards(), self.chance.below(3)) {
            (true, 0) => format!("({x} {op} ({y} & 31))"),
            (true, 1) => format!("((u64)({x}) {op} ({y} & 63))"),
            (true, _) => format!("({x} {op} ({y} & 7))"),
            // Of 64 bits it would be cut to 32 before it could be looked at.
            (false, _) => format!("({x} {op} (i32){})", self.variable()),
        }
    }

    /// Counting and turning bits.
    fn bits(&mut self, depth: usize) -> String {
        let x = self.int(depth - 1);
        match self.chance.below(6) {
            0 => format!("__builtin_popcount((u32)({x}))"),
            1 => format!("__builtin_popcountll((u64)({x}))"),
            2 => format!("__builtin_clz((u32)({x}) | 1u)"),
            3 => format!("__builtin_ctz((u32)({x}) | 0x100u)"),
            4 => format!("__builtin_bswap32((u32)({x}))"),
            _ => format!("(i32)__builtin_bswap16((u16)({x}))"),
        }
    }

    fn leaf(&mut self) -> String {
        match self.chance.below(8) {
            0 | 1 => self.constant(),
            2 if !self.inside_index && !self.scope.arrays.is_empty() => self.element(),
            3 if !self.inside_index && !self.scope.pointers.is_empty() => self.pointed(),
            _ => self.variable(),
        }
    }

    /// A variable. What may be wrong has one for an operand: clang computes what is constant itself,
    /// and then it is wrong no more.
    pub fn variable(&mut self) -> String {
        let integers = self.scope.variables.iter().filter(|v| !v.float).count();
        if integers == 0 {
            return self.constant();
        }
        // Inputs stand before locals: they matter most.
        let at = self.chance.below(integers).min(self.chance.below(integers + 1));
        let mut integers = self.scope.variables.iter().filter(|v| !v.float);
        integers.nth(at).map_or("0".into(), |variable| variable.name.clone())
    }

    /// A float expression of small values.
    pub fn float(&mut self, depth: usize) -> String {
        let floats: Vec<String> =
            self.scope.variables.iter().filter(|v| v.float).map(|v| v.name.clone()).collect();
        match self.chance.below(7) {
            0 => self
                .chance
                .pick(&["0.5", "1.5f", "3.0", "0.1", "-100.25", "7.0f", "0.0", "1e10f"])
                .to_string(),
            1 if !floats.is_empty() => floats[self.chance.below(floats.len())].clone(),
            2 | 3 if depth > 0 => {
                let (x, op, y) = (
                    self.float(depth - 1),
                    self.chance.pick(&["+", "-", "*", "/"]),
                    self.float(depth - 1),
                );
                format!("({x} {op} {y})")
            }
            _ => {
                let (to, from, x) = (
                    self.chance.pick(&["float", "double"]),
                    self.chance.pick(&["i8", "u8", "i16", "u32", "i64"]),
                    self.int(1),
                );
                format!("({to})({from})({x})")
            }
        }
    }

    fn float_as_int(&mut self, depth: usize) -> String {
        if self.chance.one_in(2) {
            let (x, op, y) =
                (self.float(depth - 1), self.chance.pick(COMPARISONS), self.float(depth - 1));
            return format!("({x} {op} {y})");
        }
        match self.guards() {
            true => {
                let (x, scale) = (self.int(1), self.chance.pick(&["0.5", "1.25", "3.0f", "-0.1"]));
                format!("(i32)((double)(i16)({x}) * {scale})")
            }
            false => {
                let (to, x) = (
                    self.chance.pick(&["i8", "u8", "i32", "u32", "i64", "u64"]),
                    self.float(depth - 1),
                );
                format!("(({to})({x} + (float){}))", self.variable())
            }
        }
    }
}
