//! The roles that the companion's Mac accessibility roles stand for.
//!
//! The host's translation layer makes Mac elements of a phone's: a switch becomes a check box, of
//! which a phone has none. Names that are XCTest's too mean what they mean there.
//! Source: docs/wires/idb-describe.md "Roles".

use crate::domain::role::Role;
use crate::infrastructure::reading::draft::Draft;
use crate::infrastructure::reading::element_types;

/// The role that type, role, subrole and description tell together; the type goes before the role.
pub(super) fn role(draft: &Draft<'_>) -> Role {
    if let Some(role) = draft.subrole.as_deref().and_then(of_subrole) {
        return role;
    }
    let known = |name: Option<&str>| name.filter(|name| !name.is_empty()).map(of_name);
    let role = known(draft.kind.as_deref()).or_else(|| known(draft.role.as_deref()));
    match role.unwrap_or(Role::Other) {
        plain @ (Role::Group | Role::Other) => {
            draft.role_description.as_deref().and_then(of_description).unwrap_or(plain)
        }
        told => told,
    }
}

fn of_subrole(subrole: &str) -> Option<Role> {
    Some(match bare(subrole) {
        "SearchField" => Role::SearchField,
        "SecureTextField" => Role::SecureField,
        "Switch" | "Toggle" => Role::Switch,
        _ => return None,
    })
}

fn of_name(name: &str) -> Role {
    match bare(name) {
        "CheckBox" => Role::Switch,
        "TextArea" => Role::TextView,
        "ScrollArea" => Role::Scroll,
        "WebArea" => Role::WebView,
        "Row" => Role::Cell,
        "List" => Role::Table,
        "Incrementor" => Role::Stepper,
        "BusyIndicator" => Role::Spinner,
        "DateField" | "DateTimeArea" | "TimeField" => Role::DatePicker,
        "NavBar" => Role::Nav,
        shared => element_types::role(shared),
    }
}

/// Bars arrive as groups that only their description tells apart.
fn of_description(description: &str) -> Option<Role> {
    let is = |word: &str| description.eq_ignore_ascii_case(word);
    if is("tab bar") {
        Some(Role::TabBar)
    } else if is("nav bar") || is("navigation bar") {
        Some(Role::Nav)
    } else if is("toolbar") {
        Some(Role::Toolbar)
    } else {
        None
    }
}

fn bare(name: &str) -> &str {
    name.strip_prefix("AX").unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(kind: Option<&'static str>, role_name: Option<&'static str>, expected: Role) {
        let draft = Draft {
            kind: kind.map(Into::into),
            role: role_name.map(Into::into),
            ..Draft::default()
        };
        assert_eq!(role(&draft), expected, "{kind:?} {role_name:?}");
    }

    #[test]
    fn the_type_goes_before_the_role_and_the_role_stands_in_for_it() {
        check(Some("Button"), Some("AXGroup"), Role::Button);
        check(None, Some("AXButton"), Role::Button);
        check(Some(""), Some("AXLink"), Role::Link);
    }

    #[test]
    fn mac_names_stand_for_what_the_phone_shows() {
        check(Some("CheckBox"), None, Role::Switch);
        check(Some("Heading"), None, Role::Heading);
        check(None, Some("AXTextArea"), Role::TextView);
        check(Some("RadioButton"), None, Role::Radio);
        check(Some("GenericElement"), None, Role::Other);
    }

    #[test]
    fn subroles_and_descriptions_make_fields_and_bars() {
        let field = Draft {
            kind: Some("GenericElement".into()),
            subrole: Some("AXSearchField".into()),
            ..Draft::default()
        };
        let bar = Draft {
            kind: Some("Group".into()),
            role_description: Some("Tab Bar".into()),
            ..Draft::default()
        };
        assert_eq!((role(&field), role(&bar)), (Role::SearchField, Role::TabBar));
    }
}
