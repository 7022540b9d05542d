//! The roles that element types stand for.
//!
//! XCTest's names are the common vocabulary: WDA writes them with or without `XCUIElementType`,
//! the companion without, and dumps of 2016 as `UIA` names that mostly agree.
//! Source: docs/wires/wda-source.md "Element types".

use crate::domain::role::Role;

/// The role of a type name; a name that says nothing about its part on the screen is `Other`.
pub(crate) fn role(name: &str) -> Role {
    let short = name.strip_prefix("XCUIElementType").or_else(|| name.strip_prefix("UIA"));
    let short = short.unwrap_or(name);
    control(short).or_else(|| content(short)).or_else(|| structure(short)).unwrap_or(Role::Other)
}

fn control(name: &str) -> Option<Role> {
    Some(match name {
        "Button" | "MenuButton" | "ToolbarButton" | "PopUpButton" | "DisclosureTriangle"
        | "IncrementArrow" | "DecrementArrow" | "ColorWell" => Role::Button,
        "Key" => Role::Key,
        "Link" => Role::Link,
        "Cell" | "TableRow" | "OutlineRow" | "TableCell" | "CollectionCell" => Role::Cell,
        "Icon" | "DockItem" => Role::Icon,
        "Tab" => Role::Tab,
        "MenuItem" | "MenuBarItem" | "StatusItem" => Role::MenuItem,
        "Switch" | "Toggle" => Role::Switch,
        "CheckBox" => Role::Checkbox,
        "RadioButton" => Role::Radio,
        "Slider" => Role::Slider,
        "Stepper" => Role::Stepper,
        "SegmentedControl" => Role::Segmented,
        "Picker" => Role::Picker,
        "PickerWheel" => Role::PickerWheel,
        "DatePicker" => Role::DatePicker,
        "TextField" | "ComboBox" => Role::TextField,
        "SecureTextField" => Role::SecureField,
        "SearchField" | "SearchBar" => Role::SearchField,
        "TextView" => Role::TextView,
        _ => return None,
    })
}

fn content(name: &str) -> Option<Role> {
    Some(match name {
        "StaticText" => Role::Text,
        "Heading" => Role::Heading,
        "Image" => Role::Image,
        "Map" | "MapView" => Role::Map,
        "WebView" => Role::WebView,
        "ProgressIndicator" | "LevelIndicator" | "RatingIndicator" | "RelevanceIndicator" => {
            Role::Progress
        }
        "ActivityIndicator" => Role::Spinner,
        "PageIndicator" => Role::PageIndicator,
        "Any" => Role::Unread,
        _ => return None,
    })
}

fn structure(name: &str) -> Option<Role> {
    Some(match name {
        "Application" => Role::Application,
        "Window" => Role::Window,
        "Group" | "SplitGroup" | "RadioGroup" | "LayoutArea" | "TableGroup" | "MenuBar" => {
            Role::Group
        }
        "Alert" | "Dialog" => Role::Alert,
        "Sheet" | "ActionSheet" => Role::Sheet,
        "Menu" => Role::Menu,
        "Popover" => Role::Popover,
        "NavigationBar" => Role::Nav,
        "TabBar" | "TabGroup" => Role::TabBar,
        "Toolbar" | "ToolBar" => Role::Toolbar,
        "StatusBar" => Role::StatusBar,
        "Keyboard" => Role::Keyboard,
        "ScrollView" => Role::Scroll,
        "Table" | "Outline" | "TableView" => Role::Table,
        "CollectionView" | "Grid" => Role::Collection,
        "ScrollBar" => Role::ScrollBar,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_do_not_matter() {
        for name in ["Button", "XCUIElementTypeButton", "UIAButton"] {
            assert_eq!(role(name), Role::Button, "{name}");
        }
    }

    #[test]
    fn types_have_the_roles_of_the_table() {
        let table = [
            ("NavigationBar", Role::Nav),
            ("TabGroup", Role::TabBar),
            ("Icon", Role::Icon),
            ("Tab", Role::Tab),
            ("Picker", Role::Picker),
            ("PickerWheel", Role::PickerWheel),
            ("Toggle", Role::Switch),
            ("RadioButton", Role::Radio),
            ("Any", Role::Unread),
            ("Dialog", Role::Alert),
            ("UIAElement", Role::Other),
            ("UIATableCell", Role::Cell),
            ("UIASearchBar", Role::SearchField),
            ("TouchBar", Role::Other),
            ("", Role::Other),
        ];
        for (name, expected) in table {
            assert_eq!(role(name), expected, "{name}");
        }
    }
}
