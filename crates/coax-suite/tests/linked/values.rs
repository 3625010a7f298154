//! Values arrive in the program with exactly the bytes they were recorded with.

use coax_case::{Field, Shape, TestCase};

use crate::{cases::*, on_disk::*};

/// Asks for all it is told to, and prints it in hexadecimal.
const DUMP: &str = r#"#include <coax.h>
#include <stdio.h>
int main(int argc, char **argv) {
    static unsigned char block[4096];
    for (int i = 1; i < argc; i++) {
        size_t size = (size_t)atoi(argv[i]);
        coax_symbolic(block, size, "block");
        for (size_t k = 0; k < size; k++) printf("%02x", block[k]);
        printf("\n");
    }
    return 0;
}
"#;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn dump_case(values: &[(Shape, Vec<u8>)]) -> TestCase {
    let inputs = values
        .iter()
        .map(|(shape, bytes)| object("coax_symbolic", "v", shape.clone(), bytes))
        .collect();
    let mut case = case("dump", inputs, status(0));
    case.environment.arguments = vec![b"dump".to_vec()];
    case.environment
        .arguments
        .extend(values.iter().map(|(_, bytes)| bytes.len().to_string().into_bytes()));
    case
}

fn assert_dumps(source_name: &str, cflags: &[&str], values: &[(Shape, Vec<u8>)]) {
    let suite = Suite::new(source_name, DUMP, cflags);
    let output = suite.assert_passes(&dump_case(values));
    for (line, (shape, bytes)) in output.lines().zip(values) {
        assert_eq!(line, hex(bytes), "{shape:?}");
    }
    assert_eq!(output.lines().count(), values.len());
}

fn structure(fields: Vec<Field>, size: u64) -> Shape {
    Shape::Struct { name: Some("thing".into()), fields, size }
}

/// Values that are hard to write down.
fn awkward_values() -> Vec<(Shape, Vec<u8>)> {
    use Shape::*;
    let mut values = vec![
        (Signed(32), i32::MIN.to_le_bytes().into()),
        (Signed(64), i64::MIN.to_le_bytes().into()),
        (Unsigned(64), u64::MAX.to_le_bytes().into()),
        (Signed(128), i128::MIN.to_le_bytes().into()),
        (Signed(128), (-1i128).to_le_bytes().into()),
        (Unsigned(128), (u128::MAX - 1).to_le_bytes().into()),
        (Signed(24), vec![1, 2, 3, 0]),
        (Bool, vec![1]),
        (Bool, vec![2]),
        (Char, vec![0x80]),
        (Pointer, vec![0; 8]),
        (Pointer, vec![1; 8]),
        (Float(80), vec![7; 16]),
        (Bytes, b"??=\x01a??/\n\"\\".to_vec()),
        (Bytes, vec![0; 10]),
        (Bytes, vec![]),
        (Signed(32), vec![]),
        (array(Char, 4), b"abcd".to_vec()),
        (array(Char, 4), b"abc\0".to_vec()),
        (array(Char, 6), b"a\0\x001\xffb".to_vec()),
        (array(Char, 300), vec![b'y'; 300]),
        (array(Char, 300), [vec![b'y'; 250], vec![0; 50]].concat()),
        (array(Unsigned(8), 5), vec![1, 0, 0, 0, 0]),
        (array(array(Signed(16), 3), 2), (0..12).collect()),
        (array(Pointer, 2), vec![0; 16]),
        (Signed(32), vec![9; 12]),
        (Signed(32), vec![9; 7]),
    ];
    for bits in [0.1f64, -0.0, f64::MIN_POSITIVE / 3.0, f64::MAX, f64::INFINITY, f64::NAN] {
        values.push((Float(64), bits.to_le_bytes().into()));
        values.push((Float(64), (-bits).to_le_bytes().into()));
        values.push((Float(32), (bits as f32).to_le_bytes().into()));
    }
    values.push((array(Float(32), 2), vec![0xff; 8]));
    let inner = structure(vec![field("x", 0, Char), field("class", 2, Signed(16))], 4);
    let outer = vec![
        field("a", 0, inner.clone()),
        field("text", 4, array(Char, 4)),
        field("list", 8, array(inner, 2)),
        field("p", 16, Pointer),
    ];
    let mut image: Vec<u8> = (0..24).collect();
    values.push((structure(outer.clone(), 24), image.clone())); // something in the padding
    for padding in [1, 9, 13] {
        image[padding] = 0;
    }
    values.push((structure(outer, 24), image));
    let packed = vec![field("c", 0, Char), field("n", 1, Signed(32)), field("u", 8, Bytes)];
    values.push((structure(packed, 12), (1..13).collect()));
    let union = vec![field("n", 0, Signed(32)), field("f", 0, Float(32))];
    values.push((structure(union, 4), vec![1, 2, 3, 4]));
    values
}

#[test]
fn awkward_values_arrive_exactly_in_c() {
    assert_dumps("dump.c", &["-Wall", "-Wextra", "-Werror", "-std=c99"], &awkward_values());
    assert_dumps("dump.c", &["-O2"], &awkward_values());
}

#[test]
fn awkward_values_arrive_exactly_in_cxx() {
    assert_dumps("dump.cpp", &["-Wall", "-Wextra", "-Werror"], &awkward_values());
}

/// Random numbers without a crate: the tests are the same each time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % sides
    }

    fn shape(&mut self, depth: u32) -> Shape {
        match self.roll(if depth == 0 { 10 } else { 14 }) {
            0 => Shape::Bool,
            1 => Shape::Char,
            2 => Shape::Signed(8),
            3 => Shape::Unsigned(16),
            4 => Shape::Signed(32),
            5 => Shape::Unsigned(64),
            6 => Shape::Float(32),
            7 => Shape::Float(64),
            8 => Shape::Pointer,
            9 => Shape::Unsigned(8),
            10 | 11 => array(self.shape(depth - 1), self.roll(5) + 1),
            _ => self.structure(depth - 1),
        }
    }

    fn structure(&mut self, depth: u32) -> Shape {
        let mut end = 0;
        let mut fields = Vec::new();
        for number in 0..self.roll(4) + 1 {
            let shape = self.shape(depth);
            let size = shape.size().unwrap();
            // Mostly where a compiler would put it.
            let step = if self.roll(4) == 0 { 1 } else { size.min(8).next_power_of_two() };
            let offset = u64::next_multiple_of(end, step);
            end = offset + size;
            fields.push(field(&format!("f{number}"), offset, shape));
        }
        let size = if self.roll(2) == 0 { end } else { end.next_multiple_of(8) };
        Shape::Struct { name: (self.roll(2) == 0).then(|| "s".into()), fields, size }
    }

    fn bytes(&mut self, size: u64) -> Vec<u8> {
        let kind = self.roll(3);
        (0..size)
            .map(|_| match kind {
                0 => self.roll(2) as u8,
                1 => b"abc\0"[self.roll(4) as usize],
                _ => self.roll(256) as u8,
            })
            .collect()
    }
}

#[test]
fn random_values_arrive_exactly() {
    let mut dice = Dice(1);
    let values: Vec<_> = (0..300)
        .map(|_| {
            let shape = dice.shape(3);
            let bytes = dice.bytes(shape.size().unwrap());
            (shape, bytes)
        })
        .filter(|(_, bytes)| bytes.len() <= 4096)
        .collect();
    assert_dumps("dump.c", &["-w"], &values);
    assert_dumps("dump.cpp", &["-w"], &values);
}
