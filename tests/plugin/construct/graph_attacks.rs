//! Attacks by graphs in their full sizes, in long runs; other runs have a tenth of each. The test judges memory,
//! messages and the answer of a cancel. `HOSTILE_SHOW=1` prints the times.

use std::sync::Arc;
use std::time::{Duration, Instant};

use pulumi_wasm_core::value::special_values;
use serde_json::{Value as Json, json};
use tokio::task::JoinHandle;
use tonic::Status;

use super::graphs::{group, group_of, guest, node, pet};
use super::{construct, request};
use test_support::fake::calls::create;
use test_support::fake::declare::Declare;
use test_support::fake::guest::Guest;
use test_support::fake::monitor::{FakeMonitor, Reply};
use test_support::fake::plugin::{Client, Plugin};
use test_support::fake::scene::Scene;
use test_support::fake::steps::Step;
use test_support::is_long;
use test_support::{assert_says, within};

/// The memory of the process for each of them, in KiB: the limit of a session, its copy for the engine, and the guest's
/// own.
const MEMORY_KIB: u64 = 1 << 20;

/// The number, or a tenth of it in short runs.
fn full(count: usize) -> usize {
    if is_long() { count } else { count / 10 }
}

/// An attack that was carried out.
struct Ended {
    plugin: Plugin,
    outcome: Result<(), Status>,
}

/// Runs an attack while another client creates one resource after the other. With `count`, the attack is cancelled once
/// the monitor has that many registrations.
async fn carried_out(name: &str, guest: &Guest, inputs: &Json, count: Option<usize>) -> Ended {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(guest, &[]).await;
    plugin.configure(&[]).await.unwrap();
    create(plugin.client(), "first").await.expect("a resource");
    let monitor = FakeMonitor::answering(|request| {
        if request.name.starts_with("after") {
            Reply::Never
        } else {
            Reply::made()
        }
    });
    let neighbour = neighbour(plugin.client());
    let began = Instant::now();
    let bad = construct(plugin.client(), request(&monitor, "bad", inputs));
    let bad = tokio::spawn(bad);
    let mut cancel = Duration::ZERO;
    if let Some(count) = count {
        monitor.has_got(count).await;
        let asked = Instant::now();
        plugin.cancel().await;
        cancel = asked.elapsed();
    }
    let outcome = within(bad).await.unwrap().map(drop);
    let took = began.elapsed();
    let (calls, longest) = neighbour.ends().await;
    let memory = memory_kib(&plugin);
    let computed = plugin.computed();
    if std::env::var_os("HOSTILE_SHOW").is_some() {
        let shown = outcome.as_ref().map_err(Status::message);
        println!(
            "--- {name}: {took:?} ({computed:?} computed), cancel {cancel:?}, {} MiB, {calls} other calls, the longest {longest:?}\n{shown:?}",
            memory >> 10
        );
    }
    assert!(memory < MEMORY_KIB, "{name}: the process took {memory} KiB");
    Ended { plugin, outcome }
}

/// Another client.
struct Neighbour {
    stop: Arc<tokio::sync::Notify>,
    work: JoinHandle<(usize, Duration)>,
}

fn neighbour(client: Client) -> Neighbour {
    let stop = Arc::new(tokio::sync::Notify::new());
    let stopped = Arc::clone(&stop);
    let work = tokio::spawn(async move {
        let (mut calls, mut longest) = (0, Duration::ZERO);
        loop {
            let began = Instant::now();
            // A session that was cancelled refuses it, which is an answer as well.
            drop(create(client.clone(), "other").await);
            calls += 1;
            longest = longest.max(began.elapsed());
            tokio::select! {
                () = stopped.notified() => return (calls, longest),
                () = tokio::time::sleep(Duration::from_millis(20)) => {}
            }
        }
    });
    Neighbour { stop, work }
}

impl Neighbour {
    async fn ends(self) -> (usize, Duration) {
        self.stop.notify_one();
        within(self.work).await.expect("a neighbour")
    }
}

/// The most that the process took so far.
fn memory_kib(plugin: &Plugin) -> u64 {
    let process = plugin.child.id().expect("a running process");
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|rest| rest.split_whitespace().next());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// Checks that the plugin still answers.
async fn serves(ended: &Ended) {
    create(ended.plugin.client(), "next")
        .await
        .expect("a resource");
}

#[tokio::test]
async fn a_list_that_names_one_large_group_is_no_matter_of_its_length() {
    let mut attack = group_of(full(3000), |number| format!("pet-{number}-"));
    let many = vec![node(1); full(20_000)];
    attack.push(pet("last-".to_owned(), &json!({ "dependsOn": many })));
    let name = "one list with 20,000 entries over one group of 3,000";
    let ended = carried_out(name, &guest(attack), &json!({}), None).await;
    ended.outcome.as_ref().expect("a component");
    serves(&ended).await;
}

#[tokio::test]
async fn a_cancel_is_answered_while_long_lists_are_worked_on() {
    let count = full(3000);
    let mut attack = group_of(count, |number| format!("pet-{number}-"));
    let many = vec![node(1); full(100_000)];
    for number in 0..5 {
        let options = json!({ "dependsOn": many });
        attack.push(pet(format!("last-{number}-"), &options));
    }
    let name = "lists of 100,000 and a cancel";
    let ended = carried_out(name, &guest(attack), &json!({}), Some(count + 2)).await;
    ended.outcome.as_ref().expect("an empty component");
}

#[tokio::test]
async fn many_resources_that_depend_on_one_large_group_take_the_memory_of_one() {
    let mut attack = group_of(full(1000), |number| format!("pet-{number}-"));
    for number in 0..full(1000) {
        attack.push(pet(
            format!("last-{number}-"),
            &json!({ "dependsOn": node(1) }),
        ));
    }
    let name = "1,000 resources that depend on one group of 1,000";
    let ended = carried_out(name, &guest(attack), &json!({}), None).await;
    ended.outcome.as_ref().expect("a component");
    serves(&ended).await;
}

#[tokio::test]
async fn groups_with_names_of_megabytes_have_a_limit() {
    let token: &str = format!("random:index:P{}", "x".repeat(50_000)).leak();
    let mut attack = group_of(0, |_| String::new());
    for number in 0..full(400) {
        attack.push(Step::Declare(Declare {
            token,
            options: json!({ "parent": node(1) }).to_string(),
            ..Declare::resource("", format!("pet-{number}-").leak(), "{}".to_owned())
        }));
    }
    for number in 0..full(400) {
        attack.push(group(
            "acme:index:Part".to_owned(),
            format!("part-{number}-"),
            &json!({ "dependsOn": node(1) }),
        ));
    }
    let name = "400 groups that depend on names of 20 MB";
    let ended = carried_out(name, &guest(attack), &json!({}), None).await;
    if is_long() {
        let status = ended.outcome.as_ref().expect_err("a refusal");
        assert_says(status.message(), &["limit: session-size of 256 MiB"]);
    }
    serves(&ended).await;
}

#[tokio::test]
async fn groups_within_groups_have_a_limit() {
    let count = full(1500);
    let mut attack = Vec::new();
    for number in 0..count {
        let options = match number {
            0 => json!({}),
            _ => json!({ "parent": node(number) }),
        };
        let token = format!("acme:index:Part{number}");
        attack.push(group(token, format!("part-{number}-"), &options));
    }
    for number in 1..=count {
        let options = json!({ "parent": node(number) });
        attack.push(pet(format!("pet-{number}-"), &options));
    }
    for number in 1..=count {
        let options = json!({ "dependsOn": node(number) });
        attack.push(pet(format!("last-{number}-"), &options));
    }
    let name = "1,500 groups within each other, and all that they stand for";
    let ended = carried_out(name, &guest(attack), &json!({}), None).await;
    if is_long() {
        let status = ended.outcome.as_ref().expect_err("a refusal");
        assert_says(status.message(), &["limit: session-size of 256 MiB"]);
    }
    serves(&ended).await;
}

#[tokio::test]
async fn megabytes_of_transform_numbers_are_refused() {
    let numbers = "0,".repeat(full(11_000_000));
    let options = format!("{{\"transforms\":[{numbers}0]}}");
    let Step::Declare(mut declare) = pet("pet-".to_owned(), &json!({})) else {
        unreachable!("a declaration");
    };
    declare.options = options;
    let name = "22 MB of transform numbers";
    let guest = guest(vec![Step::Declare(declare)]);
    let ended = carried_out(name, &guest, &json!({}), None).await;
    ended.outcome.as_ref().expect_err("a refusal");
    serves(&ended).await;
}

#[tokio::test]
async fn many_secrets_and_many_children_hold_up_no_other_call() {
    let secrets: Vec<Json> = (0..full(16_000))
        .map(|number| {
            let value = format!("hidden{number:06}");
            json!({ special_values::KEY: special_values::SECRET, "value": value })
        })
        .collect();
    let inputs = json!({ "title": secrets });
    let pets = (0..full(9990)).map(|number| {
        let inputs = json!({ "prefix": "some text in the open, ".repeat(20) });
        Step::Declare(Declare::resource(
            "random:index:Pet",
            format!("a-pet-with-a-long-name-{number}-").leak(),
            inputs.to_string(),
        ))
    });
    let attack: Vec<Step> = pets.collect();
    let name = "16,000 secrets and 10,000 children";
    let ended = carried_out(name, &guest(attack), &inputs, None).await;
    ended.outcome.as_ref().expect("a component");
    serves(&ended).await;
}
