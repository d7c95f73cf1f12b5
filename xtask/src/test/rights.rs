//! The rights of this process, which some tests need.

use std::process::Command;

use anyhow::Result;

/// Whether this process may act as other users.
pub(super) fn is_root() -> Result<bool> {
    use std::os::unix::fs::MetadataExt;
    Ok(std::fs::metadata("/proc/self")?.uid() == 0)
}

/// Whether this process may mount file systems.
pub(super) fn can_mount() -> Result<bool> {
    let folder = std::env::temp_dir().join(format!("pulumi-wasm-mount-{}", std::process::id()));
    std::fs::create_dir(&folder)?;
    let mounts = |command: &mut Command| {
        let output = command.arg(&folder).output();
        output.is_ok_and(|output| output.status.success())
    };
    let can = mounts(Command::new("mount").args(["-t", "tmpfs", "tmpfs"]))
        && mounts(&mut Command::new("umount"));
    std::fs::remove_dir(&folder)?;
    Ok(can)
}
