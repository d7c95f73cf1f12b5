//! A change and its consequence.

use serde_json::{Value, json};

use super::change::Weight;
use super::compare::compare;

fn manifest() -> Value {
    json!({
        "schema": {
            "name": "acme", "version": "1.0.0",
            "provider": { "inputProperties": { "server": { "type": "string" } } },
            "types": { "acme:index:Size": { "type": "string", "enum": [{ "value": "s" }, { "value": "l" }] } },
            "resources": { "acme:index:Thing": {
                "inputProperties": {
                    "label": { "type": "string" },
                    "count": { "type": "integer", "default": 1 },
                    "size": { "$ref": "#/types/acme:index:Size" },
                },
                "requiredInputs": ["label"],
                "properties": {
                    "label": { "type": "string" },
                    "token": { "type": "string", "secret": true },
                },
                "required": ["label", "token"],
            } },
            "functions": { "acme:index:look": { "outputs": { "properties": { "at": { "type": "number" } } } } },
        },
        "resources": { "acme:index:Thing": {
            "hooks": ["create", "read", "update", "delete"],
            "properties": { "label": { "maxLength": 10 } },
        } },
        "permissions": { "net": [{ "host": "api.acme.com" }] },
    })
}

const THING: &str = "/schema/resources/acme:index:Thing";

#[test]
fn each_change_is_weighed() {
    use Weight::{Addition, Breaking};
    let thing = |path: &str| format!("{THING}{path}");
    for (path, value, weight, expected) in [
        (
            thing("/properties/token2"),
            json!({ "type": "string" }),
            Addition,
            "outputs.token2 is given now",
        ),
        (
            "/schema/name".to_owned(),
            json!("other"),
            Breaking,
            "every token changed",
        ),
        (
            thing("/inputProperties/label"),
            Value::Null,
            Breaking,
            "inputs.label was removed",
        ),
        (
            thing("/inputProperties/label/type"),
            json!("integer"),
            Breaking,
            "was string, and is integer",
        ),
        (
            thing("/inputProperties/count/type"),
            json!("number"),
            Addition,
            "was integer, and is number",
        ),
        (
            thing("/inputProperties/count/default"),
            json!(2),
            Breaking,
            "the default was 1, and is 2",
        ),
        (
            thing("/inputProperties/count/default"),
            Value::Null,
            Breaking,
            "the default 1 is gone",
        ),
        (
            thing("/inputProperties/extra"),
            json!({ "type": "string" }),
            Addition,
            "inputs.extra is new",
        ),
        (
            thing("/inputProperties/label/replaceOnChanges"),
            json!(true),
            Breaking,
            "replaces the resource now",
        ),
        (
            thing("/requiredInputs"),
            json!(["label", "size"]),
            Breaking,
            "inputs.size is required now",
        ),
        (
            thing("/requiredInputs"),
            json!([]),
            Addition,
            "may be left out now",
        ),
        (
            thing("/properties/token"),
            Value::Null,
            Breaking,
            "outputs.token is no longer returned",
        ),
        (
            thing("/properties/token/secret"),
            json!(false),
            Breaking,
            "is no longer a secret",
        ),
        (
            thing("/required"),
            json!(["label"]),
            Breaking,
            "may be missing now",
        ),
        (
            "/schema/types/acme:index:Size/enum".to_owned(),
            json!([{ "value": "s" }]),
            Breaking,
            "\"l\" is no longer one of its values",
        ),
        (
            "/schema/functions/acme:index:look".to_owned(),
            Value::Null,
            Breaking,
            "programs that call it fail",
        ),
        (
            "/schema/functions/acme:index:look/outputs/properties/at/type".to_owned(),
            json!("integer"),
            Addition,
            "was number, and is integer",
        ),
        (
            "/resources/acme:index:Thing/hooks".to_owned(),
            json!(["create", "update", "delete"]),
            Breaking,
            "refreshed and imported any more",
        ),
        (
            "/resources/acme:index:Thing/stateVersion".to_owned(),
            json!(1),
            Addition,
            "`migrate` converts",
        ),
        (
            "/resources/acme:index:Thing/properties/label/maxLength".to_owned(),
            json!(5),
            Breaking,
            "the rule `maxLength` is 5 (was 10)",
        ),
        (
            "/resources/acme:index:Thing/properties/label/maxLength".to_owned(),
            json!(20),
            Addition,
            "the rule `maxLength` is 20",
        ),
        (
            "/permissions/net".to_owned(),
            json!([{ "host": "other.org", "required": true }]),
            Breaking,
            "with that grant",
        ),
        (
            "/schema/provider/inputProperties/server".to_owned(),
            Value::Null,
            Breaking,
            "config.server was removed",
        ),
    ] {
        let mut new = manifest();
        put(&mut new, &path, value);
        let changes = compare(&manifest(), &new);
        let lines: Vec<String> = changes
            .iter()
            .map(|change| format!("{:?} {} {}", change.weight, change.place, change.what))
            .collect();
        let wanted = lines.iter().find(|line| line.contains(expected));
        let wanted = wanted.unwrap_or_else(|| panic!("{path}: {lines:#?}"));
        assert!(
            wanted.starts_with(&format!("{weight:?}")),
            "{path}: {lines:#?}"
        );
        assert_eq!(lines.len(), 1, "{path}: {lines:#?}");
    }
    assert_eq!(compare(&manifest(), &manifest()), []);
}

#[test]
fn what_was_renamed_is_told_with_what_helps() {
    let mut new = manifest();
    let thing = new["schema"]["resources"]["acme:index:Thing"].take();
    new["schema"]["resources"] = json!({ "acme:index:Item": thing });
    let changes = compare(&manifest(), &new);
    let help = changes[0].help.as_deref().unwrap_or_default();
    assert!(
        help.contains("\"aliases\": [{ \"type\": \"acme:index:Thing\" }]"),
        "{changes:#?}"
    );
    new["schema"]["resources"]["acme:index:Item"]["aliases"] =
        json!([{ "type": "acme:index:Thing" }]);
    let changes = compare(&manifest(), &new);
    assert!(
        changes[0].what.contains("state is taken over"),
        "{changes:#?}"
    );
    // Its properties are compared as well, and it is not new.
    new["resources"] = json!({ "acme:index:Item": manifest()["resources"]["acme:index:Thing"] });
    assert_eq!(compare(&manifest(), &new).len(), 1);
    let item = &mut new["schema"]["resources"]["acme:index:Item"];
    item["inputProperties"]["zone"] = json!({ "type": "string" });
    item["requiredInputs"] = json!(["label", "zone"]);
    item["properties"]["serial"] = json!({ "type": "string" });
    item["required"] = json!(["label", "token", "serial"]);
    let told = |new: &Value| {
        let changes = compare(&manifest(), new).into_iter();
        let breaking = changes.filter(|change| change.weight == Weight::Breaking);
        breaking.map(|change| change.place).collect::<Vec<_>>()
    };
    assert_eq!(told(&new), ["", "inputs.zone", "outputs.serial"]);
    new["resources"]["acme:index:Item"]["stateVersion"] = json!(1);
    assert_eq!(told(&new), ["", "inputs.zone"]);

    let mut new = manifest();
    let inputs = &mut new["schema"]["resources"]["acme:index:Thing"]["inputProperties"];
    inputs["title"] = inputs["label"].take();
    inputs.as_object_mut().expect("inputs").remove("label");
    let changes = compare(&manifest(), &new);
    let removed = changes
        .iter()
        .find(|change| change.place == "inputs.label")
        .expect("a change");
    assert!(
        removed
            .help
            .as_deref()
            .unwrap_or_default()
            .contains("if it was renamed to `title`"),
        "{removed:?}"
    );
}

/// Sets or removes the value there.
fn put(document: &mut Value, path: &str, value: Value) {
    let (parent, key) = path.rsplit_once('/').expect("a path");
    let parent = document.pointer_mut(parent).expect("a place");
    let members = parent.as_object_mut().expect("an object");
    match value {
        Value::Null => members.remove(key),
        value => members.insert(key.to_owned(), value),
    };
}

#[test]
fn what_recorded_state_lacks_breaks_unless_it_is_migrated() {
    let mut new = manifest();
    let resource = &mut new["schema"]["resources"]["acme:index:Thing"];
    resource["properties"]["serial"] = json!({ "type": "string" });
    resource["properties"]["size"] = json!({ "$ref": "#/types/acme:index:Part" });
    resource["required"] = json!(["label", "token", "serial"]);
    let mut old = manifest();
    let resource = &mut old["schema"]["resources"]["acme:index:Thing"];
    resource["properties"]["size"] = json!({ "$ref": "#/types/acme:index:Part" });
    old["schema"]["types"]["acme:index:Part"] =
        json!({ "properties": { "a": { "type": "string" } } });
    new["schema"]["types"]["acme:index:Part"] = json!({
        "properties": { "a": { "type": "string" }, "b": { "type": "string" } },
        "required": ["a", "b"],
    });
    let told = |old: &Value, new: &Value| {
        let changes = compare(old, new).into_iter();
        let told =
            changes.map(|change| (change.weight, format!("{} {}", change.place, change.what)));
        told.collect::<Vec<_>>()
    };
    let lacks = |told: &[(Weight, String)]| {
        let breaking = told
            .iter()
            .filter(|(weight, _)| *weight == Weight::Breaking);
        let lacks = breaking.filter(|(_, what)| what.contains("recorded state"));
        lacks.map(|(_, what)| what.clone()).collect::<Vec<_>>()
    };
    let found = lacks(&told(&old, &new));
    for words in [
        "outputs.serial is new and always returned",
        "properties.a is always returned now",
        "properties.b is new and always returned",
    ] {
        assert!(
            found.iter().any(|what| what.starts_with(words)),
            "{found:?}"
        );
    }
    new["resources"]["acme:index:Thing"]["stateVersion"] = json!(1);
    let found = lacks(&told(&old, &new));
    assert_eq!(found, [""; 0]);
}

/// The new version may be anybody's, and made to take long.
#[test]
fn large_manifests_are_compared_in_time() {
    const MANY: usize = 20_000;
    let named = |prefix: &str, of: &dyn Fn(usize) -> Value| -> Value {
        let all = (0..MANY).map(|number| (format!("{prefix}{number}"), of(number)));
        Value::Object(all.collect())
    };
    let made = |prefix: &str| {
        let kinds = ["string", "integer", "boolean", "number"];
        let properties = named(prefix, &|number| json!({ "type": kinds[number % 4] }));
        let names: Vec<String> = (0..MANY)
            .map(|number| format!("{prefix}{number}"))
            .collect();
        let values: Vec<Value> = names.iter().map(|name| json!({ "value": name })).collect();
        let references = named(
            "r",
            &|number| json!({ "$ref": format!("#/types/acme:index:T{number}") }),
        );
        let any = |kind: &str| -> Vec<Value> {
            let one = |number| json!({ "type": "array", "items": { "$ref": format!("#/types/{kind}{number}") } });
            (0..MANY / 4).map(one).collect()
        };
        let mut manifest = manifest();
        manifest["schema"]["types"] = named("acme:index:T", &|_| json!({ "type": "object" }));
        manifest["schema"]["types"]["acme:index:E"] = json!({ "type": "string", "enum": values });
        let thing = &mut manifest["schema"]["resources"]["acme:index:Thing"];
        thing["inputProperties"] = properties.clone();
        thing["requiredInputs"] = json!(names);
        thing["properties"] = references;
        thing["properties"]["one"] = json!({ "oneOf": any(prefix) });
        for number in 0..MANY / 10 {
            manifest["schema"]["resources"][format!("acme:index:{prefix}{number}")] = json!({ "inputProperties": { "a": { "type": "string" }, (format!("b{number}")): { "type": "string" } } });
        }
        manifest["permissions"]["env"] = names.iter().map(|name| json!({ "name": name })).collect();
        manifest
    };
    let (old, new) = (made("a"), made("b"));
    let (done, is_done) = std::sync::mpsc::channel();
    std::thread::spawn(move || done.send(compare(&old, &new).len()));
    let changes = is_done.recv_timeout(std::time::Duration::from_secs(60));
    assert!(changes.expect("an end in time") > MANY);
}

#[test]
fn hints_speak_the_language_of_the_provider() {
    let old = manifest();
    for (sdk, migration, deprecation) in [
        (
            "pulumi-wasm-provider (Python)",
            "convert them in a step of `migrations`",
            "`Field(deprecated=\"…\")`",
        ),
        (
            "pulumi-wasm-provider (TypeScript)",
            "convert them in a step of `migrations`",
            "`.deprecated(\"…\")`",
        ),
        (
            "pulumi-wasm-provider (Rust)",
            "convert them in a step of `migrations`",
            "`#[property(deprecated = \"…\")]`",
        ),
        (
            "another one",
            "raise `stateVersion` and convert them in `migrate`",
            "`deprecationMessage`",
        ),
    ] {
        let mut new = manifest();
        new["sdk"] = json!({ "name": sdk });
        let thing = &mut new["schema"]["resources"]["acme:index:Thing"];
        thing["inputProperties"]["label"]["type"] = "integer".into();
        thing["inputProperties"]
            .as_object_mut()
            .unwrap()
            .remove("count");
        let changes = compare(&old, &new);
        let hints: Vec<&String> = changes
            .iter()
            .filter_map(|change| change.help.as_ref())
            .collect();
        for expected in [migration, deprecation] {
            let is_there = hints.iter().any(|hint| hint.contains(expected));
            assert!(is_there, "{sdk}: {expected}: {hints:?}");
        }
        let speaks_of_manifest = hints.iter().any(|hint| hint.contains("stateVersion"));
        assert_eq!(speaks_of_manifest, sdk == "another one", "{sdk}: {hints:?}");
    }
}
