//! Recorded state of older versions.

use serde_json::{Value as JsonValue, json};

use crate::host::bindings::exports::pulumi_wasm::provider::lifecycle::{self as wit, Guest};
use crate::host::bindings::pulumi_wasm::provider::common::Error as WitError;
use crate::prelude::*;
use crate::testing::{self, secret};
use crate::tests::{context, parse};

#[derive(Resource)]
struct Disk {
    #[property(minimum = 1)]
    gigabytes: u32,
    kind: String,
    #[property(input_only, secret)]
    key: Option<String>,
    #[property(output)]
    path: String,
}

/// Version 1.
#[derive(OldProperties)]
struct Sized {
    size: String,
    kind: String,
    key: Option<String>,
}

#[derive(OldProperties)]
struct Measured {
    gigabytes: u32,
    kind: String,
    key: Option<String>,
}

fn measured(old: Sized) -> Result<Measured> {
    let Sized { size, kind, key } = old;
    let gigabytes = size.trim_end_matches("GB").parse().map_err(Error::other)?;
    Ok(Measured {
        gigabytes,
        kind,
        key,
    })
}

#[resource]
impl Lifecycle for Disk {
    fn create(_: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        Err(Error::unsupported("only migrated"))
    }

    fn migrations(steps: &mut Migrations) {
        // 0 to 1
        steps.step(|old| {
            old.rename("capacity", "size");
            old.remove("color");
            old.set_default("kind", "ssd");
            old.map("kind", |kind| {
                Ok(kind.as_str().unwrap_or_default().to_lowercase().into())
            })
        });
        // 1 to 2
        steps.step(|old| {
            old.convert_inputs(measured)?;
            // The path, which `Sized` does not know, stays.
            old.convert_outputs(measured)
        });
    }
}

provider!(Provider::new("disks").resource::<Disk>());

const TOKEN: &str = "disks:index:Disk";

fn migrate(
    from_version: u32,
    inputs: Option<JsonValue>,
    outputs: Option<JsonValue>,
) -> Result<(Option<JsonValue>, Option<JsonValue>), WitError> {
    let response = PulumiProvider::migrate(wit::MigrateRequest {
        context: context(TOKEN),
        from_version,
        old_inputs: inputs.map(|inputs| inputs.to_string()),
        old_outputs: outputs.map(|outputs| outputs.to_string()),
        extra: "{}".into(),
    })?;
    let parse = |text: Option<String>| text.map(|text| parse(&text));
    Ok((parse(response.inputs), parse(response.outputs)))
}

type Result<T, E = Error> = core::result::Result<T, E>;

#[test]
fn the_number_of_steps_is_the_version() {
    let manifest = testing::manifest::<PulumiProvider>().unwrap();
    let beside = &manifest["resources"][TOKEN];
    assert_eq!(beside["stateVersion"], 2);
    assert_eq!(beside["hooks"], json!(["create", "migrate"]));
}

#[test]
fn steps_are_cumulative() {
    let inputs = json!({ "capacity": "20GB", "color": "red", "key": secret("k") });
    let outputs = json!({ "capacity": "20GB", "kind": "HDD", "path": "/dev/a" });
    let (inputs, outputs) = migrate(0, Some(inputs), Some(outputs)).unwrap();
    assert_eq!(
        inputs,
        Some(json!({ "gigabytes": 20, "kind": "ssd", "key": secret("k") }))
    );
    assert_eq!(
        outputs,
        Some(json!({ "gigabytes": 20, "kind": "hdd", "path": "/dev/a" }))
    );
    let (inputs, _) = migrate(1, Some(json!({ "size": "5GB", "kind": "hdd" })), None).unwrap();
    assert_eq!(inputs, Some(json!({ "gigabytes": 5, "kind": "hdd" })));
    let today = json!({ "gigabytes": 1, "kind": "ssd" });
    assert_eq!(
        migrate(2, Some(today.clone()), None).unwrap(),
        (Some(today), None)
    );
}

#[test]
fn either_half_may_be_missing() {
    let inputs = json!({ "capacity": "2GB" });
    let (inputs, outputs) = migrate(0, Some(inputs), None).unwrap();
    assert_eq!(
        (inputs, outputs),
        (Some(json!({ "gigabytes": 2, "kind": "ssd" })), None)
    );
    let outputs = json!({ "capacity": "2GB", "path": "/dev/b" });
    let (inputs, outputs) = migrate(0, None, Some(outputs)).unwrap();
    assert_eq!(
        (inputs, outputs),
        (
            None,
            Some(json!({ "gigabytes": 2, "kind": "ssd", "path": "/dev/b" }))
        )
    );
}

#[test]
fn secrets_stay_secrets() {
    let inputs = json!({ "capacity": secret("2GB"), "kind": secret("HDD") });
    let (inputs, _) = migrate(0, Some(inputs), None).unwrap();
    let expected = json!({ "gigabytes": secret(2), "kind": secret("hdd") });
    assert_eq!(
        inputs,
        Some(expected),
        "the secret size became the gigabytes"
    );
}

#[test]
fn a_failed_step_is_named() {
    let Err(WitError::Other(failure)) = migrate(1, Some(json!({ "size": "?", "kind": "" })), None)
    else {
        panic!("no error")
    };
    assert_eq!(
        failure.message,
        "bringing the state to version 2: invalid digit found in string"
    );
    let Err(WitError::Unsupported(failure)) = migrate(3, None, None) else {
        panic!("no error")
    };
    assert_eq!(
        failure.message,
        "the state has version 3, and this provider knows versions up to 2"
    );
}

#[test]
fn recorded_states_can_be_tried() {
    let outputs = json!({ "size": "7GB", "kind": "ssd", "path": "/dev/c" });
    let inputs = json!({ "size": "7GB", "kind": "ssd" });
    let (_, outputs) = testing::migrate::<Disk>(1, Some(inputs), Some(outputs)).unwrap();
    assert_eq!(
        outputs,
        Some(json!({ "gigabytes": 7, "kind": "ssd", "path": "/dev/c" }))
    );
    let incomplete = json!({ "size": "7GB", "kind": "ssd" });
    assert!(
        testing::migrate::<Disk>(2, Some(incomplete), None).is_err(),
        "no `gigabytes`"
    );
}
