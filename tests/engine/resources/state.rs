//! The state machine of `tests/state/main.rs`, under the real engine: a few of its scripts as programs in YAML, with a
//! component in the sandbox that talks to a real server on this machine.

#[allow(dead_code, reason = "each suite uses another part")]
#[path = "../../state/expected.rs"]
mod expected;
#[allow(dead_code, reason = "each suite uses another part")]
#[path = "../../state/fault.rs"]
mod fault;
mod journey;
#[allow(dead_code, reason = "each suite uses another part")]
#[path = "../../state/manifest.rs"]
mod manifest;
#[allow(dead_code, reason = "each suite uses another part")]
#[path = "../../state/outside.rs"]
mod outside;
#[allow(dead_code, reason = "each suite uses another part")]
#[path = "../../state/program.rs"]
mod program;
mod rest;
mod run;
#[allow(dead_code, reason = "each suite uses another part")]
#[path = "../../state/script.rs"]
mod script;
#[allow(dead_code, reason = "each suite uses another part")]
#[path = "../../state/server.rs"]
mod server;
mod text;
#[allow(dead_code, reason = "each suite uses another part")]
#[path = "../../state/values.rs"]
mod values;

use std::time::{SystemTime, UNIX_EPOCH};

use fault::Fault;
use journey::Traveller;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use run::Run;
use script::{Script, Step, Who};

use test_support::is_long;

/// Scripts of this seed are played in ordinary runs.
const SEED: u64 = 16;

/// The properties that the component for this test lacks.
const WITHOUT: [&str; 8] = [
    "nodes", "settings", "region", "text", "items", "site", "depth", "backend",
];

/// Whether a step applies here: there is one version of the component, and no plugin is killed.
fn is_playable(step: &Step) -> bool {
    match step {
        Step::Set(_, field, _) => !WITHOUT.contains(field),
        Step::Outside(_, index) => {
            let name = outside::OUTSIDE[*index].name;
            let parts = [
                "node", "settings", "region", "text", "item", "site", "depth", "backend",
            ];
            parts.iter().all(|part| !name.contains(part))
        }
        Step::Fault(fault) => !matches!(
            fault,
            Fault::CreateCrash
                | Fault::CreateKilled
                | Fault::CreateUnknown
                | Fault::UpdateHalf
                | Fault::UpdateCrash
                | Fault::UpdateKilled
                | Fault::UpdateUnknown
                | Fault::ReadUnhealthy
        ),
        Step::Ignore(_, path) => WITHOUT.iter().all(|part| !path.starts_with(part)),
        Step::ReplaceOn(..)
        | Step::Upgrade
        | Step::Import(_)
        | Step::Adopt(_)
        | Step::Lookup(..) => false,
        _ => true,
    }
}

fn runner(seed: u64) -> TestRunner {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    TestRunner::new_with_rng(Config::default(), rng)
}

/// Random scripts, each after a command that creates a thing.
fn scripts(seed: u64, count: usize) -> Vec<Script> {
    let mut runner = runner(seed);
    let mut scripts = Vec::new();
    while scripts.len() < count {
        let mut script = script::script().new_tree(&mut runner).unwrap().current();
        script.steps.retain(is_playable);
        if script.steps.len() >= 6 {
            script.steps.insert(0, Step::Up);
            script.steps.truncate(10);
            scripts.push(script);
        }
    }
    scripts
}

/// The seed of this run, which is told.
fn seed() -> u64 {
    let given = std::env::var("PULUMI_WASM_TEST_SEED").ok();
    let now = || {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap()
            .as_secs()
    };
    let seed = match given {
        Some(seed) => seed.parse().unwrap(),
        None if is_long() => now(),
        None => SEED,
    };
    println!("PULUMI_WASM_TEST_SEED={seed}");
    seed
}

#[test]
fn random_scripts_leave_the_truth_in_the_state() {
    for script in scripts(seed(), if is_long() { 40 } else { 2 }) {
        println!("{script}");
        Run::new(&script.to_string()).play(&script.steps);
    }
}

#[test]
fn random_journeys_with_options_and_commands_leave_the_truth_in_the_state() {
    let mut runner = runner(seed());
    let (count, length) = if is_long() { (60, 12) } else { (1, 10) };
    for _ in 0..count {
        let journey = journey::journey(length, is_playable);
        let journey = journey.new_tree(&mut runner).unwrap().current();
        Traveller::new(&journey).play(journey);
    }
}

/// The server's choices, the additions of others and a lost answer leave nothing in the state that a later update
/// undoes.
#[test]
fn a_script_with_all_that_is_hard_leaves_the_truth_in_the_state() {
    let outside = |name: &str| {
        let mut all = outside::OUTSIDE.iter();
        Step::Outside(
            Who::A,
            all.position(|outside| outside.name == name).unwrap(),
        )
    };
    let steps = [
        Step::Set(Who::A, "rules", Some(1)),
        Step::Set(Who::A, "disks", Some(1)),
        Step::Set(Who::A, "members", Some(1)),
        Step::Set(Who::A, "password", Some(0)),
        Step::Fault(Fault::CreateHalf),
        Step::Up,
        Step::Refresh,
        Step::Up,
        outside("adds a rule in front"),
        outside("takes the first disk away"),
        outside("changes weight of the first member"),
        Step::Refresh,
        Step::Up,
        Step::Ignore(Who::A, "name"),
        Step::Up,
        Step::Ignore(Who::A, "name"),
        Step::Set(Who::A, "size", Some(1)),
        Step::Fault(Fault::UpdateLost),
        Step::Up,
        Step::Up,
    ];
    Run::new("a script with all that is hard").play(&steps);
}
