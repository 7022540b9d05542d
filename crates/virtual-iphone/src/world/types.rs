//! Element types and traits by name, for elements that come from files.
//!
//! The world keeps types as constant names; a name that XCTest does not have becomes `Other`.

const TYPES: [&str; 62] = [
    "Alert",
    "Application",
    "Button",
    "Cell",
    "CheckBox",
    "CollectionView",
    "ComboBox",
    "DatePicker",
    "Dialog",
    "DisclosureTriangle",
    "Group",
    "Icon",
    "Image",
    "Key",
    "Keyboard",
    "LevelIndicator",
    "Link",
    "Map",
    "Menu",
    "MenuButton",
    "MenuItem",
    "NavigationBar",
    "Other",
    "PageIndicator",
    "Picker",
    "PickerWheel",
    "PopUpButton",
    "Popover",
    "ProgressIndicator",
    "ActivityIndicator",
    "RadioButton",
    "RadioGroup",
    "RatingIndicator",
    "ScrollBar",
    "ScrollView",
    "SearchField",
    "SecureTextField",
    "SegmentedControl",
    "Sheet",
    "Slider",
    "SplitGroup",
    "Splitter",
    "StaticText",
    "StatusBar",
    "Stepper",
    "Switch",
    "Tab",
    "TabBar",
    "TabGroup",
    "Table",
    "TableColumn",
    "TableRow",
    "TextField",
    "TextView",
    "Timeline",
    "Toggle",
    "Toolbar",
    "ToolbarButton",
    "Touch",
    "WebView",
    "Window",
    "Any",
];

const TRAITS: [&str; 16] = [
    "Adjustable",
    "Button",
    "Header",
    "Image",
    "KeyboardKey",
    "Link",
    "NotEnabled",
    "PlaysSound",
    "SearchField",
    "Selected",
    "StaticText",
    "SummaryElement",
    "TabBar",
    "ToggleButton",
    "UpdatesFrequently",
    "WebContent",
];

/// Types that take touches and that a user thinks of as controls.
const CONTROLS: [&str; 18] = [
    "Button",
    "Cell",
    "CheckBox",
    "Icon",
    "Key",
    "Link",
    "MenuItem",
    "PickerWheel",
    "PopUpButton",
    "RadioButton",
    "SearchField",
    "SecureTextField",
    "Slider",
    "Stepper",
    "Switch",
    "Tab",
    "TextField",
    "TextView",
];

pub(crate) fn kind(name: &str) -> &'static str {
    TYPES.into_iter().find(|known| *known == name).unwrap_or("Other")
}

pub(crate) fn trait_named(name: &str) -> Option<&'static str> {
    TRAITS.into_iter().find(|known| *known == name)
}

pub(crate) fn is_control(kind: &str) -> bool {
    CONTROLS.contains(&kind)
}

pub(crate) fn takes_text(kind: &str) -> bool {
    matches!(kind, "TextField" | "SecureTextField" | "SearchField" | "TextView")
}
