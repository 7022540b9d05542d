//! A picture and the refs that belong on it: frame, tree, frame.
//!
//! Both pictures around a reading must show the same, else the refs may not be where the picture
//! has them: it is tried again, and then said. What is drawn counts as shown to the caller. Not
//! here: drawing. A screen without elements is still a picture worth having.

use super::look::no_screen;
use super::tuning::{PICTURE_BUDGET, TORN_READS};
use super::visit::Visit;
use crate::application::report::{ScreenshotReport, Tagged};
use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::frame::Frame;
use crate::domain::geometry::Size;
use crate::domain::mark::Markup;
use crate::domain::observation::Observation;
use crate::domain::perception::{DigestOptions, digest};

/// The screen was not the same before and after its tree was read.
const MOVED: &str = "the screen moved meanwhile, refs may be off";

impl Visit<'_> {
    /// Takes a picture whose refs are those of the tree that was read beside it.
    ///
    /// # Errors
    /// What the picture says. A tree that cannot be read leaves the picture without refs.
    pub(super) async fn picture_with_refs(mut self) -> Result<ScreenshotReport, DeviceError> {
        let screens = self.road()?.screens;
        let points = self.road()?.reader.screen_size(self.request_by()).await?;
        let mut tries = 0;
        loop {
            self.check_time()?;
            let before = screens.frame(points, self.request_by()).await?;
            let read = self.read().await;
            let (picture, after) = screens.pictured(points, self.request_by()).await?;
            let still = match &read {
                Ok(seen) => is_still(&before, &after, seen),
                Err(_) => true,
            };
            tries += 1;
            if still || tries > TORN_READS {
                let mut tagged = self.tagged(read, points)?;
                if !still && !tagged.markup.marks.is_empty() {
                    tagged.notes.push(MOVED.to_owned());
                }
                return Ok(ScreenshotReport { picture, points, tagged: Some(tagged) });
            }
            self.wait(self.room.tuning.read_gap).await?;
        }
    }

    /// The marks of a reading, which its caller has seen from now on.
    fn tagged(
        &mut self,
        read: Result<std::sync::Arc<Observation>, DeviceError>,
        points: Size,
    ) -> Result<Tagged, DeviceError> {
        let seen = match read {
            Ok(seen) if seen.completeness().is_screen() => seen,
            Ok(seen) => return Ok(untagged(no_screen(&seen).message())),
            Err(error) if error.code() == ErrorCode::ScreenUnreadable => {
                return Ok(untagged(error.message()));
            }
            Err(error) => return Err(error),
        };
        let options = DigestOptions { budget_tokens: PICTURE_BUDGET, ..DigestOptions::default() };
        let mut desk = self.room.desk();
        let desk = &mut *desk;
        let page = digest(&seen.perception, &mut desk.refs, &options);
        let mut markup = Markup::of(&seen.perception, &page.shown, points);
        if seen.system_alert.is_some() {
            markup.marks.clear();
            let why = "the alert in front is the system's: tap its buttons by name";
            return Ok(Tagged { markup, notes: vec![why.to_owned()] });
        }
        desk.refs.show(&self.context.caller, markup.marks.iter().map(|mark| mark.reference));
        let mut notes = Vec::new();
        if page.hidden > 0 {
            notes.push(format!("{} more elements have none", page.hidden));
        }
        Ok(Tagged { markup, notes })
    }
}

/// A picture on which nothing could be tagged.
fn untagged(why: &str) -> Tagged {
    Tagged { notes: vec![format!("nothing could be tagged: {why}")], ..Tagged::default() }
}

/// Whether nothing moved between two pictures; the caret in a focused field blinks and does not.
fn is_still(before: &Frame, after: &Frame, seen: &Observation) -> bool {
    let focused = seen.perception.elements.iter().filter(|e| e.focused);
    let carets: Vec<_> = focused.filter_map(|e| e.row.or(e.frame)).collect();
    after.changes_since(before).is_some_and(|changes| {
        changes.iter().all(|cell| carets.iter().any(|caret| caret.intersection(cell).is_some()))
    })
}
