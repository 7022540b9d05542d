//! The vertical plan of a screen's content: which piece begins where, before any view exists.
//!
//! A list of thousands of rows is planned by arithmetic; only the pieces inside the asked window
//! are listed. Positions are in content coordinates, zero at the top.

use serde_json::Value;

use crate::apps::{Control, ListSpec, RowSource, RowSpec, SearchSpec};
use crate::world::process::Screen;
use crate::world::template::Params;

use super::{NO_ROW, Site, item, style};

/// Height of a plain row on iOS 26.
pub(crate) const ROW: f64 = 52.0;
const SEARCH: f64 = 52.0;
const HEADER: f64 = 38.0;
const GAP: f64 = 26.0;
const LETTER: f64 = 28.0;
/// Height of a row of wheels.
const WHEELS: f64 = 180.0;
/// Rows beyond the edges of the window that a table keeps built.
const SLACK: f64 = 26.0;
/// Views that a list recycles among its rows.
const SLOTS: usize = 40;

/// What a piece of content is.
#[derive(Clone, Debug)]
pub(crate) enum Piece<'a> {
    Banner,
    Search(&'a SearchSpec),
    /// The white ground of a section.
    Card,
    Header(&'a str),
    Footer(&'a str),
    Row(&'a RowSpec),
    /// A row of another screen that a search found.
    Found {
        row: &'a RowSpec,
        screen: &'a str,
        place: String,
    },
    Letter(char),
    /// A generated row and its values.
    Entry {
        list: &'a ListSpec,
        row: Params,
        hidden: bool,
    },
}

/// A piece and its place.
#[derive(Clone, Debug)]
pub(crate) struct Placed<'a> {
    pub(crate) y: f64,
    pub(crate) height: f64,
    pub(crate) item: u32,
    pub(crate) piece: Piece<'a>,
    pub(crate) last: bool,
}

/// The content of one screen.
#[derive(Debug, Default)]
pub(crate) struct Plan<'a> {
    pub(crate) pieces: Vec<Placed<'a>>,
    pub(crate) height: f64,
    pub(crate) letters: Vec<(char, f64)>,
    window: Option<(f64, f64)>,
}

impl<'a> Plan<'a> {
    /// Plans a screen; without a window only the height and the letters are known.
    pub(crate) fn new(site: &Site<'a>, screen: &'a Screen, window: Option<(f64, f64)>) -> Self {
        let mut plan = Self { window, ..Self::default() };
        let spec = site.app.spec_of(screen);
        if screen.banner > 0.0 {
            plan.put(screen.banner, item::BANNER, Piece::Banner);
        }
        let mut query = String::new();
        if let Some(search) = &spec.search {
            plan.put(SEARCH, item::SEARCH, Piece::Search(search));
            query = site.app.scope(screen, &NO_ROW).text(&applied(&search.bind)).to_lowercase();
        }
        if let Some(list) = &spec.list {
            plan.list(site, screen, list, &query);
        } else if query.is_empty() {
            plan.sections(site, screen);
        } else {
            plan.found(site, screen, &query);
        }
        plan.height += 20.0;
        plan
    }

    fn shows(&self, y: f64, height: f64) -> bool {
        self.window.is_some_and(|(top, bottom)| y + height > top - SLACK && y < bottom + SLACK)
    }

    fn put(&mut self, height: f64, item: u32, piece: Piece<'a>) {
        if self.shows(self.height, height) {
            let placed = Placed { y: self.height, height, item, piece, last: false };
            self.pieces.push(placed);
        }
        self.height += height;
    }

    fn sections(&mut self, site: &Site<'a>, screen: &'a Screen) {
        let mut next = item::FIRST_ROW;
        for section in &site.app.spec_of(screen).sections {
            match &section.header {
                Some(header) => self.put(HEADER, next, Piece::Header(header)),
                None => self.height += if next == item::FIRST_ROW { 8.0 } else { GAP },
            }
            let exists = |row: &&RowSpec| exists(site, screen, row);
            let heights: f64 =
                section.rows.iter().filter(exists).map(|row| row_height(site, screen, row)).sum();
            if heights > 0.0 {
                self.ground(heights, next);
            }
            let last = section.rows.iter().rposition(|row| exists(&row));
            for (i, row) in section.rows.iter().enumerate().filter(|(_, row)| exists(row)) {
                let at = next + 1 + i as u32;
                self.row(site, screen, row, at, Some(i) == last);
            }
            next += 2 + section.rows.len() as u32;
            if let Some(footer) = &section.footer {
                let lines = style::lines_of(footer, 13.0, site.bounds.width - 72.0);
                self.put(lines * 17.0 + 12.0, next - 1, Piece::Footer(footer));
            }
        }
    }

    fn ground(&mut self, height: f64, item: u32) {
        if self.shows(self.height, height) {
            let placed = Placed { y: self.height, height, item, piece: Piece::Card, last: false };
            self.pieces.push(placed);
        }
    }

    fn row(&mut self, site: &Site<'a>, screen: &Screen, row: &'a RowSpec, item: u32, last: bool) {
        self.put(row_height(site, screen, row), item, Piece::Row(row));
        if let Some(placed) = self.pieces.last_mut().filter(|placed| placed.item == item) {
            placed.last = last;
        }
    }

    /// Search results: this screen's rows, then those of the others with the way to them.
    fn found(&mut self, site: &Site<'a>, screen: &'a Screen, query: &str) {
        let spec = site.app.spec_of(screen);
        let matches =
            |row: &RowSpec| !row.title.is_empty() && row.title.to_lowercase().contains(query);
        let (mut next, start, at) = (item::FIRST_ROW, self.height, self.pieces.len());
        let everywhere = spec.search.as_ref().is_some_and(|search| search.everywhere);
        for section in &spec.sections {
            for (i, row) in section.rows.iter().enumerate() {
                if matches(row) {
                    self.row(site, screen, row, next + 1 + i as u32, false);
                }
            }
            next += 2 + section.rows.len() as u32;
        }
        let mut found = item::FIRST_FOUND;
        for (name, other) in site.app.spec.screens.iter().filter(|_| everywhere) {
            for row in other.sections.iter().flat_map(|section| &section.rows) {
                if *name != screen.name && matches(row) {
                    let place = other.title.clone();
                    self.put(ROW, found, Piece::Found { row, screen: name, place });
                }
                found += 1;
            }
        }
        if self.window.is_some() && self.height > start {
            let (height, item) = (self.height - start, item::FIRST_ROW);
            let ground = Placed { y: start, height, item, piece: Piece::Card, last: false };
            self.pieces.insert(at, ground);
        }
    }

    fn list(&mut self, site: &Site<'a>, screen: &'a Screen, list: &'a ListSpec, query: &str) {
        let values = &site.app.values;
        let texts: Vec<&str> = match &list.rows {
            RowSource::Count(_) => Vec::new(),
            RowSource::Items(items) => items.iter().map(String::as_str).collect(),
            RowSource::State(name) => match values.get(name) {
                Some(Value::Array(items)) => items.iter().filter_map(Value::as_str).collect(),
                _ => Vec::new(),
            },
        };
        let count = if let RowSource::Count(count) = list.rows { count } else { texts.len() };
        let entry = |n: usize| -> Params {
            let item = texts.get(n).map_or_else(|| (n + 1).to_string(), |text| (*text).to_owned());
            vec![("item".to_owned(), item), ("n".to_owned(), (n + 1).to_string())]
        };
        if list.index {
            self.lettered(list, &texts, &entry);
        } else if query.is_empty() {
            self.straight(list, count, &entry);
        } else {
            for n in 0..count {
                let row = entry(n);
                if site.app.scope(screen, &row).expand(&list.title).to_lowercase().contains(query) {
                    self.put(ROW, slot(n), Piece::Entry { list, row, hidden: false });
                }
            }
        }
    }

    fn straight(&mut self, list: &'a ListSpec, count: usize, entry: &dyn Fn(usize) -> Params) {
        let start = self.height;
        self.height += count as f64 * ROW;
        let Some((top, bottom)) = self.window else { return };
        let first = (((top - SLACK - start) / ROW).floor().max(0.0) as usize).min(count);
        let end = (((bottom + SLACK - start) / ROW).ceil().max(0.0) as usize).min(count);
        for n in first..end {
            let piece = Piece::Entry { list, row: entry(n), hidden: false };
            let y = start + n as f64 * ROW;
            let last = n + 1 == count;
            self.pieces.push(Placed { y, height: ROW, item: slot(n), piece, last });
        }
        // Recycled cells: they keep the rows that left last, and share one place at the top.
        let spare = if first >= 3 { first - 3..first } else { end..count.min(end + 3) };
        for n in spare {
            let piece = Piece::Entry { list, row: entry(n), hidden: true };
            self.pieces.push(Placed { y: top, height: ROW, item: slot(n), piece, last: false });
        }
    }

    fn lettered(&mut self, list: &'a ListSpec, texts: &[&str], entry: &dyn Fn(usize) -> Params) {
        for (n, text) in texts.iter().enumerate() {
            let letter = text.chars().next().map_or('#', |c| c.to_ascii_uppercase());
            if self.letters.last().is_none_or(|(last, _)| *last != letter) {
                self.letters.push((letter, self.height));
                self.put(LETTER, item::FIRST_FOUND + letter as u32 % 1024, Piece::Letter(letter));
            }
            if self.shows(self.height, ROW) {
                self.put(ROW, slot(n), Piece::Entry { list, row: entry(n), hidden: false });
            } else {
                self.height += ROW;
            }
        }
    }
}

/// The view slot of a list row: rows that are far apart share one.
fn slot(n: usize) -> u32 {
    item::FIRST_SLOT + (n % SLOTS) as u32
}

/// The value that drives a search's results, which follows the typed one after a silence.
pub(crate) fn applied(bind: &str) -> String {
    format!("{bind}.applied")
}

/// Whether a row's condition holds.
fn exists(site: &Site<'_>, screen: &Screen, row: &RowSpec) -> bool {
    let scope = site.app.scope(screen, &NO_ROW);
    row.when.as_ref().is_none_or(|condition| scope.holds(condition))
}

fn row_height(site: &Site<'_>, screen: &Screen, row: &RowSpec) -> f64 {
    match &row.control {
        Some(Control::TextView { height, .. }) => *height,
        Some(Control::Picker { .. } | Control::Date { .. }) => WHEELS,
        None if row.wrap => {
            let text = site.app.scope(screen, &NO_ROW).expand(&row.title);
            30.0 + style::lines_of(&text, 17.0, site.bounds.width - 72.0) * 22.0
        }
        _ => ROW,
    }
}
