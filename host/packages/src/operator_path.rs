//! The way to an operator's file: links are followed one by one. Users who could lead a link elsewhere are judged like users who could write the
//! file.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io;
use std::path::{Component, Path, PathBuf};

use pulumi_wasm_platform::ownership::{self, distrust_folder, distrust_link};

/// As many links as Linux follows in one path.
const MOST_LINKS: usize = 40;

/// Why the file at the end of a path is not read.
#[derive(Debug)]
pub(crate) enum Obstacle {
    /// The system does not say.
    Failed(io::Error),
    /// A link on the way leads to nothing.
    Dangling(PathBuf),
    /// Another user could lead the path to another file.
    Distrusted {
        reason: String,
        /// What to do about it.
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
    /// The root, and on Windows the volume before it.
    Start(OsString),
    Parent,
    Name(OsString),
}

/// The place of a file, without a link in its path. `None` if the file is missing and no link was followed to its missing part.
///
/// # Errors
/// When a link leads to nothing, or another user can replace the file: through its folder, a link, or a folder that a link leads through.
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
                remedy: "the link must belong to you or to root: make it anew".to_owned(),
            });
        }
        links += 1;
        if links > MOST_LINKS {
            let reason = format!("more than {MOST_LINKS} links lead to each other");
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
