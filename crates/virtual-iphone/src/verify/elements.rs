//! Finding, reading, and the errors of both.

use std::io;

use serde_json::{Value, json};

use super::client::{Reply, Wire};
use super::report::{Report, Tag::Sourced};

const W3C_KEY: &str = "element-6066-11e4-a52e-4f735466cecf";

async fn find(wire: &Wire, path: &str, using: &str, value: &str) -> io::Result<Reply> {
    wire.act(path, json!({ "using": using, "value": value })).await
}

pub(super) async fn probe(wire: &mut Wire, report: &mut Report) -> io::Result<()> {
    strategies(wire, report).await?;
    refusals(wire, report).await?;
    reads(wire, report).await
}

/// One named cell or button, found by every strategy there is.
async fn strategies(wire: &Wire, report: &mut Report) -> io::Result<()> {
    let app = find(wire, "/element", "class name", "XCUIElementTypeApplication").await?.value();
    report.holds(
        "find.both_keys",
        Sourced,
        app["ELEMENT"].is_string() && app["ELEMENT"] == app[W3C_KEY],
        app.clone(),
    );
    let named =
        find(wire, "/element", "predicate string", "type == 'XCUIElementTypeNavigationBar'")
            .await?;
    let id = named.value()["ELEMENT"].as_str().unwrap_or_default().to_owned();
    report.holds("find.predicate", Sourced, !id.is_empty(), named.json());
    let name = wire.read(&format!("/element/{id}/attribute/name")).await?.value();
    let name = name.as_str().unwrap_or_default().replace('\'', "\\'");
    for (probe, using, value) in [
        ("find.accessibility_id", "accessibility id", name.clone()),
        ("find.id", "id", name.clone()),
        ("find.name", "name", name.clone()),
        ("find.class_name", "class name", "XCUIElementTypeNavigationBar".to_owned()),
        (
            "find.class_chain",
            "class chain",
            format!("**/XCUIElementTypeNavigationBar[`name == '{name}'`]"),
        ),
        ("find.xpath", "xpath", format!("//XCUIElementTypeNavigationBar[@name=\"{name}\"]")),
        ("find.link_text", "link text", format!("name={name}")),
    ] {
        let list = find(wire, "/elements", using, &value).await?;
        let found = list.value();
        let mut ids = found.as_array().into_iter().flatten().map(|item| &item["ELEMENT"]);
        report.holds(probe, Sourced, ids.any(|known| *known == id.as_str()), list.json());
    }
    let inside =
        find(wire, &format!("/element/{id}/elements"), "class name", "XCUIElementTypeAny").await?;
    report.is("find.below", Sourced, json!(200), json!(inside.status));
    Ok(())
}

async fn refusals(wire: &Wire, report: &mut Report) -> io::Result<()> {
    let none = find(wire, "/element", "accessibility id", "no such thing").await?;
    report.is("find.none", Sourced, json!([404, "no such element"]), none.error());
    let text = none.message().starts_with("unable to find an element");
    report.holds("find.none.message", Sourced, text, json!(none.message()));
    let many = find(wire, "/elements", "accessibility id", "no such thing").await?;
    report.is("find.none_of_many", Sourced, json!([200, []]), json!([many.status, many.value()]));
    for (probe, using, value, expected) in [
        ("find.short_class", "class name", "Button", json!([400, "invalid argument"])),
        ("find.strategy", "css selector", "x", json!([400, "invalid argument"])),
        ("find.prefix", "-ios predicate string", "name == 'x'", json!([400, "invalid argument"])),
        ("find.bad_xpath", "xpath", "//*[", json!([400, "invalid selector"])),
        ("find.bad_chain", "class chain", "**/[", json!([400, "invalid selector"])),
        ("find.bad_predicate", "predicate string", "name ==", json!([500, "unknown error"])),
    ] {
        let reply = find(wire, "/element", using, value).await?;
        report.is(probe, Sourced, expected, reply.error());
    }
    let half = wire.act("/element", json!({"using": "id"})).await?;
    report.is("find.no_value", Sourced, json!([400, "invalid argument"]), half.error());
    let stale = wire.read("/element/00000000-0000-0000-FFFF-000000000000/rect").await?;
    report.is("element.stale", Sourced, json!([404, "stale element reference"]), stale.error());
    let active = wire.read("/element/active").await?;
    report.is("element.none_active", Sourced, json!([404, "no such element"]), active.error());
    Ok(())
}

async fn reads(wire: &Wire, report: &mut Report) -> io::Result<()> {
    let cell = find(wire, "/element", "class name", "XCUIElementTypeStaticText").await?.value();
    let id = cell["ELEMENT"].as_str().unwrap_or_default();
    let path = |part: &str| format!("/element/{id}/{part}");
    let rect = wire.read(&path("rect")).await?.value();
    let is_whole = ["x", "y", "width", "height"].iter().all(|key| rect[key].is_number());
    report.holds("element.rect", Sourced, is_whole, rect);
    for (probe, part) in [
        ("element.enabled", "enabled"),
        ("element.displayed", "displayed"),
        ("element.selected", "selected"),
    ] {
        let value = wire.read(&path(part)).await?.value();
        report.holds(probe, Sourced, value.is_boolean(), value);
    }
    let kind = wire.read(&path("name")).await?.value();
    report.is("element.name_is_type", Sourced, json!("XCUIElementTypeStaticText"), kind);
    let text = wire.read(&path("text")).await?.value();
    report.holds("element.text", Sourced, text.is_string(), text);
    let label = wire.read(&path("attribute/wdLabel")).await?.value();
    let plain = wire.read(&path("attribute/label")).await?.value();
    report.is("element.wd_prefix", Sourced, plain, label);
    let unknown = wire.read(&path("attribute/noSuchThing")).await?;
    report.is("element.unknown_attribute", Sourced, json!([500, "unknown error"]), unknown.error());
    let picture = wire.read(&path("screenshot")).await?.value();
    let is_png = picture.as_str().unwrap_or_default().starts_with("iVBOR");
    report.holds("element.screenshot", Sourced, is_png, Value::Null);
    Ok(())
}
