//! Whether a reading is a screen at all, and what a digest must say that elements cannot.
//!
//! A tree that came back degenerate is named as such with what to do; it never looks like an empty
//! screen. Sources: docs/wires/wda-source.md, "Failed reads"; docs/wires/idb-describe.md,
//! "Degenerate answers".

use std::collections::HashMap;

use super::ReadContext;
use super::survey::Survey;
use super::text::{fold, plain};
use crate::domain::element::{Element, Place};
use crate::domain::observation::Completeness;
use crate::domain::role::Role;
use crate::domain::tree::UiTree;

/// Services that draw for the system and are no app a person opened.
const SERVICES: [&str; 4] =
    ["dock", "dockfolderviewservice", "springboardservice", "usernotificationsui"];

/// How much of the screen the reading tells, and what to say about it.
pub(super) fn verdict(
    tree: &UiTree,
    survey: &Survey,
    elements: &[Element],
    app: Option<&str>,
    context: &ReadContext<'_>,
) -> (Completeness, Vec<String>) {
    let front = context.foreground.filter(|f| !f.is_empty());
    let read = tree.bundle_id.as_deref();
    if let (Some(front), Some(read)) = (front, read)
        && front != read
    {
        return wrong_app(front, read);
    }
    if survey.unread > 0 && 2 * survey.unread >= tree.len() {
        let note = "this reading failed: the attributes of the elements could not be read, which says nothing about the screen; observe again, or take a screenshot";
        return (Completeness::Unreadable, vec![note.to_owned()]);
    }
    let empty = !elements.iter().any(|e| e.place != Place::Offscreen);
    if let Some(name) = app.filter(|name| empty && is_service(name)) {
        let front = front.unwrap_or("the app in front");
        return wrong_app(front, name);
    }
    if let Some(front) = front
        && is_of_another(front, app, empty, context.names)
    {
        return wrong_app(front, app.unwrap_or("the system"));
    }
    if empty {
        return nothing(tree, elements);
    }
    (Completeness::Whole, notes(tree, survey, elements))
}

fn wrong_app(front: &str, read: &str) -> (Completeness, Vec<String>) {
    let (front, read) = (plain(front, 80), plain(read, 80));
    let note = format!(
        "this is the tree of {read}, not of {front}: observe again, launch the app, or take a screenshot"
    );
    (Completeness::WrongApp, vec![note])
}

/// Whether a tree that calls itself `name` is known not to be of the app in front: another app is
/// called so, or the one in front is called otherwise and nothing is on the screen. The system's own
/// tree has no name (docs/wires/wda-source.md, "Failed reads").
fn is_of_another(
    front: &str,
    name: Option<&str>,
    empty: bool,
    names: Option<&HashMap<String, String>>,
) -> bool {
    let Some(names) = names else { return false };
    let is_other = |known: &String| Some(known.as_str()) != name;
    let of_another = || names.iter().any(|(app, known)| app != front && !is_other(known));
    names.get(front).is_some_and(is_other) && (empty || of_another())
}

fn is_service(name: &str) -> bool {
    let name = fold(name);
    SERVICES.contains(&name.as_str()) || (name.ends_with("viewservice") && !name.contains(' '))
}

/// A tree that names nothing.
fn nothing(tree: &UiTree, elements: &[Element]) -> (Completeness, Vec<String>) {
    let containers = tree
        .nodes()
        .iter()
        .any(|n| !matches!(n.role, Role::Application | Role::Window | Role::StatusBar));
    let web = tree.nodes().iter().any(|n| n.role == Role::WebView);
    let (completeness, note) = if !elements.is_empty() {
        (
            Completeness::Treeless,
            "nothing named lies on the screen, only off-screen: scroll, or take a screenshot",
        )
    } else if web {
        (Completeness::Treeless, WEB)
    } else if containers {
        (Completeness::Treeless, CANVAS)
    } else {
        (
            Completeness::RootOnly,
            "only the application itself came back, though its screen is surely not empty: observe again, or take a screenshot",
        )
    };
    (completeness, vec![note.to_owned()])
}

const WEB: &str =
    "the web view has no elements yet or hides them: wait and observe again, or take a screenshot";
const CANVAS: &str = "the screen is drawn on a canvas that has no elements (game, video, map): take_screenshot shows it";

/// What elements cannot say of a screen that has some.
fn notes(tree: &UiTree, survey: &Survey, elements: &[Element]) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(time) = survey.clock.and_then(|clock| tree.label(clock)) {
        notes.push(format!("status bar \"{}\"", plain(time, 16)));
    }
    if survey.all_covered {
        notes.push("everything here is reported as covered: another app or an alert may be in front; take a screenshot".to_owned());
    }
    if is_silent_web(tree, survey, elements) {
        notes.push(WEB.to_owned());
    } else if is_canvas(survey, elements) {
        notes.push("part of this screen is drawn on a canvas that has no elements; take a screenshot with refs".to_owned());
    }
    if tree.repairs.texts > 0 {
        notes.push(format!("{} texts held bytes that are no text", tree.repairs.texts));
    }
    notes
}

/// A web view on the screen in which nothing readable lies.
fn is_silent_web(tree: &UiTree, survey: &Survey, elements: &[Element]) -> bool {
    let mut views = tree.ids().filter(|&id| {
        let node = tree.node(id);
        node.role == Role::WebView
            && node.visible
            && node
                .frame
                .is_some_and(|f| survey.is_on_screen(f) && f.width > 80.0 && f.height > 80.0)
    });
    let mut any = false;
    let silent = views.all(|view| {
        any = true;
        !elements.iter().any(|e| {
            e.place != Place::Keyboard && e.meaning != view && tree.is_within(e.meaning, view)
        })
    });
    any && silent
}

/// At most three elements, none of them readable, one of them half the screen.
fn is_canvas(survey: &Survey, elements: &[Element]) -> bool {
    let Some(screen) = survey.screen else { return false };
    let listed = || elements.iter().filter(|e| e.is_listed());
    listed().count() <= 3
        && listed().all(|e| e.label.is_none() && e.value.is_none())
        && listed().any(|e| e.frame.is_some_and(|f| f.area() >= 0.5 * screen.area()))
}

#[cfg(test)]
mod tests {
    use crate::domain::observation::{Completeness, Perception};
    use std::collections::HashMap;

    use crate::domain::perception::testing::{lines, screen, seen, tree};
    use crate::domain::perception::{ReadContext, perceive};

    #[track_caller]
    fn check(p: &Perception, completeness: Completeness, says: &str) {
        assert_eq!(p.completeness, completeness);
        assert!(
            lines(p).iter().any(|l| l.starts_with("note: ") && l.contains(says)),
            "{:?}",
            lines(p)
        );
    }

    #[test]
    fn a_degenerate_tree_is_said_to_be_one() {
        let read = |drawing: &str| perceive(&tree(drawing), &ReadContext::default());

        check(
            &read("application \"Safari\" [0,0,402,874]"),
            Completeness::RootOnly,
            "only the application",
        );
        check(
            &read("unread [-1,-1,0,0] hidden\n  unread [-1,-1,0,0] hidden"),
            Completeness::Unreadable,
            "could not be read",
        );
        check(
            &read("application \"DockFolderViewService\" [0,0,1032,1376]"),
            Completeness::WrongApp,
            "DockFolderViewService",
        );
        check(
            &seen("other [0,0,390,844]\n  other [0,0,390,844]"),
            Completeness::Treeless,
            "canvas",
        );
        check(
            &seen("webview [0,0,390,844]\n  other [0,0,390,844]"),
            Completeness::Treeless,
            "web view",
        );
        check(&read(""), Completeness::RootOnly, "only the application");
    }

    #[test]
    fn a_tree_of_another_app_names_both() {
        let mut tree = screen("button \"Buy\" [20,100,100,44]");
        tree.bundle_id = Some("com.example.shop".to_owned());
        let context =
            ReadContext { foreground: Some("com.example.mail"), ..ReadContext::default() };
        let p = perceive(&tree, &context);

        check(&p, Completeness::WrongApp, "com.example.shop, not of com.example.mail");
    }

    #[test]
    fn a_tree_that_calls_itself_as_another_app_is_of_that_one() {
        let names: HashMap<String, String> =
            [("com.example.mail", "Mail"), ("com.example.shop", "Shop")]
                .map(|(app, name)| (app.to_owned(), name.to_owned()))
                .into();
        let context = ReadContext {
            foreground: Some("com.example.mail"),
            names: Some(&names),
            ..ReadContext::default()
        };
        let called = |name: &str, body: &str| {
            let window = "[0,0,390,844]";
            let drawing = format!("application \"{name}\" {window}\n  window {window}\n    {body}");
            perceive(&tree(&drawing), &context)
        };
        let buy = "button \"Buy\" [20,100,100,44]";
        check(&called("Shop", buy), Completeness::WrongApp, "Shop, not of com.example.mail");
        check(
            &called("Home", "other [0,0,390,844]"),
            Completeness::WrongApp,
            "Home, not of com.example.mail",
        );
        let nameless = called(" ", "other [0,0,390,844]");
        check(&nameless, Completeness::WrongApp, "the system, not of com.example.mail");
        assert_eq!(called("Mail", buy).completeness, Completeness::Whole);
        assert_eq!(called("Post", buy).completeness, Completeness::Whole, "it may be renamed");
    }

    #[test]
    fn a_silent_web_view_and_a_canvas_are_noted_beside_what_can_be_read() {
        let web = seen(
            "button \"Close\" [10,50,60,40]\nwebview [0,100,390,700]\n  other [0,100,390,700]",
        );
        let canvas = seen("other #game_view [0,0,390,844]");

        check(&web, Completeness::Whole, "web view");
        check(&canvas, Completeness::Whole, "canvas");
    }
}
