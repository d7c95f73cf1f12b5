//! `pulumi-wasm inspect`, and the pages that it writes.

use serde_json::json;

use super::tool;
use crate::fake::assert_says;
use crate::fake::guest::Guest;
use crate::fake::scene::Scene;
use crate::fake::steps::{Answer, Step};

#[tokio::test]
async fn pages_have_descriptions_properties_and_an_example_that_fits() {
    let guest = Guest::new()
        .does("read", [Step::Answer(Answer::Found { outputs: "{}" })])
        .does("invoke", [Step::Answer(Answer::Result("{}"))])
        .manifest(|manifest| {
            let schema = &mut manifest["schema"];
            schema["provider"]["inputProperties"] =
                json!({ "server": { "type": "string", "description": "Where it is." } });
            schema["types"] = json!({ "acme:index:Size": {
                "type": "string", "enum": [{ "value": "small" }, { "value": "large" }],
            } });
            let thing = &mut schema["resources"]["acme:index:Thing"];
            thing["description"] = "A thing.\n\nIt lies about.".into();
            thing["inputProperties"] = json!({
                "label": { "type": "string", "description": "What it\nis called.", "replaceOnChanges": true },
                "address": { "type": "string", "secret": true },
                "size": { "$ref": "#/types/acme:index:Size" },
                "count": { "type": "integer", "default": 3 },
                "other": { "type": "string" },
            });
            thing["requiredInputs"] = json!(["label", "address", "size"]);
            let rules = &mut manifest["resources"]["acme:index:Thing"];
            rules["properties"] = json!({ "address": { "format": "ipv4" }, "label": { "minLength": 9 } });
            rules["importId"] = "{label}".into();
        });
    let scene = Scene::new().await;
    scene.add("acme.wasm", &guest);
    let ran = tool(&scene, &["inspect", "acme.wasm", "--markdown", "pages"]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert_says(&ran.output, &["3 pages in pages"]);
    let page =
        |name: &str| std::fs::read_to_string(scene.project().join("pages").join(name)).unwrap();
    assert_says(
        &page("README.md"),
        &[
            "# acme",
            "Version 1.2.3.",
            "| `server` | string | Where it is. |",
            "- [Thing](Thing.md): A thing.",
            "- [look](look.md)",
            "### Size",
            "- `\"small\"`",
        ],
    );
    let thing = page("Thing.md");
    assert_says(
        &thing,
        &[
            "# Thing\n\nA thing.\n\nIt lies about.\n",
            "    type: acme:Thing\n    properties:\n      address: \"192.0.2.1\"\n      label: \"example.com\"\n      size: \"small\"\n```",
            "| `label` | string | What it is called. *required, replaces* |",
            "| `address` | string | *required, secret* |",
            "| `count` | integer | *default 3* |",
            "pulumi import acme:index:Thing example '{label}'",
        ],
    );
    let ran = tool(&scene, &["inspect", "acme.wasm", "--markdown"]).await;
    assert!(ran.output.contains(&thing), "{}", ran.output);
    let ran = tool(&scene, &["inspect", "acme.wasm"]).await;
    assert_says(
        &ran.output,
        &[
            "interface  pulumi-wasm:provider@0.1.0",
            "in   label: string, required, replaces",
            "in   size: Size, required",
            "out  label: string",
        ],
    );
}
