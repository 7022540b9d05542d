//! Schemas as every large client accepts them, and arguments as models really send them.
//!
//! Published: inlined, no `$schema`, `title`, `format`, `additionalProperties`, `default`, null
//! types or combinators; strictness lives in the reading side. Read: unknown and missing names are
//! refused with the names that exist; a number, boolean, list or object that came as a string is
//! taken for what it says; null means absent. Any other type is refused with its place: a number
//! where text is wanted is more often a mistaken parameter than a text.
//! Sources: docs/wires/mcp-clients.md.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::domain::error::{DeviceError, ErrorCode};
use crate::mcp::tool::Object;

/// Keywords that cost characters or make some client drop the tool, and that serde enforces anyway.
const UNPUBLISHED: [&str; 6] =
    ["$schema", "title", "format", "additionalProperties", "default", "$defs"];

/// The schema of `T` as it is published: an object with `properties`.
pub fn schema_of<T: JsonSchema>() -> Object {
    let settings = SchemaSettings::draft2020_12().with(|s| s.inline_subschemas = true);
    let root = settings.into_generator().into_root_schema_for::<T>().to_value();
    let mut schema = match root {
        Value::Object(schema) => schema,
        _ => Object::new(),
    };
    schema.remove("description");
    tidy(&mut schema);
    schema.entry("type").or_insert_with(|| "object".into());
    schema.entry("properties").or_insert_with(|| Value::Object(Map::new()));
    schema
}

fn tidy(schema: &mut Object) {
    for keyword in UNPUBLISHED {
        schema.remove(keyword);
    }
    merge_optional(schema);
    drop_null_type(schema);
    if let Some(Value::Array(values)) = schema.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    if schema.get("minimum").and_then(Value::as_f64) == Some(0.0) {
        schema.remove("minimum");
    }
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.values_mut().filter_map(Value::as_object_mut).for_each(tidy);
    }
    if let Some(Value::Object(items)) = schema.get_mut("items") {
        tidy(items);
    }
}

/// `anyOf: [X, null]` is X.
fn merge_optional(schema: &mut Object) {
    let Some(Value::Array(branches)) = schema.get_mut("anyOf") else { return };
    branches.retain(|branch| branch.get("type") != Some(&"null".into()));
    if branches.len() == 1
        && let Some(Value::Object(only)) = branches.pop()
    {
        schema.remove("anyOf");
        for (keyword, value) in only {
            schema.entry(keyword).or_insert(value);
        }
    }
}

fn drop_null_type(schema: &mut Object) {
    let Some(Value::Array(types)) = schema.get_mut("type") else { return };
    types.retain(|kind| kind != "null");
    if types.len() == 1
        && let Some(only) = types.pop()
    {
        schema.insert("type".into(), only);
    }
}

/// Reads the arguments of `tool` against its published schema.
///
/// # Errors
/// `INVALID_ARGUMENT` that names the tool, the parameter and what is allowed.
pub fn read<I: DeserializeOwned>(
    tool: &str,
    schema: &Object,
    arguments: Option<Object>,
) -> Result<I, DeviceError> {
    let mut arguments = arguments.unwrap_or_default();
    refuse_unknown(tool, schema, &arguments)?;
    lenient_object(schema, &mut arguments);
    refuse_missing(tool, schema, &arguments)?;
    serde_path_to_error::deserialize(Value::Object(arguments)).map_err(|error| {
        let path = error.path().to_string();
        let place = if path == "." { String::new() } else { format!("{path}: ") };
        let message = format!("{tool}: {place}{}", plainly(&error.inner().to_string()));
        DeviceError::new(ErrorCode::InvalidArgument, message)
    })
}

/// The parameter names of a schema, in order.
pub fn names(schema: &Object) -> Vec<&str> {
    let properties = schema.get("properties").and_then(Value::as_object);
    properties.map(|map| map.keys().map(String::as_str).collect()).unwrap_or_default()
}

fn refuse_unknown(tool: &str, schema: &Object, arguments: &Object) -> Result<(), DeviceError> {
    let known = names(schema);
    let Some(unknown) = arguments.keys().find(|name| !known.contains(&name.as_str())) else {
        return Ok(());
    };
    let quoted: String = unknown.chars().take(60).flat_map(char::escape_debug).collect();
    let message = format!("{tool} has no parameter \"{quoted}\"");
    let hint = match known.as_slice() {
        [] => "it takes no parameters".to_owned(),
        names => format!("it takes {}", names.join(", ")),
    };
    Err(DeviceError::new(ErrorCode::InvalidArgument, message).with_hint(hint))
}

fn refuse_missing(tool: &str, schema: &Object, arguments: &Object) -> Result<(), DeviceError> {
    let required = schema.get("required").and_then(Value::as_array);
    let mut required = required.into_iter().flatten().filter_map(Value::as_str);
    let Some(missing) = required.find(|name| !arguments.contains_key(*name)) else {
        return Ok(());
    };
    let described = schema["properties"][missing]["description"].as_str();
    let error = DeviceError::new(ErrorCode::InvalidArgument, format!("{tool} needs {missing}"));
    Err(match described {
        Some(text) => error.with_hint(format!("{missing}: {text}")),
        None => error,
    })
}

/// Takes values for what they say where their type differs from the schema's.
fn lenient_object(schema: &Object, object: &mut Object) {
    object.retain(|_, value| !value.is_null());
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return };
    for (name, value) in object {
        if let Some(schema) = properties.get(name).and_then(Value::as_object) {
            lenient(schema, value);
        }
    }
}

fn lenient(schema: &Object, value: &mut Value) {
    let wanted = schema.get("type").and_then(Value::as_str).unwrap_or_default();
    if let Some(taken) = taken_as(wanted, value) {
        *value = taken;
    }
    match value {
        Value::Object(object) => lenient_object(schema, object),
        Value::Array(items) => {
            if let Some(schema) = schema.get("items").and_then(Value::as_object) {
                for item in items {
                    lenient(schema, item);
                }
            }
        }
        _ => {}
    }
}

fn taken_as(wanted: &str, value: &Value) -> Option<Value> {
    match (wanted, value) {
        ("boolean", Value::String(text)) => match text.trim().to_ascii_lowercase().as_str() {
            "true" => Some(true.into()),
            "false" => Some(false.into()),
            _ => None,
        },
        ("integer", Value::Number(number)) => whole(number.as_f64()?),
        ("integer" | "number" | "array" | "object", Value::String(text)) => {
            let parsed: Value = serde_json::from_str(text.trim()).ok()?;
            let fits = match wanted {
                "integer" => return whole(parsed.as_f64()?),
                "number" => parsed.is_number(),
                "array" => parsed.is_array(),
                _ => parsed.is_object(),
            };
            fits.then_some(parsed)
        }
        _ => None,
    }
}

/// 3.0 is 3; 3.5 stays what it was and is refused with its place.
fn whole(number: f64) -> Option<Value> {
    let fits = number.fract() == 0.0 && number.abs() < 9e15;
    fits.then(|| Value::from(number as i64))
}

/// Longest part of a complaint that is passed on, in characters: it may quote what was given.
const LONGEST_COMPLAINT: usize = 240;

/// A complaint about a value in the words of JSON, on one line and not longer than it needs to be.
fn plainly(complaint: &str) -> String {
    const WORDS: [(&str, &str); 8] = [
        ("expected f64", "expected a number"),
        ("expected u64", "expected a whole number from 0"),
        ("expected string or map", "expected a text"),
        ("expected a sequence", "expected a list"),
        ("expected a map", "expected an object"),
        ("invalid type: sequence", "invalid type: list"),
        ("invalid type: map", "invalid type: object"),
        ("invalid type: floating point", "invalid type: number"),
    ];
    let (given, expected) = complaint.rsplit_once(", expected ").unwrap_or((complaint, ""));
    let mut text: String = one_line(given).chars().take(LONGEST_COMPLAINT).collect();
    if text.chars().count() == LONGEST_COMPLAINT {
        text.push('…');
    }
    if !expected.is_empty() {
        text.push_str(", expected ");
        text.push_str(&one_line(expected));
    }
    WORDS.iter().fold(text, |text, (theirs, ours)| text.replacen(theirs, ours, 1))
}

/// Text in which no line break or control character is left.
pub fn one_line(text: &str) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde_json::json;

    #[derive(Debug, Deserialize, JsonSchema, PartialEq)]
    #[serde(rename_all = "snake_case")]
    enum Way {
        Up,
        Down,
    }

    /// Doc comments of the struct cost tokens.
    #[derive(Debug, Deserialize, JsonSchema, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Input {
        /// Where to.
        #[serde(default)]
        format: Option<Way>,
        #[serde(default)]
        count: Option<u32>,
        #[serde(default)]
        fresh: bool,
        #[serde(default)]
        numbers: Vec<f64>,
        text: String,
    }

    fn reading(arguments: &Value) -> Result<Input, String> {
        read("t", &schema_of::<Input>(), arguments.as_object().cloned())
            .map_err(|error| error.message().to_owned())
    }

    #[test]
    fn a_published_schema_uses_only_what_every_client_accepts() {
        let schema = Value::Object(schema_of::<Input>());
        assert_eq!(
            schema,
            json!({"type": "object", "properties": {
                "format": {"description": "Where to.", "type": "string", "enum": ["up", "down"]},
                "count": {"type": "integer"},
                "fresh": {"type": "boolean"},
                "numbers": {"type": "array", "items": {"type": "number"}},
                "text": {"type": "string"}}, "required": ["text"]})
        );
    }

    #[test]
    fn values_sent_as_strings_are_taken_for_what_they_say() {
        let sent = json!({"count": "3", "fresh": "True", "numbers": "[1, 2.5]", "text": "40",
            "format": null});
        let expected = Input {
            format: None,
            count: Some(3),
            fresh: true,
            numbers: vec![1.0, 2.5],
            text: "40".into(),
        };
        assert_eq!(reading(&sent), Ok(expected));
    }

    #[test]
    fn what_does_not_fit_is_refused_with_its_place_and_the_allowed_values() {
        let wrong = reading(&json!({"text": "x", "format": "left"}));
        assert_eq!(
            wrong,
            Err("t: format: unknown variant `left`, expected `up` or `down`".to_owned())
        );
        let fraction = reading(&json!({"text": "x", "count": 1.5}));
        assert!(fraction.as_ref().is_err_and(|m| m.starts_with("t: count: ")), "{fraction:?}");
        let long = reading(&json!({"text": "x", "count": "9".repeat(100_000)}));
        assert!(long.is_err_and(|m| m.len() < 400 && m.ends_with("expected u32")));
        let number = reading(&json!({"text": 40}));
        let expected = "t: text: invalid type: integer `40`, expected a string";
        assert_eq!(number, Err(expected.to_owned()));
        let element = reading(&json!({"text": "x", "numbers": [1, "many"]}));
        assert!(element.as_ref().is_err_and(|m| m.starts_with("t: numbers[1]: ")), "{element:?}");
    }
}
