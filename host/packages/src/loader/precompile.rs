//! Compiling large components when a package is added, so that the first `pulumi up` does not wait for it.
//!
//! The engine waits for the answer, and shows messages meanwhile: the user sees why adding a package takes a while. A
//! process in the background would be invisible, and often be ended with the command.

use pulumi_wasm_core::call::{LogSink, Severity};
use pulumi_wasm_sandbox::guest::compile_ahead;

use super::Loader;
use super::found::{Found, Loading};
use super::lasting_log::LastingLog;

/// Smaller components are compiled in a moment, when a call needs them.
const LARGE: u64 = 2 << 20;

impl Loader {
    /// Compiles large components, unless that was done before. A failure is told here, and again by the call that needs
    /// the component.
    pub(super) async fn compile_ahead(&self, found: &[Found], loading: &Loading<'_>) {
        for Found {
            reference,
            shown,
            file,
            ..
        } in found
        {
            let is_large = file.metadata().is_ok_and(|file| file.len() >= LARGE);
            if !is_large {
                continue;
            }
            let digest = reference.digest.hex();
            let log = LastingLog::new(loading.log);
            let compiled =
                compile_ahead(&self.compiler, file, digest, shown, loading.limits, &log).await;
            if let Err(error) = compiled {
                let hint = error.hint().map(|hint| format!("\nhint: {hint}"));
                let message = format!("{error}{}", hint.unwrap_or_default());
                log.log(Severity::Warning, "", &message, false);
            }
        }
    }
}
