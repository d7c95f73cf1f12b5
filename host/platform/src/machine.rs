//! Facts about the machine as a whole.

use std::time::Duration;

/// The maximum number of memory mappings of a process, or `None` if it is not known.
#[must_use]
pub fn max_mappings() -> Option<u64> {
    // Other systems than Linux do not have this limit.
    let text = std::fs::read_to_string("/proc/sys/vm/max_map_count").ok()?;
    text.trim().parse().ok()
}

/// The time since the machine started, or `None` if it is not known, as on macOS.
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
