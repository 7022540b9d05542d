//! Draws a sample screen to a PNG file: `cargo run --example draw -- screen.png`.
//!
//! A settings list with every kind of item that the display list has, so that a change of the
//! compositor can be looked at.

use std::error::Error;

use virtual_iphone::compositor::Compositor;
use virtual_iphone::geometry::{Rect, Size};
use virtual_iphone::scene::{Align, Color, Item, Scene};

const BACKGROUND: Color = Color(242, 242, 247, 255);
const WHITE: Color = Color(255, 255, 255, 255);
const BLACK: Color = Color(0, 0, 0, 255);
const GREY: Color = Color(60, 60, 67, 153);
const FAINT: Color = Color(60, 60, 67, 76);
const SEPARATOR: Color = Color(60, 60, 67, 41);
const BLUE: Color = Color(0, 136, 255, 255);

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: draw FILE.png")?;
    std::fs::write(path, Compositor::new().png(&sample()))?;
    Ok(())
}

/// A whole screen of an iPhone with 402 by 874 points.
fn sample() -> Scene {
    let size = Size { width: 402.0, height: 874.0 };
    let mut page = Page { items: Vec::new() };
    page.fill(Rect::new(0.0, 0.0, size.width, size.height), BACKGROUND, 0.0);
    page.status_bar();
    page.text(Rect::new(20.0, 104.0, 340.0, 41.0), "Einstellungen", 34.0, BLACK, true);
    page.search_field();
    page.profile();
    page.switches();
    page.text_size();
    page.languages();
    page.symbols();
    Scene { size, scale: 3.0, items: page.items }
}

struct Page {
    items: Vec<Item>,
}

impl Page {
    fn fill(&mut self, rect: Rect, color: Color, radius: f64) {
        self.items.push(Item::Fill { rect, color, radius });
    }

    fn text(&mut self, rect: Rect, text: &str, size: f64, color: Color, bold: bool) {
        let (text, align, wrap) = (text.to_owned(), Align::Left, false);
        self.items.push(Item::Text { rect, text, size, color, align, bold, wrap });
    }

    fn symbol(&mut self, rect: Rect, name: &str, color: Color) {
        self.items.push(Item::Symbol { rect, name: name.to_owned(), color });
    }

    fn card(&mut self, top: f64, rows: u32) {
        self.fill(Rect::new(16.0, top, 370.0, 52.0 * f64::from(rows)), WHITE, 26.0);
        for row in 1..rows {
            let y = top + 52.0 * f64::from(row);
            self.fill(Rect::new(72.0, y, 298.0, 1.0 / 3.0), SEPARATOR, 0.0);
        }
    }

    fn row(&mut self, top: f64, title: &str, icon: &str, tint: Color) {
        self.fill(Rect::new(32.0, top + 11.0, 30.0, 30.0), tint, 7.5);
        self.symbol(Rect::new(37.0, top + 16.0, 20.0, 20.0), icon, WHITE);
        self.text(Rect::new(76.0, top + 15.0, 200.0, 22.0), title, 17.0, BLACK, false);
    }

    fn status_bar(&mut self) {
        self.text(Rect::new(52.0, 21.0, 60.0, 22.0), "9:41", 17.0, BLACK, true);
        self.symbol(Rect::new(286.0, 26.0, 19.0, 12.0), "cellularbars", BLACK);
        self.symbol(Rect::new(311.0, 26.0, 17.0, 12.0), "wifi", BLACK);
        self.symbol(Rect::new(335.0, 25.5, 27.0, 13.0), "battery", BLACK);
    }

    fn search_field(&mut self) {
        self.fill(Rect::new(16.0, 154.0, 370.0, 44.0), Color(118, 118, 128, 31), 22.0);
        self.symbol(Rect::new(28.0, 166.0, 20.0, 20.0), "magnifyingglass", GREY);
        self.text(Rect::new(54.0, 165.0, 200.0, 22.0), "Suchen", 17.0, GREY, false);
    }

    fn profile(&mut self) {
        self.fill(Rect::new(16.0, 216.0, 370.0, 84.0), WHITE, 26.0);
        self.fill(Rect::new(30.0, 228.0, 60.0, 60.0), Color(174, 174, 178, 255), 30.0);
        self.symbol(Rect::new(44.0, 240.0, 32.0, 32.0), "person", WHITE);
        self.text(Rect::new(104.0, 232.0, 240.0, 26.0), "Jürgen Groß", 20.0, BLACK, true);
        let note = "Apple Account, iCloud und mehr als in diese Zeile passt";
        self.text(Rect::new(104.0, 260.0, 246.0, 20.0), note, 15.0, GREY, false);
        self.symbol(Rect::new(360.0, 251.0, 8.0, 14.0), "chevron.forward", FAINT);
    }

    fn switches(&mut self) {
        self.card(318.0, 3);
        self.row(318.0, "Flugmodus", "airplane", Color(255, 149, 0, 255));
        let rect = |row: f64| Rect::new(307.0, 318.0 + 52.0 * row + 12.0, 63.0, 28.0);
        self.items.push(Item::Switch { rect: rect(0.0), position: 1.0, enabled: true });
        self.row(370.0, "WLAN", "wifi", BLUE);
        self.items.push(Item::Switch { rect: rect(1.0), position: 0.0, enabled: true });
        self.row(422.0, "Allgemein", "gearshape", Color(142, 142, 147, 255));
        self.items.push(Item::Switch { rect: rect(2.0), position: 0.4, enabled: false });
    }

    fn text_size(&mut self) {
        self.fill(Rect::new(16.0, 492.0, 370.0, 62.0), WHITE, 26.0);
        let rect = Rect::new(32.0, 509.0, 220.0, 28.0);
        self.items.push(Item::Slider { rect, fraction: 0.35, enabled: true });
        let rect = Rect::new(319.0, 507.5, 51.0, 31.0);
        self.items.push(Item::Switch { rect, position: 1.0, enabled: true });
        self.items.push(Item::Text {
            rect: Rect::new(32.0, 560.0, 338.0, 40.0),
            text: "Apps, die dynamischen Text unterstützen, passen sich deiner bevorzugten Lesegröße an."
                .to_owned(),
            size: 13.0,
            color: GREY,
            align: Align::Left,
            bold: false,
            wrap: true,
        });
    }

    fn languages(&mut self) {
        self.card(612.0, 2);
        self.row(612.0, "設定（日本語）の表示", "globe", BLUE);
        self.row(664.0, "Emoji 🦀 и кириллица", "no.such", Color(88, 86, 214, 255));
        self.items.push(Item::Alpha { opacity: 0.5 });
        self.fill(Rect::new(230.0, 640.0, 120.0, 50.0), BLUE, 25.0);
        self.text(Rect::new(252.0, 654.0, 80.0, 22.0), "半透明 ½", 17.0, WHITE, true);
        self.items.push(Item::EndAlpha);
    }

    fn symbols(&mut self) {
        let names = "chevron.backward square.and.pencil plus delete.left shift person.circle.fill \
                     message bell star trash cart lock mic arrow.up xmark checkmark ellipsis minus";
        let strip = Rect::new(16.0, 736.0, 370.0, 96.0);
        self.items.push(Item::Clip { rect: strip });
        self.fill(Rect::new(0.0, 736.0, 402.0, 120.0), WHITE, 26.0);
        for (index, name) in names.split_whitespace().enumerate() {
            let (column, row) = ((index % 9) as f64, (index / 9) as f64);
            let rect = Rect::new(28.0 + column * 39.0, 748.0 + row * 40.0, 26.0, 26.0);
            self.symbol(rect, name, BLUE);
        }
        self.items.push(Item::EndClip);
        let rect = Rect::new(12.0, 732.0, 378.0, 104.0);
        self.items.push(Item::Stroke { rect, color: BLUE, radius: 30.0, width: 1.0 });
        self.fill(Rect::new(131.0, 861.0, 140.0, 5.0), BLACK, 2.5);
    }
}
