//! Random functions that go through a short text: pointers into one buffer, functions that look for characters or fail
//! early and then leave what they should have set undefined, differences of pointers as sizes and offsets, lists of copies.
//!
//! All pointers into the text point into it or to its end; what is undefined is not read; what is allocated is
//! freed before the function returns.

use super::generate::{InputRange, NAMES, Writer};

/// A function that looks for a character, and whether it may return null.
#[derive(Clone)]
struct Finder {
    name: String,
    may_fail: bool,
}

/// What a parser is made of.
struct Parser {
    finders: Vec<Finder>,
    readers: Vec<(String, Reads)>,
    adds: Option<String>,
    /// Pointers into the text that are not null.
    places: Vec<String>,
    /// The characters there are, the last one not included.
    characters: (i32, i32),
}

/// What a function that may fail sets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reads {
    /// A number, and where it ends.
    Number,
    /// A structure.
    Part,
}

impl Writer {
    /// A function that goes through a text.
    pub fn parser(mut self, inputs: &[InputRange]) -> String {
        let low = inputs[0].low;
        let most = inputs.iter().map(|input| input.count as i32).max().unwrap_or(1);
        let mut parser = Parser {
            finders: Vec::new(),
            readers: Vec::new(),
            adds: None,
            places: vec!["z".into()],
            characters: (low, low + most),
        };
        for _ in 0..2 + self.chance.below(2) {
            parser.finder(&mut self);
        }
        for _ in 0..1 + self.chance.below(2) {
            parser.reader(&mut self);
        }
        if self.chance.one_in(2) {
            parser.add(&mut self);
        }
        let characters: Vec<String> =
            NAMES[..inputs.len()].iter().map(|name| format!("(char){name}")).collect();
        self.line("i32 r = 0;");
        self.line("struct item *list = 0;");
        self.line(&format!("char z[{}] = {{{}, 0}};", inputs.len() + 1, characters.join(", ")));
        if self.chance.one_in(2) {
            self.line("const char *end = z + strlen(z);");
            parser.places.push("end".into());
        }
        for _ in 0..3 + self.chance.below(6) {
            parser.step(&mut self);
        }
        self.line("done:");
        self.block("while (list)", |writer| {
            writer.line("struct item *next = list->next;");
            writer.line("r = (i32)((u32)r * 5u + (u32)list->len + (u32)(u8)list->text[0]);");
            writer.line("free(list->text);");
            writer.line("free(list);");
            writer.line("list = next;");
        });
        self.line("return r;");
        self.finish(inputs)
    }
}

impl Parser {
    /// A character of the text that does not end it.
    fn character(&self, writer: &mut Writer) -> i32 {
        let (low, end) = self.characters;
        let low = low.max(1);
        low + writer.chance.below((end - low).clamp(1, 5) as usize) as i32
    }

    /// A place in the text.
    fn place(&self, writer: &mut Writer) -> String {
        // Later ones depend on more.
        let back = writer.chance.below(self.places.len().min(3));
        self.places[self.places.len() - 1 - back].clone()
    }

    fn some_finder(&self, writer: &mut Writer, may_fail: Option<bool>) -> Option<Finder> {
        let fits = |finder: &&Finder| may_fail.is_none_or(|may| may == finder.may_fail);
        let fitting: Vec<Finder> = self.finders.iter().filter(fits).cloned().collect();
        let at = writer.chance.below(fitting.len().max(1));
        fitting.get(at).cloned()
    }

    /// Writes a function that looks for a character.
    fn finder(&mut self, writer: &mut Writer) {
        let kind = writer.chance.below(8);
        let other = self.some_finder(writer, None);
        let (stops, limit) = (self.character(writer), 1 + writer.chance.below(3));
        let may_fail = !matches!(kind, 1 | 6);
        let name = writer.other_function(
            "find",
            ("const char *", "const char *s, char c"),
            |writer| match (kind, other) {
                (1, _) => {
                    writer.line("while (*s && *s != c)");
                    writer.line("    s++;");
                    writer.line("return s;");
                }
                (2, _) => writer.line("return strchr(s, c);"),
                (3, Some(Finder { name, .. })) => {
                    writer.line(&format!("const char *found = {name}(s, c);"));
                    writer.line("if (!found || *found != c)");
                    writer.line("    return 0;");
                    writer.line(&format!("const char *before = {name}(s, {stops});"));
                    writer.line("return before && before < found ? 0 : found;");
                }
                (4, _) => {
                    writer.line("const char *last = 0;");
                    writer.line("for (; *s; s++)");
                    writer.line("    if (*s == c)");
                    writer.line("        last = s;");
                    writer.line("return last;");
                }
                (5, _) => writer.line("return memchr(s, c, strlen(s));"),
                (6, _) => {
                    writer.line("while (c && *s == c)");
                    writer.line("    s++;");
                    writer.line("return s;");
                }
                (7, _) => {
                    writer.line(&format!("for (i32 i = 0; i < {limit} && s[i]; i++)"));
                    writer.line("    if (s[i] == c)");
                    writer.line("        return s + i;");
                    writer.line("return 0;");
                }
                _ => {
                    writer.line("for (; *s != c; s++)");
                    writer.line("    if (!*s)");
                    writer.line("        return 0;");
                    writer.line("return s;");
                }
            },
        );
        self.finders.push(Finder { name, may_fail });
    }

    /// Writes a function that fails, or sets what it is given a pointer to.
    fn reader(&mut self, writer: &mut Writer) {
        let first = self.character(writer);
        let second = self.character(writer);
        let finder = self.some_finder(writer, Some(true));
        let kind = writer.chance.below(4);
        let reads = if kind < 2 { Reads::Number } else { Reads::Part };
        let parameters = match reads {
            Reads::Number => "const char *s, i32 *out, const char **rest",
            Reads::Part => "const char *s, struct part *out",
        };
        let name =
            writer.other_function("read", ("i32 ", parameters), |writer| match (kind, finder) {
                (0, _) => {
                    writer.line("i32 v = 0;");
                    writer.block(&format!("while (*s >= {first})"), |writer| {
                        writer.line("v = v * 3 + *s;");
                        writer.line("s++;");
                    });
                    writer.line("if (!v)");
                    writer.line("    return -1;");
                    writer.line("*out = v;");
                    writer.line("*rest = s;");
                    writer.line(&format!("return *s == {second} ? 1 : 0;"));
                }
                (1, Some(Finder { name, .. })) => {
                    writer.line(&format!("const char *p = {name}(s, {first});"));
                    writer.line("if (!p)");
                    writer.line("    return -1;");
                    writer.line("*rest = p;");
                    writer.line(&format!("if (p - s == {})", second % 4));
                    writer.line("    return -2;");
                    writer.line("*out = (i32)(p - s);");
                    writer.line("return 0;");
                }
                (2, Some(Finder { name, .. })) => {
                    writer.line("out->from = s;");
                    writer.line(&format!("if (*s == {second})"));
                    writer.line("    return -1;");
                    writer.line(&format!("const char *p = {name}(s, {first});"));
                    writer.line("if (!p)");
                    writer.line("    return -2;");
                    writer.line("out->to = p;");
                    writer.line("out->kind = (i32)(p - s) * 2 + (*p != 0);");
                    writer.line("return 0;");
                }
                (0..2, _) => {
                    writer.line(&format!("if (*s != {first})"));
                    writer.line("    return -1;");
                    writer.line("*out = s[1];");
                    writer.line("*rest = s + 1;");
                    writer.line("return 0;");
                }
                _ => {
                    writer.line("const char *end = s + strlen(s);");
                    writer.line(&format!("if (end - s < 2 || s[1] == {first})"));
                    writer.line("    return -1;");
                    writer.line("out->from = s + 1;");
                    writer.line("out->to = end;");
                    writer.line(&format!("out->kind = *s == {second};"));
                    writer.line("return 0;");
                }
            });
        self.readers.push((name, reads));
    }

    /// Writes a function that copies a piece of a text to the head or the tail of a list.
    fn add(&mut self, writer: &mut Writer) {
        let (least, copies, at_end) =
            (writer.chance.below(3), writer.chance.below(3), writer.chance.one_in(2));
        let parameters = "struct item **list, const char *from, const char *to";
        let name = writer.other_function("add", ("i32 ", parameters), |writer| {
            writer.line(&format!("if (to - from < {least})"));
            writer.line("    return -1;");
            writer.line("struct item *made = malloc(sizeof *made);");
            writer.line("made->text = malloc((u64)(to - from + 1));");
            match copies {
                0 => writer.line("memcpy(made->text, from, (u64)(to - from));"),
                1 => writer.line("strncpy(made->text, from, (u64)(to - from));"),
                _ => {
                    writer.line("for (i64 i = 0; i < to - from; i++)");
                    writer.line("    made->text[i] = from[i];");
                }
            }
            writer.line("made->text[to - from] = 0;");
            writer.line("made->len = (i32)(to - from);");
            if at_end {
                writer.line("while (*list)");
                writer.line("    list = &(*list)->next;");
            }
            writer.line("made->next = *list;");
            writer.line("*list = made;");
            writer.line("return made->len;");
        });
        self.adds = Some(name);
    }

    fn step(&mut self, writer: &mut Writer) {
        match writer.chance.below(16) {
            0..=3 => self.find(writer),
            4 => self.next_character(writer),
            5 => self.check_difference(writer),
            6 => self.hold(writer),
            7 => self.offset(writer),
            8 | 9 => self.read(writer),
            10 => self.collect(writer),
            11..=14 => self.copy(writer),
            _ => self.count(writer),
        }
    }

    /// Looks for a character: not to find it is the end, or something else is taken.
    fn find(&mut self, writer: &mut Writer) {
        let Some(finder) = self.some_finder(writer, None) else { return };
        let (name, from, wanted) = (writer.name("p"), self.place(writer), self.character(writer));
        let wanted = if writer.chance.one_in(5) { 0 } else { wanted };
        writer.line(&format!("const char *{name} = {}({from}, {wanted});", finder.name));
        if finder.may_fail {
            let (other, code) = (self.place(writer), writer.chance.below(40));
            match writer.chance.below(3) {
                0 => writer.block(&format!("if (!{name})"), |writer| {
                    writer.line(&format!("r ^= {code};"));
                    writer.line("goto done;");
                }),
                1 => {
                    writer.line(&format!("if (!{name})"));
                    writer.line(&format!("    {name} = {other};"));
                }
                _ => {
                    writer.line(&format!("if (!{name})"));
                    writer.line(&format!("    {name} = z + strlen(z);"));
                }
            }
        }
        self.places.push(name);
    }

    fn next_character(&mut self, writer: &mut Writer) {
        let (name, from) = (writer.name("p"), self.place(writer));
        writer.line(&format!("const char *{name} = *{from} ? {from} + 1 : {from};"));
        self.places.push(name);
    }

    fn check_difference(&mut self, writer: &mut Writer) {
        let (one, two) = (self.place(writer), self.place(writer));
        let (limit, op) = (writer.chance.below(4), writer.chance.pick(&["<", ">", "=="]));
        writer.block(&format!("if ({one} - {two} {op} {limit})"), |writer| {
            writer.line(&format!("r += (i32)({one} - {two}) * 7 + 1;"));
            if writer.chance.one_in(2) {
                writer.line("goto done;");
            }
        });
    }

    fn hold(&mut self, writer: &mut Writer) {
        let (one, two, wanted) = (self.place(writer), self.place(writer), self.character(writer));
        let distance = 1 + writer.chance.below(3);
        let claim = match writer.chance.below(3) {
            0 => format!("{one} - {two} != {distance}"),
            1 => format!("!({one} > {two} && *{one} == {wanted})"),
            _ => format!("{one} - {two} <= 4 && {two} - {one} <= 4"),
        };
        writer.line(&format!("HOLDS({claim});"));
    }

    /// A difference as an offset into something else.
    fn offset(&mut self, writer: &mut Writer) {
        let (name, one, two) = (writer.name("t"), self.place(writer), self.place(writer));
        let value = writer.chance.below(100);
        writer.line(&format!("u8 {name}[5] = {{{value}, 1, 2, 3, 4}};"));
        let index = match writer.chance.below(3) {
            0 => format!("({one} < {two} ? {two} - {one} : {one} - {two})"),
            1 => format!("({one} - z)"),
            _ => format!("({one} - {two})"),
        };
        if writer.chance.one_in(2) {
            writer.line(&format!("AT({name}, {name}, 5, {index}) ^= 9;"));
        }
        writer
            .line(&format!("r = (i32)((u32)r * 3u + AT({name}, {name}, 5, {index}) + {name}[2]);"));
    }

    /// Calls a function that may fail.
    fn read(&mut self, writer: &mut Writer) {
        let at = writer.chance.below(self.readers.len());
        let ((reader, reads), from) = (self.readers[at].clone(), self.place(writer));
        let (status, value, code) = (writer.name("n"), writer.name("v"), writer.chance.below(30));
        match reads {
            Reads::Number => {
                let rest = writer.name("p");
                writer.line(&format!("i32 {value};"));
                writer.line(&format!("const char *{rest};"));
                writer.line(&format!("i32 {status} = {reader}({from}, &{value}, &{rest});"));
                self.on_failure(
                    writer,
                    &status,
                    code,
                    &format!("{value} = {code}, {rest} = {from};"),
                );
                writer.line(&format!("r = (i32)((u32)r * 3u + (u32){value} + (u32){status});"));
                self.places.push(rest);
            }
            Reads::Part => {
                writer.line(&format!("struct part {value};"));
                writer.line(&format!("i32 {status} = {reader}({from}, &{value});"));
                let instead = format!("{value}.from = {value}.to = {from}, {value}.kind = {code};");
                self.on_failure(writer, &status, code, &instead);
                writer.line(&format!(
                    "r = (i32)((u32)r * 3u + (u32)({value}.to - {value}.from) + (u32){value}.kind);"
                ));
                self.places.push(format!("{value}.to"));
            }
        }
    }

    /// Leaves, or sets what was not set.
    fn on_failure(&self, writer: &mut Writer, status: &str, code: usize, instead: &str) {
        let leaves = writer.chance.one_in(2);
        writer.block(&format!("if ({status} < 0)"), |writer| {
            writer.line(&format!("r ^= {code} - {status};"));
            writer.line(if leaves { "goto done;" } else { instead });
        });
    }

    /// Adds a piece of the text to the list.
    fn collect(&mut self, writer: &mut Writer) {
        let Some(add) = self.adds.clone() else { return self.find(writer) };
        let (one, two) = (self.place(writer), self.place(writer));
        writer.line(&format!("r += {add}(&list, {one}, {two});"));
    }

    /// Copies a piece of the text to a block of its size, and looks there.
    fn copy(&mut self, writer: &mut Writer) {
        let (name, one) = (writer.name("h"), self.place(writer));
        let has_end = self.places.iter().any(|place| place == "end");
        let two = match has_end && writer.chance.one_in(2) {
            true => "end".to_string(),
            false => self.place(writer),
        };
        let (copies, twice) = (writer.chance.below(3), writer.chance.one_in(2));
        writer.block(&format!("if ({one} <= {two})"), |writer| {
            writer.line(&format!("char *{name} = malloc((u64)({two} - {one} + 1));"));
            match copies {
                0 => writer.line(&format!("memcpy({name}, {one}, (u64)({two} - {one}));")),
                1 => writer.line(&format!("strncpy({name}, {one}, (u64)({two} - {one}));")),
                _ => {
                    writer.line(&format!("for (i64 i = 0; i < {two} - {one}; i++)"));
                    writer.line(&format!("    {name}[i] = {one}[i];"));
                }
            }
            writer.line(&format!("{name}[{two} - {one}] = 0;"));
            match twice {
                true => self.look_for_two(writer, &name),
                false => self.look_for_one(writer, &name),
            }
            writer.line(&format!("free({name});"));
        });
    }

    /// Looks for a character in a copy.
    fn look_for_one(&self, writer: &mut Writer, copy: &str) {
        let Some(Finder { name, .. }) = self.some_finder(writer, None) else { return };
        let (wanted, distance) = (self.character(writer), writer.chance.below(4));
        writer.line(&format!("const char *{copy}_p = {name}({copy}, {wanted});"));
        if writer.chance.one_in(3) {
            writer.line(&format!("HOLDS(!{copy}_p || {copy}_p - {copy} != {distance});"));
        }
        writer.line(&format!("if ({copy}_p)"));
        writer.line(&format!("    r = (i32)((u32)r * 3u + (u32)({copy}_p - {copy}) + 1u);"));
    }

    /// Looks for a separator and an end in a copy; both must be there.
    fn look_for_two(&self, writer: &mut Writer, copy: &str) {
        let Some(Finder { name, .. }) = self.some_finder(writer, None) else { return };
        let (separator, end) = (self.character(writer), self.character(writer));
        let (distance, code) = (writer.chance.below(3), writer.chance.below(30));
        let holds = writer.chance.one_in(2);
        writer.line(&format!("const char *{copy}_p = {name}({copy}, {separator});"));
        writer.line(&format!("const char *{copy}_q = {name}({copy}, {end});"));
        writer.block(&format!("if (!{copy}_p || !{copy}_q)"), |writer| {
            writer.line(&format!("r ^= {code};"));
        });
        writer.block("else", |writer| {
            if holds {
                writer.line(&format!("HOLDS({copy}_q - {copy}_p != {distance});"));
            }
            writer.line(&format!("r = (i32)((u32)r * 3u + (u32)({copy}_q - {copy}_p));"));
        });
    }

    /// Goes from one such character to the next.
    fn count(&mut self, writer: &mut Writer) {
        let Some(finder) = self.some_finder(writer, Some(true)) else { return };
        let (name, from, wanted) = (writer.name("q"), self.place(writer), self.character(writer));
        writer.line(&format!("const char *{name} = {from};"));
        writer.block(&format!("while (({name} = {}({name}, {wanted})))", finder.name), |writer| {
            writer.line(&format!("r = (i32)((u32)r * 3u + (u32)({name} - z) + 1u);"));
            writer.line(&format!("{name}++;"));
        });
    }
}
