//! Texts as arguments: words that name something, and values that say how something is to be.
//!
//! What is compared with a screen is folded there, which drops control characters; a text that holds
//! one is therefore refused here, before it can name something that it does not say. Text to be
//! typed is not meant: whether a character can be typed is the road's to say. Marks that belong to
//! writing (joiners, directions, variation selectors) are no control characters.

use std::ops::Deref;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

// Words without control characters; published as a text, so it carries no doc comment.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(with = "String")]
pub(super) struct Words(String);

impl TryFrom<String> for Words {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match text.chars().find(|c| c.is_control()) {
            None => Ok(Self(text)),
            Some(c) => Err(format!(
                "holds the control character U+{:04X}; write a space or leave it out",
                c as u32
            )),
        }
    }
}

impl Deref for Words {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

// A value for a control: words, or a truth or number that was not put into quotes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(try_from = "Value")]
#[schemars(with = "String")]
pub(super) struct Setting(Words);

impl TryFrom<Value> for Setting {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        let text = match value {
            Value::String(text) => text,
            Value::Bool(truth) => truth.to_string(),
            Value::Number(number) => number.to_string(),
            Value::Null | Value::Array(_) | Value::Object(_) => {
                return Err("is neither a text nor a number nor true or false".to_owned());
            }
        };
        Words::try_from(text).map(Self)
    }
}

impl Deref for Setting {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<Setting> for String {
    fn from(setting: Setting) -> Self {
        setting.0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn control_characters_name_nothing_and_marks_of_writing_may() {
        for refused in ["Submi\u{0}t", "a\nb", "a\tb", "\u{1b}[2J", "a\u{85}b", "\u{7f}"] {
            assert!(Words::try_from(refused.to_owned()).is_err(), "{refused:?}");
        }
        for fine in ["Save", "👩\u{200d}👧", "\u{202b}שלום\u{202c}", "ab\u{ad}c", "❤\u{fe0f}"]
        {
            assert_eq!(&*Words::try_from(fine.to_owned()).unwrap(), fine);
        }
    }

    #[test]
    fn a_value_may_be_a_text_a_truth_or_a_number() {
        for (given, read) in [(json!("40%"), "40%"), (json!(true), "true"), (json!(0.4), "0.4")] {
            assert_eq!(&*Setting::try_from(given).unwrap(), read);
        }
        assert!(Setting::try_from(json!(["on"])).is_err());
    }
}
