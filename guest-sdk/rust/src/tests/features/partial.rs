//! Resources that are recorded before all of their outputs are known.

use serde_json::json;

use super::super::{context, invalid, parse};
use crate::dispatch;
use crate::host::bindings::exports::pulumi_wasm::provider::lifecycle as wit;
use crate::host::bindings::pulumi_wasm::provider::common::Error as WitError;
use crate::prelude::*;
use crate::resource::hooks::Hooks;
use crate::testing::Host;

/// Is started after it was made.
#[derive(Resource)]
struct Machine {
    label: String,
    #[property(write_only)]
    password: String,
    #[property(output)]
    disk: String,
    #[property(output)]
    address: String,
}

/// The text of the state that a hook got.
fn told(state: &MachinePartial) -> String {
    format!(
        "{:?} {:?} {:?} {:?}",
        state.label.get(),
        state.password.get(),
        state.disk.get(),
        state.address.get()
    )
}

#[resource]
impl Lifecycle for Machine {
    fn create(_: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let so_far = MachinePartial {
            disk: "d-1".to_owned().into(),
            ..Default::default()
        };
        cx.checkpoint("m-1", &so_far)?;
        Err(Error::partial("m-1", &so_far, ["it does not start"]))
    }

    fn resume(request: ResumeRequest<Self>, _: &UpdateContext) -> Result<Updated<Self>> {
        let saved = request.old_partial()?;
        let address = told(&saved);
        let disk = saved.disk.into_known().unwrap_or_default();
        Ok(Updated::new(MachineOutputs { disk, address }))
    }

    fn read(request: ReadRequest<Self>, _: &ReadContext) -> Result<Option<ReadResult<Self>>> {
        let state = request.old_partial();
        let state = state.unwrap_or_default();
        Ok(Some(ReadResult::new(Self {
            address: told(&state),
            label: "a".into(),
            password: "p".into(),
            disk: "d".into(),
        })))
    }

    fn update(request: UpdateRequest<Self>, _: &UpdateContext) -> Result<Updated<Self>> {
        let old = request.old_partial()?;
        let address = told(&old);
        let disk = "d".into();
        Ok(Updated::new(MachineOutputs { disk, address }))
    }

    fn preview_update(request: &mut PreviewUpdateRequest<Self>, _: &PreviewContext) -> Result<()> {
        let old = request.old_partial()?;
        request.outputs.address.set(told(&old));
        Ok(())
    }

    fn delete(request: DeleteRequest<Self>, _: &DeleteContext) -> Result<()> {
        let state = request.old_partial()?;
        Err(Error::denied(told(&state)))
    }
}

const GIVEN: &str = r#"{"label":"a","password":"p"}"#;
const WITHOUT_ADDRESS: &str = r#"Some("a") Some("p") Some("d-1") None"#;

fn recorded() -> String {
    json!({ "label": "a", "disk": "d-1" }).to_string()
}

fn create() -> wit::CreateRequest {
    wit::CreateRequest {
        context: context("x:index:Machine"),
        inputs: GIVEN.into(),
        extra: "{}".into(),
    }
}

fn resume(old_outputs: String) -> wit::ResumeRequest {
    wit::ResumeRequest {
        context: context("x:index:Machine"),
        id: "m-1".into(),
        old_outputs,
        inputs: GIVEN.into(),
        extra: "{}".into(),
    }
}

#[test]
fn a_checkpoint_of_some_outputs_records_these_beside_the_inputs() {
    let host = Host::new();
    let error = dispatch::create::<Machine>(create(), None).unwrap_err();
    let saved = host.checkpoints();
    assert_eq!(saved.len(), 1);
    assert_eq!(saved[0].0, "m-1");
    let expected = json!({ "label": "a", "disk": "d-1" });
    assert_eq!(saved[0].1, expected);
    let WitError::Partial(state) = error else {
        panic!("another error: {error:?}");
    };
    assert_eq!(parse(&state.outputs), expected);
}

#[test]
fn resume_gets_a_state_that_lacks_outputs() {
    let response = dispatch::resume::<Machine>(resume(recorded()), None).unwrap();
    let expected = json!({ "label": "a", "disk": "d-1", "address": WITHOUT_ADDRESS });
    assert_eq!(parse(&response.outputs), expected);
}

fn update(old_outputs: String) -> wit::UpdateRequest {
    wit::UpdateRequest {
        context: context("x:index:Machine"),
        id: "m-1".into(),
        old_inputs: GIVEN.into(),
        old_outputs,
        inputs: GIVEN.into(),
        old_views: Vec::new(),
        extra: "{}".into(),
    }
}

#[test]
fn update_and_its_preview_get_a_state_that_lacks_outputs() {
    let response = dispatch::update::<Machine>(update(recorded()), None).unwrap();
    assert_eq!(parse(&response.outputs)["address"], WITHOUT_ADDRESS);
    let request = update(recorded());
    let request = wit::PreviewUpdateRequest {
        context: crate::tests::preview("x:index:Machine"),
        id: request.id,
        old_inputs: request.old_inputs,
        old_outputs: request.old_outputs,
        old_views: request.old_views,
        inputs: request.inputs,
        outputs: GIVEN.into(),
        extra: request.extra,
    };
    let response = dispatch::preview_update::<Machine>(request, None).unwrap();
    assert_eq!(parse(&response.outputs)["address"], WITHOUT_ADDRESS);
}

#[test]
fn what_a_partial_state_has_is_held_to_its_type() {
    let old = json!({ "label": "a", "disk": 5 }).to_string();
    let error = dispatch::update::<Machine>(update(old), None).unwrap_err();
    let [failure] = invalid(error).try_into().unwrap();
    assert!(
        failure.starts_with("disk: the recorded state does not fit: it "),
        "{failure}"
    );
}

#[test]
fn delete_gets_a_state_that_lacks_outputs() {
    let request = wit::DeleteRequest {
        context: context("x:index:Machine"),
        id: "m-1".into(),
        old_inputs: GIVEN.into(),
        old_outputs: recorded(),
        old_views: Vec::new(),
        extra: "{}".into(),
    };
    let error = dispatch::delete::<Machine>(request, None).unwrap_err();
    assert_eq!(error, Error::Denied(WITHOUT_ADDRESS.into()));
}

#[test]
fn read_gets_a_state_that_lacks_outputs() {
    let request = wit::ReadRequest {
        context: context("x:index:Machine"),
        id: "m-1".into(),
        old_inputs: Some(GIVEN.into()),
        old_outputs: Some(recorded()),
        old_views: Vec::new(),
        extra: "{}".into(),
    };
    let response = dispatch::read::<Machine>(request, None).unwrap();
    let state = response.state.unwrap();
    assert_eq!(parse(&state.outputs)["address"], WITHOUT_ADDRESS);
}

#[test]
fn hooks_that_take_a_partial_state_are_noted_by_their_names() {
    let expected = [
        "create",
        "resume",
        "read",
        "update",
        "preview-update",
        "delete",
    ];
    assert_eq!(<Machine as Hooks>::HOOKS, expected);
}
