//! What the system says of the machine as a whole.

use std::time::Duration;

/// How many memory mappings a process may have; none if the system does not say.
#[must_use]
pub fn max_mappings() -> Option<u64> {
    // Linux alone has such a limit.
    let text = std::fs::read_to_string("/proc/sys/vm/max_map_count").ok()?;
    text.trim().parse().ok()
}

/// How long the machine runs; none if the system does not say, as on macOS.
#[must_use]
pub fn uptime() -> Option<Duration> {
    #[cfg(windows)]
    return Some(crate::windows::uptime());
    #[cfg(not(windows))]
    {
        let text = std::fs::read_to_string("/proc/uptime").ok()?;
        let seconds = text.split_whitespace().next()?.parse().ok()?;
        Duration::try_from_secs_f64(seconds).ok()
    }
}
