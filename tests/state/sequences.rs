//! Random scripts, thousands of them.

use std::time::{SystemTime, UNIX_EPOCH};

use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};

use super::judge::play;
use super::script::script;
use test_support::is_long;

/// The seed of ordinary runs: those are the same on every machine.
const SEED: u64 = 16;

fn seed(is_long: bool) -> u64 {
    let given = std::env::var("PULUMI_WASM_TEST_SEED").ok();
    let now = || {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap()
            .as_secs()
    };
    match given {
        Some(seed) => seed.parse().unwrap(),
        None if is_long => now(),
        None => SEED,
    }
}

#[test]
fn whatever_happens_the_state_has_the_truth() {
    let is_long = is_long();
    let seed = seed(is_long);
    println!("PULUMI_WASM_TEST_SEED={seed}");
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let config = Config {
        cases: if is_long { 200_000 } else { 2_000 },
        failure_persistence: None,
        max_shrink_iters: 20_000,
        ..Config::default()
    };
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let result = runner.run(&script(), |script| {
        let verdict = runtime.block_on(play(&script));
        verdict.map_err(proptest::test_runner::TestCaseError::fail)
    });
    if let Err(error) = result {
        match error {
            TestError::Fail(wrong, script) => {
                panic!("{wrong}\nPULUMI_WASM_TEST_SEED={seed}\n{script}")
            }
            TestError::Abort(reason) => panic!("{reason}"),
        }
    }
}
