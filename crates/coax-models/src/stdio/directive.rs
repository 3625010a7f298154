//! printf's formats, read into pieces: literal text and directives.

/// The parts of a format in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece<'f> {
    /// Text that is copied.
    Literal(&'f [u8]),
    /// A conversion.
    Directive(Directive),
    /// The format ended inside a directive.
    Incomplete,
}

/// One conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Directive {
    pub(crate) flags: Flags,
    pub(crate) width: Count,
    pub(crate) precision: Count,
    pub(crate) length: Length,
    pub(crate) conversion: u8,
    /// Its argument's number, from 1; 0 for the next one.
    pub(crate) argument: usize,
}

/// `-`, `+`, ` `, `#`, `0`, `'` and `I`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flags {
    pub(crate) left: bool,
    pub(crate) plus: bool,
    pub(crate) space: bool,
    pub(crate) alternate: bool,
    pub(crate) zero: bool,
    pub(crate) grouping: bool,
    pub(crate) other_digits: bool,
}

/// A width or precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    /// Not given.
    Absent,
    /// A number; `None` if it does not fit `int`.
    Literal(Option<u32>),
    /// An argument: its number, from 1; 0 for the next one.
    Argument(usize),
}

/// How wide the argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Length {
    /// `int`, `double`.
    Plain,
    /// `hh`: `char`.
    Char,
    /// `h`: `short`.
    Short,
    /// `l`, `ll`, `q`, `j`, `z`, `t`: 64 bits. For `l`, strings and characters are wide.
    Long { wide: bool },
    /// `L`: `long double`, or 64 bits.
    LongDouble,
}

/// Reads a format piece by piece.
pub(crate) struct Pieces<'f> {
    rest: &'f [u8],
}

impl<'f> Pieces<'f> {
    pub(crate) fn new(format: &'f [u8]) -> Pieces<'f> {
        Pieces { rest: format }
    }

    fn peek(&self) -> u8 {
        self.rest.first().copied().unwrap_or(0)
    }

    fn skip(&mut self) {
        self.rest = self.rest.get(1..).unwrap_or(&[]);
    }

    fn accept(&mut self, byte: u8) -> bool {
        let hit = self.peek() == byte;
        if hit {
            self.skip();
        }
        hit
    }

    /// A decimal number; `None` inside if it does not fit.
    fn number(&mut self) -> Option<Option<u32>> {
        if !self.peek().is_ascii_digit() {
            return None;
        }
        let mut value = Some(0u32);
        while self.peek().is_ascii_digit() {
            let digit = u32::from(self.peek() - b'0');
            value = value.and_then(|v| v.checked_mul(10)?.checked_add(digit));
            self.skip();
        }
        Some(value.filter(|&v| v <= i32::MAX as u32))
    }

    /// `N$`, if it is there.
    fn position(&mut self) -> Option<usize> {
        let before = self.rest;
        if let Some(Some(number)) = self.number()
            && number != 0
            && self.accept(b'$')
        {
            return Some(number as usize);
        }
        self.rest = before;
        None
    }

    fn flags(&mut self) -> Flags {
        let mut flags = Flags::default();
        loop {
            let flag = match self.peek() {
                b'-' => &mut flags.left,
                b'+' => &mut flags.plus,
                b' ' => &mut flags.space,
                b'#' => &mut flags.alternate,
                b'0' => &mut flags.zero,
                b'\'' => &mut flags.grouping,
                b'I' => &mut flags.other_digits,
                _ => return flags,
            };
            *flag = true;
            self.skip();
        }
    }

    fn count(&mut self) -> Count {
        if self.accept(b'*') {
            return Count::Argument(self.position().unwrap_or(0));
        }
        self.number().map_or(Count::Absent, Count::Literal)
    }

    fn length(&mut self) -> Length {
        let mut length = Length::Plain;
        loop {
            length = match (self.peek(), length) {
                (b'h', Length::Short) => Length::Char,
                (b'h', _) => Length::Short,
                (b'l', Length::Long { .. }) => Length::LongDouble,
                (b'l', _) => Length::Long { wide: true },
                (b'L' | b'q', _) => Length::LongDouble,
                (b'j' | b'z' | b'Z' | b't', _) => Length::Long { wide: false },
                _ => return length,
            };
            self.skip();
        }
    }

    fn directive(&mut self) -> Piece<'f> {
        let argument = self.position().unwrap_or(0);
        let flags = self.flags();
        let width = self.count();
        let mut precision = Count::Absent;
        if self.accept(b'.') {
            precision = match self.count() {
                Count::Absent => Count::Literal(Some(0)),
                given => given,
            };
            // A negative number here is glibc's idea of no precision at all.
            if precision == Count::Literal(Some(0)) && self.accept(b'-') {
                self.number();
                precision = Count::Absent;
            }
        }
        let length = self.length();
        let conversion = self.peek();
        if conversion == 0 {
            self.rest = &[];
            return Piece::Incomplete;
        }
        self.skip();
        Piece::Directive(Directive { flags, width, precision, length, conversion, argument })
    }
}

impl<'f> Iterator for Pieces<'f> {
    type Item = Piece<'f>;

    fn next(&mut self) -> Option<Piece<'f>> {
        if self.rest.is_empty() {
            return None;
        }
        let end = memchr::memchr(b'%', self.rest).unwrap_or(self.rest.len());
        if end != 0 {
            let (literal, rest) = self.rest.split_at(end);
            self.rest = rest;
            return Some(Piece::Literal(literal));
        }
        self.skip();
        Some(self.directive())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(format: &str) -> Directive {
        match Pieces::new(format.as_bytes()).next() {
            Some(Piece::Directive(directive)) => directive,
            other => panic!("{format}: {other:?}"),
        }
    }

    #[test]
    fn everything_at_once() {
        let directive = only("%2$-+ #0'*3$.*4$lld");
        assert_eq!(directive.argument, 2);
        assert!(directive.flags.left && directive.flags.zero && directive.flags.alternate);
        assert_eq!(directive.width, Count::Argument(3));
        assert_eq!(directive.precision, Count::Argument(4));
        assert_eq!((directive.length, directive.conversion), (Length::LongDouble, b'd'));
    }

    #[test]
    fn small_ones() {
        assert_eq!(only("%5d").width, Count::Literal(Some(5)));
        assert_eq!(only("%.d").precision, Count::Literal(Some(0)));
        assert_eq!(only("%hhd").length, Length::Char);
        assert_eq!(only("%99999999999d").width, Count::Literal(None));
        assert_eq!(Pieces::new(b"%5.").collect::<Vec<_>>(), [Piece::Incomplete]);
        assert_eq!(Pieces::new(b"ab%%c").count(), 3);
    }
}
