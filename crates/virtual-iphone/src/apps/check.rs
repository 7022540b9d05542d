//! Checks of an app file that its types cannot make: every screen that is named exists.

use super::{AppSpec, Control, Effect, ElementSpec, ScreenSpec};

/// Refuses the first screen name that leads nowhere.
pub(super) fn screens_exist(spec: &AppSpec) -> Result<(), String> {
    let known = |place: &str, name: &str| {
        if spec.screens.contains_key(name) {
            Ok(())
        } else {
            Err(format!("{place}: there is no screen {name:?}"))
        }
    };
    if spec.tabs.is_empty() {
        known("root", &spec.root)?;
    }
    for tab in &spec.tabs {
        known("tabs", &tab.screen)?;
    }
    for (name, screen) in &spec.screens {
        for target in targets(screen) {
            known(name, target)?;
        }
    }
    Ok(())
}

/// Every screen name that one screen can open.
fn targets(screen: &ScreenSpec) -> Vec<&str> {
    let mut found = Vec::new();
    of_effects(&screen.appear, &mut found);
    for button in &screen.bar {
        of_effects(&button.effects, &mut found);
    }
    for row in screen.sections.iter().flat_map(|section| &section.rows) {
        found.extend(row.push.as_deref());
        of_effects(&row.effects, &mut found);
        for button in row.actions.iter().chain(&row.menu) {
            of_effects(&button.effects, &mut found);
        }
        match &row.control {
            Some(
                Control::Switch { effects, .. }
                | Control::Button { effects, .. }
                | Control::Segmented { effects, .. },
            ) => {
                of_effects(effects, &mut found);
            }
            Some(Control::Field { submit, .. }) => of_effects(submit, &mut found),
            _ => {}
        }
    }
    if let Some(list) = &screen.list {
        found.extend(list.push.as_deref());
        of_effects(&list.effects, &mut found);
        for button in &list.actions {
            of_effects(&button.effects, &mut found);
        }
    }
    of_effects(&screen.refresh, &mut found);
    if let Some(chat) = &screen.chat {
        of_effects(&chat.effects, &mut found);
    }
    if let Some(canvas) = &screen.canvas {
        of_elements(&canvas.elements, &mut found);
        of_elements(&canvas.landscape, &mut found);
    }
    found
}

fn of_elements<'a>(elements: &'a [ElementSpec], found: &mut Vec<&'a str>) {
    for element in elements {
        found.extend(element.push.as_deref());
        of_effects(&element.effects, found);
        of_elements(&element.children, found);
    }
}

fn of_effects<'a>(effects: &'a [Effect], found: &mut Vec<&'a str>) {
    for effect in effects {
        match effect {
            Effect::Push { screen, .. } => found.push(screen),
            Effect::Create { push, .. } => found.extend(push.as_deref()),
            Effect::After { effects, .. } => of_effects(effects, found),
            Effect::Alert(alert) => {
                for button in &alert.buttons {
                    of_effects(&button.effects, found);
                }
            }
            _ => {}
        }
    }
}
