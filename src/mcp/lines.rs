//! JSON-RPC as lines: what a line is, and the answer to one that is no message.
//!
//! The SDK skips what it cannot parse; a client then waits for ever. Here every line that is not a
//! message is answered: -32700 for what is no JSON, -32600 for what is no JSON-RPC (batches too),
//! -32602 for parameters of the wrong shape. Blank lines and error replies without an id are passed
//! over in silence, so that two peers can never keep each other answering.

use crate::mcp::json;
use serde_json::{Map, Value, json};
use tokio::io::{AsyncBufRead, AsyncBufReadExt};

/// Longest line, in bytes; longer ones are answered with an error and thrown away.
pub const LONGEST_LINE: usize = 16 * 1024 * 1024;

const PARSE_ERROR: i64 = -32700;
const INVALID_REQUEST: i64 = -32600;
const INVALID_PARAMS: i64 = -32602;

/// What a line turned out to be.
#[derive(Debug, PartialEq)]
pub enum Line {
    /// A request, notification or response of the right outer shape.
    Message(Value),
    /// No message; this line is the answer to it.
    Answer(String),
    /// Nothing that wants an answer.
    Nothing,
}

/// What reading brought.
#[derive(Debug, PartialEq, Eq)]
pub enum Taken {
    /// A line is in the buffer, without its end.
    Line,
    /// The line was longer than [`LONGEST_LINE`] and is gone.
    TooLong,
    End,
}

/// Takes the next line into `buffer`; a last line without its end counts.
pub async fn take_line<R: AsyncBufRead + Unpin>(
    reader: &mut R,
    buffer: &mut Vec<u8>,
) -> std::io::Result<Taken> {
    buffer.clear();
    let (mut too_long, mut any) = (false, false);
    loop {
        let available = reader.fill_buf().await?;
        if available.is_empty() {
            return Ok(if any { taken(too_long) } else { Taken::End });
        }
        any = true;
        let end = available.iter().position(|byte| *byte == b'\n');
        let part = end.unwrap_or(available.len());
        too_long |= buffer.len() + part > LONGEST_LINE;
        if too_long {
            buffer.clear();
        } else {
            buffer.extend_from_slice(&available[..part]);
        }
        reader.consume(end.map_or(part, |end| end + 1));
        if end.is_some() {
            return Ok(taken(too_long));
        }
    }
}

const fn taken(too_long: bool) -> Taken {
    if too_long { Taken::TooLong } else { Taken::Line }
}

/// The answer to a line that was too long to be kept.
pub fn too_long() -> String {
    let message = format!("the line is longer than {LONGEST_LINE} bytes");
    refusal(&Value::Null, INVALID_REQUEST, &message)
}

/// An error reply as a line, without its end.
pub fn refusal(id: &Value, code: i64, message: &str) -> String {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}).to_string()
}

/// The answer to a message whose parameters no method has.
pub fn wrong_parameters(id: &Value, message: &str) -> String {
    refusal(id, INVALID_PARAMS, message)
}

/// Judges one line.
pub fn judge(line: &[u8]) -> Line {
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line).trim_ascii();
    if line.is_empty() {
        return Line::Nothing;
    }
    let value = match json::read(line) {
        Ok(value) => value,
        Err(error) => {
            let message = format!("the line is not JSON: {error}");
            return Line::Answer(refusal(&Value::Null, PARSE_ERROR, &message));
        }
    };
    match value {
        Value::Object(message) => judge_message(message),
        Value::Array(_) => invalid(&Value::Null, "batches are not served: send one message a line"),
        _ => invalid(&Value::Null, "a message is a JSON object"),
    }
}

fn invalid(id: &Value, message: &str) -> Line {
    Line::Answer(refusal(id, INVALID_REQUEST, message))
}

fn judge_message(mut message: Map<String, Value>) -> Line {
    let id = message.get("id").cloned();
    let known = id.clone().filter(is_id).unwrap_or(Value::Null);
    if message.get("jsonrpc") != Some(&"2.0".into()) {
        return invalid(&known, "jsonrpc is not \"2.0\"");
    }
    let is_answer = message.contains_key("result") || message.contains_key("error");
    let Some(method) = message.get("method") else {
        return match (is_answer, known.is_null()) {
            (true, false) => Line::Message(Value::Object(message)),
            (true, true) => Line::Nothing,
            (false, _) => invalid(&known, "a message has a method, a result or an error"),
        };
    };
    let Some(method) = method.as_str().map(str::to_owned) else {
        return invalid(&known, "method is not a text");
    };
    if id.is_some() && known.is_null() {
        return invalid(&known, "id is neither a text nor a whole number");
    }
    if message.get("params").is_some_and(Value::is_null) {
        message.remove("params");
    }
    match wrong_shape(&method, message.get("params")) {
        Some(_) if id.is_none() => Line::Nothing,
        Some(problem) => Line::Answer(wrong_parameters(&known, &problem)),
        None => Line::Message(Value::Object(message)),
    }
}

fn is_id(id: &Value) -> bool {
    id.is_string() || id.is_i64() || id.is_u64()
}

/// What is wrong with the parameters of the two methods that every client calls first.
fn wrong_shape(method: &str, params: Option<&Value>) -> Option<String> {
    let empty = Map::new();
    let params = match params {
        None => &empty,
        Some(Value::Object(params)) => params,
        Some(_) => return Some("params is not an object".to_owned()),
    };
    match method {
        "tools/call" => match (params.get("name"), params.get("arguments")) {
            (Some(Value::String(_)), None | Some(Value::Null | Value::Object(_))) => None,
            (Some(Value::String(_)), Some(_)) => Some("arguments is not an object".to_owned()),
            _ => Some("tools/call needs the name of a tool".to_owned()),
        },
        "initialize" => {
            let info = params.get("clientInfo");
            let text =
                |key: &str| info.and_then(|info| info.get(key)).is_some_and(Value::is_string);
            let fine = params.get("protocolVersion").is_some_and(Value::is_string)
                && params.get("capabilities").is_some_and(Value::is_object)
                && text("name")
                && text("version");
            (!fine).then(|| {
                "initialize needs protocolVersion, capabilities and clientInfo with name and version"
                    .to_owned()
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refused(line: &str, code: i64, id: &Value) {
        let Line::Answer(answer) = judge(line.as_bytes()) else {
            panic!("{line} was not answered");
        };
        let answer: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!((&answer["error"]["code"], &answer["id"]), (&code.into(), id), "{line}");
    }

    #[test]
    fn a_line_that_is_no_message_is_answered_and_never_with_silence() {
        let null = Value::Null;
        refused("{", PARSE_ERROR, &null);
        refused("hello", PARSE_ERROR, &null);
        refused("[]", INVALID_REQUEST, &null);
        refused(r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, INVALID_REQUEST, &null);
        refused("7", INVALID_REQUEST, &null);
        refused(r#"{"id":7,"method":"ping"}"#, INVALID_REQUEST, &7.into());
        refused(r#"{"jsonrpc":"2.0","id":7}"#, INVALID_REQUEST, &7.into());
        refused(r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, INVALID_REQUEST, &null);
        refused(r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, INVALID_REQUEST, &null);
        refused(r#"{"jsonrpc":"2.0","id":"a","method":3}"#, INVALID_REQUEST, &"a".into());
        refused(r#"{"jsonrpc":"2.0","id":2,"method":"x","params":[1]}"#, INVALID_PARAMS, &2.into());
        let call = r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"tap","arguments":"x"}}"#;
        refused(call, INVALID_PARAMS, &3.into());
        let nameless = r#"{"jsonrpc":"2.0","id":3,"method":"tools/call"}"#;
        refused(nameless, INVALID_PARAMS, &3.into());
        refused(r#"{"jsonrpc":"2.0","id":4,"method":"initialize"}"#, INVALID_PARAMS, &4.into());
        assert!(matches!(judge(b"\xff\xfe{}"), Line::Answer(_)));
    }

    #[test]
    fn blank_lines_and_our_own_error_replies_are_passed_over() {
        assert_eq!(judge(b" \r"), Line::Nothing);
        assert_eq!(judge(refusal(&Value::Null, PARSE_ERROR, "x").as_bytes()), Line::Nothing);
    }

    #[test]
    fn null_parameters_and_null_arguments_are_absent_ones() {
        let ping = br#"{"jsonrpc":"2.0","id":1,"method":"ping","params":null}"#;
        let expected = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"});
        assert_eq!(judge(ping), Line::Message(expected));
        let call = br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_devices","arguments":null}}"#;
        assert!(matches!(judge(call), Line::Message(_)));
    }

    #[tokio::test]
    async fn a_last_line_without_its_end_is_a_line() {
        let mut reader = std::io::Cursor::new(b"one\ntwo".to_vec());
        let mut buffer = Vec::new();
        assert_eq!(take_line(&mut reader, &mut buffer).await.unwrap(), Taken::Line);
        assert_eq!(buffer, b"one");
        assert_eq!(take_line(&mut reader, &mut buffer).await.unwrap(), Taken::Line);
        assert_eq!(buffer, b"two");
        assert_eq!(take_line(&mut reader, &mut buffer).await.unwrap(), Taken::End);
    }

    #[tokio::test]
    async fn a_line_beyond_the_limit_is_thrown_away_and_the_next_one_is_read() {
        let mut bytes = vec![b'x'; LONGEST_LINE + 1];
        bytes.extend_from_slice(b"\nnext\n");
        let mut reader = tokio::io::BufReader::new(std::io::Cursor::new(bytes));
        let mut buffer = Vec::new();
        assert_eq!(take_line(&mut reader, &mut buffer).await.unwrap(), Taken::TooLong);
        assert_eq!(take_line(&mut reader, &mut buffer).await.unwrap(), Taken::Line);
        assert_eq!(buffer, b"next");
    }
}
