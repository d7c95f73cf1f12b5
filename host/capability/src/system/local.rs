//! This machine: its clocks, its random source and its environment. Its network is a separate crate.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use async_trait::async_trait;
use pulumi_wasm_core::call::Call;
use pulumi_wasm_core::error::GuestError;

use crate::system::{Environment, Network, Randomness, System, Time};

impl System {
    /// The system of this machine, with this network. Nothing is opened before its first use.
    #[must_use]
    pub fn of_machine(network: Arc<dyn Network>) -> Self {
        Self {
            network,
            time: Arc::new(MachineTime::default()),
            randomness: Arc::new(MachineRandomness),
            environment: Arc::new(MachineEnvironment),
            observer: None,
        }
    }
}

pub(crate) struct MachineTime {
    start: Instant,
}

impl Default for MachineTime {
    fn default() -> Self {
        Self {
            start: Instant::now(),
        }
    }
}

#[async_trait]
impl Time for MachineTime {
    fn time_of_day(&self, _call: &Call) -> Duration {
        // The interface cannot represent a time before 1970.
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default()
    }

    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    async fn sleep(&self, duration: Duration) {
        tokio::time::sleep(duration).await;
    }
}

struct MachineRandomness;

impl Randomness for MachineRandomness {
    fn fill(&self, _call: Option<&Call>, bytes: &mut [u8]) -> Result<(), String> {
        getrandom::fill(bytes).map_err(|error| error.to_string())
    }
}

struct MachineEnvironment;

impl Environment for MachineEnvironment {
    fn get(&self, _call: Option<&Call>, name: &str) -> Result<Option<String>, GuestError> {
        match std::env::var(name) {
            Ok(value) => Ok(Some(value)),
            Err(std::env::VarError::NotPresent) => Ok(None),
            Err(std::env::VarError::NotUnicode(_)) => Err(GuestError::Other(format!(
                "the environment variable `{name}` is not UTF-8"
            ))),
        }
    }
}
