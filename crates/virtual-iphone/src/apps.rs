//! Apps as data: what a person writes in a JSON file, and the apps that come with the phone.
//!
//! An app is a set of screens over a map of named values. Texts are templates (`{name}`), controls
//! bind to values, and whatever is pressed has a list of effects. Nothing here knows about views,
//! frames or time. Schema for people: `docs/virtual-iphone-apps.md`.

mod check;
mod controls;
mod dump;
mod elements;

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub use controls::{
    AlertSpec, AlertStyle, ButtonSpec, Control, DateMode, Effect, Effects, WheelSpec,
};
pub use elements::{CanvasSpec, ElementSpec, TextSpec};

/// One application, as its file describes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AppSpec {
    pub bundle_id: String,
    pub name: String,
    #[serde(default)]
    pub icon: IconSpec,
    /// Whether the icon sits in the dock.
    #[serde(default)]
    pub dock: bool,
    /// URL schemes that bring the app to the front.
    #[serde(default)]
    pub schemes: Vec<String>,
    /// URL schemes that report success and do nothing.
    #[serde(default)]
    pub inert_schemes: Vec<String>,
    /// Whether the app turns with the phone.
    #[serde(default = "yes")]
    pub landscape: bool,
    /// Whether the app is always shown in landscape, however the phone is held.
    #[serde(default)]
    pub landscape_only: bool,
    /// Named values and what they are after installation; they outlive the process.
    #[serde(default)]
    pub state: Map<String, Value>,
    /// The first screen; ignored when there are tabs.
    #[serde(default = "root")]
    pub root: String,
    #[serde(default)]
    pub tabs: Vec<TabSpec>,
    pub screens: BTreeMap<String, ScreenSpec>,
}

/// How the app looks on the home screen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IconSpec {
    #[serde(default)]
    pub symbol: Option<String>,
    /// `#RRGGBB`.
    #[serde(default = "grey")]
    pub color: String,
}

impl Default for IconSpec {
    fn default() -> Self {
        Self { symbol: None, color: grey() }
    }
}

/// One tab of the tab bar; each has a navigation stack of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TabSpec {
    pub label: String,
    #[serde(default)]
    pub symbol: Option<String>,
    pub screen: String,
}

/// One screen: a navigation bar over sections of rows, a long list, or a full-screen editor.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScreenSpec {
    pub title: String,
    #[serde(default)]
    pub large_title: bool,
    /// Label of the back button; the title of the screen below when absent.
    #[serde(default)]
    pub back: Option<String>,
    /// Buttons at the right of the navigation bar.
    #[serde(default)]
    pub bar: Vec<BarButton>,
    #[serde(default)]
    pub search: Option<SearchSpec>,
    #[serde(default)]
    pub sections: Vec<Section>,
    #[serde(default)]
    pub list: Option<ListSpec>,
    #[serde(default)]
    pub editor: Option<EditorSpec>,
    /// Elements that are placed by their frames.
    #[serde(default)]
    pub canvas: Option<CanvasSpec>,
    /// A conversation with a field under it.
    #[serde(default)]
    pub chat: Option<ChatSpec>,
    /// What a pull beyond the top does.
    #[serde(default)]
    pub refresh: Effects,
    /// What happens each time the screen is shown by a push.
    #[serde(default)]
    pub appear: Effects,
}

/// A button of the navigation bar.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BarButton {
    pub label: String,
    #[serde(default)]
    pub identifier: Option<String>,
    #[serde(default)]
    pub symbol: Option<String>,
    #[serde(default)]
    pub effects: Effects,
    /// Shown only while a text input of the screen has the keyboard.
    #[serde(default)]
    pub while_editing: bool,
}

/// A search field above the content.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchSpec {
    pub placeholder: String,
    /// Value that holds the typed text.
    pub bind: String,
    /// Silence between the last key and the results.
    #[serde(default)]
    pub after_ms: u64,
    /// Also finds rows of the app's other screens.
    #[serde(default)]
    pub everywhere: bool,
}

/// A group of rows with an optional header and footer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Section {
    #[serde(default)]
    pub header: Option<String>,
    #[serde(default)]
    pub footer: Option<String>,
    pub rows: Vec<RowSpec>,
}

/// One row of a section.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowSpec {
    #[serde(default)]
    pub title: String,
    #[serde(default)]
    pub detail: Option<String>,
    #[serde(default)]
    pub identifier: Option<String>,
    #[serde(default)]
    pub symbol: Option<String>,
    /// A symbol that is drawn, but has no name in the tree.
    #[serde(default)]
    pub glyph: Option<String>,
    #[serde(default)]
    pub color: Option<String>,
    /// Screen that the row opens; draws the chevron.
    #[serde(default)]
    pub push: Option<String>,
    /// What a tap on the row does, before the push.
    #[serde(default)]
    pub effects: Effects,
    #[serde(default)]
    pub control: Option<Control>,
    #[serde(default = "yes")]
    pub enabled: bool,
    /// The text may take several lines.
    #[serde(default)]
    pub wrap: bool,
    /// The row exists while this holds: `name`, `!name` or `name=text`.
    #[serde(default)]
    pub when: Option<String>,
    /// Buttons that a swipe to the left uncovers; a full swipe presses the first.
    #[serde(default)]
    pub actions: Vec<ButtonSpec>,
    /// A menu that a hold opens.
    #[serde(default)]
    pub menu: Vec<ButtonSpec>,
}

/// A long list whose rows are generated; only those on the screen exist.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListSpec {
    pub rows: RowSource,
    /// Template over `{item}`, `{n}` (from 1) and the app's values.
    #[serde(default = "item")]
    pub title: String,
    #[serde(default)]
    pub detail: Option<String>,
    #[serde(default)]
    pub push: Option<String>,
    #[serde(default)]
    pub effects: Effects,
    /// Headers by first letter and an A–Z index at the right edge; the rows must be sorted.
    #[serde(default)]
    pub index: bool,
    /// Buttons that a swipe to the left uncovers; a full swipe presses the first.
    #[serde(default)]
    pub actions: Vec<ButtonSpec>,
}

/// Where the rows of a list come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RowSource {
    Count(usize),
    Items(Vec<String>),
    /// Name of a value that is a list of strings.
    State(String),
}

/// A text view that fills the screen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EditorSpec {
    pub bind: String,
    #[serde(default)]
    pub identifier: Option<String>,
    #[serde(default)]
    pub placeholder: Option<String>,
    /// Takes the keyboard as soon as the screen is shown.
    #[serde(default)]
    pub focus: bool,
}

/// A conversation: bubbles, the newest at the bottom, over a field and its button.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChatSpec {
    /// Name (a template) of a list value; an entry that begins with `me:` is one's own.
    pub messages: String,
    /// Value that holds the text being written.
    pub bind: String,
    #[serde(default)]
    pub placeholder: Option<String>,
    /// Label of the button.
    #[serde(default = "send")]
    pub send: String,
    /// What the button does.
    #[serde(default)]
    pub effects: Effects,
}

impl AppSpec {
    /// Reads and checks an app from its JSON text, or makes one of a dump of a real screen.
    ///
    /// # Errors
    /// What is wrong, in one line: the JSON, an unknown field, or a screen that does not exist.
    pub fn parse(text: &str) -> Result<Self, String> {
        if dump::is_dump(text) {
            return dump::app(text);
        }
        let spec: Self = serde_json::from_str(text).map_err(|e| e.to_string())?;
        check::screens_exist(&spec)?;
        Ok(spec)
    }

    /// Reads and checks an app from a file.
    ///
    /// # Errors
    /// As [`AppSpec::parse`], with the file's name; also when the file cannot be read.
    pub fn load(path: &Path) -> Result<Self, String> {
        let place = |e: String| format!("{}: {e}", path.display());
        let text = std::fs::read_to_string(path).map_err(|e| place(e.to_string()))?;
        Self::parse(&text).map_err(place)
    }
}

/// Files of the built-in apps, in the order of their icons.
const FILES: [&str; 14] = [
    include_str!("../apps/settings.json"),
    include_str!("../apps/contacts.json"),
    include_str!("../apps/notes.json"),
    include_str!("../apps/form.json"),
    include_str!("../apps/messages.json"),
    include_str!("../apps/shop.json"),
    include_str!("../apps/cards.json"),
    include_str!("../apps/sketch.json"),
    include_str!("../apps/web.json"),
    include_str!("../apps/login-de.json"),
    include_str!("../apps/login-ja.json"),
    include_str!("../apps/player.json"),
    include_str!("../apps/feed.json"),
    include_str!("../apps/alarm.json"),
];

/// The apps that every phone has, in the order of their icons.
pub fn builtin() -> Vec<AppSpec> {
    FILES.iter().filter_map(|text| AppSpec::parse(text).ok()).collect()
}

fn yes() -> bool {
    true
}

fn root() -> String {
    "root".to_owned()
}

fn grey() -> String {
    "#8E8E93".to_owned()
}

fn send() -> String {
    "Send".to_owned()
}

fn item() -> String {
    "{item}".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_builtin_app_parses() {
        for text in FILES {
            AppSpec::parse(text).unwrap();
        }
        assert_eq!(builtin().len(), FILES.len());
    }

    #[test]
    fn a_push_to_nowhere_is_refused() {
        let text = r#"{"bundle_id":"a.b","name":"A","screens":{"root":{"title":"R",
            "sections":[{"rows":[{"title":"x","push":"gone"}]}]}}}"#;
        assert_eq!(AppSpec::parse(text).unwrap_err(), "root: there is no screen \"gone\"");
    }

    #[test]
    fn an_unknown_field_is_refused_by_name() {
        let text = r#"{"bundle_id":"a.b","name":"A","screens":{},"colour":1}"#;
        assert!(AppSpec::parse(text).unwrap_err().contains("colour"));
    }
}
