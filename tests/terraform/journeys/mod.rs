//! Random programs, edits, drift and failures of many things at once. After each successful apply the server, the state and the program
//! must agree; `judge.rs` defines that.

mod goal;
mod journey;
mod judge;
mod server;

use std::time::{SystemTime, UNIX_EPOCH};

use test_support::is_long;

use crate::workspace::CORES;
use journey::Journey;

/// The seed of ordinary runs: those are the same on every machine.
const SEED: u64 = 103;

/// Numbers that follow from a seed.
pub(crate) struct Chance(u64);

impl Chance {
    /// A number below `end`.
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        let high = (mixed ^ (mixed >> 31)) >> 32;
        usize::try_from(high).unwrap() % end
    }

    fn is(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }
}

fn seed() -> u64 {
    let now = || {
        let passed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        passed.as_secs()
    };
    match std::env::var("PULUMI_WASM_TEST_SEED") {
        Ok(seed) => seed.parse().unwrap(),
        Err(_) if is_long() => now(),
        Err(_) => SEED,
    }
}

#[test]
fn whatever_happens_the_state_has_the_truth() {
    let seed = seed();
    let journeys = if is_long() { 20 } else { 1 };
    for (offset, core) in (0..journeys).zip(CORES.into_iter().cycle()) {
        let seed = seed + offset;
        println!("PULUMI_WASM_TEST_SEED={seed}");
        Journey::new(core, Chance(seed)).play(if is_long() { 12 } else { 4 });
    }
}
