//! Files that an operator writes in YAML: read bounded, and only if no other user can have written them. The error
//! contains the line of the mistake.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use pulumi_wasm_capability::limits::show_bytes;
use pulumi_wasm_platform::files::open_without_waiting;
use pulumi_wasm_platform::ownership;
use pulumi_wasm_platform::ownership::{distrust_file, distrust_folder, distrust_link};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};

use crate::yaml::Malformed;

/// The maximum size of a file, more than any real file needs.
const MAX_BYTES: u64 = 1 << 20;

/// A kind of file, with the advice for a file of this kind that cannot be read.
pub(crate) struct FileKind {
    /// The page that describes it.
    pub(crate) page: &'static str,
    /// The advice if the operator needs no file, as in `if there is nothing to forbid`.
    pub(crate) unneeded: &'static str,
    /// How to shorten it.
    pub(crate) shorter: &'static str,
}

/// A file that cannot be used.
#[derive(Debug)]
pub(crate) struct Unreadable {
    pub(crate) reason: String,
    /// The next step of the operator.
    pub(crate) hint: String,
}

impl FileKind {
    /// The text of a file, or `None` if it is missing.
    ///
    /// # Errors
    /// If the path is not a file, another user could have written it, a link has no target, or the file is too long or
    /// not UTF-8.
    pub(crate) fn read(&self, path: &Path) -> Result<Option<String>, Unreadable> {
        let bytes = self.read_bytes(path, MAX_BYTES)?;
        let text = bytes.map(String::from_utf8).transpose();
        text.map_err(|_| Unreadable {
            reason: "it is not UTF-8 text".to_owned(),
            hint: format!("write it again, as `{}` describes", self.page),
        })
    }

    /// The bytes of a file of at most `most`, or `None` if it is missing.
    ///
    /// # Errors
    /// If the path is not a file, another user could have written it, a link has no target, or the file is longer.
    pub(crate) fn read_bytes(&self, path: &Path, most: u64) -> Result<Option<Vec<u8>>, Unreadable> {
        let failed = |reason: String, hint: &str| Unreadable {
            reason,
            hint: hint.to_owned(),
        };
        let readable = format!("make it a readable file, or remove it {}", self.unneeded);
        let unreadable = |error: io::Error| failed(error.to_string(), &readable);
        let followed = follow(path).map_err(|obstacle| match obstacle {
            Obstacle::Failed(error) => unreadable(error),
            Obstacle::Dangling(link) => failed(
                format!("the link `{}` leads to nothing", link.display()),
                &format!(
                    "make the link lead to the file, or remove it {}",
                    self.unneeded
                ),
            ),
            Obstacle::Distrusted { reason, remedy } => failed(reason, &remedy),
        })?;
        let Some(place) = followed else {
            return Ok(None);
        };
        // A pipe in place of the file must not make the plugin wait.
        let file = open_without_waiting(&place).map_err(unreadable)?;
        if !file.metadata().map_err(unreadable)?.is_file() {
            return Err(failed("it is not a file".to_owned(), &readable));
        }
        if let Some(reason) = distrust_file(&file).map_err(unreadable)? {
            let hint = format!("it {}", ownership::REMEDY);
            return Err(failed(reason.to_owned(), &hint));
        }
        let mut bytes = Vec::new();
        file.take(most + 1)
            .read_to_end(&mut bytes)
            .map_err(unreadable)?;
        if bytes.len() as u64 > most {
            let reason = format!("it is larger than {}", show_bytes(most));
            return Err(failed(reason, self.shorter));
        }
        Ok(Some(bytes))
    }
}

/// Parses YAML.
///
/// # Errors
/// The first mistake, and its line.
pub(crate) fn parse<T: DeserializeOwned>(text: &str) -> Result<T, Malformed> {
    serde_saphyr::from_str(text).map_err(Malformed::from)
}

/// A key must have a value: an empty one is more likely a mistake than the wish for no rule.
pub(crate) fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// The maximum number of links in one path, as on Linux.
const MAX_LINKS: usize = 40;

/// Why the file at the end of a path is not read.
#[derive(Debug)]
pub(crate) enum Obstacle {
    /// The system does not say.
    Failed(io::Error),
    /// A link in the path has no target.
    Dangling(PathBuf),
    /// Another user could redirect the path to another file.
    Distrusted {
        reason: String,
        /// How to repair it.
        remedy: String,
    },
}

impl From<io::Error> for Obstacle {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

/// A part of a path that is still to be followed.
struct Step {
    part: Part,
    /// The link that named it, if it is not a part of the path itself.
    link: Option<PathBuf>,
}

enum Part {
    /// The root, with its volume on Windows.
    Start(OsString),
    Parent,
    Name(OsString),
}

/// The place of a file, without a link in its path. `None` if the file is missing and no link was followed to its
/// missing part.
///
/// # Errors
/// If a link has no target, or another user can replace the file: through its folder, a link, or a folder in the path
/// of a link.
pub(crate) fn follow(path: &Path) -> Result<Option<PathBuf>, Obstacle> {
    let mut real = PathBuf::new();
    let mut steps: VecDeque<Step> = parts(&std::path::absolute(path)?)
        .map(|part| Step { part, link: None })
        .collect();
    let mut links = 0;
    while let Some(Step { part, link }) = steps.pop_front() {
        let name = match part {
            Part::Start(start) => {
                real.push(start);
                continue;
            }
            Part::Parent => {
                real.pop();
                continue;
            }
            Part::Name(name) => name,
        };
        let next = real.join(name);
        let found = match next.symlink_metadata() {
            Ok(found) => found,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return match link {
                    None => Ok(None),
                    Some(link) => Err(Obstacle::Dangling(link)),
                };
            }
            Err(error) => return Err(error.into()),
        };
        if link.is_some() || found.is_symlink() {
            require_trusted(&real, || {
                format!(
                    "the folder `{}`, which a link on the way to it needs,",
                    real.display()
                )
            })?;
        }
        if !found.is_symlink() {
            real = next;
            continue;
        }
        if let Some(reason) = distrust_link(&next, &found) {
            return Err(Obstacle::Distrusted {
                reason: format!("the link `{}` cannot be trusted: {reason}", next.display()),
                remedy: "the link must belong to you or to root: create it again".to_owned(),
            });
        }
        links += 1;
        if links > MAX_LINKS {
            let reason = format!("more than {MAX_LINKS} links lead to each other");
            return Err(io::Error::other(reason).into());
        }
        let target = next.read_link()?;
        let named: Vec<Part> = parts(&target).collect();
        for part in named.into_iter().rev() {
            let link = Some(next.clone());
            steps.push_front(Step { part, link });
        }
    }
    if let Some(folder) = real.parent() {
        require_trusted(folder, || "its folder".to_owned())?;
    }
    Ok(Some(real))
}

fn parts(path: &Path) -> impl Iterator<Item = Part> {
    path.components().filter_map(|component| match component {
        Component::Prefix(_) | Component::RootDir => {
            Some(Part::Start(component.as_os_str().to_owned()))
        }
        Component::CurDir => None,
        Component::ParentDir => Some(Part::Parent),
        Component::Normal(name) => Some(Part::Name(name.to_owned())),
    })
}

/// Fails if another user can put another file or link into a folder. `shown` is the folder in messages.
fn require_trusted(folder: &Path, shown: impl FnOnce() -> String) -> Result<(), Obstacle> {
    // The root of a system cannot be replaced, and on Windows all users may make folders there.
    if folder.parent().is_none() {
        return Ok(());
    }
    match distrust_folder(folder)? {
        None => Ok(()),
        Some(reason) => Err(Obstacle::Distrusted {
            reason: format!("{} cannot be trusted: {reason}", shown()),
            remedy: format!("the folder {}", ownership::REMEDY),
        }),
    }
}
