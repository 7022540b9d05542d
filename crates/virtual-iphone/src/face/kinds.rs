//! Element types: XCTest's names and numbers.
//!
//! The names are what `type` shows after the prefix `XCUIElementType`; the position in the list is
//! the number that `elementType` compares with. Source: `docs/wires/wda.md`, "Element types".

/// What WDA puts before every element type.
pub(crate) const PREFIX: &str = "XCUIElementType";

const KINDS: [&str; 83] = [
    "Any",
    "Other",
    "Application",
    "Group",
    "Window",
    "Sheet",
    "Drawer",
    "Alert",
    "Dialog",
    "Button",
    "RadioButton",
    "RadioGroup",
    "CheckBox",
    "DisclosureTriangle",
    "PopUpButton",
    "ComboBox",
    "MenuButton",
    "ToolbarButton",
    "Popover",
    "Keyboard",
    "Key",
    "NavigationBar",
    "TabBar",
    "TabGroup",
    "Toolbar",
    "StatusBar",
    "Table",
    "TableRow",
    "TableColumn",
    "Outline",
    "OutlineRow",
    "Browser",
    "CollectionView",
    "Slider",
    "PageIndicator",
    "ProgressIndicator",
    "ActivityIndicator",
    "SegmentedControl",
    "Picker",
    "PickerWheel",
    "Switch",
    "Toggle",
    "Link",
    "Image",
    "Icon",
    "SearchField",
    "ScrollView",
    "ScrollBar",
    "StaticText",
    "TextField",
    "SecureTextField",
    "DatePicker",
    "TextView",
    "Menu",
    "MenuItem",
    "MenuBar",
    "MenuBarItem",
    "Map",
    "WebView",
    "IncrementArrow",
    "DecrementArrow",
    "Timeline",
    "RatingIndicator",
    "ValueIndicator",
    "SplitGroup",
    "Splitter",
    "RelevanceIndicator",
    "ColorWell",
    "HelpTag",
    "Matte",
    "DockItem",
    "Ruler",
    "RulerMarker",
    "Grid",
    "LevelIndicator",
    "Cell",
    "LayoutArea",
    "LayoutItem",
    "Handle",
    "Stepper",
    "Tab",
    "TouchBar",
    "StatusItem",
];

/// XCTest's number of a short type name; a name it does not know is `Other`.
pub(crate) fn number(kind: &str) -> usize {
    KINDS.iter().position(|known| *known == kind).unwrap_or(1)
}

/// The short name in a full one, when XCTest knows that type.
pub(crate) fn short(full: &str) -> Option<&'static str> {
    let name = full.strip_prefix(PREFIX)?;
    KINDS.iter().copied().find(|known| *known == name)
}

/// Whether a node of type `kind` is of the type a locator asks for; `Any` is every type.
pub(crate) fn matches(asked: &str, kind: &str) -> bool {
    asked == "Any" || asked == kind
}

/// Types that take typed text: the only ones with a placeholder.
pub(crate) fn takes_text(kind: &str) -> bool {
    matches!(kind, "TextField" | "SecureTextField" | "SearchField" | "TextView")
}
