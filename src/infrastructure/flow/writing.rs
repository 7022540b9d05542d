//! A flow as the text of its file. Control characters that no name needs are left out.

use super::file::{FORMAT, FlowFile, StepFile, TargetFile};
use crate::domain::element::Strength;
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::flow::{Flow, FlowStep, Known, Recorded};
use crate::domain::step::{AlertAnswer, Expectation, SwipePath, Target, UiStep};

/// The file of a flow.
pub(super) fn text(flow: &Flow) -> Result<String, DeviceError> {
    let steps = flow.steps.iter().map(step).collect::<Result<Vec<StepFile>, DeviceError>>()?;
    let file = FlowFile { format: FORMAT, device: flow.device.as_deref().map(clean), steps };
    let mut text = serde_json::to_string_pretty(&file).map_err(|error| {
        DeviceError::new(ErrorCode::Unexpected, "the flow could not be written as JSON")
            .with_source(error)
    })?;
    text.push('\n');
    Ok(text)
}

/// What files may hold of a text: line breaks and tabs are the only control characters.
fn clean(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect()
}

fn step(flow_step: &FlowStep) -> Result<StepFile, DeviceError> {
    let step = &flow_step.step;
    let Recorded { reason, screen, took } = flow_step.recorded.clone().unwrap_or_default();
    let mut file = StepFile {
        verb: step.what.verb().to_owned(),
        expect: step.expect.as_ref().map(expectation),
        verdict: Some(flow_step.kept.word().to_owned()),
        reason: reason.filter(|reason| !reason.is_empty()).map(|reason| clean(&reason)),
        screen: screen.map(|screen| clean(&screen)),
        seconds: took.map(|took| (took.as_secs_f64() * 100.0).round() / 100.0),
        secret: flow_step.secret.as_ref().map(ToString::to_string),
        ..StepFile::default()
    };
    fill(&mut file, &step.what)?;
    if file.secret.is_some() {
        file.text = None;
    }
    Ok(file)
}

fn expectation(expect: &Expectation) -> String {
    let sign = if expect.absent { "!" } else { "" };
    format!("{sign}{}", clean(&expect.text))
}

fn fill(file: &mut StepFile, what: &UiStep) -> Result<(), DeviceError> {
    match what {
        UiStep::Tap { target, count } => {
            file.target = Some(named(target)?);
            file.count = (*count != 1).then_some(*count);
        }
        UiStep::Hold { target, seconds } => {
            file.target = Some(named(target)?);
            file.hold_seconds = Some(*seconds);
        }
        UiStep::Swipe { path: SwipePath::Way(way) } => file.direction = Some(way.word().to_owned()),
        UiStep::Swipe { path: SwipePath::Between { from, to } } => {
            (file.from, file.to) = (Some(named(from)?), Some(named(to)?));
        }
        UiStep::Drag { from, to, hold_seconds } => {
            (file.from, file.to) = (Some(named(from)?), Some(named(to)?));
            file.hold_seconds = Some(*hold_seconds);
        }
        UiStep::Pinch { target, scale } => {
            file.target = target.as_ref().map(named).transpose()?;
            file.scale = Some(*scale);
        }
        UiStep::PressKey { key } => file.key = Some(key.word().to_owned()),
        UiStep::AnswerAlert { answer } => match answer {
            AlertAnswer::Button(label) => file.button = Some(clean(label)),
            AlertAnswer::Accept => file.action = Some("accept".to_owned()),
            AlertAnswer::Dismiss => file.action = Some("dismiss".to_owned()),
        },
        UiStep::TypeText { text, target, clear, submit } => {
            file.text = Some(clean(text));
            file.target = target.as_ref().map(named).transpose()?;
            (file.clear, file.submit) = (clear.then_some(true), submit.then_some(true));
        }
        UiStep::SetValue { target, value } => {
            file.target = Some(named(target)?);
            file.value = Some(clean(value));
        }
        UiStep::Scroll { direction, until, area } => {
            file.direction = Some(direction.word().to_owned());
            file.until = until.as_deref().map(clean);
            file.target = area.as_ref().map(named).transpose()?;
        }
        UiStep::PressButton { button } => file.button = Some(button.word().to_owned()),
        UiStep::LaunchApp { app, fresh, arguments } => {
            file.bundle_id = Some(app.to_string());
            file.fresh = fresh.then_some(true);
            file.arguments = (!arguments.is_empty()).then(|| arguments.clone());
        }
        UiStep::LaunchNamed { name, fresh, arguments } => {
            file.name = Some(name.clone());
            file.fresh = fresh.then_some(true);
            file.arguments = (!arguments.is_empty()).then(|| arguments.clone());
        }
        UiStep::OpenUrl { url } => file.url = Some(url.clone()),
        UiStep::WaitFor { text, gone, timeout } => {
            file.text = Some(clean(text));
            file.gone = gone.then_some(true);
            file.timeout_seconds = Some(timeout.as_secs_f64());
        }
    }
    Ok(())
}

fn named(target: &Target) -> Result<TargetFile, DeviceError> {
    match target {
        Target::Known(known) => Ok(identified(known)),
        Target::Match(query) => Ok(TargetFile {
            text: Some(clean(&query.text)),
            role: query.role.map(|role| role.word().to_owned()),
            ..TargetFile::default()
        }),
        Target::Ref(_) | Target::Focused | Target::Point(_) => Err(DeviceError::new(
            ErrorCode::InvalidArgument,
            "a flow names elements, not refs or positions",
        )),
    }
}

fn identified(known: &Known) -> TargetFile {
    let identity = &known.identity;
    let placed = identity.strength == Strength::Position;
    let by = match identity.strength {
        Strength::Identifier => "identifier",
        Strength::Label => "label",
        Strength::Context => "context",
        Strength::Position => "position",
    };
    TargetFile {
        text: None,
        role: Some(identity.role.word().to_owned()),
        identifier: identity.identifier.as_deref().map(clean),
        label: identity.label.as_deref().map(clean),
        alert: identity.alert.as_deref().map(clean),
        context: identity.context.iter().map(|place| clean(place)).collect(),
        ordinal: placed.then_some(identity.ordinal),
        twins: placed.then_some(identity.twins),
        by: Some(by.to_owned()),
        app: known.app.clone(),
        asked: known.asked.as_deref().map(clean),
    }
}
