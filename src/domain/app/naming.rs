//! Which app a name means: by what is installed where that is known, else by Apple's own apps.
//!
//! `apple.csv` holds a bundle id and the names on the home screen in English, German and Japanese.
//! Source: Apple Platform Deployment, "Bundle IDs for native iPhone and iPad apps", and the home
//! screens of iOS.

use super::{BundleId, InstalledApp};
use crate::domain::error::{Candidate, DeviceError, ErrorCode};
use crate::domain::perception::{fold, plain};

const APPLE: &str = include_str!("apple.csv");
/// Least similarity (0 to 1) at which a name is worth suggesting.
const WORTH_SUGGESTING: f64 = 0.5;
const MOST_SUGGESTED: usize = 8;

/// The app that is meant by `name`, with the name it goes by.
///
/// A name that is exactly an app's (once folded) is preferred to one that is a whole part of it;
/// `installed` is `None` where nothing can list the device's apps.
///
/// # Errors
/// `INVALID_ARGUMENT` for an empty name or one that several apps go by, `APP_NOT_FOUND` with the
/// nearest names.
pub fn app_named(
    name: &str,
    installed: Option<&[InstalledApp]>,
) -> Result<InstalledApp, DeviceError> {
    let wanted = fold(name);
    if wanted.is_empty() {
        return Err(DeviceError::invalid("name", "names no app", name));
    }
    let apple = apple();
    let pool = installed.unwrap_or(&apple);
    for exactly in [true, false] {
        match found(pool, &wanted, exactly).as_slice() {
            [] => {}
            [one] => return Ok((*one).clone()),
            several => return Err(ambiguous(name, several)),
        }
        // A device in another language still has the app that goes by this name elsewhere.
        let known = apple.iter().find(|app| exactly && fold(&app.name) == wanted);
        if let Some(there) = known.and_then(|known| pool.iter().find(|app| app.id == known.id)) {
            return Ok(there.clone());
        }
    }
    Err(missing(name, &wanted, pool, installed.is_some()))
}

fn apple() -> Vec<InstalledApp> {
    let names = APPLE.lines().filter_map(|line| line.split_once(','));
    let apps = names.flat_map(|(id, names)| names.split(',').map(move |name| (id, name)));
    apps.filter_map(|(id, name)| {
        Some(InstalledApp { id: BundleId::parse(id).ok()?, name: name.to_owned() })
    })
    .collect()
}

/// Apps of this name, each once.
fn found<'a>(pool: &'a [InstalledApp], wanted: &str, exactly: bool) -> Vec<&'a InstalledApp> {
    let mut found: Vec<&InstalledApp> = Vec::new();
    for app in pool {
        let name = fold(&app.name);
        let fits = if exactly { name == wanted } else { holds_words(&name, wanted) };
        if fits && !found.iter().any(|known| known.id == app.id) {
            found.push(app);
        }
    }
    found
}

/// Whether every word of `part` stands in `whole` as a word.
fn holds_words(whole: &str, part: &str) -> bool {
    part.split(' ').all(|word| whole.split(' ').any(|own| own == word))
}

fn ambiguous(name: &str, several: &[&InstalledApp]) -> DeviceError {
    DeviceError::invalid("name", &format!("fits the names of {} apps", several.len()), name)
        .with_hint("repeat the call with the bundle_id of one of them")
        .with_candidates(several.iter().copied().map(candidate).collect())
}

fn missing(name: &str, wanted: &str, pool: &[InstalledApp], listed: bool) -> DeviceError {
    let name = plain(name, 60);
    let scorer = rapidfuzz::fuzz::RatioBatchComparator::new(wanted.chars());
    let score = |app: &InstalledApp| scorer.similarity(fold(&app.name).chars());
    let mut near: Vec<(f64, &InstalledApp)> = pool.iter().map(|app| (score(app), app)).collect();
    near.retain(|(score, _)| *score >= WORTH_SUGGESTING);
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    let near: Vec<Candidate> =
        near.into_iter().take(MOST_SUGGESTED).map(|(_, app)| candidate(app)).collect();
    let (message, hint) = if listed {
        (format!("no app \"{name}\" is installed"), "pass a name as the home screen shows it")
    } else {
        (
            format!(
                "the apps of this device cannot be listed, and Apple has none named \"{name}\""
            ),
            "pass bundle_id",
        )
    };
    DeviceError::new(ErrorCode::AppNotFound, message).with_hint(hint).with_candidates(near)
}

fn candidate(app: &InstalledApp) -> Candidate {
    Candidate { handle: Some(app.id.to_string()), summary: plain(&app.name, 60) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn app(id: &str, name: &str) -> InstalledApp {
        InstalledApp { id: BundleId::parse(id).unwrap(), name: name.to_owned() }
    }

    #[test]
    fn every_line_of_the_table_is_an_app() {
        assert_eq!(apple().iter().filter(|app| app.name.is_empty()).count(), 0);
        let ids: std::collections::HashSet<_> = apple().into_iter().map(|app| app.id).collect();
        assert_eq!(ids.len(), APPLE.lines().count());
    }

    #[test]
    fn an_exact_name_comes_before_a_part_and_a_part_before_a_guess() {
        let apps = [app("a.notes", "Notes"), app("b.notes", "Voice Notes"), app("c.x", "Mail Box")];
        let id = |name: &str| app_named(name, Some(&apps)).map(|app| app.id.to_string());
        assert_eq!(id("notes").unwrap(), "a.notes");
        assert_eq!(id("voice").unwrap(), "b.notes");
        assert_eq!(id("Not").unwrap_err().code(), ErrorCode::AppNotFound);
        assert_eq!(id("Mailbox").unwrap_err().candidates()[0].handle.as_deref(), Some("c.x"));
        assert_eq!(id(" ").unwrap_err().code(), ErrorCode::InvalidArgument);
    }

    #[test]
    fn a_part_of_several_names_is_refused_with_all_of_them() {
        let apps = [app("a.a", "My Notes"), app("b.b", "Voice Notes")];
        let error = app_named("notes", Some(&apps)).unwrap_err();
        assert_eq!((error.code(), error.candidates().len()), (ErrorCode::InvalidArgument, 2));
    }

    #[test]
    fn apples_apps_are_known_by_their_names_in_other_languages() {
        let german = [app("com.apple.Preferences", "Einstellungen")];
        assert_eq!(app_named("Settings", Some(&german)).unwrap().name, "Einstellungen");
        assert_eq!(app_named("設定", None).unwrap().id.as_str(), "com.apple.Preferences");
        // What is not installed is not launched because Apple makes it.
        assert!(app_named("Stocks", Some(&german)).is_err());
    }
}
