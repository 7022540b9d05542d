//! What a picture costs: `cargo run --release --example cost`.
//!
//! For the first screen of every app the median of twenty: laying out and listing what is drawn,
//! drawing and encoding it as PNG, and the file's size. The limit for the second is 25 ms.

use std::error::Error;
use std::io::Write;

use tokio::time::Instant;
use virtual_iphone::compositor::Compositor;
use virtual_iphone::input::Wire;
use virtual_iphone::world::{Setup, World};

const ROUNDS: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::new(Setup::builtin(1));
    let mut compositor = Compositor::new();
    let mut out = std::io::stdout().lock();
    writeln!(out, "{:32} {:>8} {:>8} {:>8}", "app", "scene ms", "PNG ms", "KB")?;
    for app in world.apps() {
        let opened = world.launch(Wire::Wda, &app.bundle_id, false);
        opened.map_err(|refused| refused.to_string())?;
        world.advance_to(world.now_ms() + 3_000);
        let (mut listed, mut drawn, mut bytes) = (Vec::new(), Vec::new(), 0);
        for _ in 0..ROUNDS {
            let start = Instant::now();
            let scene = world.scene();
            listed.push(start.elapsed().as_secs_f64() * 1_000.0);
            let start = Instant::now();
            bytes = compositor.png(&scene).len();
            drawn.push(start.elapsed().as_secs_f64() * 1_000.0);
        }
        let (listed, drawn) = (median(listed), median(drawn));
        let kilobytes = bytes as f64 / 1_024.0;
        writeln!(out, "{:32} {listed:8.2} {drawn:8.2} {kilobytes:8.1}", app.bundle_id)?;
    }
    Ok(())
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}
