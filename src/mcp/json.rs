//! JSON in which no name stands twice in one object.
//!
//! Of two values under one name a parser keeps either; which of two buttons a caller meant is not
//! guessed at here. Numbers, depth and everything else are as the JSON crate reads them.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Reads one value.
///
/// # Errors
/// What is wrong with the text, and where.
pub fn read(text: &[u8]) -> Result<Value, serde_json::Error> {
    serde_json::from_slice::<Unambiguous>(text).map(|read| read.0)
}

struct Unambiguous(Value);

impl<'de> Deserialize<'de> for Unambiguous {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader).map(Self)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, truth: bool) -> Result<Value, E> {
        Ok(truth.into())
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Value, E> {
        Number::from_f64(number).map(Value::Number).ok_or_else(|| E::custom("number out of range"))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Unambiguous(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(list.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(name) = members.next_key::<String>()? {
            let Unambiguous(value) = members.next_value()?;
            if object.contains_key(&name) {
                let shown: String = name.chars().take(60).flat_map(char::escape_debug).collect();
                return Err(A::Error::custom(format!("the name \"{shown}\" stands twice")));
            }
            object.insert(name, value);
        }
        Ok(object.into())
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use serde_json::Value;

    #[test]
    fn every_kind_of_value_is_read_as_the_json_crate_reads_it() {
        let text = r#" {"a": [1, -2, 2.5, 1e3, true, null, "x\u00e9\n"], "b": {"a": {}}, "": []} "#;
        let expected: Value = serde_json::from_str(text).unwrap();
        assert_eq!(read(text.as_bytes()).unwrap(), expected);
    }

    #[test]
    fn a_name_that_stands_twice_is_no_message_at_any_depth() {
        for text in [r#"{"a":1,"a":1}"#, r#"{"p":[{"x":{"a":1,"\u0061":2}}]}"#] {
            let error = read(text.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with("the name \"a\" stands twice"), "{error}");
        }
        assert!(read(br#"{"a":{"a":1},"b":{"a":1}}"#).is_ok());
    }

    #[test]
    fn what_is_no_json_or_too_deep_is_refused() {
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        for text in ["", "{", "NaN", "1e400", "{} x", deep.as_str()] {
            assert!(read(text.as_bytes()).is_err());
        }
    }
}
