//! What is fuzzed: functions that take any bytes, and panic where something that must hold does not.
//!
//! The targets in `fuzz_targets` call one each; `tests/fuzz_cases.rs` runs them all on kept cases and on what a few random
//! changes make of those.

use std::collections::BTreeMap;

use prost::Message as _;
use pulumi_wasm_host::capability::asset::{Budget, Format, unpack};
use pulumi_wasm_host::guest;
use pulumi_wasm_host::limits::{Limit, Limits};
use pulumi_wasm_host::provider::manifest::Manifest;
use pulumi_wasm_host::provider::schema::{self, inputs_from_id};
use pulumi_wasm_host::provider::value::{MAX_DEPTH_ON_THE_WIRE, PropertyMap, PropertyValue};
use pulumi_wasm_host::rpc::convert::{map_from_proto, map_to_proto};
use pulumi_wasm_host::rpc::nesting::find_deeper;
use serde_json::json;

/// A target.
pub type Target = fn(&[u8]);

/// All targets by their names.
pub const TARGETS: [(&str, Target); 7] = [
    ("protobuf_value", protobuf_value),
    ("guest_json", guest_json),
    ("manifest", manifest),
    ("schema", schema),
    ("property_path", property_path),
    ("import_id", import_id),
    ("archive", archive),
];

/// An encoded `Struct`: what is read comes back from what is written of it.
pub fn protobuf_value(bytes: &[u8]) {
    // As in a request, where it is a field.
    let mut request = vec![0x12];
    prost::encoding::encode_varint(bytes.len() as u64, &mut request);
    request.extend_from_slice(bytes);
    if find_deeper(&request, MAX_DEPTH_ON_THE_WIRE).is_some() {
        return;
    }
    let Ok(message) = prost_types::Struct::decode(bytes) else {
        return;
    };
    let Ok(read) = map_from_proto(Some(message)) else {
        return;
    };
    let again = map_from_proto(Some(map_to_proto(read.clone())));
    assert_eq!(again.expect("what was written is read"), read);
}

/// A guest's property map: what is read comes back from what is written of it.
pub fn guest_json(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes)
        && let Some((read, again)) = guest::read_twice(text)
    {
        assert_eq!(again.as_ref(), Some(&read));
    }
}

/// A manifest: its mistakes are told.
pub fn manifest(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes)
        && let Err(error) = Manifest::parse(text)
    {
        assert!(!error.to_string().is_empty());
    }
}

/// A schema document. With one that is good, checking and comparing nothing does no harm.
pub fn schema(bytes: &[u8]) {
    let Ok(document) = serde_json::from_slice::<serde_json::Value>(bytes) else {
        return;
    };
    let resources: serde_json::Map<String, serde_json::Value> = document["resources"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(token, _)| (token.clone(), json!({ "hooks": ["create"] })))
        .collect();
    let text = json!({ "manifest": 1, "schema": document, "resources": resources }).to_string();
    let Ok(manifest) = Manifest::parse(&text) else {
        return;
    };
    let empty = PropertyMap::new();
    for resource in manifest.schema.resources.values() {
        let found = schema::diff(&manifest.schema, &resource.inputs, &empty, &empty, &[]);
        assert!(found.is_empty(), "{found:?}");
    }
}

/// Keys, one a line: a difference at that path is ignored by its own path, as it was written for the engine; and any
/// text as a path to ignore.
pub fn property_path(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    // Keys that begin like this are nobody's business.
    let keys: Vec<&str> = text
        .split('\n')
        .filter(|key| !key.starts_with("__"))
        .take(6)
        .collect();
    let nest = |leaf: &str| {
        let value = keys
            .iter()
            .rev()
            .fold(PropertyValue::from(leaf), |inner, key| {
                PropertyValue::Object(BTreeMap::from([((*key).to_owned(), inner)]))
            });
        BTreeMap::from([("any".to_owned(), value)])
    };
    let (old, new) = (nest("old"), nest("new"));
    let manifest = sample("{any}", r#"{ "$ref": "pulumi.json#/Any" }"#);
    let Some((package, resource)) = manifest.as_ref().and_then(the_resource) else {
        return;
    };
    let found = schema::diff(package, &resource.inputs, &old, &new, &[]);
    assert!(!found.is_empty(), "{keys:?}");
    for difference in &found {
        let ignored = [difference.property.clone()];
        let left = schema::diff(package, &resource.inputs, &old, &new, &ignored);
        assert!(left.is_empty(), "{keys:?}: {ignored:?} left {left:?}");
    }
    drop(schema::diff(
        package,
        &resource.inputs,
        &old,
        &new,
        &[text.into_owned()],
    ));
}

/// A form of import ids and an id: what is read from an id makes that id again.
pub fn import_id(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (form, id) = text.split_once('\n').unwrap_or((&text, "a/b"));
    let manifest = sample(form, r#"{ "type": "string" }"#);
    let Some((package, resource)) = manifest.as_ref().and_then(the_resource) else {
        return;
    };
    if let Ok(inputs) = inputs_from_id(package, resource, id)
        && let Some(form) = &resource.import_id
    {
        assert_eq!(form.of(&inputs).as_deref(), Some(id), "{form:?}");
    }
}

/// An archive file of each format: no file leads out of it, and no limit is passed.
pub fn archive(bytes: &[u8]) {
    let mut limits = Limits::default();
    limits.set(Limit::ArchiveSize, 1 << 20);
    limits.set(Limit::ArchiveEntries, 100);
    for format in [Format::Tar, Format::TarGzip, Format::Zip] {
        let Ok(members) = unpack(format, bytes, &mut Budget::of(&limits)) else {
            continue;
        };
        assert!(members.len() <= 100);
        assert!(
            members
                .iter()
                .map(|member| member.content.len())
                .sum::<usize>()
                <= 1 << 20
        );
        for member in members {
            let inside = |part: &str| !matches!(part, "" | "." | "..");
            assert!(member.name.split('/').all(inside), "{:?}", member.name);
        }
    }
}

type Resource<'a> = (&'a schema::PackageSchema, &'a schema::ResourceSchema);

/// A package with one resource, whose ids have this form.
fn sample(import_id: &str, input: &str) -> Option<Manifest> {
    let input: serde_json::Value = serde_json::from_str(input).ok()?;
    let text = json!({
        "manifest": 1,
        "schema": {
            "name": "acme",
            "version": "1.0.0",
            "resources": { "acme:index:Thing": {
                "inputProperties": { "any": input, "zone": { "type": "string" }, "name": { "type": "string" } },
                "properties": {},
            } },
        },
        "resources": { "acme:index:Thing": { "hooks": ["create", "read"], "importId": import_id } },
    });
    Manifest::parse(&text.to_string()).ok()
}

fn the_resource(manifest: &Manifest) -> Option<Resource<'_>> {
    let package = &manifest.schema;
    Some((package, package.resources.values().next()?))
}
