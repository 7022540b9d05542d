//! Marks on a picture: which elements of a reading are tagged with their refs, and what is masked.
//!
//! What has no frame on the screen has no mark. While an alert is in front, only what answers it is
//! marked. Secure fields are masked wherever they lie. Not here: how a mark is drawn.

use super::element::{Element, Place, Ref};
use super::geometry::{Rect, Size};
use super::observation::Perception;
use super::role::Role;

/// Smallest side of a frame that is marked, in points: less is a line or a sliver of a row.
const LEAST_SIDE: f64 = 4.0;

/// What is drawn over a picture. All lengths in points.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Markup {
    /// Size of the screen that the whole picture shows.
    pub points: Size,
    pub marks: Vec<Mark>,
    /// What must not be seen.
    pub masks: Vec<Rect>,
}

/// One tag and the frame it belongs to.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    pub reference: Ref,
    /// The part of the element's frame that is on the screen.
    pub rect: Rect,
    pub kind: MarkKind,
}

/// What a mark stands on; decides its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// Buttons, links, tabs, icons.
    Press,
    /// What is typed into.
    Field,
    /// What has a value to be set.
    State,
    /// Rows and cards.
    Row,
    /// What is only read.
    Text,
}

impl MarkKind {
    pub const fn of(role: Role) -> Self {
        match role {
            Role::Button | Role::Key | Role::Link | Role::Icon | Role::Tab | Role::MenuItem => {
                Self::Press
            }
            Role::TextField | Role::SecureField | Role::SearchField | Role::TextView => Self::Field,
            Role::Switch
            | Role::Checkbox
            | Role::Radio
            | Role::Slider
            | Role::Stepper
            | Role::Segmented
            | Role::Picker
            | Role::PickerWheel
            | Role::DatePicker => Self::State,
            Role::Cell | Role::Group => Self::Row,
            _ => Self::Text,
        }
    }
}

impl Markup {
    /// The marks of the elements that `refs` name by their index in `seen`.
    pub fn of(seen: &Perception, refs: &[(Ref, usize)], points: Size) -> Self {
        let screen = Rect::of_size(points);
        let asks = seen.modal.as_ref().is_some_and(|modal| modal.role == Role::Alert);
        let marks = refs.iter().filter_map(|&(reference, index)| {
            let element = seen.elements.get(index)?;
            let answers = element.in_modal && element.actionable && element.role != Role::Alert;
            let rect = element.frame?.intersection(&screen)?;
            let room = rect.width.min(rect.height) >= LEAST_SIDE;
            let mark = Mark { reference, rect, kind: MarkKind::of(element.role) };
            (room && (!asks || answers)).then_some(mark)
        });
        let secret = |e: &&Element| e.role == Role::SecureField && e.place != Place::Offscreen;
        let masks = seen.elements.iter().filter(secret);
        let masks = masks.filter_map(|e| e.frame?.intersection(&screen)).collect();
        let masks = in_front(seen).iter().fold(masks, |masks: Vec<Rect>, front| {
            masks.iter().flat_map(|mask| around(mask, front)).collect()
        });
        Self { points, marks: marks.collect(), masks }
    }
}

/// What lies over the screen and is not to be hidden by a mask under it: alert and keyboard.
fn in_front(seen: &Perception) -> Vec<Rect> {
    let modal = seen.elements.iter().filter(|e| e.in_modal).filter_map(|e| e.frame);
    let modal = modal.reduce(|hull, frame| {
        let (x, y) = (hull.x.min(frame.x), hull.y.min(frame.y));
        let (right, bottom) = (hull.right().max(frame.right()), hull.bottom().max(frame.bottom()));
        Rect::new(x, y, right - x, bottom - y)
    });
    let keyboard = seen.viewport.keyboard.as_ref().map(|keyboard| keyboard.frame);
    modal.into_iter().chain(keyboard).collect()
}

/// The parts of a rectangle that another one does not cover.
fn around(rect: &Rect, cover: &Rect) -> Vec<Rect> {
    let Some(hole) = rect.intersection(cover) else { return vec![*rect] };
    let parts = [
        Rect::new(rect.x, rect.y, rect.width, hole.y - rect.y),
        Rect::new(rect.x, hole.bottom(), rect.width, rect.bottom() - hole.bottom()),
        Rect::new(rect.x, hole.y, hole.x - rect.x, hole.height),
        Rect::new(hole.right(), hole.y, rect.right() - hole.right(), hole.height),
    ];
    parts.into_iter().filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::observation::{Completeness, Modal, Viewport};
    use crate::domain::tree::NodeId;

    const SCREEN: Size = Size::new(400.0, 800.0);

    fn element(role: Role, frame: Option<Rect>) -> Element {
        Element { frame, ..Element::new(role, NodeId(0)) }
    }

    fn seen(elements: Vec<Element>) -> Perception {
        Perception {
            elements,
            title: None,
            app: None,
            completeness: Completeness::Whole,
            modal: None,
            viewport: Viewport::default(),
            notes: Vec::new(),
            fingerprint: 0,
            marks: Vec::new(),
        }
    }

    fn refs(count: usize) -> Vec<(Ref, usize)> {
        (0..count).map(|index| (Ref(index as u32 + 1), index)).collect()
    }

    #[test]
    fn a_frame_is_marked_where_it_is_on_the_screen_and_only_there() {
        let hanging = Rect::new(300.0, 780.0, 200.0, 52.0);
        let seen = seen(vec![
            element(Role::Button, Some(hanging)),
            element(Role::Button, None),
            element(Role::Button, Some(Rect::new(0.0, 900.0, 40.0, 40.0))),
            element(Role::Text, Some(Rect::new(0.0, 799.0, 40.0, 40.0))),
        ]);
        let markup = Markup::of(&seen, &refs(4), SCREEN);
        let rect = Rect::new(300.0, 780.0, 100.0, 20.0);
        assert_eq!(markup.marks, [Mark { reference: Ref(1), rect, kind: MarkKind::Press }]);
    }

    #[test]
    fn under_an_alert_only_what_answers_it_is_marked_and_secrets_stay_masked() {
        let frame = Some(Rect::new(10.0, 10.0, 100.0, 40.0));
        let inside = |role: Role| Element { in_modal: true, ..element(role, frame) };
        let secret = Element { place: Place::Behind, ..element(Role::SecureField, frame) };
        let button = element(Role::Button, frame);
        let mut seen = seen(vec![
            inside(Role::Alert),
            inside(Role::Text),
            inside(Role::Button),
            button,
            secret,
        ]);
        let alert = Modal { role: Role::Alert, title: None, buttons: Vec::new(), by_system: false };
        seen.modal = Some(alert);
        let markup = Markup::of(&seen, &refs(4), SCREEN);
        let marked: Vec<Ref> = markup.marks.iter().map(|mark| mark.reference).collect();
        assert_eq!(marked, [Ref(3)]);
        assert_eq!(markup.masks, [], "the alert covers it");
    }

    #[test]
    fn a_mask_hides_the_secret_and_not_what_lies_over_it() {
        let field = Rect::new(0.0, 100.0, 400.0, 50.0);
        let secret = Element { place: Place::Behind, ..element(Role::SecureField, Some(field)) };
        let alert = Rect::new(100.0, 120.0, 200.0, 200.0);
        let alert = Element { in_modal: true, ..element(Role::Alert, Some(alert)) };
        let markup = Markup::of(&seen(vec![secret, alert]), &[], SCREEN);
        let parts = [
            Rect::new(0.0, 100.0, 400.0, 20.0),
            Rect::new(0.0, 120.0, 100.0, 30.0),
            Rect::new(300.0, 120.0, 100.0, 30.0),
        ];
        assert_eq!(markup.masks, parts);
    }
}
