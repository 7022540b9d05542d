//! Picker wheels: turned to a text by the road, else row by row with a look after each.
//!
//! A wheel tells only the row in its middle, so whether it has a row is found out by turning it. A
//! wheel that comes back to a row it showed before wraps and was seen whole; one that stands still
//! has ended. What was not found is told with all rows that were seen, and the wheel is turned back.
//! Measured on iOS pickers: a tap 30 points beside the middle moves one row, one of 55 moves two.

use super::super::prove::Proven;
use super::super::scrolling::unobscured;
use super::super::visit::{Sent, Visit};
use super::pursuit::{Pursuit, tap};
use crate::application::report::Acted;
use crate::domain::element::Element;
use crate::domain::error::{Candidate, DeviceError, ErrorCode};
use crate::domain::geometry::Point;
use crate::domain::judge::ReadBack;
use crate::domain::observation::{Observation, Perception};
use crate::domain::perception::plain;
use crate::domain::resolution::candidates;
use crate::domain::role::Role;
use crate::domain::step::{Input, Step};
use crate::domain::tree::{NodeId, UiTree};
use crate::domain::wheel::{When, is_shown, spellings_of};

/// How far beside a wheel's middle it is tapped, in points, and the most as a share of its height.
const BESIDE: f64 = 30.0;
/// See [`BESIDE`].
const BESIDE_SHARE: f64 = 0.25;
/// Rows that are looked through one by one; a wheel of minutes has 60.
const MOST_ROWS: usize = 62;
/// Spellings of one value that the road is asked for before rows are looked through.
const MOST_SPELLINGS: usize = 3;

/// The wheels of one picker: places among all wheels of the screen, in the tree's order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wheels {
    pub(super) of: usize,
    pub(super) places: Vec<usize>,
    /// The place that the target itself is, if it is a wheel.
    pub(super) own: Option<usize>,
}

/// What a wheel has to show.
#[derive(Debug)]
struct Turn {
    place: usize,
    spellings: Vec<String>,
}

impl Wheels {
    /// The wheels that an element of a screen is, holds, or stands among.
    pub(super) fn of(screen: &Observation, element: &Element) -> Option<Self> {
        let tree = &screen.tree;
        let all = wheels_in(tree);
        let own = all.iter().position(|wheel| *wheel == element.meaning || *wheel == element.hit);
        let inside = |outer: NodeId| -> Vec<usize> {
            (0..all.len()).filter(|&place| tree.is_within(all[place], outer)).collect()
        };
        let places = match own {
            Some(own) => tree
                .ancestors(all[own])
                .find(|&id| tree.node(id).role == Role::Picker)
                .map_or_else(|| vec![own], inside),
            None => [element.meaning, element.hit].into_iter().map(inside).max_by_key(Vec::len)?,
        };
        (!places.is_empty()).then_some(Self { of: all.len(), places, own })
    }

    fn shown(&self, screen: &Observation) -> Option<Vec<String>> {
        let all = wheels_in(&screen.tree);
        if all.len() != self.of {
            return None;
        }
        let text = |&place: &usize| screen.tree.value(all[place]).unwrap_or_default().to_owned();
        Some(self.places.iter().map(text).collect())
    }

    /// Which wheels have to show what: all of them for a date or a time, else one.
    fn plan(&self, screen: &Observation, asked: &str) -> Result<Vec<Turn>, DeviceError> {
        let shown = self.shown(screen).unwrap_or_default();
        let shown: Vec<&str> = shown.iter().map(String::as_str).collect();
        if let Some(when) = When::parse(asked)
            && let Some(mut texts) = when.on_wheels(&shown)
        {
            let turn = |at: usize| Turn {
                place: self.places[at],
                spellings: std::mem::take(&mut texts[at]),
            };
            return Ok(when.turning_order(&shown).into_iter().map(turn).collect());
        }
        let place = match (self.own, self.places.as_slice()) {
            (Some(own), _) => own,
            (None, [only]) => *only,
            (None, _) => return Err(several(screen, &shown, asked)),
        };
        let at = self.places.iter().position(|p| *p == place).unwrap_or_default();
        Ok(vec![Turn { place, spellings: spellings_of(shown[at], asked) }])
    }
}

fn several(screen: &Observation, shown: &[&str], asked: &str) -> DeviceError {
    let message = format!("this picker has {} wheels", shown.len());
    let elements = &screen.perception.elements;
    let wheels: Vec<usize> =
        (0..elements.len()).filter(|&i| elements[i].role == Role::PickerWheel).collect();
    DeviceError::invalid("value", &format!("is for one wheel, and {message}"), asked)
        .with_hint("name one wheel; or pass a date (2026-12-24) or a time (07:30) for all of them")
        .with_candidates(candidates(&screen.perception, &wheels, &|_| None))
}

impl Visit<'_> {
    pub(super) async fn set_wheels(
        &mut self,
        step: &Step,
        proven: Proven,
        (wheels, asked): (Wheels, &str),
    ) -> Result<Acted, DeviceError> {
        let plan = wheels.plan(&proven.before, asked)?;
        let mut pursuit = Pursuit::of(proven, self.now());
        for turn in &plan {
            if !self.turn(step, &mut pursuit, (&wheels, turn)).await? {
                break;
            }
        }
        let read = read_back(&pursuit, &wheels, &plan);
        self.conclude(step, pursuit, read).await
    }

    /// Turns one wheel; whether it shows what was asked then.
    async fn turn(
        &mut self,
        step: &Step,
        pursuit: &mut Pursuit,
        (wheels, turn): (&Wheels, &Turn),
    ) -> Result<bool, DeviceError> {
        let was = shown_at(pursuit, wheels, turn.place)?;
        if is_shown(&was, &turn.spellings) {
            return Ok(true);
        }
        for value in turn.spellings.iter().take(MOST_SPELLINGS) {
            let shows = shown_at(pursuit, wheels, turn.place)?;
            let input =
                Input::Wheel { nth: turn.place, of: wheels.of, shows, value: value.clone() };
            match self.pursue(step, pursuit, (&input, None)).await {
                Ok(()) if !pursuit.is_read() => return Ok(false),
                Ok(()) if is_shown(&shown_at(pursuit, wheels, turn.place)?, &turn.spellings) => {
                    return Ok(true);
                }
                // It may be turning still: nothing more is sent.
                Ok(()) if pursuit.sent == Sent::AckLost => return Ok(false),
                Ok(()) => {}
                Err(error) if error.code() == ErrorCode::CommandFailed => {
                    pursuit.last = self.read_screen().await?;
                }
                Err(error) => return Err(error),
            }
        }
        self.look_through(step, pursuit, (wheels, turn)).await
    }

    /// Turns the wheel row by row, down and then up from where it was.
    async fn look_through(
        &mut self,
        step: &Step,
        pursuit: &mut Pursuit,
        (wheels, turn): (&Wheels, &Turn),
    ) -> Result<bool, DeviceError> {
        let was = shown_at(pursuit, wheels, turn.place)?;
        let mut rows = vec![was.clone()];
        for below in [true, false] {
            match self.rows_that_way(step, pursuit, (wheels, turn), (below, &mut rows)).await? {
                Way::Found => return Ok(true),
                Way::Lost => return Ok(false),
                Way::Wrapped => break,
                Way::Ended => self.turn_back(step, pursuit, (wheels, turn.place, &was)).await?,
            }
        }
        self.turn_back(step, pursuit, (wheels, turn.place, &was)).await?;
        let now = shown_at(pursuit, wheels, turn.place)?;
        Err(no_such_row(&turn.spellings, &rows, (&was, &now)))
    }

    async fn rows_that_way(
        &mut self,
        step: &Step,
        pursuit: &mut Pursuit,
        (wheels, turn): (&Wheels, &Turn),
        (below, rows): (bool, &mut Vec<String>),
    ) -> Result<Way, DeviceError> {
        let mut last = shown_at(pursuit, wheels, turn.place)?;
        while rows.len() < MOST_ROWS {
            let Some(at) = beside(&pursuit.last, turn.place, below) else { return Ok(Way::Ended) };
            self.context.progress.report(&format!("row {}", rows.len())).await;
            self.pursue(step, pursuit, (&tap(at), None)).await?;
            if !pursuit.is_read() || pursuit.sent == Sent::AckLost {
                return Ok(Way::Lost);
            }
            let now = shown_at(pursuit, wheels, turn.place)?;
            if is_shown(&now, &turn.spellings) {
                return Ok(Way::Found);
            }
            if now == last {
                return Ok(Way::Ended);
            }
            if rows.contains(&now) {
                return Ok(Way::Wrapped);
            }
            if below {
                rows.push(now.clone());
            } else {
                rows.insert(0, now.clone());
            }
            last = now;
        }
        Ok(Way::Wrapped)
    }

    async fn turn_back(
        &mut self,
        step: &Step,
        pursuit: &mut Pursuit,
        (wheels, place, to): (&Wheels, usize, &str),
    ) -> Result<(), DeviceError> {
        let shows = shown_at(pursuit, wheels, place)?;
        if shows == to {
            return Ok(());
        }
        let input = Input::Wheel { nth: place, of: wheels.of, shows, value: to.to_owned() };
        match self.pursue(step, pursuit, (&input, None)).await {
            Err(error) if error.code() == ErrorCode::CommandFailed => Ok(()),
            outcome => outcome,
        }
    }
}

/// How a look through the rows ended.
enum Way {
    Found,
    /// The wheel stands at its first or last row.
    Ended,
    /// Every row was seen.
    Wrapped,
    /// Nothing is known of the last tap.
    Lost,
}

fn wheels_in(tree: &UiTree) -> Vec<NodeId> {
    tree.ids().filter(|&id| tree.node(id).role == Role::PickerWheel).collect()
}

/// What a wheel shows now.
///
/// # Errors
/// `ELEMENT_NOT_FOUND` when the wheels are others than before.
fn shown_at(pursuit: &Pursuit, wheels: &Wheels, place: usize) -> Result<String, DeviceError> {
    let tree = &pursuit.last.tree;
    let all = wheels_in(tree);
    if let Some(wheel) = all.get(place).filter(|_| all.len() == wheels.of) {
        return Ok(tree.value(*wheel).unwrap_or_default().to_owned());
    }
    let message = "the wheels are no longer where they were";
    Err(DeviceError::new(ErrorCode::ElementNotFound, message)
        .with_hint("observe_screen shows what is there now"))
}

/// Where a tap brings the neighbouring row to the middle; `None` where that cannot be touched.
fn beside(screen: &Observation, place: usize, below: bool) -> Option<Point> {
    let wheel = *wheels_in(&screen.tree).get(place)?;
    let frame = screen.tree.node(wheel).frame?;
    let away = BESIDE.min(frame.height * BESIDE_SHARE) * if below { 1.0 } else { -1.0 };
    let at = Point::new(frame.center().x, frame.center().y + away);
    is_free(&screen.perception, at).then_some(at)
}

fn is_free(screen: &Perception, at: Point) -> bool {
    unobscured(screen).contains(at) && screen.modal.is_none()
        || screen.modal.is_some()
            && screen.elements.iter().any(|e| {
                e.in_modal && e.role == Role::PickerWheel && e.frame.is_some_and(|f| f.contains(at))
            })
}

fn no_such_row(spellings: &[String], rows: &[String], (was, now): (&str, &str)) -> DeviceError {
    let asked = spellings.first().map_or("", String::as_str);
    let seen = if rows.len() < MOST_ROWS { "its rows" } else { "rows that were seen" };
    let back = if was == now {
        format!("turned back to \"{}\"", plain(was, 60))
    } else {
        format!("it shows \"{}\" now and was \"{}\"", plain(now, 60), plain(was, 60))
    };
    let message = format!("the wheel has no row \"{}\"; {back}", plain(asked, 60));
    let row = |row: &String| Candidate { handle: None, summary: format!("\"{}\"", plain(row, 60)) };
    DeviceError::new(ErrorCode::ElementNotFound, message)
        .with_hint(format!("pass one of {seen} as it is written"))
        .with_candidates(rows.iter().map(row).collect())
}

fn read_back(pursuit: &Pursuit, wheels: &Wheels, plan: &[Turn]) -> ReadBack {
    let texts = |screen: &Observation| wheels.shown(screen).map(|texts| texts.join(" "));
    let Some(now) = texts(&pursuit.last) else {
        return ReadBack::Unreadable("the wheels are no longer where they were".into());
    };
    let shows = |turn: &Turn| {
        shown_at(pursuit, wheels, turn.place).is_ok_and(|text| is_shown(&text, &turn.spellings))
    };
    let told = format!("={}", plain(&now, 80));
    if plan.iter().all(shows) {
        ReadBack::AsAsked(told)
    } else if texts(&pursuit.proven.before).as_deref() == Some(now.as_str()) {
        ReadBack::AsBefore(told)
    } else {
        ReadBack::Third(format!("it shows {told}"))
    }
}
