//! Requests and contexts of hooks, as an author's unit tests make them.

use crate::prelude::*;
use crate::testing::{self, Host};

#[derive(Resource, Clone, Debug, PartialEq)]
struct Lamp {
    label: String,
    #[property(write_only)]
    key: String,
    #[property(output)]
    hours: i64,
    #[property(output)]
    socket: Option<String>,
}

/// Needs no separate hook.
fn note(cx: &Context, text: &str) {
    cx.info(format!("{}: {text}", cx.name()));
}

/// Is for every hook that may wait.
fn warm_up(cx: &WaitContext) -> Result<u32> {
    cx.wait(Backoff::default().attempts(3), |attempt| {
        Ok(match attempt {
            3 => Progress::Ready(attempt),
            _ => Progress::Pending("cold".into()),
        })
    })
}

/// Is for `create` and `update`.
fn save(id: &str, cx: &CreateContext) -> Result<()> {
    let so_far = LampPartial {
        hours: 0.into(),
        ..Default::default()
    };
    cx.checkpoint(id, &so_far)
}

#[resource]
impl Lifecycle for Lamp {
    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        note(cx, "create");
        save("l-1", cx)?;
        let hours = warm_up(cx)?.into();
        let CreateRequest { inputs } = request;
        let socket = Some(inputs.key);
        Ok(Created::new("l-1", LampOutputs { hours, socket }))
    }

    fn check(request: &mut CheckRequest<Self>, cx: &CheckContext) -> Result<()> {
        note(cx, "check");
        let old = request.old_inputs()?;
        if let Some(old) = old.and_then(|old| old.label.into_known()) {
            request.inputs.label.set(old);
        }
        let old = request.old_outputs()?;
        if old.is_some_and(|old| old.hours.get() == Some(&7)) {
            request.inputs.key.set("old".into());
        }
        Ok(())
    }

    fn preview_create(request: &mut PreviewCreateRequest<Self>, cx: &PreviewContext) -> Result<()> {
        note(cx, "preview");
        request.outputs.hours.set(3);
        Ok(())
    }

    fn read(request: ReadRequest<Self>, cx: &ReadContext) -> Result<Option<ReadResult<Self>>> {
        note(cx, "read");
        warm_up(cx)?;
        let known = request
            .inputs()?
            .and_then(|inputs| inputs.label.into_known());
        let Some(mut lamp) = request.old() else {
            return Ok(None);
        };
        lamp.socket = known;
        Ok(Some(ReadResult::new(lamp).with_id("l-2")))
    }

    fn update(request: UpdateRequest<Self>, cx: &UpdateContext) -> Result<Updated<Self>> {
        save(&request.id, cx)?;
        warm_up(cx)?;
        let old = request.old_partial()?;
        let hours = old.hours.into_known().unwrap_or(-1);
        let UpdateRequest { id, inputs, .. } = request;
        let socket = Some(format!("{id} {} {:?}", inputs.key, old.key.get()));
        Ok(Updated::new(LampOutputs { hours, socket }))
    }

    fn delete(request: DeleteRequest<Self>, _: &DeleteContext) -> Result<()> {
        Err(Error::denied(format!(
            "{} {}",
            request.id,
            request.old()?.key
        )))
    }
}

fn lamp() -> Lamp {
    Lamp {
        label: "a".into(),
        key: "k".into(),
        hours: 7,
        socket: None,
    }
}

fn inputs() -> LampInputs {
    LampInputs {
        label: "a".into(),
        key: "new".into(),
    }
}

#[test]
fn a_test_makes_the_request_of_a_create_and_its_context() {
    let host = Host::new();
    let made = Lamp::create(CreateRequest::new(inputs()), &testing::context("desk")).unwrap();
    assert_eq!(made.into_outputs().hours, 3);
    assert_eq!(host.messages(), ["info: desk: create"]);
    assert_eq!(host.checkpoints()[0].0, "l-1");
}

#[test]
fn an_old_state_has_all_of_its_properties() {
    let request = UpdateRequest::new("l-1", &lamp(), inputs());
    assert_eq!(request.old(), Ok(lamp()));
    let updated = Lamp::update(request, &testing::context("desk")).unwrap();
    let outputs = updated.into_outputs();
    assert_eq!(outputs.hours, 7);
    assert_eq!(outputs.socket.as_deref(), Some("l-1 new Some(\"k\")"));
    let deleted = Lamp::delete(
        DeleteRequest::new("l-1", &lamp()),
        &testing::context("desk"),
    );
    assert_eq!(deleted, Err(Error::denied("l-1 k")));
}

#[test]
fn an_old_state_may_lack_properties() {
    let so_far = LampPartial {
        key: "k".to_owned().into(),
        ..Default::default()
    };
    let request = UpdateRequest::new("l-1", &so_far, inputs());
    assert!(matches!(request.old(), Err(Error::Invalid(_))));
    let updated = Lamp::update(request, &testing::context("desk")).unwrap();
    assert_eq!(updated.into_outputs().hours, -1);
    let outputs = LampOutputs {
        hours: 2,
        socket: None,
    };
    let resumed = ResumeRequest::new("l-1", &outputs, inputs());
    assert_eq!(resumed.old_partial().unwrap().hours.get(), Some(&2));
    assert!(resumed.old().is_err());
}

#[test]
fn a_read_knows_the_state_or_the_inputs_or_neither() {
    let read = |request| Lamp::read(request, &testing::context("desk")).unwrap();
    let found = read(ReadRequest::new("l-1").with_old(&lamp())).unwrap();
    assert_eq!(found.id(), Some("l-2"));
    assert_eq!(found.state().socket.as_deref(), Some("a"));
    assert!(read(ReadRequest::new("l-1")).is_none());
    let known = LampDraft {
        label: "b".to_owned().into(),
        ..Default::default()
    };
    let imported = ReadRequest::<Lamp>::new("l-1").with_inputs(&known);
    assert!(imported.old().is_none() && imported.old_partial().is_none());
    let label = imported.inputs().unwrap().unwrap().label;
    assert_eq!(label.get().map(String::as_str), Some("b"));
}

#[test]
fn a_check_knows_what_was_recorded() {
    let cx: CheckContext = testing::context("desk");
    let mut request = CheckRequest::<Lamp>::new(LampDraft::default());
    Lamp::check(&mut request, &cx).unwrap();
    assert!(request.inputs.label.is_absent() && request.inputs.key.is_absent());
    let mut request = request.with_old(&lamp());
    Lamp::check(&mut request, &cx).unwrap();
    assert_eq!(request.inputs.label.get().map(String::as_str), Some("a"));
    assert_eq!(request.inputs.key.get().map(String::as_str), Some("old"));
}

#[test]
fn a_preview_begins_with_what_the_host_would_show() {
    let draft = LampDraft {
        label: "a".to_owned().into(),
        ..Default::default()
    };
    let mut request = PreviewCreateRequest::<Lamp>::new(draft);
    assert!(request.outputs.hours.is_unknown());
    Lamp::preview_create(&mut request, &testing::context("desk")).unwrap();
    assert_eq!(request.outputs.hours.get(), Some(&3));
    assert_eq!(request.outputs.label.get().map(String::as_str), Some("a"));
}

#[test]
fn requests_do_not_show_properties() {
    let shown = format!("{:?}", UpdateRequest::new("l-1", &lamp(), inputs()));
    assert_eq!(shown, "UpdateRequest { id: \"l-1\", .. }");
    let shown = format!("{:?}", CreateRequest::<Lamp>::new(inputs()));
    assert_eq!(shown, "CreateRequest { .. }");
}
