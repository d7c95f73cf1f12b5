//! The host function that 0.1.0 does not have.

use pulumi_wasm_capability::log;
use pulumi_wasm_core::call::Severity;
use pulumi_wasm_core::error::{CallError, GuestError};

use super::bindings::pulumi_wasm::provider::notes;
use crate::guest::host_call::{HostError, Observed, fallible};
use crate::guest::state::GuestState;

impl HostError for String {
    fn of(error: GuestError) -> Self {
        CallError::Guest(error).to_string()
    }

    fn is_denied(&self) -> bool {
        false
    }
}

async fn note(state: &mut GuestState, text: &str) -> Result<(), String> {
    log::emit(&state.current_call, Severity::Info, text, false, false);
    Ok(())
}

impl notes::Host for Observed<'_> {
    async fn note(&mut self, text: String) -> wasmtime::Result<Result<(), String>> {
        fallible!(self, "notes.note", text.len(), note(self.0, &text))
    }
}
