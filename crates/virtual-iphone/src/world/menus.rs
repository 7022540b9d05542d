//! Menus that are open, the edit menu of a text field, and what apps make of typed text.

use std::sync::Arc;

use super::World;
use super::view::{Act, EditCommand, MenuEntry};

impl World {
    pub(super) fn close_menu(&mut self, app: usize) {
        if let Some(process) = self.process_mut(app) {
            process.menu = None;
        }
        self.changed();
    }

    pub(super) fn choose_entry(&mut self, app: usize, entry: usize) {
        let Some(menu) = self.process_mut(app).and_then(|process| process.menu.take()) else {
            return;
        };
        let Some(entry) = menu.entries.get(entry) else { return };
        let owner = self.apps[app].spec.bundle_id.clone();
        self.perform(&owner, entry.act.clone(), 0, menu.anchor.center());
    }

    /// The edit menu of a text field.
    pub(super) fn edit_menu() -> Act {
        let entry = |label: &str, command| MenuEntry {
            label: label.to_owned(),
            destructive: false,
            chosen: false,
            act: Act::EditText(command),
        };
        Act::OpenMenu(Arc::new(vec![
            entry("Select All", EditCommand::SelectAll),
            entry("Copy", EditCommand::Copy),
            entry("Paste", EditCommand::Paste),
        ]))
    }

    /// Does something to the focused field. A selection is only noted by what replaces it.
    pub(super) fn edit_focused(&mut self, app: usize, command: EditCommand) {
        let Ok((owner, focus)) = self.keyboard_owner() else { return };
        let Ok((_, edit)) = self.editable(focus) else { return };
        if owner != app {
            return;
        }
        let text = self.text_in(app, &edit);
        match command {
            EditCommand::SelectAll => self.selected = Some(focus),
            EditCommand::Copy if !edit.secure => self.pasteboard = text,
            EditCommand::Copy => {}
            EditCommand::Paste => {
                let replaced = self.selected.take() == Some(focus);
                let kept = if replaced { String::new() } else { text };
                let pasted = kept + &self.pasteboard;
                self.set_text(app, &edit, pasted);
            }
        }
    }
}

/// What an app makes of typed text: `phone`, `words`, `upper`, or a greatest length.
pub(super) fn formatted(format: &str, text: &str) -> String {
    match format {
        "phone" => phone(text),
        "upper" => text.to_uppercase(),
        "words" => capitalised(text),
        other => match other.parse::<usize>() {
            Ok(most) => text.chars().take(most).collect(),
            Err(_) => text.to_owned(),
        },
    }
}

fn phone(text: &str) -> String {
    let digits: Vec<char> = text.chars().filter(char::is_ascii_digit).take(10).collect();
    let mut out = String::new();
    for (i, digit) in digits.iter().enumerate() {
        out.push_str(match i {
            0 => "(",
            3 => ") ",
            6 => "-",
            _ => "",
        });
        out.push(*digit);
    }
    out
}

fn capitalised(text: &str) -> String {
    let mut begins = true;
    let capital = |c: char| {
        let upper = begins;
        begins = c.is_whitespace();
        if upper { c.to_uppercase().to_string() } else { c.to_string() }
    };
    text.chars().map(capital).collect()
}

#[cfg(test)]
mod tests {
    use super::formatted;

    #[test]
    fn formats_are_what_apps_do_to_text() {
        assert_eq!(formatted("phone", "5550101234"), "(555) 010-1234");
        assert_eq!(formatted("phone", "(555"), "(555");
        assert_eq!(formatted("words", "ada lovelace"), "Ada Lovelace");
        assert_eq!(formatted("5", "abcdefg"), "abcde");
    }
}
