//! `pulumi-wasm diff`.

use serde_json::json;

use test_support::assert_says;
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::tool::tool;

const THING: &str = "acme:index:Thing";

#[tokio::test]
async fn breaking_changes_are_told_apart_and_set_the_exit_status() {
    let scene = Scene::new().await;
    scene.add("old.wasm", &Guest::new());
    let wider = Guest::new().manifest(|manifest| {
        let thing = &mut manifest["schema"]["resources"][THING];
        thing["inputProperties"]["size"] = json!({ "type": "integer" });
        manifest["schema"]["version"] = "1.3.0".into();
    });
    scene.add("wider.wasm", &wider);
    let other = Guest::new().manifest(|manifest| {
        let thing = &mut manifest["schema"]["resources"][THING];
        thing["inputProperties"]["label"]["type"] = "integer".into();
        manifest["schema"]["version"] = "1.2.4".into();
    });
    scene.add("other.wasm", &other);

    let ran = tool(&scene, &["diff", "old.wasm", "old.wasm"]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert_says(&ran.output, &["it is the same component"]);
    let ran = tool(&scene, &["diff", "old.wasm", "wider.wasm"]).await;
    assert_eq!(ran.status, 0, "{}", ran.output);
    assert_says(
        &ran.output,
        &[
            "acme 1.2.3 -> acme 1.3.0",
            "not breaking",
            "inputs.size: is new",
        ],
    );
    assert!(!ran.output.contains("version:"), "{}", ran.output);

    let ran = tool(&scene, &["diff", "old.wasm", "other.wasm"]).await;
    assert_eq!(ran.status, 1, "{}", ran.output);
    assert_says(
        &ran.output,
        &[
            "breaking",
            "inputs.label: was string, and is integer",
            "hint: recorded values are of the old type: raise `stateVersion`",
            "version: breaking changes need at least 2.0.0, and it is 1.2.4",
        ],
    );
    let ran = tool(&scene, &["diff", "old.wasm", "other.wasm", "--json"]).await;
    assert_eq!(ran.status, 1);
    let report = ran.json();
    assert_eq!(report["breaking"], true);
    assert_eq!(report["changes"][0]["subject"], THING);
    assert_eq!(report["changes"][0]["place"], "inputs.label");

    let ran = tool(&scene, &["diff", "old.wasm", "none.wasm"]).await;
    assert_eq!(ran.status, 2);
    assert_says(&ran.errors, &["error: cannot read `none.wasm`"]);
}
