//! Every function of the host that a guest can call, again and again: the memory that the host keeps for it stays
//! within the limits.

mod table;
mod world;

use std::collections::BTreeSet;

use table::Ends::{Bounded, Limit};
use table::{Called, table, text};
use tonic::Code;
use wit_parser::{Resolve, WorldItem};
use world::WORLD;

use super::attack::Stage;
use test_support::fake::calls::create;
use test_support::fake::guest::Guest;
use test_support::fake::module::World;
use test_support::fake::steps::{Answer, Step};
use test_support::words_about;

/// The additional memory of the process in KiB: the memory of one guest, the values that the host keeps for it within
/// its limits, and the memory for serving a call.
const MEMORY_KIB: u64 = 128 << 10;

/// The number of calls of a function that makes the host keep a value, and of a function that does not.
const MANY: u32 = 20_000;
const SOME: u32 = 100;
/// The guest's counter.
const COUNT: &str = "(i32.const 1200)";

impl Called {
    /// The actions of a guest's create.
    fn steps(&self) -> Vec<Step> {
        let times = match self.ends {
            Limit(_) => MANY,
            Bounded => SOME,
        };
        let memory = "(if (i32.lt_u (memory.size) (i32.const 64)) (then (drop (memory.grow (i32.const 32)))))
            (memory.fill (i32.const 2097152) (i32.const 120) (i32.const 1048576))
            (i32.store8 (i32.const 2097151) (i32.const 47))";
        let mut steps = text(memory);
        steps.extend(self.before.iter().cloned());
        let done = Answer::Created {
            id: "made",
            outputs: "{}",
        };
        let is_done = format!("(i32.ge_u (i32.load {COUNT}) (i32.const {times}))");
        let mut again = text(format!(
            "(i32.store {COUNT} (i32.add (i32.load {COUNT}) (i32.const 1))) (if {is_done} (then"
        ));
        again.push(Step::Answer(done));
        again.extend(text("))"));
        again.extend(self.again.iter().cloned());
        steps.push(Step::Text(format!("(i32.store {COUNT} (i32.const 0))")));
        steps.push(Step::Again(again));
        steps
    }

    fn judge(&self, outcome: Result<(), tonic::Status>) -> Result<(), String> {
        let wrong = |outcome: &str| Err(format!("{}: {outcome}", self.name));
        match (self.ends, outcome) {
            (Bounded, Ok(())) => Ok(()),
            (Bounded, Err(status)) if status.code() != Code::Unknown => Ok(()),
            (Limit(_), Ok(())) => wrong("it was never refused"),
            (Limit(limits), Err(status))
                // On a busy machine the time may be over first. The memory until then is judged nevertheless.
                if limits
                    .iter()
                    .chain(&["call-time"])
                    .any(|limit| words_about(limit).iter().all(|words| status.message().contains(words))) =>
            {
                Ok(())
            }
            (_, Err(status)) => wrong(status.message()),
        }
    }
}

/// The functions that are called.
pub(super) fn names() -> Vec<&'static str> {
    let table = table("http://127.0.0.1:1");
    table.iter().map(|called| called.name).collect()
}

/// All functions of the interfaces that the guest imports. The host's own interfaces have the functions of their WIT
/// files.
fn imported() -> BTreeSet<String> {
    let mut resolve = Resolve::default();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/wit/0.1.0");
    resolve.push_path(folder).expect("the WIT files");
    let package = resolve.push_str("hostile.wit", WORLD).expect("WIT");
    let world = resolve
        .select_world(&[package], Some("hostile"))
        .expect("the world");
    let interfaces = resolve.worlds[world]
        .imports
        .values()
        .filter_map(|item| match item {
            WorldItem::Interface { id, .. } => Some(&resolve.interfaces[*id]),
            _ => None,
        });
    let named = |interface: &wit_parser::Interface| -> Vec<String> {
        let short = interface.name.clone().unwrap_or_default();
        let functions = interface.functions.values();
        functions
            .map(|function| {
                // The resource of a method is part of its name.
                format!("{short}.{}", function.name)
            })
            .collect()
    };
    interfaces.flat_map(named).collect()
}

#[tokio::test]
async fn whatever_is_called_again_and_again_is_kept_within_limits() {
    let (silent, _) = super::wasi::silent().await;
    let table = table(&silent);
    let listed: BTreeSet<String> = table.iter().map(|called| called.name.to_owned()).collect();
    let imported = imported();
    let missing: Vec<_> = imported.difference(&listed).collect();
    assert!(
        missing.is_empty(),
        "functions without an entry: {missing:?}"
    );
    let stage = Stage::new().await;
    // One guest contains all cases, each for a resource whose name has another length.
    let steps: Vec<Step> = table
        .iter()
        .enumerate()
        .map(|(index, called)| Step::WhenNameHas(index + 1, called.steps()))
        .collect();
    let guest = Guest::new()
        .in_world(World::Wider(WORLD))
        .does("create", steps);
    stage.scene.add("keeping.wasm", &guest);
    let limits = ["host-memory=8MiB", "memory=16MiB", "call-time=4s"];
    let mut words = vec!["keeping.wasm", "--allow-net", &silent];
    words.extend(limits.iter().flat_map(|limit| ["--limit", limit]));
    let client = stage.session(&words).await.expect("a package");
    let only = std::env::var("HOSTILE_ONLY").unwrap_or_default();
    let mut wrong = Vec::new();
    for (index, called) in table.iter().enumerate() {
        if !called.name.contains(&only) {
            continue;
        }
        let before = stage.memory_kib();
        let begun = std::time::Instant::now();
        let outcome = create(client.clone(), &"x".repeat(index + 1))
            .await
            .map(drop);
        let grown = stage.memory_kib().saturating_sub(before);
        if std::env::var_os("HOSTILE_SHOW").is_some() {
            let shown = outcome.as_ref().map_err(tonic::Status::message);
            let took = begun.elapsed().as_millis();
            println!(
                "--- {} ({took} ms, {grown} KiB more)\n{shown:?}",
                called.name
            );
        }
        wrong.extend(called.judge(outcome).err());
        if grown > MEMORY_KIB {
            wrong.push(format!("{}: it took {grown} KiB", called.name));
        }
    }
    wrong.extend(stage.serves().await.err());
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
