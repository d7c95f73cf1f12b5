//! Which code and detail the engine gets, by `pulumi-protocol` 6.2: for every kind of failure and every RPC.

use std::time::Duration;

use proptest::prelude::*;
use pulumi_wasm_core::component::{CallFailure, Checkpoint};
use pulumi_wasm_core::error::failure::PropertyFailure;
use pulumi_wasm_core::error::{PartialState, TrapReport};
use pulumi_wasm_core::operations::Exposure;
use pulumi_wasm_core::operations::create::LeftBehind;
use pulumi_wasm_core::testing::{Answers, Scene, THING, map};
use pulumi_wasm_core::value::PropertyValue;
use tonic::Code;

use super::*;
use crate::pulumi::convert::{Accepted, map_to_proto};
use crate::strategies::any_value;

const OPERATIONS: [Operation; 9] = [
    Operation::CheckConfig,
    Operation::Check,
    Operation::Diff,
    Operation::Create,
    Operation::Read,
    Operation::Update,
    Operation::Delete,
    Operation::List,
    Operation::Invoke,
];

/// Codes that tell the engine that the result is unknown.
const UNCERTAIN: [Code; 3] = [Code::Unknown, Code::Internal, Code::DataLoss];

/// Every kind of failure, with its code for calls that change nothing, and whether its code is uncertain for calls that may
/// have changed something.
fn failures() -> Vec<(CallError, Code, bool)> {
    let words = || "words".to_owned();
    let guest = |error: GuestError| CallError::Guest(error);
    let invalid = vec![PropertyFailure {
        property: "label".to_owned(),
        reason: words(),
    }];
    let partial = PartialState {
        id: "made".to_owned(),
        outputs: map([]),
        reasons: vec![words()],
        ..PartialState::default()
    };
    let refused = CallError::Refused {
        reason: words(),
        hint: None,
    };
    let unusable = CallError::Unusable {
        reason: words(),
        hint: None,
    };
    let limit = CallError::Limit {
        limit: words(),
        hint: words(),
        frames: Vec::new(),
    };
    let deadline = CallError::Deadline {
        after: Duration::from_secs(1),
        hint: words(),
        frames: Vec::new(),
    };
    vec![
        (
            guest(GuestError::Invalid(invalid)),
            Code::InvalidArgument,
            false,
        ),
        (guest(GuestError::NotFound(words())), Code::NotFound, false),
        (
            guest(GuestError::AlreadyExists(words())),
            Code::AlreadyExists,
            false,
        ),
        (
            guest(GuestError::Denied(words())),
            Code::PermissionDenied,
            false,
        ),
        (
            guest(GuestError::Unavailable(words())),
            Code::Aborted,
            false,
        ),
        (
            guest(GuestError::TimedOut(words())),
            Code::DeadlineExceeded,
            false,
        ),
        (
            guest(GuestError::Cancelled(words())),
            Code::Cancelled,
            false,
        ),
        (
            guest(GuestError::Unsupported(words())),
            Code::FailedPrecondition,
            false,
        ),
        (
            guest(GuestError::Partial(partial)),
            Code::FailedPrecondition,
            false,
        ),
        (
            guest(GuestError::Other(words())),
            Code::FailedPrecondition,
            false,
        ),
        (
            guest(GuestError::AwaitFailed(words())),
            Code::FailedPrecondition,
            false,
        ),
        (refused, Code::FailedPrecondition, false),
        (unusable, Code::FailedPrecondition, false),
        (CallError::Trap(TrapReport::default()), Code::Aborted, true),
        (CallError::BadAnswer(words()), Code::Aborted, true),
        (limit, Code::ResourceExhausted, true),
        (deadline, Code::DeadlineExceeded, true),
        (CallError::Cancelled, Code::Cancelled, true),
    ]
}

fn detail(status: &Status) -> Option<(String, ErrorResourceInitFailed)> {
    let mut details = RpcStatus::decode(status.details()).ok()?.details;
    // The engine does not accept two.
    assert!(details.len() < 2, "{details:?}");
    let detail = details.pop()?;
    let value = ErrorResourceInitFailed::decode(detail.value.as_slice()).ok()?;
    Some((detail.type_url, value))
}

#[test]
fn each_failure_has_the_code_that_is_true_of_it() {
    let scene = Scene::new(&["create"]);
    for operation in OPERATIONS {
        for (error, expected, may_have_changed) in failures() {
            for preview in [false, true] {
                let call = Call {
                    preview,
                    ..scene.call(operation)
                };
                let changes = matches!(
                    operation,
                    Operation::Create | Operation::Update | Operation::Delete
                ) && !preview;
                let expected = if may_have_changed && changes {
                    Code::Unknown
                } else {
                    expected
                };
                let status = from_call(&scene.package, &call, &error);
                let case = format!("{operation:?}, preview {preview}: {error:?}");
                assert_eq!(status.code(), expected, "{case}");
                assert!(changes || !UNCERTAIN.contains(&status.code()), "{case}");
                // To the engine it would be an old provider, or a plugin that is gone.
                assert_ne!(status.code(), Code::Unimplemented, "{case}");
                assert_ne!(status.code(), Code::Unavailable, "{case}");
                assert_eq!(detail(&status), None, "{case}");
            }
        }
    }
}

#[test]
fn what_exists_nevertheless_is_one_detail_whatever_the_failure() {
    let scene = Scene::new(&["create"]);
    let call = scene.call(Operation::Create);
    let inputs = map([("label", "x".into())]);
    for (error, _, _) in failures() {
        let failure = CallFailure {
            error,
            checkpoint: Some(Checkpoint {
                id: "made".to_owned(),
                outputs: map([("serial", "1".into())]),
                is_cut: false,
            }),
        };
        let mut failure = ChangeFailure::from(failure);
        failure.refresh_before_update = true;
        failure.inputs = inputs.clone().into();
        let status = from_change(&scene.package, &call, failure, Accepted::default());
        let (type_url, detail) = detail(&status).expect("a detail");
        assert_eq!(
            type_url,
            "type.googleapis.com/pulumirpc.ErrorResourceInitFailed"
        );
        assert_eq!(detail.id, "made");
        assert_eq!(detail.inputs, Some(map_to_proto(&inputs)));
        assert!(!detail.reasons.is_empty() && detail.refresh_before_update);
        // A resource that may exist counts as existing.
        assert!(!status.message().contains("may have been created"));
    }
}

#[test]
fn a_create_that_may_have_made_something_says_how_to_take_it_over() {
    let scene = Scene::new(&["create"]);
    for (error, _, may_have_changed) in failures() {
        if matches!(
            error,
            CallError::Guest(GuestError::Partial(_) | GuestError::AwaitFailed(_))
        ) {
            continue;
        }
        for operation in [Operation::Create, Operation::Update] {
            let call = scene.call(operation);
            let failure = ChangeFailure::from(error.clone());
            let status = from_change(&scene.package, &call, failure, Accepted::default());
            let exists = matches!(error, CallError::Guest(GuestError::AlreadyExists(_)));
            let tells = status.message().contains("`import: ID`");
            assert_eq!(
                tells,
                (may_have_changed || exists) && operation == Operation::Create
            );
            let doubts = status.message().contains("may have been created");
            assert_eq!(doubts, tells && !exists);
            assert_eq!(detail(&status), None);
        }
    }
}

#[test]
fn the_option_that_takes_a_resource_over_has_the_id_that_the_inputs_determine() {
    let form = |manifest: &mut serde_json::Value| {
        manifest["resources"][THING]["importId"] = "x-{label}/y".into();
    };
    let scene = Scene::with(&["create", "read"], form, Answers::default());
    let told = |label: PropertyValue, error: CallError| {
        let failure = ChangeFailure {
            inputs: map([("label", label)]).into(),
            ..ChangeFailure::from(error)
        };
        let call = scene.call(Operation::Create);
        let status = from_change(&scene.package, &call, failure, Accepted::default());
        status.message().to_owned()
    };
    let exists = || CallError::Guest(GuestError::AlreadyExists("a thing of that name".to_owned()));
    assert!(told("a b".into(), exists()).contains("option `import: x-a b/y` for one"));
    let crashed = CallError::Trap(TrapReport::of_exception("oops"));
    assert!(told("a".into(), crashed).contains("option `import: x-a/y` for one"));
    // An import cannot read an empty label, a secret is not shown, and an unknown label has no id.
    for label in [
        "".into(),
        PropertyValue::from("a").into_secret(),
        PropertyValue::Unknown,
    ] {
        assert!(told(label, exists()).contains("option `import: ID` for one"));
    }
}

#[test]
fn a_resource_that_was_read_in_a_bad_state_comes_with_its_inputs() {
    let found = ReadResult {
        id: "made".to_owned(),
        inputs: map([("label", "x".into())]).into(),
        reasons: vec!["its disk is full".to_owned()],
        ..ReadResult::default()
    };
    let inputs = Accepted::default().stored_to_proto(found.inputs.clone());
    let scene = Scene::new(&["create"]);
    let status = from_found(&scene.call(Operation::Read), found, Accepted::default());
    let (_, detail) = detail(&status).expect("a detail");
    assert_eq!((detail.id.as_str(), detail.inputs), ("made", Some(inputs)));
    assert_eq!(detail.reasons, ["its disk is full"]);
}

#[test]
fn what_comes_with_a_failure_is_never_more_than_an_engine_reads() {
    let scene = Scene::new(&["create"]);
    let call = scene.call(Operation::Create);
    let text = |bytes: usize| PropertyValue::from("x".repeat(bytes));
    for (outputs, inputs, has_inputs) in [
        (MAX_STATE_BYTES - 200, 1 << 20, false),
        (5 << 20, 5 << 20, true),
        (1, 300 << 20, false),
    ] {
        let failure = ChangeFailure {
            failure: CallError::Cancelled.into(),
            inputs: map([("label", text(inputs))]).into(),
            partial: Some(LeftBehind {
                id: "i".repeat(size_limits::MAX_ID_BYTES),
                outputs: map([("serial", text(outputs))]).into(),
                reasons: vec!["\u{1f600}".repeat(MAX_TEXT_BYTES); 100],
            }),
            refresh_before_update: true,
        };
        let status = from_change(&scene.package, &call, failure, Accepted::default());
        let headers = status.into_http::<()>();
        let read: usize = headers
            .headers()
            .iter()
            .map(|(name, value)| name.as_str().len() + value.len() + 32)
            .sum();
        assert!(read <= MAX_HEADER_BYTES, "{read}");
        let detail = headers.headers().get("grpc-status-details-bin");
        assert!(detail.is_some_and(|detail| detail.len() > outputs));
        assert_eq!(read > outputs + (5 << 20), has_inputs, "{read}");
    }
}

#[test]
fn what_was_read_and_is_too_large_to_be_recorded_with_its_reasons_is_told() {
    let scene = Scene::new(&["create", "read"]);
    let found = ReadResult {
        id: "made".to_owned(),
        outputs: map([("serial", "x".repeat(MAX_STATE_BYTES).into())]).into(),
        reasons: vec!["its disk is full".to_owned()],
        ..ReadResult::default()
    };
    let status = from_found(&scene.call(Operation::Read), found, Accepted::default());
    assert_eq!(
        (status.code(), detail(&status)),
        (Code::FailedPrecondition, None)
    );
    for words in ["its disk is full", "too large", "`one`"] {
        assert!(status.message().contains(words), "{}", status.message());
    }
}

proptest! {
    #[test]
    fn no_value_is_larger_on_the_wire_than_was_reckoned(value in any_value()) {
        let properties = map([("a property", value)]);
        let reckoned = size_limits::size(&properties);
        prop_assert!(map_to_proto(&properties).len() <= reckoned);
    }
}

#[test]
fn what_did_not_become_ready_has_a_detail_that_lets_others_go_on() {
    let scene = Scene::new(&["create"]);
    let error = CallError::Guest(GuestError::AwaitFailed("not ready".to_owned()));
    for operation in [Operation::Create, Operation::Update] {
        for preview in [false, true] {
            let call = Call {
                preview,
                ..scene.call(operation)
            };
            let failure = ChangeFailure::from(error.clone());
            let status = from_change(&scene.package, &call, failure, Accepted::default());
            assert_eq!(status.code(), Code::FailedPrecondition);
            assert_eq!(status.message(), "not ready");
            let details = RpcStatus::decode(status.details())
                .expect("details")
                .details;
            let names: Vec<&str> = details.iter().map(|one| one.type_url.as_str()).collect();
            let expected = "type.googleapis.com/pulumirpc.ErrorResourceAwaitFailed";
            assert_eq!(names, if preview { vec![] } else { vec![expected] });
        }
    }
}

/// Clients other than the engine accept headers of 16 KiB, and lose the status of an answer with longer ones.
#[test]
fn a_status_is_short_enough_for_every_client_unless_it_has_a_large_resource() {
    let scene = Scene::new(&["create", "read"]);
    let call = scene.call(Operation::Create);
    let partial = |text: &str| LeftBehind {
        id: "made".to_owned(),
        outputs: map([("serial", "1".into())]).into(),
        reasons: vec![text.to_owned(); 100],
    };
    for text in ["x", "a b", "`", "ä", "\u{1f600}", "\n", "\u{7}"].map(|text| text.repeat(100_000))
    {
        let failures = (0..1000).map(|number| PropertyFailure {
            property: format!("property{number}"),
            reason: text[..text.floor_char_boundary(2000)].to_owned(),
        });
        let invalid = GuestError::Invalid(failures.collect());
        let keys = (0..1000).map(|number| MissingKey {
            name: format!("key{number}"),
            description: text[..text.floor_char_boundary(2000)].to_owned(),
            variables: Vec::new(),
        });
        let change = |error: GuestError, partial| {
            let failure = ChangeFailure {
                failure: CallError::Guest(error).into(),
                inputs: map([]).into(),
                partial,
                refresh_before_update: false,
            };
            from_change(&scene.package, &call, failure, Accepted::default())
        };
        let found = ReadResult {
            id: "made".to_owned(),
            reasons: vec![text.clone(); 100],
            ..ReadResult::default()
        };
        let source = SourceError::new(text.clone()).hint("do something about it");
        let advised = from_source(&source);
        let exposure = || Exposure::ByPath(PropertyMap::new());
        let statuses = [
            invalid_argument(&text),
            change(GuestError::Other(text.clone()), None),
            change(GuestError::Other(text.clone()), Some(partial(&text))),
            change(GuestError::AwaitFailed(text.clone()), None),
            change(invalid.clone(), None),
            from_found(&call, found, Accepted::default()),
            from_construct(&scene.package, &call, exposure, &CallError::Guest(invalid)),
            missing_keys(keys.collect()),
            advised,
        ];
        for (number, status) in statuses.into_iter().enumerate() {
            let shown = status.message().to_owned();
            let details = RpcStatus::decode(status.details()).expect("details");
            let headers = status.into_http::<()>();
            let bytes: usize = headers
                .headers()
                .iter()
                .map(|(name, value)| name.as_str().len() + value.len() + 32)
                .sum();
            assert!(bytes < 16 << 10, "{number}: {bytes}");
            let is_cut = shown.contains(" bytes in all)") || details.details.len() == 1;
            assert!(is_cut, "{number}: {shown}");
            if number == 8 {
                assert!(shown.ends_with("\nhint: do something about it"), "{shown}");
            }
        }
    }
}
