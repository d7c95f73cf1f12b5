//! The recorded state if an author returns only the outputs.

use serde_json::{Value as JsonValue, json};

use super::{context, parse, secret};
use crate::dispatch;
use crate::host::bindings::exports::pulumi_wasm::provider::lifecycle as wit;
use crate::host::bindings::pulumi_wasm::provider::common::Error as WitError;
use crate::prelude::*;
use crate::testing::Host;

#[derive(Object, Clone)]
struct Disk {
    size: u8,
    #[property(default = false)]
    fast: bool,
}

/// A server with a field of each kind.
#[derive(Resource)]
struct Server {
    label: String,
    #[property(default = "eu")]
    region: String,
    disks: Option<Vec<Disk>>,
    /// The server's choice if the program does not choose.
    #[property(server_default)]
    zone: Option<String>,
    #[property(input_only)]
    password: Option<String>,
    #[property(name = "ipAddress", output)]
    address: String,
    #[property(output)]
    starts: f64,
}

fn outputs(label: &str, starts: f64) -> ServerOutputs {
    ServerOutputs {
        zone: (label == "chosen").then(|| "z-9".to_owned()),
        address: "10.0.0.1".to_owned(),
        starts,
    }
}

#[resource]
impl Lifecycle for Server {
    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let inputs = request.inputs;
        let starts = match inputs.label.as_str() {
            "lost" => f64::NAN,
            "saved" => {
                cx.checkpoint("s-1", &outputs("saved", 0.0))?;
                Err("the plug is out")?
            }
            "half" => {
                let outputs = outputs("half", 0.5);
                return Err(Error::partial("s-1", &outputs, ["one disk is missing"]));
            }
            _ => 1.0,
        };
        Ok(Created::new("s-1", outputs(&inputs.label, starts)))
    }

    fn update(request: UpdateRequest<Self>, _: &UpdateContext) -> Result<Updated<Self>> {
        let old = request.old()?;
        let outputs = ServerOutputs {
            starts: old.starts + 1.0,
            ..old.into()
        };
        Ok(Updated::new(outputs).refresh_before_update())
    }
}

/// A resource without outputs.
#[derive(Resource)]
struct Label {
    text: String,
}

#[resource]
impl Lifecycle for Label {
    fn create(_: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        Ok(Created::new("l", LabelOutputs))
    }
}

fn create<R: Lifecycle>(inputs: &JsonValue) -> core::result::Result<wit::CreateResponse, WitError> {
    let request = wit::CreateRequest {
        context: context("x:index:Server"),
        inputs: inputs.to_string(),
        extra: "{}".into(),
    };
    dispatch::create::<R>(request, None)
}

fn recorded(inputs: &JsonValue) -> JsonValue {
    parse(&create::<Server>(inputs).unwrap().outputs)
}

#[test]
fn inputs_are_recorded_as_they_were_given() {
    let inputs = json!({
        "label": secret("a"), "region": "us", "disks": [{ "size": secret(3) }], "password": "p",
    });
    let expected = json!({
        "label": secret("a"), "region": "us", "disks": [{ "size": secret(3) }],
        "ipAddress": "10.0.0.1", "starts": 1.0,
    });
    assert_eq!(recorded(&inputs), expected);
    let label = create::<Label>(&json!({ "text": "hello \"you\"" })).unwrap();
    assert_eq!(parse(&label.outputs), json!({ "text": "hello \"you\"" }));
}

#[test]
fn a_default_is_recorded_and_null_is_not() {
    let inputs = json!({ "label": "a", "region": null, "disks": null });
    let expected = json!({ "label": "a", "region": "eu", "ipAddress": "10.0.0.1", "starts": 1.0 });
    assert_eq!(recorded(&inputs), expected);
    assert_eq!(recorded(&json!({ "label": "a" })), expected);
}

#[test]
fn what_the_server_chose_goes_before_what_was_given() {
    let zone = |label: &str| recorded(&json!({ "label": label, "zone": "z-1" }))["zone"].take();
    assert_eq!(zone("chosen"), "z-9");
    assert_eq!(zone("left alone"), "z-1");
}

#[test]
fn an_update_records_the_new_inputs() {
    let request = wit::UpdateRequest {
        context: context("x:index:Server"),
        id: "s-1".into(),
        old_inputs: json!({ "label": "a" }).to_string(),
        old_outputs: json!({ "label": "a", "region": "eu", "ipAddress": "10.0.0.7", "starts": 2 })
            .to_string(),
        inputs: json!({ "label": "b", "region": "us" }).to_string(),
        old_views: Vec::new(),
        extra: "{}".into(),
    };
    let response = dispatch::update::<Server>(request, None).unwrap();
    let expected = json!({ "label": "b", "region": "us", "ipAddress": "10.0.0.7", "starts": 3.0 });
    assert_eq!(parse(&response.outputs), expected);
    assert!(response.refresh_before_update);
}

#[test]
fn a_checkpoint_of_outputs_has_the_inputs_beside_them() {
    let host = Host::new();
    create::<Server>(&json!({ "label": "saved", "region": "us" })).unwrap_err();
    let expected =
        json!({ "label": "saved", "region": "us", "ipAddress": "10.0.0.1", "starts": 0.0 });
    assert_eq!(host.checkpoints(), [("s-1".to_owned(), expected)]);
}

#[test]
fn a_partial_failure_with_outputs_has_the_inputs_beside_them() {
    let error = create::<Server>(&json!({ "label": "half", "region": "us" })).unwrap_err();
    let WitError::Partial(state) = error else {
        panic!("another error: {error:?}")
    };
    let expected =
        json!({ "label": "half", "region": "us", "ipAddress": "10.0.0.1", "starts": 0.5 });
    assert_eq!(parse(&state.outputs), expected);
    assert_eq!(state.reasons, ["one disk is missing"]);
}

#[test]
fn an_output_that_cannot_be_written_leaves_the_inputs() {
    let error = create::<Server>(&json!({ "label": "lost" })).unwrap_err();
    let WitError::Partial(state) = error else {
        panic!("another error: {error:?}")
    };
    let expected = json!({ "label": "lost", "region": "eu", "ipAddress": "10.0.0.1" });
    assert_eq!(parse(&state.outputs), expected);
    assert_eq!(state.unrecorded, Some(vec!["starts".to_owned()]));
}

#[test]
fn outputs_can_be_read_from_either_answer() {
    let made = Created::<Server>::new("s", outputs("a", 4.0));
    assert_eq!(made.into_outputs().starts, 4.0);
    let label = Label { text: "a".into() };
    let LabelOutputs = Updated::with_state(label).into_outputs();
}

/// Outputs of a type that only the caller knows: `new` requires only traits of the resource itself.
fn made<R: crate::ResourceState>(outputs: R::Outputs) -> Result<(Created<R>, Updated<R>)> {
    let updated = Updated::new(outputs.clone());
    Ok((Created::new("made", outputs), updated))
}

#[test]
fn outputs_are_taken_from_code_for_any_resource_and_from_a_state() {
    let (created, updated) = made::<Label>(LabelOutputs).unwrap();
    assert_eq!(created.id(), "made");
    let LabelOutputs = created.into_outputs();
    let LabelOutputs = updated.into_outputs();
}
