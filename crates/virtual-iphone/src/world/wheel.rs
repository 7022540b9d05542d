//! Picker wheels: which value a wheel shows, and how it turns.
//!
//! A wheel is bound to a text value, or to one part of a date or a time. Turning past an end goes on
//! at the other where the wheel wraps. Spelling of times: `docs/wires/world.md`, "Pickers".

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::apps::{DateMode, WheelSpec};

use super::template::text_of;

/// Height of one row of a wheel.
pub(crate) const ROW: f64 = 32.0;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const FIRST_YEAR: usize = 1920;
const YEARS: usize = 121;

/// Which part of a value a wheel sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Whole,
    Month,
    Day,
    Year,
    Hour,
    Minute,
    Half,
}

/// One wheel.
#[derive(Clone, Debug)]
pub(crate) struct Wheel {
    pub(crate) bind: String,
    pub(crate) options: Arc<Vec<String>>,
    pub(crate) wraps: bool,
    pub(crate) part: Part,
}

impl Wheel {
    /// A wheel over its own value.
    pub(crate) fn plain(spec: &WheelSpec) -> Self {
        let options = Arc::new(spec.options.clone());
        Self { bind: spec.bind.clone(), options, wraps: spec.wraps, part: Part::Whole }
    }

    /// The wheels of a date picker.
    pub(crate) fn of_date(bind: &str, mode: DateMode) -> Vec<Self> {
        let parts = match mode {
            DateMode::Date => [Part::Month, Part::Day, Part::Year],
            DateMode::Time => [Part::Hour, Part::Minute, Part::Half],
        };
        let wheel = |part: Part| Self {
            bind: bind.to_owned(),
            options: Arc::new(part.options()),
            wraps: !matches!(part, Part::Half | Part::Year),
            part,
        };
        parts.map(wheel).into()
    }

    /// The row in the middle.
    pub(crate) fn index(&self, values: &Map<String, Value>) -> usize {
        let text = values.get(&self.bind).map(text_of).unwrap_or_default();
        let found = match self.part {
            Part::Whole => self.options.iter().position(|option| *option == text),
            part => part.index(&text),
        };
        found.unwrap_or(0).min(self.options.len().saturating_sub(1))
    }

    /// What the row in the middle says.
    pub(crate) fn shown(&self, values: &Map<String, Value>) -> String {
        self.options.get(self.index(values)).cloned().unwrap_or_default()
    }

    /// The row that is so many rows away, if there is one.
    pub(crate) fn at(&self, index: usize, by: i64) -> Option<usize> {
        let count = i64::try_from(self.options.len()).ok()?;
        let to = i64::try_from(index).ok()? + by;
        let to = if self.wraps { to.rem_euclid(count.max(1)) } else { to };
        usize::try_from(to).ok().filter(|to| *to < self.options.len())
    }

    /// The row as far that way as the wheel goes.
    pub(crate) fn turned(&self, index: usize, by: i64) -> usize {
        let last = self.options.len().saturating_sub(1);
        self.at(index, by).unwrap_or(if by < 0 { 0 } else { last })
    }

    /// The bound value with a row in the middle.
    pub(crate) fn set(&self, values: &Map<String, Value>, index: usize) -> Value {
        let text = values.get(&self.bind).map(text_of).unwrap_or_default();
        Value::String(match self.part {
            Part::Whole => self.options.get(index).cloned().unwrap_or_default(),
            part => part.put(&text, index),
        })
    }
}

impl Part {
    fn options(self) -> Vec<String> {
        match self {
            Self::Whole => Vec::new(),
            Self::Month => MONTHS.map(str::to_owned).into(),
            Self::Day => (1..=31).map(|day| day.to_string()).collect(),
            Self::Year => (FIRST_YEAR..FIRST_YEAR + YEARS).map(|year| year.to_string()).collect(),
            Self::Hour => (1..=12).map(|hour| format!("{hour} o’clock")).collect(),
            Self::Minute => (0..60).map(minutes).collect(),
            Self::Half => vec!["AM".to_owned(), "PM".to_owned()],
        }
    }

    fn index(self, text: &str) -> Option<usize> {
        let numbers: Vec<usize> =
            text.split(['-', ':']).filter_map(|part| part.parse().ok()).collect();
        let first = *numbers.first()?;
        let (second, third) = (numbers.get(1).copied(), numbers.get(2).copied());
        match self {
            Self::Whole => None,
            Self::Year => first.checked_sub(FIRST_YEAR),
            Self::Month => second?.checked_sub(1),
            Self::Day => third?.checked_sub(1),
            Self::Hour => Some((first + 11) % 12),
            Self::Minute => second,
            Self::Half => Some(usize::from(first >= 12)),
        }
    }

    fn put(self, text: &str, index: usize) -> String {
        let part = |part: Self| part.index(text).unwrap_or(0);
        let chosen = |other: Self| if other == self { index } else { part(other) };
        if matches!(self, Self::Month | Self::Day | Self::Year) {
            let (year, month) = (chosen(Self::Year) + FIRST_YEAR, chosen(Self::Month) + 1);
            return format!("{year}-{month:02}-{:02}", chosen(Self::Day) + 1);
        }
        let hour = (chosen(Self::Hour) + 1) % 12 + 12 * chosen(Self::Half);
        format!("{hour:02}:{:02}", chosen(Self::Minute))
    }
}

fn minutes(count: usize) -> String {
    if count == 1 { "1 minute".to_owned() } else { format!("{count} minutes") }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn values(text: &str) -> Map<String, Value> {
        json!({"at": text}).as_object().cloned().unwrap_or_default()
    }

    #[test]
    fn a_time_reads_and_sets_part_by_part() {
        let wheels = Wheel::of_date("at", DateMode::Time);
        let now = values("17:36");
        let shown: Vec<String> = wheels.iter().map(|wheel| wheel.shown(&now)).collect();
        assert_eq!(shown, ["5 o’clock", "36 minutes", "PM"]);
        assert_eq!(wheels[2].set(&now, 0), json!("05:36"));
        assert_eq!(wheels[0].set(&now, 11), json!("12:36"));
        assert_eq!(wheels[0].set(&values("00:10"), 11), json!("00:10"));
    }

    #[test]
    fn a_wheel_wraps_only_where_it_says_so() {
        let wheels = Wheel::of_date("at", DateMode::Date);
        assert_eq!(wheels[0].shown(&values("2026-12-24")), "December");
        assert_eq!(wheels[0].at(11, 1), Some(0));
        assert_eq!(wheels[2].at(0, -1), None);
        assert_eq!(wheels[2].turned(0, -1), 0);
        assert_eq!(wheels[1].set(&values("2026-12-24"), 0), json!("2026-12-01"));
    }
}
