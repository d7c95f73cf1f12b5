//! Components with small declarations that expand into large state: the host limits derived data, and answers other calls
//! meanwhile. The tests count registrations and bytes, so they do not depend on the speed of the machine.

use serde_json::{Value as Json, json};
use tonic::Code;

use super::{construct, request};
use test_support::fake::declare::Declare;
use test_support::fake::guest::Guest;
use test_support::fake::monitor::{FakeMonitor, Reply};
use test_support::fake::plugin::Plugin;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};
use test_support::{assert_says, within};

const PET: &str = "random:index:Pet";
/// The limit on the bytes of a component resource.
const MAX_SESSION_BYTES: usize = 256 << 20;

/// A node as a whole.
pub(super) fn node(number: usize) -> Json {
    let mut output = test_support::fake::declare::output(u32::try_from(number).unwrap(), "");
    output.as_object_mut().unwrap().remove("path");
    output
}

pub(super) fn pet(name: String, options: &Json) -> Step {
    Step::Declare(Declare {
        options: options.to_string(),
        ..Declare::resource(PET, name.leak(), "{}".to_owned())
    })
}

pub(super) fn group(token: String, name: String, options: &Json) -> Step {
    Step::Declare(Declare {
        kind: 1,
        options: options.to_string(),
        ..Declare::resource(token.leak(), name.leak(), "{}".to_owned())
    })
}

fn outputs() -> Step {
    Step::Answer(Answer::Outputs("{}".to_owned()))
}

/// A guest that attacks as the component `bad`, and has one pet as the component `good`.
pub(super) fn guest(mut attack: Vec<Step>) -> Guest {
    attack.push(outputs());
    let good = [pet("pet-".to_owned(), &json!({})), outputs()];
    let steps = [Step::WhenNameHas(3, attack)].into_iter().chain(good);
    Guest::new().does("construct", steps.collect::<Vec<_>>())
}

/// Checks that the plugin can construct the component `good` now.
async fn serves(plugin: &Plugin) {
    let monitor = FakeMonitor::start();
    let good = plugin.construct(request(&monitor, "good", &json!({})));
    good.await.expect("a component");
    assert_eq!(monitor.names(), ["good", "pet-good"]);
}

/// The bytes of all registrations.
fn sent(monitor: &FakeMonitor) -> usize {
    let registered = monitor.registered();
    registered.iter().map(prost::Message::encoded_len).sum()
}

/// A group of so many pets, as node 1 and those after it.
pub(super) fn group_of(count: usize, name: impl Fn(usize) -> String) -> Vec<Step> {
    let part = group("acme:index:Part".to_owned(), "part-".to_owned(), &json!({}));
    let pets = (0..count).map(|number| pet(name(number), &json!({ "parent": node(1) })));
    [part].into_iter().chain(pets).collect()
}

#[tokio::test]
async fn a_group_that_a_list_names_ten_thousand_times_is_expanded_once_and_a_cancel_is_answered() {
    let scene = Scene::new().await;
    let monitor = FakeMonitor::answering(|request| {
        if request.name.starts_with("after") {
            Reply::Never
        } else {
            Reply::made()
        }
    });
    let mut attack = group_of(1000, |number| format!("pet-{number}-"));
    let many = vec![node(1); 10_000];
    attack.push(pet("after-".to_owned(), &json!({ "dependsOn": many })));
    let plugin = scene.launch_with(&guest(attack), &[]).await;
    plugin.configure(&[]).await.unwrap();
    let bad = construct(plugin.client(), request(&monitor, "bad", &json!({})));
    let bad = tokio::spawn(bad);
    // The component, the group and all of the pets.
    monitor.has_got(1003).await;
    assert_eq!(monitor.one("after-bad").dependencies.len(), 1000);
    serves(&plugin).await;
    plugin.cancel().await;
    let answer = within(bad).await.unwrap().expect("an empty component");
    assert!(answer.state.unwrap().fields.is_empty());
}

/// Constructs the component of an attack, and gives the message of the failure and the bytes that the monitor got.
async fn refused(attack: Vec<Step>) -> (String, usize) {
    let (scene, monitor) = (Scene::new().await, FakeMonitor::start());
    let plugin = scene.launch_with(&guest(attack), &[]).await;
    plugin.configure(&[]).await.unwrap();
    let bad = plugin.construct(request(&monitor, "bad", &json!({}))).await;
    let status = bad.expect_err("a refusal");
    assert_eq!(status.code(), Code::Unknown, "{}", status.message());
    serves(&plugin).await;
    (status.message().to_owned(), sent(&monitor))
}

#[tokio::test]
async fn dependencies_on_many_resources_with_long_names_have_a_limit() {
    let long = "x".repeat(3000);
    let mut attack = group_of(300, |number| format!("{number}-{long}-"));
    for number in 0..300 {
        let options = json!({ "dependsOn": node(1) });
        attack.push(pet(format!("after-{number}-"), &options));
    }
    let (message, sent) = refused(attack).await;
    assert_says(&message, &["limit: session-size of 256 MiB"]);
    assert!(sent < 2 * MAX_SESSION_BYTES, "the monitor got {sent} bytes");
}

#[tokio::test]
async fn nested_groups_whose_urns_grow_with_each_level_have_a_limit() {
    let long = "x".repeat(1000);
    let mut attack = Vec::new();
    for number in 0..1200_usize {
        let options = match number {
            0 => json!({}),
            _ => json!({ "parent": node(number) }),
        };
        let token = format!("acme:index:P{number}{long}");
        attack.push(group(token, format!("part-{number}-"), &options));
    }
    let (message, sent) = refused(attack).await;
    assert_says(&message, &["limit: session-size of 256 MiB"]);
    assert!(sent < 2 * MAX_SESSION_BYTES, "the monitor got {sent} bytes");
}

#[tokio::test]
async fn the_transforms_of_one_resource_have_a_limit() {
    let options = json!({ "transforms": vec![0; 300_000] });
    let (message, sent) = refused(vec![pet("pet-".to_owned(), &options)]).await;
    assert_says(&message, &["the limit session-callbacks of 5000"]);
    assert!(sent < 10_000, "the monitor got {sent} bytes");
}
