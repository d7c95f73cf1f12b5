//! Work that may hold up other calls, and work in a turn.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::*;

#[test]
fn a_look_that_takes_longer_than_a_slice_is_broken_off_and_made_whole_in_a_turn() {
    let mut session = Session::new();
    let value = "x".repeat(1000);
    let sources: Vec<_> = (0..100)
        .map(|number| {
            let inputs = map(vec![("prefix", value.as_str().into())]);
            session
                .register(Declaration {
                    token: "random:index:Pet".to_owned(),
                    name: format!("c{number}"),
                    inputs,
                    ..Declaration::default()
                })
                .expect("a node")
        })
        .collect();
    // Each is inserted ten times, which makes a million bytes.
    let all = sources.iter().cycle().take(1000);
    let all = list(all.map(|node| output(*node, "prefix")));
    session
        .register(Declaration {
            token: "random:index:Pet".to_owned(),
            name: "all".to_owned(),
            inputs: map(vec![("all", all)]),
            ..Declaration::default()
        })
        .expect("a node");
    session.run(false);
    assert_eq!(session.excess, None);
    assert!(session.dependencies.contains_key("all"));
    session.is_linear();
    // One value of a thousand bytes may be beyond the slice.
    assert!(
        session.longest < (512 << 10) + 10_000,
        "{}",
        session.longest
    );
}

#[test]
fn the_time_of_the_graph_has_a_limit() {
    let mut session = Session::new();
    let seconds = AtomicU64::new(0);
    session.graph.set_limits(SessionLimits {
        // Each step takes a second.
        clock: Box::new(move || Duration::from_secs(seconds.fetch_add(1, Ordering::Relaxed))),
        max_time: Duration::from_secs(3),
        ..room()
    });
    session.has(Custom, "c", vec![]);
    for _ in 0..3 {
        session.graph.timed(Graph::take_ready);
        assert!(session.graph.excess().is_none());
        assert!(session.graph.should_yield());
        session.graph.begin_turn();
        assert!(!session.graph.should_yield());
    }
    session.graph.timed(Graph::take_ready);
    let excess = session.graph.excess().expect("a refusal").to_string();
    assert!(excess.contains("it takes too long"), "{excess}");
}

#[test]
fn resources_that_depend_on_one_group_share_its_urns() {
    let mut session = Session::new();
    let group = session.has(Group, "g", vec![]);
    for number in 0..100 {
        let name = format!("c{number}");
        session.has(Custom, &name, vec![("parent", output(group, ""))]);
    }
    for number in 0..100 {
        let name = format!("after{number}");
        session.has(Custom, &name, vec![("dependsOn", output(group, ""))]);
    }
    session.run(false);
    assert_eq!(session.excess, None);
    let first = &session.dependencies["after0"];
    assert_eq!(first.len(), 100);
    for number in 1..100 {
        let other = &session.dependencies[&format!("after{number}")];
        assert!(other.shares_all_with(first), "{number}");
    }
    session.is_linear();
}

#[test]
fn a_child_that_comes_later_is_one_of_its_group() {
    let mut session = Session::new();
    let group = session.has(Group, "g", vec![]);
    let child = session.has(Custom, "a", vec![("parent", output(group, ""))]);
    session.has(Custom, "before", vec![("dependsOn", output(group, ""))]);
    session.run(false);
    session.has(Custom, "b", vec![("parent", output(group, ""))]);
    session.has(Custom, "after", vec![("dependsOn", output(group, ""))]);
    // A member of the group depends only on the others.
    let inner = vec![
        ("parent", output(group, "")),
        ("dependsOn", output(group, "")),
    ];
    session.has(Custom, "inner", inner);
    let both = list([output(group, ""), output(child, "")]);
    session.has(Custom, "both", vec![("dependsOn", both)]);
    session.run(false);
    let names = |name: &str| -> Vec<String> {
        let urns = session.dependencies[name].iter();
        urns.map(|urn| urn.rsplit("::").next().unwrap_or_default().to_owned())
            .collect()
    };
    assert_eq!(names("before"), ["a"]);
    assert_eq!(names("inner"), ["a", "b"]);
    assert_eq!(names("after"), ["a", "b", "inner"]);
    assert_eq!(names("both"), ["a", "b", "inner"]);
}

#[test]
fn groups_within_groups_stand_for_all_that_is_in_them() {
    let mut session = Session::new();
    let groups: Vec<NodeId> = (0..150)
        .scan(0, |parent, number| {
            let options = vec![("parent", output(*parent, ""))];
            *parent = session.has(Group, &format!("g{number}"), options);
            Some(*parent)
        })
        .collect();
    let inner = *groups.last().expect("a group");
    session.has(Custom, "c", vec![("parent", output(inner, ""))]);
    for group in &groups {
        let options = vec![("dependsOn", output(*group, ""))];
        session.has(Custom, &format!("after{group}"), options);
    }
    for reversed in [false, true] {
        session.run(reversed);
    }
    assert_eq!(session.excess, None);
    assert_eq!(session.dependencies["after1"].len(), 1);
    session.is_linear();
}
