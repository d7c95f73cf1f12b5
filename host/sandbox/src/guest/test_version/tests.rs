use std::sync::Arc;

use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_capability::testing::{Lines, call};
use pulumi_wasm_core::call::{Call, Operation, Severity, Subject};
use pulumi_wasm_core::component::{
    CheckRequest, Component, CreateRequest, DeleteRequest, DiffRequest, ListRequest, OldState,
    ReadRequest, RecordedState, UpdateRequest,
};
use pulumi_wasm_core::testing::map;
use pulumi_wasm_core::value::PropertyMap;

use crate::guest::testing::{Text, WIT_0_1_0, Workshop, words};
use crate::guest::{WasmComponent, check_component, describe};

/// A component of this version: each function returns its request, except the functions that are new since 0.1.0: one
/// of them shows a text through the other and returns one property.
fn of_this_version() -> Vec<u8> {
    let head = format!(
        "(import \"pulumi-wasm:provider/notes@0.99.0\" \"note\" (func $note (param i32 i32 i32)))
        (data (i32.const 512) \"completing\") (data (i32.const 528) \"{{\\22done\\22:true}}\")
        (data (i32.const 544) \"a manifest\")
        (data (i32.const 1024) \"{}\") (data (i32.const 1040) \"{}\")",
        words(&[0, 528, 13]),
        words(&[544, 10]),
    );
    let text = Text {
        wit: &["src/guest/test_version/provider.wit"],
        world: "provider",
        head: &head,
        functions: &[
            ("describe", "(i32.const 1040)"),
            (
                "complete",
                "(call $note (i32.const 512) (i32.const 10) (i32.const 4096)) (i32.const 1024)",
            ),
        ],
        otherwise: "(i32.store (i32.const 2048) (i32.const 0))
            (i32.store (i32.const 2052) (local.get 0))
            (i32.store (i32.const 2056) (local.get 1))
            (i32.const 2048)",
    };
    text.component()
}

/// A component of 0.1.0 whose `check` returns one property.
fn of_0_1_0() -> Vec<u8> {
    let head = format!(
        "(data (i32.const 512) \"{{\\22old\\22:true}}\") (data (i32.const 528) \"{{}}\")
        (data (i32.const 1024) \"{}\")",
        words(&[0, 512, 12, 0, 0, 528, 2]),
    );
    let text = Text {
        wit: &[WIT_0_1_0],
        world: "provider",
        head: &head,
        functions: &[("check", "(i32.const 1024)")],
        otherwise: "unreachable",
    };
    text.component()
}

/// The inputs that a component returns.
async fn checked(component: &WasmComponent, call: &Call, inputs: &PropertyMap) -> PropertyMap {
    let request = CheckRequest {
        old_inputs: &PropertyMap::new(),
        old_outputs: None,
        inputs,
    };
    let judged = component.check(call, request).await.expect("an answer");
    judged.delta.of(inputs)
}

#[tokio::test]
async fn components_of_two_versions_are_served_beside_each_other() {
    let workshop = Workshop::new();
    let [new, old] = [of_this_version(), of_0_1_0()].map(|bytes| {
        assert_eq!(check_component(&bytes), Ok(()));
        WasmComponent::new(workshop.settings(&bytes, Limits::default()))
    });
    let lines = Lines::default();
    let call = call(Operation::Check, &lines);
    let inputs = map([("label", "x".into())]);
    // Each of them twice, so that the second call is on the instance of the first.
    for _ in 0..2 {
        assert_eq!(
            checked(&new, &call, &inputs).await,
            map([("done", true.into())])
        );
        assert_eq!(
            checked(&old, &call, &inputs).await,
            map([("old", true.into())])
        );
    }
    let told = (Severity::Info, "completing".to_owned(), false);
    let heard = lines.heard();
    let heard = heard.iter().filter(|line| **line == told);
    assert_eq!(heard.count(), 2);
}

#[tokio::test]
async fn every_operation_goes_through_the_version_of_the_component() {
    let workshop = Workshop::new();
    let component = WasmComponent::new(workshop.settings(&of_this_version(), Limits::default()));
    let thing = map([("label", "x".into())]);
    component.set_configuration(thing.clone());
    let call = |operation| Call {
        subject: Arc::new(Subject {
            name: "one".to_owned(),
            ..Subject::default()
        }),
        ..call(operation, &Lines::default())
    };

    let check_config = call(Operation::CheckConfig);
    let failures = component.check_config(&check_config, &thing).await;
    assert_eq!(failures.expect("an answer")[0].property, "label");
    let request = DiffRequest {
        id: "one",
        old_inputs: &PropertyMap::new(),
        old_outputs: &PropertyMap::new(),
        inputs: &thing,
        differences: &[],
        delete_before_replace: true,
    };
    let answer = component.diff(&call(Operation::Diff), request).await;
    let answer = answer.expect("an answer");
    assert_eq!(answer.differences[0].property, "label");
    assert!(answer.delete_before_replace);
    let request = CreateRequest { inputs: &thing };
    let created = component.create(&call(Operation::Create), request).await;
    let created = created.expect("an answer");
    assert_eq!((created.id.as_str(), &created.outputs), ("one", &thing));
    let request = ReadRequest {
        id: "one",
        old_inputs: None,
        old_outputs: Some(&thing),
        old_views: &[],
    };
    let found = component.read(&call(Operation::Read), request).await;
    assert_eq!(found.expect("an answer").expect("a thing").outputs, thing);
    let request = UpdateRequest {
        id: "one",
        old_inputs: &PropertyMap::new(),
        old_outputs: &PropertyMap::new(),
        inputs: &thing,
        old_views: &[],
    };
    let updated = component.update(&call(Operation::Update), request).await;
    assert_eq!(updated.expect("an answer").outputs, thing);
    let request = DeleteRequest {
        id: "one",
        old_inputs: &thing,
        old_outputs: &thing,
        old_views: &[],
    };
    let deleted = component.delete(&call(Operation::Delete), request).await;
    deleted.expect("an answer");
    let state = OldState {
        version: 1,
        recorded: RecordedState {
            inputs: None,
            outputs: Some(thing.clone()),
        },
    };
    let migrated = component.migrate(&call(Operation::Migrate), state).await;
    assert_eq!(migrated.expect("an answer").outputs, Some(thing.clone()));
    let request = ListRequest {
        query: &thing,
        limit: None,
        page_size: None,
        continuation_token: "",
    };
    let page = component.list(&call(Operation::List), request).await;
    assert_eq!(page.expect("an answer").found[0].id, "label");
    let result = component.invoke(&call(Operation::Invoke), &thing).await;
    assert_eq!(result.expect("an answer").0, thing);
}

#[tokio::test]
async fn its_manifest_is_asked_for_by_its_own_function() {
    let workshop = Workshop::new();
    let settings = workshop.settings(&of_this_version(), Limits::default());
    let text = describe(
        &settings.compiler,
        &settings.file,
        &settings.origin.digest,
        &settings.limits,
        Arc::new(Lines::default()),
    );
    assert_eq!(text.await.expect("a manifest"), "a manifest");
}
