//! Linux and macOS.

use std::fs::DirBuilder;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::PathBuf;

use tokio::net::{UnixListener, UnixStream};

use super::LocalAddress;

/// A socket's path has at most some hundred bytes, and the temporary folder of a user may have a longer path.
const MAX_PATH_BYTES: usize = 100;

pub type LocalStream = UnixStream;

/// A listening socket. Its folder is removed with it.
pub struct LocalListener {
    socket: UnixListener,
    folder: PathBuf,
    address: LocalAddress,
}

impl LocalListener {
    /// Listens on a new socket.
    ///
    /// # Errors
    /// If the folder or the socket cannot be made.
    pub fn open() -> io::Result<Self> {
        let folder = make_folder()?;
        let path = folder.join("s");
        let socket = UnixListener::bind(&path)?;
        Ok(Self {
            socket,
            folder,
            address: LocalAddress::Unix(path),
        })
    }

    #[must_use]
    pub fn address(&self) -> &LocalAddress {
        &self.address
    }

    /// The next connection.
    ///
    /// # Errors
    /// If it ended early, or the process has too many open files.
    pub async fn accept(&self) -> io::Result<LocalStream> {
        let (stream, _) = self.socket.accept().await?;
        Ok(stream)
    }
}

impl Drop for LocalListener {
    fn drop(&mut self) {
        // A folder that cannot be removed does no harm.
        std::fs::remove_dir_all(&self.folder).ok();
    }
}

/// A folder with a random name, because the parent folder belongs to all users.
fn make_folder() -> io::Result<PathBuf> {
    let name = format!("pw-{:016x}", RandomState::new().hash_one(0));
    let wanted = std::env::temp_dir().join(&name);
    let folder = if wanted.as_os_str().len() + 2 <= MAX_PATH_BYTES {
        wanted
    } else {
        PathBuf::from("/tmp").join(name)
    };
    DirBuilder::new().mode(0o700).create(&folder)?;
    Ok(folder)
}
