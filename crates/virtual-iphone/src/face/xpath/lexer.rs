//! Splits an XPath expression into tokens, with the standard's rule for `*` and operator names.

/// One piece of an expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// An element, attribute, function, axis or node type name.
    Name(String),
    Text(String),
    Number(f64),
    /// An operator, including `and`, `or`, `div`, `mod` and the `*` of a product (as `times`).
    Operator(&'static str),
    /// Everything else: `( ) [ ] . .. @ , :: * `.
    Mark(&'static str),
}

const MARKS: [&str; 9] = ["::", "..", "(", ")", "[", "]", ".", "@", ","];
const OPERATORS: [&str; 11] = ["//", "!=", "<=", ">=", "/", "|", "+", "-", "=", "<", ">"];
const WORDS: [&str; 4] = ["and", "or", "mod", "div"];

/// All tokens of a text.
///
/// # Errors
/// A quotation without an end, or a character that the language does not use.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut found: Vec<Token> = Vec::new();
    let mut rest = text.trim_start();
    while let Some(c) = rest.chars().next() {
        let (token, length) = if matches!(c, '\'' | '"') {
            let end = rest[1..].find(c).ok_or("a quotation is not closed")?;
            (Token::Text(rest[1..=end].to_owned()), end + 2)
        } else if c.is_ascii_digit()
            || (c == '.' && rest[1..].starts_with(|d: char| d.is_ascii_digit()))
        {
            number(rest)?
        } else if c == '*' {
            (if is_operand(found.last()) { Token::Operator("times") } else { Token::Mark("*") }, 1)
        } else if let Some(mark) = MARKS.into_iter().find(|mark| rest.starts_with(mark)) {
            (Token::Mark(mark), mark.len())
        } else if let Some(op) = OPERATORS.into_iter().find(|op| rest.starts_with(op)) {
            (Token::Operator(op), op.len())
        } else {
            name(rest, found.last())?
        };
        found.push(token);
        rest = rest[length..].trim_start();
    }
    Ok(found)
}

/// Whether the last token ends an operand, so that a name or `*` after it is an operator.
fn is_operand(last: Option<&Token>) -> bool {
    match last {
        None | Some(Token::Operator(_)) => false,
        Some(Token::Mark(mark)) => !matches!(*mark, "@" | "::" | "(" | "[" | ","),
        Some(_) => true,
    }
}

fn number(rest: &str) -> Result<(Token, usize), String> {
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
    let digits = &rest[..end];
    let value = digits.parse().map_err(|_| format!("'{digits}' is not a number"))?;
    Ok((Token::Number(value), end))
}

fn name(rest: &str, last: Option<&Token>) -> Result<(Token, usize), String> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let end = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
    let word = &rest[..end];
    if !word.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        return Err(format!("unexpected '{}'", rest.chars().next().unwrap_or_default()));
    }
    let operator = WORDS.into_iter().find(|w| *w == word).filter(|_| is_operand(last));
    Ok((operator.map_or_else(|| Token::Name(word.to_owned()), Token::Operator), end))
}
