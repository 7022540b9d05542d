//! The software keyboard: where it is, what its return key says, which nodes are its keys.
//!
//! WebDriverAgent has a node for it, also while it is parked below the screen: then it is not
//! there. idb has none: a block of fifteen buttons named by one or two characters counts as one
//! when it is made of letters and some key gives it away (shift, delete, space, emoji) or there is
//! something to type into. A calculator has digits, a word game has neither.

use super::survey::Survey;
use super::text::{fold, is_blank};
use crate::domain::geometry::Rect;
use crate::domain::observation::KeyboardShown;
use crate::domain::role::Role;
use crate::domain::tree::{NodeId, UiTree};

/// A keyboard on the screen.
#[derive(Clone, Debug)]
pub(super) struct Keyboard {
    pub(super) frame: Rect,
    /// Its node; none where its keys are loose buttons.
    node: Option<NodeId>,
    /// Parent of loose keys.
    parent: Option<NodeId>,
    /// Height above the keys that belongs to it: suggestions.
    strip: f64,
}

/// Fewest keys of a keyboard without a node.
const LEAST_KEYS: usize = 15;
/// Fewest keys among them that are letters.
const LEAST_LETTERS: usize = 8;
/// Height of the row of suggestions above the keys, in points.
const STRIP: f64 = 60.0;
/// Points of a keyboard that must be on the screen for it to count as shown.
const LEAST_SHOWN: f64 = 40.0;
/// Identifiers and labels of keys that nothing but a keyboard has.
const TELLTALE: [&str; 8] =
    ["shift", "delete", "space", "emoji", "dictation", "next keyboard", "return", "numbers"];
/// What a return key is called by its identifier.
const RETURNS: [&str; 13] = [
    "return",
    "go",
    "search",
    "send",
    "done",
    "next",
    "join",
    "route",
    "continue",
    "google",
    "yahoo",
    "emergency call",
    "enter",
];

impl Keyboard {
    /// Whether a node is a key of it, a suggestion or its ground.
    pub(super) fn owns(&self, tree: &UiTree, id: NodeId) -> bool {
        if let Some(node) = self.node {
            return tree.is_within(id, node);
        }
        let node = tree.node(id);
        node.parent == self.parent
            && node.frame.is_some_and(|f| {
                f.y >= self.frame.y - self.strip && f.height <= self.frame.height + 2.0 * STRIP
            })
    }
}

/// The keyboard on the screen, if there is one.
pub(super) fn keyboard(tree: &UiTree, survey: &Survey) -> Option<Keyboard> {
    match survey.keyboard {
        Some(node) => shown(tree, survey, node),
        None => loose(tree, survey),
    }
}

fn shown(tree: &UiTree, survey: &Survey, node: NodeId) -> Option<Keyboard> {
    let frame = tree.node(node).frame?;
    let part = survey.visible_part(frame)?;
    (part.height >= LEAST_SHOWN.min(frame.height)).then_some(Keyboard {
        frame: part,
        node: Some(node),
        parent: None,
        strip: 0.0,
    })
}

/// A block of short buttons in the lower part of the screen that can only be a keyboard.
fn loose(tree: &UiTree, survey: &Survey) -> Option<Keyboard> {
    let keys = &survey.short_buttons;
    if keys.len() < LEAST_KEYS {
        return None;
    }
    let screen = survey.screen?;
    let parent = tree.parent(*keys.last()?);
    let frames: Vec<Rect> = keys
        .iter()
        .filter(|&&k| tree.parent(k) == parent)
        .filter_map(|&k| tree.node(k).frame)
        .filter(|f| f.y > screen.y + screen.height * 0.3 && f.height < screen.height / 6.0)
        .collect();
    let letters = keys.iter().filter(|&&k| tree.label(k).is_some_and(is_letter)).count();
    if frames.len() < LEAST_KEYS || letters < LEAST_LETTERS || !is_given_away(tree, survey) {
        return None;
    }
    let top = frames.iter().fold(f64::MAX, |top, f| top.min(f.y));
    let frame = Rect::new(screen.x, top, screen.width, screen.bottom() - top);
    Some(Keyboard { frame, node: None, parent, strip: STRIP })
}

fn is_letter(label: &str) -> bool {
    label.chars().all(|c| c.is_alphabetic() || c.is_whitespace())
}

fn is_given_away(tree: &UiTree, survey: &Survey) -> bool {
    let Some(&first) = survey.short_buttons.first() else { return false };
    let parent = tree.parent(first);
    tree.ids().any(|id| {
        let node = tree.node(id);
        let telling = || {
            [tree.identifier(id), tree.label(id)]
                .into_iter()
                .flatten()
                .any(|t| t.len() < 16 && TELLTALE.contains(&fold(t).as_str()))
        };
        node.role.is_text_input() || (node.parent == parent && telling())
    })
}

/// What a person should know of it: its frame and its return key.
pub(super) fn described(tree: &UiTree, keyboard: &Keyboard) -> KeyboardShown {
    let keys = tree.ids().filter(|&id| {
        matches!(tree.node(id).role, Role::Button | Role::Key) && keyboard.owns(tree, id)
    });
    let return_label = keys
        .filter(|&id| {
            [tree.identifier(id), tree.label(id)]
                .into_iter()
                .flatten()
                .any(|t| t.len() < 20 && RETURNS.contains(&fold(t).as_str()))
        })
        .last()
        .and_then(|id| tree.label(id).filter(|l| !is_blank(l)).or_else(|| tree.identifier(id)))
        .map(str::to_owned);
    KeyboardShown { frame: keyboard.frame, return_label }
}

#[cfg(test)]
mod tests {
    use crate::domain::element::Place;
    use crate::domain::perception::testing::{drawn, lines, seen};
    use crate::domain::role::Role;

    fn block(labels: &str, top: u32) -> String {
        let place = |i: usize| (10 + 38 * (i % 10), top as usize + 54 * (i / 10));
        let labels: Vec<char> = labels.chars().collect();
        drawn(labels.len(), |i| {
            let (x, y) = place(i);
            format!("button \"{}\" [{x},{y},36,50]", labels[i])
        })
    }

    #[test]
    fn a_keyboard_is_one_line_and_its_keys_are_keys() {
        let p = seen(
            "textfield \"Message\" [20,400,300,36] focused\n\
             keyboard [0,553,390,291]\n  key \"q\" [0,560,39,54]\n  key \"w\" [39,560,39,54]\n  button \"send\" #Send [300,780,90,50]",
        );

        assert_eq!(
            lines(&p),
            ["e1 textfield \"Message\" focused @(170,418)", "keyboard shown, return key \"send\""]
        );
        let keys: Vec<_> = p.elements.iter().filter(|e| e.place == Place::Keyboard).collect();
        assert_eq!(keys.len(), 3);
        assert!(keys.iter().all(|key| key.role == Role::Key));
    }

    #[test]
    fn a_keyboard_parked_below_the_screen_is_not_there() {
        let p = seen(
            "button \"Go\" [20,400,300,36]\nkeyboard [0,844,390,291]\n  key \"q\" [0,850,39,54]",
        );

        assert!(p.viewport.keyboard.is_none());
        assert_eq!(lines(&p), ["e1 button \"Go\" @(170,418)"]);
    }

    #[test]
    fn a_block_of_letters_is_a_keyboard_where_something_gives_it_away() {
        let latin = format!(
            "button \"Back\" [10,50,60,40]\n{}button \"space\" #space [102,752,200,54]",
            block("QWERTYUIOPASDFGHJKLZXCVBNM", 590)
        );
        let kana = format!(
            "searchfield [47,64,303,39]\n{}",
            block("あかさたなはまやらわ、小゛。ー＾", 590)
        );

        for drawing in [latin, kana] {
            let p = seen(&drawing);
            assert!(p.viewport.keyboard.is_some(), "{drawing}");
            assert_eq!(p.elements.iter().filter(|e| e.is_listed()).count(), 1, "{drawing}");
        }
    }

    #[test]
    fn a_calculator_and_a_word_game_are_no_keyboards() {
        for labels in ["789÷456×123-0.=+%C", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"] {
            let p = seen(&block(labels, 400));
            assert!(p.viewport.keyboard.is_none(), "{labels}");
            assert_eq!(p.elements.len(), labels.chars().count());
        }
    }

    #[test]
    fn what_the_keyboard_covers_is_behind_it() {
        let p = seen(
            "button \"Submit\" [20,700,300,44]\nbutton \"Top\" [20,60,300,44]\nkeyboard [0,553,390,291]\n  key \"q\" [0,560,39,54]",
        );

        assert_eq!(lines(&p)[0], "e1 button \"Top\" @(170,82)");
        assert!(p.elements.iter().any(|e| e.place == Place::Behind));
    }
}
