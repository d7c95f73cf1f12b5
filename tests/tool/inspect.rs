//! `pulumi-wasm inspect` and `pulumi-wasm docs`.

use serde_json::json;

use test_support::assert_says;
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};
use test_support::fake::tool::tool;

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
    let ran = tool(&scene, &["docs", "acme.wasm", "--markdown", "-o", "pages"]).await;
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
    let ran = tool(&scene, &["docs", "acme.wasm", "--markdown"]).await;
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

#[tokio::test]
async fn the_first_page_lists_the_permissions_and_how_they_are_granted() {
    let guest = Guest::new().manifest(|manifest| {
        manifest["schema"]["provider"]["inputProperties"] =
            json!({ "server": { "type": "string" } });
        manifest["permissions"] = json!({
            "net": [
                { "host": "config:server", "required": true, "reason": "the server | that is managed" },
                {
                    "host": "*.example.com",
                    "reason": "its <b>mirror</b>",
                    "safeRequests": ["POST /search"],
                },
            ],
            "env": [{ "name": "ACME_TOKEN", "reason": "the token" }],
        });
        manifest["packages"] = json!({ "random": { "version": "4.18.0" } });
    });
    let scene = Scene::new().await;
    scene.add("acme.wasm", &guest);
    scene.add("bare.wasm", &Guest::new());
    let ran = tool(&scene, &["docs", "acme.wasm", "--markdown"]).await;
    assert_says(
        &ran.output,
        &[
            "## Permissions\n\n",
            "`pulumi package add wasm COMPONENT -- FLAGS`",
            "| the address in `acme:server` | setting it | the server \\| that is managed *required* |",
            "| `*.example.com` | `--allow-net '*.example.com'` | its &lt;b>mirror&lt;/b> *optional*; POST /search is sent in previews too",
            "| the variable `ACME_TOKEN` | `--allow-env ACME_TOKEN` | the token *optional* |",
            "declare resources of other packages, with the providers of the stack: `random 4.18.0`.",
        ],
    );
    let ran = tool(&scene, &["docs", "bare.wasm", "--markdown"]).await;
    assert_says(
        &ran.output,
        &["The provider reaches no address and reads no environment variable."],
    );
    assert_eq!(
        tool(&scene, &["docs", "acme.wasm", "-o", "site"])
            .await
            .status,
        0
    );
    let first = std::fs::read_to_string(scene.project().join("site/index.html")).unwrap();
    assert!(
        first.contains("<code>--allow-env ACME_TOKEN</code>"),
        "{first}"
    );
}

#[tokio::test]
async fn pages_stay_in_their_folder_and_hold_no_html_of_a_component() {
    let guest = Guest::new().manifest(|manifest| {
        let schema = &mut manifest["schema"];
        schema["description"] = "All <script>evil()</script>\n\n```\n<b>".into();
        let thing = &mut schema["resources"]["acme:index:Thing"];
        thing["description"] = "A <img src=x onerror=evil()> `List<T>`".into();
        thing["inputProperties"]["label"] =
            json!({ "type": "string", "description": "a \\| b | <i>\n# c" });
        thing["inputProperties"]["other"] = json!({ "type": "string", "default": "<u>`" });
        schema["resources"]["acme:storage/readme:README"] = json!({});
        schema["resources"]["acme:index:README"] = json!({});
        for token in ["acme:storage/readme:README", "acme:index:README"] {
            manifest["resources"][token] = json!({ "hooks": ["create"] });
        }
    });
    let scene = Scene::new().await;
    scene.add("acme.wasm", &guest);
    let docs = ["docs", "acme.wasm", "--markdown", "-o", "pages"];
    let ran = tool(&scene, &docs).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    let folder = scene.project().join("pages");
    let page = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    assert_says(
        &page("README.md"),
        &["&lt;script>", "[README](README-2.md)", "storage-README.md"],
    );
    let thing = page("Thing.md");
    assert_says(
        &thing,
        &[
            "A &lt;img src=x",
            "`List<T>`",
            "| `label` | string | a \\| b \\| &lt;i> # c",
        ],
    );
    // Once more over its pages, and not over other files.
    assert_eq!(tool(&scene, &docs).await.status, 0);
    let outside = scene.project().join("outside");
    std::fs::write(&outside, "mine").unwrap();
    std::fs::remove_file(folder.join("Thing.md")).unwrap();
    std::os::unix::fs::symlink(&outside, folder.join("Thing.md")).unwrap();
    let ran = tool(&scene, &docs).await;
    assert_eq!(ran.status, 1);
    assert_says(
        &ran.errors,
        &[
            "Thing.md` exists, and this command did not make it",
            "hint: ",
        ],
    );
    assert_eq!(std::fs::read_to_string(&outside).unwrap(), "mine");
}

#[tokio::test]
async fn an_example_is_not_looked_for_without_end_and_a_large_manifest_is_refused() {
    let guest = Guest::new().manifest(|manifest| {
        let names: Vec<String> = (0..200).map(|number| format!("part{number:03}")).collect();
        let properties: serde_json::Map<String, serde_json::Value> = names
            .iter()
            .map(|name| (name.clone(), json!({ "$ref": "#/types/acme:index:Tree" })))
            .collect();
        let tree = json!({ "type": "object", "properties": properties, "required": names });
        manifest["schema"]["types"] = json!({ "acme:index:Tree": tree });
        let thing = &mut manifest["schema"]["resources"]["acme:index:Thing"];
        thing["inputProperties"]["tree"] = json!({ "$ref": "#/types/acme:index:Tree" });
        thing["requiredInputs"] = json!(["tree"]);
    });
    let scene = Scene::new().await;
    scene.add("acme.wasm", &guest);
    let ran = tool(&scene, &["docs", "acme.wasm", "--markdown"]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    let large = Guest::new().manifest(|manifest| {
        manifest["schema"]["keywords"] = vec!["word"; 1_000_001].into();
    });
    scene.add("large.wasm", &large);
    let ran = tool(&scene, &["inspect", "large.wasm"]).await;
    assert_eq!(ran.status, 1);
    let words = ["the limit `manifest-entries`", "\nhint: split the package"];
    assert_says(&ran.errors, &words);
}
