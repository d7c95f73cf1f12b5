//! Things that exist and cannot be recorded as a whole, and records in another form.

use serde_json::{Value as JsonValue, json};

use super::{context, parse};
use crate::dispatch;
use crate::host::bindings::exports::pulumi_wasm::provider::lifecycle as wit;
use crate::host::bindings::pulumi_wasm::provider::common::{Error as WitError, PartialState};
use crate::prelude::*;

/// Counts.
#[derive(Resource)]
struct Meter {
    label: String,
    /// Pulumi cannot store numbers of more than 2 to the power of 53.
    #[property(output)]
    count: u64,
    #[property(output)]
    ratio: f64,
}

impl Meter {
    fn of(label: String) -> Self {
        let (count, ratio) = match label.as_str() {
            "count" => (u64::MAX, 0.5),
            "both" => (u64::MAX, f64::NAN),
            _ => (1, 0.5),
        };
        Self {
            label,
            count,
            ratio,
        }
    }
}

#[resource]
impl Lifecycle for Meter {
    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let meter = Self::of(request.inputs.label);
        if cx.name() == "half" {
            return Err(Error::partial("m-1", &meter, ["it is not whole"]));
        }
        Ok(Created::with_state("m-1", meter))
    }

    fn update(request: UpdateRequest<Self>, _: &UpdateContext) -> Result<Updated<Self>> {
        if request.inputs.label != "blind" {
            request.old()?;
        }
        Ok(Updated::with_state(Self::of(request.inputs.label)))
    }

    fn delete(request: DeleteRequest<Self>, _: &DeleteContext) -> Result<()> {
        Err(Error::not_found(&request.id))
    }
}

/// Needs its state to be deleted.
#[derive(Resource)]
struct Drawer {
    label: String,
}

#[resource]
impl Lifecycle for Drawer {
    fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        Ok(Created::with_state(
            "d",
            Self {
                label: request.inputs.label,
            },
        ))
    }

    fn delete(request: DeleteRequest<Self>, _: &DeleteContext) -> Result<()> {
        Err(Error::denied(request.old()?.label))
    }
}

fn create(label: &str, name: &str) -> core::result::Result<wit::CreateResponse, WitError> {
    let mut context = context("x:index:Meter");
    context.name = name.into();
    let request = wit::CreateRequest {
        context,
        inputs: json!({ "label": label }).to_string(),
        extra: "{}".into(),
    };
    dispatch::create::<Meter>(request, None)
}

#[track_caller]
fn partial(error: WitError) -> PartialState {
    match error {
        WitError::Partial(state) => state,
        other => panic!("another error: {other:?}"),
    }
}

const REASON: &str = "the provider's answer cannot be recorded: count: 18446744073709551615 is too large to be an \
                      exact number in Pulumi";

#[test]
fn what_was_made_keeps_its_id_and_what_can_be_written() {
    assert_eq!(parse(&create("a", "it").unwrap().outputs)["count"], 1);
    let state = partial(create("count", "it").unwrap_err());
    assert_eq!(state.id, "m-1");
    let outputs = json!({ "label": "count", "ratio": 0.5 });
    assert_eq!(parse(&state.outputs), outputs);
    assert_eq!(state.reasons, [REASON]);
    assert_eq!(state.unrecorded, Some(vec!["count".to_owned()]));
    let state = partial(create("both", "it").unwrap_err());
    assert_eq!(parse(&state.outputs), json!({ "label": "both" }));
    let reason = format!("{REASON}; ratio: NaN is not a number that Pulumi can hold");
    assert_eq!(state.reasons, [reason]);
}

#[test]
fn a_partial_failure_keeps_what_can_be_written_and_is_to_be_completed() {
    let state = partial(create("count", "half").unwrap_err());
    assert_eq!(state.id, "m-1");
    assert_eq!(parse(&state.outputs)["ratio"], 0.5);
    assert_eq!(state.reasons, ["it is not whole", REASON]);
    assert_eq!(parse(&state.extra), json!({}));
}

fn update(old: &JsonValue, label: &str) -> core::result::Result<wit::UpdateResponse, WitError> {
    let request = wit::UpdateRequest {
        context: context("x:index:Meter"),
        id: "m-2".into(),
        old_inputs: json!({ "label": "a" }).to_string(),
        old_outputs: old.to_string(),
        inputs: json!({ "label": label }).to_string(),
        old_views: Vec::new(),
        extra: "{}".into(),
    };
    dispatch::update::<Meter>(request, None)
}

#[test]
fn what_was_changed_keeps_its_id_and_what_can_be_written() {
    let old = json!({ "label": "a", "count": 1, "ratio": 1 });
    let state = partial(update(&old, "count").unwrap_err());
    assert_eq!(state.id, "m-2");
    assert_eq!(state.unrecorded, Some(vec!["count".to_owned()]));
}

#[test]
fn an_update_of_a_state_that_does_not_fit_says_that_it_is_the_record() {
    let old = json!({ "label": "a", "ratio": 1 });
    assert_eq!(
        super::invalid(update(&old, "b").unwrap_err()),
        ["count: the recorded state does not fit: it is required"]
    );
    // A hook that does not read the state runs nevertheless.
    assert_eq!(parse(&update(&old, "blind").unwrap().outputs)["count"], 1);
}

#[test]
fn a_delete_that_does_not_use_the_state_does_not_read_it() {
    let request = |outputs: JsonValue| wit::DeleteRequest {
        context: context("x:index:Meter"),
        id: "m-3".into(),
        old_inputs: "{}".into(),
        old_outputs: outputs.to_string(),
        old_views: Vec::new(),
        extra: "{}".into(),
    };
    let error = dispatch::delete::<Meter>(request(json!({})), None).unwrap_err();
    assert_eq!(error, Error::NotFound("m-3".into()));
    let error = dispatch::delete::<Drawer>(request(json!({})), None).unwrap_err();
    assert!(matches!(error, Error::Invalid(_)), "{error}");
    let request = request(json!({ "label": "locked" }));
    let error = dispatch::delete::<Drawer>(request, None).unwrap_err();
    assert_eq!(error, Error::Denied("locked".into()));
}
