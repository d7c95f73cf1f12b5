//! Randomness: unpredictable, unless the same request must get the same answer.

use std::convert::Infallible;
use std::sync::Arc;

use pulumi_wasm_core::call::{Call, Effects};
use pulumi_wasm_core::error::GuestError;
use rand::{Rng, SeedableRng, TryRng};
use rand_chacha::ChaCha20Rng;
use sha2::{Digest, Sha256};

use crate::CurrentCall;
use crate::system::Randomness;

/// The maximum size of one request of the guest.
pub const MAX_BYTES: u32 = 1 << 20;

/// A guest's source of randomness.
#[derive(Clone)]
pub struct Random {
    current_call: CurrentCall,
    source: Arc<dyn Randomness>,
}

impl Random {
    #[must_use]
    pub fn new(current_call: CurrentCall, source: Arc<dyn Randomness>) -> Self {
        Self {
            current_call,
            source,
        }
    }

    /// Fresh bytes.
    ///
    /// # Errors
    /// If more than [`MAX_BYTES`] are requested, or the machine's random source fails.
    pub fn get(&self, count: u32) -> Result<Vec<u8>, GuestError> {
        if count > MAX_BYTES {
            return Err(GuestError::Other(format!(
                "{count} random bytes are too many: a request returns at most {MAX_BYTES}"
            )));
        }
        let mut bytes = vec![0; count as usize];
        self.fill(&mut bytes)
            .map_err(|error| GuestError::Other(format!("no randomness: {error}")))?;
        Ok(bytes)
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), String> {
        let filled = self.current_call.with(|active| {
            let call = &active.call;
            if call.effects != Effects::None {
                return self.source.fill(Some(call), bytes);
            }
            active
                .random
                .get_or_insert_with(|| seeded(call))
                .fill_bytes(bytes);
            Ok(())
        });
        filled.unwrap_or_else(|| self.source.fill(None, bytes))
    }
}

/// The generator for a call that must be repeatable: it follows from the request's seed, the operation and the
/// resource.
fn seeded(call: &Call) -> ChaCha20Rng {
    let mut hash = Sha256::new();
    for part in [
        call.random_seed.as_slice(),
        call.subject.urn.as_bytes(),
        call.operation.name().as_bytes(),
    ] {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    ChaCha20Rng::from_seed(hash.finalize().into())
}

impl TryRng for Random {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let mut bytes = [0; 4];
        self.try_fill_bytes(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let mut bytes = [0; 8];
        self.try_fill_bytes(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        if self.fill(bytes).is_err() {
            // WASI's interface cannot fail here, and predictable bytes would be worse than no process.
            std::process::abort();
        }
        Ok(())
    }
}
