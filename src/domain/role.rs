//! What an element is, in the words the digest uses.
//!
//! Back ends say it in their own words (`XCUIElementTypeButton`, `UIAButton`, `AXButton`); their
//! parsers map to a role once. Mapping: docs/wires/wda.md, "Element types".

use serde::Serialize;

/// The part an element plays on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    Application,
    Window,
    Other,
    Group,
    Button,
    Key,
    Link,
    Cell,
    Icon,
    Tab,
    MenuItem,
    Switch,
    Checkbox,
    Radio,
    Slider,
    Stepper,
    Segmented,
    Picker,
    PickerWheel,
    DatePicker,
    TextField,
    SecureField,
    SearchField,
    TextView,
    Text,
    Heading,
    Image,
    Alert,
    Sheet,
    Menu,
    Popover,
    Nav,
    TabBar,
    Toolbar,
    StatusBar,
    Keyboard,
    Scroll,
    Table,
    Collection,
    WebView,
    Map,
    Progress,
    Spinner,
    PageIndicator,
    ScrollBar,
    /// The back end's `Any`: attributes that could not be read.
    Unread,
}

impl Role {
    /// The word shown to a model.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Application => "application",
            Self::Window => "window",
            Self::Other => "other",
            Self::Group => "group",
            Self::Button => "button",
            Self::Key => "key",
            Self::Link => "link",
            Self::Cell => "cell",
            Self::Icon => "icon",
            Self::Tab => "tab",
            Self::MenuItem => "menuitem",
            Self::Switch => "switch",
            Self::Checkbox => "checkbox",
            Self::Radio => "radio",
            Self::Slider => "slider",
            Self::Stepper => "stepper",
            Self::Segmented => "segmented",
            Self::Picker => "picker",
            Self::PickerWheel => "wheel",
            Self::DatePicker => "datepicker",
            Self::TextField => "textfield",
            Self::SecureField => "securefield",
            Self::SearchField => "searchfield",
            Self::TextView => "textview",
            Self::Text => "text",
            Self::Heading => "heading",
            Self::Image => "image",
            Self::Alert => "alert",
            Self::Sheet => "sheet",
            Self::Menu => "menu",
            Self::Popover => "popover",
            Self::Nav => "nav",
            Self::TabBar => "tabbar",
            Self::Toolbar => "toolbar",
            Self::StatusBar => "statusbar",
            Self::Keyboard => "keyboard",
            Self::Scroll => "scroll",
            Self::Table => "table",
            Self::Collection => "collection",
            Self::WebView => "webview",
            Self::Map => "map",
            Self::Progress => "progress",
            Self::Spinner => "spinner",
            Self::PageIndicator => "pageindicator",
            Self::ScrollBar => "scrollbar",
            Self::Unread => "unread",
        }
    }

    /// The role that `word` names, if any; the inverse of [`Role::word`].
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.word().eq_ignore_ascii_case(word.trim()))
    }

    /// Every role, in declaration order.
    pub const ALL: [Self; 46] = [
        Self::Application,
        Self::Window,
        Self::Other,
        Self::Group,
        Self::Button,
        Self::Key,
        Self::Link,
        Self::Cell,
        Self::Icon,
        Self::Tab,
        Self::MenuItem,
        Self::Switch,
        Self::Checkbox,
        Self::Radio,
        Self::Slider,
        Self::Stepper,
        Self::Segmented,
        Self::Picker,
        Self::PickerWheel,
        Self::DatePicker,
        Self::TextField,
        Self::SecureField,
        Self::SearchField,
        Self::TextView,
        Self::Text,
        Self::Heading,
        Self::Image,
        Self::Alert,
        Self::Sheet,
        Self::Menu,
        Self::Popover,
        Self::Nav,
        Self::TabBar,
        Self::Toolbar,
        Self::StatusBar,
        Self::Keyboard,
        Self::Scroll,
        Self::Table,
        Self::Collection,
        Self::WebView,
        Self::Map,
        Self::Progress,
        Self::Spinner,
        Self::PageIndicator,
        Self::ScrollBar,
        Self::Unread,
    ];

    /// Whether a person can act on an element for what it is.
    pub const fn is_interactive(self) -> bool {
        matches!(
            self,
            Self::Button
                | Self::Key
                | Self::Link
                | Self::Cell
                | Self::Icon
                | Self::Tab
                | Self::MenuItem
                | Self::Switch
                | Self::Checkbox
                | Self::Radio
                | Self::Slider
                | Self::Stepper
                | Self::Segmented
                | Self::Picker
                | Self::PickerWheel
                | Self::DatePicker
                | Self::TextField
                | Self::SecureField
                | Self::SearchField
                | Self::TextView
        )
    }

    /// Whether typed text can land in it.
    pub const fn is_text_input(self) -> bool {
        matches!(self, Self::TextField | Self::SecureField | Self::SearchField | Self::TextView)
    }

    /// Whether its value is state (shown as `=value`) rather than content.
    pub const fn is_stateful(self) -> bool {
        self.is_text_input()
            || matches!(
                self,
                Self::Switch
                    | Self::Checkbox
                    | Self::Radio
                    | Self::Slider
                    | Self::Stepper
                    | Self::Segmented
                    | Self::Picker
                    | Self::PickerWheel
                    | Self::DatePicker
                    | Self::Progress
                    | Self::PageIndicator
            )
    }

    /// Whether `set_value` can work on it.
    pub const fn is_settable(self) -> bool {
        matches!(
            self,
            Self::Switch
                | Self::Checkbox
                | Self::Radio
                | Self::Slider
                | Self::Stepper
                | Self::Segmented
                | Self::Picker
                | Self::PickerWheel
                | Self::DatePicker
        )
    }

    /// Whether its content can be scrolled.
    pub const fn is_scrollable(self) -> bool {
        matches!(self, Self::Scroll | Self::Table | Self::Collection | Self::WebView)
    }

    /// Whether it covers what lies under it and demands an answer.
    pub const fn is_modal(self) -> bool {
        matches!(self, Self::Alert | Self::Sheet | Self::Popover | Self::Menu)
    }
}
