//! Symbolised stacks as the sanitizers print them: `    #1 0x55d8 in f(int) /p/a.cpp:12:7`.

use super::super::finding::SourcePoint;
use super::super::parts::own_name;

/// The first stack among some lines.
pub(super) fn first(lines: &[&str]) -> Vec<SourcePoint> {
    let stack = lines.iter().skip_while(|line| frame(line).is_none());
    stack.map_while(|line| frame(line)).collect()
}

/// One line of a stack, if it is one.
pub(super) fn frame(line: &str) -> Option<SourcePoint> {
    let (number, rest) = line.trim_start().strip_prefix('#')?.split_once(' ')?;
    number.parse::<u32>().ok()?;
    let rest = rest.trim_start();
    let address = rest.strip_prefix("0x")?;
    let symbol = match address.split_once(" in ") {
        Some((_, symbol)) => symbol,
        // Neither function nor file: only the module stands there.
        None => return Some(SourcePoint::default()),
    };
    Some(symbolised(own_name(without_build_id(symbol))))
}

fn without_build_id(symbol: &str) -> &str {
    symbol.split(" (BuildId:").next().unwrap_or(symbol).trim_end()
}

/// `function place`, where both may contain spaces; the place may be missing or a module.
fn symbolised(symbol: &str) -> SourcePoint {
    if symbol.ends_with(')') && symbol.contains("+0x") {
        // `function (/path/of/module+0x12)`: no debug information.
        let function = symbol.rfind(" (").map_or("", |at| &symbol[..at]);
        return SourcePoint { function: function.to_owned(), ..SourcePoint::default() };
    }
    let absolute = symbol.rfind(" /");
    let Some(at) = absolute.or_else(|| symbol.rfind(' ')) else {
        return SourcePoint { function: symbol.to_owned(), ..SourcePoint::default() };
    };
    match position(&symbol[at + 1..]) {
        Some(place) => SourcePoint { function: symbol[..at].to_owned(), ..place },
        None => SourcePoint { function: symbol.to_owned(), ..SourcePoint::default() },
    }
}

/// `file:line:column` or `file:line`.
pub(super) fn position(text: &str) -> Option<SourcePoint> {
    let (before, last) = text.rsplit_once(':')?;
    let last: u32 = last.parse().ok()?;
    let (file, line, column) = match before.rsplit_once(':') {
        Some((file, line)) if line.parse::<u32>().is_ok() => (file, line.parse().ok()?, last),
        _ => (before, last, 0),
    };
    Some(SourcePoint { file: file.to_owned(), line, column, function: String::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(file: &str, line: u32, column: u32, function: &str) -> Option<SourcePoint> {
        Some(SourcePoint { file: file.into(), line, column, function: function.into() })
    }

    #[test]
    fn frames_of_every_shape() {
        for (line, expected) in [
            ("    #1 0x55eea6fe2810 in main /tmp/l.c:2:29", place("/tmp/l.c", 2, 29, "main")),
            (
                "    #0 0x55eea6f9f744 in malloc (/t/l+0xd2744) (BuildId: 48ff)",
                place("", 0, 0, "malloc"),
            ),
            (
                "    #2 0x7fa2 in __libc_start_call_main csu/../sysdeps/nptl/start.h:58:16",
                place("csu/../sysdeps/nptl/start.h", 58, 16, "__libc_start_call_main"),
            ),
            (
                "    #12 0x1 in n::f(int, std::vector<int>&) const /my code/x.cpp:3:4",
                place("/my code/x.cpp", 3, 4, "n::f(int, std::vector<int>&) const"),
            ),
            (
                "    #0 0x1 in operator/(V const&, V const&) /x.cpp:9",
                place("/x.cpp", 9, 0, "operator/(V const&, V const&)"),
            ),
            ("    #3 0x55eea6fe2810  (/t/l+0xd2744)", place("", 0, 0, "")),
            ("    #0 0x55 in f(int)", place("", 0, 0, "f(int)")),
            ("    #0 0x55 in coax_own_f /a.c:1:1", place("/a.c", 1, 1, "f")),
            ("  # 0x55 in f", None),
            ("0x602000000011 is located 0 bytes after 1-byte region", None),
            ("#1 is the best /t.c:1:1", None),
        ] {
            assert_eq!(frame(line), expected, "{line}");
        }
    }

    #[test]
    fn the_first_stack_ends_where_it_ends() {
        let lines = [
            "READ",
            "    #0 0x1 in f /a.c:1:1",
            "    #1 0x1 in g /a.c:2:1",
            "",
            "    #0 0x1 in h /a.c:3:1",
        ];
        let functions: Vec<_> = first(&lines).into_iter().map(|frame| frame.function).collect();
        assert_eq!(functions, ["f", "g"]);
        assert_eq!(first(&["nothing"]), []);
    }
}
