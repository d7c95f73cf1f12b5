//! The values that instances share, handed to the capability.

use std::time::Duration;

use pulumi_wasm_capability::fault_injection::Moment;
use pulumi_wasm_capability::shared::{Found, Rate};
use wasmtime::Result;

use super::bindings::pulumi_wasm::provider0_1_1::shared;
use crate::guest::instance::GuestState;
use crate::guest::v0_1_0::bindings::pulumi_wasm::provider::common;
use crate::guest::v0_1_0::{Answer, Observed, fallible, infallible, to_wit_error};

impl GuestState {
    async fn get_shared(&mut self, key: &str) -> Result<shared::Found, common::Error> {
        let found = self.sharing.get(&self.slot, key).await;
        Ok(match found.map_err(to_wit_error)? {
            Found::Value(value) => shared::Found::Value(value),
            Found::Missing(number) => shared::Found::Missing(number),
        })
    }

    async fn keep_shared(&mut self, making: u32, made: shared::Made) -> Result<(), common::Error> {
        let lives = Duration::from_millis(made.lives_ms.into());
        let kept = self.sharing.keep(&self.slot, making, &made.value, lives);
        kept.map_err(to_wit_error)
    }

    async fn give_up_shared(&mut self, making: u32) {
        self.sharing.give_up(making);
    }

    async fn forget_shared(&mut self, key: &str, value: &str) -> Result<(), common::Error> {
        let forgotten = self.sharing.forget(&self.slot, key, value);
        forgotten.map_err(to_wit_error)
    }

    async fn take_turn(&mut self, name: &str, rate: &shared::Rate) -> Result<(), common::Error> {
        let rate = Rate {
            per_second: rate.per_second,
            burst: rate.burst,
        };
        let turn = self.sharing.turn(&self.slot, name, rate).await;
        turn.map_err(to_wit_error)
    }
}

impl shared::Host for Observed<'_> {
    async fn get(&mut self, key: String) -> Answer<shared::Found> {
        fallible!(self, "shared.get", key.len(), self.0.get_shared(&key))
    }

    async fn keep(&mut self, making: u32, made: shared::Made) -> Answer<()> {
        let bytes = made.value.len();
        fallible!(self, "shared.keep", bytes, self.0.keep_shared(making, made))
    }

    async fn give_up(&mut self, making: u32) -> Result<()> {
        infallible!(self, "shared.give-up", 0, self.0.give_up_shared(making))
    }

    async fn forget(&mut self, key: String, value: String) -> Answer<()> {
        let bytes = key.len() + value.len();
        fallible!(
            self,
            "shared.forget",
            bytes,
            self.0.forget_shared(&key, &value)
        )
    }

    async fn turn(&mut self, name: String, rate: shared::Rate) -> Answer<()> {
        fallible!(
            self,
            "shared.turn",
            name.len(),
            self.0.take_turn(&name, &rate)
        )
    }
}
