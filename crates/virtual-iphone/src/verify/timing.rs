//! How long routes take, beside what the profiles say.

use std::io;

use serde_json::{Value, json};

use crate::ledger::{Costs, Profile, Work};

use super::client::Wire;
use super::report::Report;

const ROUNDS: u32 = 3;

pub(super) async fn probe(wire: &mut Wire, report: &mut Report) -> io::Result<()> {
    let costs = Costs::builtin().map_err(io::Error::other)?;
    let xml = wire.read("/source").await?.value();
    let nodes = xml.as_str().unwrap_or_default().matches("<XCUIElementType").count();
    let claimed = |work: Work| -> Value {
        let profiles = [Profile::Simulator, Profile::Usb, Profile::Wifi];
        let row = profiles.map(|p| (p.name().to_owned(), json!(costs.seconds(p, work, nodes, 0))));
        Value::Object(row.into_iter().collect())
    };
    for (probe, path, work) in [
        ("timing.session", "", Work::Session),
        ("timing.source.json", "/source?format=json", Work::Tree),
        ("timing.source.xml", "/source", Work::Tree),
        ("timing.screenshot", "/screenshot", Work::Screenshot),
        ("timing.window", "/window/size", Work::WindowSize),
        ("timing.active_app", "/wda/activeAppInfo", Work::Foreground),
        ("timing.alert", "/alert/text", Work::AlertText),
    ] {
        let mut total = 0.0;
        for _ in 0..ROUNDS {
            total += wire.read(path).await?.seconds;
        }
        report.took(probe, claimed(work), total / f64::from(ROUNDS));
    }
    let body = json!({"using": "class name", "value": "XCUIElementTypeNavigationBar"});
    let found = wire.act("/element", body).await?;
    report.took("timing.find", claimed(Work::Find), found.seconds);
    Ok(())
}
