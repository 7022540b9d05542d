//! Picker wheels in words: what a wheel has to show for the value that a caller writes.
//!
//! A wheel tells only the row in its middle, so what it counts (hours, months, years) is read from
//! that text, and another row's text is made in its shape: `5 o’clock` for 7 is `7 o’clock`, `Mai`
//! for March is `März`. Shapes measured on iOS pickers: docs/wires/world.md, "Pickers".

use super::perception::fold;

/// A date or a time of day as a caller writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    Date { year: u32, month: u32, day: u32 },
    Time { hour: u32, minute: u32 },
}

/// Names of the months from January, by language, as wheels spell them.
const MONTHS: [[&str; 12]; 7] = [
    [
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
    ],
    [
        "Januar",
        "Februar",
        "März",
        "April",
        "Mai",
        "Juni",
        "Juli",
        "August",
        "September",
        "Oktober",
        "November",
        "Dezember",
    ],
    [
        "janvier",
        "février",
        "mars",
        "avril",
        "mai",
        "juin",
        "juillet",
        "août",
        "septembre",
        "octobre",
        "novembre",
        "décembre",
    ],
    [
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ],
    [
        "gennaio",
        "febbraio",
        "marzo",
        "aprile",
        "maggio",
        "giugno",
        "luglio",
        "agosto",
        "settembre",
        "ottobre",
        "novembre",
        "dicembre",
    ],
    [
        "janeiro",
        "fevereiro",
        "março",
        "abril",
        "maio",
        "junho",
        "julho",
        "agosto",
        "setembro",
        "outubro",
        "novembro",
        "dezembro",
    ],
    [
        "januari",
        "februari",
        "maart",
        "april",
        "mei",
        "juni",
        "juli",
        "augustus",
        "september",
        "oktober",
        "november",
        "december",
    ],
];

/// Words for the two halves of the day.
const HALVES: [(&str, &str); 5] =
    [("AM", "PM"), ("午前", "午後"), ("上午", "下午"), ("오전", "오후"), ("a. m.", "p. m.")];

/// What follows one and what follows more than one.
const PLURALS: [(&str, &str); 8] = [
    ("minute", "minutes"),
    ("hour", "hours"),
    ("second", "seconds"),
    ("day", "days"),
    ("week", "weeks"),
    ("Minute", "Minuten"),
    ("Stunde", "Stunden"),
    ("Sekunde", "Sekunden"),
];

impl When {
    /// Reads `2026-12-24`, `07:30`, `7:30 PM`.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        Self::date(text).or_else(|| Self::time(text))
    }

    fn date(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
        let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
        if parts.next().is_some() || year.len() != 4 || ![year, month, day].into_iter().all(digits)
        {
            return None;
        }
        let (year, month, day) = (year.parse().ok()?, month.parse().ok()?, day.parse().ok()?);
        (valid_day(year, month, day)).then_some(Self::Date { year, month, day })
    }

    fn time(text: &str) -> Option<Self> {
        let upper = text.to_uppercase();
        let half = ["AM", "PM"].into_iter().find(|half| upper.ends_with(half));
        let clock = half.map_or(upper.as_str(), |half| upper.trim_end_matches(half).trim_end());
        let (hour, minute) = clock.split_once(':')?;
        let (hour, minute): (u32, u32) = (number(hour)?, number(minute)?);
        let hour = match half {
            None => hour,
            Some(_) if hour == 0 || hour > 12 => return None,
            Some("AM") => hour % 12,
            Some(_) => hour % 12 + 12,
        };
        (hour < 24 && minute < 60).then_some(Self::Time { hour, minute })
    }

    /// What each wheel of a picker has to show, in the wheels' order: for each the spellings to try.
    /// `None` when these wheels do not tell such a value.
    pub fn on_wheels(self, shown: &[&str]) -> Option<Vec<Vec<String>>> {
        match self {
            Self::Date { year, month, day } => {
                let named = shown.iter().position(|text| !months_as(text, month).is_empty())?;
                let years = shown.iter().position(|text| counted(text).is_some_and(|n| n > 31))?;
                let days = (0..shown.len()).find(|at| ![named, years].contains(at))?;
                (shown.len() == 3 && counted(shown[days]).is_some()).then_some(())?;
                let mut texts = vec![Vec::new(); shown.len()];
                texts[named] = months_as(shown[named], month);
                texts[years] = spellings(shown[years], year);
                texts[days] = spellings(shown[days], day);
                Some(texts)
            }
            Self::Time { hour, minute } => time_on(shown, hour, minute),
        }
    }

    /// The order in which wheels are turned: the day last, as a short month takes a late day back.
    pub fn turning_order(self, shown: &[&str]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..shown.len()).collect();
        if matches!(self, Self::Date { .. }) {
            let is_day = |at: &usize| counted(shown[*at]).is_some_and(|n| n <= 31);
            let is_month = |at: &usize| !months_as(shown[*at], 1).is_empty();
            order.sort_by_key(|at| u32::from(is_day(at) && !is_month(at)));
        }
        order
    }
}

fn time_on(shown: &[&str], hour: u32, minute: u32) -> Option<Vec<Vec<String>>> {
    let halves = |text: &&str| half_as(text, false).is_some();
    let half = shown.iter().position(halves);
    let numbers: Vec<usize> = (0..shown.len()).filter(|at| Some(*at) != half).collect();
    let [hours, minutes] = numbers[..] else { return None };
    counted(shown[hours])?;
    counted(shown[minutes])?;
    let mut texts = vec![Vec::new(); shown.len()];
    let told = if half.is_some() { (hour + 11) % 12 + 1 } else { hour };
    texts[hours] = spellings(shown[hours], told);
    texts[minutes] = spellings(shown[minutes], minute);
    if let Some(half) = half {
        texts[half] = vec![half_as(shown[half], hour >= 12)?];
    }
    Some(texts)
}

/// The texts that a wheel may show for what a caller asks of it, the likeliest first.
pub fn spellings_of(shown: &str, asked: &str) -> Vec<String> {
    let asked = asked.trim();
    let mut texts = match number(asked).filter(|_| counted(shown).is_some()) {
        Some(count) => spellings(shown, count),
        None => Vec::new(),
    };
    for text in [asked.to_owned(), asked.replace('\'', "’"), asked.replace('’', "'")] {
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}

/// Whether a wheel shows one of these spellings.
pub fn is_shown(shown: &str, spellings: &[String]) -> bool {
    spellings.iter().any(|text| fold(text) == fold(shown))
}

/// The text for another count in the shape of the one that is shown.
fn spellings(shown: &str, count: u32) -> Vec<String> {
    let Some((before, digits, after)) = parted(shown) else { return vec![count.to_string()] };
    let after = plural(after, count);
    let padded = format!("{before}{count:0>width$}{after}", width = digits.len().max(2));
    let plain = format!("{before}{count}{after}");
    let mut texts = if digits.starts_with('0') { vec![padded, plain] } else { vec![plain, padded] };
    texts.dedup();
    texts
}

fn plural(after: &str, count: u32) -> String {
    let word = after.trim_start();
    let space = &after[..after.len() - word.len()];
    let pair = PLURALS.iter().find(|(one, more)| word == *one || word == *more);
    match pair {
        Some((one, _)) if count == 1 => format!("{space}{one}"),
        Some((_, more)) => format!("{space}{more}"),
        None => after.to_owned(),
    }
}

/// The month's name in the languages that spell the one that is shown: several share some names.
fn months_as(shown: &str, month: u32) -> Vec<String> {
    let shown = shown.trim();
    if shown.strip_suffix('月').and_then(number).is_some() {
        return vec![format!("{month}月")];
    }
    let Some(at) = usize::try_from(month).ok().and_then(|month| month.checked_sub(1)) else {
        return Vec::new();
    };
    let (exactly, loosely): (Vec<&[&str; 12]>, Vec<&[&str; 12]>) = MONTHS
        .iter()
        .filter(|names| names.iter().any(|name| fold(name) == fold(shown)))
        .partition(|names| names.contains(&shown));
    let mut names: Vec<String> = Vec::new();
    for name in exactly.into_iter().chain(loosely).filter_map(|names| names.get(at)) {
        if !names.iter().any(|known| known == name) {
            names.push((*name).to_owned());
        }
    }
    names
}

fn half_as(shown: &str, late: bool) -> Option<String> {
    let plain = |text: &str| fold(text).replace(['.', ' '], "");
    let shown = plain(shown);
    let (early, later) =
        HALVES.iter().find(|(early, late)| plain(early) == shown || plain(late) == shown)?;
    Some((if late { *later } else { *early }).to_owned())
}

/// The number that a text tells, with what stands around it; `None` for none or several.
fn counted(text: &str) -> Option<u32> {
    parted(text).and_then(|(_, digits, _)| number(digits))
}

fn parted(text: &str) -> Option<(&str, &str, &str)> {
    let from = text.find(|c: char| c.is_ascii_digit())?;
    let rest = &text[from..];
    let len = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let after = &rest[len..];
    (!after.contains(|c: char| c.is_ascii_digit())).then_some((&text[..from], &rest[..len], after))
}

fn number(text: &str) -> Option<u32> {
    let text = text.trim();
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

fn valid_day(year: u32, month: u32, day: u32) -> bool {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 0,
    };
    (1..=days).contains(&day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_times_are_read_as_people_write_them() {
        assert_eq!(When::parse("2026-12-24"), Some(When::Date { year: 2026, month: 12, day: 24 }));
        assert_eq!(When::parse("7:05 pm"), Some(When::Time { hour: 19, minute: 5 }));
        assert_eq!(When::parse("12:00AM"), Some(When::Time { hour: 0, minute: 0 }));
        for no in ["2026-02-30", "26-12-24", "25:00", "7:60", "13:00 PM", "7", "", "-1:00", "a:b"] {
            assert_eq!(When::parse(no), None, "{no}");
        }
    }

    #[test]
    fn each_wheel_is_given_its_part_in_its_own_spelling() {
        let texts = |when: &str, shown: &[&str]| {
            let wheels = When::parse(when)?.on_wheels(shown)?;
            Some(wheels.into_iter().map(|spellings| spellings[0].clone()).collect::<Vec<_>>())
        };
        let is = |texts: Option<Vec<String>>, expected: &[&str]| {
            assert_eq!(texts.unwrap(), expected);
        };
        is(texts("2026-12-24", &["May", "14", "1990"]), &["December", "24", "2026"]);
        is(texts("2026-03-01", &["14.", "Mai", "1990"]), &["1.", "März", "2026"]);
        is(texts("2026-03-01", &["1990年", "5月", "14日"]), &["2026年", "3月", "1日"]);
        is(texts("19:01", &["5 o’clock", "36 minutes", "AM"]), &["7 o’clock", "1 minute", "PM"]);
        is(texts("00:30", &["5 o’clock", "1 minute", "PM"]), &["12 o’clock", "30 minutes", "AM"]);
        is(texts("07:05", &["18", "00"]), &["7", "05"]);
        assert_eq!(texts("07:05", &["Small"]), None);
        assert_eq!(texts("2026-12-24", &["5 o’clock", "36 minutes", "PM"]), None);
    }

    #[test]
    fn a_short_month_is_turned_to_before_the_day() {
        let when = When::parse("2026-12-31").unwrap();
        assert_eq!(when.turning_order(&["14.", "Mai", "1990"]), [1, 2, 0]);
        assert_eq!(when.turning_order(&["1990年", "5月", "14日"]), [0, 1, 2]);
    }

    #[test]
    fn a_number_is_looked_for_in_the_shape_of_what_is_shown() {
        assert_eq!(spellings_of("5 o’clock", "7")[0], "7 o’clock");
        assert_eq!(spellings_of("5 o’clock", "7 o'clock")[1], "7 o’clock");
        assert_eq!(spellings_of("Medium", "7"), ["7"]);
        assert!(is_shown("7 o’clock", &["7 O'Clock".to_owned()]));
        assert!(!is_shown("17 o’clock", &spellings_of("5 o’clock", "7")));
    }
}
