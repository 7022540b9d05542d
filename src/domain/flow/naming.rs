//! A flow's steps in words, for lists, reports and errors. Pure; texts are made safe for one line.

use super::{FlowStep, Known, targets_mut};
use crate::domain::perception::plain;
use crate::domain::step::{AlertAnswer, SwipePath, Target, UiStep};

/// Longest text that is quoted.
const QUOTED: usize = 60;

/// A known element: `the button "Save"`.
pub fn described(known: &Known) -> String {
    let identity = &known.identity;
    let role = identity.role.word();
    let name = match (&identity.label, &identity.identifier) {
        (Some(label), _) => format!("the {role} {}", quoted(label)),
        (None, Some(identifier)) => format!("the {role} id={}", plain(identifier, QUOTED)),
        (None, None) => format!("the unnamed {role}"),
    };
    match (identity.alert.as_deref(), identity.context.first()) {
        (Some(alert), _) if !alert.is_empty() => format!("{name} of {}", quoted(alert)),
        (_, Some(place)) => format!("{name} in {}", quoted(place)),
        _ => name,
    }
}

/// A step: `tap the button "Save", expecting "Saved"`.
pub fn step_words(flow_step: &FlowStep) -> String {
    let step = &flow_step.step;
    let mut words = step.what.verb().to_owned();
    words.extend(target_words(&step.what).map(|target| format!(" {target}")));
    let detail = match &flow_step.secret {
        Some(name) => Some(format!("the secret {name}")),
        None => detail(&step.what),
    };
    words.extend(detail.map(|detail| format!(" {detail}")));
    if let Some(expect) = &step.expect {
        let sign = if expect.absent { "no " } else { "" };
        words.extend([", expecting ", sign, &quoted(&expect.text)]);
    }
    words
}

fn target_words(step: &UiStep) -> Option<String> {
    let mut step = step.clone();
    let named: Vec<String> =
        targets_mut(&mut step).into_iter().map(|target| named(target)).collect();
    (!named.is_empty()).then(|| named.join(" to "))
}

fn named(target: &Target) -> String {
    match target {
        Target::Known(known) => described(known),
        Target::Match(query) => match query.role {
            Some(role) => format!("{} {}", role.word(), quoted(&query.text)),
            None => quoted(&query.text),
        },
        Target::Ref(reference) => reference.to_string(),
        Target::Focused => "the focused field".to_owned(),
        Target::Point(at) => format!("({:.0},{:.0})", at.x, at.y),
    }
}

fn detail(step: &UiStep) -> Option<String> {
    match step {
        UiStep::Tap { count, .. } => (*count > 1).then(|| format!("{count} times")),
        UiStep::Hold { seconds, .. } => Some(format!("for {seconds} s")),
        UiStep::Swipe { path: SwipePath::Way(way) } => Some(way.word().to_owned()),
        UiStep::Swipe { path: SwipePath::Between { .. } } | UiStep::Drag { .. } => None,
        UiStep::Pinch { scale, .. } => Some(format!("by {scale}")),
        UiStep::PressKey { key } => Some(key.word().to_owned()),
        UiStep::AnswerAlert { answer } => Some(match answer {
            AlertAnswer::Button(label) => quoted(label),
            AlertAnswer::Accept => "accept".to_owned(),
            AlertAnswer::Dismiss => "dismiss".to_owned(),
        }),
        UiStep::TypeText { text, submit, .. } => {
            let rest = if *submit { " and return" } else { "" };
            Some(format!("{}{rest}", quoted(text)))
        }
        UiStep::SetValue { value, .. } => Some(format!("to {}", quoted(value))),
        UiStep::Scroll { direction, until, .. } => Some(match until {
            Some(text) => format!("{} until {}", direction.word(), quoted(text)),
            None => direction.word().to_owned(),
        }),
        UiStep::PressButton { button } => Some(button.word().to_owned()),
        UiStep::LaunchApp { app, fresh, .. } => {
            Some(if *fresh { format!("{app} afresh") } else { app.to_string() })
        }
        UiStep::LaunchNamed { name, .. } => Some(quoted(name)),
        UiStep::OpenUrl { url } => Some(plain(url, QUOTED)),
        UiStep::WaitFor { text, gone, .. } => {
            Some(if *gone { format!("{} to go", quoted(text)) } else { quoted(text) })
        }
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", plain(text, QUOTED))
}
