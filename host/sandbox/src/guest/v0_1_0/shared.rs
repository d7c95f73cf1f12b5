//! The values that instances share, handed to the capability.

use std::time::Duration;

use pulumi_wasm_capability::shared::{Rate, SharedLookup};
use wasmtime::Result;

use super::bindings::pulumi_wasm::provider::{common, shared};
use super::convert::to_wit_error;
use super::host::Answer;
use crate::guest::host_call::{Observed, fallible, infallible};
use crate::guest::state::GuestState;

async fn get_shared(state: &mut GuestState, key: &str) -> Result<shared::Found, common::Error> {
    let found = state.sharing.get(&state.current_call, key).await;
    Ok(match found.map_err(to_wit_error)? {
        SharedLookup::Value(value) => shared::Found::Value(value),
        SharedLookup::Missing(number) => shared::Found::Missing(number),
    })
}

async fn keep_shared(
    state: &mut GuestState,
    making: u32,
    made: shared::Made,
) -> Result<(), common::Error> {
    let lives = Duration::from_millis(made.lives_ms.into());
    let kept = state
        .sharing
        .keep(&state.current_call, making, &made.value, lives);
    kept.map_err(to_wit_error)
}

async fn give_up_shared(state: &mut GuestState, making: u32) {
    state.sharing.give_up(making);
}

async fn forget_shared(
    state: &mut GuestState,
    key: &str,
    value: &str,
) -> Result<(), common::Error> {
    let forgotten = state.sharing.forget(&state.current_call, key, value);
    forgotten.map_err(to_wit_error)
}

async fn acquire(
    state: &mut GuestState,
    name: &str,
    rate: &shared::Rate,
) -> Result<(), common::Error> {
    let rate = Rate {
        per_second: rate.per_second,
        burst: rate.burst,
    };
    let turn = state.sharing.turn(&state.current_call, name, rate).await;
    turn.map_err(to_wit_error)
}
impl shared::Host for Observed<'_> {
    async fn get(&mut self, key: String) -> Answer<shared::Found> {
        fallible!(self, "shared.get", key.len(), get_shared(self.0, &key))
    }

    async fn keep(&mut self, making: u32, made: shared::Made) -> Answer<()> {
        let bytes = made.value.len();
        fallible!(
            self,
            "shared.keep",
            bytes,
            keep_shared(self.0, making, made)
        )
    }

    async fn give_up(&mut self, making: u32) -> Result<()> {
        infallible!(self, "shared.give-up", 0, give_up_shared(self.0, making))
    }

    async fn forget(&mut self, key: String, value: String) -> Answer<()> {
        let bytes = key.len() + value.len();
        fallible!(
            self,
            "shared.forget",
            bytes,
            forget_shared(self.0, &key, &value)
        )
    }

    async fn acquire(&mut self, name: String, rate: shared::Rate) -> Answer<()> {
        fallible!(
            self,
            "shared.acquire",
            name.len(),
            acquire(self.0, &name, &rate)
        )
    }
}
