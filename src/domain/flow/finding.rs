//! Which element of this screen a flow's target is. Pure; by names, never by a place.
//!
//! Tiers: the identity as it was; its identifier, when its name is the same but for numbers in it;
//! its label and role, when its identifier changed. What is called otherwise is another element,
//! whatever its identifier: pressing "Unfollow" is not what "Follow" was. Of several none is taken.

use super::Known;
use crate::domain::effect::Tier;
use crate::domain::element::{Element, Identity, Strength};
use crate::domain::error::{Candidate, DeviceError, ErrorCode};
use crate::domain::flow::naming::described;
use crate::domain::observation::Perception;
use crate::domain::perception::{Refound, find_again, fold, identity_of};
use crate::domain::resolution::{Preference, Resolution, candidates, resolve};
use crate::domain::step::ElementQuery;

/// Finds the element that `known` is on this screen; `front` is the app in front.
///
/// # Errors
/// `ELEMENT_NOT_FOUND` with what is nearest, `ELEMENT_AMBIGUOUS` with all that fit.
pub fn find_known(
    screen: &Perception,
    front: Option<&str>,
    known: &Known,
    name_of: &dyn Fn(usize) -> Option<String>,
) -> Result<Resolution, DeviceError> {
    if let (Some(then), Some(now)) = (known.app.as_deref(), front)
        && then != now
    {
        let fact = format!("it was in {then}, and {now} is in front");
        return Err(not_found(known, &fact, Vec::new()));
    }
    let identity = Identity { app: screen.app.clone(), ..known.identity.clone() };
    match find_again(screen, &identity) {
        Refound::Same(index) => Ok(Resolution { index, tier: tier_of(identity.strength) }),
        Refound::Moved(index, strength) if is_called(screen, index, &identity) => {
            Ok(Resolution { index, tier: tier_of(strength) })
        }
        Refound::Moved(index, _) => {
            let renamed = candidates(screen, &[index], name_of);
            Err(not_found(known, "what has its identifier is called otherwise", renamed))
        }
        Refound::Several(several) => {
            let message = format!("{} elements could be {}", several.len(), described(known));
            Err(DeviceError::new(ErrorCode::ElementAmbiguous, message)
                .with_candidates(candidates(screen, &several, name_of)))
        }
        Refound::Gone => by_label(screen, &identity).ok_or_else(|| {
            not_found(known, "it is not on this screen", nearest(screen, known, name_of))
        }),
    }
}

/// The one element with the recorded label and role, whatever its identifier is now.
fn by_label(screen: &Perception, identity: &Identity) -> Option<Resolution> {
    let label = fold(identity.label.as_deref()?);
    if identity.strength < Strength::Label || label.is_empty() {
        return None;
    }
    let is_like = |index: &usize| {
        let now = identity_of(screen, *index);
        now.role == identity.role
            && now.alert == identity.alert
            && now.label.as_deref().is_some_and(|is| fold(is) == label)
    };
    let mut like = (0..screen.elements.len()).filter(is_like);
    match (like.next(), like.next()) {
        (Some(index), None) => Some(Resolution { index, tier: Tier::LabelRole }),
        _ => None,
    }
}

/// Whether the element still goes by its recorded name; numbers in it may count something. The name
/// of a field may be what is typed in it, so it says nothing.
fn is_called(screen: &Perception, index: usize, identity: &Identity) -> bool {
    let element: &Element = &screen.elements[index];
    let Some(then) = identity.label.as_deref().map(fold) else { return true };
    let now = identity_of(screen, index).label.map(|label| fold(&label));
    let by_identifier = element.identifier.is_some() && element.identifier == identity.identifier;
    match now {
        _ if by_identifier && element.role.is_text_input() => true,
        Some(now) if by_identifier => without_numbers(&now) == without_numbers(&then),
        Some(now) => now == then,
        None => false,
    }
}

fn without_numbers(text: &str) -> String {
    text.chars().filter(|c| !c.is_numeric()).collect()
}

fn not_found(known: &Known, fact: &str, near: Vec<Candidate>) -> DeviceError {
    let message = format!("no element is {}: {fact}", described(known));
    DeviceError::new(ErrorCode::ElementNotFound, message).with_candidates(near)
}

/// What goes by a name like the recorded one.
fn nearest(
    screen: &Perception,
    known: &Known,
    name_of: &dyn Fn(usize) -> Option<String>,
) -> Vec<Candidate> {
    let identity = &known.identity;
    let text = identity.label.as_deref().or(identity.identifier.as_deref()).unwrap_or_default();
    let query = ElementQuery { text: text.to_owned(), role: None };
    match resolve(screen, &query, Preference::Any, name_of) {
        Ok(found) => candidates(screen, &[found.index], name_of),
        Err(error) => error.candidates().to_vec(),
    }
}

const fn tier_of(strength: Strength) -> Tier {
    match strength {
        Strength::Identifier => Tier::Identifier,
        Strength::Label | Strength::Context => Tier::LabelRole,
        Strength::Position => Tier::Proximity,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::perception::testing::seen;

    fn known(screen: &Perception, index: usize) -> Known {
        let identity = identity_of(screen, index);
        Known { app: Some("com.example.app".to_owned()), identity, asked: None }
    }

    fn find(screen: &Perception, known: &Known) -> Result<(usize, Tier), ErrorCode> {
        find_known(screen, Some("com.example.app"), known, &|_| None)
            .map(|found| (found.index, found.tier))
            .map_err(|error| error.code())
    }

    #[test]
    fn an_element_is_found_by_its_identifier_wherever_it_lies() {
        let save = known(&seen("button \"Save\" #save [20,100,100,44]"), 0);
        let later = seen("text \"News\" [20,60,100,20]\nbutton \"Save\" #save [20,500,100,44]");
        assert_eq!(find(&later, &save), Ok((1, Tier::Identifier)));
    }

    #[test]
    fn an_element_that_is_called_otherwise_is_another_one() {
        let follow = known(&seen("button \"Follow\" #follow [20,100,100,44]"), 0);
        let later = seen("button \"Following\" #follow [20,100,100,44]");
        let error = find_known(&later, None, &follow, &|_| None).unwrap_err();
        assert_eq!(error.code(), ErrorCode::ElementNotFound);
        assert!(error.candidates()[0].summary.contains("Following"), "{error:?}");
    }

    #[test]
    fn a_count_in_a_name_is_no_other_name_and_the_name_of_a_field_is_what_it_holds() {
        let inbox = known(&seen("cell \"Inbox 3\" #inbox [0,100,390,44]"), 0);
        let later = seen("cell \"Inbox 12\" #inbox [0,100,390,44]");
        assert_eq!(find(&later, &inbox), Ok((0, Tier::Identifier)));
        let field = known(&seen("textfield \"Name\" #name [0,100,390,44]"), 0);
        let later = seen("textfield \"Ann\" #name [0,100,390,44]");
        assert_eq!(find(&later, &field), Ok((0, Tier::Identifier)));
        // Without an identifier a number is all that tells rows apart.
        let row = known(&seen("cell \"Row 9\" [0,100,390,44]"), 0);
        let later = seen("cell \"Row 99\" [0,100,390,44]");
        assert_eq!(find(&later, &row), Err(ErrorCode::ElementNotFound));
    }

    #[test]
    fn a_changed_identifier_leaves_label_and_role_if_they_are_unique() {
        let save = known(&seen("button \"Save\" #save [20,100,100,44]"), 0);
        let later = seen("button \"Save\" #save_v2 [20,100,100,44]\ntext \"Save\" [0,0,90,20]");
        assert_eq!(
            find(&later, &save),
            Ok((
                later.elements.iter().position(|e| e.identifier.is_some()).unwrap(),
                Tier::LabelRole
            ))
        );
        let twins = seen("button \"Save\" #a [20,100,100,44]\nbutton \"Save\" #b [20,200,100,44]");
        assert_eq!(find(&twins, &save), Err(ErrorCode::ElementNotFound));
    }

    #[test]
    fn what_is_gone_is_told_with_what_is_nearest_and_of_several_none_is_taken() {
        let save = known(&seen("button \"Delete rooms\" [20,100,100,44]"), 0);
        let later = seen("button \"Delete room\" [20,100,100,44]\ntext \"Other\" [20,300,100,44]");
        let error = find_known(&later, None, &save, &|_| None).unwrap_err();
        assert!(
            error.candidates().iter().any(|c| c.summary.contains("\"Delete room\"")),
            "{error:?}"
        );
        let one = known(&seen("button \"Go\" [20,100,100,44]"), 0);
        let two = seen("button \"Go\" [20,100,100,44]\nbutton \"Go\" [20,200,100,44]");
        assert_eq!(find(&two, &one), Err(ErrorCode::ElementAmbiguous));
    }

    #[test]
    fn another_app_in_front_holds_none_of_it() {
        let screen = seen("button \"Save\" #save [20,100,100,44]");
        let save = known(&screen, 0);
        let error = find_known(&screen, Some("com.example.other"), &save, &|_| None).unwrap_err();
        assert_eq!(error.code(), ErrorCode::ElementNotFound);
        assert!(error.message().contains("com.example.other"), "{}", error.message());
    }
}
