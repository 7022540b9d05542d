//! What a press does: recognisers and effects, applied to values, screens and alerts.

use serde_json::{Value, json};

use crate::apps::Effect;
use crate::geometry::Point;

use super::fault::Misbehaviour;
use super::process::{Asked, Screen, SwitchMove};
use super::template::{Params, text_of};
use super::time::{Due, Move, Transition};
use super::view::{Act, Hit};
use super::{SPRINGBOARD, World};

/// Length of a push or a pop.
const PUSH_MS: u64 = 350;

impl World {
    /// A recogniser fired: faults first, then what it does.
    pub(super) fn fire(&mut self, owner: &str, hit: &Hit, at: Point) {
        let Some(act) = hit.act.clone() else { return };
        if self.faults.is_dead(hit) {
            return;
        }
        if self.diverted(owner, hit, &act, at) {
            return;
        }
        let late = self.faults.take(|what| match what {
            Misbehaviour::LateEffect { ms } => Some(*ms),
            _ => None,
        });
        match late {
            Some(ms) => {
                let owner = owner.to_owned();
                self.schedule(ms, Due::Act { owner, act, view: hit.id, at });
            }
            None => self.perform(owner, act, hit.id, at),
        }
    }

    /// Does what a recogniser is for. An app that is gone by now does nothing.
    pub(super) fn perform(&mut self, owner: &str, act: Act, view: u64, at: Point) {
        self.changed();
        if owner == SPRINGBOARD {
            match act {
                Act::Open(bundle_id) => {
                    self.open_app(&bundle_id);
                }
                Act::AlertButton(button) => self.answer_system(button),
                Act::Banner => self.open_banner(),
                _ => {}
            }
            return;
        }
        let Some(app) = self.app_index(owner) else { return };
        match act {
            Act::Run { effects, push, row } => {
                self.run(app, &effects, &row);
                if let Some(screen) = push {
                    self.push(app, &screen, row);
                }
            }
            Act::Switch { bind, effects, row } => {
                self.flip(app, view, &bind);
                self.run(app, &effects, &row);
            }
            Act::Step { bind, by, min, max } => {
                let now = self.apps[app].values.get(&bind).and_then(Value::as_f64).unwrap_or(0.0);
                self.apps[app].values.insert(bind, json!((now + by).clamp(min, max)));
            }
            Act::Focus => self.take_focus(app, view),
            Act::ClearField => self.clear_around(app, view),
            Act::Back => self.pop(app),
            Act::Tab(tab) => self.select_tab(app, tab),
            Act::Key(key) => self.tap_key(app, key),
            Act::AlertButton(button) => self.answer_own(app, button),
            Act::Choose { bind, text, effects, row } => {
                self.apps[app].values.insert(bind, Value::String(text));
                self.run(app, &effects, &row);
            }
            Act::Wheel(wheel) => self.tap_wheel(app, view, &wheel, at),
            Act::OpenMenu(entries) => {
                if let Some((_, view)) = self.view(view) {
                    self.open_menu(app, view.frame, entries);
                }
            }
            Act::MenuEntry(entry) => self.choose_entry(app, entry),
            Act::CloseMenu => self.close_menu(app),
            Act::EditText(command) => self.edit_focused(app, command),
            Act::Slider { .. } | Act::Open(_) | Act::Banner => {}
            Act::Index(offsets) => self.jump_to_letter(app, view, &offsets, at),
        }
    }

    /// Runs effects in order.
    pub(super) fn run(&mut self, app: usize, effects: &[Effect], row: &Params) {
        for effect in effects {
            self.apply(app, effect, row);
        }
        self.changed();
    }

    fn apply(&mut self, app: usize, effect: &Effect, row: &Params) {
        match effect {
            Effect::Set { name, value } => {
                let name = self.expand(app, name, row);
                let value = match value {
                    Value::String(text) => Value::String(self.expand(app, text, row)),
                    other => other.clone(),
                };
                self.apps[app].values.insert(name, value);
            }
            Effect::Toggle { name } => {
                let name = self.expand(app, name, row);
                let on = self.apps[app].values.get(&name).and_then(Value::as_bool) == Some(true);
                self.set_switch(app, &name, !on);
            }
            Effect::Alert(spec) => self.raise(app, spec, row),
            Effect::Permission { title, message, buttons, name, service } => {
                if service.as_ref().is_some_and(|s| self.ask_for(app, s, name.as_ref())) {
                    return;
                }
                let asked = Asked {
                    bundle_id: self.apps[app].spec.bundle_id.clone(),
                    name: name.clone(),
                    service: service.clone(),
                };
                let title = self.expand(app, title, row);
                self.ask(title, message.clone(), buttons, Some(asked));
            }
            Effect::Push { screen, with } => {
                let mut params: Params = Vec::new();
                for (name, value) in with {
                    params.push((name.clone(), self.expand(app, &text_of(value), row)));
                }
                params.extend(row.iter().cloned());
                self.push(app, screen, params);
            }
            Effect::Pop => self.pop(app),
            Effect::Create { list, push } => self.create(app, list, push.as_deref()),
            Effect::Remove { list, item } => {
                let item = self.expand(app, item, row);
                if let Some(Value::Array(items)) = self.apps[app].values.get_mut(list) {
                    items.retain(|entry| entry.as_str() != Some(&item));
                }
            }
            Effect::Append { list, value } => self.append(app, list, value, row),
            Effect::Cycle { name, values } => self.cycle(app, name, values),
            Effect::Banner { title, text } => {
                let (title, text) = (self.expand(app, title, row), self.expand(app, text, row));
                self.show_banner(Some(app), title, text, super::notice::BANNER_MS);
            }
            Effect::Quit => self.end_process(app),
            Effect::DismissKeyboard => self.drop_focus(app),
            Effect::After { ms, effects } => {
                let effects = effects.clone();
                self.schedule(*ms, Due::Effects { app, effects, row: row.clone() });
            }
            Effect::Nothing => {}
        }
    }

    /// Fills a template from the row, the top screen and the app's values.
    pub(super) fn expand(&self, app: usize, text: &str, row: &Params) -> String {
        let app = &self.apps[app];
        match app.process.as_ref().and_then(|process| process.top()) {
            Some(screen) => app.scope(screen, row).expand(text),
            None => text.to_owned(),
        }
    }

    fn create(&mut self, app: usize, list: &str, push: Option<&str>) {
        let entries = self.apps[app].values.entry(list).or_insert_with(|| json!([]));
        let Value::Array(entries) = entries else { return };
        let numbers =
            entries.iter().filter_map(|e| e.as_str()?.strip_prefix('n')?.parse::<u64>().ok());
        let name = format!("n{}", numbers.max().unwrap_or(0) + 1);
        entries.insert(0, Value::String(name.clone()));
        if let Some(screen) = push {
            self.push(app, screen, vec![("item".to_owned(), name)]);
        }
    }

    fn append(&mut self, app: usize, list: &str, value: &str, row: &Params) {
        let (list, value) = (self.expand(app, list, row), self.expand(app, value, row));
        let entries = self.apps[app].values.entry(list).or_insert_with(|| json!([]));
        if let Value::Array(entries) = entries {
            entries.push(Value::String(value));
        }
    }

    fn cycle(&mut self, app: usize, name: &str, values: &[String]) {
        let now = self.apps[app].values.get(name).map(text_of).unwrap_or_default();
        let at = values.iter().position(|value| *value == now);
        let next = at.map_or(0, |at| (at + 1) % values.len().max(1));
        if let Some(value) = values.get(next) {
            self.apps[app].values.insert(name.to_owned(), Value::String(value.clone()));
        }
    }

    fn flip(&mut self, app: usize, view: u64, bind: &str) {
        let named = self.view(view).map(|(_, view)| [view.label, view.identifier]);
        let names = named.unwrap_or_default();
        let on = self.apps[app].values.get(bind).and_then(Value::as_bool) == Some(true);
        self.set_switch(app, bind, !on);
        let back = self.faults.take(|what| match what {
            Misbehaviour::OptimisticSwitch { ms, control } => {
                let fits = |name: &String| names.iter().flatten().any(|own| own == name);
                control.as_ref().is_none_or(fits).then_some(*ms)
            }
            _ => None,
        });
        if let Some(ms) = back {
            self.schedule(ms, Due::Flip { app, bind: bind.to_owned(), on });
        }
    }

    pub(super) fn set_switch(&mut self, app: usize, bind: &str, on: bool) {
        self.apps[app].values.insert(bind.to_owned(), Value::Bool(on));
        let start = self.now_ms;
        if let Some(process) = self.process_mut(app) {
            process.switches.push(SwitchMove { bind: bind.to_owned(), on, start });
        }
    }

    pub(super) fn push(&mut self, app: usize, name: &str, mut params: Params) {
        let serial = self.serial();
        self.drop_focus(app);
        let Some(process) = self.process_mut(app) else { return };
        let Some(from) = process.top().cloned() else { return };
        params.extend(from.params.iter().cloned());
        let tab = process.tab;
        process.tabs[tab].push(Screen::new(serial, name, params));
        self.begin(Move::Push { from }, PUSH_MS);
        let spec = self.apps[app].spec.clone();
        let Some(screen) = spec.screens.get(name) else { return };
        if screen.editor.as_ref().is_some_and(|editor| editor.focus) {
            self.take_focus(app, super::process::id(serial, super::layout::item::EDITOR, 0));
        }
        self.run(app, &screen.appear, &Params::new());
    }

    pub(super) fn pop(&mut self, app: usize) {
        self.drop_focus(app);
        let Some(process) = self.process_mut(app) else { return };
        let tab = process.tab;
        if process.tabs[tab].len() < 2 {
            return;
        }
        if let Some(from) = process.tabs[tab].pop() {
            self.begin(Move::Pop { from }, PUSH_MS);
        }
    }

    /// Starts a transition; touches are swallowed until it is over.
    pub(super) fn begin(&mut self, kind: Move, usual_ms: u64) {
        let length = self.faults.length(usual_ms);
        self.transition = Some(Transition { kind, start: self.now_ms, length });
        self.changed();
    }

    fn select_tab(&mut self, app: usize, tab: usize) {
        self.drop_focus(app);
        let Some(process) = self.process_mut(app) else { return };
        if process.tab == tab {
            process.tabs[tab].truncate(1);
        } else if tab < process.tabs.len() {
            process.tab = tab;
        }
    }

    fn jump_to_letter(&mut self, app: usize, view: u64, offsets: &[f64], at: Point) {
        let Some((_, view)) = self.view(view) else { return };
        let share = ((at.y - view.frame.y) / view.frame.height.max(1.0)).clamp(0.0, 0.999);
        let Some(to) = offsets.get((share * offsets.len() as f64) as usize).copied() else {
            return;
        };
        let max = self.site(app).and_then(|site| Some(site.max_offset(site.process.top()?)));
        if let (Some(max), Some(screen)) = (max, self.process_mut(app).and_then(|p| p.top_mut())) {
            screen.scroll.jump(to, max);
        }
    }

    pub(super) fn app_index(&self, bundle_id: &str) -> Option<usize> {
        self.apps.iter().position(|app| app.spec.bundle_id == bundle_id)
    }
}
