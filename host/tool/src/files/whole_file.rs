//! Files that are complete or missing, even if the command is killed.

use std::ffi::OsString;
use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::Path;

use pulumi_wasm_platform::files::{folder_builder, set_mode, sync_folder};
use pulumi_wasm_platform::regular_file;

/// The readers of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Audience {
    /// Every user that the umask allows to read it.
    Everybody,
    /// Every user that the umask allows to read and execute it.
    EverybodyWhoRunsIt,
    /// Only this user. The file survives a crash of the machine, because it is on disk when the write returns.
    Owner,
    /// Like [`Audience::Owner`], and this user may execute it.
    OwnerWhoRunsIt,
}

impl Audience {
    fn mode(self) -> u32 {
        match self {
            Self::Everybody => 0o666,
            Self::EverybodyWhoRunsIt => 0o777,
            Self::Owner => 0o600,
            Self::OwnerWhoRunsIt => 0o700,
        }
    }

    fn mode_of_folders(self) -> u32 {
        match self {
            Self::Everybody | Self::EverybodyWhoRunsIt => 0o777,
            Self::Owner | Self::OwnerWhoRunsIt => 0o700,
        }
    }
}

/// Changes a file that belongs to the user: where a link leads, so that the link stays, and with the permissions that
/// the file has. It becomes a file of this user, even if another user owned the old one.
///
/// # Errors
/// The errors of [`write`], and if the file is missing.
pub(crate) fn edit(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let file = file.canonicalize()?;
    let permissions = fs::metadata(&file)?.permissions();
    put(&file, bytes, Audience::Everybody, Some(permissions))
}

/// Whether a regular file has these contents. A file of another size is not read, and a pipe is not waited for.
pub(crate) fn holds(file: &Path, bytes: &[u8]) -> bool {
    let length = bytes.len() as u64;
    let has_size = fs::metadata(file).is_ok_and(|found| found.len() == length);
    has_size && regular_file::read(file, length).is_ok_and(|found| found.as_deref() == Some(bytes))
}

/// Writes a file, and its folders if they are missing. A process that has the old file open keeps it.
///
/// # Errors
/// If a folder cannot be created or written to, or if the name belongs to something other than a regular file, such as
/// a device; the old contents stay.
pub(crate) fn write(file: &Path, bytes: &[u8], audience: Audience) -> io::Result<()> {
    put(file, bytes, audience, None)
}

/// Writes a file with permissions, or else those that its audience needs.
fn put(
    file: &Path,
    bytes: &[u8],
    audience: Audience,
    permissions: Option<Permissions>,
) -> io::Result<()> {
    if fs::metadata(file).is_ok_and(|found| !found.is_file()) {
        return Err(io::Error::other(
            "a device, pipe or folder has that name\nhint: move it away, or choose another name",
        ));
    }
    let folder = file.parent().filter(|parent| *parent != Path::new(""));
    let folder = folder.unwrap_or(Path::new("."));
    folder_builder(audience.mode_of_folders())
        .recursive(true)
        .create(folder)?;
    let mut name = OsString::from(".");
    name.push(file.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", std::process::id()));
    let unfinished = folder.join(name);
    let written = replace(&unfinished, file, bytes, audience, permissions);
    if written.is_err() {
        // The files of a failed attempt are removed.
        drop(fs::remove_file(&unfinished));
    }
    written
}

fn replace(
    unfinished: &Path,
    file: &Path,
    bytes: &[u8],
    audience: Audience,
    permissions: Option<Permissions>,
) -> io::Result<()> {
    // Left by a process of the same number that was killed.
    drop(fs::remove_file(unfinished));
    // Private until it has the permissions of the old file, which may be private as well.
    let mode = match permissions {
        Some(_) => Audience::Owner.mode(),
        None => audience.mode(),
    };
    let mut written = set_mode(&mut OpenOptions::new(), mode)
        .write(true)
        .create_new(true)
        .open(unfinished)?;
    written.write_all(bytes)?;
    if let Some(permissions) = permissions {
        written.set_permissions(permissions)?;
    }
    let is_to_last = audience != Audience::Everybody;
    if is_to_last {
        written.sync_all()?;
    }
    drop(written);
    fs::rename(unfinished, file)?;
    if let (true, Some(folder)) = (is_to_last, unfinished.parent()) {
        sync_folder(folder)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_device_or_pipe_is_not_replaced() {
        let home = tempfile::tempdir().unwrap();
        let socket = home.path().join("socket");
        let listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        for audience in [Audience::Everybody, Audience::Owner] {
            let error = write(&socket, b"one", audience).unwrap_err();
            assert!(error.to_string().contains("device"), "{error}");
        }
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 1);
        drop(listener);
        std::os::unix::net::UnixStream::connect(&socket).unwrap_err();
        assert!(write(Path::new("/dev/null"), b"one", Audience::Everybody).is_err());
    }

    #[test]
    fn a_file_that_is_changed_keeps_its_link_and_its_permissions() {
        let home = tempfile::tempdir().unwrap();
        let (file, link) = (home.path().join("file"), home.path().join("link"));
        fs::write(&file, b"one").unwrap();
        std::os::unix::fs::symlink("file", &link).unwrap();
        for mode in [0o600, 0o640, 0o664, 0o755] {
            fs::set_permissions(&file, Permissions::from_mode(mode)).unwrap();
            edit(&link, b"two").unwrap();
            assert!(link.symlink_metadata().unwrap().is_symlink());
            assert_eq!(fs::read(&file).unwrap(), b"two");
            let found = file.metadata().unwrap().permissions().mode();
            assert_eq!(found & 0o777, mode);
        }
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 2);
        assert!(edit(&home.path().join("missing"), b"two").is_err());
    }

    #[test]
    fn a_file_is_replaced_as_a_whole_and_read_by_those_whom_it_is_for() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("a/b/file");
        write(&file, b"one", Audience::Owner).unwrap();
        let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&file), mode(file.parent().unwrap())), (0o600, 0o700));
        let old = File::open(&file).unwrap();
        write(&file, b"two", Audience::OwnerWhoRunsIt).unwrap();
        assert_eq!(mode(&file), 0o700);
        assert_eq!(fs::read(&file).unwrap(), b"two");
        assert_eq!(io::read_to_string(old).unwrap(), "one");

        // If that is not possible, only the old contents stay.
        let folder = home.path().join("folder");
        fs::create_dir_all(folder.join("file/inside")).unwrap();
        assert!(write(&folder.join("file"), b"three", Audience::Everybody).is_err());
        assert!(write(&file.join("below"), b"three", Audience::Everybody).is_err());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        assert_eq!(fs::read(&file).unwrap(), b"two");
    }
}
