//! What steps cost by the phone's own ledger, on its virtual clock.

use ios_mcp::domain::effect::Verdict;
use virtual_iphone::Profile;

use crate::stage::{FORM, SETTINGS, Stage, set, tap};

const PROFILES: [(Profile, f64); 3] =
    [(Profile::Simulator, 1.4), (Profile::Usb, 1.7), (Profile::Wifi, 2.1)];

#[tokio::test]
async fn a_tap_on_an_element_with_an_identifier_costs_one_tree_read_in_all() {
    for (profile, _) in PROFILES {
        let stage = Stage::showing(profile, SETTINGS).await;
        let (acted, spent) = stage.costing(stage.run(tap("General"))).await;
        assert_eq!(acted.unwrap().effect.verdict, Verdict::Changed);
        assert_eq!((spent.trees, spent.inputs), (1, 1), "{profile:?}: {spent:?}");
    }
}

#[tokio::test]
async fn a_tap_that_does_nothing_costs_one_tree_read_and_a_short_watch() {
    for (profile, limit) in PROFILES {
        let stage = Stage::showing(profile, FORM).await;
        let tree = stage.tree_seconds().await;
        let (acted, spent) = stage.costing(stage.run(tap("Ignored"))).await;
        let acted = acted.unwrap();
        assert_eq!(acted.effect.verdict, Verdict::NoEffect, "{}", acted.headline());
        assert_eq!((spent.trees, spent.inputs), (1, 1), "{profile:?}: {spent:?}");
        let beside = spent.seconds - tree;
        assert!(beside <= limit, "{profile:?}: {beside:.2} s beside a tree of {tree:.2} s");
    }
}

#[tokio::test]
async fn setting_what_is_already_so_costs_one_look_and_no_input() {
    for (profile, _) in PROFILES {
        let stage = Stage::showing(profile, FORM).await;
        let (acted, spent) = stage.costing(stage.run(set("Subscribe", "off"))).await;
        assert_eq!(acted.unwrap().effect.verdict, Verdict::Already);
        let looks = spent.trees + spent.requests["locate"].as_u64().unwrap_or(0);
        assert_eq!((looks, spent.inputs), (1, 0), "{profile:?}: {spent:?}");
    }
}
