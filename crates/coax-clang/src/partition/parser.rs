//! C's grammar of expressions, as far as conditions need it, with the types of C settled on the
//! way. A comparison gives a `bool`, as in C++; arithmetic makes it the `int` it is in C.

use coax_ir::partition::{Number, Operator, Partition, Step, StepIndex};

use super::lexer::{self, Placed, Token};
use super::types::{self, QUALIFIERS, TYPE_KEYWORDS};
use super::{Fault, Parameter};

/// How deep brackets and unary operators may nest.
const NESTING: u32 = 200;

/// Reads conditions separated by commas.
pub(super) fn parse(text: &str, parameters: &[Parameter]) -> Result<Partition, Fault> {
    let tokens = lexer::tokens(text)?;
    let mut parser = Parser { tokens, at: 0, parameters, steps: Vec::new(), depth: 0 };
    let mut conditions = vec![parser.condition()?];
    while parser.eat(",") {
        conditions.push(parser.condition()?);
    }
    match parser.peek() {
        Token::End => Ok(Partition { steps: parser.steps, conditions }),
        _ => Err(parser.unexpected("an operator or a comma")),
    }
}

struct Parser<'t> {
    tokens: Vec<Placed<'t>>,
    /// The token that is looked at.
    at: usize,
    parameters: &'t [Parameter],
    steps: Vec<Step>,
    depth: u32,
}

/// A subexpression: the step that computes it, and its type.
#[derive(Clone, Copy)]
struct Value {
    step: StepIndex,
    ty: Number,
}

type Read = Result<Value, Fault>;

/// What stands between two operands.
#[derive(Clone, Copy)]
enum Infix {
    /// The operator; are its operands exchanged, and its result inverted?
    Plain(Operator, bool, bool),
    /// `<<` and `>>`, whose operands keep their own types.
    Shift(Operator),
    /// `&&` and `||`, of truths.
    Logic(Operator),
}

/// The operator that a sign is, and how tightly it binds.
fn infix(sign: &str) -> Option<(u32, Infix)> {
    use Infix::{Logic, Plain, Shift};
    Some(match sign {
        "||" => (1, Logic(Operator::Or)),
        "&&" => (2, Logic(Operator::And)),
        "|" => (3, Plain(Operator::Or, false, false)),
        "^" => (4, Plain(Operator::Xor, false, false)),
        "&" => (5, Plain(Operator::And, false, false)),
        "==" => (6, Plain(Operator::Equal, false, false)),
        "!=" => (6, Plain(Operator::Equal, false, true)),
        "<" => (7, Plain(Operator::Less, false, false)),
        "<=" => (7, Plain(Operator::LessEqual, false, false)),
        ">" => (7, Plain(Operator::Less, true, false)),
        ">=" => (7, Plain(Operator::LessEqual, true, false)),
        "<<" => (8, Shift(Operator::Shl)),
        ">>" => (8, Shift(Operator::Shr)),
        "+" => (9, Plain(Operator::Add, false, false)),
        "-" => (9, Plain(Operator::Sub, false, false)),
        "*" => (10, Plain(Operator::Mul, false, false)),
        "/" => (10, Plain(Operator::Div, false, false)),
        "%" => (10, Plain(Operator::Rem, false, false)),
        _ => return None,
    })
}

/// Expressions, from the loosest binding to the tightest.
impl<'t> Parser<'t> {
    fn condition(&mut self) -> Result<StepIndex, Fault> {
        let value = self.conditional()?;
        Ok(self.truth(value).step)
    }

    /// `a ? b : c`, or what binds tighter.
    fn conditional(&mut self) -> Read {
        let condition = self.infixes(1)?;
        if !self.eat("?") {
            return Ok(condition);
        }
        let then = self.nested(Parser::conditional)?;
        self.expect(":")?;
        let els = self.nested(Parser::conditional)?;
        let condition = self.truth(condition);
        let ty = Number::common(then.ty, els.ty);
        let (then, els) = (self.converted(then, ty), self.converted(els, ty));
        Ok(self.push(Step::Choose(condition.step, then.step, els.step), ty))
    }

    /// Operands joined by operators that bind at least as tightly as a level.
    fn infixes(&mut self, level: u32) -> Read {
        let mut left = self.unary()?;
        while let Token::Sign(sign) = self.peek()
            && let Some((own, infix)) = infix(sign)
            && own >= level
        {
            let place = self.place();
            self.at += 1;
            let right = self.infixes(own + 1)?;
            left = self.joined(infix, left, right).ok_or_else(|| integers_only(sign, place))?;
        }
        Ok(left)
    }

    fn unary(&mut self) -> Read {
        let Token::Sign(sign @ ("+" | "-" | "!" | "~")) = self.peek() else {
            return self.cast();
        };
        let place = self.place();
        self.at += 1;
        let value = self.nested(Parser::unary)?;
        if sign == "!" {
            let truth = self.truth(value);
            return Ok(self.push(Step::Invert(truth.step), Number::BOOL));
        }
        let ty = value.ty.promoted();
        let value = self.converted(value, ty);
        match sign {
            "+" => Ok(value),
            "-" => Ok(self.push(Step::Negate(ty, value.step), ty)),
            _ if ty.is_int() => Ok(self.push(Step::Invert(value.step), ty)),
            _ => Err(integers_only(sign, place)),
        }
    }

    /// `(type) value`, or what binds tighter.
    fn cast(&mut self) -> Read {
        if !self.at_cast() {
            return self.primary();
        }
        let place = self.place();
        self.at += 1;
        let mut words = Vec::new();
        while let Token::Word(word) = self.peek() {
            words.push(word);
            self.at += 1;
        }
        if words == ["void"] && self.eat("*") {
            return self.null();
        }
        self.expect(")")?;
        let message = || format!("`{}` is no type that conditions know", words.join(" "));
        let ty = types::named(&words).ok_or_else(|| Fault { at: place, message: message() })?;
        let value = self.nested(Parser::unary)?;
        Ok(self.converted(value, ty))
    }

    /// Is there a bracket with a type in it?
    fn at_cast(&self) -> bool {
        let Token::Word(word) = self.after_next() else { return false };
        let known = TYPE_KEYWORDS.contains(&word) || QUALIFIERS.contains(&word);
        let is_type = known || types::named(&[word]).is_some();
        self.peek() == Token::Sign("(") && is_type && self.parameter(word).is_none()
    }

    /// The rest of C's null pointer, after `(void *`.
    fn null(&mut self) -> Read {
        self.expect(")")?;
        match self.peek() {
            Token::Number(ty, 0) if ty.is_int() => {
                self.at += 1;
                Ok(self.constant(Number::LONG, 0))
            }
            _ => Err(self.unexpected("the 0 of a null pointer")),
        }
    }

    fn primary(&mut self) -> Read {
        match self.peek() {
            Token::Number(ty, bits) => {
                self.at += 1;
                Ok(self.constant(ty, bits))
            }
            Token::Word(name) if self.after_next() == Token::Sign("(") => self.call(name),
            Token::Word(name) => self.name(name),
            Token::Sign("(") => {
                self.at += 1;
                let value = self.nested(Parser::conditional)?;
                self.expect(")")?;
                Ok(value)
            }
            _ => Err(self.unexpected("a value")),
        }
    }

    fn name(&mut self, name: &str) -> Read {
        let value = match (self.parameter(name), name) {
            (Some(index), _) => self.argument(index)?,
            (None, "true") => self.constant(Number::BOOL, 1),
            (None, "false") => self.constant(Number::BOOL, 0),
            (None, "NULL" | "__null") => self.constant(Number::LONG, 0),
            _ => return Err(self.fault(format!("`{name}` is no parameter"))),
        };
        self.at += 1;
        Ok(value)
    }

    fn argument(&mut self, index: usize) -> Read {
        let Parameter { name, kind, signed } = &self.parameters[index];
        let ty = Number::of_parameter(*kind, *signed).ok_or_else(|| {
            self.fault(format!("`{name}` is of a type that conditions do not know"))
        })?;
        Ok(self.push(Step::Argument(index), ty))
    }
}

/// Calls of functions whose meaning is known exactly.
impl Parser<'_> {
    fn call(&mut self, name: &str) -> Read {
        match name.strip_prefix("__builtin_").unwrap_or(name) {
            "fabs" => self.absolute(Number::Double),
            "fabsf" => self.absolute(Number::Single),
            "abs" => self.absolute_integer(name, Number::INT),
            "labs" | "llabs" => self.absolute_integer(name, Number::LONG),
            "isnan" => self.is_nan(),
            "isinf" => self.is_infinite().map(|(infinite, _)| infinite),
            "isinf_sign" => self.sign_of_infinity(),
            "isfinite" => self.is_finite(),
            "inf" | "huge_val" => self.special(Number::Double, f64::INFINITY.to_bits(), false),
            "inff" | "huge_valf" => {
                self.special(Number::Single, f32::INFINITY.to_bits().into(), false)
            }
            "nan" => self.special(Number::Double, f64::NAN.to_bits(), true),
            "nanf" => self.special(Number::Single, f32::NAN.to_bits().into(), true),
            _ => Err(self.fault(format!("conditions cannot call `{name}`"))),
        }
    }

    /// The only argument of a call.
    fn only_argument(&mut self) -> Read {
        self.at += 1;
        self.expect("(")?;
        let value = self.nested(Parser::conditional)?;
        self.expect(")")?;
        Ok(value)
    }

    fn absolute(&mut self, ty: Number) -> Read {
        let value = self.only_argument()?;
        let value = self.converted(value, ty);
        Ok(self.push(Step::Absolute(ty, value.step), ty))
    }

    /// Of a wider argument, C cuts off the rest, while C++ has an `abs` for each type.
    fn absolute_integer(&mut self, name: &str, ty: Number) -> Read {
        let at = self.place();
        let value = self.only_argument()?;
        if !value.ty.is_int() || value.ty.width() > ty.width() {
            return Err(Fault { at, message: format!("the argument does not fit `{name}`") });
        }
        let value = self.converted(value, ty);
        Ok(self.push(Step::Absolute(ty, value.step), ty))
    }

    fn float_argument(&mut self) -> Read {
        let at = self.place();
        let value = self.only_argument()?;
        match value.ty {
            Number::Single | Number::Double => Ok(value),
            Number::Int { .. } => {
                Err(Fault { at, message: "this takes a floating value".to_owned() })
            }
        }
    }

    fn is_nan(&mut self) -> Read {
        let value = self.float_argument()?;
        let equal = self.compared(Operator::Equal, value, value);
        Ok(self.push(Step::Invert(equal.step), Number::BOOL))
    }

    /// Is the argument infinite, and the argument.
    fn is_infinite(&mut self) -> Result<(Value, Value), Fault> {
        let value = self.float_argument()?;
        let (size, infinity) = self.size_and_infinity(value);
        Ok((self.compared(Operator::Equal, size, infinity), value))
    }

    fn is_finite(&mut self) -> Read {
        let value = self.float_argument()?;
        let (size, infinity) = self.size_and_infinity(value);
        Ok(self.compared(Operator::Less, size, infinity))
    }

    /// 1 and -1 for the infinities, 0 for all others.
    fn sign_of_infinity(&mut self) -> Read {
        let (infinite, value) = self.is_infinite()?;
        let zero = self.constant(value.ty, 0);
        let negative = self.compared(Operator::Less, value, zero);
        let (plus, none) = (self.constant(Number::INT, 1), self.constant(Number::INT, 0));
        let minus = self.constant(Number::INT, u32::MAX.into());
        let sign = Step::Choose(negative.step, minus.step, plus.step);
        let sign = self.push(sign, Number::INT);
        Ok(self.push(Step::Choose(infinite.step, sign.step, none.step), Number::INT))
    }

    fn size_and_infinity(&mut self, value: Value) -> (Value, Value) {
        let infinity = match value.ty {
            Number::Single => f32::INFINITY.to_bits().into(),
            _ => f64::INFINITY.to_bits(),
        };
        let size = self.push(Step::Absolute(value.ty, value.step), value.ty);
        (size, self.constant(value.ty, infinity))
    }

    /// A call that stands for a constant, with a string as its argument or none.
    fn special(&mut self, ty: Number, bits: u64, text: bool) -> Read {
        self.at += 1;
        self.expect("(")?;
        if text {
            match self.peek() {
                Token::Text => self.at += 1,
                _ => return Err(self.unexpected("a string")),
            }
        }
        self.expect(")")?;
        Ok(self.constant(ty, bits))
    }
}

/// Steps and their types.
impl Parser<'_> {
    fn push(&mut self, step: Step, ty: Number) -> Value {
        self.steps.push(step);
        Value { step: self.steps.len() - 1, ty }
    }

    fn constant(&mut self, ty: Number, bits: u64) -> Value {
        self.push(Step::Constant(ty, bits), ty)
    }

    fn converted(&mut self, value: Value, to: Number) -> Value {
        if value.ty == to {
            return value;
        }
        self.push(Step::Convert { of: value.step, from: value.ty, to }, to)
    }

    fn truth(&mut self, value: Value) -> Value {
        self.converted(value, Number::BOOL)
    }

    /// A comparison of values of one type.
    fn compared(&mut self, op: Operator, a: Value, b: Value) -> Value {
        self.push(Step::Binary(op, a.ty, a.step, b.step), Number::BOOL)
    }

    /// Two operands joined; none if the operator takes integers only and they are none.
    fn joined(&mut self, infix: Infix, a: Value, b: Value) -> Option<Value> {
        match infix {
            Infix::Logic(op) => {
                let (a, b) = (self.truth(a), self.truth(b));
                Some(self.push(Step::Binary(op, Number::BOOL, a.step, b.step), Number::BOOL))
            }
            Infix::Shift(op) => {
                let ty = a.ty.promoted();
                (ty.is_int() && b.ty.is_int()).then_some(())?;
                let (a, b) = (self.converted(a, ty), self.converted(b, ty));
                Some(self.push(Step::Binary(op, ty, a.step, b.step), ty))
            }
            Infix::Plain(op, exchanged, inverted) => {
                let ty = Number::common(a.ty, b.ty);
                (ty.is_int() || op.takes_floats()).then_some(())?;
                let (a, b) = (self.converted(a, ty), self.converted(b, ty));
                let (a, b) = if exchanged { (b, a) } else { (a, b) };
                let result = if op.compares() { Number::BOOL } else { ty };
                let value = self.push(Step::Binary(op, ty, a.step, b.step), result);
                let invert = Step::Invert(value.step);
                Some(if inverted { self.push(invert, result) } else { value })
            }
        }
    }
}

/// Tokens.
impl<'t> Parser<'t> {
    fn peek(&self) -> Token<'t> {
        self.tokens[self.at].0
    }

    fn after_next(&self) -> Token<'t> {
        self.tokens.get(self.at + 1).map_or(Token::End, |&(token, _)| token)
    }

    /// Where the token begins.
    fn place(&self) -> usize {
        self.tokens[self.at].1
    }

    fn eat(&mut self, sign: &'static str) -> bool {
        let found = self.peek() == Token::Sign(sign);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, sign: &'static str) -> Result<(), Fault> {
        if self.eat(sign) { Ok(()) } else { Err(self.unexpected(&format!("`{sign}`"))) }
    }

    fn parameter(&self, name: &str) -> Option<usize> {
        self.parameters.iter().position(|parameter| *parameter.name == *name)
    }

    /// Reads something one level deeper.
    fn nested(&mut self, read: impl FnOnce(&mut Self) -> Read) -> Read {
        if self.depth == NESTING {
            return Err(self.fault("nested too deeply".to_owned()));
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn fault(&self, message: String) -> Fault {
        Fault { at: self.place(), message }
    }

    fn unexpected(&self, wanted: &str) -> Fault {
        self.fault(match self.peek() {
            Token::End => format!("it ends where {wanted} was expected"),
            Token::Sign(sign) => format!("`{sign}` where {wanted} was expected"),
            Token::Word(word) => format!("`{word}` where {wanted} was expected"),
            Token::Number(..) => format!("a number where {wanted} was expected"),
            Token::Text => format!("a string where {wanted} was expected"),
        })
    }
}

fn integers_only(sign: &str, at: usize) -> Fault {
    Fault { at, message: format!("`{sign}` takes integers only") }
}
