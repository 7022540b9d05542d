//! Source, finding, element attributes and pictures.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::client::{FORM, Stage};

#[tokio::test]
async fn the_tree_comes_as_xml_json_text_and_accessible_source() {
    let mut stage = Stage::new().await;
    let xml = stage
        .wire
        .get("/source?format=xml&scope=AppiumAUT&excluded_attributes=visible")
        .await
        .value();
    let xml = xml.as_str().unwrap();
    assert!(xml.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<AppiumAUT>\n  <XCUIElementTypeApplication type="));
    assert!(xml.contains(&format!("bundleId=\"{FORM}\"")) && !xml.contains("visible="));
    let tree = stage.get("/source?format=json").await.value();
    assert_eq!(tree["type"], "Application");
    assert_eq!(tree["isVisible"], "1");
    assert!(
        stage
            .get("/source?format=description")
            .await
            .value()
            .as_str()
            .unwrap()
            .starts_with("Element subtree:")
    );
    assert_eq!(stage.get("/wda/accessibleSource").await.value()["type"], "Application");
    assert_eq!(stage.get("/source?format=yaml").await.error(), (400, "invalid argument".into()));
}

#[tokio::test]
async fn elements_are_found_by_every_strategy_and_keep_their_id() {
    let mut stage = Stage::new().await;
    let id = stage.element("form.subscribe").await;
    for (using, value) in [
        ("id", "form.subscribe"),
        ("predicate string", "name == 'form.subscribe'"),
        ("class chain", "**/XCUIElementTypeSwitch[`name == 'form.subscribe'`]"),
        ("xpath", "//XCUIElementTypeSwitch[@name='form.subscribe' and contains(@label,'scri')]"),
        ("class name", "XCUIElementTypeSwitch"),
        ("link text", "name=form.subscribe"),
    ] {
        let found = stage.post("/elements", &json!({"using": using, "value": value})).await.value();
        assert_eq!(found[0]["ELEMENT"], id.as_str(), "{using}");
        assert_eq!(found[0]["element-6066-11e4-a52e-4f735466cecf"], id.as_str());
    }
    let none = json!({"using": "id", "value": "absent"});
    assert_eq!(stage.post("/elements", &none).await.value(), json!([]));
    let missing = stage.post("/element", &none).await;
    assert_eq!(missing.error(), (404, "no such element".into()));
    assert_eq!(missing.value()["message"], "unable to find an element using 'id', value 'absent'");
}

#[tokio::test]
async fn a_find_can_bring_attributes_and_search_below_an_element() {
    let mut stage = Stage::new().await;
    let settings = json!({"settings": {"shouldUseCompactResponses": false, "elementResponseAttributes": "name,rect,label,attribute/value"}});
    stage.post("/appium/settings", &settings).await;
    let found =
        stage.post("/element", &json!({"using": "id", "value": "form.subscribe"})).await.value();
    assert_eq!(found["name"], "XCUIElementTypeSwitch");
    assert_eq!(found["label"], "Subscribe");
    assert_eq!(found["attribute/value"], "0");
    assert!(found["rect"]["width"].as_i64().unwrap() > 40);
    let path = format!("/element/{}/elements", found["ELEMENT"].as_str().unwrap());
    let below = stage
        .post(&path, &json!({"using": "class chain", "value": "**/XCUIElementTypeSwitch"}))
        .await;
    assert_eq!(below.value().as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn an_element_answers_for_itself() {
    let mut stage = Stage::new().await;
    let field = stage.element("form.name").await;
    let mut values: Vec<Value> = Vec::new();
    for part in [
        "enabled",
        "displayed",
        "selected",
        "text",
        "name",
        "attribute/value",
        "attribute/placeholderValue",
        "attribute/accessible",
    ] {
        values.push(stage.get(&format!("/element/{field}/{part}")).await.value());
    }
    assert_eq!(
        values,
        [
            json!(true),
            json!(true),
            json!(false),
            json!("Name"),
            json!("XCUIElementTypeTextField"),
            json!("Name"),
            json!("Name"),
            json!(true)
        ]
    );
    assert!(
        stage.get(&format!("/element/{field}/rect")).await.value()["height"].as_i64().unwrap() > 10
    );
    assert_eq!(stage.get(&format!("/wda/element/{field}/accessible")).await.value(), true);
    assert_eq!(stage.get(&format!("/element/{field}/attribute/colour")).await.status, 500);
    assert_eq!(stage.get("/element/nonsense/text").await.error().1, "stale element reference");
    stage
        .phone
        .with_world(|world| world.press_button(virtual_iphone::input::Wire::Simctl, "home"))
        .unwrap();
    stage.post("/wda/apps/terminate", &json!({"bundleId": FORM})).await;
    assert_eq!(
        stage.get(&format!("/element/{field}/text")).await.error().1,
        "stale element reference"
    );
}

#[tokio::test]
async fn a_picture_has_the_pixels_of_the_screen_and_an_element_its_own() {
    let mut stage = Stage::new().await;
    let size = |value: &Value| {
        let bytes = STANDARD.decode(value.as_str().unwrap()).unwrap();
        let reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        (reader.info().width, reader.info().height)
    };
    assert_eq!(size(&stage.wire.get("/screenshot").await.value()), (402 * 3, 874 * 3));
    let submit = stage.element("form.subscribe").await;
    let rect = stage.get(&format!("/element/{submit}/rect")).await.value();
    let own = size(&stage.get(&format!("/element/{submit}/screenshot")).await.value());
    assert!(own.0.abs_diff(rect["width"].as_u64().unwrap() as u32 * 3) <= 6, "{own:?} {rect}");
    assert_eq!(stage.get("/window/size").await.value(), json!({"width": 402, "height": 874}));
    assert_eq!(stage.get("/wda/screen").await.value()["scale"], 3);
    assert_eq!(stage.get("/window/rect").await.value()["x"], 0);
}
