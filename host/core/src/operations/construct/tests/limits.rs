//! Values that become large or deep through outputs.

use super::*;
use crate::graph::{GroupOutputs, LookupDeclaration, SessionLimits};

const MAX_BYTES: usize = 1 << 20;

/// Room for [`MAX_BYTES`] bytes.
fn room() -> SessionLimits {
    let refusal = |reason: &str| CallError::Refused {
        reason: reason.to_owned(),
        hint: None,
    };
    SessionLimits {
        max_bytes: MAX_BYTES,
        exceeded: refusal("it is too much"),
        max_dependencies: 1000,
        too_many_dependencies: refusal("there are too many dependencies"),
        reserve: Box::new(|_| Ok(())),
        clock: Box::new(|| std::time::Duration::ZERO),
        max_time: std::time::Duration::MAX,
        out_of_time: refusal("it takes too long"),
    }
}

/// A guest that declares this many groups. Each has an output that is a list of the previous group's output.
fn in_a_row(groups: u32, times: usize) -> Stage {
    Stage::declaring(move |graph| {
        graph.set_limits(room());
        let mut before: PropertyValue = "x".into();
        for number in 0..groups {
            let node = graph
                .register(group(&format!("g{number}")))
                .expect("a group");
            let part = PropertyValue::Array(vec![before; times]);
            let outputs = map(vec![("part", part)]);
            graph
                .complete_group(GroupOutputs { node, outputs })
                .expect("a group");
            before = output(node, "part");
        }
        vec![("url", before)]
    })
}

#[tokio::test]
async fn outputs_of_outputs_take_so_many_bytes_and_no_more() {
    // Ten thousand million texts.
    let error = in_a_row(10, 10).run(&FakeMonitor::new()).await;
    let error = error.expect_err("a refusal").to_string();
    assert!(error.contains("it is too much"), "{error}");
    let constructed = in_a_row(3, 10).run(&FakeMonitor::new()).await;
    constructed.expect("a component");
}

#[tokio::test]
async fn children_that_share_a_large_value_count_each() {
    let children = |count: u32| {
        Stage::declaring(move |graph| {
            graph.set_limits(room());
            for number in 0..count {
                let inputs = vec![("prefix", output(0, "title"))];
                let child = graph.register(pet(&format!("p{number}"), inputs));
                child.expect("a node");
            }
            vec![]
        })
        .with("title", "x".repeat(MAX_BYTES / 8).as_str().into(), &[])
    };
    let monitor = FakeMonitor::new();
    let error = children(100).run(&monitor).await.expect_err("a refusal");
    assert!(error.to_string().contains("it is too much"), "{error}");
    assert!(monitor.registered().len() < 10);
    // Inputs and outputs of each are kept.
    let constructed = children(3).run(&FakeMonitor::new()).await;
    constructed.expect("a component");
}

#[tokio::test]
async fn outputs_of_outputs_nest_as_deep_as_any_value() {
    let error = in_a_row(300, 1).run(&FakeMonitor::new()).await;
    let error = error.expect_err("a refusal").to_string();
    assert!(error.contains("deeper than 100 levels"), "{error}");
    let constructed = in_a_row(90, 1).run(&FakeMonitor::new()).await;
    constructed.expect("a component");
}

#[tokio::test]
async fn of_many_mistakes_some_are_told_and_long_names_are_not_repeated() {
    let stage = Stage::declaring(|graph| {
        let name = "x".repeat(1 << 20);
        let nowhere = PropertyValue::Array(vec![output(77, ""); 10_000]);
        let refused = graph.register(pet("p", vec![(name.as_str(), nowhere)]));
        let Err(GuestError::Invalid(failures)) = refused else {
            panic!("{refused:?}");
        };
        assert_eq!(failures.len(), 100);
        assert!(failures.iter().all(|failure| failure.property.len() < 5000));
        vec![]
    });
    stage.run(&FakeMonitor::new()).await.expect("a component");
}

#[tokio::test]
async fn of_many_options_that_do_not_exist_some_are_told_and_long_names_are_not_repeated() {
    let stage = Stage::declaring(|graph| {
        let long = "x".repeat(10_000);
        let names: Vec<_> = (0..1000).map(|number| format!("{number}{long}")).collect();
        let options = names.iter().map(|name| (name.as_str(), true.into()));
        let pet = under(pet("p", vec![]), options.clone().collect());
        let word = LookupDeclaration {
            token: "random:index:getWord".to_owned(),
            options: map(options.collect()),
            ..LookupDeclaration::default()
        };
        for refused in [graph.register(pet), graph.look_up(word)] {
            let Err(GuestError::Invalid(failures)) = refused else {
                panic!("{refused:?}");
            };
            assert!(failures.len() <= 200, "{}", failures.len());
            for failure in failures {
                assert!(failure.property.len() + failure.reason.len() < 5000);
            }
        }
        vec![]
    });
    stage.run(&FakeMonitor::new()).await.expect("a component");
}
