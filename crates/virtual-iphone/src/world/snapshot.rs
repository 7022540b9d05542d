//! The world as data, for whoever checks it: the truth, not what accessibility tells.

use serde_json::{Map, Value, json};

use super::layout::keyboard;
use super::view::{View, role};
use super::{SPRINGBOARD, World};

impl World {
    /// Foreground app, screen, every view with its state, and all values.
    pub fn snapshot(&self) -> Value {
        let mut views = Vec::new();
        for (owner, window) in &self.windows() {
            window.walk(&mut |view| {
                if !view.silent {
                    views.push(self.describe(owner, view));
                }
            });
        }
        let values: Map<String, Value> = self
            .apps
            .iter()
            .map(|app| (app.spec.bundle_id.clone(), Value::Object(app.values.clone())))
            .collect();
        json!({
            "now_ms": self.now_ms,
            "foreground": self.frontmost(),
            "screen": self.screen_name(),
            "locked": self.locked,
            "orientation": self.orientation,
            "keyboard": self.keyboard(),
            "alert": self.alert().map(|alert| json!({
                "owner": alert.owner, "kind": alert.kind,
                "texts": alert.texts, "buttons": alert.buttons,
            })),
            "moving": self.is_animating(),
            "views": views,
            "values": values,
        })
    }

    fn screen_name(&self) -> String {
        if self.locked {
            return "lock".to_owned();
        }
        let top = self.front_process().and_then(|process| process.top());
        top.map_or_else(|| "home".to_owned(), |screen| screen.name.clone())
    }

    fn keyboard(&self) -> Value {
        let Some(process) = self.front_process().filter(|_| !self.locked) else {
            return Value::Null;
        };
        process.keyboard.focus.map_or(Value::Null, |focus| {
            json!({
                "focus": focus,
                "return_key": process.return_label,
                "frame": keyboard::frame(self.bounds()),
                "shifted": process.keyboard.shifted,
            })
        })
    }

    fn describe(&self, owner: &str, view: &View) -> Value {
        let shown = self.bounds().intersection(&view.frame).is_some() && !view.hidden;
        let mut out = json!({
            "id": view.id,
            "role": role(view.kind),
            "label": view.label,
            "identifier": view.identifier,
            "value": view.value,
            "enabled": view.enabled,
            "frame": view.frame,
            "on_screen": shown,
        });
        if owner == SPRINGBOARD {
            out["owner"] = json!(SPRINGBOARD);
        }
        out
    }
}
