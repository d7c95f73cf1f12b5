//! The processor time of a server's process, and its processors. Only Linux reports these values.

use std::fs;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};

use crate::plan::Plan;

/// Pins this process and the servers to the processors of the plan.
pub(crate) fn pin(plan: &Plan) -> Result<()> {
    if let Some(core) = plan.client_core {
        keep(std::process::id(), core)?;
    }
    if let Some(core) = plan.server_core {
        for server in &plan.servers {
            keep(server.pid, core)?;
        }
    }
    Ok(())
}

/// Pins all threads of a process to one processor.
fn keep(pid: u32, core: usize) -> Result<()> {
    let output = Command::new("taskset")
        .args(["--all-tasks", "--cpu-list", "--pid"])
        .arg(core.to_string())
        .arg(pid.to_string())
        .output()
        .context("cannot start taskset, which util-linux has")?;
    ensure!(
        output.status.success(),
        "taskset failed: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(())
}

/// The processor time of a process so far, with all its threads.
pub(crate) fn processor_time(pid: u32) -> Result<Duration> {
    let folder = format!("/proc/{pid}/task");
    let mut nanoseconds = 0;
    for thread in fs::read_dir(&folder).with_context(|| format!("cannot read {folder}"))? {
        // A thread may have ended in the meantime.
        let Ok(text) = fs::read_to_string(thread?.path().join("schedstat")) else {
            continue;
        };
        let first = text.split_whitespace().next();
        nanoseconds += first.and_then(|time| time.parse().ok()).unwrap_or(0);
    }
    Ok(Duration::from_nanos(nanoseconds))
}
