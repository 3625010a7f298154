//! Durations, sizes and pairs as people write them on a command line.
//!
//! Invariant: what parses is usable as it is — positive, and small enough for a computer.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Ten years, longer than any run; keeps sums of durations far from overflow.
const LONGEST: Duration = Duration::from_secs(10 * 366 * 24 * 3600);

/// A positive time span: `30s`, `1m30s`, `500ms`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span(pub Duration);

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Span, String> {
        let mut rest = text;
        let mut sum = Duration::ZERO;
        while !rest.is_empty() {
            let (part, after) = span_part(rest)?;
            sum = sum.checked_add(part).filter(|sum| *sum <= LONGEST).ok_or("too long")?;
            rest = after;
        }
        match sum {
            Duration::ZERO => Err("must be more than nothing, as in `30s` or `5m`".into()),
            sum => Ok(Span(sum)),
        }
    }
}

/// One number with its unit, and what follows.
fn span_part(text: &str) -> Result<(Duration, &str), String> {
    const SPELLING: &str = "a number with a unit (ms, s, m, h) is needed, as in `30s` or `5m`";
    let number_end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, rest) = text.split_at(number_end);
    let unit_end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    let (unit, after) = rest.split_at(unit_end);
    let seconds = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(SPELLING.into()),
    };
    let number: f64 = number.parse().map_err(|_| SPELLING)?;
    let span = Duration::try_from_secs_f64(number * seconds).map_err(|_| "too long")?;
    Ok((span, after))
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.subsec_millis() {
            0 => write!(f, "{}s", self.0.as_secs()),
            _ => write!(f, "{}ms", self.0.as_millis()),
        }
    }
}

/// A number of bytes: `512M`, `4G`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size(pub u64);

impl Size {
    /// Half of the memory this process may have: the machine's, or what its group is limited to.
    pub fn half_of_memory() -> Size {
        let whole = [machine_memory(), group_memory()].into_iter().flatten().min();
        Size(whole.map_or(1 << 30, |whole| whole / 2))
    }
}

fn machine_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    kibibytes.checked_mul(1024)
}

fn group_memory() -> Option<u64> {
    std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok()?.trim().parse().ok()
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Size, String> {
        const SPELLING: &str = "a number of bytes is needed, as in `512M` or `4G`";
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (number, unit) = text.split_at(end);
        let number: u64 = number.parse().map_err(|_| SPELLING)?;
        let factor: u64 = match unit.trim_end_matches("iB").trim_end_matches('B') {
            "" => 1,
            "K" | "k" => 1 << 10,
            "M" => 1 << 20,
            "G" => 1 << 30,
            "T" => 1 << 40,
            _ => return Err(SPELLING.into()),
        };
        match number.checked_mul(factor) {
            Some(0) => Err("must be more than nothing".into()),
            Some(bytes) => Ok(Size(bytes)),
            None => Err("more than a computer has".into()),
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = [(1 << 40, "T"), (1 << 30, "G"), (1 << 20, "M"), (1 << 10, "K")];
        match units.iter().find(|(unit, _)| self.0.is_multiple_of(*unit)) {
            Some((unit, name)) => write!(f, "{}{name}", self.0 / unit),
            None => write!(f, "{}", self.0),
        }
    }
}

/// The longest input that can be explored byte by byte.
const MOST_INPUT_BYTES: u64 = 1 << 20;
const MOST_ARGUMENTS: u64 = 1000;

/// How many bytes are input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InputLength(pub u64);

impl FromStr for InputLength {
    type Err = String;

    fn from_str(text: &str) -> Result<InputLength, String> {
        let length: u64 = text.parse().map_err(|_| "a number of bytes is needed")?;
        match length {
            0 => Err("an input of no bytes is none".into()),
            1..=MOST_INPUT_BYTES => Ok(InputLength(length)),
            _ => Err(format!("at most {MOST_INPUT_BYTES} bytes can be input")),
        }
    }
}

/// `N,LEN`: so many arguments of at most so many bytes each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SymbolicArguments {
    pub count: u64,
    pub length: u64,
}

impl FromStr for SymbolicArguments {
    type Err = String;

    fn from_str(text: &str) -> Result<SymbolicArguments, String> {
        const SPELLING: &str = "`N,LEN` is needed: how many arguments, and of how many bytes";
        let (count, length) = text.split_once(',').ok_or(SPELLING)?;
        let count: u64 = count.trim().parse().map_err(|_| SPELLING)?;
        let InputLength(length) = length.trim().parse()?;
        match count {
            0 => Err("no argument is not an input".into()),
            1..=MOST_ARGUMENTS => Ok(SymbolicArguments { count, length }),
            _ => Err(format!("at most {MOST_ARGUMENTS} arguments can be input")),
        }
    }
}

impl fmt::Display for SymbolicArguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.count, self.length)
    }
}

/// `NAME,LEN`: a file whose bytes are input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymbolicFile {
    pub name: String,
    pub length: u64,
}

impl FromStr for SymbolicFile {
    type Err = String;

    fn from_str(text: &str) -> Result<SymbolicFile, String> {
        let spelling = "`NAME,LEN` is needed: the file's name, and how many bytes it has";
        let (name, length) = text.rsplit_once(',').ok_or(spelling)?;
        if name.is_empty() {
            return Err(spelling.into());
        }
        let InputLength(length) = length.trim().parse()?;
        Ok(SymbolicFile { name: name.into(), length })
    }
}

impl fmt::Display for SymbolicFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.name, self.length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        let span = |text: &str| text.parse::<Span>().map(|span| span.0.as_millis());
        assert_eq!(span("30s"), Ok(30_000));
        assert_eq!(span("1m30s"), Ok(90_000));
        assert_eq!(span("1.5h"), Ok(5_400_000));
        assert_eq!(span("250ms"), Ok(250));
        for bad in ["", "0s", "30", "s", "-1s", "5 m", "1e3s", "nan", "99999999999h", "5x"] {
            assert!(span(bad).is_err(), "{bad}");
        }
        assert_eq!(Span(Duration::from_millis(90_000)).to_string(), "90s");
        assert_eq!(Span(Duration::from_millis(250)).to_string(), "250ms");
    }

    #[test]
    fn sizes() {
        let size = |text: &str| text.parse::<Size>().map(|size| size.0);
        assert_eq!(size("4G"), Ok(4 << 30));
        assert_eq!(size("512MiB"), Ok(512 << 20));
        assert_eq!(size("100"), Ok(100));
        for bad in ["", "G", "0", "-1M", "1.5G", "99999999999999T", "5X"] {
            assert!(size(bad).is_err(), "{bad}");
        }
        assert_eq!(Size(4 << 30).to_string(), "4G");
        assert_eq!(Size(1025).to_string(), "1025");
    }

    #[test]
    fn inputs() {
        let expected = SymbolicArguments { count: 2, length: 3 };
        assert_eq!("2,3".parse(), Ok(expected));
        for bad in ["", "2", "2,", ",3", "0,3", "2,0", "99999,1", "2,99999999", "-1,2"] {
            assert!(bad.parse::<SymbolicArguments>().is_err(), "{bad}");
        }
        let expected = SymbolicFile { name: "a,b.txt".into(), length: 8 };
        assert_eq!("a,b.txt,8".parse(), Ok(expected));
        for bad in ["", "a", ",3", "a,0", "a,x"] {
            assert!(bad.parse::<SymbolicFile>().is_err(), "{bad}");
        }
    }
}
