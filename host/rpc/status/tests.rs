//! Which code and detail the engine gets, by `pulumi-protocol` 6.2: for every kind of failure and every RPC.

use std::time::Duration;

use tonic::Code;

use super::*;
use crate::provider::component::{CallFailure, Checkpoint};
use crate::provider::error::{PartialState, TrapReport};
use crate::provider::failure::PropertyFailure;
use crate::provider::testing::{Scene, map};

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

/// Codes that tell the engine that nobody knows what happened.
const UNCERTAIN: [Code; 3] = [Code::Unknown, Code::Internal, Code::DataLoss];

/// Every kind of failure with its code where nothing can have been changed, and whether it leaves that open elsewhere.
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
        knob: words(),
    };
    let deadline = CallError::Deadline {
        after: Duration::from_secs(1),
        knob: words(),
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
    // The engine does not take two.
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
            }),
        };
        let mut failure = ChangeFailure::from(failure);
        failure.refresh_before_update = true;
        let status = from_change(&scene.package, &call, failure, inputs.clone());
        let (type_url, detail) = detail(&status).expect("a detail");
        assert_eq!(
            type_url,
            "type.googleapis.com/pulumirpc.ErrorResourceInitFailed"
        );
        assert_eq!(detail.id, "made");
        assert_eq!(detail.inputs, Some(map_to_proto(inputs.clone())));
        assert!(!detail.reasons.is_empty() && detail.refresh_before_update);
        // What may exist is not guessed at: it does.
        assert!(!status.message().contains("nobody knows"));
    }
}

#[test]
fn a_create_that_may_have_made_something_says_how_to_take_it_over() {
    let scene = Scene::new(&["create"]);
    for (error, _, may_have_changed) in failures() {
        if matches!(error, CallError::Guest(GuestError::Partial(_))) {
            continue;
        }
        for operation in [Operation::Create, Operation::Update] {
            let call = scene.call(operation);
            let failure = ChangeFailure::from(error.clone());
            let status = from_change(&scene.package, &call, failure, map([]));
            let tells = status.message().contains("`import: ID`");
            assert_eq!(tells, may_have_changed && operation == Operation::Create);
            assert_eq!(detail(&status), None);
        }
    }
}

#[test]
fn a_resource_that_was_read_in_a_bad_state_comes_with_its_inputs() {
    let found = Found {
        id: "made".to_owned(),
        inputs: map([("label", "x".into())]),
        reasons: vec!["its disk is full".to_owned()],
        ..Found::default()
    };
    let inputs = map_to_proto(found.inputs.clone());
    let scene = Scene::new(&["create"]);
    let status = from_found(&scene.call(Operation::Read), found);
    let (_, detail) = detail(&status).expect("a detail");
    assert_eq!((detail.id.as_str(), detail.inputs), ("made", Some(inputs)));
    assert_eq!(detail.reasons, ["its disk is full"]);
}
