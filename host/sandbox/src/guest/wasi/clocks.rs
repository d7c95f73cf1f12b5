//! The clocks of WASI.

use std::time::Duration;

use pulumi_wasm_capability::system::clock::Clock;

/// A guest's clock in WASI's types.
pub(crate) struct WasiClock(pub(crate) Clock);

impl wasmtime_wasi::HostWallClock for WasiClock {
    fn resolution(&self) -> Duration {
        Duration::from_nanos(1)
    }

    fn now(&self) -> Duration {
        self.0.time_of_day()
    }
}

impl wasmtime_wasi::HostMonotonicClock for WasiClock {
    fn resolution(&self) -> u64 {
        1
    }

    fn now(&self) -> u64 {
        u64::try_from(self.0.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }
}
