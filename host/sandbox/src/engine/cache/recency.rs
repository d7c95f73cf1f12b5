//! When an entry was last used, and whether the machine was started again since.
//!
//! The time of use is the file's time of change, which is set at use. It decides which entry is evicted first, and
//! whether an entry is verified as a whole: an entry that was used since the machine started cannot have lost bytes in
//! a power cut since then.

use std::fs::File;
use std::time::{Duration, SystemTime};

use pulumi_wasm_platform::machine::uptime;

/// How exact the time of use is: an entry in steady use is not touched more often.
const TOUCH_EVERY: Duration = Duration::from_secs(600);

/// Whether a time lies before the machine's last start. True if that cannot be known.
pub(super) fn is_before_start(time: SystemTime) -> bool {
    let now = SystemTime::now();
    let Some(start) = uptime().and_then(|uptime| now.checked_sub(uptime)) else {
        return true;
    };
    // A time in the future means that the clock was changed, so the time of the last use is unknown.
    time < start || time > now
}

/// Notes that an entry is used now. If the use cannot be recorded because the disk is read-only, nothing else changes.
pub(super) fn touch(entry: &File, last: SystemTime) {
    let now = SystemTime::now();
    let is_recent = now
        .duration_since(last)
        .is_ok_and(|age| age < TOUCH_EVERY && !is_before_start(last));
    if !is_recent && let Err(error) = entry.set_modified(now) {
        tracing::debug!("the use of compiled code cannot be noted: {error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_before_the_start_and_times_to_come_are_told_from_others() {
        let now = SystemTime::now();
        assert!(is_before_start(SystemTime::UNIX_EPOCH));
        assert!(is_before_start(now + Duration::from_secs(3600)));
        if uptime().is_some_and(|uptime| uptime > Duration::from_secs(2)) {
            assert!(!is_before_start(now - Duration::from_secs(1)));
        }
    }

    #[test]
    fn use_is_noted_unless_it_was_just_now() {
        let file = tempfile::tempfile().expect("a file");
        let time = || {
            file.metadata()
                .and_then(|data| data.modified())
                .expect("a time")
        };
        let old = SystemTime::now() - Duration::from_secs(3 * 3600);
        file.set_modified(old).expect("a time");
        touch(&file, old);
        assert!(time() > old);
        let recent = SystemTime::now() - Duration::from_millis(50);
        file.set_modified(recent).expect("a time");
        let noted = time();
        touch(&file, noted);
        if !is_before_start(noted) {
            assert_eq!(time(), noted);
        }
    }
}
