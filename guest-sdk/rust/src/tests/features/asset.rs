//! Assets, archives and references.

use std::io::Read as _;

use serde_json::{Value as JsonValue, json};

use crate::host::bindings::exports::pulumi_wasm::provider::lifecycle::{self as wit, Guest};
use crate::prelude::*;
use crate::testing::{self, Host};
use crate::tests::{context, from_json, parse, to_json};
use crate::{AnyResource, PropertyPath};

#[derive(Resource)]
struct Upload {
    file: Asset,
    folder: Option<Archive>,
    either: Option<AssetOrArchive>,
    owner: Option<ResourceReference<Upload>>,
    other: Option<ResourceReference>,
    #[property(output)]
    size: f64,
    #[property(output)]
    listing: Asset,
}

#[resource]
impl Lifecycle for Upload {
    fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        let UploadInputs {
            file,
            folder,
            either,
            owner,
            other,
        } = request.inputs;
        let mut lines = Vec::new();
        for entry in folder
            .as_ref()
            .map(Archive::entries)
            .transpose()?
            .unwrap_or_default()
        {
            lines.push(format!("{}: {}", entry.path, entry.asset.read_text()?));
        }
        let owned = owner
            .as_ref()
            .and_then(ResourceReference::id)
            .unwrap_or_default();
        let size = file.size()? as f64;
        let listing = Asset::text(format!("{owned}{}", lines.join("; ")));
        Ok(Created::with_state(
            "upload",
            Upload {
                file,
                folder,
                either,
                owner,
                other,
                size,
                listing,
            },
        ))
    }
}

provider!(Provider::new("files").resource::<Upload>());

const SIGNATURE: &str = "4dabf18193072939515e22adb298388d";

fn reference(id: impl Into<JsonValue>) -> JsonValue {
    json!({
        SIGNATURE: "5cf8f73096256a8f31e491e813e4eb8e", "urn": "urn:pulumi:s::p::files:index:Upload::u",
        "id": id.into(), "packageVersion": "1.0.0",
    })
}

#[test]
fn files_are_read_and_go_back_as_they_came() {
    let host = Host::new();
    host.asset(1, "hello")
        .asset(2, "a")
        .asset(3, "b")
        .archive(4, &[("x/a", 2), ("x/b", 3)]);
    let inputs = json!({
        "file": testing::asset(1, "f00"), "folder": testing::archive(4, "ba4"), "either": testing::archive(4, "ba4"),
        "owner": reference("u-1"), "other": reference(testing::unknown()),
    });
    let request = wit::CreateRequest {
        context: context("files:index:Upload"),
        inputs: inputs.to_string(),
        extra: "{}".into(),
    };
    let outputs = parse(&PulumiProvider::create(request).unwrap().outputs);
    for (name, value) in inputs.as_object().unwrap() {
        assert_eq!(outputs[name], *value, "{name}");
    }
    assert_eq!(outputs["size"], 5.0);
    assert_eq!(
        outputs["listing"],
        json!({ SIGNATURE: "c44067f5952c0a294b673a41bacd8c17", "text": "u-1x/a: a; x/b: b" })
    );
}

#[test]
fn a_reader_gives_the_content_piece_by_piece() {
    let host = Host::new();
    host.asset(1, "hello");
    let path = PropertyPath::Root;
    for asset in [
        from_json::<Asset>(testing::asset(1, "f00"), &path).unwrap(),
        Asset::text("hello"),
    ] {
        let (mut piece, mut rest) = ([0; 2], String::new());
        let mut reader = asset.reader().unwrap();
        assert_eq!(reader.read(&mut piece).unwrap(), 2);
        reader.read_to_string(&mut rest).unwrap();
        assert_eq!((&piece, &*rest), (b"he", "llo"));
        assert_eq!(asset.read_all().unwrap(), b"hello");
    }
}

#[test]
fn what_did_not_come_has_its_hash_alone() {
    let recorded = json!({ SIGNATURE: "c44067f5952c0a294b673a41bacd8c17", "hash": "f00" });
    let asset = from_json::<Asset>(recorded.clone(), &PropertyPath::Root).unwrap();
    assert_eq!(asset.hash(), Some("f00"));
    assert!(matches!(asset.read_all(), Err(Error::Unavailable(_))));
    assert_eq!(to_json(&asset, &PropertyPath::Root), Ok(Some(recorded)));
}

#[test]
fn one_is_not_the_other() {
    let path = PropertyPath::Root.key("p");
    let refused =
        |failure: core::result::Result<(), crate::PropertyFailure>| failure.unwrap_err().reason;
    let asset = |json| from_json::<Asset>(json, &path).map(|_| ());
    assert_eq!(
        refused(asset(testing::archive(1, "a"))),
        "expected an asset, found an archive"
    );
    assert_eq!(
        refused(asset(json!({}))),
        "expected an asset or archive, found an object"
    );
    assert_eq!(
        refused(asset(json!("a"))),
        "expected an asset or archive, found a string"
    );
    let archive = from_json::<Archive>(testing::asset(1, "a"), &path).map(|_| ());
    assert_eq!(refused(archive), "expected an archive, found an asset");
    let reference = from_json::<ResourceReference<AnyResource>>(json!({}), &path).map(|_| ());
    assert_eq!(refused(reference), "expected a resource, found an object");
}

#[test]
fn references_are_read_in_every_form() {
    let decode =
        |json| from_json::<ResourceReference<AnyResource>>(json, &PropertyPath::Root).unwrap();
    let full = decode(reference("u-1"));
    assert_eq!(
        (full.urn(), full.id()),
        ("urn:pulumi:s::p::files:index:Upload::u", Some("u-1"))
    );
    assert_eq!(decode(reference(testing::unknown())).id(), None);
    assert_eq!(decode(json!("u-1")).id(), Some("u-1"));
    assert_eq!(
        decode(json!("urn:pulumi:s::p::t::n")).urn(),
        "urn:pulumi:s::p::t::n"
    );
    assert_eq!(
        to_json(&decode(json!("u-1")), &PropertyPath::Root),
        Ok(Some(json!("u-1")))
    );
}

#[test]
fn the_schema_refers_to_them() {
    let manifest = testing::manifest::<PulumiProvider>().unwrap();
    let properties = &manifest["schema"]["resources"]["files:index:Upload"]["inputProperties"];
    for (name, expected) in [
        ("file", "pulumi.json#/Asset"),
        ("folder", "pulumi.json#/Archive"),
        ("either", "pulumi.json#/Asset"),
        ("owner", "#/resources/files:index:Upload"),
        ("other", "pulumi.json#/Any"),
    ] {
        assert_eq!(properties[name]["$ref"], expected, "{name}");
    }
}
