//! Methods on the wire.

use pulumi_wasm_core::call::Subject;
use pulumi_wasm_core::error::GuestError;
use pulumi_wasm_core::error::failure::PropertyFailure;

use super::*;
use crate::pulumi::rpc::call::called;
use crate::pulumi::wire::pulumirpc::call_request::ArgumentDependencies;
use crate::pulumi::wire::pulumirpc::{CallRequest, CallResponse, CheckFailure};

/// The request for the method of the site that the program has made.
fn asked(monitor: &FakeMonitor, path: &Json) -> CallRequest {
    monitor.knows(&site());
    let reference = json!({ SIGNATURE: REFERENCE, "urn": site() });
    let entry = |urns: &[&str]| ArgumentDependencies {
        urns: urns.iter().map(|urn| (*urn).to_owned()).collect(),
    };
    CallRequest {
        tok: PAGE.to_owned(),
        args: Some(encoded(&json!({ "__self__": reference, "path": path }))),
        arg_dependencies: [("path".to_owned(), entry(&["urn:table"]))].into(),
        project: "shop".to_owned(),
        stack: "dev".to_owned(),
        config: [("aws:secretKey".to_owned(), "stack-configuration".to_owned())].into(),
        monitor_endpoint: monitor.address.clone(),
        stack_trace_handle: "trace-1".to_owned(),
        ..CallRequest::default()
    }
}

impl Stage {
    async fn calls(&self, request: CallRequest) -> Result<CallResponse, Status> {
        let call = Call {
            preview: request.dry_run,
            subject: Arc::new(Subject {
                token: request.tok.clone(),
                ..Subject::default()
            }),
            ..self.scene.call(Operation::Call)
        };
        called(
            &self.scene.package,
            &call,
            own(),
            &self.monitors,
            request,
            false,
        )
        .await
    }
}

fn results(answer: &CallResponse) -> Json {
    let result = answer.r#return.as_deref().expect("a result");
    plain(Some(&Struct::decode(result).expect("properties")))
}

#[tokio::test]
async fn a_method_is_answered_with_its_results_and_what_they_depend_on() {
    let monitor = FakeMonitor::start();
    let stage = Stage::new(&monitor, |graph, entered| {
        assert!(!format!("{graph:?}").contains("stack-configuration"));
        let Entered::Construct(arguments) = entered else {
            panic!("nothing is derived");
        };
        assert!(!format!("{arguments:?}").contains("stack-configuration"));
        let child = pet("s-page", vec![("path", output(0, "path"))]);
        let child = graph.register(child)?;
        Ok(object(vec![("url", output(child, "path"))]))
    });
    let path =
        json!({ SIGNATURE: OUTPUT, "value": "/a", "secret": true, "dependencies": ["urn:a"] });
    let answer = stage.calls(asked(&monitor, &path)).await;
    let answer = answer.expect("results");
    assert_eq!(
        results(&answer),
        json!({ "url": { SIGNATURE: SECRET, "value": "/a" } })
    );
    let child = monitor.one("s-page");
    assert_eq!(child.parent, site());
    assert_eq!(child.parent_stack_trace_handle, "trace-1");
    assert_eq!(child.version, "4.18.0");
    assert!(!format!("{child:?}").contains("stack-configuration"));
    let both: &[&str] = &["urn:a", "urn:table"];
    let lists = child.property_dependencies.iter();
    assert_eq!(
        behind(lists.map(|(name, entry)| (name, &entry.urns))),
        dependencies(&[("path", both)])
    );
    let child = urn("random:index:Pet", "s-page");
    assert_eq!(answer.return_dependencies["url"].urns, [child]);
    assert_eq!(answer.failures, []);
}

#[tokio::test]
async fn an_unknown_argument_makes_the_result_unknown_in_a_preview() {
    let monitor = FakeMonitor::start();
    let stage = Stage::declaring(&monitor, |_| vec![("url", output(0, "path"))]);
    let unknown = json!({ SIGNATURE: OUTPUT, "dependencies": ["urn:a"] });
    let request = CallRequest {
        dry_run: true,
        ..asked(&monitor, &unknown)
    };
    let answer = stage.calls(request).await.expect("results");
    assert_eq!(results(&answer), json!({ "url": UNKNOWN }));
}

#[tokio::test]
async fn what_a_method_refuses_is_a_list_of_failures() {
    let monitor = FakeMonitor::start();
    let stage = Stage::new(&monitor, |_, _| {
        let failure = PropertyFailure {
            property: "path".to_owned(),
            reason: "there is no page `hush-hush`".to_owned(),
        };
        Err(CallError::Guest(GuestError::Invalid(vec![failure])))
    });
    let hidden = json!({ SIGNATURE: SECRET, "value": "hush-hush" });
    let answer = stage.calls(asked(&monitor, &hidden)).await;
    // The argument is a secret: what prints the values of properties would print it.
    let expected = CheckFailure {
        property: String::new(),
        reason: "`path`: there is no page `[secret]`".to_owned(),
    };
    assert_eq!(answer.expect("failures").failures, [expected]);
}

#[tokio::test]
async fn an_unknown_method_is_an_error_that_names_the_methods() {
    let monitor = FakeMonitor::start();
    let stage = Stage::declaring(&monitor, |_| vec![]);
    let request = CallRequest {
        tok: "acme:index:Site/pages".to_owned(),
        ..asked(&monitor, &json!("/a"))
    };
    let status = stage.calls(request).await.expect_err("a refusal");
    let said = status.message();
    assert!(
        said.contains("`acme:index:Site` has no method `pages`"),
        "{said}"
    );
    assert!(said.contains("hint: its methods are `page`"), "{said}");
}
