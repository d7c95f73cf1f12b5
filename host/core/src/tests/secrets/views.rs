//! Views.

use std::sync::Arc;

use async_trait::async_trait;
use parking_lot::Mutex;

use super::{WORD, hidden, object, scene, warnings};
use crate::call::{Call, Operation};
use crate::error::GuestError;
use crate::testing::{Answers, THING, map};
use crate::value::PropertyValue;
use crate::view::{View, ViewOperation, ViewSink, ViewStep};

/// Recorded views.
#[derive(Default)]
struct Shown(Mutex<Vec<ViewStep>>);

#[async_trait]
impl ViewSink for Shown {
    fn mark_secrets(&self, view: &mut View) {
        if let Some(pin) = view.outputs.get_mut("pin") {
            *pin = pin.clone().into_secret();
        }
    }

    async fn publish(&self, steps: Vec<ViewStep>) -> Result<(), GuestError> {
        *self.0.lock() = steps;
        Ok(())
    }
}

/// The shown part of a view.
async fn published(old: Option<View>, new: Option<View>) -> Result<ViewStep, GuestError> {
    let scene = scene(&["create"], Answers::default());
    let shown = Arc::<Shown>::default();
    let call = Call {
        views: Some(Arc::clone(&shown) as Arc<dyn ViewSink>),
        ..scene.call(Operation::Create)
    };
    let step = ViewStep {
        operation: ViewOperation::Create,
        old,
        new,
        failure: None,
    };
    call.publish(vec![step]).await?;
    let steps = shown.0.lock();
    for warning in warnings(&scene) {
        assert!(!warning.contains(WORD), "{warning}");
    }
    Ok(steps[0].clone())
}

fn view(name: &str) -> View {
    View {
        token: "acme:index:Part".to_owned(),
        name: name.to_owned(),
        ..View::default()
    }
}

#[tokio::test]
async fn views_are_shown_without_secrets() {
    let full = View {
        inputs: map([("label", WORD.into()), ("other", "x".into())]),
        outputs: map([
            ("serial", object([(WORD, 1.0.into())])),
            ("pin", "1234".into()),
            (WORD, "x".into()),
        ]),
        ..view("left")
    };
    let step = published(Some(full.clone()), Some(full))
        .await
        .expect("shown");
    for view in [step.old, step.new].into_iter().flatten() {
        assert_eq!(
            view.inputs,
            map([("label", hidden()), ("other", "x".into())])
        );
        assert_eq!(
            view.outputs,
            map([
                ("serial", object([(WORD, 1.0.into())]).into_secret()),
                ("pin", PropertyValue::from("1234").into_secret()),
            ])
        );
    }
}

#[tokio::test]
async fn a_view_has_no_secret_in_its_name() {
    let named = |name: &str| Some(view(name));
    for new in [
        view(WORD),
        view("of a secret word!"),
        view("a%20secret%20word"),
        View {
            token: format!("acme:index:{WORD}"),
            ..view("left")
        },
        View {
            parent_name: WORD.to_owned(),
            ..view("left")
        },
    ] {
        let error = published(None, Some(new)).await.expect_err("refused");
        let GuestError::Invalid(failures) = error else {
            panic!("{error:?}");
        };
        assert_eq!(failures[0].property, "steps[0]");
        assert!(failures[0].reason.contains("contains a secret"));
        assert!(!failures[0].reason.contains(WORD));
    }
    published(None, named("left")).await.expect("shown");
    // It is recorded, and must be removed.
    published(named(WORD), None).await.expect("shown");
}

#[tokio::test]
async fn a_view_may_be_named_after_its_resource() {
    let scene = scene(&["create"], Answers::default());
    scene.secrets.keep("urn:pulumi:dev");
    let mut call = Call {
        views: Some(Arc::<Shown>::default() as Arc<dyn ViewSink>),
        ..scene.call(Operation::Create)
    };
    Arc::make_mut(&mut call.subject).urn = format!("urn:pulumi:dev::shop::{THING}::{WORD}");
    let step = ViewStep {
        operation: ViewOperation::Create,
        old: None,
        new: Some(view(&format!("{WORD}/left"))),
        failure: None,
    };
    call.publish(vec![step]).await.expect("shown");
}

#[tokio::test]
async fn a_view_is_known_outside_previews() {
    let unknown = PropertyValue::Array(vec![PropertyValue::Unknown]);
    let view = View {
        outputs: map([("serial", unknown)]),
        ..view("left")
    };
    let error = published(None, Some(view)).await.expect_err("refused");
    assert!(error.message().contains("has unknown values"), "{error:?}");
}
