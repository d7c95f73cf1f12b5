//! Methods of components.

use super::*;
use crate::error::GuestError;
use crate::error::failure::PropertyFailure;
use crate::graph::{LookupDeclaration, LookupKind, LookupResult};
use crate::value::ResourceReference;

const SITE_URN: &str = "urn:pulumi:dev::shop::acme:index:Site::s";

/// A reference to the component that the program has made.
fn site() -> PropertyValue {
    PropertyValue::ResourceReference(Box::new(ResourceReference {
        urn: SITE_URN.to_owned(),
        ..ResourceReference::default()
    }))
}

/// A monitor at which that component is.
fn monitor() -> Arc<FakeMonitor> {
    let monitor = FakeMonitor::new();
    monitor.knows(SITE_URN);
    monitor
}

fn parameters(arguments: Vec<(&str, PropertyValue)>) -> CallMethodParameters {
    let mut arguments = map(arguments);
    arguments.insert("__self__".to_owned(), site());
    CallMethodParameters {
        arguments,
        ..CallMethodParameters::default()
    }
}

/// A guest whose method returns its argument `path` as `url`, and a token.
fn echoing() -> Stage {
    Stage::declaring(|_| vec![("url", output(0, "path")), ("token", "t".into())])
}

#[tokio::test]
async fn a_result_has_secrets_and_dependencies_and_in_previews_unknown_values() {
    let mut asked = parameters(vec![("path", PropertyValue::from("/a").into_secret())]);
    asked.argument_dependencies = dependencies(&[("path", &["urn:x"])]);
    let answer = echoing().calls(PAGE, asked, &monitor()).await;
    let answer = answer.expect("a result");
    let expected = map(vec![
        ("url", PropertyValue::from("/a").into_secret()),
        // The schema says so.
        ("token", PropertyValue::from("t").into_secret()),
    ]);
    assert_eq!(answer.result, expected);
    let behind = dependencies(&[("url", &["urn:x"]), ("token", &[])]);
    assert_eq!(answer.dependencies, behind);

    let unknown = || parameters(vec![("path", PropertyValue::Unknown)]);
    let preview = echoing().in_preview();
    let answer = preview.calls(PAGE, unknown(), &monitor()).await;
    assert_eq!(
        answer.expect("a result").result["url"],
        PropertyValue::Unknown
    );
    // The engine left something out: an update has no unknown values.
    let answer = echoing().calls(PAGE, unknown(), &monitor()).await;
    assert!(!answer.expect("a result").result.contains_key("url"));
}

#[tokio::test]
async fn what_a_method_registers_is_below_its_resource_and_the_answer_waits() {
    let stage = Stage::declaring(|graph| {
        let group = graph.register(group("part")).expect("a node");
        let below = vec![("parent", output(group, ""))];
        let below = under(pet("below", vec![("prefix", output(0, "path"))]), below);
        let below = graph.register(below).expect("a node");
        vec![("url", output(below, "prefix"))]
    });
    let monitor = monitor();
    monitor.hold();
    let check = async {
        monitor.has_got(2).await;
        monitor.release();
    };
    let asked = parameters(vec![("path", "/a".into())]);
    let (answer, ()) = tokio::join!(stage.calls(PAGE, asked, &monitor), check);
    let answer = answer.expect("a result");
    assert_eq!(answer.result, map(vec![("url", "/a".into())]));
    let part = monitor.one("part");
    assert_eq!(part.parent, SITE_URN);
    let below = FakeMonitor::urn(&monitor.one("below"));
    assert_eq!(answer.dependencies, dependencies(&[("url", &[&below])]));
    // The group is completed, and the component was by its own construction.
    let completed = monitor.completed();
    assert_eq!(
        completed.keys().collect::<Vec<_>>(),
        [&FakeMonitor::urn(&part)]
    );
}

#[tokio::test]
async fn the_outputs_of_the_resource_are_read_from_the_engine_also_in_previews() {
    let stage = Stage::declaring(|graph| {
        let opened = LookupDeclaration {
            kind: LookupKind::Reference,
            arguments: map(vec![("resource", output(0, ""))]),
            ..LookupDeclaration::default()
        };
        let opened = graph.look_up(opened).expect("a node");
        vec![
            ("url", output(opened, "url")),
            ("token", output(opened, "made")),
        ]
    });
    let monitor = FakeMonitor::finding(|request| LookupResult {
        urn: request.subject.clone(),
        outputs: map(vec![("url", "https://a".into())]),
        ..LookupResult::default()
    });
    monitor.knows(SITE_URN);
    let stage = stage.in_preview();
    let answer = stage.calls(PAGE, parameters(vec![]), &monitor).await;
    let answer = answer.expect("a result");
    assert_eq!(monitor.looked_up()[0].subject, SITE_URN);
    assert_eq!(answer.result["url"], "https://a".into());
    // Values that the engine does not know yet.
    assert_eq!(answer.result["token"], PropertyValue::Unknown.into_secret());
}

#[tokio::test]
async fn failures_are_a_list_with_properties_without_an_error() {
    let stage = Stage::new(|_, _| {
        let failure = PropertyFailure {
            property: "path".to_owned(),
            reason: "is not on this site".to_owned(),
        };
        Err(CallError::Guest(GuestError::Invalid(vec![failure])))
    });
    let asked = parameters(vec![("path", "/a".into())]);
    let answer = stage.calls(PAGE, asked, &monitor()).await;
    let failures = answer.expect("failures").failures;
    assert_eq!(failures[0].property, "path");
    assert_eq!(failures[0].reason, "is not on this site");
    // Failures by the schema are reported before the guest is called.
    let asked = parameters(vec![("times", "many".into())]);
    let answer = stage.calls(PAGE, asked, &monitor()).await;
    assert_eq!(answer.expect("failures").failures[0].property, "times");
}

#[tokio::test]
async fn a_call_that_does_not_name_its_resource_is_refused() {
    for (this, said) in [
        (None, "is missing"),
        (Some(PropertyValue::Unknown), "is not known"),
        (Some("urn:a".into()), "is a string, not a resource"),
    ] {
        let mut asked = parameters(vec![]);
        asked.arguments.remove("__self__");
        let this = this.map(|this| ("__self__".to_owned(), this));
        asked.arguments.extend(this);
        let answer = echoing().calls(PAGE, asked, &monitor()).await;
        let error = answer.expect_err("a refusal").to_string();
        assert!(error.contains(said), "{error}");
    }
}

#[tokio::test]
async fn a_method_that_a_type_does_not_have_is_refused_with_those_that_it_has() {
    for (method, said, hint) in [
        (
            "acme:index:Site/pge",
            "`acme:index:Site` has no method `pge`",
            "its methods are `page`, `reset`",
        ),
        (
            "acme:index:Thing/page",
            "`acme:index:Thing` has no method `page`",
            "it has no methods",
        ),
        (
            "acme:index:getThing",
            "`acme:index:getThing` is not the token of a method",
            "",
        ),
    ] {
        let answer = echoing()
            .calls(method, parameters(vec![]), &monitor())
            .await;
        let error = answer.expect_err("a refusal");
        let CallError::Refused { reason, hint: told } = &error else {
            panic!("{error:?}");
        };
        assert_eq!(reason, said);
        assert_eq!(told.as_deref().unwrap_or_default(), hint);
    }
}

#[tokio::test]
async fn an_argument_of_any_name_reaches_the_method() {
    let stage = Stage::new(|_, entered| {
        let Entered::Construct(arguments) = entered else {
            panic!("no callback was declared");
        };
        assert!(!arguments.contains_key("__self__"), "{arguments:?}");
        Ok(object(vec![("url", arguments["urn"].clone())]))
    });
    for given in [
        PropertyValue::from("mine"),
        PropertyValue::from("mine").into_secret(),
    ] {
        let asked = parameters(vec![("urn", given.clone())]);
        let answer = stage.calls(PAGE, asked, &monitor()).await;
        assert_eq!(answer.expect("a result").result["url"], given);
    }
}

#[tokio::test]
async fn a_cancelled_call_gives_an_empty_result_without_an_error_beside_the_real_one() {
    let stage = Stage::declaring(|graph| {
        let slow = graph.register(pet("slow", vec![])).expect("a node");
        vec![("url", output(slow, "id"))]
    });
    let monitor = monitor();
    monitor.hold();
    let cancel = async {
        monitor.has_got(1).await;
        stage.cancellation.cancel();
    };
    let (answer, ()) = tokio::join!(stage.calls(PAGE, parameters(vec![]), &monitor), cancel);
    assert_eq!(answer.expect("a result"), MethodAnswer::default());
}

#[tokio::test]
async fn a_method_that_registers_what_fails_fails_with_its_name() {
    let stage = Stage::declaring(|graph| {
        graph.register(pet("bad", vec![])).expect("a node");
        vec![]
    });
    let monitor = FakeMonitor::making(|_| Registered {
        outcome: RegistrationOutcome::Failed,
        ..Registered::default()
    });
    monitor.knows(SITE_URN);
    let answer = stage.calls(RESET, parameters(vec![]), &monitor).await;
    let error = answer.expect_err("a failure").to_string();
    assert!(error.contains("`bad`"), "{error}");
}

/// The engine tells neither a method nor its caller that a value is unknown: it leaves the value out.
#[tokio::test]
async fn what_the_engine_left_out_of_a_component_is_unknown_in_its_methods_and_for_their_callers() {
    let site = |kind, arguments| LookupDeclaration {
        kind,
        token: match kind {
            LookupKind::Method => PAGE.to_owned(),
            _ => String::new(),
        },
        arguments: map(arguments),
        ..LookupDeclaration::default()
    };
    let stage = Stage::new(move |graph, entered| {
        let Entered::Construct(_) = entered else {
            panic!("a value that is not known yet reaches no function");
        };
        if graph.inputs_for_guest().contains_key("path") {
            let this = vec![("resource", output(0, ""))];
            let this = graph.look_up(site(LookupKind::Reference, this))?;
            return Ok(object(vec![("url", derive(graph, output(this, "url"), 3))]));
        }
        let inner = graph.register(pet("skipped", vec![]))?;
        if graph.inputs_for_guest().contains_key("count") {
            let arguments = vec![("__self__", output(0, "")), ("path", "/a".into())];
            let page = graph.look_up(site(LookupKind::Method, arguments))?;
            return Ok(object(vec![("url", derive(graph, output(page, "url"), 3))]));
        }
        Ok(object(vec![("url", output(inner, "made"))]))
    });
    let skipping = || {
        FakeMonitor::answering(
            |registration| Registered {
                outcome: match registration.kind {
                    ResourceKind::Custom => RegistrationOutcome::Unknown,
                    _ => RegistrationOutcome::Done,
                },
                ..Registered::default()
            },
            |request| LookupResult {
                urn: request.subject.clone(),
                ..LookupResult::default()
            },
        )
    };
    stage.run(&skipping()).await.expect("a component");

    let monitor = skipping();
    monitor.knows(SITE_URN);
    let called = stage
        .calls(PAGE, parameters(vec![("path", "/a".into())]), &monitor)
        .await;
    let called = called.expect("a result");
    assert!(called.result.is_empty(), "{called:?}");

    let stage = stage.with("count", PropertyValue::Number(1.0), &[]);
    let caller = stage.run(&skipping()).await.expect("a component");
    assert!(caller.outputs.is_empty(), "{caller:?}");
}

/// A registration below the stack looks as if the program had declared it.
#[tokio::test]
async fn a_method_has_a_receiver_of_its_package() {
    let of = |types: &str| format!("urn:pulumi:dev::shop::{types}::s");
    for (urn, is_refused) in [
        (STACK.to_owned(), true),
        (of("random:index:Pet"), true),
        (of("acme:index:Site$random:index:Pet"), true),
        (of("pulumi:providers:random"), true),
        ("acme:index:Site".to_owned(), true),
        (SITE_URN.to_owned(), false),
        (of("app:index:App$acme:index:Site"), false),
    ] {
        let monitor = FakeMonitor::new();
        monitor.knows(&urn);
        let receiver = PropertyValue::ResourceReference(Box::new(ResourceReference {
            urn: urn.clone(),
            ..ResourceReference::default()
        }));
        let asked = CallMethodParameters {
            arguments: map(vec![("__self__", receiver)]),
            ..CallMethodParameters::default()
        };
        let answer = echoing().calls(PAGE, asked, &monitor).await;
        match answer {
            Ok(_) => assert!(!is_refused, "{urn}"),
            Err(error) => {
                let error = error.to_string();
                assert!(
                    is_refused && error.contains("the argument `__self__` is"),
                    "{urn}: {error}"
                );
            }
        }
    }
}
