//! The plugin, or the engine, is killed in the middle of an update with the real engine. The next update completes the
//! resource, or stops at existing resources and reports how to import them.
//!
//! These tests do the same as a user after a kill:
//!
//! 1. `pulumi cancel`, if the engine was killed and its lock on the stack is left;
//! 2. `pulumi up`. If it reports that resources exist, add the resource options `import: ID` that it prints, and run it again;
//! 3. `pulumi refresh --clear-pending-creates`, if the engine was killed and keeps warning of its pending operation.

mod guests;
mod program;
pub(crate) mod running;

use std::fs;
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use program::Program;
use running::{Running, plugins};
use rustix::process::Signal;

use test_support::is_long;
use test_support::pulumi::engine::Engine;
use test_support::pulumi::powerdns_stack::{stack, zones};
use test_support::pulumi::provider::Provider;
use test_support::pulumi::stack::Stack;
use test_support::servers::powerdns::PowerDns;

/// Numbers that follow from a seed.
struct Random(u64);

impl Random {
    /// Uses the seed in `PULUMI_WASM_TEST_SEED`, or a new seed, which is printed.
    fn new() -> Self {
        let given = std::env::var("PULUMI_WASM_TEST_SEED").ok();
        let seed = given.map_or_else(
            || {
                SystemTime::now()
                    .duration_since(UNIX_EPOCH)
                    .unwrap()
                    .as_secs()
            },
            |seed| seed.parse().unwrap(),
        );
        println!("PULUMI_WASM_TEST_SEED={seed}");
        Self(seed)
    }

    /// A random number below a bound.
    fn below(&mut self, bound: usize) -> usize {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % bound as u64).unwrap()
    }
}

#[test]
fn a_plugin_that_is_killed_again_and_again_loses_nothing() {
    let (rounds, resources, kills) = if is_long() { (3, 200, 3) } else { (1, 20, 2) };
    let mut random = Random::new();
    for _ in 0..rounds {
        let server = PowerDns::start();
        let mut program = Program::new(resources);
        let stack = stack(&server, Provider::Default, program.text());
        for _ in 0..kills {
            kill_once(&server, &stack, &program, &mut random);
        }
        finish(&stack, &mut program);
        program.is_on(&server);
        program.forget_imports();
        stack.write_program(&program.text());
        stack.up().succeeds().changes(&[]);
        stack.destroy().succeeds();
        assert!(zones(&server).is_empty());
        assert_eq!(notes(&stack), 0);
    }
}

/// Runs an update, and kills the plugin while one of the next zones is created or shortly after.
fn kill_once(server: &PowerDns, stack: &Stack, program: &Program, random: &mut Random) {
    let before = zones(server).len();
    let wanted = before + 1 + random.below((program.zones() - before).max(1));
    let mut running = Running::up(stack);
    running.reaches(|| zones(server).len() >= wanted.min(program.zones()));
    thread::sleep(Duration::from_millis(random.below(60) as u64));
    running.kill_plugins();
    running.ends();
}

/// Updates until all resources exist, and follows the messages.
fn finish(stack: &Stack, program: &mut Program) {
    for _ in 0..3 {
        let ended = Running::up(stack).ends();
        if ended.succeeded {
            return;
        }
        let imports = imports(&ended.said);
        assert!(!imports.is_empty(), "it names no way on\n{}", ended.said);
        for (name, id) in imports {
            program.import(&name, &id);
        }
        stack.write_program(&program.text());
    }
    panic!("the update does not come to an end");
}

/// The resources to import according to a message, with their ids.
fn imports(said: &str) -> Vec<(String, String)> {
    let parts = said.split("give `").skip(1);
    parts
        .filter_map(|part| {
            let (name, rest) = part.split_once('`')?;
            let (_, rest) = rest.split_once("`import: ")?;
            let (id, _) = rest.split_once('`')?;
            Some((name.to_owned(), id.to_owned()))
        })
        .collect()
}

/// The number of notes of interrupted creates.
fn notes(stack: &Stack) -> usize {
    let files = fs::read_dir(stack.home().join("wasm/journal"));
    let files = files.into_iter().flatten().filter_map(Result::ok);
    files
        .filter(|file| file.path().extension().is_some_and(|found| found == "json"))
        .count()
}

const GLUE: &str = "
name: glue
runtime: yaml
resources:
  slow:
    type: workshop:Glue
    properties: {looks: 100, patience: 60000}
";

/// A stack whose only resource takes about two seconds to be created, and saves a checkpoint at once.
fn glue() -> Stack {
    let stack = Engine::stack("glue")
        .program(GLUE)
        .component("workshop")
        .create();
    stack.package_add(&["./workshop.wasm"]).succeeds();
    stack
}

/// Completes the interrupted create.
#[track_caller]
fn resumes(stack: &Stack) {
    let slow = stack.resource("slow").unwrap();
    assert_eq!(slow["id"], "glue-slow", "{slow}");
    assert_eq!(slow["outputs"]["story"], "in the end", "{slow}");
    assert!(slow.get("initErrors").is_none(), "{slow}");
    assert_eq!(notes(stack), 0);
    stack.up().succeeds().changes(&[]);
    stack.destroy().succeeds();
}

#[test]
fn a_create_of_an_interrupted_engine_is_saved_and_completed_by_the_next_update() {
    let stack = glue();
    let mut running = Running::up(&stack);
    assert!(running.reaches(|| notes(&stack) == 1));
    running.signal(Signal::INT);
    let ended = running.ends();
    assert!(!ended.succeeded, "{}", ended.said);
    assert_eq!(plugins(&stack), [], "{}", ended.said);
    assert!(!ended.said.contains("exited prematurely"), "{}", ended.said);
    let slow = stack.resource("slow").expect(&ended.said);
    assert_eq!(slow["id"], "glue-slow", "{slow}");
    assert_eq!(
        slow["initErrors"].as_array().map(Vec::len),
        Some(1),
        "{slow}"
    );
    assert_eq!(notes(&stack), 0, "{}", ended.said);

    stack.up().succeeds().changes(&[("updated", 1)]);
    resumes(&stack);
}

#[test]
fn a_component_of_an_interrupted_engine_ends_and_the_next_update_goes_on() {
    let program = "
name: shelf-interrupted
runtime: yaml
resources:
  shelf:
    type: workshop:Shelf
    properties: {looks: 100}
outputs:
  story: ${shelf.story}
";
    let stack = Engine::stack("shelf-interrupted")
        .program(program)
        .component("workshop")
        .create();
    stack.package_add(&["./workshop.wasm"]).succeeds();
    let mut running = Running::up(&stack);
    // The first child is being made, and the second waits for it.
    assert!(running.reaches(|| notes(&stack) == 1));
    running.signal(Signal::INT);
    let ended = running.ends();
    assert!(!ended.succeeded, "{}", ended.said);
    assert_eq!(plugins(&stack), [], "{}", ended.said);
    for word in ["exited prematurely", "panicked"] {
        assert!(!ended.said.contains(word), "{}", ended.said);
    }
    let slow = stack.resource("shelf-slow").expect(&ended.said);
    assert_eq!(slow["id"], "glue-shelf-slow", "{slow}");
    assert_eq!(slow["initErrors"].as_array().map(Vec::len), Some(1));
    assert!(stack.resource("shelf-after").is_none(), "{}", ended.said);

    stack.up().succeeds();
    let slow = stack.resource("shelf-slow").unwrap();
    assert_eq!(slow["outputs"]["story"], "in the end", "{slow}");
    assert!(slow.get("initErrors").is_none(), "{slow}");
    assert_eq!(stack.output("story"), "at once");
    assert_eq!(notes(&stack), 0);
    stack.up().succeeds().changes(&[]);
    stack.destroy().succeeds();
}

#[test]
fn a_create_of_a_killed_plugin_is_completed_by_the_next_update() {
    let stack = glue();
    let mut running = Running::up(&stack);
    assert!(running.reaches(|| notes(&stack) == 1));
    assert!(running.kill_plugins() > 0);
    let ended = running.ends();
    assert!(!ended.succeeded, "{}", ended.said);
    assert!(stack.resource("slow").is_none(), "{}", ended.said);
    assert_eq!(notes(&stack), 1);

    stack
        .up()
        .succeeds()
        .says("is completed, and no second one is created")
        .changes(&[("created", 1)]);
    resumes(&stack);
}

#[test]
fn a_create_of_a_killed_engine_is_completed_by_the_next_update() {
    let stack = glue();
    let mut running = Running::up(&stack);
    assert!(running.reaches(|| notes(&stack) == 1));
    running.signal(Signal::KILL);
    running.ends();
    let pending = |stack: &Stack| {
        let pending = &stack.export()["deployment"]["pending_operations"];
        pending.as_array().map_or(0, Vec::len)
    };
    assert_eq!(pending(&stack), 1);

    stack.run(&["cancel", "--stack", "dev", "--yes"]).succeeds();
    stack.up().succeeds().changes(&[("created", 1)]);
    stack
        .run(&[
            "refresh",
            "--stack",
            "dev",
            "--yes",
            "--skip-preview",
            "--clear-pending-creates",
        ])
        .succeeds();
    assert_eq!(pending(&stack), 0);
    resumes(&stack);
}
