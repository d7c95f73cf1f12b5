//! Sizes and times, as people read them.

use std::time::{Duration, SystemTime};

/// A size for people.
pub(super) fn readable(bytes: u64) -> String {
    #[allow(clippy::cast_precision_loss, reason = "a figure for people")]
    let kib = bytes as f64 / 1024.0;
    match kib {
        _ if kib < 1024.0 => format!("{kib:.0} KiB"),
        _ if kib < 1024.0 * 1024.0 => format!("{:.1} MiB", kib / 1024.0),
        _ => format!("{:.1} GiB", kib / (1024.0 * 1024.0)),
    }
}

/// A time in the past for people.
pub(super) fn ago(time: SystemTime) -> String {
    let age = SystemTime::now()
        .duration_since(time)
        .unwrap_or(Duration::ZERO)
        .as_secs();
    match age {
        0..3600 => "within the hour".to_owned(),
        3600..86_400 => "today".to_owned(),
        86_400..172_800 => "yesterday".to_owned(),
        _ => format!("{} days ago", age / 86_400),
    }
}
