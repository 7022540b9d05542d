//! Splits a predicate string into words, texts, numbers and symbols.

/// One piece of a predicate string.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Word(String),
    Text(String),
    Number(f64),
    Symbol(String),
}

const DOUBLE: [&str; 8] = ["==", "!=", "<>", "<=", "=<", ">=", "=>", "&&"];

/// All tokens of a text.
///
/// # Errors
/// A quotation without an end, or a character that the language does not use.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let chars: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        let start = at;
        match c {
            _ if c.is_whitespace() => at += 1,
            '\'' | '"' => {
                let (value, next) = quoted(&chars, at)?;
                found.push(Token::Text(value));
                at = next;
            }
            _ if starts_number(&chars, at) => {
                at += 1;
                while chars.get(at).is_some_and(|c| c.is_ascii_digit() || *c == '.') {
                    at += 1;
                }
                let digits: String = chars[start..at].iter().collect();
                let number = digits.parse().map_err(|_| format!("{digits} is not a number"))?;
                found.push(Token::Number(number));
            }
            _ if c.is_alphabetic() || matches!(c, '_' | '$' | '@') => {
                while chars
                    .get(at)
                    .is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '@'))
                {
                    at += 1;
                }
                found.push(Token::Word(chars[start..at].iter().collect()));
            }
            _ => {
                let symbol = symbol(&chars, at)?;
                at += symbol.chars().count();
                found.push(Token::Symbol(symbol));
            }
        }
    }
    Ok(found)
}

fn starts_number(chars: &[char], at: usize) -> bool {
    let digit = |i: usize| chars.get(i).is_some_and(char::is_ascii_digit);
    digit(at) || (matches!(chars.get(at), Some('-' | '.')) && digit(at + 1))
}

fn symbol(chars: &[char], at: usize) -> Result<String, String> {
    let pair: String = chars.iter().skip(at).take(2).collect();
    if DOUBLE.contains(&pair.as_str()) || pair == "||" {
        return Ok(pair);
    }
    match chars.get(at) {
        Some(c) if "=<>!()[]{},".contains(*c) => Ok(c.to_string()),
        Some(c) => Err(format!("unexpected '{c}'")),
        None => Err("unexpected end".to_owned()),
    }
}

fn quoted(chars: &[char], start: usize) -> Result<(String, usize), String> {
    let quote = chars[start];
    let mut value = String::new();
    let mut at = start + 1;
    while let Some(&c) = chars.get(at) {
        at += 1;
        if c == quote {
            return Ok((value, at));
        }
        if c != '\\' {
            value.push(c);
            continue;
        }
        let Some(&escaped) = chars.get(at) else { break };
        at += 1;
        match escaped {
            'n' => value.push('\n'),
            't' => value.push('\t'),
            'r' => value.push('\r'),
            'u' | 'U' => {
                let digits: String = chars.iter().skip(at).take(4).collect();
                let code = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
                value.push(code.ok_or_else(|| "bad character escape".to_owned())?);
                at += 4;
            }
            // Unknown escapes keep the backslash: patterns for MATCHES are full of them.
            'd' | 'D' | 'w' | 'W' | 's' | 'S' | 'b' | 'B' | '.' | '*' | '+' | '?' | '(' | ')'
            | '[' | ']' | '{' | '}' | '|' | '^' | '$' | '-' => {
                value.push('\\');
                value.push(escaped);
            }
            other => value.push(other),
        }
    }
    Err("a quotation is not closed".to_owned())
}
