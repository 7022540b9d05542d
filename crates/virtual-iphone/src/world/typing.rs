//! Text input: focus, the keyboard, typed characters and values set by accessibility.
//!
//! Typing goes to the view that has the keyboard, whatever covers it.

use serde_json::{Value, json};

use crate::apps::Effect;
use crate::input::Wire;

use super::fault::Misbehaviour;
use super::layout::keyboard;
use super::time::Due;
use super::view::{Act, Edit, KeyPress, View};
use super::{Logged, Refused, World};

/// Backspace, as keyboards send it.
const BACKSPACE: char = '\u{8}';

impl World {
    /// Types into the focused view; a newline presses return, a backspace deletes.
    ///
    /// # Errors
    /// `NoKeyboard` when nothing has it, `Locked` while the phone is locked.
    pub fn type_text(&mut self, wire: Wire, text: &str) -> Result<(), Refused> {
        let (app, focus) = self.keyboard_owner()?;
        let view = self.journal_view(focus);
        self.log(wire, "keys", Logged { view, text: Some(text.to_owned()), ..Logged::default() });
        let lag = self.faults.has(|what| match what {
            Misbehaviour::TypeLag { ms } => Some(*ms),
            _ => None,
        });
        let leaves = self.faults.leaves_after();
        for (n, c) in self.faults.arriving(text).into_iter().enumerate() {
            if let Some((_, jumps)) = leaves.filter(|(nth, _)| *nth == n) {
                self.leave_field(app, focus, jumps);
            }
            if c != BACKSPACE && self.faults.drops_character() {
                continue;
            }
            match lag {
                Some(ms) => self.schedule(ms * (n as u64 + 1), Due::Type { app, c }),
                None => self.enter(app, c),
            }
        }
        Ok(())
    }

    /// Presses one key by name (`return`, `delete`, `space`, …) or by its character.
    ///
    /// # Errors
    /// `NoKeyboard`, `Locked`, and `Unsupported` for a name that no key has.
    pub fn press_key(&mut self, wire: Wire, key: &str) -> Result<(), Refused> {
        let mut letters = key.chars();
        let c = match (letters.next(), letters.next()) {
            (Some(only), None) => only,
            _ => match key.to_lowercase().as_str() {
                "return" | "enter" => '\n',
                "delete" | "backspace" => BACKSPACE,
                "space" => ' ',
                "tab" => '\t',
                _ => return Err(Refused::Unsupported(key.to_owned())),
            },
        };
        let (app, focus) = self.keyboard_owner()?;
        let view = self.journal_view(focus);
        self.log(wire, "key", Logged { view, text: Some(key.to_owned()), ..Logged::default() });
        self.enter(app, c);
        Ok(())
    }

    /// Gives a text input the keyboard, as a tap on it would.
    ///
    /// # Errors
    /// `NoSuchView`, and `NotEditable` when the view takes no text.
    pub fn focus(&mut self, view: u64) -> Result<(), Refused> {
        let (app, _) = self.editable(view)?;
        self.take_focus(app, view);
        Ok(())
    }

    /// Empties a text input.
    ///
    /// # Errors
    /// `NoSuchView`, and `NotEditable` when the view takes no text.
    pub fn clear_text(&mut self, wire: Wire, view: u64) -> Result<(), Refused> {
        let (app, edit) = self.editable(view)?;
        let entry = Logged { view: self.journal_view(view), ..Logged::default() };
        self.log(wire, "clear", entry);
        self.take_focus(app, view);
        self.set_text(app, &edit, String::new());
        Ok(())
    }

    /// Sets a slider (0 to 1) or a wheel (its text), as XCTest's adjustment does.
    ///
    /// # Errors
    /// `NoSuchView`, and `NotEditable` when the view or the value does not fit.
    pub fn adjust(&mut self, wire: Wire, view: u64, value: &str) -> Result<(), Refused> {
        let (owner, found) = self.view(view).ok_or(Refused::NoSuchView)?;
        let app = self.app_index(&owner).ok_or(Refused::NotEditable)?;
        if let Some(Act::Wheel(wheel)) = &found.act {
            let at = wheel.options.iter().position(|option| option == value);
            let at = at.ok_or(Refused::NotEditable)?;
            let view = self.journal_view(view);
            self.log(
                wire,
                "adjust",
                Logged { view, text: Some(value.to_owned()), ..Logged::default() },
            );
            self.set_wheel(app, wheel, at);
            return Ok(());
        }
        let Some(Act::Slider { bind }) = found.act else { return Err(Refused::NotEditable) };
        let fraction: f64 = value.trim().parse().map_err(|_| Refused::NotEditable)?;
        if !(0.0..=1.0).contains(&fraction) {
            return Err(Refused::NotEditable);
        }
        let view = self.journal_view(view);
        self.log(
            wire,
            "adjust",
            Logged { view, text: Some(value.to_owned()), ..Logged::default() },
        );
        self.apps[app].values.insert(bind, json!(fraction));
        Ok(())
    }

    /// Scrolls the screen until a view that exists is inside it.
    ///
    /// # Errors
    /// `NoSuchView` when the view does not exist (rows far away do not).
    pub fn scroll_to_visible(&mut self, view: u64) -> Result<(), Refused> {
        let (owner, found) = self.view(view).ok_or(Refused::NoSuchView)?;
        if let Some(app) = self.app_index(&owner) {
            self.reveal(app, &found);
        }
        Ok(())
    }

    /// Puts the keyboard away, if there is one.
    ///
    /// # Errors
    /// `Locked` while the phone is locked.
    pub fn dismiss_keyboard(&mut self) -> Result<(), Refused> {
        if self.locked {
            return Err(Refused::Locked);
        }
        if let Some(app) = self.front {
            self.drop_focus(app);
        }
        Ok(())
    }

    pub(super) fn take_focus(&mut self, app: usize, view: u64) {
        let Ok((owner, edit)) = self.editable(view) else { return };
        if owner != app {
            return;
        }
        let now = self.now_ms;
        self.changed();
        if let Some(process) = self.process_mut(app) {
            if process.keyboard.focus.is_none() {
                process.keyboard = super::process::Keyboard { since: now, ..Default::default() };
            }
            process.parked = false;
            process.keyboard.focus = Some(view);
            process.return_label = edit.return_key;
        }
        let covers =
            |what: &Misbehaviour| matches!(what, Misbehaviour::KeyboardCovers).then_some(());
        if let Some((_, found)) = self.view(view)
            && !edit.multiline
            && self.faults.has(covers).is_none()
        {
            self.reveal(app, &found);
        }
    }

    pub(super) fn drop_focus(&mut self, app: usize) {
        let now = self.now_ms;
        let parked =
            |what: &Misbehaviour| matches!(what, Misbehaviour::ParkedKeyboard).then_some(());
        let parks = self.faults.has(parked).is_some();
        let Some(process) = self.process_mut(app) else { return };
        if process.keyboard.focus.take().is_some() {
            process.keyboard.since = now;
            process.keyboard.leaving = true;
            process.parked = parks;
            self.changed();
        }
    }

    /// Empties the field whose clear button was pressed.
    pub(super) fn clear_around(&mut self, app: usize, button: u64) {
        let windows = self.windows();
        let mut field = None;
        for (_, window) in &windows {
            window.walk(&mut |view: &View| {
                if view.edit.is_some() && view.children.iter().any(|child| child.id == button) {
                    field.clone_from(&view.edit);
                }
            });
        }
        if let Some(edit) = field {
            self.set_text(app, &edit, String::new());
        }
    }

    pub(super) fn tap_key(&mut self, app: usize, key: KeyPress) {
        let Some(process) = self.process_mut(app) else { return };
        match key {
            KeyPress::Char(c) => {
                process.keyboard.shifted = false;
                if !self.faults.drops_character() {
                    self.enter(app, c);
                }
            }
            KeyPress::Delete => self.enter(app, BACKSPACE),
            KeyPress::Return => self.enter(app, '\n'),
            KeyPress::Shift => process.keyboard.shifted = !process.keyboard.shifted,
            KeyPress::Plane => process.keyboard.digits = !process.keyboard.digits,
            KeyPress::Inert => {}
        }
    }

    /// The keyboard leaves its field: away, or to the next one.
    fn leave_field(&mut self, app: usize, focus: u64, jumps: bool) {
        match self.field_after(focus).filter(|_| jumps) {
            Some(next) => self.take_focus(app, next),
            None => self.drop_focus(app),
        }
    }

    /// The front app and its focused view.
    pub(super) fn keyboard_owner(&self) -> Result<(usize, u64), Refused> {
        if self.locked {
            return Err(Refused::Locked);
        }
        let app = self.front.ok_or(Refused::NoKeyboard)?;
        let focus = self.front_process().and_then(|process| process.keyboard.focus);
        focus.map(|focus| (app, focus)).ok_or(Refused::NoKeyboard)
    }

    pub(super) fn editable(&self, view: u64) -> Result<(usize, Edit), Refused> {
        let (owner, found) = self.view(view).ok_or(Refused::NoSuchView)?;
        let app = self.app_index(&owner).ok_or(Refused::NotEditable)?;
        let edit = found.edit.filter(|_| found.enabled).ok_or(Refused::NotEditable)?;
        Ok((app, edit))
    }

    /// One character reaches the focused view.
    pub(super) fn enter(&mut self, app: usize, c: char) {
        let Ok((_, focus)) = self.keyboard_owner() else { return };
        let Some((_, View { edit: Some(edit), .. })) = self.view(focus) else { return };
        if matches!(c, '\n' | '\r') && !edit.multiline {
            let swallowed =
                |what: &Misbehaviour| matches!(what, Misbehaviour::SwallowReturn).then_some(());
            if self.faults.take(swallowed).is_none() {
                self.press_return(app, focus, &edit);
            }
            return;
        }
        let mut text = self.text_in(app, &edit);
        if self.selected.take() == Some(focus) {
            text.clear();
        }
        match c {
            BACKSPACE | '\u{7f}' => {
                text.pop();
            }
            '\r' => text.push('\n'),
            c => text.push(c),
        }
        if let Some(corrected) = self.faults.corrected(&text) {
            text = corrected;
        }
        if let Some(format) = edit.format.clone().or_else(|| self.faults.format()) {
            text = super::menus::formatted(&format, &text);
        }
        self.set_text(app, &edit, text);
    }

    /// Return in a single-line field: the next field, or its effects and the keyboard goes.
    fn press_return(&mut self, app: usize, focus: u64, edit: &Edit) {
        let submit = edit.submit.clone();
        if edit.return_key == "Next"
            && let Some(next) = self.field_after(focus)
        {
            self.run(app, &submit, &Vec::new());
            self.take_focus(app, next);
            return;
        }
        self.drop_focus(app);
        self.run(app, &submit as &[Effect], &Vec::new());
    }

    fn field_after(&self, focus: u64) -> Option<u64> {
        let mut fields = Vec::new();
        for (_, window) in &self.windows() {
            window.walk(&mut |view: &View| {
                if view.edit.is_some() {
                    fields.push(view.id);
                }
            });
        }
        let at = fields.iter().position(|id| *id == focus)?;
        fields.get(at + 1).copied()
    }

    pub(super) fn text_in(&self, app: usize, edit: &Edit) -> String {
        let value = self.apps[app].values.get(&edit.bind);
        value.map(super::template::text_of).unwrap_or_default()
    }

    pub(super) fn set_text(&mut self, app: usize, edit: &Edit, text: String) {
        self.changed();
        self.apps[app].values.insert(edit.bind.clone(), Value::String(text));
        if let Some((after_ms, to)) = &edit.applied {
            self.timers
                .retain(|timer| !matches!(&timer.what, Due::Apply { to: old, .. } if old == to));
            let bind = edit.bind.clone();
            self.schedule(*after_ms, Due::Apply { app, bind, to: to.clone() });
        }
    }

    /// Scrolls so that a view stands between the bars, or above the keyboard.
    fn reveal(&mut self, app: usize, found: &View) {
        let Some(site) = self.site(app) else { return };
        let Some(top) = site.process.top() else { return };
        let (max, offset) = (site.max_offset(top), site.offset(top));
        let has_keys = site.process.keyboard.focus.is_some();
        let low = if has_keys {
            keyboard::frame(site.bounds).y
        } else {
            site.bounds.height - site.bottom_inset()
        };
        let high = site.content_top(top);
        let bottom = found.frame.y + found.frame.height + 8.0;
        let target = if bottom > low {
            offset + bottom - low
        } else if found.frame.y < high && offset > 0.0 {
            offset - (high - found.frame.y)
        } else {
            return;
        };
        let now = self.now_ms;
        if let Some(screen) = self.process_mut(app).and_then(|process| process.top_mut()) {
            screen.scroll.glide(target.clamp(0.0, max), now, max);
        }
    }
}
