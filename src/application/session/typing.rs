//! Type text: focus, read what is there, type once, read back, and only then press return.
//!
//! A placeholder is not text. A secure field is judged by its length only. Text that did not
//! arrive is never typed again on top of what is there.

use super::outcome::Subject;
use super::prove::Proven;
use super::settle::{Settled, Watch};
use super::tuning::CARET_CELLS;
use super::visit::{Sent, Visit};
use crate::application::report::Acted;
use crate::domain::effect::{Effect, Unknown, Verdict};
use crate::domain::element::Element;
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::frame::Frame;
use crate::domain::judge::{Evidence, already, judge_touch};
use crate::domain::perception::plain;
use crate::domain::ports::FocusedField;
use crate::domain::resolution::Preference;
use crate::domain::role::Role;
use crate::domain::step::{Gesture, Input, Key, Step, Target};
use crate::domain::typed::{Arrival, effect_of, landed, missed_focus};

/// What is to be typed, and how.
#[derive(Clone, Copy)]
pub(super) struct Typing<'a> {
    pub(super) text: &'a str,
    pub(super) target: Option<&'a Target>,
    pub(super) clear: bool,
    pub(super) submit: bool,
}

impl Visit<'_> {
    pub(super) async fn type_text(
        &mut self,
        step: &Step,
        typing: Typing<'_>,
    ) -> Result<Acted, DeviceError> {
        check(typing)?;
        if !typing.text.is_empty() {
            self.can_send(&Input::Text(typing.text.to_owned()))?;
        }
        let proven =
            self.prove(typing.target.unwrap_or(&Target::Focused), Preference::TextInput, None);
        let proven = proven.await?;
        check_field(&proven)?;
        self.pass_gate(&step.what, &proven)?;
        let field = match self.focus(&proven).await? {
            Focus::Has(field) => field,
            Focus::Missed(other) => return self.unfocused(step, &proven, other).await,
        };
        if field.secure {
            self.room.desk().recorder.hides(proven.element.name());
        }
        let subject = Subject::of(&proven);
        if typing.clear && !field.secure && field.text.as_deref().unwrap_or("") == typing.text {
            if typing.submit {
                return self.finish_typing(step, typing, &proven, Arrival::Already).await;
            }
            let before = proven.before.clone();
            return Ok(self.reply(
                &step.what,
                subject,
                already("the field already says so"),
                Some(&before),
            ));
        }
        let (arrival, sent) = self.put(typing, &field).await?;
        if sent == Sent::AckLost {
            return self.ack_lost(step, &proven).await;
        }
        self.finish_typing(step, typing, &proven, arrival).await
    }

    /// Gives the field the focus, and proves that it has it.
    async fn focus(&mut self, proven: &Proven) -> Result<Focus, DeviceError> {
        let fields = self.road()?.fields.ok_or_else(|| {
            DeviceError::new(ErrorCode::NotOnThisDevice, "fields cannot be read on this road")
        })?;
        if proven.element.focused
            && let Some(field) = fields.focused(self.request_by()).await?
        {
            return Ok(Focus::Has(field));
        }
        let at = self.aim(proven)?;
        self.send(&Input::Gesture(Gesture::Tap { at, count: 1 })).await?;
        let begun = self.now();
        loop {
            let field = fields.focused(self.request_by()).await?;
            match field {
                Some(field) if is_field(&proven.element, &field) => return Ok(Focus::Has(field)),
                other if self.now().since(begun) > self.room.tuning.moving => {
                    return Ok(Focus::Missed(other));
                }
                _ => {}
            }
            self.wait(self.room.tuning.frame_gap).await?;
        }
    }

    /// The tap that was to give the focus did not: nothing is typed.
    async fn unfocused(
        &mut self,
        step: &Step,
        proven: &Proven,
        other: Option<FocusedField>,
    ) -> Result<Acted, DeviceError> {
        let settled = self.watch_typing(proven, true).await?;
        let effect = missed_focus(other.as_ref().map(name_of), settled.watched);
        Ok(self.reply(&step.what, Subject::of(proven), effect, settled.after.as_ref()))
    }

    /// Clears if asked, types once, reads back.
    async fn put(
        &mut self,
        typing: Typing<'_>,
        field: &FocusedField,
    ) -> Result<(Arrival, Sent), DeviceError> {
        let mut old = field.text.clone().unwrap_or_default();
        if typing.clear && !old.is_empty() {
            if self.send(&Input::Clear).await? == Sent::AckLost {
                return Ok((Arrival::Unreadable, Sent::AckLost));
            }
            let left = self.field_text().await?;
            if left.as_deref().is_some_and(|left| !left.is_empty()) {
                return Ok((Arrival::NotCleared(left.unwrap_or_default()), Sent::Acknowledged));
            }
            old.clear();
        }
        if typing.text.is_empty() {
            return Ok((Arrival::Arrived(String::new()), Sent::Acknowledged));
        }
        let picture = self.picture().await;
        if self.send(&Input::Text(typing.text.to_owned())).await? == Sent::AckLost {
            return Ok((Arrival::Unreadable, Sent::AckLost));
        }
        let first = landed(&old, typing.text, self.field_text().await?.as_deref(), field.secure);
        if first.is_final() {
            return Ok((first, Sent::Acknowledged));
        }
        self.wait(self.room.tuning.slow_field).await?;
        let again = landed(&old, typing.text, self.field_text().await?.as_deref(), field.secure);
        if again == Arrival::Unchanged && self.drawn_since(picture).await {
            return Ok((Arrival::Doubtful, Sent::Acknowledged));
        }
        Ok((again, Sent::Acknowledged))
    }

    /// Whether the picture differs by more than a caret.
    async fn drawn_since(&mut self, earlier: Option<Frame>) -> bool {
        let (Some(earlier), Some(now)) = (earlier, self.picture().await) else { return false };
        now.changes_since(&earlier).is_none_or(|cells| cells.len() > CARET_CELLS)
    }

    /// The focused field's text: `None` when no field has the focus, empty when it is empty.
    async fn field_text(&mut self) -> Result<Option<String>, DeviceError> {
        let Some(fields) = self.road()?.fields else { return Ok(None) };
        let field = fields.focused(self.request_by()).await?;
        Ok(field.map(|field| field.text.unwrap_or_default()))
    }

    /// Presses return if the text is there, watches, and tells.
    async fn finish_typing(
        &mut self,
        step: &Step,
        typing: Typing<'_>,
        proven: &Proven,
        arrival: Arrival,
    ) -> Result<Acted, DeviceError> {
        let mut settled = self.watch_typing(proven, true).await?;
        let mut effect = effect_of(&arrival, settled.watched);
        if typing.submit && arrival.is_there() {
            if self.press_return(step, &mut settled, &mut effect).await? == Sent::AckLost {
                return self.ack_lost(step, proven).await;
            }
        } else {
            let expect = step.expect.as_ref();
            let expectation = self.await_expectation(expect, &proven.before, &mut settled).await?;
            if expectation.is_some_and(|e| !e.holds) {
                let seen = self.evidence(&proven.before, &settled, Sent::Acknowledged, None);
                effect = judge_touch(&Evidence { expectation, ..seen });
            }
        }
        let subject =
            Subject::of(proven).with_detail(format!("\"{}\"", shown(typing.text, proven)));
        Ok(self.reply(&step.what, subject, effect, settled.after.as_ref()))
    }

    /// Presses return on what was typed, and judges it by itself: what the typing brought is on the
    /// reading that it is told against. `settled` becomes the screen after it.
    async fn press_return(
        &mut self,
        step: &Step,
        settled: &mut Settled,
        effect: &mut Effect,
    ) -> Result<Sent, DeviceError> {
        let Some(before) = settled.after.clone() else {
            effect.verdict = Verdict::Unknown(Unknown::Unreadable);
            effect.reason.push_str("; return was not pressed, as the screen could not be read");
            return Ok(Sent::Acknowledged);
        };
        let frame = self.hold.frame.clone();
        let sent = self.send(&Input::Key(Key::Return)).await?;
        if sent == Sent::AckLost {
            return Ok(sent);
        }
        let ceiling = self.room.tuning.ceiling;
        let watch = Watch { before: &before, frame: frame.as_ref(), ceiling, brief: false };
        *settled = self.settle(watch).await?;
        let expect = step.expect.as_ref();
        let expectation = self.await_expectation(expect, &before, settled).await?;
        let seen = self.evidence(&before, settled, sent, None);
        let pressed = judge_touch(&Evidence { expectation, ..seen });
        let (word, reason) = (pressed.verdict.word(), &pressed.reason);
        effect.reason = format!("{}; return: {word}, {reason}", effect.reason);
        if pressed.verdict.is_error() {
            effect.verdict = pressed.verdict;
        }
        Ok(sent)
    }

    async fn watch_typing(&mut self, proven: &Proven, brief: bool) -> Result<Settled, DeviceError> {
        let ceiling = self.room.tuning.ceiling;
        self.settle(Watch { before: &proven.before, frame: None, ceiling, brief }).await
    }

    async fn ack_lost(&mut self, step: &Step, proven: &Proven) -> Result<Acted, DeviceError> {
        let settled = self.watch_typing(proven, true).await?;
        let seen = self.evidence(&proven.before, &settled, Sent::AckLost, None);
        let effect = judge_touch(&seen);
        Ok(self.reply(&step.what, Subject::of(proven), effect, settled.after.as_ref()))
    }
}

/// Whether the field that was meant has the keyboard.
enum Focus {
    Has(FocusedField),
    /// Another one has it, or none.
    Missed(Option<FocusedField>),
}

fn name_of(field: &FocusedField) -> String {
    let word = field.role.map_or("a field", Role::word);
    match field.label.as_deref().or(field.identifier.as_deref()) {
        Some(name) => format!("{word} \"{}\"", plain(name, 60)),
        None => word.to_owned(),
    }
}

fn check(typing: Typing<'_>) -> Result<(), DeviceError> {
    if typing.text.is_empty() && !typing.clear {
        return Err(DeviceError::new(ErrorCode::InvalidArgument, "text is empty")
            .with_hint("pass text, or clear true to empty the field"));
    }
    Ok(())
}

/// A tap gives a field the focus; on a button or a row it would do what those do.
fn check_field(proven: &Proven) -> Result<(), DeviceError> {
    let role = proven.element.role;
    if role.is_text_input() || !role.is_interactive() {
        return Ok(());
    }
    let message =
        format!("{} is no field: nothing can be typed into a {}", proven.name(), role.word());
    Err(DeviceError::new(ErrorCode::InvalidArgument, message)
        .with_hint("name a field, or tap this first if it opens one"))
}

/// Whether the focused field is the one that was meant.
fn is_field(element: &Element, field: &FocusedField) -> bool {
    match (&element.identifier, &field.identifier) {
        (Some(meant), Some(has)) => meant == has,
        (None, None) => match (&element.label, &field.label) {
            (Some(meant), Some(has)) => meant == has,
            _ => {
                field.role.is_none_or(|role| role == element.role || !element.role.is_text_input())
            }
        },
        _ => field.role.is_none_or(|role| role == element.role || !element.role.is_text_input()),
    }
}

/// The typed text as a result may say it: never for a secure field.
fn shown(text: &str, proven: &Proven) -> String {
    if proven.element.role == Role::SecureField {
        format!("{} characters", text.chars().count())
    } else {
        plain(text, 60)
    }
}
