//! The source of a package's system: the real one, recorded or not, or a recording.

use std::path::PathBuf;
use std::sync::Arc;

use super::file::RecordingFile;
use super::line::HeadComponent;
use super::{Player, RecordError, Recording, record};
use crate::system::{Environment, System};

/// The source of a package's system.
#[derive(Clone)]
pub enum SystemSource {
    /// This system.
    Given(System),
    /// This system; its answers are recorded.
    Recorded {
        system: System,
        file: PathBuf,
        /// The most bytes that the file may have.
        limit: u64,
        /// The names of JSON members whose texts are left out, in addition to names that sound like secrets.
        redacted: Vec<String>,
    },
    /// A recording; variables of an environment, if the recording does not have their names.
    Replayed {
        file: PathBuf,
        environment: Arc<dyn Environment>,
    },
}

impl SystemSource {
    /// The system for a package.
    ///
    /// # Errors
    /// If a recording cannot be made or used.
    pub fn make(
        &self,
        package: &str,
        version: &str,
        components: Vec<HeadComponent>,
    ) -> Result<System, RecordError> {
        match self {
            SystemSource::Given(system) => Ok(system.clone()),
            SystemSource::Recorded {
                system,
                file,
                limit,
                redacted,
            } => {
                let file = RecordingFile::open(file, *limit)?;
                let system = system.clone();
                Ok(record(system, file, package, version, components, redacted))
            }
            SystemSource::Replayed { file, environment } => {
                let recording = Recording::from_file(file)?;
                let environment = Some(Arc::clone(environment));
                let player = Player::with_environment(recording, package, environment);
                Ok(player.system())
            }
        }
    }
}
